// The fields of one unit.

import {button, el, field} from "./dom.js";
import {fieldName, say} from "./words.js";
import {listControl, numberControl, textControl, wordControl, yesControl} from "./controls.js";
import * as on from "./position.js";

export const NUMBERS = ["attack", "defense", "movement", "steps"];
const MORE = ["range", "morale", "coordination", "protection", "potential", "entry"];

export function unitEditor(table, unit, move) {
  const {game, store} = table;
  const index = store.state.position.units.indexOf(unit);
  const set = (changes) => store.change({position: on.changedUnit(store.state.position, unit.id, changes)});
  const shown = (name, control) => field(fieldName(name), control, {at: `position.units.${index}.${name}`});
  const key = (name) => ({"data-key": `unit-${unit.id}-${name}`});
  const word = (name, kind) =>
    shown(
      name,
      wordControl(game, kind, unit[name], (value) => set({[name]: value}), key(name)),
    );
  const numeral = (name) =>
    shown(
      name,
      numberControl(unit[name], (value) => set({[name]: value}), key(name)),
    );
  const text = (name) =>
    shown(
      name,
      textControl(unit[name], (value) => set({[name]: value}), key(name)),
    );
  const formation = (level) =>
    field(
      fieldName(level),
      textControl(
        unit.formation?.[level],
        (value) => {
          const next = on.without({...unit.formation, [level]: value});
          set({formation: Object.keys(next).length ? next : null});
        },
        key(level),
      ),
      {at: `position.units.${index}.formation.${level}`},
    );
  return el(
    "div",
    {class: "unit-editor"},
    word("type", "types"),
    word("nation", "nations"),
    el("div", {class: "numbers"}, NUMBERS.map(numeral)),
    word("supply", "supply"),
    shown(
      "reduced",
      yesControl(unit.reduced, (value) => set({reduced: value}), key("reduced")),
    ),
    listControl(game, "statuses", unit.status, (value) => set({status: value}), {
      key: `unit-${unit.id}-status`,
      legend: fieldName("status"),
    }),
    el(
      "details",
      {},
      el("summary", {}, say("more")),
      rename(table, unit),
      text("name"),
      word("side", "sides_of_play"),
      text("hex"),
      el("div", {class: "numbers"}, MORE.map(numeral)),
      ["division", "corps", "army"].map(formation),
    ),
    el(
      "p",
      {class: "buttons"},
      button(say("move_unit"), move, {class: "quiet"}),
      button(
        say("copy_unit"),
        () =>
          store.change({
            position: on.withUnit(store.state.position, {...unit, id: on.newId(store.state.position, unit.nation)}),
          }),
        {class: "quiet"},
      ),
      button(say("remove_unit"), () => store.change({position: on.withoutUnit(store.state.position, unit.id)}), {
        class: "quiet",
      }),
    ),
  );
}

// Another name, wherever the unit is named.
function rename(table, unit) {
  const {store} = table;
  return field(
    fieldName("id"),
    textControl(
      unit.id,
      (id) => {
        const {position, action} = store.state;
        if (!id || position.units.some((other) => other.id === id)) return table.redraw();
        table.unit = id;
        const renamed = (value) =>
          Array.isArray(value) ? value.map((each) => (each === unit.id ? id : each)) : value === unit.id ? id : value;
        const next =
          action &&
          Object.fromEntries(
            Object.entries(action).map(([name, value]) => [name, name === "type" ? value : renamed(value)]),
          );
        return store.change({position: on.changedUnit(position, unit.id, {id}), action: next});
      },
      {"data-key": `unit-${unit.id}-id`},
    ),
  );
}
