// The sheet as the table knows it: the server's state and, on top, what was not sent yet.

import { matchProgress, scoreHand } from "./score.js";

/** Every hand of the state, in order, with what waits in the outbox applied. */
function handsWith(state, entries) {
  const { values: rules } = state.rules;
  const hands = state.hands.map((hand) => ({ ...hand }));
  for (const entry of entries) {
    const { number, sheet, version } = entry.payload;
    const at = hands.findIndex((hand) => hand.number === number);
    if (entry.kind === "hand" && at < 0 && number === hands.length + 1) {
      const starter = state.next ? (state.next.starter + hands.length - state.hands.length) : 0;
      hands.push({
        number,
        version: 1,
        sheet,
        score: scoreHand(rules, sheet),
        starter: starter % state.seats,
        counted: true,
        history: [],
        waiting: entry.entry_id,
      });
    } else if (entry.kind === "correct" && at >= 0 && hands[at].version === version) {
      const score = scoreHand(rules, sheet);
      hands[at] = { ...hands[at], sheet, score, tiles: null, waiting: entry.entry_id };
    }
  }
  return hands;
}

/**
 * The state with the waiting entries added; the server's own numbers where nothing waits. What
 * stands behind a refused entry is not added: what it is depends on a decision.
 */
export function project(state, entries) {
  const refused = entries.findIndex(({ refusal }) => refusal);
  const sure = refused < 0 ? entries : entries.slice(0, refused);
  const waiting = sure.filter(({ kind }) => kind === "hand" || kind === "correct");
  if (!waiting.length) return { ...state, waiting: 0 };
  const hands = handsWith(state, waiting);
  const totals = hands.map(({ score }) => score.sides.map(({ total }) => total));
  const progress = matchProgress(state.rules.values, totals);
  hands.forEach((hand, index) => {
    hand.counted = index < progress.running.length;
    hand.totals = progress.running[index] ?? progress.totals;
  });
  const first = state.next ? state.next.starter - state.hands.length : 0;
  const seat = (((first + hands.length) % state.seats) + state.seats) % state.seats;
  const isOpen = state.status === "playing" && !progress.outcome;
  return {
    ...state,
    hands,
    totals: progress.totals,
    to_target: progress.to_target,
    behind: progress.behind,
    hands_left: progress.hands_left,
    outcome: state.outcome ?? progress.outcome,
    next: isOpen ? { number: hands.length + 1, starter: seat } : null,
    undo: null,
    waiting: waiting.length,
  };
}

/** The side and the place within it of a seat: partners sit opposite each other. */
export const sideOf = (seat) => seat % 2;
export const placeOf = (seat) => Math.floor(seat / 2);
export const seatName = (state, seat) => state.names[sideOf(seat)][placeOf(seat)];
