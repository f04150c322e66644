// Chances as bars: one row a result, the exact fraction, the share in a hundred.

import {el, svg} from "./dom.js";
import {decimal, spoken} from "./words.js";
import {valueName} from "./names.js";

// The distributions within the values of a ruling, each with the names that lead to it.
function distributions(value, path = []) {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return [];
  const {chances} = value;
  const isOne =
    chances && typeof chances === "object" && Object.values(chances).every((chance) => typeof chance === "string");
  const here = isOne && Object.keys(chances).length > 1 ? [[path, chances]] : [];
  return here.concat(Object.entries(value).flatMap(([name, each]) => distributions(each, [...path, name])));
}

function share(chance) {
  const [over, under = "1"] = chance.split("/");
  return Number(over) / Number(under);
}

export function charts(game, values) {
  const found = distributions(values);
  return (
    found.length > 0 &&
    el(
      "section",
      {class: "charts"},
      el("h3", {}, spoken("chances")),
      found.map(([path, chances]) => chart(game, path, chances)),
    )
  );
}

function chart(game, path, chances) {
  const title = path.map((_, place) => valueName(game, path.slice(0, place + 1))).join(", ");
  const rows = Object.entries(chances).map(([result, chance]) => [
    valueName(game, [...path, "chances", result]),
    chance,
    share(chance),
  ]);
  const most = Math.max(...rows.map(([, , part]) => part));
  return el(
    "table",
    {class: "chart"},
    el("caption", {}, title),
    el(
      "tbody",
      {},
      rows.map(([result, chance, part]) =>
        el(
          "tr",
          {},
          el("th", {scope: "row"}, result),
          el(
            "td",
            {class: "bar"},
            svg(
              "svg",
              {viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true"},
              svg("rect", {width: most ? (100 * part) / most : 0, height: 10, rx: 1}),
            ),
          ),
          el("td", {class: "share"}, `${decimal(100 * part)} %`),
          el("td", {class: "exact"}, chance),
        ),
      ),
    ),
  );
}
