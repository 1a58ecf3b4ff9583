// A hand while it is typed: texts as they stand in the fields, and what they mean.

const emptySide = (racks) => ({
  pure: "0",
  impure: "0",
  muerto: null,
  muerto_rack: null,
  laid: "",
  racks: Array(racks).fill(""),
  tiles: {}, // the tile calculator's counts, by field
});

export function emptyDraft(seats) {
  return { closer: null, sides: [emptySide(seats / 2), emptySide(seats / 2)], reason: "" };
}

/** The draft that shows a hand that is already written. */
export function draftOf(sheet) {
  const closer = sheet.sides.findIndex(({ closed }) => closed);
  return {
    closer: closer < 0 ? "none" : String(closer),
    sides: sheet.sides.map((side) => ({
      pure: String(side.pure_canastas),
      impure: String(side.impure_canastas),
      muerto: side.muerto,
      muerto_rack: side.muerto_rack ?? null,
      laid: String(side.laid_points),
      racks: side.rack_points.map(String),
      tiles: {},
    })),
    reason: "",
  };
}

const isNumber = (text) => /^\d{1,6}$/.test(text.trim());
const isWrong = (text) => text.trim() !== "" && !isNumber(text);
const number = (text) => (isNumber(text) ? Number(text) : 0);

/** The sheet that the draft says so far; what is missing counts as nothing. */
export function sheetOf(draft) {
  return {
    sides: draft.sides.map((side, index) => ({
      closed: draft.closer === String(index),
      pure_canastas: number(side.pure),
      impure_canastas: number(side.impure),
      muerto: side.muerto ?? "untouched",
      laid_points: number(side.laid),
      rack_points: side.racks.map(number),
      muerto_rack: side.muerto === "taken_unplayed" ? side.muerto_rack : null,
    })),
  };
}

/** Whether the sheet needs to be told which rack is the unplayed muerto. */
export function asksForMuertoRack(side) {
  return side.muerto === "taken_unplayed" && side.racks.length > 1;
}

/** What still has to be said, as the paths that the server would use. */
export function missing(draft, { withReason = false } = {}) {
  const paths = [];
  if (draft.closer === null) paths.push("sides.0.closed");
  draft.sides.forEach((side, index) => {
    const at = (name) => paths.push(`sides.${index}.${name}`);
    if (side.muerto === null) at("muerto");
    if (side.laid.trim() === "") at("laid_points");
    side.racks.forEach((points, rack) => points.trim() === "" && at(`rack_points.${rack}`));
  });
  if (withReason && !draft.reason.trim()) paths.push("reason");
  return paths;
}

/** Where something was typed that is not a whole number, as the paths that the server would use. */
export function wrongNumbers(draft) {
  return draft.sides.flatMap((side, index) => {
    const typed = [
      ["pure_canastas", side.pure],
      ["impure_canastas", side.impure],
      ["laid_points", side.laid],
      ...side.racks.map((points, rack) => [`rack_points.${rack}`, points]),
    ];
    return typed.filter(([, text]) => isWrong(text)).map(([name]) => `sides.${index}.${name}`);
  });
}

export function sameSheet(one, other) {
  const plain = (sheet) =>
    JSON.stringify(
      sheet.sides.map((side) => [
        side.closed,
        side.pure_canastas,
        side.impure_canastas,
        side.muerto,
        side.laid_points,
        side.rack_points,
        side.muerto_rack ?? null,
      ]),
    );
  return plain(one) === plain(other);
}
