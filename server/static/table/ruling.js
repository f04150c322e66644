// A ruling as people read it: the verdict, the reasons in order, the numbers with their parts, what would do instead.

import {button, el} from "./dom.js";
import {colon, effect, lang, number, say, spoken, verdict} from "./words.js";
import {charts} from "./chart.js";
import {block, link} from "./links.js";
import {factNamed, factValue} from "./names.js";
import {numbers} from "./values.js";

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
    charts(view.game, ruling.values),
    provisos(view, ruling.provisos ?? []),
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

// What goes beside it

function provisos(view, several) {
  return (
    several.length > 0 &&
    block(
      spoken("provisos"),
      el(
        "ul",
        {},
        several.map(({fact, taken_as: value}) =>
          el("li", {}, `${factNamed(view, fact)}${colon}${factValue(view, fact, value)}`),
        ),
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
            `${factNamed(view, each.fact)}${colon}${spoken("posted")} ${factValue(view, each.fact, each.posted)}, `,
            `${spoken("rulebook")} ${factValue(view, each.fact, each.rulebook)} (`,
            link(each.case),
            ")",
          ),
        ),
      ),
    )
  );
}
