// The panel where a table is built: tools and their palettes, the hex that is chosen, its units.

import {button, el, field, folding, select} from "./dom.js";
import {choices, fieldName, label, say} from "./words.js";
import {listControl, numberControl, wordControl} from "./controls.js";
import {picture} from "./counter.js";
import * as on from "./position.js";
import {NUMBERS, unitEditor} from "./unit.js";

const TOOLS = ["choose", "unit", "terrain", "feature", "side", "road", "control", "erase"];

export class Build {
  constructor(table) {
    this.table = table;
    this.tool = "choose";
    // What each tool puts on the board, and the unit that is stamped.
    this.brush = {};
    this.stamp = {};
    this.start = null;
    this.moving = null;
  }

  // For another game, the first words of its lists.
  forGame(game) {
    const first = (kind) => game.words.get(kind)?.keys().next().value ?? null;
    this.brush = {
      terrain: first("terrain"),
      feature: first("features"),
      side: first("sides"),
      control: first("sides_of_play"),
    };
    this.stamp = {nation: first("nations"), type: first("types"), supply: "supplied", status: []};
    this.start = this.moving = null;
  }

  // A hex was clicked, or entered by keyboard.
  act(hex) {
    const {store, board} = this.table;
    const {position} = store.state;
    if (this.moving) {
      store.change({position: on.changedUnit(position, this.moving, {hex})});
      this.moving = null;
    } else if (this.tool === "unit") this.#place(hex);
    else if (this.tool === "terrain")
      store.change({position: on.changedHex(position, hex, {terrain: this.brush.terrain})});
    else if (this.tool === "feature")
      store.change({
        position: on.changedHex(position, hex, {
          features: on.toggled(on.hexFacts(position, hex).features ?? [], this.brush.feature),
        }),
      });
    else if (this.tool === "control")
      store.change({position: on.changedHex(position, hex, {control: this.brush.control})});
    else if (this.tool === "erase") this.remove(hex);
    else if (this.tool === "side" || this.tool === "road") this.#between(hex, board);
    this.table.choose(hex);
  }

  #place(hex) {
    const {store} = this.table;
    const {position} = store.state;
    const unit = on.without({id: on.newId(position, this.stamp.nation), ...this.stamp, hex});
    store.change({position: on.withUnit(position, unit)});
    this.table.unit = unit.id;
  }

  // The first of two hexes is remembered; a road goes on from the second.
  #between(hex, board) {
    const {store} = this.table;
    const {position} = store.state;
    if (this.start && board.near(this.start).includes(hex)) {
      const [one, other] = [this.start, hex];
      if (this.tool === "road")
        store.change({position: on.changedRoad(position, one, other, !on.hasRoad(position, one, other))});
      else
        store.change({
          position: on.changedSide(
            position,
            one,
            other,
            on.toggled(on.sideWords(position, one, other) ?? [], this.brush.side),
          ),
        });
      this.start = this.tool === "road" ? hex : null;
    } else this.start = this.start === hex ? null : hex;
  }

  #startMoving(unit) {
    this.moving = unit.id;
    this.table.redraw();
    this.table.board.focus(this.table.board.current);
  }

  // The top unit of a hex goes; where there is none, what was said of the hex.
  remove(hex) {
    const {store} = this.table;
    const {position} = store.state;
    const there = position.units.filter((unit) => unit.hex === hex);
    if (there.length) store.change({position: on.withoutUnit(position, there.at(-1).id)});
    else if (on.isListed(position, hex)) store.change({position: on.forgottenHex(position, hex)});
  }

  letGo() {
    this.start = this.moving = null;
  }

  marks() {
    return [this.start, this.moving && on.unitOf(this.table.store.state.position, this.moving)?.hex]
      .filter(Boolean)
      .map((hex) => ({hex, kind: "seen"}));
  }

  // The panel

  view() {
    return [
      el(
        "fieldset",
        {class: "tools"},
        el("legend", {}, say("tool")),
        TOOLS.map((tool) => this.#toolButton(tool)),
      ),
      el("p", {class: "hint", "data-key": "tool-hint"}, say(this.moving ? "hint_move" : `hint_${this.tool}`)),
      this.#palette(),
      this.#hexEditor(),
      this.#offMap(),
    ];
  }

  #toolButton(tool) {
    const box = el("input", {
      type: "radio",
      name: "tool",
      "data-key": `tool-${tool}`,
      change: () => {
        this.tool = tool;
        this.letGo();
        this.table.redraw();
      },
    });
    box.checked = this.tool === tool;
    return el("label", {class: "tool"}, box, el("span", {}, say(`tool_${tool}`)));
  }

  #palette() {
    const {game} = this.table;
    const kinds = {terrain: "terrain", feature: "features", side: "sides", control: "sides_of_play"};
    if (this.tool === "unit") return this.#stampEditor(game);
    if (!kinds[this.tool]) return null;
    const brush = select(
      choices(game, kinds[this.tool], say("unknown")).filter(([word]) => word || this.tool !== "side"),
      this.brush[this.tool],
      (word) => {
        this.brush[this.tool] = word;
        this.table.redraw();
      },
      {"data-key": "brush"},
    );
    return field(say(`tool_${this.tool}`), brush);
  }

  #stampEditor(game) {
    const set = (changes) => {
      Object.assign(this.stamp, changes);
      this.table.redraw();
    };
    const types = [...game.words.get("types").values()].filter(
      ({nations}) => !nations || nations.includes(this.stamp.nation),
    );
    const nation = wordControl(
      game,
      "nations",
      this.stamp.nation,
      (word) => {
        const fits = game.words.get("types").get(this.stamp.type)?.nations;
        set({nation: word, ...(fits && !fits.includes(word) ? {type: null} : {})});
      },
      {"data-key": "stamp-nation"},
    );
    return el(
      "div",
      {class: "stamp"},
      field(fieldName("nation"), nation),
      el(
        "fieldset",
        {class: "palette"},
        el("legend", {}, fieldName("type")),
        types.map((entry) => this.#stampType(game, entry, set)),
      ),
      el(
        "div",
        {class: "numbers"},
        NUMBERS.map((name) =>
          field(
            fieldName(name),
            numberControl(this.stamp[name], (value) => set({[name]: value}), {"data-key": `stamp-${name}`}),
          ),
        ),
      ),
    );
  }

  #stampType(game, entry, set) {
    const shown = {id: "", ...this.stamp, type: entry.word, status: []};
    return button(
      [picture(game, this.table.layout, shown), el("span", {}, label(game, "types", entry.word))],
      () => set({type: entry.word}),
      {class: "piece", "aria-pressed": String(this.stamp.type === entry.word), "data-key": `stamp-type-${entry.word}`},
    );
  }

  // The chosen hex

  #hexEditor() {
    const {table} = this;
    const {hex} = table;
    if (!hex) return null;
    const {position} = table.store.state;
    const facts = on.hexFacts(position, hex);
    const set = (changes) => table.store.change({position: on.changedHex(table.store.state.position, hex, changes)});
    const at = `position.map.hexes.${hex}`;
    const word = (name, kind) =>
      table.game.words.get(kind)?.size > 0 &&
      field(
        fieldName(name),
        wordControl(table.game, kind, facts[name], (value) => set({[name]: value}), {"data-key": `hex-${name}`}),
        {at: `${at}.${name}`},
      );
    return el(
      "section",
      {class: "editor"},
      el("h3", {}, say("hex", {hex: [hex, table.layout.printed[hex]?.name].filter(Boolean).join(" ")})),
      this.#units(position.units.filter((unit) => unit.hex === hex)),
      folding(
        this.isHexOpen,
        (isOpen) => {
          this.isHexOpen = isOpen;
        },
        {"data-key": "hex-details"},
        say("ground"),
        word("terrain", "terrain"),
        listControl(table.game, "features", facts.features, (value) => set({features: value}), {
          key: "hex-features",
          legend: fieldName("features"),
        }),
        word("control", "sides_of_play"),
        word("home", "sides_of_play"),
        word("country", "countries"),
        word("front", "fronts"),
        field(
          fieldName("value"),
          numberControl(facts.value, (value) => set({value}), {min: 0, max: 99, "data-key": "hex-value"}),
          {at: `${at}.value`},
        ),
        on.isListed(position, hex) &&
          button(say("forget_hex"), () => table.store.change({position: on.forgottenHex(table.store.state.position, hex)}), {
            class: "quiet",
          }),
      ),
    );
  }

  #offMap() {
    const away = this.table.store.state.position.units.filter((unit) => !unit.hex || !this.table.board.has(unit.hex));
    return el(
      "section",
      {class: "editor"},
      el("h3", {}, say("off_board")),
      this.#units(away),
      button(say("add_off_board"), () => this.#placeAway(), {class: "quiet", "data-key": "add-off-board"}),
    );
  }

  #placeAway() {
    const {store} = this.table;
    const {hex: _, ...stamp} = this.stamp;
    const unit = on.without({id: on.newId(store.state.position, stamp.nation), ...stamp});
    this.table.unit = unit.id;
    store.change({position: on.withUnit(store.state.position, unit)});
  }

  #units(units) {
    const {table} = this;
    return units.map((unit) =>
      folding(
        table.unit === unit.id,
        (isOpen) => {
          if (isOpen) table.unit = unit.id;
          else if (table.unit === unit.id) table.unit = null;
        },
        {class: "unit", "data-key": `unit-${unit.id}`},
        [picture(table.game, table.layout, unit), el("span", {}, unit.id)],
        unitEditor(table, unit, () => this.#startMoving(unit)),
      ),
    );
  }
}
