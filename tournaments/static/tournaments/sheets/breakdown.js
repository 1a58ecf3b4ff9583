// A side's points of a hand, line by line, and the facts of a hand in words.

import { h } from "./dom.js";
import { gain, points, t } from "./texts.js";

const MULTIPLIED = ["pure_canastas", "impure_canastas"];

function lineName({ code, quantity, unit_points: unit, rack }, names) {
  const values = { n: quantity, quantity, unit: Math.abs(unit), name: names[rack ?? 0] };
  const name = t(`line_${code}`, values);
  return MULTIPLIED.includes(code) ? `${name} (${quantity} × ${points(Math.abs(unit))})` : name;
}

const tone = (amount) => (amount < 0 ? "number minus" : "number");

/** The rows of one side's breakdown. */
export function breakdownRows(score, names) {
  return score.lines.map((line) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, lineName(line, names)),
      h("td", { class: tone(line.amount) }, line.code === "rack_free" ? t("not_counted", { points: line.quantity }) : gain(line.amount)),
    ),
  );
}

/** One side's breakdown as a table of its own. */
export function breakdown(score, { side, names }) {
  return h(
    "table",
    { class: "breakdown" },
    h("caption", {}, side),
    h("tbody", {}, breakdownRows(score, names)),
    h(
      "tfoot",
      {},
      h("tr", {}, h("th", { scope: "row" }, t("total")), h("td", { class: "number" }, gain(score.total))),
    ),
  );
}

/** Both sides' breakdowns, beside each other where there is room. */
export function breakdowns(state, score, attributes = {}) {
  return h(
    "div",
    { class: "breakdowns", ...attributes },
    score.sides.map((side, index) => breakdown(side, { side: state.sides[index], names: state.names[index] })),
  );
}

const muertoName = (muerto) => t(`muerto_${muerto}`);

/** What was stated about one side, as rows that two versions can be compared by. */
export function facts(side, names) {
  return [
    [t("closed"), side.closed ? t("yes") : t("no")],
    [t("pure_canastas"), points(side.pure_canastas)],
    [t("impure_canastas"), points(side.impure_canastas)],
    [t("muerto"), side.muerto === "taken_unplayed" && names.length > 1 && side.muerto_rack !== null && side.muerto_rack !== undefined
      ? `${muertoName(side.muerto)} (${names[side.muerto_rack]})` : muertoName(side.muerto)],
    [t("laid_points"), points(side.laid_points)],
    ...side.rack_points.map((left, rack) => [t("rack_of", { name: names[rack] }), points(left)]),
  ];
}

/** Two versions of one hand beside each other; what differs is marked. */
export function comparison(state, one, other) {
  return h(
    "div",
    { class: "comparison" },
    state.sides.map((side, index) => {
      const [left, right] = [one, other].map(({ sheet }) => facts(sheet.sides[index], state.names[index]));
      return h(
        "table",
        { class: "breakdown versions" },
        h("caption", {}, side),
        h("thead", {}, h("tr", {}, h("td"), h("th", { scope: "col" }, one.title), h("th", { scope: "col" }, other.title))),
        h(
          "tbody",
          {},
          left.map(([name, value], row) => {
            const differs = value !== right[row][1];
            return h(
              "tr",
              { class: differs ? "differs" : null },
              h("th", { scope: "row" }, name),
              h("td", { class: "number" }, value),
              h("td", { class: "number" }, right[row][1]),
            );
          }),
        ),
        h(
          "tfoot",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "row" }, t("total")),
            [one, other].map(({ score }) => h("td", { class: "number" }, gain(score.sides[index].total))),
          ),
        ),
      );
    }),
  );
}
