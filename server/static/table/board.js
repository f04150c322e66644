// The board: hexes, counters, marks. Only what changed is drawn again, and one listener serves all hexes.
//
// It is made of sheets that lie upon each other, each a drawing by itself: a browser paints a drawing as a whole, so that
// what changes with every click (marks, the acting units, the ring of the keyboard) must not lie among 1,400 counters.

import {el, fill, svg} from "./dom.js";
import {label, say} from "./words.js";
import {byHex, hexFacts, isListed, sideKey, sideWords} from "./position.js";
import {counter, described, sideNumber} from "./counter.js";

const SHOWN = 3;
const STEP = 5;
const FEATURE_STEP = 15;
const MARGIN = 4;
const SHEETS = {
  ground: ["ground", "names", "roads", "sides"],
  marks: ["marks"],
  counters: ["counters"],
  over: ["acting", "arrows", "focus"],
};

export class Board {
  #hexes = new Map();
  #stacks = new Map();
  #held = new Map();
  #layers = {};
  #drawn = null;
  #outlines = {};

  constructor(root) {
    this.root = root;
    this.current = null;
    this.told = new Map();
  }

  // A part of the map, drawn from nothing.
  lay(game, layout) {
    const hadFocus = this.root.contains(document.activeElement);
    Object.assign(this, {game, layout});
    this.#hexes.clear();
    this.#stacks.clear();
    this.#held = new Map();
    this.#drawn = null;
    const symbols = new DOMParser().parseFromString(
      `<svg xmlns="http://www.w3.org/2000/svg">${layout.symbols}</svg>`,
      "image/svg+xml",
    );
    this.#layers = Object.fromEntries(
      Object.values(SHEETS)
        .flat()
        .map((name) => [name, svg("g", {class: `layer-${name}`})]),
    );
    this.view = layout.view.map((size, axis) => size + (axis < 2 ? -MARGIN : 2 * MARGIN));
    this.symbols = document.importNode(symbols.documentElement.firstElementChild, true);
    this.#outlines = Object.fromEntries(["hex", "inner"].map((name) => [name, outline(this.symbols, `table-${name}`)]));
    this.sheets = el("div", {class: "sheets"}, Object.keys(SHEETS).map((name) => this.#sheet(name)));
    fill(this.root, this.sheets);
    for (const name of Object.keys(layout.hexes)) {
      const group = svg("g", {class: "hex", "data-hex": name, role: "button", tabindex: -1});
      this.#hexes.set(name, group);
      this.#layers.ground.append(group);
    }
    const named = Object.entries(layout.printed).filter(([, {name}]) => name);
    fill(
      this.#layers.names,
      named.map(([hex, {name}]) => svg("text", {class: "place", x: this.at(hex)[0], y: this.at(hex)[1] + 5}, name)),
    );
    this.#layers.names.setAttribute("aria-hidden", "true");
    if (!this.#hexes.has(this.current)) this.current = this.middle();
    this.#hexes.get(this.current)?.setAttribute("tabindex", 0);
    if (hadFocus) this.focus(this.current);
  }

  #sheet(name) {
    const [, , width, height] = this.view;
    return svg(
      "svg",
      {class: `sheet sheet-${name}`, viewBox: this.view.join(" "), width, height, "aria-hidden": name !== "ground" && "true"},
      name === "ground" && this.symbols,
      SHEETS[name].map((layer) => this.#layers[layer]),
    );
  }

  // As one drawing, to be kept: without the ring of the keyboard.
  drawn() {
    const layers = Object.entries(this.#layers).filter(([name]) => name !== "focus");
    const [, , width, height] = this.view;
    return svg(
      "svg",
      {class: "board", viewBox: this.view.join(" "), width, height},
      [this.symbols, ...layers.map(([, layer]) => layer)].map((part) => part.cloneNode(true)),
    );
  }

  // To scale a drawing is to lay it out and paint it again; to scale the pile of them is neither.
  scale(zoom) {
    const [, , width, height] = this.view;
    Object.assign(this.root.style, {width: `${width * zoom}px`, height: `${height * zoom}px`});
    this.sheets.style.transform = `scale(${zoom})`;
  }

  middle() {
    const names = Object.keys(this.layout.hexes);
    const [left, top, width, height] = this.layout.view;
    const away = ([x, y]) => Math.hypot(x - left - width / 2, y - top - height / 2);
    return names.reduce(
      (best, name) => (away(this.layout.hexes[name]) < away(this.layout.hexes[best]) ? name : best),
      names[0],
    );
  }

  has(name) {
    return this.#hexes.has(name);
  }
  at(name) {
    return this.layout.hexes[name];
  }
  near(name) {
    return this.layout.hexes[name]?.[2] ?? [];
  }

  // The position, with the acting units and the marks on it.
  draw(position, {acting = new Set(), marks = [], arrows = []}) {
    const before = this.#drawn;
    const held = before && before.position.units === position.units ? this.#held : byHex(position);
    const isNewMap = !before || before.position.map !== position.map;
    for (const [name, group] of this.#hexes) {
      const isOther = isNewMap && (!before || !alike(before.position, position, name));
      const isMoved = !same(this.#held.get(name), held.get(name));
      if (isOther) this.#drawHex(position, name, group);
      if (isOther || isMoved) group.setAttribute("aria-label", this.described(position, name, held.get(name)));
      if (isMoved) this.#drawStack(name, held.get(name));
    }
    if (isNewMap) this.#drawLines(position);
    this.#held = held;
    this.#drawn = {position};
    this.#tell(marks);
    fill(this.#layers.acting, this.#acting(position, held, acting));
    fill(
      this.#layers.marks,
      marks.map((mark) => this.#mark(mark)),
    );
    fill(
      this.#layers.arrows,
      arrows.map((arrow) => this.#arrow(arrow)),
    );
  }

  #drawHex(position, name, group) {
    const {looks, plain, number_rise: rise} = this.layout;
    const [x, y] = this.at(name);
    const facts = hexFacts(position, name);
    const kind = facts.terrain ? (looks.terrain[facts.terrain] ?? plain.terrain) : "unknown";
    const side = isListed(position, name) ? sideNumber(this.game, facts.control) : 0;
    const strewn = this.root.querySelector(`#table-ground-${kind}`);
    const features = [...new Set(this.features(facts, name).map((word) => looks.features[word] ?? plain.features))];
    const first = x - (FEATURE_STEP * (features.length - 1)) / 2;
    fill(
      group,
      this.#shape("hex", `ground terrain-${kind}`, name),
      strewn && svg("use", {href: `#table-ground-${kind}`, x, y}),
      side > 0 && this.#shape("inner", `control side-${side}`, name),
      features.map((feature, place) =>
        svg("use", {href: `#table-feature-${feature}`, x: first + FEATURE_STEP * place, y: y + 25.6}),
      ),
      svg("text", {class: "number", x, y: y - rise}, name),
    );
  }

  // The outline of a hex, or the one within it, where it lies: a copy that is moved there costs a browser far more.
  #shape(symbol, looks, name) {
    const [x, y] = this.at(name);
    const points = this.#outlines[symbol].map(([dx, dy]) => `${round(x + dx)},${round(y + dy)}`);
    return svg("polygon", {class: looks, points: points.join(" ")});
  }

  features(facts, name) {
    return [
      ...new Set([
        ...(Array.isArray(facts.features) ? facts.features : []),
        ...(this.layout.printed[name]?.features ?? []),
      ]),
    ];
  }

  #drawStack(name, units) {
    this.#stacks.get(name)?.remove();
    this.#stacks.delete(name);
    if (!units?.length) return;
    const group = this.#stack(name, units);
    this.#stacks.set(name, group);
    this.#layers.counters.append(group);
  }

  // The stacks of the units that act, drawn once more over the others, those units on top.
  #acting(position, held, acting) {
    if (!acting.size) return [];
    const hexes = new Set(position.units.filter(({id}) => acting.has(id)).map(({hex}) => hex));
    const stacks = [...hexes].filter((name) => this.has(name)).map((name) => this.#stack(name, held.get(name), acting));
    for (const drawn of stacks.flatMap((stack) => [...stack.children])) {
      drawn.removeAttribute("data-unit");
      drawn.removeAttribute("data-hex");
    }
    return stacks;
  }

  #stack(name, units, acting = new Set()) {
    const [x, y] = this.at(name);
    const shown = [...units].sort((a, b) => acting.has(a.id) - acting.has(b.id)).slice(-SHOWN);
    const first = (-STEP * (shown.length - 1)) / 2;
    const group = svg(
      "g",
      {class: "stack", "aria-hidden": "true"},
      shown.map((unit, place) =>
        counter(this.game, this.layout, unit, {
          x: x + first + STEP * place,
          y: y + this.layout.counter_drop + first + STEP * place,
          acting: acting.has(unit.id),
        }),
      ),
    );
    if (units.length > SHOWN) {
      group.append(
        svg(
          "g",
          {class: "badge", transform: `translate(${x + 20} ${y - 16})`},
          svg("circle", {r: 8}),
          svg("text", {y: 3.5}, String(units.length)),
        ),
      );
    }
    return group;
  }

  #drawLines(position) {
    const {sides = {}, roads} = typeof position.map === "object" && position.map ? position.map : {};
    const centres = (roads ?? []).map((ends) => ends.map((name) => this.at(name))).filter(([a, b]) => a && b);
    fill(
      this.#layers.roads,
      centres.map(([[x1, y1], [x2, y2]]) => svg("polyline", {class: "road", points: `${x1},${y1} ${x2},${y2}`})),
    );
    const keys = new Set([
      ...Object.keys(sides).map((key) => sideKey(...key.split("/"))),
      ...Object.keys(this.layout.printed_sides),
    ]);
    fill(
      this.#layers.sides,
      [...keys].flatMap((key) => this.#side(position, key, sides)),
    );
  }

  #side(position, key, sides) {
    const [one, other] = key.split("/");
    const place = this.near(one).indexOf(other);
    if (place < 0) return [];
    const posted = sides[key] || sides[`${other}/${one}`] ? sideWords(position, one, other) : [];
    const words = [...new Set([...posted, ...(this.layout.printed_sides[key] ?? [])])];
    return words.map((word) => this.#sideLine(one, place, word));
  }

  #sideLine(one, place, word) {
    const [x, y] = this.at(one);
    let [ax, ay, bx, by] = this.layout.edges[place];
    const kind = this.layout.looks.sides[word] ?? this.layout.plain.sides;
    if (kind === "bridge" || kind === "blown-bridge") {
      const [mx, my] = [(ax + bx) / 2, (ay + by) / 2];
      [ax, ay, bx, by] = [mx * 0.7, my * 0.7, mx * 1.3, my * 1.3];
    }
    return svg(
      "polyline",
      {class: `side side-${kind}`, points: `${x + ax},${y + ay} ${x + bx},${y + by}`},
      svg("title", {}, label(this.game, "sides", word)),
    );
  }

  // What a mark means is told with its hex, for it cannot be pointed at.
  #tell(marks) {
    for (const name of this.told.keys()) this.#hexes.get(name)?.removeAttribute("aria-description");
    this.told = new Map(marks.filter(({title}) => title).map(({hex, title}) => [hex, title]));
    for (const [name, title] of this.told) this.#hexes.get(name)?.setAttribute("aria-description", title);
  }

  #mark({hex, kind, text}) {
    if (!this.has(hex)) return null;
    const [x, y] = this.at(hex);
    return [
      this.#shape("inner", `mark mark-${kind}`, hex),
      text && svg("text", {class: `cost cost-${kind}`, x, y: y + 12}, text),
    ];
  }

  // A line through hexes, or a blow from one hex at another.
  #arrow({hexes, kind}) {
    const points = hexes.filter((name) => this.has(name)).map((name) => this.at(name));
    if (points.length < 2) return null;
    const [[x1, y1], [x2, y2]] = points;
    const start = [x1 + (x2 - x1) * 0.3, y1 + (y2 - y1) * 0.3];
    const end = kind === "strike" ? [[x2 - (x2 - x1) * 0.32, y2 - (y2 - y1) * 0.32]] : points.slice(1);
    return svg("polyline", {
      class: kind,
      "marker-end": "url(#table-arrow)",
      points: [start, ...end].map(([x, y]) => `${x},${y}`).join(" "),
    });
  }

  described(position, name, units = []) {
    const facts = hexFacts(position, name);
    const place = this.layout.printed[name]?.name;
    const words = [
      place,
      label(this.game, "terrain", facts.terrain),
      ...this.features(facts, name).map((word) => label(this.game, "features", word)),
      facts.control && `${say("control")} ${label(this.game, "sides_of_play", facts.control)}`,
      ...units.map((unit) => described(this.game, unit)),
    ];
    return [name, ...words.filter(Boolean)].join(", ");
  }

  // The one hex that the keyboard is on.
  focus(name, {move = true} = {}) {
    if (!this.has(name)) return;
    this.#hexes.get(this.current)?.setAttribute("tabindex", -1);
    this.current = name;
    const group = this.#hexes.get(name);
    group.setAttribute("tabindex", 0);
    if (move) group.focus({preventScroll: true});
  }

  ring(name) {
    fill(this.#layers.focus, name && this.has(name) && this.#shape("inner", "mark mark-focus", name));
  }

  element(name) {
    return this.#hexes.get(name);
  }

  // The shortest way between two hexes, through those that `isGood` likes where there is a choice.
  way(from, to, isGood = () => false) {
    const before = new Map([[from, null]]);
    let edge = [from];
    while (edge.length && !before.has(to)) {
      const next = [];
      for (const here of edge.sort((a, b) => isGood(b) - isGood(a))) {
        for (const there of this.near(here)) {
          if (there && this.has(there) && !before.has(there)) {
            before.set(there, here);
            next.push(there);
          }
        }
      }
      edge = next;
    }
    const path = [];
    for (let here = before.has(to) ? to : null; here; here = before.get(here)) path.unshift(here);
    return path;
  }
}

const round = (size) => Math.round(10 * size) / 10;

// The corners of a symbol that is one polygon.
function outline(symbols, id) {
  const points = symbols.querySelector(`#${id} polygon`).getAttribute("points");
  return points.split(" ").map((point) => point.split(",").map(Number));
}

// A hex that is not listed has its facts from elsewhere: they may be alike without being the same.
function alike(before, after, name) {
  const [one, other] = [hexFacts(before, name), hexFacts(after, name)];
  const sameControl = isListed(before, name) === isListed(after, name);
  return sameControl && (one === other || JSON.stringify(one) === JSON.stringify(other));
}

function same(one = [], other = []) {
  return one.length === other.length && one.every((unit, place) => unit === other[place]);
}

