// The end of a match: confirming, disagreeing, settling, reopening.

import { ask } from "./ask.js";
import { comparison } from "./breakdown.js";
import { h, show } from "./dom.js";
import { t } from "./texts.js";

export function showClosing(container, view, outbox) {
  const panels = [];
  if (view.dispute) panels.push(disputePanel(view, outbox));
  else if (view.status === "confirmed") panels.push(confirmedPanel(view, outbox));
  else if (view.outcome) panels.push(finishedPanel(view, outbox));
  container.hidden = panels.length === 0;
  show(container, panels);
}

function outcomeWords(view) {
  const { reason, winner } = view.outcome;
  const how = t(`ended_by_${reason}`);
  return winner === null ? `${t("drawn")} ${how}` : `${t("side_won", { side: view.sides[winner] })} ${how}`;
}

function sideState(view, side, outbox) {
  const isAsked = outbox.entries.some(({ kind, payload }) => kind === "confirm" && payload.side === side);
  const button = view.you.sides.includes(side) && !view.waiting && !isAsked;
  return h("li", { class: "confirm-side" },
    h("span", { class: "confirm-name" }, h("span", { class: `side-mark mark-${side}`, "aria-hidden": "true" }), view.sides[side]),
    view.confirmed[side]
      ? h("span", { class: "badge badge-good" }, t("confirmed"))
      : button
        ? h("button", { class: "button", type: "button", id: `confirm-${side}`, "aria-label": t("confirm_for", { side: view.sides[side] }), onclick: () => outbox.add("confirm", { side, seen: view.changed_seq }) }, t("confirm"))
        : h("span", { class: "badge" }, t("not_confirmed_yet")));
}

function finishedPanel(view, outbox) {
  return h("section", { class: "card closing", "aria-labelledby": "closing-title" },
    h("h2", { id: "closing-title" }, t("match_over")),
    h("p", { class: "lead" }, outcomeWords(view)),
    view.waiting ? h("p", { class: "soft" }, t("confirm_after_saving")) : h("p", { class: "soft" }, t("confirm_what")),
    h("ul", { class: "confirm-list" }, [0, 1].map((side) => sideState(view, side, outbox))));
}

function confirmedPanel(view, outbox) {
  const { you, reopen } = view;
  const asked = reopen
    ? h("div", { class: "alert alert-warning stack" },
      h("p", {}, h("strong", {}, t("reopen_asked", { side: view.sides[reopen.side] })), " ", h("q", {}, reopen.reason)),
      h("div", { class: "button-row" },
        you.sides.filter((side) => side !== reopen.side).map((side) => [
          h("button", { class: "button", type: "button", id: "reopen-agree", onclick: () => outbox.add("reopen_answer", { side, agree: true }) }, t("reopen_agree", { side: view.sides[side] })),
          h("button", { class: "button button-secondary", type: "button", id: "reopen-refuse", onclick: () => outbox.add("reopen_answer", { side, agree: false }) }, t("reopen_refuse")),
        ]),
        you.sides.length === 1 && you.sides[0] === reopen.side
          ? h("button", { class: "button button-secondary", type: "button", id: "reopen-withdraw", onclick: () => outbox.add("reopen_answer", { side: reopen.side, agree: false }) }, t("withdraw")) : null))
    : null;
  const ways = you.sides.length && !reopen
    ? h("div", { class: "button-row" }, you.sides.map((side) =>
      h("button", { class: "button button-quiet", type: "button", id: `reopen-${side}`, onclick: () => askToReopen(view, outbox, side) },
        you.sides.length > 1 ? t("reopen_for", { side: view.sides[side] }) : t("reopen"))))
    : null;
  return h("section", { class: "card closing is-confirmed", "aria-labelledby": "closing-title" },
    h("h2", { id: "closing-title" }, t("match_confirmed")),
    h("p", { class: "lead" }, outcomeWords(view)),
    h("p", { class: "soft" }, t("match_counts")),
    asked, ways);
}

async function askToReopen(view, outbox, side) {
  const reason = await ask({ title: t("reopen_title"), text: t("reopen_what"), yes: t("reopen_yes"), withReason: true });
  if (reason !== null) outbox.add("reopen", { side, reason });
}

function disputePanel(view, outbox) {
  const { dispute, you } = view;
  const hand = view.hands.find(({ number }) => number === dispute.number);
  const settle = (accept) => () => outbox.add("settle", { dispute: dispute.id, accept });
  const other = 1 - dispute.side;
  return h("section", { class: "card closing is-disputed", "aria-labelledby": "closing-title" },
    h("h2", { id: "closing-title" }, t("dispute_title", { number: dispute.number })),
    h("p", {}, h("strong", {}, t("dispute_by", { side: view.sides[dispute.side] })), " ", h("q", {}, dispute.reason)),
    hand ? comparison(view, { ...hand, title: t("written") }, { ...dispute, title: t("claimed") }) : null,
    h("p", { class: "soft" }, t("dispute_what", { side: view.sides[other] })),
    h("div", { class: "button-row" },
      you.sides.includes(other) ? h("button", { class: "button", type: "button", id: "settle-accept", onclick: settle(true) }, t("dispute_accept", { side: view.sides[other] })) : null,
      you.sides.includes(dispute.side) ? h("button", { class: "button button-secondary", type: "button", id: "settle-withdraw", onclick: settle(false) }, t("dispute_withdraw", { side: view.sides[dispute.side] })) : null));
}
