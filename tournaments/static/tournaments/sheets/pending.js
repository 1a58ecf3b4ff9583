// What this device has written and the server has not: waiting, or refused with both versions.

import { comparison } from "./breakdown.js";
import { h, show } from "./dom.js";
import { sameSheet } from "./draft.js";
import { scoreHand } from "./score.js";
import { moment, t } from "./texts.js";

const label = ({ kind, payload }, view) =>
  t(`entry_${kind}`, { number: payload.number ?? 0, side: view.sides[payload.side ?? 0] });

export function showPending(container, view, outbox, app) {
  const { entries } = outbox;
  container.hidden = entries.length === 0;
  if (!entries.length) {
    container.replaceChildren();
    return;
  }
  const isBlocked = Boolean(outbox.refused);
  show(container, h("h2", { id: "pending-title" }, t("pending_title")),
    h("ul", { class: "pending" }, entries.map((entry) =>
      entry.refusal ? refusedItem(entry, view, outbox, app) : waitingItem(entry, view, outbox, isBlocked))));
}

function waitingItem(entry, view, outbox, isBlocked) {
  const isSending = outbox.sending === entry.entry_id;
  return h("li", { class: "pending-item" },
    h("div", {}, h("strong", {}, label(entry, view)), " ", h("span", { class: "soft small" }, moment(entry.made_at)),
      h("p", { class: "small soft" }, isSending ? t("sending") : isBlocked ? t("waits_for_decision") : t("waits_for_connection"))),
    h("span", { class: "badge badge-caution" }, t("not_yet_saved")));
}

function refusedItem(entry, view, outbox, app) {
  const { kind, payload, refusal, entry_id: id } = entry;
  const reasons = [refusal.message, ...refusal.errors.map(({ message }) => message)].filter(Boolean);
  const written = payload.sheet ? view.hands.find(({ number }) => number === payload.number) : null;
  const mine = payload.sheet
    ? { sheet: payload.sheet, score: scoreHand(view.rules.values, payload.sheet), title: t("yours") }
    : null;
  const same = written && sameSheet(written.sheet, payload.sheet);
  return h("li", { class: "pending-item is-refused" },
    h("div", { class: "stack" },
      h("p", {}, h("span", { class: "badge badge-bad" }, t("refused")), " ", h("strong", {}, label(entry, view))),
      h("p", {}, reasons.length ? reasons.join(" ") : t("refused_unknown")),
      same ? h("p", {}, t("hand_taken_same")) : null,
      mine && written && !same ? comparison(view, { ...written, title: t("written") }, mine) : null,
      h("div", { class: "button-row" }, actions({ kind, payload, written, same, view, app, id }),
        h("button", { class: "button button-quiet", type: "button", id: `discard-${id}`, onclick: () => app.discard(id) }, t("discard_mine")))));
}

/** How a refused hand can go again, corrected: as a correction of what is written, or as the next. */
function actions({ kind, payload, written, same, view, app, id }) {
  if (!payload.sheet || same || !view.you.may_write) return [];
  const again = (route, draft, text, tone) =>
    h("button", { class: `button${tone}`, type: "button", id: `${route.slice(1)}-with-${id}`, onclick: () => app.sendAgain(id, route, { ...draft, sheet: payload.sheet, reason: payload.reason ?? "" }) }, text);
  const offers = [];
  if (written && view.status !== "confirmed" && kind !== "dispute") {
    offers.push(again(`#correct-${written.number}`, { number: written.number, version: written.version }, t("taken_correct", { number: written.number }), ""));
  }
  if (kind === "hand" && view.next) {
    const { number } = view.next;
    offers.push(again("#hand", { number, version: null }, number === payload.number ? t("correct_and_send") : t("taken_next", { number }), written ? " button-secondary" : ""));
  }
  if (kind === "dispute") {
    offers.push(again(`#dispute-${payload.number}`, { number: payload.number, side: payload.side }, t("correct_and_send"), ""));
  }
  return offers;
}
