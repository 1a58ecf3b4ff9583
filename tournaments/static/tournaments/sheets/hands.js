// The list of hands: points, running totals, breakdown, earlier versions, the way to correct one.

import { breakdowns, facts } from "./breakdown.js";
import { h, show } from "./dom.js";
import { badge, buttonRow, linkButton, seen, sideMark, spoken } from "./pieces.js";
import { seatName } from "./project.js";
import { gain, moment, points, t } from "./texts.js";

export function showHands(container, view) {
  const title = h("h2", {}, t("hands_title"));
  if (!view.hands.length) {
    show(container, title, nothingYet(view));
    return;
  }
  const names = view.sides.map((side, index) => h("span", {}, sideMark(index), side));
  const newestFirst = [...view.hands].reverse();
  show(
    container,
    title,
    h("div", { class: "hands-head", "aria-hidden": "true" }, h("span"), names, h("span")),
    h("ol", { class: "hands" }, newestFirst.map((hand) => h("li", {}, handItem(view, hand)))),
  );
}

function nothingYet(view) {
  return h(
    "div",
    { class: "empty" },
    h("p", { class: "empty-title" }, t("no_hands")),
    h("p", {}, view.you.may_write ? t("no_hands_what") : t("no_hands_wait")),
  );
}

function handItem(view, hand) {
  const { number } = hand;
  return h(
    "details",
    { class: "hand", id: `hand-${number}` },
    h(
      "summary",
      { id: `hand-${number}-line` },
      h("span", { class: "hand-number" }, spoken(t("hand", { number })), seen(String(number))),
      scoreCell(view, hand, 0),
      scoreCell(view, hand, 1),
      h("span", { class: "hand-badges" }, handBadges(view, hand)),
    ),
    h(
      "div",
      { class: "hand-inside stack" },
      breakdowns(view, hand.score),
      h("p", { class: "small soft" }, origin(view, hand)),
      earlier(view, hand),
      buttonRow(handActions(view, hand)),
    ),
  );
}

function scoreCell(view, hand, side) {
  return h(
    "span",
    { class: "hand-side" },
    spoken(`${view.sides[side]}: `),
    h("span", { class: "hand-points number" }, gain(hand.score.sides[side].total)),
    h(
      "span",
      { class: "hand-total number soft" },
      spoken(` ${t("running_total")} `),
      points(hand.totals[side]),
    ),
  );
}

function handBadges(view, hand) {
  return [
    hand.waiting
      ? badge("caution", t("not_yet_saved"))
      : h("span", { class: "saved" }, seen("✓"), spoken(t("saved"))),
    hand.history.length ? badge("note", t("corrected")) : null,
    view.dispute?.number === hand.number ? badge("bad", t("disputed")) : null,
    hand.counted ? null : badge("caution", t("after_the_end")),
  ];
}

function origin(view, hand) {
  const starter = t("starts", { name: seatName(view, hand.starter) });
  return [starter, hand.by, moment(hand.at)].filter(Boolean).join(" · ");
}

function handActions(view, hand) {
  const { number } = hand;
  const { you, dispute } = view;
  if (view.status === "confirmed" || hand.waiting) return [];
  const mayCorrect = you.may_write && dispute?.number !== number;
  const mayDispute = you.sides.length > 0 && !dispute;
  return [
    mayCorrect
      ? linkButton(
          `correct-${number}`,
          t("correct_hand", { number }),
          `#correct-${number}`,
          "secondary",
        )
      : null,
    mayDispute
      ? linkButton(
          `dispute-${number}`,
          t("dispute_hand", { number }),
          `#dispute-${number}`,
          "quiet",
        )
      : null,
  ];
}

/** What the hand said before, struck through, each with who wrote it and why. */
function earlier(view, hand) {
  if (!hand.history.length) return null;
  const versions = [...hand.history].sort((one, other) => other.version - one.version);
  const reason = hand.reason
    ? h("p", { class: "small" }, h("strong", {}, t("reason")), ": ", h("q", {}, hand.reason))
    : null;
  return h(
    "section",
    { class: "earlier" },
    reason,
    h("h3", {}, t("earlier_versions")),
    versions.map((version) => earlierVersion(view, hand, version)),
  );
}

function earlierVersion(view, hand, version) {
  return h(
    "article",
    { class: "earlier-version small" },
    h(
      "p",
      {},
      [version.by, moment(version.at)].filter(Boolean).join(" · "),
      " ",
      version.reason ? h("q", {}, version.reason) : null,
      " ",
      version.undone ? badge("caution", t("undone")) : null,
    ),
    version.sheet.sides.map((side, number) =>
      h(
        "p",
        {},
        h("strong", {}, view.sides[number]),
        ": ",
        h("del", {}, spoken(t("old_value"), " "), gain(version.score.sides[number].total)),
        " ",
        differences(side, hand.sheet.sides[number], view.names[number]),
      ),
    ),
  );
}

/** What an earlier version said differently, in a few words. */
function differences(old, current, names) {
  const now = facts(current, names);
  return facts(old, names)
    .filter(([, value], row) => value !== now[row][1])
    .map(([name, value]) => `${name}: ${value}`)
    .join(", ");
}
