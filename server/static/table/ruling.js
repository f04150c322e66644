// A ruling as people read it: the verdict, the reasons in order, the numbers with their parts, what would do instead.

import {button, el} from "./dom.js";
import {colon, decimal, charted, effect, fieldName, lang, number, say, spoken, verdict} from "./words.js";
import {charts} from "./chart.js";

const FEW = 4;
const NAMED_FACTS = 3;
const SIGNS = {legal: "✓", illegal: "✕", undetermined: "?"};

export function rulingView(context, ruling) {
  const cited = new Map(ruling.cites.map((each) => [each.id, each]));
  const view = {...context, cited};
  return el(
    "article",
    {class: `ruling ${ruling.verdict}`},
    el(
      "h2",
      {class: "verdict", tabindex: -1},
      el("span", {class: "sign", "aria-hidden": "true"}, SIGNS[ruling.verdict]),
      verdict(ruling.verdict),
    ),
    instead(view, ruling.instead),
    context.missing,
    findings(view, ruling),
    overridden(view, ruling.overridden),
    numbers(view, ruling.values),
    context.awaited,
    charts(ruling.values),
    provisos(ruling.provisos ?? []),
    contested(view, ruling.contested ?? []),
    contradictions(view, ruling.contradictions ?? []),
    ruling.see_also.length > 0 &&
      block(
        spoken("see_also"),
        el(
          "p",
          {class: "also"},
          ruling.see_also.map((id) => [link(id), " "]),
        ),
      ),
  );
}

// What a listener hears of it.
export function toldAloud(ruling) {
  const first = told(ruling)[0];
  const lacking = ruling.missing.length > 0 ? `${spoken("needed")}${colon}${ruling.missing.length}` : null;
  return [verdict(ruling.verdict), first && `${number(first.case)}${colon}${first.says[lang]}`, lacking]
    .filter(Boolean)
    .join(". ");
}

function block(title, ...children) {
  return el("section", {}, el("h3", {}, title), children);
}

export function link(id, text = number(id)) {
  const [game] = id.split(":");
  const query = new URLSearchParams(location.search).get("lang");
  return el(
    "a",
    {class: "case", href: `/games/${game}/cases/${encodeURIComponent(number(id))}${query ? `?lang=${query}` : ""}`},
    text,
  );
}

// The findings that bear on the verdict: what forbids first, what is unsettled only where that leaves it open.
function told(ruling) {
  const isOpen = ruling.verdict === "undetermined";
  const shown = ruling.findings.filter(({holds}) => isOpen || holds);
  return shown.sort((a, b) => (a.effect !== "forbids") - (b.effect !== "forbids"));
}

function findings(view, ruling) {
  const seen = new Set();
  const rows = told(ruling).filter((finding) => {
    const key = `${finding.case} ${finding.effect} ${finding.says[lang]}`;
    return !seen.has(key) && seen.add(key);
  });
  const list = (several) =>
    el(
      "ol",
      {class: "findings"},
      several.map((each) => finding(view, each)),
    );
  const workings = rows.filter(isWorking);
  const reasons = rows.filter((each) => !isWorking(each));
  return (
    rows.length > 0 &&
    block(
      spoken("reasons"),
      reasons.length > 0 && list(reasons),
      workings.length > 0 &&
        el(
          "details",
          {class: "workings"},
          el("summary", {}, say("workings", {count: workings.length})),
          list(workings),
        ),
    )
  );
}

// What only works out a number is told with the numbers: it stands back here.
const isWorking = ({effect: kind, holds}) => holds && (kind === "computes" || kind === "defines");

function finding(view, each) {
  const cited = view.cited.get(each.case);
  const state = each.holds === null ? "open" : each.effect;
  return el(
    "li",
    {class: `finding ${state}`},
    el(
      "details",
      {},
      el(
        "summary",
        {},
        el("span", {class: "number"}, number(each.case)),
        " ",
        el("span", {class: `effect ${each.effect}`}, effect(each.effect)),
        " ",
        el("span", {}, each.says[lang]),
      ),
      el(
        "div",
        {class: "cited"},
        cited && [
          el("h4", {}, cited.title[lang]),
          cited.text[lang].split("\n\n").map((part) => el("p", {}, part.trim())),
        ],
        el(
          "p",
          {},
          link(each.case, say("open_case", {number: number(each.case)})),
          each.at &&
            view.has(each.at) && [
              " ",
              button(say("show_hex", {hex: each.at}), () => view.showHex(each.at), {class: "quiet"}),
            ],
        ),
      ),
    ),
  );
}

function overridden(view, pairs) {
  return (
    pairs.length > 0 &&
    block(
      spoken("overridden"),
      el(
        "ul",
        {},
        pairs.map((each) => el("li", {}, link(each.case), ` ${spoken("by")} `, link(each.by))),
      ),
    )
  );
}

function instead(view, changes) {
  return (
    changes.length > 0 &&
    block(
      spoken("instead"),
      el(
        "ul",
        {class: "instead"},
        changes.map((each) =>
          el(
            "li",
            {},
            button(each.says[lang], () => view.repair(each.change), {class: "repair"}),
          ),
        ),
      ),
    )
  );
}

// The numbers

function numbers(view, values) {
  const rows = Object.entries(values)
    .filter(([, value]) => value !== null)
    .flatMap(([name, value]) => row([name], value));
  return rows.length > 0 && block(spoken("values"), el("dl", {class: "values"}, rows));
}

function row(path, value) {
  const title = el("dt", {}, path.map((name) => charted(fieldName(name))).join(", "));
  if (value === null || typeof value !== "object") return [title, el("dd", {}, plain(value))];
  if (Array.isArray(value)) return isJoint(value) ? [] : [title, el("dd", {}, listed(value))];
  if (Array.isArray(value.missing) && Object.keys(value).length === 1)
    return [title, el("dd", {class: "waiting"}, waiting(value.missing))];
  if (typeof value.exact === "string")
    return [title, el("dd", {}, `${value.exact} ≈ ${decimal(Number(value.number), 2)}`)];
  if ("total" in value) return [title, el("dd", {}, total(value), steps(value.steps))];
  const shown = Object.entries(value).filter(([name]) => name !== "chances" && name !== "probabilities");
  return shown.flatMap(([name, each]) =>
    name === "missing" && Array.isArray(each) ? row(path, {missing: each}) : row([...path, name], each),
  );
}

function waiting(facts) {
  const more = facts.length > NAMED_FACTS ? `, … (${facts.length})` : "";
  return `? (${facts.slice(0, NAMED_FACTS).join(", ")}${more})`;
}

// The facts that some number of a ruling waits for.
export function awaited(value) {
  if (value === null || typeof value !== "object") return [];
  const here = !Array.isArray(value) && Array.isArray(value.missing) ? value.missing : [];
  return [...new Set([...here, ...Object.values(value).flatMap(awaited)])].filter((fact) => typeof fact === "string");
}

const isJoint = (value) => value.some((each) => each && typeof each === "object" && "chance" in each);

function total(value) {
  const allowed = value.allowance === null || value.allowance === undefined ? "" : ` / ${value.allowance}`;
  return [el("strong", {}, `${plain(value.total)}${allowed}`), parts(value.parts)];
}

function parts(several) {
  const named = (several ?? []).filter((part) => part.case);
  return (
    named.length > 0 &&
    el(
      "ul",
      {class: "parts"},
      named.map((part) =>
        el("li", {}, link(part.case), colon, plain(part.amount ?? part.cost ?? part.value), beside(part)),
      ),
    )
  );
}

function beside(part) {
  const told = [part.unit, part.to, part.why].filter((each) => typeof each === "string");
  return told.length > 0 && ` (${told.join(", ")})`;
}

function steps(several) {
  return (
    several?.length > 0 &&
    el(
      "ol",
      {class: "steps"},
      several.map((step) => el("li", {}, `${step.to}${colon}${plain(step.cost)}`, parts(step.parts))),
    )
  );
}

function plain(value) {
  if (value === null || value === undefined) return "?";
  if (value === true || value === false) return say(value ? "yes" : "no");
  if (typeof value !== "object") return charted(String(value));
  if (Array.isArray(value)) return value.map(plain).join(", ");
  if (value.between) return value.between.map(plain).join("–");
  if (value.missing) return `? (${value.missing.join(", ")})`;
  return Object.entries(value)
    .map(([name, each]) => `${charted(fieldName(name))}${colon}${plain(each)}`)
    .join(", ");
}

function listed(value) {
  if (value.every((each) => each === null || typeof each !== "object"))
    return value.map(plain).join(", ") || say("none");
  const rows = value.every((each) => each?.case) ? parts(value) : eachTold(value);
  return value.length > FEW ? el("details", {}, el("summary", {}, String(value.length)), rows) : rows;
}

function eachTold(value) {
  return el(
    "ul",
    {class: "parts"},
    value.map((each) =>
      el(
        "li",
        {},
        Object.entries(each)
          .map(([name, part]) => `${charted(fieldName(name))}${colon}${plain(part)}`)
          .join(", "),
      ),
    ),
  );
}

// What goes beside it

function provisos(several) {
  return (
    several.length > 0 &&
    block(
      spoken("provisos"),
      el(
        "ul",
        {},
        several.map((each) => el("li", {}, `${each.fact} = ${plain(each.taken_as)}`)),
      ),
    )
  );
}

function contested(view, several) {
  return (
    several.length > 0 &&
    block(
      spoken("contested"),
      el(
        "ul",
        {},
        several.map((each) => el("li", {}, link(each.case), colon, verdict(each.other_reading.verdict))),
      ),
    )
  );
}

function contradictions(view, several) {
  return (
    several.length > 0 &&
    block(
      spoken("contradictions"),
      el(
        "ul",
        {},
        several.map((each) =>
          el(
            "li",
            {},
            `${each.fact}${colon}${spoken("posted")} ${each.posted}, ${spoken("rulebook")} ${each.rulebook} (`,
            link(each.case),
            ")",
          ),
        ),
      ),
    )
  );
}
