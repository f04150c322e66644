// The numbers of a ruling with their parts, each by its name.

import {el} from "./dom.js";
import {colon, decimal, lang, spoken} from "./words.js";
import {block, link} from "./links.js";
import {factNamed, valueName} from "./names.js";

const FEW = 4;
const NAMED_FACTS = 3;
const CHARTED = new Set(["chances", "probabilities"]);

export function numbers(view, values) {
  const rows = Object.entries(values)
    .filter(([, value]) => value !== null)
    .flatMap(([name, value]) => row(view, [name], value));
  return rows.length > 0 && block(spoken("values"), el("dl", {class: "values"}, rows));
}

// A unit is called as it is on the table, whatever else its name may mean.
function called(view, path) {
  const name = path.at(-1);
  return view.state.position.units.some(({id}) => id === name) ? name : valueName(view.game, path);
}

function row(view, path, value) {
  const title = el("dt", {}, path.map((_, place) => called(view, path.slice(0, place + 1))).join(", "));
  if (value === null || typeof value !== "object") return [title, el("dd", {}, plain(view, path, value))];
  if (Array.isArray(value)) return isJoint(value) ? [] : [title, el("dd", {}, listed(view, path, value))];
  if (Array.isArray(value.missing) && Object.keys(value).length === 1)
    return [title, el("dd", {class: "waiting"}, waiting(view, value.missing))];
  if (typeof value.exact === "string")
    return [title, el("dd", {}, `${value.exact} ≈ ${decimal(Number(value.number), 2)}`)];
  if (value.between) return [title, el("dd", {}, plain(view, path, value))];
  if ("total" in value && (value.parts || value.steps))
    return [title, el("dd", {}, total(view, path, value), steps(view, path, value.steps))];
  const shown = Object.entries(value).filter(([name, each]) => !CHARTED.has(name) && each !== null);
  return shown.flatMap(([name, each]) =>
    name === "missing" && Array.isArray(each) ? row(view, path, {missing: each}) : row(view, [...path, name], each),
  );
}

function waiting(view, facts) {
  const more = facts.length > NAMED_FACTS ? ` … (${facts.length})` : "";
  const named = facts.slice(0, NAMED_FACTS).map((fact) => factNamed(view, fact));
  return `? (${named.join(" ; ")}${more})`;
}

// The facts that some number of a ruling waits for.
export function awaited(value) {
  if (value === null || typeof value !== "object") return [];
  const here = !Array.isArray(value) && Array.isArray(value.missing) ? value.missing : [];
  return [...new Set([...here, ...Object.values(value).flatMap(awaited)])].filter((fact) => typeof fact === "string");
}

const isJoint = (value) => value.some((each) => each && typeof each === "object" && "chance" in each);

function total(view, path, value) {
  const allowed = value.allowance === null || value.allowance === undefined ? "" : ` / ${value.allowance}`;
  return [el("strong", {}, `${plain(view, path, value.total)}${allowed}`), parts(view, path, value.parts)];
}

function parts(view, path, several) {
  const named = (several ?? []).filter((part) => part.case);
  return (
    named.length > 0 &&
    el(
      "ul",
      {class: "parts"},
      named.map((part) =>
        el(
          "li",
          {},
          link(part.case),
          colon,
          plain(view, path, part.amount ?? part.cost ?? part.value),
          beside(view, path, part),
        ),
      ),
    )
  );
}

function beside(view, path, part) {
  const told = [part.unit, part.to, part.why && reason(view, path, part)].filter((each) => typeof each === "string");
  return told.length > 0 && ` (${told.join(", ")})`;
}

// Why a part counts: a unit, a hex, a word; for a rule by its name, the title of its case.
function reason(view, path, {why, case: id}) {
  return why.includes("_") ? view.cited.get(id)?.title[lang] : called(view, [...path, why]);
}

function steps(view, path, several) {
  return (
    several?.length > 0 &&
    el(
      "ol",
      {class: "steps"},
      several.map((step) =>
        el("li", {}, `${step.to}${colon}${plain(view, path, step.cost)}`, parts(view, path, step.parts)),
      ),
    )
  );
}

function plain(view, path, value) {
  if (value === null || value === undefined) return "?";
  if (value === true || value === false) return spoken(value ? "yes" : "no");
  if (typeof value === "string") return called(view, [...path, value]);
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) return value.map((each) => plain(view, path, each)).join(", ");
  if (value.between) return value.between.map((each) => plain(view, path, each)).join("–");
  if (value.missing) return waiting(view, value.missing);
  return eachPart(view, path, value);
}

function eachPart(view, path, value) {
  return Object.entries(value)
    .filter(([, each]) => each !== null)
    .map(([name, each]) => `${called(view, [...path, name])}${colon}${plain(view, [...path, name], each)}`)
    .join(", ");
}

function listed(view, path, value) {
  if (value.every((each) => each === null || typeof each !== "object"))
    return plain(view, path, value) || spoken("none");
  const rows = value.every((each) => each?.case) ? parts(view, path, value) : eachTold(view, path, value);
  return value.length > FEW ? el("details", {}, el("summary", {}, String(value.length)), rows) : rows;
}

function eachTold(view, path, value) {
  return el(
    "ul",
    {class: "parts"},
    value.map((each) => el("li", {}, plain(view, path, each))),
  );
}
