// What can be done next: enter the hand, take the last step back, end by time, play again.

import { ask } from "./ask.js";
import { h, show } from "./dom.js";
import { button } from "./pieces.js";
import { t } from "./texts.js";

export function showActions(container, view, outbox, { hasDraft }) {
  const { you, next, undo } = view;
  const isOpen = you.may_write && next !== null;
  show(
    container,
    isOpen ? enterHand(next.number, hasDraft) : null,
    you.may_write && undo ? undoButton(undo, outbox) : null,
    isOpen && view.time && view.hands.length && !view.waiting ? timeUpButton(outbox) : null,
    you.may_write ? null : h("p", { class: "alert" }, t("read_only")),
  );
}

function enterHand(number, hasDraft) {
  const text = hasDraft ? t("go_on_with_hand", { number }) : t("enter_hand", { number });
  return h("a", { class: "button button-large enter-hand", href: "#hand", id: "enter-hand" }, text);
}

function undoButton({ entry, kind, number }, outbox) {
  const title = t(`undo_${kind}`, { number: number ?? 0 });
  const undo = async () => {
    const answer = await ask({ title, text: t("undo_what"), yes: t("undo_yes") });
    if (answer !== null) outbox.add("undo", { entry });
  };
  return button("undo", title, undo, { tone: "secondary" });
}

function timeUpButton(outbox) {
  const title = t("time_up");
  const timeUp = async () => {
    const answer = await ask({ title, text: t("time_up_what"), yes: t("time_up_yes") });
    if (answer !== null) outbox.add("time_up", {});
  };
  return button("time-up", title, timeUp, { tone: "secondary" });
}
