// Which part of a map to show: two hexes in opposite corners. The service knows where they lie.

import {byHex} from "./position.js";

const AROUND = 2;
const SMALLEST = 8;

// The whole of a map.
export function ends({grid}, letter) {
  return [`${letter}${grid.first}`, `${letter}${grid.last}`];
}

// A part in the middle of a map, where nothing stands yet.
export function somewhere({grid}, letter) {
  const middle = (from) => Math.round((figures(grid.first, from) + figures(grid.last, from)) / 2);
  const [lines, places] = grid.lines === "rows" ? [4, 6] : [6, 4];
  return corners(letter, [middle(0) - lines, middle(0) + lines], [middle(2) - places, middle(2) + places]);
}

// The part around all that a table speaks of, on the map of the first unit.
export function around(game, {position, action}) {
  const listed = typeof position.map === "object" ? Object.keys(position.map?.hexes ?? {}) : [];
  const asked = [...(action?.path ?? []), action?.target, action?.hex, action?.to];
  const known = [...byHex(position).keys(), ...asked, ...listed].filter((hex) => isNumber(game, hex));
  const letter = known[0]?.slice(0, -4) ?? game.grid.letters[0];
  const here = known.filter((hex) => hex.slice(0, -4) === letter);
  return here.length ? corners(letter, span(here, 0), span(here, 2)) : somewhere(game, letter);
}

const figures = (number, from) => Number(number.slice(-4).slice(from, from + 2));

function isNumber({grid}, hex) {
  return typeof hex === "string" && grid.letters.includes(hex.slice(0, -4)) && /^\d{4}$/.test(hex.slice(-4));
}

function span(hexes, from) {
  const all = hexes.map((hex) => figures(hex, from));
  const [low, high] = [Math.min(...all) - AROUND, Math.max(...all) + AROUND];
  const more = Math.max(0, Math.ceil((SMALLEST - (high - low)) / 2));
  return [low - more, high + more];
}

function corners(letter, lines, places) {
  const two = (number) => String(Math.min(99, Math.max(0, number))).padStart(2, "0");
  return [0, 1].map((end) => `${letter}${two(lines[end])}${two(places[end])}`);
}
