// A side's points of a hand, line by line, and two versions of a hand beside each other.

import { h } from "./dom.js";
import { gain, points, t } from "./texts.js";

const COUNTED = ["pure_canastas", "impure_canastas"];

/** The rows of one side's breakdown. */
export function breakdownRows(score, names) {
  return score.lines.map((line) => row(lineName(line, names), lineAmount(line), line.amount < 0));
}

/** Both sides' breakdowns, beside each other where there is room. */
export function breakdowns(view, score) {
  const tables = score.sides.map((side, index) =>
    h(
      "table",
      { class: "breakdown" },
      h("caption", {}, view.sides[index]),
      h("tbody", {}, breakdownRows(side, view.names[index])),
      h("tfoot", {}, row(t("total"), gain(side.total))),
    ),
  );
  return h("div", { class: "breakdowns" }, tables);
}

function row(name, amount, isMinus = false) {
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, name),
    h("td", { class: isMinus ? "number minus" : "number" }, amount),
  );
}

function lineName({ code, quantity, unit_points: unit, rack }, names) {
  const name = t(`line_${code}`, { name: names[rack ?? 0] });
  return COUNTED.includes(code) ? `${name} (${quantity} × ${points(unit)})` : name;
}

function lineAmount({ code, quantity, amount }) {
  return code === "rack_free" ? t("not_counted", { points: quantity }) : gain(amount);
}

/** What was stated about one side: name and value, in the order of the form. */
export function facts(side, names) {
  return [
    [t("closed"), side.closed ? t("yes") : t("no")],
    [t("pure_canastas"), points(side.pure_canastas)],
    [t("impure_canastas"), points(side.impure_canastas)],
    [t("muerto"), muertoWords(side, names)],
    [t("laid_points"), points(side.laid_points)],
    ...side.rack_points.map((left, rack) => [t("rack_of", { name: names[rack] }), points(left)]),
  ];
}

function muertoWords({ muerto, muerto_rack: rack }, names) {
  const words = t(`muerto_${muerto}`);
  return Number.isInteger(rack) && names.length > 1 ? `${words} (${names[rack]})` : words;
}

/** Two versions ({sheet, score, title}) of one hand beside each other; what differs is marked. */
export function comparison(view, one, other) {
  const versions = [one, other];
  const tables = view.sides.map((name, side) => {
    const said = versions.map(({ sheet }) => facts(sheet.sides[side], view.names[side]));
    return h(
      "table",
      { class: "breakdown versions" },
      h("caption", {}, name),
      h(
        "thead",
        {},
        h("tr", {}, h("td"), versions.map(({ title }) => h("th", { scope: "col" }, title))),
      ),
      h("tbody", {}, said[0].map((fact, index) => factRow(fact, said[1][index]))),
      h(
        "tfoot",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "row" }, t("total")),
          versions.map(({ score }) => number(gain(score.sides[side].total))),
        ),
      ),
    );
  });
  return h("div", { class: "comparison" }, tables);
}

const number = (text) => h("td", { class: "number" }, text);

function factRow([name, one], [, other]) {
  const look = one === other ? null : "differs";
  return h("tr", { class: look }, h("th", { scope: "row" }, name), number(one), number(other));
}
