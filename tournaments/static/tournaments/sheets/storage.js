// What this device remembers of a sheet: the last state, entries on their way, and drafts.
// Everything is read from the browser's storage each time, so that two tabs never disagree.

import { newId } from "./ids.js";

const PREFIX = "durako.";
const STATE = /^durako\.sheet\..*\.state$/;
const memory = new Map(); // where the browser refuses to store: better than nothing
let refused = false;

function read(key, fallback) {
  let text = memory.get(key);
  try {
    text = localStorage.getItem(PREFIX + key) ?? text;
  } catch {
    refused = true;
  }
  if (text === undefined || text === null) return fallback;
  try {
    return JSON.parse(text);
  } catch {
    return fallback;
  }
}

function write(key, value) {
  const text = JSON.stringify(value);
  try {
    store(key, text);
    memory.delete(key);
    refused = false;
  } catch {
    memory.set(key, text);
    refused = true;
  }
}

/** When the browser's room is full, what other sheets looked like can go: the server has it. */
function store(key, text) {
  try {
    localStorage.setItem(PREFIX + key, text);
  } catch {
    for (const name of Object.keys(localStorage)) {
      if (STATE.test(name) && name !== PREFIX + key) localStorage.removeItem(name);
    }
    localStorage.setItem(PREFIX + key, text);
  }
}

function remove(key) {
  memory.delete(key);
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    refused = true;
  }
}

/** Whether the browser stores nothing, so that a reload would lose what is not saved yet. */
export const storageRefused = () => refused;

/** The name under which this device's entries are known. */
export function deviceId() {
  const known = read("device", null);
  if (known) return known;
  const made = newId();
  write("device", made);
  return made;
}

/** The memory of one sheet. */
export class SheetStorage {
  constructor(sheetId) {
    this.prefix = `sheet.${sheetId}.`;
  }

  get state() {
    return read(`${this.prefix}state`, null);
  }

  set state(state) {
    write(`${this.prefix}state`, state);
  }

  get entries() {
    return read(`${this.prefix}entries`, []);
  }

  set entries(entries) {
    if (entries.length) write(`${this.prefix}entries`, entries);
    else remove(`${this.prefix}entries`);
  }

  draft(name) {
    return read(`${this.prefix}draft.${name}`, null);
  }

  keepDraft(name, draft) {
    write(`${this.prefix}draft.${name}`, draft);
  }

  dropDraft(name) {
    remove(`${this.prefix}draft.${name}`);
  }

  forgetState() {
    remove(`${this.prefix}state`);
  }

  /** Call back when another tab of this browser changed something of this sheet. */
  onChange(listener) {
    window.addEventListener("storage", ({ key }) => {
      if (key === null || key.startsWith(PREFIX + this.prefix)) listener();
    });
  }
}
