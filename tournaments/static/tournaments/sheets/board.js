// The score: both totals as large as they can be, what each side still needs, who starts.

import { h, show } from "./dom.js";
import { sideMark } from "./pieces.js";
import { seatName } from "./project.js";
import { serverNow } from "./server.js";
import { gain, points, t } from "./texts.js";

const MINUTE = 60_000;

/** Show the score; `announcer` says it to those who do not see it. */
export function showBoard(container, announcer, view) {
  show(
    container,
    h("div", { class: "board-sides" }, sidePart(view, 0), sidePart(view, 1)),
    h("p", { class: "board-foot" }, footing(view).map((part) => h("span", {}, part))),
  );
  const spoken = t("totals_spoken", {
    first: view.sides[0],
    first_points: view.totals[0],
    second: view.sides[1],
    second_points: view.totals[1],
  });
  if (announcer.textContent !== spoken) announcer.textContent = spoken;
}

function sidePart(view, side) {
  const last = view.hands.filter(({ counted }) => counted).at(-1);
  const won = view.outcome?.winner === side ? " is-winner" : "";
  return h(
    "div",
    { class: `board-side side-${side}${won}` },
    h("p", { class: "board-name" }, sideMark(side), view.sides[side]),
    h("p", { class: "board-total number", "data-total": side }, points(view.totals[side])),
    last ? lastHand(last.score.sides[side].total) : null,
    bar(view.rules.values.target_points, view.totals[side]),
    h("p", { class: "board-need" }, need(view, side)),
  );
}

function lastHand(total) {
  return h("p", { class: "board-last number" }, t("last_hand", { points: gain(total) }));
}

/** How far it is to the target; the words below say the same. */
function bar(target, total) {
  if (!target) return null;
  const value = Math.min(target, Math.max(0, total));
  return h("progress", { class: "board-bar", max: target, value, "aria-hidden": "true" });
}

function need(view, side) {
  if (view.outcome) return view.outcome.winner === side ? t("won") : "";
  if (view.to_target?.[side]) return t("needs", { n: view.to_target[side] });
  return view.behind[side] ? t("behind", { n: view.behind[side] }) : "";
}

function footing(view) {
  const { next, time, waiting } = view;
  const parts = [];
  if (next) {
    const name = seatName(view, next.starter);
    parts.push(t("next_hand", { number: next.number, name }));
    if (view.hands_left !== null) parts.push(t("hands_left", { n: view.hands_left }));
    if (time) parts.push(timeLeft(time));
  }
  if (waiting) parts.push(t("includes_waiting", { n: waiting }));
  return parts;
}

function timeLeft({ ends_at: end, limit }) {
  // The server tells its time in whole seconds, so that it may seem earlier than the very start.
  const minutes = Math.min(limit, Math.ceil((new Date(end) - serverNow()) / MINUTE));
  return minutes > 0 ? t("minutes_left", { n: minutes }) : t("minutes_over");
}
