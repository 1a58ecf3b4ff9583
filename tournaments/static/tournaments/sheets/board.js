// The score: both totals as large as they can be, what each side still needs, who starts.

import { h, show } from "./dom.js";
import { seatName, sideOf } from "./project.js";
import { gain, points, t } from "./texts.js";

function need(view, side) {
  if (view.outcome) return view.outcome.winner === side ? t("won") : "";
  if (view.to_target?.[side]) return t("needs", { n: view.to_target[side] });
  return view.behind[side] ? t("behind", { n: view.behind[side] }) : "";
}

function sidePart(view, side) {
  const last = view.hands.filter(({ counted }) => counted).at(-1);
  const target = view.rules.values.target_points;
  const isWinner = view.outcome?.winner === side;
  return h(
    "div",
    { class: `board-side side-${side}${isWinner ? " is-winner" : ""}` },
    h("p", { class: "board-name" }, h("span", { class: `side-mark mark-${side}`, "aria-hidden": "true" }), view.sides[side]),
    h("p", { class: "board-total number", "data-total": side }, points(view.totals[side])),
    last ? h("p", { class: "board-last number" }, t("last_hand", { points: gain(last.score.sides[side].total) })) : null,
    target ? h("progress", { class: `board-bar bar-${side}`, max: target, value: Math.min(target, Math.max(0, view.totals[side])), "aria-hidden": "true" }) : null,
    h("p", { class: "board-need" }, need(view, side)),
  );
}

function footing(view) {
  const parts = [];
  if (view.next) {
    parts.push(t("next_hand", { number: view.next.number, name: seatName(view, view.next.starter) }));
  }
  if (view.next && view.hands_left !== null) parts.push(t("hands_left", { n: view.hands_left }));
  if (view.next && view.time) {
    const minutes = Math.ceil((new Date(view.time.ends_at) - Date.now()) / 60_000);
    parts.push(view.time.ends_at && minutes > 0 ? t("minutes_left", { n: minutes }) : t("minutes_over"));
  }
  if (view.waiting) parts.push(t("includes_waiting", { n: view.waiting }));
  return parts;
}

export function showBoard(container, announcer, view) {
  const starter = view.next ? sideOf(view.next.starter) : null;
  container.dataset.starter = starter ?? "";
  show(
    container,
    h("div", { class: "board-sides" }, sidePart(view, 0), sidePart(view, 1)),
    h("p", { class: "board-foot" }, footing(view).map((part) => h("span", {}, part))),
  );
  const spoken = t("totals_spoken", {
    first: view.sides[0], first_points: view.totals[0], second: view.sides[1], second_points: view.totals[1],
  });
  if (announcer.textContent !== spoken) announcer.textContent = spoken;
}
