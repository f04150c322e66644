// The panel of all that is not on the board: turn, phase, weather, options, tracks, events.

import {button, el, field, select} from "./dom.js";
import {fieldName, label, say} from "./words.js";
import {listControl, numberControl, textControl, wordControl} from "./controls.js";
import {changedElsewhere, changedPosition, without} from "./position.js";

export function situationView({game, store}) {
  const {position} = store.state;
  const set = (changes) => store.change({position: changedPosition(store.state.position, changes)});
  const word = (name, kind) =>
    game.words.get(kind)?.size > 0 &&
    field(
      fieldName(name),
      wordControl(game, kind, position[name], (value) => set({[name]: value}), {"data-key": name}),
      {at: `position.${name}`},
    );
  const list = (name) =>
    game.words.get(name)?.size > 0 &&
    el(
      "div",
      {"data-at": `position.${name}`},
      listControl(game, name, position[name], (value) => set({[name]: value}), {key: name, legend: fieldName(name)}),
    );
  return [
    word("scenario", "scenarios"),
    field(
      fieldName("turn"),
      numberControl(position.turn, (turn) => set({turn}), {
        min: game.turns[0],
        max: game.turns.at(-1),
        "data-key": "turn",
      }),
      {at: "position.turn"},
    ),
    word("phase", "phases"),
    word("active", "sides_of_play"),
    word("weather", "weather"),
    complete(position, set),
    list("options"),
    list("events"),
    tracks(game, position, set),
    markers(game, position, set),
    elsewhere(game, store),
  ];
}

function complete(position, set) {
  const box = el("input", {
    type: "checkbox",
    "data-key": "units_complete",
    change: () => set({units_complete: box.checked || null}),
  });
  box.checked = position.units_complete === true;
  return el("label", {class: "check", "data-at": "position.units_complete"}, box, say("units_complete"));
}

function tracks(game, position, set) {
  const kept = position.tracks ?? {};
  const put = (name, value) => set({tracks: without({...kept, [name]: value})});
  const others = [...(game.words.get("tracks")?.keys() ?? [])].filter((name) => !(name in kept));
  const add = select(
    [["", say("add")], ...others.map((name) => [name, label(game, "tracks", name)])],
    "",
    (name) => name && put(name, 0),
    {"aria-label": `${say("add")} ${fieldName("tracks")}`, "data-key": "tracks-add"},
  );
  return el(
    "fieldset",
    {class: "list", "data-at": "position.tracks"},
    el("legend", {}, fieldName("tracks")),
    Object.entries(kept).map(([name, value]) =>
      field(
        label(game, "tracks", name),
        numberControl(value, (next) => put(name, next), {"data-key": `tracks.${name}`}),
        {at: `position.tracks.${name}`},
      ),
    ),
    others.length > 0 && add,
  );
}

function markers(game, position, set) {
  if (!game.words.get("markers")?.size) return null;
  const kept = position.markers ?? [];
  const is = el("input", {
    type: "checkbox",
    "data-key": "markers-known",
    change: () => set({markers: is.checked ? [] : null}),
  });
  is.checked = Boolean(position.markers);
  const put = (place, changes) =>
    set({markers: kept.map((each, index) => (index === place ? without({...each, ...changes}) : each))});
  const add = select(
    [["", say("add")], ...[...game.words.get("markers").keys()].map((word) => [word, label(game, "markers", word)])],
    "",
    (type) => type && set({markers: [...kept, {type}]}),
    {"aria-label": `${say("add")} ${fieldName("markers")}`, "data-key": "markers-add"},
  );
  return el(
    "fieldset",
    {class: "list", "data-at": "position.markers"},
    el("legend", {}, fieldName("markers")),
    kept.map((each, place) =>
      el(
        "div",
        {class: "marker"},
        field(
          label(game, "markers", each.type),
          textControl(each.hex, (hex) => put(place, {hex}), {
            "data-key": `marker-${place}`,
            placeholder: fieldName("hex"),
          }),
          {at: `position.markers.${place}.hex`},
        ),
        button("×", () => set({markers: kept.filter((_, index) => index !== place)}), {
          class: "plain",
          "aria-label": `${say("remove")} ${label(game, "markers", each.type)}`,
        }),
      ),
    ),
    add,
    el("label", {class: "check"}, is, say(kept.length ? "whole_list" : "none_at_all")),
  );
}

// What every hex that is not listed is like.
function elsewhere(game, store) {
  const facts = store.state.position.map?.elsewhere ?? {};
  const set = (changes) => store.change({position: changedElsewhere(store.state.position, changes)});
  const word = (name, kind) =>
    game.words.get(kind)?.size > 0 &&
    field(
      fieldName(name),
      wordControl(game, kind, facts[name], (value) => set({[name]: value}), {"data-key": `elsewhere-${name}`}),
      {at: `position.map.elsewhere.${name}`},
    );
  const list = (name, kind) =>
    listControl(game, kind, facts[name], (value) => set({[name]: value}), {
      key: `elsewhere-${name}`,
      legend: fieldName(name),
    });
  return el(
    "fieldset",
    {class: "elsewhere"},
    el("legend", {}, say("elsewhere")),
    el("p", {class: "hint"}, say("elsewhere_hint")),
    word("terrain", "terrain"),
    list("features", "features"),
    list("sides", "sides"),
    word("control", "sides_of_play"),
    word("country", "countries"),
    word("home", "sides_of_play"),
  );
}
