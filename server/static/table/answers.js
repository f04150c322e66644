// What the service answered, as the panel shows it: the ruling with what it misses, what is open to a unit, a refusal.

import {button, el, field, folding} from "./dom.js";
import {colon, label, lang, say, spoken} from "./words.js";
import {actionField, wordNamed} from "./action.js";
import {factControl} from "./controls.js";
import {factOf, missingFacts} from "./facts.js";
import {link} from "./links.js";
import {factName, factNamed} from "./names.js";
import {rulingView} from "./ruling.js";
import {awaited} from "./values.js";

const MANY = 40;

export function answerView(ask) {
  const {ruling} = ask;
  const missing = ruling.missing.length > 0 && missingView(ask, ruling.missing, spoken("needed"));
  return rulingView({...ask.context(), missing, awaited: !missing && awaitedView(ask, ruling.values)}, ruling);
}

// Where the verdict is settled but numbers are not, the facts that they wait for.
function awaitedView(ask, values) {
  const facts = awaited(values)
    .map((fact) => ({fact}))
    .filter(({fact}) => !["none", "markers"].includes(factOf(ask.state, ask.table.game, fact).kind));
  return (
    facts.length > 0 &&
    folding(
      ask.isAwaitedOpen,
      (isOpen) => {
        ask.isAwaitedOpen = isOpen;
      },
      {"data-key": "awaited"},
      say("awaited", {count: facts.length}),
      missingView(ask, facts, spoken("needed")),
    )
  );
}

function missingView(ask, missing, title) {
  const context = ask.context();
  const facts = missingFacts(ask.state, ask.table.game, missing);
  return el(
    "section",
    {class: "missing"},
    el("h3", {}, title),
    facts.map((fact) => missingFact(ask, context, fact)),
  );
}

// Done to the table as it is now: another fact may have been filled in since the control was drawn.
function putNow(ask, fact, value) {
  return factOf(ask.state, ask.table.game, fact.path).put(value);
}

function missingFact(ask, context, fact) {
  const name = factName(ask.table.game, fact);
  const why = el(
    "span",
    {class: "hint"},
    fact.would_decide && `${spoken("decides")} `,
    fact.needed_by.map((id) => [link(id), " "]),
  );
  const isField =
    fact.kind === "action" &&
    ask.state.action &&
    ask.table.game.action.get(ask.state.action.type)?.fields.properties[fact.field];
  const control = isField
    ? actionField(context, fact.field)
    : factControl(ask.table.game, fact, (value) => ask.table.store.change(putNow(ask, fact, value)), name);
  if (!control)
    return el(
      "div",
      {class: "fact"},
      el("p", {"data-fact": fact.path}, factNamed(context, fact.path), " ", why),
      el("p", {class: "hint"}, say(fact.kind === "markers" ? "fill_markers" : "cannot_fill")),
    );
  const isWhole = fact.kind === "list" || isField;
  return el("div", {class: "fact", "data-fact": fact.path}, isWhole ? control : field(name, control), why);
}

export function optionsView(ask) {
  const {options, table} = ask;
  if (!options) return null;
  const count = new Set(options.moves.map(({to}) => to)).size;
  const others = options.others.map(({action, verdict}) =>
    el(
      "li",
      {},
      button(named(ask, action), () => ask.pose(action), {class: "repair"}),
      " ",
      el("span", {class: "hint"}, verdict === "undetermined" ? say("maybe") : ""),
    ),
  );
  return el(
    "section",
    {class: "options"},
    el("p", {}, count ? say("reach_told", {count, attacks: options.attacks.length}) : spoken("no_moves")),
    options.attacks.length > 0 &&
      el(
        "p",
        {},
        `${spoken("attacks")}${colon}`,
        options.attacks.map(({target}) => [button(target, () => ask.attack(target), {class: "quiet"}), " "]),
      ),
    others.length > 0 &&
      folding(
        ask.isOthersOpen,
        (isOpen) => {
          ask.isOthersOpen = isOpen;
        },
        {"data-key": "options-others"},
        spoken("others"),
        el("ul", {class: "instead"}, others),
      ),
    options.barred.length > 0 &&
      folding(
        ask.isBarredOpen,
        (isOpen) => {
          ask.isBarredOpen = isOpen;
        },
        {"data-key": "options-barred"},
        `${spoken("barred")} (${options.barred.length})`,
        el("ul", {class: "barred"}, barredView(table, options.barred)),
      ),
    !ask.ruling &&
      options.missing.length > 0 &&
      folding(
        ask.isMissingOpen,
        (isOpen) => {
          ask.isMissingOpen = isOpen;
        },
        {"data-key": "options-missing"},
        say("unsettled", {count: options.missing.length}),
        missingView(ask, options.missing, spoken("needed")),
      ),
  );
}

// The hexes that the same cases bar stand together; of very many only how many they are: each tells its cases itself.
function barredView(table, barred) {
  const together = new Map(barred.map(({cases}) => [cases.join(" "), []]));
  for (const each of barred) together.get(each.cases.join(" ")).push(each);
  return [...together.values()].map((several) =>
    el(
      "li",
      {},
      several[0].cases.map((id) => [link(id), " "]),
      several.length > MANY
        ? say("barred_many", {count: several.length})
        : several.map(({hex}) => [button(hex, () => table.showHex(hex), {class: "quiet"}), " "]),
    ),
  );
}

function named(ask, action) {
  const entry = ask.table.game.action.get(action.type);
  const rest = Object.entries(action)
    .filter(([name]) => name !== "type" && name !== "units" && name !== "unit")
    .map(([name, value]) => [value].flat().map((each) => wordNamed(ask.table.game, name, each)).join(" "));
  return [entry?.[lang] ?? action.type, ...rest].join(" ");
}

export function problemView(ask) {
  const {problem} = ask;
  return el(
    "article",
    {class: "problem", role: "alert"},
    el("h2", {tabindex: -1}, problem.title),
    problem.errors.length === 0 && el("p", {}, problem.detail),
    el(
      "ul",
      {},
      problem.errors.map((error) =>
        el(
          "li",
          {},
          el("strong", {}, place(ask, error.at)),
          colon,
          inWords(ask, error, error.says),
          error.case && [" ", link(error.case)],
          error.nearest && [
            " ",
            button(say("take", {word: inWords(ask, error, error.nearest)}), () => mend(ask, error), {class: "quiet"}),
          ],
        ),
      ),
    ),
  );
}

// What is wrong as the player knows it: a unit by its name, not by its place in a list.
const place = (ask, at) => factNamed(ask.context(), address(ask, at));

function address(ask, at) {
  const unit = (index) => ask.state.position.units[index]?.id;
  return at
    .replace(/^position\.units\.(\d+)/, (whole, index) => (unit(index) ? `units.${unit(index)}` : whole))
    .replace(/^position\./, "")
    .replace(/\.\d{1,2}$/, "");
}

// The words that could stand there, as the controls call them.
function inWords(ask, {at}, text) {
  const {game} = ask.table;
  const {of} = factOf(ask.state, game, address(ask, at));
  return text.replace(/[\w-]+/g, (word) => (game.words.get(of)?.has(word) ? label(game, of, word) : word));
}

function mend(ask, {at, nearest}) {
  const [head, ...rest] = at.split(".");
  const set = (node, [name, ...more]) => {
    const copy = Array.isArray(node) ? [...node] : {...node};
    copy[name] = more.length ? set(copy[name] ?? {}, more) : nearest;
    return copy;
  };
  if (head === "position" || head === "action") ask.table.store.change({[head]: set(ask.state[head], rest)});
}
