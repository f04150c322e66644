// The action as a form, made from what the game says of its fields.

import {button, el, field, select} from "./dom.js";
import {fieldName, label, lang, say, spoken} from "./words.js";
import {valueName} from "./names.js";
import {listControl, numberControl, textControl, wordControl, yesControl} from "./controls.js";
import {without} from "./position.js";

const SEVERAL_UNITS = new Set(["units", "attackers", "support", "against", "enemies", "disorganized", "pioneers"]);
const ONE_UNIT = new Set(["unit", "lead", "lead_defender"]);
const SEVERAL_HEXES = new Set(["path", "trail", "sides"]);
const ONE_HEX = new Set(["target", "to", "hex"]);
const LONGEST_LIST = 150;
const VOCABULARY = {nation: "nations", events: "events"};

// An action of this type, with what of the one before it still makes sense.
export function actionOf(game, type, before, units) {
  const {properties, required} = game.action.get(type).fields;
  const kept = Object.entries(before ?? {}).filter(([name]) => name !== "type" && properties[name] && name !== "mode");
  const action = {...Object.fromEntries(kept), type};
  if (properties.units && !action.units?.length && units.length) action.units = units;
  if (properties.unit && !action.unit && units.length === 1) action.unit = units[0];
  for (const name of ["support", "against"])
    if (type === "attack" && properties[name] && !action[name]) action[name] = [];
  for (const name of required ?? []) {
    const words = game.action.get(type).words[name];
    if (action[name] === undefined && words) action[name] = words[0];
  }
  return action;
}

// How units move in this phase, else as the game moves at all.
export function modeOf(game, position) {
  return game.words.get("phases").get(position.phase)?.mode ?? [...(game.words.get("modes")?.keys() ?? [])][0] ?? null;
}

export function actionForm(context) {
  const {game, state, change} = context;
  const {action} = state;
  const types = game.actions.map((entry) => [entry.type, entry[lang]]);
  const choose = select([["", say("choose")], ...types], action?.type ?? "", context.choose, {
    "data-key": "action-type",
  });
  const fields = action
    ? Object.keys(game.action.get(action.type)?.fields.properties ?? {}).filter((name) => name !== "type")
    : [];
  return el(
    "div",
    {class: "action-form"},
    field(say("action"), choose, {at: "action.type"}),
    fields.map((name) => actionField(context, name)),
    action && button(say("ask"), () => change({}), {class: "ask", "data-key": "ask"}),
  );
}

// One field of the action, wherever it is shown.
export function actionField(context, name) {
  const {game, state} = context;
  const entry = game.action.get(state.action.type);
  const schema = plainSchema(entry.fields, entry.fields.properties[name] ?? {});
  const value = state.action[name] ?? null;
  const put = (next) => context.change({[name]: next});
  const at = `action.${name}`;
  const attributes = {"data-key": at};
  if (SEVERAL_UNITS.has(name)) return unitsField(context, name, value, put);
  if (name === "taken") return takenField(context, value ?? [], put);
  if (ONE_UNIT.has(name)) return field(fieldName(name), unitControl(state, value, put, attributes), {at});
  if (SEVERAL_HEXES.has(name) || ONE_HEX.has(name)) return hexField(context, name, value, put);
  if (entry.words[name])
    return field(fieldName(name), select(wordChoices(game, name, entry.words[name]), value, put, attributes), {at});
  if (name === "events")
    return el("div", {"data-at": at}, listControl(game, "events", value, put, {key: at, legend: fieldName(name)}));
  if (VOCABULARY[name])
    return field(fieldName(name), wordControl(game, VOCABULARY[name], value, put, attributes), {at});
  if (schema.enum)
    return field(
      fieldName(name),
      select([["", say("unknown")], ...schema.enum.map((word) => [word, fieldName(word)])], value, put, attributes),
      {at},
    );
  if (schema.type === "boolean") return field(fieldName(name), yesControl(value, put, attributes), {at});
  if (schema.type === "integer")
    return field(
      fieldName(name),
      numberControl(value, put, {...attributes, min: schema.minimum, max: schema.maximum}),
      {at},
    );
  if (schema.type === "array") return diceField(name, value, put, attributes, at);
  return field(fieldName(name), textControl(value, put, attributes), {at});
}

function plainSchema(whole, schema) {
  const chosen = schema.anyOf?.find(({type}) => type !== "null") ?? schema;
  return chosen.$ref ? (whole.$defs?.[chosen.$ref.split("/").pop()] ?? {}) : chosen;
}

const WORDS = {mode: "modes", marker: "markers", do: "phases", nation: "nations", events: "events"};

// A word of an action as people say it.
export function wordNamed(game, name, word) {
  const kind = WORDS[name];
  return game.words.get(kind)?.has(word) ? label(game, kind, word) : valueName(game, [name, word]);
}

function wordChoices(game, name, words) {
  return [["", say("unknown")], ...words.map((word) => [word, wordNamed(game, name, word)])];
}

// A unit by its name: from a list, or typed where the list would be too long to choose from.
function unitControl(state, value, put, attributes, none = say("unknown"), units = state.position.units) {
  if (units.length > LONGEST_LIST) return textControl(value, put, {...attributes, placeholder: none});
  return select([["", none], ...units.map(({id}) => [id, id])], value, put, attributes);
}

function unitsField(context, name, value, put) {
  const at = `action.${name}`;
  const chosen = value ?? [];
  const others = context.state.position.units.filter(({id}) => !chosen.includes(id));
  const add = unitControl(
    context.state,
    null,
    (id) => id && put([...chosen, id]),
    {"aria-label": `${say("add_unit")}, ${fieldName(name)}`, "data-key": at},
    say("add_unit"),
    others,
  );
  const none =
    name === "units"
      ? null
      : chosen.length === 0 && el("label", {class: "check"}, noneBox(value, put, at), spoken("none"));
  return el(
    "fieldset",
    {class: "list", "data-at": at},
    el("legend", {}, fieldName(name)),
    el(
      "ul",
      {class: "chips"},
      chosen.map((id) =>
        el(
          "li",
          {},
          id,
          button("×", () => put(chosen.filter((other) => other !== id)), {
            class: "plain",
            "aria-label": `${say("remove")} ${id}`,
          }),
        ),
      ),
    ),
    others.length > 0 && add,
    none,
  );
}

function noneBox(value, put, at) {
  const box = el("input", {type: "checkbox", "data-key": `${at}-none`, change: () => put(box.checked ? [] : null)});
  box.checked = value !== null;
  return box;
}

function hexField(context, name, value, put) {
  const several = SEVERAL_HEXES.has(name);
  const at = `action.${name}`;
  const shown = several ? (value ?? []).join(" ") : value;
  const control = textControl(shown, (text) => put(several && text ? text.split(/[\s,;→]+/).filter(Boolean) : text), {
    "data-key": at,
    class: "hexes",
    maxlength: 2000,
  });
  const isPicking = context.picking === name;
  const pick = button(
    isPicking ? say("done") : several ? say("draw") : say("pick"),
    () => context.pick(isPicking ? null : name),
    {
      "aria-pressed": String(isPicking),
      "aria-label": `${isPicking ? say("done") : say("pick_on_board")}, ${fieldName(name)}`,
      "data-key": `${at}-pick`,
      class: "quiet",
    },
  );
  return el("div", {class: "with-button", "data-at": at}, field(fieldName(name), control), pick);
}

function diceField(name, value, put, attributes, at) {
  const read = (text) =>
    put(
      text
        ? text
            .split(/[\s,;]+/)
            .filter(Boolean)
            .map(Number)
        : null,
    );
  return field(fieldName(name), textControl((value ?? []).join(" "), read, {...attributes, inputmode: "numeric"}), {
    at,
    hint: say("dice_hint"),
  });
}

// The steps that each unit loses.
function takenField(context, value, put) {
  const steps = new Map(value.map(({unit, steps: count}) => [unit, count]));
  const rows = (context.state.action.units ?? []).map((id) =>
    field(
      id,
      numberControl(
        steps.get(id),
        (count) => {
          const others = value.filter(({unit}) => unit !== id);
          put(count ? [...others, {unit: id, steps: count}] : others);
        },
        {min: 0, max: 99, "data-key": `action.taken-${id}`},
      ),
    ),
  );
  return el("fieldset", {class: "list", "data-at": "action.taken"}, el("legend", {}, fieldName("taken")), rows);
}

// The action without what was left open, as the service wants it.
export const posed = (action) => without(action);
