// Keeps the operators' page up to date. The forms are left alone: nobody loses a half-written
// reason. Without this the page works as it was when it was opened.

import { followPanel } from "../../tournaments/js/panel.js";

const badge = document.getElementById("mode-badge");
const buttons = document.querySelectorAll("#mode-form button[data-mode]");

followPanel({
  event: "arena",
  shown(fresh) {
    badge.textContent = fresh.dataset.word;
    badge.className = `badge badge-${fresh.dataset.tone}`;
    for (const button of buttons) button.disabled = button.dataset.mode === fresh.dataset.mode;
  },
});
