// What this device has written and the server has not: waiting, or refused with both versions.

import { comparison } from "./breakdown.js";
import { h, show } from "./dom.js";
import { sameSheet } from "./draft.js";
import { badge, button, buttonRow } from "./pieces.js";
import { scoreHand } from "./score.js";
import { moment, t } from "./texts.js";

/** `app` gives `discard(id)` and `sendAgain(id, sheet, known)`. */
export function showPending(container, view, outbox, app) {
  const { entries } = outbox;
  container.hidden = entries.length === 0;
  const items = entries.map((entry) =>
    entry.refusal ? refusedItem(entry, view, app) : waitingItem(entry, view, outbox),
  );
  show(
    container,
    entries.length ? h("h2", { id: "pending-title" }, t("pending_title")) : null,
    h("ul", { class: "pending" }, items),
  );
}

function entryName({ kind, payload }, view) {
  const side = view.sides[payload.side ?? 0];
  return h("strong", {}, t(`entry_${kind}`, { number: payload.number ?? 0, side }));
}

function waitingItem(entry, view, outbox) {
  return h(
    "li",
    { class: "pending-item" },
    h(
      "div",
      {},
      entryName(entry, view),
      " ",
      h("span", { class: "soft small" }, moment(entry.made_at)),
      h("p", { class: "small soft" }, waitingFor(entry, outbox)),
    ),
    badge("caution", t("not_yet_saved")),
  );
}

function waitingFor(entry, outbox) {
  if (outbox.sending === entry.entry_id) return t("sending");
  return outbox.refused ? t("waits_for_decision") : t("waits_for_connection");
}

function refusedItem(entry, view, app) {
  const { payload, refusal, entry_id: id } = entry;
  const reasons = reasonsOf(refusal, view);
  const written = payload.sheet
    ? view.hands.find(({ number }) => number === payload.number)
    : undefined;
  const isSame = Boolean(written) && sameSheet(written.sheet, payload.sheet);
  return h(
    "li",
    { class: "pending-item is-refused" },
    h(
      "div",
      { class: "stack" },
      h("p", {}, badge("bad", t("refused")), " ", entryName(entry, view)),
      h("p", {}, reasons.join(" ") || t("refused_unknown")),
      isSame ? h("p", {}, t("hand_taken_same")) : null,
      written && !isSame ? bothVersions(view, written, payload.sheet) : null,
      buttonRow(
        isSame ? null : waysToSendAgain(entry, written, view, app),
        button(`discard-${id}`, t("discard_mine"), () => app.discard(id), { tone: "quiet" }),
      ),
    ),
  );
}

/** Each field's own reason, with the side it is about; the general one speaks of marked fields. */
function reasonsOf({ message, errors }, view) {
  const reasons = errors.map((error) => {
    const side = view.sides[/\bsides\.(\d)\b/.exec(error.field)?.[1]];
    return side ? `${side}: ${error.message}` : error.message;
  });
  return (reasons.length ? reasons : [message]).filter(Boolean);
}

function bothVersions(view, written, sheet) {
  const mine = { sheet, score: scoreHand(view.rules.values, sheet), title: t("yours") };
  return comparison(view, { ...written, title: t("written") }, mine);
}

/** How a refused hand can go again: as a correction of what is written, or as the next. */
function waysToSendAgain({ kind, payload, entry_id: id }, written, view, app) {
  if (!payload.sheet) return [];
  const { sheet, reason = "" } = payload;
  const again = (text, known, tone = "") => {
    const onclick = () => app.sendAgain(id, sheet, { reason, ...known });
    return button(`${known.kind}-with-${id}`, text, onclick, { tone });
  };
  if (kind === "dispute") {
    const { number, side } = payload;
    return [again(t("correct_and_send"), { kind, number, side })];
  }
  const ways = [];
  if (written && view.you.may_write && view.status !== "confirmed") {
    const { number, version } = written;
    const text = t("taken_correct", { number });
    ways.push(again(text, { kind: "correct", number, version }));
  }
  if (kind === "hand" && view.next && view.you.may_write) {
    const { number } = view.next;
    const isSame = number === payload.number;
    const text = isSame ? t("correct_and_send") : t("taken_next", { number });
    ways.push(again(text, { kind, number, version: null }, written ? "secondary" : ""));
  }
  return ways;
}
