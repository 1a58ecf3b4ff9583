// A question in a window of its own, with room for a reason where one is needed.

import { h } from "./dom.js";
import { wordsField } from "./fields.js";
import { button, buttonRow } from "./pieces.js";
import { t } from "./texts.js";

/** Resolves to null when the answer is no, otherwise to the reason ("" where none was asked). */
export function ask({ title, text, yes, withReason = false, danger = false }) {
  return new Promise((resolve) => {
    let reason = "";
    let answer = null;
    const field = withReason ? reasonField((words) => (reason = words)) : null;

    const submit = (event) => {
      if (withReason && !reason) {
        event.preventDefault();
        field.showError(t("missing_reason"));
        field.input.focus();
      } else {
        answer = reason;
      }
    };
    const close = () => {
      dialog.remove();
      resolve(answer);
    };
    const look = danger ? "button button-danger" : "button";
    const dialog = h(
      "dialog",
      { class: "sheet-dialog", "aria-labelledby": "ask-title", onclose: close },
      h(
        "form",
        { method: "dialog", class: "stack", novalidate: true, onsubmit: submit },
        h("h2", { id: "ask-title" }, title),
        h("p", {}, text),
        field?.element ?? null,
        buttonRow(
          h("button", { class: look, type: "submit", id: "ask-yes" }, yes),
          button("ask-no", t("cancel"), () => dialog.close(), { tone: "secondary" }),
        ),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}

function reasonField(onWords) {
  return wordsField({
    id: "ask-reason",
    label: t("reason"),
    help: t("reason_help"),
    value: "",
    onChange: (words) => onWords(words.trim()),
  });
}
