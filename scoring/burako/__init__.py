"""Burako points (RULES part 2): the one home of what a hand and a match are worth.

reading = read_sheet(SEED_RULES, data, seats=4)      # or read_tile_hand(...)
reading.errors                                        # every objection, one per field
reading.score.sides[0].lines                          # the breakdown, also while typing
progress = match_progress(SEED_RULES, [reading.accepted().totals], seats=4)
book = Book(SEED_RULES, seats=4).judge(Entry("a", "hand", {"number": 1, "sheet": data}))
"""

from typing import Final

from scoring.burako.book import (
    Book,
    BookRefusedError,
    BookStatus,
    Change,
    Dispute,
    HandVersion,
    ReopenRequest,
)
from scoring.burako.book_codes import BOOK_TEMPLATES, BookCode
from scoring.burako.book_entries import (
    Entry,
    EntryKind,
    EntryRefusedError,
    WrittenHand,
    entry_reader,
    payload_of,
    preview_hand,
    read_entry,
    read_hand,
)
from scoring.burako.codes import TEMPLATES, Code
from scoring.burako.hand import (
    Branch,
    HandScore,
    HandSheet,
    LineCode,
    Muerto,
    ScoreLine,
    SideScore,
    SideSheet,
    score_hand,
    score_side,
)
from scoring.burako.match import (
    EndReason,
    MatchOutcome,
    MatchProgress,
    MatchRefusedError,
    match_progress,
)
from scoring.burako.melds import (
    CanastaKind,
    End,
    Escalera,
    IllegalMeldError,
    MalformedMeldError,
    Meld,
    Pierna,
    classify,
    extend,
    is_natural_in_escalera,
    lay_escalera,
    lay_pierna,
    meld_from_dict,
    readings,
)
from scoring.burako.possible import impossibilities
from scoring.burako.rule_set import (
    BurakoRuleSet,
    OpeningPer,
    RuleSetRefusedError,
    TileValues,
    UnplayedRackFree,
)
from scoring.burako.sheet import SheetReading, SheetRefusedError, read_sheet, sheet_as_dict
from scoring.burako.tile_hand import (
    HandTiles,
    SideTiles,
    read_tile_hand,
    sheet_from_tiles,
    tile_objections,
)
from scoring.burako.tiles import TILES, Colour, Kind, MalformedTileError, Tile, face_points, tile
from scoring.reading import ShapeCode
from scoring.refusal import FieldError, RefusedError

SEED_RULES: Final = BurakoRuleSet()

__all__ = [
    "BOOK_TEMPLATES",
    "SEED_RULES",
    "TEMPLATES",
    "TILES",
    "Book",
    "BookCode",
    "BookRefusedError",
    "BookStatus",
    "Branch",
    "BurakoRuleSet",
    "CanastaKind",
    "Change",
    "Code",
    "Colour",
    "Dispute",
    "End",
    "EndReason",
    "Entry",
    "EntryKind",
    "EntryRefusedError",
    "Escalera",
    "FieldError",
    "HandScore",
    "HandSheet",
    "HandTiles",
    "HandVersion",
    "IllegalMeldError",
    "Kind",
    "LineCode",
    "MalformedMeldError",
    "MalformedTileError",
    "MatchOutcome",
    "MatchProgress",
    "MatchRefusedError",
    "Meld",
    "Muerto",
    "OpeningPer",
    "Pierna",
    "RefusedError",
    "ReopenRequest",
    "RuleSetRefusedError",
    "ScoreLine",
    "ShapeCode",
    "SheetReading",
    "SheetRefusedError",
    "SideScore",
    "SideSheet",
    "SideTiles",
    "Tile",
    "TileValues",
    "UnplayedRackFree",
    "WrittenHand",
    "classify",
    "entry_reader",
    "extend",
    "face_points",
    "impossibilities",
    "is_natural_in_escalera",
    "lay_escalera",
    "lay_pierna",
    "match_progress",
    "meld_from_dict",
    "payload_of",
    "preview_hand",
    "read_entry",
    "read_hand",
    "read_sheet",
    "read_tile_hand",
    "readings",
    "score_hand",
    "score_side",
    "sheet_as_dict",
    "sheet_from_tiles",
    "tile",
    "tile_objections",
]
