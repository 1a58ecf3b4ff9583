// Count by tiles: tap the kinds, and the sum fills the field.

import { h } from "./dom.js";
import { button, buttonRow, seen } from "./pieces.js";
import { TILE_KINDS, tilePoints } from "./score.js";
import { points, t } from "./texts.js";

/** Ask for tiles in a window of its own; `onDone(sum, counts)` hears the result. */
export function openCalculator({ rules, title, counts, onDone }) {
  const chosen = { ...counts };
  const sum = h("output", { class: "score", "aria-live": "polite" });
  const tiles = h("p", { class: "soft" });
  const rows = TILE_KINDS.map((kind) => kindRow(rules, kind, chosen, update));

  function update() {
    const amount = TILE_KINDS.reduce((all, { name }) => all + (chosen[name] ?? 0), 0);
    sum.textContent = t("points", { n: tilePoints(rules, chosen) });
    tiles.textContent = t("tiles", { n: amount });
    rows.forEach(({ refresh }) => refresh());
  }

  function clear() {
    for (const { name } of TILE_KINDS) delete chosen[name];
    update();
  }

  const dialog = h(
    "dialog",
    {
      class: "sheet-dialog",
      "aria-labelledby": "calculator-title",
      onclose: () => dialog.remove(),
    },
    h(
      "form",
      {
        method: "dialog",
        class: "stack",
        onsubmit: () => onDone(tilePoints(rules, chosen), chosen),
      },
      h("h2", { id: "calculator-title" }, t("calculator_title")),
      h("p", { class: "soft" }, title),
      h("div", { class: "kinds" }, rows.map(({ row }) => row)),
      h("div", { class: "calculator-sum" }, sum, tiles),
      buttonRow(
        h("button", { class: "button", type: "submit" }, t("calculator_use")),
        button("calculator-clear", t("calculator_clear"), clear, { tone: "secondary" }),
        button("calculator-no", t("cancel"), () => dialog.close(), { tone: "quiet" }),
      ),
    ),
  );
  document.body.append(dialog);
  update();
  dialog.showModal();
}

function kindRow(rules, { name, face, tiles }, chosen, update) {
  const kind = t(`kind_${name}`);
  const count = h("output", { class: "kind-count" });
  const step = (by) => {
    chosen[name] = Math.min(tiles, Math.max(0, (chosen[name] ?? 0) + by));
    update();
  };
  const fewer = h(
    "button",
    {
      type: "button",
      class: "step",
      "aria-label": t("one_fewer", { what: kind }),
      onclick: () => step(-1),
    },
    "−",
  );
  const more = h(
    "button",
    {
      type: "button",
      class: "kind-tile",
      "aria-label": t("one_more", { what: kind }),
      onclick: () => step(1),
    },
    h("span", { class: `tile tile-kind-${name}`, "aria-hidden": "true" }, face),
    h(
      "span",
      { class: "kind-name" },
      h("strong", {}, kind),
      h("span", { class: "soft small" }, t("points_each", { n: rules.tile_values[name] })),
    ),
    h("span", { class: "kind-plus" }, seen("+")),
  );
  return {
    row: h("div", { class: "kind" }, more, fewer, count),
    refresh() {
      const held = chosen[name] ?? 0;
      count.textContent = points(held);
      fewer.setAttribute("aria-disabled", String(held === 0));
    },
  };
}
