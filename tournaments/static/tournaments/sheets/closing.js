// The end of a match: confirming, disagreeing, settling, reopening.

import { ask } from "./ask.js";
import { comparison } from "./breakdown.js";
import { h, show } from "./dom.js";
import { badge, button, buttonRow, sideMark } from "./pieces.js";
import { t } from "./texts.js";

export function showClosing(container, view, outbox) {
  const panel = panelFor(view, outbox);
  container.hidden = !panel;
  show(container, panel);
}

function panelFor(view, outbox) {
  if (view.dispute) return disputePanel(view, outbox);
  if (view.status === "confirmed") return confirmedPanel(view, outbox);
  return view.outcome ? finishedPanel(view, outbox) : null;
}

function panel(title, look, ...content) {
  return h(
    "section",
    { class: `card ${look}`, "aria-labelledby": "closing-title" },
    h("h2", { id: "closing-title" }, title),
    content,
  );
}

function outcomeWords(view) {
  const { reason, winner } = view.outcome;
  const who = winner === null ? t("drawn") : t("side_won", { side: view.sides[winner] });
  return h("p", { class: "lead" }, `${who} ${t(`ended_by_${reason}`)}`);
}

function finishedPanel(view, outbox) {
  const what = view.waiting ? t("confirm_after_saving") : t("confirm_what");
  const sides = [0, 1].map((side) => confirmation(view, side, outbox));
  return panel(
    t("match_over"),
    "is-finished",
    outcomeWords(view),
    h("p", { class: "soft" }, what),
    h("ul", { class: "confirm-list" }, sides),
  );
}

function confirmation(view, side, outbox) {
  const name = view.sides[side];
  return h(
    "li",
    { class: "confirm-side" },
    h("span", { class: "confirm-name" }, sideMark(side), name),
    confirmationState(view, side, outbox),
  );
}

function confirmationState(view, side, outbox) {
  if (view.confirmed[side]) return badge("good", t("confirmed"));
  const isSent = outbox.entries.some(
    ({ kind, payload }) => kind === "confirm" && payload.side === side,
  );
  if (isSent || view.waiting || !view.you.sides.includes(side)) {
    return badge("", t("not_confirmed_yet"));
  }
  const confirm = () => outbox.add("confirm", { side, seen: view.changed_seq });
  const label = t("confirm_for", { side: view.sides[side] });
  return button(`confirm-${side}`, t("confirm"), confirm, { label });
}

function confirmedPanel(view, outbox) {
  return panel(
    t("match_confirmed"),
    "is-confirmed",
    outcomeWords(view),
    h("p", { class: "soft" }, t("match_counts")),
    view.reopen ? reopenRequest(view, outbox) : reopenOffers(view, outbox),
  );
}

function reopenOffers(view, outbox) {
  const { sides } = view.you;
  const offer = (side) => {
    const text = sides.length > 1 ? t("reopen_for", { side: view.sides[side] }) : t("reopen");
    const onclick = () => askToReopen(outbox, side);
    return button(`reopen-${side}`, text, onclick, { tone: "quiet" });
  };
  return sides.length ? buttonRow(sides.map(offer)) : null;
}

async function askToReopen(outbox, side) {
  const reason = await ask({
    title: t("reopen"),
    text: t("reopen_what"),
    yes: t("reopen_yes"),
    withReason: true,
  });
  if (reason !== null) outbox.add("reopen", { side, reason });
}

function reopenRequest(view, outbox) {
  const { reopen, you } = view;
  const answer = (side, agree) => () => outbox.add("reopen_answer", { side, agree });
  const other = 1 - reopen.side;
  const answers = you.sides.includes(other)
    ? [
        button("reopen-agree", t("reopen_agree", { side: view.sides[other] }), answer(other, true)),
        button("reopen-refuse", t("reopen_refuse"), answer(other, false), { tone: "secondary" }),
      ]
    : [];
  const withdrawal = you.sides.includes(reopen.side)
    ? button("reopen-withdraw", t("withdraw"), answer(reopen.side, false), { tone: "quiet" })
    : null;
  return h(
    "div",
    { class: "alert alert-warning stack" },
    said(t("reopen_asked", { side: view.sides[reopen.side] }), reopen.reason),
    buttonRow(answers, withdrawal),
  );
}

function disputePanel(view, outbox) {
  const { dispute, you } = view;
  const hand = view.hands.find(({ number }) => number === dispute.number);
  const settle = (accept) => () => outbox.add("settle", { dispute: dispute.id, accept });
  const [objecting, other] = [dispute.side, 1 - dispute.side];
  const names = view.sides;
  const acceptance = you.sides.includes(other)
    ? button("settle-accept", t("dispute_accept", { side: names[other] }), settle(true))
    : null;
  const withdrawal = you.sides.includes(objecting)
    ? button("settle-withdraw", t("dispute_withdraw", { side: names[objecting] }), settle(false), {
        tone: "secondary",
      })
    : null;
  return panel(
    t("dispute_title", { number: dispute.number }),
    "is-disputed",
    said(t("dispute_by", { side: names[objecting] }), dispute.reason),
    comparison(view, { ...hand, title: t("written") }, { ...dispute, title: t("claimed") }),
    h("p", { class: "soft" }, t("dispute_what", { side: names[other] })),
    buttonRow(acceptance, withdrawal),
  );
}

/** Who says something, and what in their own words. */
function said(who, words) {
  return h("p", {}, h("strong", {}, who), " ", h("q", {}, words));
}
