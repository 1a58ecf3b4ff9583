// The match as a drawing: a line for each side, hand by hand. The table below says the same.

import { h, s, show } from "./dom.js";
import { sideMark } from "./pieces.js";
import { points, t } from "./texts.js";

const WIDTH = 420;
const HEIGHT = 230;
const LEFT = 46;
const RIGHT = 14;
const TOP = 14;
const BOTTOM = 28;
const FEWEST_HANDS = 4; // a line over one hand would be a wall
const MOST_NUMBERS = 10;

export function showChart(container, view) {
  const counted = view.hands.filter((hand) => hand.counted);
  container.hidden = counted.length === 0;
  if (!counted.length) return;
  const words = t("chart_words", {
    n: counted.length,
    first: view.sides[0],
    first_points: view.totals[0],
    second: view.sides[1],
    second_points: view.totals[1],
  });
  const names = view.sides.map((side, index) => h("span", {}, sideMark(index), side));
  show(
    container,
    h("h2", {}, t("chart_title")),
    h(
      "figure",
      {},
      drawing(view, counted),
      h(
        "figcaption",
        {},
        h("p", { class: "legend", "aria-hidden": "true" }, names),
        h("p", { class: "visually-hidden", id: "chart-words" }, words),
      ),
    ),
    h(
      "details",
      { id: "chart-table" },
      h("summary", {}, t("chart_as_table")),
      table(view, counted),
    ),
  );
}

/** Round numbers from the lowest value to above the highest. */
function scale(least, most) {
  const rough = (most - least) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((each) => each >= rough);
  const marks = [];
  for (let mark = Math.floor(least / step) * step; mark < most + step; mark += step) {
    marks.push(mark);
  }
  return marks;
}

function drawing(view, counted) {
  const target = view.rules.values.target_points;
  const lines = [0, 1].map((side) => [0, ...counted.map(({ totals }) => totals[side])]);
  const marks = scale(Math.min(0, ...lines.flat()), Math.max(...lines.flat(), target ?? 500));
  const [low, high] = [marks[0], marks.at(-1)];
  const width = WIDTH - LEFT - RIGHT;
  const x = (hand) => LEFT + (width * hand) / Math.max(counted.length, FEWEST_HANDS);
  const y = (value) => TOP + ((HEIGHT - TOP - BOTTOM) * (high - value)) / (high - low);
  return s(
    "svg",
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "img",
      "aria-labelledby": "chart-words",
      class: "chart",
    },
    marks.map((mark) => [
      level(mark === 0 ? "chart-zero" : "chart-grid", y(mark)),
      label(points(mark), LEFT - 8, y(mark) + 4, "end"),
    ]),
    handNumbers(counted, x),
    target ? level("chart-target", y(target)) : null,
    lines.map((line, side) => sideLine(line, side, x, y)),
  );
}

const level = (look, y) => s("line", { class: look, x1: LEFT, x2: WIDTH - RIGHT, y1: y, y2: y });

const label = (text, x, y, anchor) =>
  s("text", { class: "chart-mark", x, y, "text-anchor": anchor }, text);

function handNumbers(counted, x) {
  const every = Math.ceil(counted.length / MOST_NUMBERS);
  return counted.map(({ number }, index) =>
    (index + 1) % every ? null : label(String(number), x(index + 1), HEIGHT - 8, "middle"),
  );
}

/** Not by colour alone: one side has round dots, the other square ones. */
function sideLine(line, side, x, y) {
  const corners = line.map((value, hand) => `${x(hand)},${y(value)}`).join(" ");
  const dots = line.slice(1).map((value, index) => {
    const [cx, cy] = [x(index + 1), y(value)];
    const look = `chart-dot line-${side}`;
    return side === 0
      ? s("circle", { class: look, cx, cy, r: 4 })
      : s("rect", { class: look, x: cx - 3.5, y: cy - 3.5, width: 7, height: 7 });
  });
  return [s("polyline", { class: `chart-line line-${side}`, points: corners }), dots];
}

function table(view, counted) {
  const heads = view.sides.map((side) => h("th", { scope: "col", class: "number" }, side));
  const rows = counted.map(({ number, totals }) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, String(number)),
      totals.map((total) => h("td", { class: "number" }, points(total))),
    ),
  );
  // It scrolls by itself when it is wide, so the keyboard must be able to get there.
  return h(
    "div",
    { class: "table-wrap", tabindex: "0", role: "region", "aria-label": t("chart_title") },
    h(
      "table",
      { class: "table" },
      h("caption", { class: "visually-hidden" }, t("chart_title")),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("hand_column")), heads)),
      h("tbody", {}, rows),
    ),
  );
}
