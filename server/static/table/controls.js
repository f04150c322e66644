// Controls that several panels share. A value that is not known is null, and can be made so again.

import {button, el, select} from "./dom.js";
import {choices, label, say, spoken} from "./words.js";

export function wordControl(game, kind, value, change, attributes = {}) {
  return select(choices(game, kind), value, change, attributes);
}

export function yesControl(value, change, attributes = {}) {
  const now = value === null || value === undefined ? "" : value ? "yes" : "no";
  return select(
    [
      ["", say("unknown")],
      ["yes", spoken("yes")],
      ["no", spoken("no")],
    ],
    now,
    (word) => change(word === null ? null : word === "yes"),
    attributes,
  );
}

export function numberControl(value, change, attributes = {}) {
  const control = el("input", {
    type: "number",
    step: 1,
    inputmode: "numeric",
    value: value ?? "",
    ...attributes,
    change: () => change(control.value.trim() === "" ? null : Math.trunc(Number(control.value))),
  });
  return control;
}

export function textControl(value, change, attributes = {}) {
  const control = el("input", {
    type: "text",
    maxlength: 80,
    autocomplete: "off",
    value: value ?? "",
    ...attributes,
    change: () => change(control.value.trim() || null),
  });
  return control;
}

// Several words: those chosen as chips, the others in a list. A list that is given is whole, so that one must say so.
export function listControl(game, kind, value, change, {asked = [], key = kind, legend} = {}) {
  const known = value !== null && value !== undefined;
  const words = [...(game.words.get(kind)?.keys() ?? [])];
  const chosen = known ? value : [];
  const is = el("input", {type: "checkbox", "data-key": `${key}-known`, change: () => change(is.checked ? [] : null)});
  is.checked = known;
  const ticks = asked
    .filter((word) => words.includes(word))
    .map((word) => tick(game, kind, word, chosen, known, change, key));
  const others = words.filter((word) => !chosen.includes(word) && !asked.includes(word));
  const add = select(
    [["", say("add")], ...others.map((word) => [word, label(game, kind, word)])],
    "",
    (word) => word && change([...chosen, word]),
    {"aria-label": `${say("add")} ${legend}`, "data-key": `${key}-add`},
  );
  return el(
    "fieldset",
    {class: "list"},
    el("legend", {}, legend),
    ticks,
    chips(
      game,
      kind,
      chosen.filter((word) => !asked.includes(word)),
      (word) => change(chosen.filter((other) => other !== word)),
    ),
    others.length > 0 && add,
    el("label", {class: "check"}, is, say(chosen.length ? "whole_list" : "none_at_all")),
  );
}

function tick(game, kind, word, chosen, known, change, key) {
  const box = el("input", {
    type: "checkbox",
    "data-key": `${key}-${word}`,
    change: () => change(box.checked ? [...chosen, word] : chosen.filter((other) => other !== word)),
  });
  box.checked = known && chosen.includes(word);
  return el("label", {class: "check"}, box, label(game, kind, word));
}

function chips(game, kind, words, remove) {
  return (
    words.length > 0 &&
    el(
      "ul",
      {class: "chips"},
      words.map((word) =>
        el(
          "li",
          {},
          label(game, kind, word),
          button("×", () => remove(word), {
            class: "plain",
            "aria-label": `${say("remove")} ${label(game, kind, word)}`,
          }),
        ),
      ),
    )
  );
}

// A fact that a ruling misses, as a control; null where it is nothing that a position can say.
export function factControl(game, fact, put, legend) {
  const attributes = {"data-key": fact.key};
  if (fact.kind === "word") return wordControl(game, fact.of, fact.value, put, attributes);
  if (fact.kind === "number")
    return numberControl(fact.value, put, {...attributes, min: fact.range?.[0], max: fact.range?.[1]});
  if (fact.kind === "yes") return yesControl(fact.value, put, attributes);
  if (fact.kind === "text" || fact.kind === "hex") return textControl(fact.value, put, attributes);
  if (fact.kind === "list")
    return listControl(game, fact.of, fact.value, put, {asked: fact.asked, key: fact.key, legend});
  if (fact.kind === "roads") return button(say("no_roads"), () => put(null), attributes);
  return null;
}
