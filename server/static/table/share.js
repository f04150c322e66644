// A table in few letters: compressed for an address, read again, saved and loaded as a file, exported as a picture.

import {say} from "./words.js";

const VERSION = "1.";
// Milliseconds for which a file is kept at hand: a busy browser may take its time to save it.
const KEPT = 60_000;

async function through(stream, bytes) {
  const answer = new Response(new Blob([bytes]).stream().pipeThrough(stream));
  return new Uint8Array(await answer.arrayBuffer());
}

export async function packed(state) {
  const bytes = await through(
    new CompressionStream("deflate-raw"),
    new TextEncoder().encode(JSON.stringify(kept(state))),
  );
  let letters = "";
  for (let at = 0; at < bytes.length; at += 8192) letters += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return VERSION + btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// The table that an address holds. Throws words for the player where it is damaged.
export async function unpacked(text) {
  if (!text.startsWith(VERSION)) throw new Error(say("bad_link"));
  let read;
  try {
    const letters = atob(text.slice(VERSION.length).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    read = new TextDecoder("utf-8", {fatal: true}).decode(await through(new DecompressionStream("deflate-raw"), bytes));
  } catch {
    throw new Error(say("bad_link"));
  }
  return parsed(read, say("bad_link"));
}

export function kept({position, action, assume}) {
  return {position, ...(action ? {action} : {}), ...(assume ? {assume: "ordinary"} : {})};
}

// A position, or a request with one, from text. Throws words for the player.
export function parsed(text, words = say("bad_json")) {
  let read;
  try {
    read = JSON.parse(text);
  } catch {
    throw new Error(words);
  }
  const asked = isObject(read) && isObject(read.position) ? read : {position: read};
  const wrong = fault(asked.position) ?? actionFault(asked.action);
  if (wrong) throw new Error(say("bad_position", {what: wrong}));
  return {
    position: {...asked.position, units: asked.position.units ?? []},
    action: asked.action ?? null,
    assume: asked.assume === "ordinary",
  };
}

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const isWords = (value) => Array.isArray(value) && value.every((word) => typeof word === "string");
const isAbsent = (value) => value === undefined || value === null;

// The first thing that makes it no position at all: the service names whatever else is wrong.
function fault(position) {
  if (!isObject(position)) return "position";
  if (typeof position.game !== "string") return "position.game";
  const units = position.units ?? [];
  if (!Array.isArray(units)) return "position.units";
  const odd = units.findIndex(
    (unit) => !isObject(unit) || typeof unit.id !== "string" || !(isAbsent(unit.status) || isWords(unit.status)),
  );
  if (odd >= 0) return `position.units.${odd}`;
  for (const name of ["options", "events"])
    if (!isAbsent(position[name]) && !isWords(position[name])) return `position.${name}`;
  if (!isAbsent(position.markers) && !(Array.isArray(position.markers) && position.markers.every(isObject)))
    return "position.markers";
  if (!isAbsent(position.tracks) && !isObject(position.tracks)) return "position.tracks";
  return isAbsent(position.map) || typeof position.map === "string" ? null : mapFault(position.map);
}

function mapFault(map) {
  if (!isObject(map)) return "position.map";
  if (!isAbsent(map.elsewhere) && !isObject(map.elsewhere)) return "position.map.elsewhere";
  for (const [name, facts] of Object.entries(map.hexes ?? {}))
    if (!isObject(facts)) return `position.map.hexes.${name}`;
  for (const [name, words] of Object.entries(map.sides ?? {}))
    if (!isWords(words) || !name.includes("/")) return `position.map.sides.${name}`;
  const isPair = (pair) => isWords(pair) && pair.length === 2;
  return isAbsent(map.roads) || (Array.isArray(map.roads) && map.roads.every(isPair)) ? null : "position.map.roads";
}

function actionFault(action) {
  if (isAbsent(action)) return null;
  if (!isObject(action) || typeof action.type !== "string") return "action";
  const lists = [
    "units",
    "support",
    "against",
    "attackers",
    "enemies",
    "disorganized",
    "pioneers",
    "path",
    "trail",
    "sides",
    "events",
  ];
  const odd = lists.find((name) => !isAbsent(action[name]) && !isWords(action[name]));
  return odd ? `action.${odd}` : null;
}

// Pictures

let style = null;

export async function drawnAlone(board) {
  style ??= await (await fetch("/static/board.css")).text();
  const copy = board.drawn();
  for (const node of copy.querySelectorAll("[tabindex], [role], [aria-hidden]")) {
    for (const name of ["tabindex", "role", "aria-hidden", "aria-description"]) node.removeAttribute(name);
  }
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const sheet = document.createElementNS("http://www.w3.org/2000/svg", "style");
  sheet.textContent = style;
  copy.prepend(sheet);
  return new Blob([new XMLSerializer().serializeToString(copy)], {type: "image/svg+xml"});
}

export async function asPng(drawing) {
  const address = URL.createObjectURL(drawing);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const scale = Math.min(2, 8000 / Math.max(image.width, image.height));
    const canvas = Object.assign(document.createElement("canvas"), {
      width: image.width * scale,
      height: image.height * scale,
    });
    const context = canvas.getContext("2d");
    context.fillStyle = matchMedia("(prefers-color-scheme: dark)").matches ? "#1b1f1d" : "#fbfaf6";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done) => {
      canvas.toBlob(done, "image/png");
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}

export function download(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement("a"), {href: address, download: name});
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), KEPT);
}
