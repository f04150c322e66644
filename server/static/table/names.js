// What the values of a ruling, and the facts that it names, are called in the reader's language.

import {colon, fieldName, label, lang, say, spoken, told} from "./words.js";
import {factOf} from "./facts.js";

const BETWEEN = /(: |, | or | (?=[IVXL\d]+$))/;
const ITSELF = "values";

// The last name of a path: what it is called under the names before it, in this game, or anywhere.
export function valueName(game, path) {
  const name = String(path.at(-1));
  const known = labelled(game, path.slice(0, -1), name);
  if (known) return known;
  const pieces = name.split(BETWEEN);
  if (pieces.length === 1) return name;
  const above = path.slice(0, -1);
  return pieces.map((piece, place) => (place % 2 ? between(piece) : valueName(game, [...above, piece]))).join("");
}

function labelled(game, above, name) {
  const within = above.length ? [...above.toReversed(), game.key] : [ITSELF, game.key];
  const place = within.find((each) => Object.hasOwn(told.values, `${each}.${name}`));
  if (place) return told.values[`${place}.${name}`];
  if (Object.hasOwn(told.values, name)) return told.values[name];
  const kind = told.kinds.find((each) => game.words.get(each)?.has(name));
  return kind && label(game, kind, name);
}

const between = (piece) => (lang === "fr" ? ({": ": colon, " or ": " ou "}[piece] ?? piece) : piece);

// Facts

// A fact by its address; one of a list by the word that is asked about.
export function factNamed({state, game}, fact) {
  const found = factOf(state, game, fact);
  const [word] = found.asked ?? [];
  return factName(game, found, word && label(game, found.of ?? "markers", word));
}

export function factName(game, fact, word = null) {
  const name = word ?? fieldName(fact.name ?? fact.field ?? fact.key.split(".")[0]);
  if (fact.unit) return `${fact.unit}${colon}${name}`;
  if (fact.hex) return `${say("hex", {hex: fact.hex})}${colon}${name}`;
  if (fact.side) return [say("side_of", {side: fact.side}), word].filter(Boolean).join(colon);
  if (fact.road) return say("road_of", {road: fact.road});
  if (fact.elsewhere) return `${say("elsewhere")}${colon}${name}`;
  if (fact.key.startsWith("tracks.")) return label(game, "tracks", fact.key.slice("tracks.".length));
  if (fact.key === "units_complete") return say("units_complete");
  return fact.kind === "none" ? unfillable(game, fact.key) : name;
}

// A fact that the table has no control for: what it is of, and the rest of its address.
function unfillable(game, key) {
  const [head, ...rest] = key.split(".");
  if (!Object.hasOwn(told.fields, head)) return key;
  return [fieldName(head), rest.map((part) => valueName(game, [part])).join(" ")].join(colon);
}

// What a fact was taken as, or posted as.
export function factValue({state, game}, fact, value) {
  if (value === true || value === false) return spoken(value ? "yes" : "no");
  if (Array.isArray(value)) return value.map((each) => factValue({state, game}, fact, each)).join(", ") || spoken("none");
  if (value === null || value === undefined) return "?";
  const {of} = factOf(state, game, fact);
  return of ? label(game, of, value) : valueName(game, [String(value)]);
}
