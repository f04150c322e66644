// What the service answered, as the panel shows it: the ruling with what it misses, what is open to a unit, a refusal.

import {button, el, field} from "./dom.js";
import {colon, fieldName, label, lang, say, spoken} from "./words.js";
import {actionField} from "./action.js";
import {factControl} from "./controls.js";
import {factOf, missingFacts} from "./facts.js";
import {awaited, link, rulingView} from "./ruling.js";

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
    el(
      "details",
      {
        "data-key": "awaited",
        open: ask.isAwaitedOpen,
        toggle: (event) => {
          ask.isAwaitedOpen = event.target.open;
        },
      },
      el("summary", {}, say("awaited", {count: facts.length})),
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

function missingFact(ask, context, fact) {
  const name = factName(ask, fact);
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
    : factControl(ask.table.game, fact, (value) => ask.table.store.change(fact.put(value)), name);
  if (!control)
    return el(
      "div",
      {class: "fact"},
      el("p", {}, el("code", {}, fact.path), " ", why),
      el("p", {class: "hint"}, say(fact.kind === "markers" ? "fill_markers" : "cannot_fill")),
    );
  const isWhole = fact.kind === "list" || isField;
  return el("div", {class: "fact", "data-fact": fact.path}, isWhole ? control : field(name, control), why);
}

function factName(ask, fact) {
  const {game} = ask.table;
  const name = fact.name ? fieldName(fact.name) : fieldName(fact.key.split(".")[0]);
  if (fact.unit) return `${fact.unit}${colon}${name}`;
  if (fact.hex) return `${say("hex", {hex: fact.hex})}${colon}${name}`;
  if (fact.side) return `${say("side_of", {side: fact.side})}`;
  if (fact.road) return say("road_of", {road: fact.road});
  if (fact.elsewhere) return `${say("elsewhere")}${colon}${name}`;
  if (fact.key.startsWith("tracks.")) return label(game, "tracks", fact.key.slice("tracks.".length));
  return fact.key === "units_complete" ? say("units_complete") : name;
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
    others.length > 0 && el("details", {}, el("summary", {}, spoken("others")), el("ul", {class: "instead"}, others)),
    options.barred.length > 0 &&
      el(
        "details",
        {},
        el("summary", {}, `${spoken("barred")} (${options.barred.length})`),
        el(
          "ul",
          {class: "barred"},
          options.barred.map(({hex, cases}) =>
            el(
              "li",
              {},
              button(hex, () => table.showHex(hex), {class: "quiet"}),
              " ",
              cases.map((id) => [link(id), " "]),
            ),
          ),
        ),
      ),
    !ask.ruling &&
      options.missing.length > 0 &&
      el(
        "details",
        {
          "data-key": "options-missing",
          open: ask.isMissingOpen,
          toggle: (event) => {
            ask.isMissingOpen = event.target.open;
          },
        },
        el("summary", {}, say("unsettled", {count: options.missing.length})),
        missingView(ask, options.missing, spoken("needed")),
      ),
  );
}

function named(ask, action) {
  const entry = ask.table.game.action.get(action.type);
  const rest = Object.entries(action)
    .filter(([name]) => name !== "type" && name !== "units" && name !== "unit")
    .map(([, value]) => (Array.isArray(value) ? value.join(" ") : value));
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
          el("code", {}, place(ask, error.at)),
          colon,
          error.says,
          error.case && [" ", link(error.case)],
          error.nearest && [" ", button(say("take", {word: error.nearest}), () => mend(ask, error), {class: "quiet"})],
        ),
      ),
    ),
  );
}

// A unit is known to the player by its name, not by its place in a list.
function place(ask, at) {
  return at
    .replace(/^position\.units\.(\d+)/, (whole, index) => ask.state.position.units[index]?.id ?? whole)
    .replace(/^(position|action)\./, "");
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
