// Pieces that several parts of the sheet are made of.

import { h } from "./dom.js";

/** A button that does something here; `tone` is one of the site's kinds of button. */
export function button(id, text, onclick, { tone = "", label = null } = {}) {
  const look = tone ? `button button-${tone}` : "button";
  return h("button", { class: look, type: "button", id, "aria-label": label, onclick }, text);
}

/** A link that looks like a button. */
export function linkButton(id, text, href, tone = "") {
  return h("a", { class: tone ? `button button-${tone}` : "button", id, href }, text);
}

export function buttonRow(...buttons) {
  return h("div", { class: "button-row" }, buttons);
}

/** A word of state. */
export function badge(tone, text) {
  return h("span", { class: tone ? `badge badge-${tone}` : "badge" }, text);
}

/** The little tile that stands for a side. */
export function sideMark(side) {
  return h("span", { class: `side-mark mark-${side}`, "aria-hidden": "true" });
}

/** Words for those who do not see the page. */
export function spoken(...words) {
  return h("span", { class: "visually-hidden" }, words);
}

/** Signs for those who do. */
export function seen(...signs) {
  return h("span", { "aria-hidden": "true" }, signs);
}
