// An open sheet: brings together what is known, what was typed, and what is shown.

import { ask } from "./ask.js";
import { showBoard } from "./board.js";
import { showChart } from "./chart.js";
import { showClosing } from "./closing.js";
import { showConnection } from "./connection.js";
import { goTo, h, show } from "./dom.js";
import { draftOf } from "./draft.js";
import { Editor } from "./editor.js";
import { showHands } from "./hands.js";
import { Live } from "./live.js";
import { Outbox } from "./outbox.js";
import { showPending } from "./pending.js";
import { project } from "./project.js";
import { Server } from "./server.js";
import { SheetStorage } from "./storage.js";
import { readJson, t } from "./texts.js";
import { keepForOffline } from "./offline.js";

const part = (name) => document.getElementById(name);

class Sheet {
  constructor(config, state) {
    this.config = config;
    this.storage = new SheetStorage(state.id);
    const kept = this.storage.state;
    // A page out of the cache may be older than what this device has heard since.
    this.state = kept && kept.seq > state.seq ? kept : state;
    this.storage.state = this.state;
    this.server = new Server(config);
    this.reached = navigator.onLine;
    this.live = false;
    this.outbox = new Outbox({
      storage: this.storage,
      server: this.server,
      onAnswer: (_, answer) => this.heard(answer),
      onChange: () => this.render(),
    });
    this.editor = new Editor(part("editor"), this);
    this.stream = new Live({
      url: config.urls.events,
      onNews: () => this.news(),
      onRevoked: (message) => this.gone(message),
      onConnection: (isLive) => {
        this.live = isLive;
        if (isLive) this.reached = true;
        this.render();
        if (isLive) this.outbox.send();
      },
    });
  }

  start() {
    window.addEventListener("hashchange", () => this.route());
    window.addEventListener("online", () => this.outbox.send());
    window.addEventListener("offline", () => {
      this.reached = false;
      this.live = false;
      this.render();
    });
    this.storage.onChange(() => {
      const kept = this.storage.state;
      if (kept && kept.seq > this.state.seq) this.state = kept;
      this.render();
      this.editor.stateChanged();
    });
    part("sheet-app").dataset.ready = "yes";
    this.render();
    this.route();
    this.stream.start();
    this.outbox.send();
    keepForOffline(this.config.urls);
  }

  view() {
    return project(this.state, this.outbox.entries);
  }

  isOnline() {
    return this.reached && navigator.onLine;
  }

  /** What an answer of the server tells us, whatever was asked. */
  heard({ kind, body }) {
    this.reached = kind !== "unreachable";
    if (kind === "gone") this.gone(body.message);
    else if (body.state) this.take(body.state);
  }

  take(state) {
    if (state.seq >= this.state.seq) {
      this.state = state;
      this.storage.state = state;
    }
    this.render();
    this.editor.stateChanged();
  }

  /** Something is new, be it what is written or what one may do: ask for all of it. */
  async news() {
    if (this.isGone) return;
    const answer = await this.server.state();
    if (answer.kind === "fine") {
      this.reached = true;
      this.take(answer.body.state ?? answer.body);
      this.outbox.send();
    } else if (answer.kind === "gone" || answer.kind === "refused") {
      this.gone(answer.body.message);
    } else {
      this.reached = false;
      this.render();
    }
  }

  /** The sheet is no longer ours to read: say so at once, and keep only what was never sent. */
  gone(message) {
    if (this.isGone) return;
    this.isGone = true;
    this.stream.stop();
    this.editor.close();
    this.storage.forgetState();
    const unsent = this.outbox.entries.length;
    show(part("sheet-app"), h("div", { class: "problem", role: "alert" },
      h("h1", { tabindex: "-1", id: "gone-title" }, t("gone_title")),
      h("p", { class: "lead" }, message || t("gone_what")),
      unsent ? h("p", { class: "alert alert-warning" }, t("gone_unsent", { n: unsent })) : null,
      h("p", { class: "button-row" }, h("a", { class: "button", href: this.config.urls.list }, t("my_sheets")))));
    goTo(part("gone-title"));
    keepForOffline.forget(location.pathname);
  }

  render() {
    if (this.isGone) return;
    const view = this.view();
    showConnection(part("connection"), {
      isReached: this.isOnline(),
      isLive: this.live,
      waiting: this.outbox.waiting.length,
      isRefused: Boolean(this.outbox.refused),
      isSending: Boolean(this.outbox.sending),
    });
    showBoard(part("board"), part("spoken"), view);
    showPending(part("pending"), view, this.outbox, this);
    showClosing(part("closing"), view, this.outbox);
    this.showActions(view);
    showHands(part("hands"), view);
    showChart(part("chart"), view);
  }

  showActions(view) {
    const draft = this.storage.draft("hand");
    const { you, next, undo } = view;
    const isOpen = you.may_write && next && view.status !== "confirmed";
    const buttons = [
      isOpen ? h("a", { class: "button button-large button-wide enter-hand", href: "#hand", id: "enter-hand" }, draft ? t("go_on_with_hand", { number: next.number }) : t("enter_hand", { number: next.number })) : null,
      you.may_write && undo ? h("button", { class: "button button-secondary", type: "button", id: "undo", onclick: () => this.undo(undo) }, t(`undo_${undo.kind}`, { number: undo.number ?? 0 })) : null,
      isOpen && view.time && view.hands.length && !view.waiting ? h("button", { class: "button button-secondary", type: "button", id: "time-up", onclick: () => this.timeUp() }, t("time_up")) : null,
      you.may_read && !you.may_write ? h("p", { class: "alert" }, t("read_only")) : null,
    ];
    show(part("actions"), buttons);
  }

  async undo({ entry, kind, number }) {
    const answer = await ask({ title: t(`undo_${kind}`, { number: number ?? 0 }), text: t("undo_what"), yes: t("undo_yes") });
    if (answer !== null) this.outbox.add("undo", { entry });
  }

  async timeUp() {
    const answer = await ask({ title: t("time_up"), text: t("time_up_what"), yes: t("time_up_yes") });
    if (answer !== null) this.outbox.add("time_up", {});
  }

  async discard(entryId) {
    const answer = await ask({ title: t("discard_title"), text: t("discard_what"), yes: t("discard_mine"), danger: true });
    if (answer !== null) this.outbox.discard(entryId);
  }

  /** A refused hand goes back into the form with its values; saved there, it takes its old place. */
  sendAgain(entryId, route, { sheet, ...known }) {
    this.storage.keepDraft(route.slice(1), { ...draftOf(sheet), ...known, replaces: entryId });
    this.go(route);
  }

  go(route) {
    if (location.hash === route) this.route();
    else location.hash = route;
  }

  /** Back to the sheet, without leaving the form in the browser's way back. */
  leave() {
    history.replaceState(null, "", location.pathname);
    this.route();
  }

  route() {
    if (this.isGone) return;
    const wasOpen = this.editor.isOpen;
    const [kind, number] = location.hash.slice(1).split("-");
    const wanted = { hand: "hand", correct: "correct", dispute: "dispute" }[kind];
    this.editor.close();
    const isOpen = Boolean(wanted) && this.editor.open({ kind: wanted, number: Number(number) || null });
    part("sheet-app").dataset.view = isOpen ? "editor" : "sheet";
    if (!isOpen && wanted) history.replaceState(null, "", location.pathname);
    this.render();
    if (wasOpen && !isOpen) goTo(part("enter-hand") ?? part("closing-title") ?? part("board"));
  }
}

const state = readJson("sheet-state");
if (state) new Sheet(readJson("sheet-config"), state).start();
