// The match as a drawing: a line for each side, hand by hand. The table below says the same.

import { h, s, show } from "./dom.js";
import { points, t } from "./texts.js";

const WIDTH = 640;
const HEIGHT = 280;
const LEFT = 52;
const RIGHT = 16;
const TOP = 16;
const BOTTOM = 32;

function steps(least, most) {
  const rough = (most - least) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((each) => each >= rough);
  const from = Math.floor(least / step) * step;
  const marks = [];
  for (let mark = from; mark < most + step; mark += step) marks.push(mark);
  return marks;
}

export function showChart(container, view) {
  const counted = view.hands.filter((hand) => hand.counted);
  container.hidden = counted.length === 0;
  if (!counted.length) return;
  const target = view.rules.values.target_points;
  const lines = [0, 1].map((side) => [0, ...counted.map(({ totals }) => totals[side])]);
  const all = lines.flat();
  const marks = steps(Math.min(0, ...all), Math.max(...all, target ?? 500));
  const [low, high] = [marks[0], marks.at(-1)];
  const x = (hand) => LEFT + ((WIDTH - LEFT - RIGHT) * hand) / Math.max(counted.length, 4);
  const y = (value) => TOP + ((HEIGHT - TOP - BOTTOM) * (high - value)) / (high - low);
  const every = Math.ceil(counted.length / 10);
  const drawing = s(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-labelledby": "chart-words", class: "chart" },
    marks.map((mark) => [
      s("line", { class: mark === 0 ? "chart-zero" : "chart-grid", x1: LEFT, x2: WIDTH - RIGHT, y1: y(mark), y2: y(mark) }),
      s("text", { class: "chart-mark", x: LEFT - 8, y: y(mark) + 4, "text-anchor": "end" }, points(mark)),
    ]),
    counted.map(({ number }, index) =>
      (index + 1) % every ? null : s("text", { class: "chart-mark", x: x(index + 1), y: HEIGHT - 8, "text-anchor": "middle" }, String(number))),
    target ? s("line", { class: "chart-target", x1: LEFT, x2: WIDTH - RIGHT, y1: y(target), y2: y(target) }) : null,
    lines.map((line, side) => [
      s("polyline", { class: `chart-line line-${side}`, points: line.map((value, hand) => `${x(hand)},${y(value)}`).join(" ") }),
      line.slice(1).map((value, index) => dot(side, x(index + 1), y(value))),
    ]),
  );
  show(
    container,
    h("h2", {}, t("chart_title")),
    h(
      "figure",
      {},
      drawing,
      h("figcaption", {}, h("p", { class: "legend", "aria-hidden": "true" }, [0, 1].map((side) => h("span", {}, h("span", { class: `side-mark mark-${side}` }), view.sides[side]))),
        h("p", { class: "visually-hidden", id: "chart-words" }, t("chart_words", { first: view.sides[0], first_points: view.totals[0], second: view.sides[1], second_points: view.totals[1], n: counted.length }))),
    ),
    h("details", { id: "chart-table" }, h("summary", {}, t("chart_as_table")), table(view, counted)),
  );
}

/** Not by colour alone: one side has round dots, the other square ones. */
function dot(side, x, y) {
  return side === 0
    ? s("circle", { class: "chart-dot line-0", cx: x, cy: y, r: 5 })
    : s("rect", { class: "chart-dot line-1", x: x - 4.5, y: y - 4.5, width: 9, height: 9 });
}

function table(view, counted) {
  return h("div", { class: "table-wrap", tabindex: "0", role: "region", "aria-label": t("chart_title") }, h("table", { class: "table" },
    h("caption", { class: "visually-hidden" }, t("chart_title")),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("hand_column")), view.sides.map((side) => h("th", { scope: "col", class: "number" }, side)))),
    h("tbody", {}, counted.map(({ number, totals }) =>
      h("tr", {}, h("th", { scope: "row" }, String(number)), totals.map((total) => h("td", { class: "number" }, points(total))))))));
}
