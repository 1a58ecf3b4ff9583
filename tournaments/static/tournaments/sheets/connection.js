// One line that always says whether what you see is saved, and whether others see it.

import { h, show } from "./dom.js";
import { storageRefused } from "./storage.js";
import { t } from "./texts.js";

/** The line's tone and words for what is known now. */
export function connectionWords({ isReached, isLive, waiting, isRefused, isSending }) {
  if (isRefused) return ["bad", t("connection_refused")];
  if (!isReached && waiting) return ["caution", t("connection_offline_waiting", { n: waiting })];
  if (!isReached) return ["caution", t("connection_offline")];
  if (isSending || waiting) return ["note", t("connection_sending", { n: waiting })];
  return ["good", isLive ? t("connection_live") : t("connection_saved")];
}

export function showConnection(container, facts) {
  const [tone, words] = connectionWords(facts);
  const text = storageRefused() ? `${words} ${t("connection_no_storage")}` : words;
  if (container.dataset.words === text) return;
  container.dataset.words = text;
  container.dataset.tone = tone;
  const dot = h("span", { class: "connection-dot", "aria-hidden": "true" });
  show(container, dot, h("span", {}, text));
}
