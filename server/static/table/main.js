// The table: one position that is built, asked about, kept and shared.

import {el, fill, keepingFocus, pressIn} from "./dom.js";
import {lang, say, verdict} from "./words.js";
import {loadExample, loadExamples, loadGame, loadLayout, loadMap} from "./api.js";
import {Ask} from "./ask.js";
import {Board} from "./board.js";
import {Build} from "./build.js";
import {keepView} from "./keep.js";
import {walkByKeys} from "./keys.js";
import {empty} from "./position.js";
import {around} from "./region.js";
import {packed, unpacked} from "./share.js";
import {situationView} from "./situation.js";
import {Store} from "./store.js";

const TABS = ["ask", "build", "situation", "keep"];
const ZOOMS = [0.35, 0.5, 0.7, 0.85, 1, 1.25, 1.6, 2, 2.6];
const LONGEST_TOLD = 70;

class Table {
  constructor(root) {
    this.root = root;
    this.part = (name) => root.querySelector(`[data-part="${name}"]`);
    this.board = new Board(this.part("board"));
    this.tab = "ask";
    this.zoom = null;
    this.press = pressIn(root, () => this.isLate && this.redraw());
    this.hex = this.unit = this.shared = null;
    this.ask = new Ask(this);
    this.build = new Build(this);
    this.games = [...this.part("games").options].map(({value}) => value);
  }

  // Starting

  async start() {
    this.listen();
    const {opened, wrong} = await this.asked();
    const state = opened ?? {position: empty(this.part("games").value)};
    await this.enter(state.position.game);
    this.store = new Store({action: null, assume: false, ...state});
    this.store.listen((now, before) => this.changed(now, before));
    this.ask.isAsked = Boolean(state.action);
    this.ask.selected = [...this.ask.acting];
    await this.layAround();
    this.root.removeAttribute("aria-busy");
    if (wrong) this.notice(wrong, true);
    if (state.action) this.ask.refresh();
  }

  // What the address asks for: a shared table, a worked example, or neither. What is wrong with it is told.
  async asked() {
    try {
      const example = new URLSearchParams(location.search).get("example");
      if (location.hash.length > 1) return {opened: await this.readable(await unpacked(location.hash.slice(1)))};
      if (example) return {opened: await this.readable(await loadExample(example))};
    } catch (wrong) {
      return {wrong: wrong.message};
    }
    return {};
  }

  // A table that can be drawn: of a game we have, its stored map fetched.
  async readable(state) {
    const {action} = state;
    const position = {...state.position, units: state.position.units ?? []};
    if (!this.games.includes(position.game)) throw new Error(say("bad_game", {game: position.game}));
    const game = await loadGame(position.game);
    const known = action && !game.action.has(action.type) ? null : action;
    if (typeof position.map !== "string") return {...state, action: known, position};
    return {...state, action: known, position: {...position, map: (await loadMap(position.map)).map}};
  }

  async open(state) {
    const opened = await this.readable(state);
    this.ask.forget();
    this.ask.isAsked = Boolean(opened.action);
    this.hex = this.unit = this.shared = null;
    this.isOpened = true;
    this.store.open(opened);
    this.notice("");
  }

  // The words, examples and looks of another game.
  async enter(key) {
    if (this.game?.key === key) return;
    const [game, {examples}] = await Promise.all([loadGame(key), loadExamples(key)]);
    this.game = game;
    this.build.forGame(game);
    this.part("games").value = key;
    fill(
      this.part("examples"),
      el("option", {value: ""}, say(examples.length ? "choose_example" : "no_examples")),
      examples.map((each) => el("option", {value: each.id}, `${each.id.split(":")[1]} ${shortened(each.told[lang])}`)),
    );
  }

  // The part of the map

  layAround() {
    return this.lay(...around(this.game, this.store.state));
  }

  async lay(first, last) {
    const turn = (this.laying = (this.laying ?? 0) + 1);
    const layout = await loadLayout(this.game.key, first, last);
    if (turn !== this.laying) return;
    this.layout = layout;
    this.board.lay(this.game, layout);
    this.fit();
    this.redraw();
  }

  // Changes

  async changed(now, before) {
    const isOther = now.position.game !== this.game.key;
    if (isOther) {
      await this.enter(now.position.game);
      this.ask.forget();
      this.ask.isAsked = Boolean(now.action);
    }
    if (this.isOpened || (now.action !== before.action && !this.ask.selected.length))
      this.ask.selected = [...this.ask.acting];
    this.ask.selected = this.ask.selected.filter((id) => now.position.units.some((unit) => unit.id === id));
    if (isOther || this.isOpened) await this.layAround();
    else this.redraw();
    this.isOpened = false;
    if (!now.action) this.ask.ruling = null;
    this.ask.refresh();
    this.keepInAddress();
  }

  // The address holds the table: to reload the page loses nothing.
  keepInAddress() {
    clearTimeout(this.keeping);
    this.keeping = setTimeout(async () => {
      const {state} = this.store;
      const text = await packed(state);
      if (state !== this.store.state) return;
      const query = new URLSearchParams(location.search);
      query.delete("example");
      history.replaceState(null, "", `${location.pathname}${query.size ? `?${query}` : ""}#${text}`);
    }, 300);
  }

  choose(hex) {
    this.hex = hex;
    if (this.board.current !== hex) this.board.focus(hex, {move: false});
  }

  showHex(hex) {
    this.choose(hex);
    this.board.focus(hex);
    this.board.element(hex)?.scrollIntoView({block: "nearest", inline: "nearest"});
  }

  act(hex, isAdding = false) {
    if (this.tab === "build") this.build.act(hex);
    else {
      if (this.tab !== "ask") this.tab = "ask";
      this.ask.act(hex, isAdding);
    }
    this.redraw();
  }

  letGo() {
    this.build.letGo();
    if (this.tab === "ask") this.ask.letGo();
    this.redraw();
  }

  // Drawing

  redraw() {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => {
      this.isLate = this.press.isDown;
      if (!this.isLate) this.draw();
    });
  }

  draw() {
    if (!this.layout || !this.store) return;
    const isAsking = this.tab !== "build";
    this.board.draw(this.store.state.position, {
      acting: this.ask.acting,
      arrows: this.ask.arrows(),
      marks: isAsking ? this.ask.marks() : this.build.marks(),
    });
    this.#drawChip();
    this.part("undo").disabled = !this.store.canUndo;
    this.part("redo").disabled = !this.store.canRedo;
    for (const tab of TABS) {
      const isOpen = tab === this.tab;
      this.part(`tab-${tab}`).setAttribute("aria-selected", String(isOpen));
      this.part(`tab-${tab}`).tabIndex = isOpen ? 0 : -1;
      this.part(`panel-${tab}`).hidden = !isOpen;
    }
    if (!this.ask.isWaiting) this.part("panel-ask").removeAttribute("aria-busy");
    const panel = this.part(`panel-${this.tab}`);
    const views = {
      ask: () => this.ask.view(),
      build: () => this.build.view(),
      situation: () => situationView(this),
      keep: () => keepView(this),
    };
    keepingFocus(panel, () => fill(panel, views[this.tab]()));
    this.#showFaults(panel);
    this.info();
  }

  // The verdict beside the board, for a screen on which the ruling is further down.
  #drawChip() {
    const chip = this.part("chip");
    const found = this.ask.ruling?.verdict;
    chip.hidden = !found;
    chip.className = `chip ${found ?? ""}`;
    chip.textContent = found ? verdict(found) : "";
  }

  // What was refused is told at the field that it names.
  #showFaults(panel) {
    for (const error of this.ask.problem?.errors ?? []) {
      const fields = [...panel.querySelectorAll("[data-at]")].filter(
        (each) => error.at === each.dataset.at || error.at.startsWith(`${each.dataset.at}.`),
      );
      const [nearest] = fields.sort((a, b) => b.dataset.at.length - a.dataset.at.length);
      const control = nearest?.querySelector("input, select");
      if (!control) continue;
      control.setAttribute("aria-invalid", "true");
      const told = el("span", {class: "fault", id: `fault-${error.at}`}, error.says);
      control.setAttribute("aria-describedby", told.id);
      nearest.append(told);
    }
  }

  // The hex under the pointer or the keyboard, in words.
  info(hex = this.board.current) {
    const units = this.store.state.position.units.filter((unit) => unit.hex === hex);
    const told = this.board.told.get(hex);
    this.part("info").textContent = [
      hex && this.board.has(hex) ? this.board.described(this.store.state.position, hex, units) : "",
      told,
    ]
      .filter(Boolean)
      .join(" · ");
  }

  notice(text, isWrong = false) {
    const place = this.part("notice");
    place.className = isWrong ? "notice wrong" : "notice";
    place.setAttribute("role", isWrong ? "alert" : "status");
    place.textContent = text;
  }

  say(text) {
    this.part("live").textContent = text;
  }

  // As large as there is room for, yet large enough to read.
  fit() {
    const [, , width, height] = this.board.view;
    const {clientWidth, clientHeight} = this.part("window");
    const fits = Math.min(clientWidth / width, clientHeight / height);
    this.scale(Math.min(1.6, Math.max(fits, 0.55)));
    const view = this.part("window");
    view.scrollTo((view.scrollWidth - view.clientWidth) / 2, (view.scrollHeight - view.clientHeight) / 2);
  }

  scale(zoom) {
    this.zoom = zoom;
    this.board.scale(zoom);
  }

  zoomBy(way) {
    const next =
      way > 0 ? ZOOMS.find((zoom) => zoom > this.zoom * 1.05) : ZOOMS.findLast((zoom) => zoom < this.zoom * 0.95);
    if (next) this.scale(next);
  }

  // Listening

  listen() {
    // Not on the drawing itself: a browser takes an SVG that listens to keys for something to stop at.
    const root = this.part("window");
    root.addEventListener("click", (event) => {
      const hex = event.target.closest("[data-hex]")?.dataset.hex;
      if (hex) this.act(hex, event.shiftKey || event.ctrlKey || event.metaKey);
    });
    root.addEventListener("pointerover", (event) => {
      const hex = event.target.closest("[data-hex]")?.dataset.hex;
      if (hex && this.store) this.info(hex);
    });
    root.addEventListener("focusin", (event) => {
      const hex = event.target.closest("[data-hex]")?.dataset.hex;
      if (!hex || !this.store) return;
      this.info(hex);
      if (event.target.matches(":focus-visible")) this.board.ring(hex);
    });
    root.addEventListener("focusout", () => this.board.ring(null));
    walkByKeys(this.board, root, {
      act: (hex, isAdding) => this.act(hex, isAdding),
      letGo: () => this.letGo(),
      remove: (hex) => {
        if (this.tab === "build") this.build.remove(hex);
      },
    });
    this.#listenToBar();
    this.#listenToTabs();
    addEventListener("keydown", (event) => this.#shortcut(event));
    addEventListener("hashchange", async () => {
      const {opened, wrong} = await this.asked();
      if (opened) await this.open(opened);
      else if (wrong) this.notice(wrong, true);
    });
    document.querySelector("a[hreflang]")?.addEventListener("click", (event) => {
      event.currentTarget.hash = location.hash;
    });
  }

  #listenToBar() {
    const clicks = {
      undo: () => this.store.undo(),
      redo: () => this.store.redo(),
      nearer: () => this.zoomBy(1),
      farther: () => this.zoomBy(-1),
      fit: () => this.fit(),
      chip: () => this.#showRuling(),
      clear: () => this.open({position: empty(this.game.key)}),
    };
    for (const [name, click] of Object.entries(clicks)) this.part(name).addEventListener("click", click);
    this.part("games").addEventListener("change", (event) => this.open({position: empty(event.target.value)}));
    this.part("examples").addEventListener("change", async (event) => {
      if (event.target.value) await this.open(await loadExample(event.target.value));
    });
  }

  #showRuling() {
    this.tab = "ask";
    this.draw();
    const heading = this.root.querySelector(".verdict");
    heading?.scrollIntoView({block: "start"});
    heading?.focus({preventScroll: true});
  }

  #listenToTabs() {
    for (const [place, tab] of TABS.entries()) {
      const control = this.part(`tab-${tab}`);
      const open = (name) => {
        this.tab = name;
        this.build.letGo();
        this.draw();
      };
      control.addEventListener("click", () => open(tab));
      control.addEventListener("keydown", (event) => {
        const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
        if (!step) return;
        const next = TABS[(place + step + TABS.length) % TABS.length];
        open(next);
        this.part(`tab-${next}`).focus();
      });
    }
  }

  #shortcut(event) {
    if (!(event.ctrlKey || event.metaKey) || event.target.matches?.("input, textarea, select")) return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) this.store.undo();
    else if (key === "y" || key === "z") this.store.redo();
    else return;
    event.preventDefault();
  }
}

// The beginning of a text, cut between two words.
function shortened(text) {
  return text.length > LONGEST_TOLD ? `${text.slice(0, LONGEST_TOLD).replace(/\s+\S*$/, "")}…` : text;
}

const table = new Table(document.getElementById("table"));
table.start().catch((wrong) => {
  table.notice(wrong.message, true);
  table.root.removeAttribute("aria-busy");
  throw wrong;
});
