// Where a hand is entered, corrected or disputed: the form, its draft, its objections, its way out.

import { comparison } from "./breakdown.js";
import { goTo, h, show } from "./dom.js";
import { draftOf, emptyDraft, missing, sameSheet, sheetOf } from "./draft.js";
import { choice, wordsField } from "./fields.js";
import { HandForm } from "./handform.js";
import { seatName } from "./project.js";
import { scoreHand } from "./score.js";
import { gain, points, t } from "./texts.js";

const QUIET = 450; // milliseconds without a keystroke before the server is asked
const CHECK_PATIENCE = 4_000;

const MISSING_TEXTS = {
  closed: "missing_closed",
  muerto: "missing_muerto",
  reason: "missing_reason",
};

export class Editor {
  /** `app` gives `view()`, `server`, `storage`, `outbox`, `isOnline()` and `leave(message)`. */
  constructor(container, app) {
    this.container = container;
    this.app = app;
    this.route = null;
  }

  get isOpen() {
    return this.route !== null;
  }

  get draftName() {
    const { kind, number } = this.route;
    return kind === "hand" ? "hand" : `${kind}-${number}`;
  }

  /** Open for a route such as {kind: "correct", number: 2}; false where there is nothing to open. */
  open(route) {
    const view = this.app.view();
    const written = view.hands.find(({ number }) => number === route.number) ?? null;
    if (!this.mayOpen(route, view, written)) return false;
    this.route = route;
    const kept = this.app.storage.draft(this.draftName);
    this.draft = kept ?? {
      ...(written ? draftOf(written.sheet) : emptyDraft(view.seats)),
      number: route.kind === "hand" ? view.next.number : route.number,
      version: written?.version ?? null,
      side: view.you.sides.length === 1 ? view.you.sides[0] : null,
    };
    this.build(view);
    this.container.hidden = false;
    goTo(this.title);
    return true;
  }

  mayOpen({ kind }, view, written) {
    if (kind === "hand") return view.you.may_write && (view.next || this.app.storage.draft("hand"));
    return Boolean(written) && (kind === "dispute" ? view.you.sides.length > 0 : view.you.may_write);
  }

  close() {
    clearTimeout(this.timer);
    this.route = null;
    this.container.hidden = true;
    this.container.replaceChildren();
  }

  build(view) {
    const { kind } = this.route;
    this.form = new HandForm({ state: view, draft: this.draft, onChange: () => this.changed() });
    this.title = h("h2", { id: "editor-title", tabindex: "-1" });
    this.starter = h("p", { class: "soft" });
    this.notice = h("div", { class: "editor-notice" });
    this.results = h("div", { class: "editor-results", "aria-live": "polite" });
    this.button = h("button", { class: "button button-large", type: "submit", id: "save-hand" });
    const reason = kind === "hand" ? [] : [this.reasonField()];
    const who = kind === "dispute" && view.you.sides.length > 1 ? [this.whoDisputes(view)] : [];
    show(
      this.container,
      h(
        "form",
        { class: "editor-form", novalidate: true, "aria-labelledby": "editor-title", onsubmit: (event) => { event.preventDefault(); this.save(); } },
        h("header", { class: "editor-head" }, h("div", {}, this.title, this.starter), h("a", { class: "button button-quiet", href: "#", id: "editor-back" }, t("back_to_sheet"))),
        this.notice,
        who,
        this.form.element,
        reason,
        h("footer", { class: "editor-foot" }, this.results, this.button),
      ),
    );
    this.stateChanged();
    this.changed({ keep: false });
  }

  reasonField() {
    const isDispute = this.route.kind === "dispute";
    const field = wordsField({
      id: "f-reason",
      label: t("reason"),
      help: isDispute ? t("reason_dispute_help") : t("reason_correct_help"),
      value: this.draft.reason,
      onChange: (text) => { this.draft.reason = text; this.keep(); },
    });
    this.form.fields.set("reason", field);
    return field.element;
  }

  whoDisputes(view) {
    const field = choice({
      id: "f-side",
      legend: t("who_disputes"),
      options: view.you.sides.map((side) => [String(side), view.sides[side]]),
      value: this.draft.side === null ? null : String(this.draft.side),
      onChange: (value) => { this.draft.side = Number(value); this.keep(); },
    });
    this.form.fields.set("side", field);
    return field.element;
  }

  keep() {
    this.app.storage.keepDraft(this.draftName, this.draft);
  }

  /** After a keystroke: keep the draft, renew the sums, and ask the server once it is quiet. */
  changed({ keep = true } = {}) {
    if (keep) this.keep();
    const view = this.app.view();
    const scores = this.form.scores();
    const isNext = this.route.kind === "hand";
    show(this.results, scores.map(({ total }, side) =>
      h("p", {}, h("span", { class: "result-name" }, view.sides[side]), " ",
        h("strong", { class: "number" }, gain(total)),
        isNext ? h("span", { class: "soft number" }, ` → ${points(view.totals[side] + total)}`) : null)));
    clearTimeout(this.timer);
    if (keep) this.form.showErrors([]);
    if (missing(this.draft).length) return;
    this.timer = setTimeout(() => this.check(), QUIET);
  }

  async check() {
    if (!this.isOpen || !this.app.isOnline()) return [];
    const asked = JSON.stringify(sheetOf(this.draft));
    const { kind, body } = await this.app.server.preview({ sheet: JSON.parse(asked) }, CHECK_PATIENCE);
    const isStale = !this.isOpen || asked !== JSON.stringify(sheetOf(this.draft));
    if (isStale || kind === "unreachable" || kind === "gone") return [];
    const errors = body.errors ?? [];
    this.form.showErrors(errors);
    return errors;
  }

  /** The sheet changed under the draft: say so, and offer what can be done about it. */
  stateChanged() {
    if (!this.isOpen) return;
    const view = this.app.view();
    const { kind } = this.route;
    const { number } = this.draft;
    const written = view.hands.find((hand) => hand.number === number);
    const starter = kind === "hand" ? view.next?.starter : written?.starter;
    this.title.textContent = t(`title_${kind}`, { number });
    this.button.textContent = t(`save_${kind}`, { number });
    this.starter.textContent = starter === undefined || starter === null ? "" : t("starts", { name: seatName(view, starter) });
    const isTaken = kind === "hand" && written;
    const isChanged = kind === "correct" && written && written.version !== this.draft.version;
    show(this.notice, isTaken ? this.takenNotice(view, written) : isChanged ? this.changedNotice(view, written) : null);
  }

  takenNotice(view, written) {
    const { number } = this.draft;
    const mine = { sheet: sheetOf(this.draft), score: scoreHand(view.rules.values, sheetOf(this.draft)), title: t("yours") };
    const same = sameSheet(mine.sheet, written.sheet);
    return h("div", { class: "alert alert-warning stack", role: "alert" },
      h("p", {}, h("strong", {}, t("hand_taken", { number })), " ", same ? t("hand_taken_same") : t("hand_taken_what")),
      same ? null : comparison(view, { ...written, title: t("written") }, mine),
      h("div", { class: "button-row" },
        same ? null : h("button", { type: "button", class: "button", id: "taken-correct", onclick: () => this.becomeCorrection(written) }, t("taken_correct", { number })),
        same || !view.next ? null : h("button", { type: "button", class: "button button-secondary", id: "taken-next", onclick: () => this.becomeNext(view.next.number) }, t("taken_next", { number: view.next.number })),
        h("button", { type: "button", class: "button button-quiet", id: "taken-discard", onclick: () => this.discard() }, t("discard_mine"))));
  }

  changedNotice(view, written) {
    const mine = { sheet: sheetOf(this.draft), score: scoreHand(view.rules.values, sheetOf(this.draft)), title: t("yours") };
    return h("div", { class: "alert alert-warning stack", role: "alert" },
      h("p", {}, t("hand_changed", { number: written.number })),
      comparison(view, { ...written, title: t("written") }, mine),
      h("div", { class: "button-row" },
        h("button", { type: "button", class: "button", id: "changed-go-on", onclick: () => { this.draft.version = written.version; this.keep(); this.stateChanged(); goTo(this.title); } }, t("go_on_with_mine")),
        h("button", { type: "button", class: "button button-quiet", id: "changed-discard", onclick: () => this.discard() }, t("discard_mine"))));
  }

  becomeCorrection(written) {
    const draft = { ...this.draft, version: written.version };
    this.app.storage.dropDraft("hand");
    this.app.storage.keepDraft(`correct-${written.number}`, draft);
    this.app.go(`#correct-${written.number}`);
  }

  becomeNext(number) {
    this.draft.number = number;
    this.keep();
    this.stateChanged();
    goTo(this.title);
  }

  discard() {
    this.app.storage.dropDraft(this.draftName);
    this.app.leave();
  }

  async save() {
    if (this.button.getAttribute("aria-disabled") === "true") return;
    const { kind } = this.route;
    const lacking = missing(this.draft, { withReason: kind !== "hand" });
    if (kind === "dispute" && this.draft.side === null) lacking.unshift("side");
    if (lacking.length) {
      this.fail(lacking.map((field) => ({ field, message: this.missingText(field) })));
      return;
    }
    this.button.setAttribute("aria-disabled", "true");
    clearTimeout(this.timer);
    const errors = await this.check();
    this.button.removeAttribute("aria-disabled");
    if (!this.isOpen) return;
    if (errors.length) this.fail(errors);
    else this.send();
  }

  missingText(field) {
    const last = field.split(".").at(-1);
    return t(MISSING_TEXTS[last] ?? (field === "side" ? "missing_side" : "missing_points"));
  }

  fail(errors) {
    const first = this.form.showErrors(errors);
    if (first) goTo(first);
    else this.form.general.scrollIntoView({ block: "center" });
  }

  send() {
    const { kind } = this.route;
    const { number, version, side } = this.draft;
    const reason = this.draft.reason.trim();
    const payload = {
      hand: { number },
      correct: { number, version, reason },
      dispute: { side, number, reason },
    }[kind];
    this.app.storage.dropDraft(this.draftName);
    this.app.outbox.add(kind, { ...payload, sheet: sheetOf(this.draft) }, this.draft.replaces);
    this.app.leave();
  }
}
