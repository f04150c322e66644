// A case by its number, leading to its page; a part of the panel under its heading.

import {el} from "./dom.js";
import {number} from "./words.js";

export function link(id, text = number(id)) {
  const [game] = id.split(":");
  const query = new URLSearchParams(location.search).get("lang");
  return el(
    "a",
    {class: "case", href: `/games/${game}/cases/${encodeURIComponent(number(id))}${query ? `?lang=${query}` : ""}`},
    text,
  );
}

export function block(title, ...children) {
  return el("section", {}, el("h3", {}, title), children);
}
