// Entries on their way to the server: kept in order, each with an id of its own, so that nothing is
// lost when the connection is, and nothing is counted twice when an answer is.

import { newId } from "./ids.js";
import { deviceId } from "./storage.js";

const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 20_000;

export class Outbox {
  /** `onAnswer(answer)` hears what the server said, `onChange()` that the list changed. */
  constructor({ storage, server, onAnswer, onChange }) {
    this.storage = storage;
    this.server = server;
    this.onAnswer = onAnswer;
    this.onChange = onChange;
    this.sending = null;
    this.wait = FIRST_WAIT;
    this.timer = null;
  }

  get entries() {
    return this.storage.entries;
  }

  get refused() {
    return this.entries.find((entry) => entry.refusal) ?? null;
  }

  get waiting() {
    return this.entries.filter((entry) => !entry.refusal);
  }

  /** A new entry: at the end, or in the place of a refused one, so that the order is kept. */
  add(kind, payload, replaced = null) {
    const entry = { entry_id: newId(), kind, payload, made_at: new Date().toISOString() };
    const { entries } = this;
    const at = entries.findIndex(({ entry_id: id }) => id === replaced);
    if (at < 0) entries.push(entry);
    else entries[at] = entry;
    this.storage.entries = entries;
    this.onChange();
    this.send();
  }

  /** Take an entry back; what stood behind it may go now. */
  discard(entryId) {
    this.storage.entries = this.entries.filter((entry) => entry.entry_id !== entryId);
    this.onChange();
    this.send();
  }

  /** Send what waits, one after the other; stop at what was refused: its author decides first. */
  async send() {
    clearTimeout(this.timer);
    if (this.sending) return;
    for (let [entry] = this.entries; entry && !entry.refusal; [entry] = this.entries) {
      this.sending = entry.entry_id;
      this.onChange();
      const { entry_id, kind, payload } = entry;
      const answer = await this.server.enter({ entry_id, kind, payload, device: deviceId() });
      this.sending = null;
      this.settle(entry, answer);
      this.onAnswer(answer);
      this.onChange();
      if (answer.kind === "gone") return;
      if (answer.kind === "unreachable") {
        this.timer = setTimeout(() => this.send(), this.wait);
        this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
        return;
      }
      this.wait = FIRST_WAIT;
    }
  }

  settle(entry, { kind, body }) {
    if (kind === "fine") {
      this.storage.entries = this.entries.filter(({ entry_id: id }) => id !== entry.entry_id);
    } else if (kind === "refused") {
      const refusal = {
        code: body.code ?? "",
        message: body.message ?? "",
        errors: body.errors ?? [],
      };
      this.storage.entries = this.entries.map((each) =>
        each.entry_id === entry.entry_id ? { ...each, refusal } : each,
      );
    }
  }
}
