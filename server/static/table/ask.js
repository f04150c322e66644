// The panel where one asks: who acts, what is open to it, the action, the ruling.

import {button, el, field} from "./dom.js";
import {colon, fieldName, label, lang, number, say, spoken} from "./words.js";
import {Problem, askOptions, askRuling} from "./api.js";
import {actionField, actionForm, actionOf, modeOf, posed} from "./action.js";
import {factControl} from "./controls.js";
import {described, picture, sideOf} from "./counter.js";
import {factOf, missingFacts, repaired} from "./facts.js";
import {unitOf} from "./position.js";
import {awaited, link, rulingView, toldAloud} from "./ruling.js";

const FEW = 9;
const LISTS = new Set(["path", "trail", "sides"]);

export class Ask {
  constructor(table) {
    this.table = table;
    this.forget();
  }

  forget() {
    Object.assign(this, {selected: [], options: null, ruling: null, problem: null, picking: null, isAdding: false, isAsked: false});
    this.turn = (this.turn ?? 0) + 1;
  }

  get state() { return this.table.store.state; }
  get acting() { return new Set(this.state.action?.units ?? (this.state.action?.unit ? [this.state.action.unit] : this.selected)); }

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

  // What the service says now, to what lies on the table now: late answers are dropped.
  async refresh() {
    const turn = ++this.turn;
    const answers = await Promise.allSettled([this.#options(), this.#ruling()]);
    if (turn !== this.turn) return;
    const [options, ruling] = answers;
    const wrong = answers.find(({reason}) => reason)?.reason;
    if (wrong && !(wrong instanceof Problem)) throw wrong;
    Object.assign(this, {options: options.value ?? null, ruling: ruling.value ?? null, problem: wrong ?? null});
    if (this.ruling) this.table.say(toldAloud(this.ruling));
    else if (wrong) this.table.say(`${wrong.title}. ${wrong.detail ?? ""}`);
    else if (this.options) this.table.say(say("reach_told", {count: new Set(this.options.moves.map(({to}) => to)).size, attacks: this.options.attacks.length}));
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
    const marks = (this.options?.barred ?? []).map(({hex, cases}) => ({hex, kind: "barred", title: say("barred_by", {cases: cases.map(number).join(", ")})}));
    const cheapest = new Map();
    for (const move of this.options?.moves ?? []) if (!cheapest.has(move.to) || cheapest.get(move.to).cost > move.cost) cheapest.set(move.to, move);
    for (const move of cheapest.values()) marks.push({hex: move.to, kind: "reach", text: String(move.cost), title: say("reached", {cost: move.cost, mode: label(this.table.game, "modes", move.mode)})});
    for (const {target} of this.options?.attacks ?? []) marks.push({hex: target, kind: "attack", title: say("may_attack")});
    if (this.state.action?.target) marks.push({hex: this.state.action.target, kind: "target"});
    return marks;
  }

  arrows() {
    const {action, position} = this.state;
    if (!action) return [];
    const target = action.target;
    const from = target ? [...new Set([...this.acting].map((id) => unitOf(position, id)?.hex).filter((hex) => hex && hex !== target))] : [];
    return [...(action.path ? [{kind: "path", hexes: action.path}] : []), ...from.map((hex) => ({kind: "strike", hexes: [hex, target]}))];
  }

  // The panel

  view() {
    return [this.#who(), this.problem ? this.#problemView() : null, this.ruling && this.#rulingView(), this.#optionsView(), this.#form(), this.#assume()];
  }

  #who() {
    const {table} = this;
    const units = this.selected.map((id) => unitOf(this.state.position, id)).filter(Boolean);
    const there = table.hex ? this.state.position.units.filter((unit) => unit.hex === table.hex) : [];
    const away = this.state.position.units.filter((unit) => !unit.hex || !table.board.has(unit.hex));
    const box = el("input", {type: "checkbox", "data-key": "adding", change: () => { this.isAdding = box.checked; table.redraw(); }});
    box.checked = this.isAdding;
    return el("section", {class: "who"},
      units.length ? el("ul", {class: "chosen"}, units.map((unit) => el("li", {}, described(table.game, unit)))) : el("p", {class: "hint"}, say("ask_hint")),
      units.length > 0 && el("p", {class: "hint"}, say(this.picking ? "picking_hint" : "chosen_hint")),
      there.length > 1 && this.#pieces(there),
      away.length > 0 && el("details", {open: this.isAwayOpen ?? away.length < FEW, toggle: (event) => { this.isAwayOpen = event.target.open; }},
        el("summary", {}, `${say("off_board")} (${away.length})`), this.#pieces(away)),
      this.state.position.units.length > 1 && el("label", {class: "check"}, box, say("add_more")));
  }

  #pieces(units) {
    const {table} = this;
    return el("div", {class: "palette"}, units.map((unit) => button([picture(table.game, table.layout, unit), el("span", {}, unit.id)],
      () => (this.isAdding ? this.#toggle(unit.id) : this.select([unit.id])),
      {class: "piece", "aria-pressed": String(this.selected.includes(unit.id)), "aria-label": described(table.game, unit), "data-key": `choose-${unit.id}`})));
  }

  #toggle(id) {
    this.select(this.selected.includes(id) ? this.selected.filter((other) => other !== id) : [...this.selected, id]);
  }

  #context() {
    const {table} = this;
    return {
      game: table.game, state: this.state, picking: this.picking,
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
      has: (hex) => table.board.has(hex), showHex: (hex) => table.showHex(hex),
      repair: (change) => { this.isAsked = true; table.store.change(repaired(this.state, table.game, change)); },
    };
  }

  #form() {
    const isOpen = this.isFormOpen ?? !this.ruling;
    return el("details", {class: "form", open: isOpen, toggle: (event) => { this.isFormOpen = event.target.open; }},
      el("summary", {}, say("action_form")), actionForm(this.#context()));
  }

  #assume() {
    const box = el("input", {type: "checkbox", "data-key": "assume", change: () => this.table.store.change({assume: box.checked})});
    box.checked = Boolean(this.state.assume);
    return el("label", {class: "check"}, box, say("assume"));
  }

  #rulingView() {
    const {ruling} = this;
    const missing = ruling.missing.length > 0 && this.#missingView(ruling.missing, spoken("needed"));
    return rulingView({...this.#context(), missing, awaited: !missing && this.#awaitedView(ruling.values)}, ruling);
  }

  // Where the verdict is settled but numbers are not, the facts that they wait for.
  #awaitedView(values) {
    const facts = awaited(values).map((fact) => ({fact})).filter(({fact}) => !["none", "markers"].includes(factOf(this.state, this.table.game, fact).kind));
    return facts.length > 0 && el("details", {"data-key": "awaited", open: this.isAwaitedOpen, toggle: (event) => { this.isAwaitedOpen = event.target.open; }},
      el("summary", {}, say("awaited", {count: facts.length})), this.#missingView(facts, spoken("needed")));
  }

  #missingView(missing, title) {
    const context = this.#context();
    const facts = missingFacts(this.state, this.table.game, missing);
    return el("section", {class: "missing"}, el("h3", {}, title), facts.map((fact) => this.#missingFact(context, fact)));
  }

  #missingFact(context, fact) {
    const name = this.#factName(fact);
    const why = el("span", {class: "hint"}, fact.would_decide && `${spoken("decides")} `, fact.needed_by.map((id) => [link(id), " "]));
    const isField = fact.kind === "action" && this.state.action && this.table.game.action.get(this.state.action.type)?.fields.properties[fact.field];
    const control = isField ? actionField(context, fact.field)
      : factControl(this.table.game, fact, (value) => this.table.store.change(fact.put(value)), name);
    if (!control) return el("div", {class: "fact"}, el("p", {}, el("code", {}, fact.path), " ", why), el("p", {class: "hint"}, say(fact.kind === "markers" ? "fill_markers" : "cannot_fill")));
    const isWhole = fact.kind === "list" || isField;
    return el("div", {class: "fact", "data-fact": fact.path}, isWhole ? control : field(name, control), why);
  }

  #factName(fact) {
    const {game} = this.table;
    const name = fact.name ? fieldName(fact.name) : fieldName(fact.key.split(".")[0]);
    if (fact.unit) return `${fact.unit}${colon}${name}`;
    if (fact.hex) return `${say("hex", {hex: fact.hex})}${colon}${name}`;
    if (fact.side) return `${say("side_of", {side: fact.side})}`;
    if (fact.road) return say("road_of", {road: fact.road});
    if (fact.elsewhere) return `${say("elsewhere")}${colon}${name}`;
    if (fact.key.startsWith("tracks.")) return label(game, "tracks", fact.key.slice("tracks.".length));
    return fact.key === "units_complete" ? say("units_complete") : name;
  }

  #optionsView() {
    const {options, table} = this;
    if (!options) return null;
    const count = new Set(options.moves.map(({to}) => to)).size;
    const others = options.others.map(({action, verdict}) => el("li", {}, button(this.#named(action), () => this.pose(action), {class: "repair"}), " ",
      el("span", {class: "hint"}, verdict === "undetermined" ? say("maybe") : "")));
    return el("section", {class: "options"},
      el("p", {}, count ? say("reach_told", {count, attacks: options.attacks.length}) : spoken("no_moves")),
      options.attacks.length > 0 && el("p", {}, `${spoken("attacks")}${colon}`, options.attacks.map(({target}) => [button(target, () => this.attack(target), {class: "quiet"}), " "])),
      others.length > 0 && el("details", {}, el("summary", {}, spoken("others")), el("ul", {class: "instead"}, others)),
      options.barred.length > 0 && el("details", {}, el("summary", {}, `${spoken("barred")} (${options.barred.length})`),
        el("ul", {class: "barred"}, options.barred.map(({hex, cases}) => el("li", {}, button(hex, () => table.showHex(hex), {class: "quiet"}), " ", cases.map((id) => [link(id), " "]))))),
      !this.ruling && options.missing.length > 0 && el("details", {"data-key": "options-missing", open: this.isMissingOpen, toggle: (event) => { this.isMissingOpen = event.target.open; }},
        el("summary", {}, say("unsettled", {count: options.missing.length})), this.#missingView(options.missing, spoken("needed"))));
  }

  #named(action) {
    const entry = this.table.game.action.get(action.type);
    const rest = Object.entries(action).filter(([name]) => name !== "type" && name !== "units" && name !== "unit").map(([, value]) => (Array.isArray(value) ? value.join(" ") : value));
    return [entry?.[lang] ?? action.type, ...rest].join(" ");
  }

  #problemView() {
    const {problem} = this;
    return el("article", {class: "problem", role: "alert"}, el("h2", {tabindex: -1}, problem.title), problem.errors.length === 0 && el("p", {}, problem.detail),
      el("ul", {}, problem.errors.map((error) => el("li", {}, el("code", {}, this.#place(error.at)), colon, error.says, error.case && [" ", link(error.case)],
        error.nearest && [" ", button(say("take", {word: error.nearest}), () => this.#mend(error), {class: "quiet"})]))));
  }

  // A unit is known to the player by its name, not by its place in a list.
  #place(at) {
    return at.replace(/^position\.units\.(\d+)/, (whole, index) => this.state.position.units[index]?.id ?? whole).replace(/^(position|action)\./, "");
  }

  #mend({at, nearest}) {
    const [head, ...rest] = at.split(".");
    const set = (node, [name, ...more]) => {
      const copy = Array.isArray(node) ? [...node] : {...node};
      copy[name] = more.length ? set(copy[name] ?? {}, more) : nearest;
      return copy;
    };
    if (head === "position" || head === "action") this.table.store.change({[head]: set(this.state[head], rest)});
  }
}

