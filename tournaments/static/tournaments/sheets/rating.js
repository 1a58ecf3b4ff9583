// Whether the match is rated: the server's own panel, asked for anew when something has changed.
// Unlike the hands, what is said here is not kept for later: it needs a connection.

import { goTo } from "./dom.js";

export class RatingPanel {
  /** `onNews()` is called when there is something new to render, `onGone(message)` at the end. */
  constructor({ container, server, state, onNews, onGone }) {
    this.container = container;
    this.server = server;
    this.known = keyOf(state);
    this.onNews = onNews;
    this.onGone = onGone;
    this.fresh = null;
    container.addEventListener("submit", (event) => this.say(event));
  }

  /** The sheet is as `state` says now; ask only if that may have changed the panel. */
  async take(state) {
    const key = keyOf(state);
    if (key === this.known) return;
    this.known = key;
    this.hear(await this.server.rating());
  }

  async say(event) {
    event.preventDefault();
    this.hear(await this.server.say(new FormData(event.target)));
  }

  hear({ kind, body }) {
    if (kind === "gone") {
      this.onGone(body.message);
      return;
    }
    if (body.panel === undefined) this.known = null; // asked for again with the next news
    else this.fresh = body.panel;
    this.onNews(kind !== "unreachable");
  }

  render(isOnline) {
    if (this.fresh !== null) this.replace();
    this.container.dataset.online = isOnline ? "yes" : "no";
    for (const button of this.container.querySelectorAll("button")) button.disabled = !isOnline;
  }

  part(selector) {
    return this.container.querySelector(selector);
  }

  replace() {
    const hadFocus = this.container.contains(document.activeElement);
    const wasOpen = this.part("#rating-fold")?.open ?? false;
    const template = document.createElement("template");
    template.innerHTML = this.fresh; // our own template, in which names are escaped
    this.fresh = null;
    this.container.replaceChildren(template.content);
    const fold = this.part("#rating-fold");
    if (fold) fold.open = wasOpen;
    if (hadFocus) goTo(this.part(".rating-form button") ?? this.part("h2, summary"));
  }
}

/** What the panel depends on. */
const keyOf = ({ status, wishes }) => JSON.stringify([status, wishes]);
