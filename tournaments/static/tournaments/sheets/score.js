// The arithmetic of scoring/burako/hand.py and match.py once more, so that subtotals are there
// while typing and without a connection. The server's numbers decide; a test holds them equal.

const UNTOUCHED = "untouched";
const UNPLAYED = "taken_unplayed";
const PLAYED = "played";
export const MUERTO = [UNTOUCHED, UNPLAYED, PLAYED];

const line = (code, quantity, unit, rack = null) => ({
  code,
  quantity,
  unit_points: unit,
  amount: quantity * unit || 0, // never -0
  rack,
});

/** Which rack is the unplayed muerto: the one named, or the only one that holds tiles. */
export function muertoRack(side) {
  if (side.muerto !== UNPLAYED) return null;
  if (side.muerto_rack !== null && side.muerto_rack !== undefined) return side.muerto_rack;
  const held = side.rack_points.flatMap((points, index) => (points > 0 ? [index] : []));
  return held.length === 1 ? held[0] : null;
}

/** RULES 2E for one side; what the other side did does not matter. */
export function scoreSide(rules, side) {
  const canastas = side.pure_canastas + side.impure_canastas;
  const branch = side.closed ? "closer" : canastas ? "with_canasta" : "without_canasta";
  const lines = [];
  if (side.closed) lines.push(line("close", 1, rules.close));
  if (side.pure_canastas) {
    lines.push(line("pure_canastas", side.pure_canastas, rules.pure_canasta));
  }
  if (side.impure_canastas) {
    lines.push(line("impure_canastas", side.impure_canastas, rules.impure_canasta));
  }
  if (side.muerto !== PLAYED) {
    lines.push(line("muerto_not_played", 1, -rules.muerto_not_played));
  } else if (rules.muerto_played) {
    lines.push(line("muerto_played", 1, rules.muerto_played));
  }
  const against = branch === "without_canasta";
  lines.push(line(against ? "laid_against" : "laid", side.laid_points, against ? -1 : 1));
  const mayBeFree = side.closed || rules.unplayed_rack_free === "both";
  const free = mayBeFree ? muertoRack(side) : null;
  side.rack_points.forEach((points, index) => {
    const isFree = index === free;
    lines.push(line(isFree ? "rack_free" : "rack", points, isFree ? 0 : -1, index));
  });
  return { branch, lines, total: lines.reduce((sum, { amount }) => sum + amount, 0) };
}

/** RULES 2E for both sides. */
export function scoreHand(rules, sheet) {
  return { sides: sheet.sides.map((side) => scoreSide(rules, side)) };
}

function leader([first, second]) {
  if (first === second) return null;
  return first > second ? 0 : 1;
}

function outcomeAfter(rules, totals, played) {
  const ahead = leader(totals);
  if (rules.target_points !== null && ahead !== null && totals[ahead] >= rules.target_points) {
    return { reason: "target", winner: ahead };
  }
  return played === rules.hand_limit ? { reason: "hands", winner: ahead } : null;
}

/** RULES 2F: add up the points of the hands until the match ends. */
export function matchProgress(rules, hands) {
  let totals = [0, 0];
  let outcome = null;
  const running = [];
  for (const [first, second] of hands) {
    totals = [totals[0] + first, totals[1] + second];
    running.push(totals);
    outcome = outcomeAfter(rules, totals, running.length);
    if (outcome) break;
  }
  const target = rules.target_points;
  return {
    running,
    totals,
    outcome,
    to_target: target === null ? null : totals.map((points) => Math.max(0, target - points)),
    behind: [Math.max(0, totals[1] - totals[0]), Math.max(0, totals[0] - totals[1])],
    hands_left: rules.hand_limit === null ? null : rules.hand_limit - running.length,
  };
}

export const TILE_KINDS = [
  { name: "low", face: "3–7", tiles: 40 },
  { name: "high", face: "8–13", tiles: 48 },
  { name: "ace", face: "1", tiles: 8 },
  { name: "two", face: "2", tiles: 8 },
  { name: "joker", face: "★", tiles: 2 },
];

/** What so many tiles of each kind are worth. */
export function tilePoints(rules, counts) {
  const values = rules.tile_values;
  return TILE_KINDS.reduce((sum, { name }) => sum + (counts[name] ?? 0) * values[name], 0);
}
