// Facts by the names that a ruling gives them (`weather`, `units.g1.supply`, `map.hexes.2731.features.town`): what kind of
// thing each one is, and the position with that fact filled in.

import * as on from "./position.js";

const NUMBERS = new Set([
  "attack",
  "defense",
  "movement",
  "range",
  "morale",
  "coordination",
  "protection",
  "potential",
  "steps",
  "entry",
]);
const UNIT_WORDS = {type: "types", nation: "nations", side: "sides_of_play", supply: "supply"};
const HEX_WORDS = {
  terrain: "terrain",
  control: "sides_of_play",
  home: "sides_of_play",
  country: "countries",
  front: "fronts",
};
const TOP_WORDS = {weather: "weather", phase: "phases", active: "sides_of_play", scenario: "scenarios"};

// The fact as something to fill in: `kind` is how, `value` what it is now, `put` the state with another value.
// Facts of one list share a key: a list that is given is whole, so it is asked for as one.
export function factOf(state, game, fact) {
  const {position} = state;
  const [head, ...rest] = fact.split(".");
  const tail = rest.join(".");
  if (TOP_WORDS[head]) return words(fact, TOP_WORDS[head], position[head], (value) => top(state, {[head]: value}));
  if (head === "turn") return number(fact, position.turn, (value) => top(state, {turn: value}), game.turns);
  if (head === "units_complete")
    return yes(fact, position.units_complete, (value) => top(state, {units_complete: value}));
  if (head === "options" || head === "events")
    return list(head, head, tail, position[head], (value) => top(state, {[head]: value}));
  if (head === "tracks") {
    return number(fact, position.tracks?.[tail], (value) =>
      top(state, {tracks: on.without({...position.tracks, [tail]: value})}),
    );
  }
  if (head === "markers") return {kind: "markers", key: "markers", asked: [tail]};
  if (head === "units") return unitFact(state, fact.slice("units.".length));
  if (head === "map") return mapFact(state, tail);
  if (head === "action") return {kind: "action", key: fact, field: rest[0]};
  return {kind: "none", key: fact};
}

function unitFact(state, path) {
  const {position} = state;
  const unit = position.units.filter(({id}) => path.startsWith(`${id}.`)).sort((a, b) => b.id.length - a.id.length)[0];
  if (!unit) return {kind: "none", key: `units.${path}`};
  const [name, ...rest] = path.slice(unit.id.length + 1).split(".");
  const key = `units.${unit.id}.${name}`;
  const put = (value) => ({position: on.changedUnit(position, unit.id, {[name]: value})});
  const about = {unit: unit.id, name};
  if (UNIT_WORDS[name]) return {...words(key, UNIT_WORDS[name], unit[name], put), ...about};
  if (NUMBERS.has(name)) return {...number(key, unit[name], put), ...about};
  if (name === "reduced") return {...yes(key, unit.reduced, put), ...about};
  if (name === "status") return {...list(key, "statuses", rest.join("."), unit.status, put), ...about};
  if (name === "hex") return {kind: "hex", key, value: unit.hex ?? null, put, ...about};
  if (name === "formation") {
    const level = rest[0];
    const formation = (value) => put(on.without({...unit.formation, [level]: value}));
    return {
      kind: "text",
      key: `${key}.${level}`,
      value: unit.formation?.[level] ?? null,
      put: formation,
      unit: unit.id,
      name: level,
    };
  }
  return {kind: "none", key};
}

function mapFact(state, path) {
  const {position} = state;
  const [part, place, name, ...rest] = path.split(".");
  if (part === "hexes" && place && name) return hexFact(state, place, name, rest.join("."));
  if (part === "sides" && place?.includes("/")) {
    const [one, other] = place.split("/");
    const put = (value) => ({position: on.changedSide(position, one, other, value)});
    return {...list(`map.sides.${place}`, "sides", name, on.sideWords(position, one, other), put), side: place};
  }
  if (part === "roads") {
    const [one, other] = (place ?? "/").split("/");
    if (!other) return {kind: "roads", key: "map.roads", put: () => ({position: noRoads(position)})};
    const is = position.map?.roads ? on.hasRoad(position, one, other) : null;
    const put = (value) => ({position: value === null ? position : on.changedRoad(position, one, other, value)});
    return {...yes(`map.roads.${place}`, is, put), road: place};
  }
  if (part === "elsewhere" && HEX_WORDS[place]) {
    const put = (value) => ({position: on.changedElsewhere(position, {[place]: value})});
    return {
      ...words(`map.elsewhere.${place}`, HEX_WORDS[place], position.map?.elsewhere?.[place], put),
      name: place,
      elsewhere: true,
    };
  }
  return {kind: "none", key: `map.${path}`};
}

function hexFact(state, hex, name, word) {
  const {position} = state;
  const facts = on.hexFacts(position, hex);
  const key = `map.hexes.${hex}.${name}`;
  const put = (value) => ({position: on.changedHex(position, hex, {[name]: value})});
  if (HEX_WORDS[name]) return {...words(key, HEX_WORDS[name], facts[name], put), hex, name};
  if (name === "value") return {...number(key, facts.value, put), hex, name};
  if (name === "features") return {...list(key, "features", word, facts.features, put), hex, name};
  return {kind: "none", key};
}

function noRoads(position) {
  return {...position, map: {...(position.map ?? {}), roads: position.map?.roads ?? []}};
}

const top = (state, changes) => ({position: on.changedPosition(state.position, changes)});
const words = (key, of, value, put) => ({kind: "word", key, of, value: value ?? null, put});
const number = (key, value, put, range = null) => ({kind: "number", key, value: value ?? null, put, range});
const yes = (key, value, put) => ({kind: "yes", key, value: value ?? null, put});
const list = (key, of, asked, value, put) => ({
  kind: "list",
  key,
  of,
  asked: asked ? [asked] : [],
  value: value ?? null,
  put,
});

// The facts that a ruling misses, those of one list together.
export function missingFacts(state, game, missing) {
  const found = new Map();
  for (const each of missing) {
    const fact = factOf(state, game, each.fact);
    const before = found.get(fact.key);
    if (before) {
      before.asked = [...new Set([...(before.asked ?? []), ...(fact.asked ?? [])])];
      before.needed_by = [...new Set([...before.needed_by, ...(each.needed_by ?? [])])];
      before.would_decide ||= Boolean(each.would_decide);
    } else {
      found.set(fact.key, {
        ...fact,
        path: each.fact,
        needed_by: each.needed_by ?? [],
        would_decide: Boolean(each.would_decide),
      });
    }
  }
  return [...found.values()].sort((a, b) => Number(b.would_decide) - Number(a.would_decide));
}

// The state with what a change of the umpire says (`action.path`, `position.phase`) done to it.
export function repaired(state, game, change) {
  let next = state;
  for (const [path, value] of Object.entries(change)) {
    const [head, ...rest] = path.split(".");
    if (head === "action") next = {...next, action: {...next.action, [rest.join(".")]: value}};
    else if (head === "position") next = {...next, ...factOf(next, game, rest.join(".")).put(value)};
  }
  return next;
}
