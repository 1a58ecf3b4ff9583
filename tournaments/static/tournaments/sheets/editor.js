// Where a hand is entered, corrected or disputed: the form, its draft, its objections, its way out.

import { comparison } from "./breakdown.js";
import { goTo, h, show } from "./dom.js";
import { draftOf, emptyDraft, missing, sameSheet, sheetOf, wrongNumbers } from "./draft.js";
import { choice, wordsField } from "./fields.js";
import { HandForm } from "./handform.js";
import { button, buttonRow, linkButton } from "./pieces.js";
import { seatName } from "./project.js";
import { scoreHand } from "./score.js";
import { gain, points, t } from "./texts.js";

const QUIET = 450; // milliseconds without a keystroke before the server is asked
const CHECK_PATIENCE = 4_000;

const MISSING_TEXTS = {
  closed: "missing_closed",
  muerto: "missing_muerto",
  reason: "missing_reason",
  side: "missing_side",
};

export class Editor {
  /** `app` gives view(), isOnline(), again(draft), leave(), server, storage and outbox. */
  constructor(container, app) {
    this.container = container;
    this.app = app;
    this.kind = null; // hand, correct or dispute while it is open
  }

  get isOpen() {
    return this.kind !== null;
  }

  /** Open for a route such as {kind: "correct", number: 2}; false where that is not possible. */
  open({ kind, number }) {
    const { storage } = this.app;
    if (kind === "again") {
      const kept = storage.draft("again");
      return Boolean(kept) && this.openAs(kept.kind, kept.number, "again");
    }
    return this.openAs(kind, number, kind === "hand" ? "hand" : `${kind}-${number}`);
  }

  openAs(kind, number, draftName) {
    const view = this.app.view();
    const written = kind === "hand" ? null : handOf(view, number);
    const kept = this.app.storage.draft(draftName);
    if (!this.mayOpen(kind, view, written, kept)) return false;
    this.kind = kind;
    this.draftName = draftName;
    this.draft = kept ?? {
      ...(written ? draftOf(written.sheet) : emptyDraft(view.seats)),
      number: written?.number ?? view.next.number,
      version: written?.version ?? null,
    };
    this.draft.side ??= view.you.sides.length === 1 ? view.you.sides[0] : null;
    this.build(view);
    this.container.hidden = false;
    goTo(this.title);
    return true;
  }

  mayOpen(kind, view, written, kept) {
    const { you } = view;
    if (kind === "hand") return you.may_write && Boolean(view.next || kept);
    return Boolean(written) && (kind === "dispute" ? you.sides.length > 0 : you.may_write);
  }

  close() {
    clearTimeout(this.timer);
    this.kind = null;
    this.container.hidden = true;
    this.container.replaceChildren();
  }

  build(view) {
    const { kind } = this;
    this.form = new HandForm({ view, draft: this.draft, onChange: () => this.changed() });
    this.title = h("h2", { id: "editor-title", tabindex: "-1" });
    this.starter = h("p", { class: "soft" });
    this.notice = h("div", { class: "editor-notice" });
    this.footNotice = h("p", { class: "foot-notice", hidden: true });
    this.results = h("div", { class: "editor-results", "aria-live": "polite" });
    this.button = h("button", { class: "button button-large", type: "submit", id: "save-hand" });
    const submit = (event) => {
      event.preventDefault();
      this.save();
    };
    show(
      this.container,
      h(
        "form",
        {
          class: "editor-form",
          novalidate: true,
          "aria-labelledby": "editor-title",
          onsubmit: submit,
        },
        h(
          "header",
          { class: "editor-head" },
          h("div", {}, this.title, this.starter),
          linkButton("editor-back", t("back_to_sheet"), "#", "quiet"),
        ),
        this.notice,
        kind === "dispute" && view.you.sides.length > 1 ? this.whoDisputes(view) : null,
        this.form.element,
        kind === "hand" ? null : this.reasonField(),
        h("footer", { class: "editor-foot" }, this.footNotice, this.results, this.button),
      ),
    );
    this.stateChanged();
    this.showResults();
    this.form.showErrors(this.wrong());
    this.checkSoon();
  }

  reasonField() {
    const { kind } = this;
    const field = wordsField({
      id: "f-reason",
      label: t("reason"),
      help: kind === "dispute" ? t("reason_dispute_help") : t("reason_correct_help"),
      value: this.draft.reason,
      onChange: (text) => {
        this.draft.reason = text;
        this.keep();
      },
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
      onChange: (value) => {
        this.draft.side = Number(value);
        this.keep();
      },
    });
    this.form.fields.set("side", field);
    return field.element;
  }

  keep() {
    this.app.storage.keepDraft(this.draftName, this.draft);
  }

  /** After a keystroke: keep the draft, renew the sums, and ask the server once it is quiet. */
  changed() {
    this.keep();
    this.showResults();
    this.form.showErrors(this.wrong());
    this.checkSoon();
  }

  /** What was typed as a number and is none: it stays as it is until it is put right. */
  wrong() {
    return wrongNumbers(this.draft).map((field) => ({ field, message: t("not_a_number") }));
  }

  showResults() {
    const view = this.app.view();
    const isNext = this.kind === "hand";
    const results = this.form.scores().map(({ total }, side) => {
      const after = isNext ? ` → ${points(view.totals[side] + total)}` : "";
      return h(
        "p",
        {},
        h("span", { class: "result-name" }, view.sides[side]),
        " ",
        h("strong", { class: "number" }, gain(total)),
        h("span", { class: "soft number" }, after),
      );
    });
    show(this.results, results);
  }

  checkSoon() {
    clearTimeout(this.timer);
    const isWhole = !missing(this.draft).length && !this.wrong().length;
    if (isWhole) this.timer = setTimeout(() => this.check(), QUIET);
  }

  /** Ask the server whether this hand is possible, and put its reasons at the fields. */
  async check() {
    if (!this.isOpen || !this.app.isOnline()) return [];
    const asked = sheetOf(this.draft);
    const { kind, body } = await this.app.server.preview({ sheet: asked }, CHECK_PATIENCE);
    const isStale = !this.isOpen || !sameSheet(asked, sheetOf(this.draft));
    if (isStale || (kind !== "fine" && kind !== "refused")) return [];
    const errors = [...this.wrong(), ...(body.errors ?? [])];
    this.form.showErrors(errors);
    return errors;
  }

  /** The sheet changed under the draft: say so, and offer what can be done about it. */
  stateChanged() {
    if (!this.isOpen) return;
    const view = this.app.view();
    const { kind } = this;
    if (kind === "hand" && view.next && this.draft.number > view.next.number) {
      this.draft.number = view.next.number; // a hand before it was undone
    }
    const { number } = this.draft;
    const written = handOf(view, number);
    const starter = kind === "hand" ? view.next?.starter : written?.starter;
    this.title.textContent = t(`title_${kind}`, { number });
    this.button.textContent = t(`save_${kind}`);
    const name = Number.isInteger(starter) ? seatName(view, starter) : "";
    this.starter.textContent = name && t("starts", { name });
    show(this.notice, written ? this.noticeAbout(written, view) : null);
    // Said again beside the button: whoever types further down does not see the top of the form.
    const said = written && this.overtaken(written);
    this.footNotice.textContent = said ?? "";
    this.footNotice.hidden = !said;
  }

  /** What another device did to the hand in this form, in a sentence; null if nothing. */
  overtaken({ number, version }) {
    if (this.kind === "hand") return t("hand_taken", { number });
    const isChanged = this.kind === "correct" && version !== this.draft.version;
    return isChanged ? t("hand_changed", { number }) : null;
  }

  noticeAbout(written, view) {
    const said = this.overtaken(written);
    if (!said) return null;
    const isSame = !this.wrong().length && sameSheet(sheetOf(this.draft), written.sheet);
    const discard = button("taken-discard", t("discard_mine"), () => this.discard(), {
      tone: "quiet",
    });
    if (this.kind === "hand") {
      const words = [
        h("strong", {}, said),
        " ",
        isSame ? t("hand_taken_same") : t("hand_taken_what"),
      ];
      const ways = isSame ? [] : this.waysForTaken(written, view);
      return this.warning(words, isSame ? null : this.bothVersions(written, view), ways, discard);
    }
    const goOn = button("changed-go-on", t("go_on_with_mine"), () => this.goOnWith(written));
    return this.warning(said, this.bothVersions(written, view), goOn, discard);
  }

  warning(words, versions, ...ways) {
    return h(
      "div",
      { class: "alert alert-warning stack", role: "alert" },
      h("p", {}, words),
      versions,
      buttonRow(ways),
    );
  }

  bothVersions(written, view) {
    const sheet = sheetOf(this.draft);
    const mine = { sheet, score: scoreHand(view.rules.values, sheet), title: t("yours") };
    return comparison(view, { ...written, title: t("written") }, mine);
  }

  waysForTaken(written, { next }) {
    const { number } = written;
    const correct = () => this.becomeCorrection(written);
    const ways = [button("taken-correct", t("taken_correct", { number }), correct)];
    if (next) {
      const text = t("taken_next", { number: next.number });
      const become = () => this.becomeNext(next.number);
      ways.push(button("taken-next", text, become, { tone: "secondary" }));
    }
    return ways;
  }

  becomeCorrection({ number, version }) {
    this.app.storage.dropDraft(this.draftName);
    this.app.again({ ...this.draft, kind: "correct", number, version });
  }

  becomeNext(number) {
    this.draft.number = number;
    this.goOn();
  }

  goOnWith({ version }) {
    this.draft.version = version;
    this.goOn();
  }

  goOn() {
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
    const { kind } = this;
    const lacking = missing(this.draft, { withReason: kind !== "hand" });
    if (kind === "dispute" && this.draft.side === null) lacking.unshift("side");
    const wanting = lacking.map((field) => ({ field, message: missingText(field) }));
    wanting.push(...this.wrong());
    if (wanting.length) {
      this.fail(wanting);
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

  fail(errors) {
    const first = this.form.showErrors(errors);
    if (first) goTo(first);
    else this.form.general.scrollIntoView({ block: "center" });
  }

  send() {
    const { kind } = this;
    const { number, version, side, replaces } = this.draft;
    const reason = this.draft.reason.trim();
    const payload = {
      hand: { number },
      correct: { number, version, reason },
      dispute: { side, number, reason },
    }[kind];
    this.app.storage.dropDraft(this.draftName);
    this.app.outbox.add(kind, { ...payload, sheet: sheetOf(this.draft) }, replaces);
    this.app.leave();
  }
}

const handOf = (view, number) => view.hands.find((hand) => hand.number === number) ?? null;

function missingText(field) {
  return t(MISSING_TEXTS[field.split(".").at(-1)] ?? "missing_points");
}
