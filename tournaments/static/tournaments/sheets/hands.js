// The list of hands: points, running totals, breakdown, earlier versions, and the way to correct one.

import { breakdowns, facts } from "./breakdown.js";
import { h, show } from "./dom.js";
import { seatName } from "./project.js";
import { gain, moment, points, t } from "./texts.js";

const badge = (tone, text) => h("span", { class: `badge badge-${tone}` }, text);

function handBadges(view, hand) {
  return [
    hand.waiting ? badge("caution", t("not_yet_saved")) : h("span", { class: "saved" }, h("span", { "aria-hidden": "true" }, "✓"), h("span", { class: "visually-hidden" }, t("saved"))),
    hand.history.length ? badge("note", t("corrected")) : null,
    view.dispute?.number === hand.number ? badge("bad", t("disputed")) : null,
    hand.counted ? null : badge("caution", t("after_the_end")),
  ];
}

function scoreCell(view, hand, side) {
  return h(
    "span",
    { class: "hand-side" },
    h("span", { class: "visually-hidden" }, `${view.sides[side]}: `),
    h("span", { class: "hand-points number" }, gain(hand.score.sides[side].total)),
    h("span", { class: "hand-total number soft" }, h("span", { class: "visually-hidden" }, ` ${t("running_total")} `), points(hand.totals[side])),
  );
}

/** What the hand said before, struck through, each with who wrote it and why. */
function earlier(view, hand) {
  if (!hand.history.length) return null;
  const versions = [...hand.history].sort((one, other) => other.version - one.version);
  return h("section", { class: "earlier" },
    hand.reason ? h("p", { class: "small" }, h("strong", {}, t("reason")), ": ", h("q", {}, hand.reason)) : null,
    h("h4", {}, t("earlier_versions")),
    versions.map((version) => h("article", { class: "earlier-version" },
      h("p", { class: "small" }, [version.by, moment(version.at)].filter(Boolean).join(" · "), " ",
        version.reason ? h("q", {}, version.reason) : null, " ",
        version.undone ? badge("caution", t("undone")) : null),
      version.sheet.sides.map((side, number) => h("p", { class: "small" }, h("strong", {}, view.sides[number]), ": ",
        h("del", {}, h("span", { class: "visually-hidden" }, t("old_value"), " "), gain(version.score.sides[number].total)), " ",
        h("span", { class: "soft" }, differences(side, hand.sheet.sides[number], view.names[number])))))));
}

/** What an earlier version said differently, in a few words. */
function differences(old, current, names) {
  const now = facts(current, names);
  return facts(old, names)
    .filter(([, value], row) => value !== now[row][1])
    .map(([name, value]) => `${name}: ${value}`)
    .join(", ");
}

function handItem(view, hand) {
  const by = [t("starts", { name: seatName(view, hand.starter) }), hand.by, moment(hand.at)].filter(Boolean).join(" · ");
  const mayCorrect = view.you.may_write && view.status !== "confirmed" && !hand.waiting;
  const mayDispute = view.status !== "confirmed" && !hand.waiting && view.you.sides.length > 0 && !view.dispute;
  return h("li", {}, h("details", { class: "hand", id: `hand-${hand.number}` },
    h("summary", { id: `hand-${hand.number}-line` },
      h("span", { class: "hand-number" }, h("span", { class: "visually-hidden" }, t("hand", { number: hand.number })), h("span", { "aria-hidden": "true" }, String(hand.number))),
      scoreCell(view, hand, 0), scoreCell(view, hand, 1),
      h("span", { class: "hand-badges" }, handBadges(view, hand))),
    h("div", { class: "hand-inside stack" },
      breakdowns(view, hand.score),
      h("p", { class: "small soft" }, by),
      earlier(view, hand),
      h("div", { class: "button-row" },
        mayCorrect && view.dispute?.number !== hand.number ? h("a", { class: "button button-secondary", href: `#correct-${hand.number}`, id: `correct-${hand.number}` }, t("correct_hand", { number: hand.number })) : null,
        mayDispute ? h("a", { class: "button button-quiet", href: `#dispute-${hand.number}`, id: `dispute-${hand.number}` }, t("dispute_hand", { number: hand.number })) : null))));
}

export function showHands(container, view) {
  if (!view.hands.length) {
    show(container, h("h2", {}, t("hands_title")), h("div", { class: "empty" }, h("p", { class: "empty-title" }, t("no_hands")), h("p", {}, view.you.may_write ? t("no_hands_what") : t("no_hands_wait"))));
    return;
  }
  show(container, h("h2", {}, t("hands_title")),
    h("div", { class: "hands-head", "aria-hidden": "true" }, h("span"), view.sides.map((side, index) => h("span", {}, h("span", { class: `side-mark mark-${index}` }), side)), h("span")),
    h("ol", { class: "hands" }, [...view.hands].reverse().map((hand) => handItem(view, hand))));
}
