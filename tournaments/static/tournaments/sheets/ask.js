// A question in a window of its own, with room for a reason where one is needed.

import { h } from "./dom.js";
import { wordsField } from "./fields.js";
import { t } from "./texts.js";

/** Resolves to null when the answer is no, otherwise to the reason ("" where none was asked). */
export function ask({ title, text, yes, withReason = false, danger = false }) {
  return new Promise((resolve) => {
    let reason = "";
    let answer = null;
    const field = withReason
      ? wordsField({ id: "ask-reason", label: t("reason"), help: t("reason_help"), value: "", onChange: (words) => { reason = words.trim(); } })
      : null;
    const submit = (event) => {
      if (withReason && !reason) {
        event.preventDefault();
        field.showError(t("missing_reason"));
        field.input.focus();
      } else {
        answer = reason;
      }
    };
    const dialog = h("dialog", { class: "sheet-dialog", "aria-labelledby": "ask-title", onclose: () => { dialog.remove(); resolve(answer); } },
      h("form", { method: "dialog", class: "stack", novalidate: true, onsubmit: submit },
        h("h2", { id: "ask-title" }, title),
        text ? h("p", {}, text) : null,
        field?.element ?? null,
        h("div", { class: "button-row" },
          h("button", { class: `button${danger ? " button-danger" : ""}`, type: "submit", id: "ask-yes" }, yes),
          h("button", { class: "button button-secondary", type: "button", onclick: () => dialog.close() }, t("cancel")))));
    document.body.append(dialog);
    dialog.showModal();
  });
}
