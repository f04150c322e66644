// The panel where one asks: who acts, what is open to it, the action, the ruling.

import {button, el, folding, pictured} from "./dom.js";
import {label, number, say} from "./words.js";
import {Problem, askOptions, askRuling} from "./api.js";
import {actionForm, actionOf, modeOf, posed} from "./action.js";
import {answerView, optionsView, problemView} from "./answers.js";
import {described, picture, sideOf} from "./counter.js";
import {repaired} from "./facts.js";
import {unitOf} from "./position.js";
import {toldAloud} from "./ruling.js";

const FEW = 9;
const LISTS = new Set(["path", "trail", "sides"]);

export class Ask {
  constructor(table) {
    this.table = table;
    this.forget();
  }

  forget() {
    Object.assign(this, {
      selected: [],
      options: null,
      ruling: null,
      problem: null,
      picking: null,
      isAdding: false,
      isAsked: false,
    });
    this.turn = (this.turn ?? 0) + 1;
  }

  get state() {
    return this.table.store.state;
  }
  get acting() {
    return new Set(this.state.action?.units ?? (this.state.action?.unit ? [this.state.action.unit] : this.selected));
  }

  // A hex was clicked, or entered by keyboard.
  act(hex, isAdding) {
    this.table.choose(hex);
    if (this.picking) return this.#picked(hex);
    const there = this.state.position.units.filter((unit) => unit.hex === hex);
    const first = unitOf(this.state.position, this.selected[0]);
    if ((isAdding || this.isAdding) && there.length) return this.#add(there);
    if (!first?.hex || first.hex === hex) return this.#chooseAmong(there);
    const side = sideOf(this.table.game, first);
    if (there.some((unit) => sideOf(this.table.game, unit) !== side)) return this.attack(hex);
    const move = this.options?.moves.find(({to}) => to === hex);
    return there.length && !move ? this.#chooseAmong(there) : this.move(first.hex, hex, move);
  }

  // Of several units in a hex each click takes the next.
  #chooseAmong(there) {
    const place = this.selected.length > 1 ? -1 : there.findIndex(({id}) => id === this.selected[0]);
    const next = there[(place + 1) % there.length];
    const isSame = this.selected.length === 1 && next?.id === this.selected[0];
    return this.select(next && !isSame ? [next.id] : []);
  }

  #add(there) {
    const chosen = there.find(({id}) => !this.selected.includes(id));
    const ids = there.map(({id}) => id);
    return this.select(chosen ? [...this.selected, chosen.id] : this.selected.filter((id) => !ids.includes(id)));
  }

  select(ids) {
    Object.assign(this, {selected: ids, ruling: null, problem: null, isAsked: false, options: null, picking: null});
    if (this.state.action) this.table.store.change({action: null});
    this.refresh();
    this.table.say(ids.length ? say("chosen", {units: ids.join(", ")}) : say("nothing_chosen"));
    this.table.redraw();
  }

  move(from, to, found) {
    const isOpen = new Set((this.options?.moves ?? []).map((move) => move.to));
    const path = found?.path ?? this.table.board.way(from, to, (hex) => isOpen.has(hex));
    const mode = found?.mode ?? modeOf(this.table.game, this.state.position);
    this.pose({type: "move", units: this.selected, path, ...(mode ? {mode} : {})});
  }

  attack(target) {
    if (!this.table.game.action.has("attack")) return;
    this.pose({...actionOf(this.table.game, "attack", null, this.selected), target});
  }

  pose(action) {
    this.isAsked = true;
    this.table.store.change({action: posed(action)});
  }

  #picked(hex) {
    const name = this.picking;
    const before = this.state.action[name];
    const path = before ?? [unitOf(this.state.position, this.state.action.units?.[0])?.hex].filter(Boolean);
    if (LISTS.has(name)) {
      const next = path.at(-1) === hex ? path.slice(0, -1) : [...path, hex];
      this.table.store.change({action: posed({...this.state.action, [name]: next.length ? next : null})});
    } else {
      this.picking = null;
      this.pose({...this.state.action, [name]: hex});
    }
  }

  letGo() {
    if (this.picking) this.picking = null;
    else this.select([]);
    this.table.redraw();
  }

  // What the service says now, to what lies on the table now: late answers are dropped. What was done is shown before
  // it is asked about, for to write down a full board takes time; several changes at once are one question.
  async refresh() {
    const turn = ++this.turn;
    this.isWaiting = true;
    this.table.part("panel-ask").setAttribute("aria-busy", "true");
    await pictured();
    if (turn !== this.turn) return;
    const answers = await Promise.allSettled([this.#options(), this.#ruling()]);
    if (turn !== this.turn) return;
    const [options, ruling] = answers;
    const wrong = answers.find(({reason}) => reason)?.reason;
    if (wrong && !(wrong instanceof Problem)) throw wrong;
    Object.assign(this, {options: options.value ?? null, ruling: ruling.value ?? null, problem: wrong ?? null});
    this.isWaiting = false;
    if (this.ruling) this.table.say(toldAloud(this.ruling));
    else if (wrong) this.table.say(`${wrong.title}. ${wrong.detail ?? ""}`);
    else if (this.options)
      this.table.say(
        say("reach_told", {
          count: new Set(this.options.moves.map(({to}) => to)).size,
          attacks: this.options.attacks.length,
        }),
      );
    this.table.redraw();
  }

  async #options() {
    const [id] = this.selected;
    return this.selected.length === 1 && unitOf(this.state.position, id) ? askOptions(this.state, id) : null;
  }

  async #ruling() {
    return this.state.action && this.isAsked && !LISTS.has(this.picking) ? askRuling(this.state) : null;
  }

  marks() {
    const marks = (this.options?.barred ?? []).map(({hex, cases}) => ({
      hex,
      kind: "barred",
      title: say("barred_by", {cases: cases.map(number).join(", ")}),
    }));
    const cheapest = new Map();
    for (const move of this.options?.moves ?? [])
      if (!cheapest.has(move.to) || cheapest.get(move.to).cost > move.cost) cheapest.set(move.to, move);
    for (const move of cheapest.values())
      marks.push({
        hex: move.to,
        kind: "reach",
        text: String(move.cost),
        title: say("reached", {cost: move.cost, mode: label(this.table.game, "modes", move.mode)}),
      });
    for (const {target} of this.options?.attacks ?? [])
      marks.push({hex: target, kind: "attack", title: say("may_attack")});
    if (this.state.action?.target) marks.push({hex: this.state.action.target, kind: "target"});
    return marks;
  }

  arrows() {
    const {action, position} = this.state;
    if (!action) return [];
    const target = action.target;
    const from = target
      ? [...new Set([...this.acting].map((id) => unitOf(position, id)?.hex).filter((hex) => hex && hex !== target))]
      : [];
    return [
      ...(action.path ? [{kind: "path", hexes: action.path}] : []),
      ...from.map((hex) => ({kind: "strike", hexes: [hex, target]})),
    ];
  }

  // The panel

  view() {
    return [
      this.#who(),
      this.problem ? problemView(this) : null,
      this.ruling && answerView(this),
      optionsView(this),
      this.#form(),
      this.#assume(),
    ];
  }

  #who() {
    const {table} = this;
    const units = this.selected.map((id) => unitOf(this.state.position, id)).filter(Boolean);
    const there = table.hex ? this.state.position.units.filter((unit) => unit.hex === table.hex) : [];
    const away = this.state.position.units.filter((unit) => !unit.hex || !table.board.has(unit.hex));
    const box = el("input", {
      type: "checkbox",
      "data-key": "adding",
      change: () => {
        this.isAdding = box.checked;
        table.redraw();
      },
    });
    box.checked = this.isAdding;
    return el(
      "section",
      {class: "who"},
      units.length
        ? el(
            "ul",
            {class: "chosen"},
            units.map((unit) => el("li", {}, described(table.game, unit))),
          )
        : el("p", {class: "hint"}, say("ask_hint")),
      units.length > 0 && el("p", {class: "hint"}, say(this.picking ? "picking_hint" : "chosen_hint")),
      there.length > 1 && this.#pieces(there),
      away.length > 0 &&
        folding(
          this.isAwayOpen ?? away.length < FEW,
          (isOpen) => {
            this.isAwayOpen = isOpen;
          },
          {},
          `${say("off_board")} (${away.length})`,
          this.#pieces(away),
        ),
      this.state.position.units.length > 1 && el("label", {class: "check"}, box, say("add_more")),
    );
  }

  #pieces(units) {
    const {table} = this;
    return el(
      "div",
      {class: "palette"},
      units.map((unit) =>
        button(
          [picture(table.game, table.layout, unit), el("span", {}, unit.id)],
          () => (this.isAdding ? this.#toggle(unit.id) : this.select([unit.id])),
          {
            class: "piece",
            "aria-pressed": String(this.selected.includes(unit.id)),
            "aria-label": described(table.game, unit),
            "data-key": `choose-${unit.id}`,
          },
        ),
      ),
    );
  }

  #toggle(id) {
    this.select(this.selected.includes(id) ? this.selected.filter((other) => other !== id) : [...this.selected, id]);
  }

  // What the form of the action and the ruling need to know, and what they may do.
  context() {
    const {table} = this;
    return {
      game: table.game,
      state: this.state,
      picking: this.picking,
      change: (changes) => this.pose({...this.state.action, ...changes}),
      choose: (type) => {
        this.ruling = this.problem = null;
        this.isAsked = false;
        table.store.change({action: type ? actionOf(table.game, type, this.state.action, this.selected) : null});
      },
      pick: (name) => {
        const was = this.picking;
        this.picking = name;
        if (name === null && LISTS.has(was)) this.refresh();
        table.redraw();
      },
      has: (hex) => table.board.has(hex),
      showHex: (hex) => table.showHex(hex),
      repair: (change) => {
        this.isAsked = true;
        table.store.change(repaired(this.state, table.game, change));
      },
    };
  }

  #form() {
    return folding(
      this.isFormOpen ?? !this.ruling,
      (isOpen) => {
        this.isFormOpen = isOpen;
      },
      {class: "form"},
      say("action_form"),
      actionForm(this.context()),
    );
  }

  #assume() {
    const box = el("input", {
      type: "checkbox",
      "data-key": "assume",
      change: () => this.table.store.change({assume: box.checked}),
    });
    box.checked = Boolean(this.state.assume);
    return el("label", {class: "check"}, box, say("assume"));
  }
}
