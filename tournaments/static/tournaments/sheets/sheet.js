// An open sheet: brings together what is known, what was typed, and what is shown.

import { showActions } from "./actions.js";
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
import { forgetOffline, keepForOffline } from "./offline.js";
import { Outbox } from "./outbox.js";
import { showPending } from "./pending.js";
import { buttonRow, linkButton } from "./pieces.js";
import { Press } from "./press.js";
import { project } from "./project.js";
import { RatingPanel } from "./rating.js";
import { Server } from "./server.js";
import { SheetStorage } from "./storage.js";
import { readJson, t } from "./texts.js";

const TICK = 30_000; // how often the time left is shown anew

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
    this.isStale = false;
    this.press = new Press(() => this.isStale && this.render());
    this.outbox = new Outbox({
      storage: this.storage,
      server: this.server,
      onAnswer: (answer) => this.heard(answer),
      onChange: () => this.render(),
    });
    this.editor = new Editor(part("editor"), this);
    this.rating = new RatingPanel({
      container: part("rating"),
      server: this.server,
      state,
      onNews: (isReached) => {
        this.reached = isReached;
        this.render();
      },
      onGone: (message) => this.gone(message),
    });
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
    if (this.state.time) setInterval(() => this.render(), TICK);
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
    this.rating.take(state);
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
    show(
      part("sheet-app"),
      h(
        "div",
        { class: "problem", role: "alert" },
        h("h1", { tabindex: "-1", id: "gone-title" }, t("gone_title")),
        h("p", { class: "lead" }, message || t("gone_what")),
        unsent ? h("p", { class: "alert alert-warning" }, t("gone_unsent", { n: unsent })) : null,
        buttonRow(linkButton("gone-list", t("my_sheets"), this.config.urls.list)),
      ),
    );
    goTo(part("gone-title"));
    forgetOffline(location.pathname);
  }

  render() {
    if (this.isGone) return;
    this.isStale = this.press.isDown;
    if (this.isStale) return;
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
    showActions(part("actions"), view, this.outbox, {
      hasDraft: Boolean(this.storage.draft("hand")),
    });
    part("rematch").hidden = !view.outcome || view.waiting > 0;
    showHands(part("hands"), view);
    showChart(part("chart"), view);
    this.rating.render(this.isOnline());
  }

  async discard(entryId) {
    const answer = await ask({
      title: t("discard_title"),
      text: t("discard_what"),
      yes: t("discard_mine"),
      danger: true,
    });
    if (answer !== null) this.outbox.discard(entryId);
  }

  /** A refused hand goes back into the form; what is saved there takes its place. */
  sendAgain(entryId, sheet, known) {
    this.again({ ...draftOf(sheet), ...known, replaces: entryId });
  }

  /** Open the form with values that have become something else; other drafts stay as they are. */
  again(draft) {
    this.storage.keepDraft("again", draft);
    if (location.hash === "#again") this.route();
    else location.hash = "#again";
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
    const isWanted = ["hand", "correct", "dispute", "again"].includes(kind);
    this.editor.close();
    const isOpen = isWanted && this.editor.open({ kind, number: Number(number) || null });
    part("sheet-app").dataset.view = isOpen ? "editor" : "sheet";
    if (isWanted && !isOpen) history.replaceState(null, "", location.pathname);
    this.render();
    if (wasOpen && !isOpen) {
      goTo(part("enter-hand") ?? part("board"));
      part("sheet-app").scrollIntoView({ block: "start" });
    }
  }
}

const state = readJson("sheet-state");
if (state) new Sheet(readJson("sheet-config"), state).start();
