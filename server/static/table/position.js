// Changes to a position. Nothing is changed in place: what stays the same stays the same object, so that a drawing can
// tell at a glance what to draw again.

export const sideKey = (one, other) => (one < other ? `${one}/${other}` : `${other}/${one}`);

export function empty(game) {
  return {game, units: [], map: {hexes: {}, sides: {}}};
}

// Units

export const unitOf = (position, id) => position.units.find((unit) => unit.id === id) ?? null;

export function byHex(position) {
  const found = new Map();
  for (const unit of position.units) {
    if (!unit.hex) continue;
    if (found.has(unit.hex)) found.get(unit.hex).push(unit);
    else found.set(unit.hex, [unit]);
  }
  return found;
}

export function newId(position, nation) {
  const taken = new Set(position.units.map((unit) => unit.id));
  const letter = (nation ?? "u")[0];
  for (let count = 1; ; count += 1) if (!taken.has(`${letter}${count}`)) return `${letter}${count}`;
}

export const withUnit = (position, unit) => ({...position, units: [...position.units, unit]});

export function withoutUnit(position, id) {
  return {...position, units: position.units.filter((unit) => unit.id !== id)};
}

export function changedUnit(position, id, changes) {
  return {...position, units: position.units.map((unit) => (unit.id === id ? without({...unit, ...changes}) : unit))};
}

// The map

const mapOf = (position) => (position.map && typeof position.map === "object" ? position.map : {hexes: {}, sides: {}});

// What is known of a hex. One that is not listed is like all that are elsewhere.
export function hexFacts(position, number) {
  const {hexes = {}, elsewhere} = mapOf(position);
  if (hexes[number]) return hexes[number];
  const {sides, ...facts} = elsewhere ?? {};
  return facts;
}

export const isListed = (position, number) => Boolean(mapOf(position).hexes?.[number]);

export function changedHex(position, number, changes) {
  const map = mapOf(position);
  const facts = without({...hexFacts(position, number), ...changes});
  return {...position, map: {...map, hexes: {...map.hexes, [number]: facts}}};
}

export function forgottenHex(position, number) {
  const map = mapOf(position);
  const {[number]: _, ...hexes} = map.hexes ?? {};
  return {...position, map: {...map, hexes}};
}

// The words of a side as posted, in whichever order its hexes were; null where nothing was said of it.
export function sideWords(position, one, other) {
  const {sides = {}, elsewhere} = mapOf(position);
  return sides[`${one}/${other}`] ?? sides[`${other}/${one}`] ?? elsewhere?.sides ?? null;
}

export function changedSide(position, one, other, words) {
  const map = mapOf(position);
  const {[`${one}/${other}`]: _, [`${other}/${one}`]: __, ...sides} = map.sides ?? {};
  if (words) sides[sideKey(one, other)] = words;
  return {...position, map: {...map, sides}};
}

export const hasRoad = (position, one, other) =>
  (mapOf(position).roads ?? []).some(([a, b]) => sideKey(a, b) === sideKey(one, other));

export function changedRoad(position, one, other, isThere) {
  const map = mapOf(position);
  const others = (map.roads ?? []).filter(([a, b]) => sideKey(a, b) !== sideKey(one, other));
  return {...position, map: {...map, roads: isThere ? [...others, [one, other]] : others}};
}

export function changedElsewhere(position, changes) {
  const map = mapOf(position);
  const elsewhere = without({...map.elsewhere, ...changes});
  return {...position, map: without({...map, elsewhere: Object.keys(elsewhere).length ? elsewhere : null})};
}

// All the rest

export const changedPosition = (position, changes) => without({...position, ...changes});

export function without(facts) {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null && value !== undefined));
}

export const toggled = (words, word) =>
  words.includes(word) ? words.filter((other) => other !== word) : [...words, word];
