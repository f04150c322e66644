// One unit as a counter, drawn as the service draws them.

import {svg} from "./dom.js";
import {label} from "./words.js";

const LONGEST_NAME = 8;
const LONGEST_VALUES = 5;
const MOST_STEPS = 4;
const HALF = 20;
const OUT_OF_SUPPLY = new Set(["unsupplied", "oos"]);

export function sideOf(game, unit) {
  if (unit.side) return unit.side;
  const nations = unit.nation ? [unit.nation] : (game.words.get("types").get(unit.type)?.nations ?? []);
  const sides = new Set(nations.map((nation) => game.words.get("nations").get(nation)?.side));
  const [side] = sides;
  return sides.size === 1 && side !== "either" ? side : null;
}

export const sideNumber = (game, side) => game.sides.findIndex(({word}) => word === side) + 1;

export function values(unit) {
  const told = [unit.attack, unit.defense, unit.movement];
  return told.some((value) => value !== undefined && value !== null) ? told.map((value) => value ?? "?").join("-") : "";
}

export function described(game, unit) {
  const parts = [
    unit.name ?? unit.id,
    label(game, "nations", unit.nation),
    label(game, "types", unit.type),
    values(unit),
    label(game, "supply", unit.supply),
    ...(unit.status ?? []).map((word) => label(game, "statuses", word)),
  ];
  return parts.filter(Boolean).join(", ");
}

// Everything where it lies, and nothing moved there: a browser keeps an account of its own for all that is moved.
export function counter(game, layout, unit, {x = 0, y = 0, acting = false} = {}) {
  const written = values(unit);
  const name = String(unit.name ?? unit.id);
  const classes = [
    "counter",
    `nation-${unit.nation ?? "none"}`,
    `side-${sideNumber(game, sideOf(game, unit))}`,
    acting && "acting",
    unit.reduced && "reduced",
  ].filter(Boolean);
  return svg(
    "g",
    {class: classes.join(" "), "data-unit": unit.id, "data-hex": unit.hex},
    svg("title", {}, described(game, unit)),
    svg("rect", {class: "card", x: x - HALF, y: y - HALF, width: 2 * HALF, height: 2 * HALF, rx: 3.5}),
    unit.reduced && svg("path", {class: "stripe", d: `M${x - 20} ${y + 10}l30-30h10l-40 40z`}),
    svg("text", {class: "name", x, y: y - 12}, name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name),
    svg("use", {href: `#table-unit-${layout.looks.types[unit.type] ?? layout.plain.types}`, x, y: y - 0.5}),
    written && svg("text", {class: written.length > LONGEST_VALUES ? "values small" : "values", x, y: y + 18}, written),
    steps(unit, x, y),
    OUT_OF_SUPPLY.has(unit.supply) && svg("circle", {class: "unsupplied", cx: x - 17, cy: y - 7, r: 2.6}),
    unit.status?.length > 0 && svg("circle", {class: "status", cx: x - 17, cy: y, r: 2.6}),
  );
}

function steps(unit, x, y) {
  const count = Math.min(Number(unit.steps) || 0, MOST_STEPS);
  const places = Array.from({length: count}, (_, place) => y - 7 + 5 * place);
  return places.map((cy) => svg("circle", {class: "step", cx: x + 17, cy, r: 1.7}));
}

// A counter on its own, for a palette or a list.
export function picture(game, layout, unit) {
  return svg(
    "svg",
    {class: "board picture", viewBox: "-22 -22 44 44", "aria-hidden": "true", focusable: "false"},
    counter(game, layout, unit),
  );
}
