"""The 41 options of Durak as one frozen and versioned value (RULES 1B).

Field n is option On; names, values and defaults are those of the table.  This module judges
each value alone; whether the values go together is judged in `conflicts`.

A game pins the options it is played under, so the stored form is complete: nothing is filled
in from defaults, which may change later while the replay must still be the same game.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Final, Literal, Self, cast, get_args

from arena.games.durak.cards import SUITS
from arena.games.durak.codes import TEMPLATES, Code
from scoring.reading import ABSENT, Reader, ShapeCode, join
from scoring.refusal import RefusedError

SCHEMA: Final = 1

SuitMatrix = tuple[tuple[bool, ...], ...]
Deck = Literal[24, 36, 48, 52]
Naming = Literal["french", "spanish"]
TrumpCard = Literal["in_talon", "out_of_play"]
TrumpMode = Literal["suit", "none"]
FirstAttacker = Literal["lowest_trump", "dealer_left"]
NextGame = Literal[
    "durak_deals_left_attacks",
    "durak_attacked_first",
    "durak_deals_and_defends",
    "first_out_deals_lowest_trump",
    "lowest_trump_again",
]
Redeal = Literal["off", "forced_s0", "demand_s2"]
ThrowIn = Literal["attacker_only", "neighbours", "all"]
Transfer = Literal["off", "play", "play_or_show"]
TransferCount = Literal["any", "equal", "at_least"]
ShowLimit = Literal["per_bout", "per_game", "none"]
TransferDir = Literal["left", "choose"]
DirLasts = Literal["bout", "game"]
TransferTrump = Literal["allowed", "forbidden"]
TransferTwoLeft = Literal["always", "never", "equal_hands"]
AfterTake = Literal["none", "capped", "uncapped"]
DrawOrder = Literal["opener_first", "main_first", "loser_first"]
LastCardWin = Literal["bout_end", "immediate"]
Teams = Literal["none", "2v2", "2v2v2", "3v3"]
TeamEnd = Literal["last_team_holding", "first_out_wins"]
Epaulettes = Literal["off", "tag"]
NumberTrump = Literal["off", "number_high", "suit_high"]
Quicky = Literal["off", "no_redraw", "no_redraw_series"]
Secret = Literal[0, 2]
Weli = Literal["off", "all_sixes", "bells_six"]
Cheating = Literal["off", "callable"]

NO_MATRIX: Final[SuitMatrix] = ((False,) * 4,) * 4
"""Rows and columns are in the order of `SUITS`: S, H, D, C."""


class OptionsRefusedError(RefusedError):
    """No Durak game can be played with these options; `errors` says why, field by field."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DurakOptions:
    """The rules of one game or series; the defaults are those of a bare game."""

    deck: Deck = 36  # O1
    packs: int = 1  # O2
    naming: Naming = "french"  # O3
    hand_size: int = 6  # O4
    attack_limit: int = 6  # O5, 0 = no limit
    limit_by_defender_hand: bool = True  # O6
    trump_card: TrumpCard = "in_talon"  # O7
    trump_mode: TrumpMode = "suit"  # O8
    first_attacker: FirstAttacker = "lowest_trump"  # O9
    next_game: NextGame = "lowest_trump_again"  # O10
    redeal: Redeal = "off"  # O11
    throw_in: ThrowIn = "all"  # O12
    opening_multi: bool = False  # O13
    pre_defence_window: bool = False  # O14
    throw_multi: bool = True  # O15
    transfer: Transfer = "off"  # O16
    transfer_multi: bool = True  # O17
    transfer_count: TransferCount = "any"  # O18
    show_limit: ShowLimit = "per_bout"  # O19
    transfer_dir: TransferDir = "left"  # O20
    dir_lasts: DirLasts = "bout"  # O21
    transfer_trump: TransferTrump = "allowed"  # O22
    transfer_two_left: TransferTwoLeft = "always"  # O23
    after_take: AfterTake = "capped"  # O24
    draw_order: DrawOrder = "opener_first"  # O25
    last_card_win: LastCardWin = "bout_end"  # O26
    teams: Teams = "none"  # O27
    team_end: TeamEnd = "last_team_holding"  # O28
    epaulettes: Epaulettes = "tag"  # O29
    trump_swap: bool = False  # O30
    change_trump: bool = False  # O31
    suit_order: tuple[str, ...] = ("D", "C", "H", "S")  # O32, lowest first
    number_trump: NumberTrump = "off"  # O33
    club_rule: bool = False  # O34
    low_beats_high: bool = False  # O35
    suit_matrix: SuitMatrix = NO_MATRIX  # O36, rows defend, columns attack, both as SUITS
    quicky: Quicky = "off"  # O37
    secret: Secret = 0  # O38
    weli: Weli = "off"  # O39
    cheating: Cheating = "off"  # O40
    stall_limit: int | None = None  # O41, bouts; None = 12 x active seats

    def __post_init__(self) -> None:
        reader = Reader(TEMPLATES)
        values = read_values(reader, {name: getattr(self, name) for name in OPTION_NAMES})
        if reader.errors:
            raise OptionsRefusedError(reader.errors.result())
        for name in ("suit_order", "suit_matrix"):  # lists are as good, but only tuples hash
            object.__setattr__(self, name, values[name])

    def as_dict(self) -> dict[str, object]:
        """Plain JSON-able data that `from_dict` reads back to equal options."""
        plain: dict[str, object] = {name: getattr(self, name) for name in OPTION_NAMES}
        plain["suit_order"] = list(self.suit_order)
        plain["suit_matrix"] = [list(row) for row in self.suit_matrix]
        return {"schema": SCHEMA, **plain}

    @classmethod
    def from_dict(cls, data: object) -> Self:
        """Read what `as_dict` wrote; anything else is refused with all its errors."""
        reader = Reader(TEMPLATES)
        values = read_values(reader, reader.versioned(data, SCHEMA, OPTION_NAMES))
        if reader.errors:
            raise OptionsRefusedError(reader.errors.result())
        return cls(**cast("Any", values))


OPTION_NAMES: Final = tuple(field.name for field in fields(DurakOptions))
"""O1 to O41 in the order of the table: `OPTION_NAMES[n - 1]` is On."""

NUMBER_CHOICES: Final[dict[str, tuple[int, ...]]] = {
    "deck": get_args(Deck),
    "secret": get_args(Secret),
}
# Bounds of the table, and beyond it only such as catch slips.
NUMBER_RANGES: Final[dict[str, tuple[int, int]]] = {
    "packs": (1, 4),
    "hand_size": (1, 12),
    "attack_limit": (0, 52),
    "stall_limit": (1, 1_000),
}
YES_NO: Final = (
    "limit_by_defender_hand",
    "opening_multi",
    "pre_defence_window",
    "throw_multi",
    "transfer_multi",
    "trump_swap",
    "change_trump",
    "club_rule",
    "low_beats_high",
)
WORD_CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "naming": get_args(Naming),
    "trump_card": get_args(TrumpCard),
    "trump_mode": get_args(TrumpMode),
    "first_attacker": get_args(FirstAttacker),
    "next_game": get_args(NextGame),
    "redeal": get_args(Redeal),
    "throw_in": get_args(ThrowIn),
    "transfer": get_args(Transfer),
    "transfer_count": get_args(TransferCount),
    "show_limit": get_args(ShowLimit),
    "transfer_dir": get_args(TransferDir),
    "dir_lasts": get_args(DirLasts),
    "transfer_trump": get_args(TransferTrump),
    "transfer_two_left": get_args(TransferTwoLeft),
    "after_take": get_args(AfterTake),
    "draw_order": get_args(DrawOrder),
    "last_card_win": get_args(LastCardWin),
    "teams": get_args(Teams),
    "team_end": get_args(TeamEnd),
    "epaulettes": get_args(Epaulettes),
    "number_trump": get_args(NumberTrump),
    "quicky": get_args(Quicky),
    "weli": get_args(Weli),
    "cheating": get_args(Cheating),
}


def read_values(reader: Reader, values: Mapping[str, object]) -> dict[str, object]:
    """The options named in `values`, each in its type; every fault is noted in `reader`."""
    known = {name: value for name, value in values.items() if name in _READERS}
    return {name: _READERS[name](reader, name, value) for name, value in known.items()}


def _read_number(reader: Reader, name: str, value: object) -> object:
    if name == "stall_limit" and value is None:
        return None
    return reader.number(name, value, *NUMBER_RANGES[name])


def _read_word(reader: Reader, name: str, value: object) -> object:
    choices = WORD_CHOICES[name]
    if isinstance(value, str) and value in choices:
        return str(value)
    _not_a_choice(reader, name, value, choices)
    return None


def _read_number_choice(reader: Reader, name: str, value: object) -> object:
    choices = NUMBER_CHOICES[name]
    if isinstance(value, int) and not isinstance(value, bool) and value in choices:
        return value
    _not_a_choice(reader, name, value, choices)
    return None


def _not_a_choice(
    reader: Reader, name: str, value: object, choices: tuple[str, ...] | tuple[int, ...]
) -> None:
    if value is not ABSENT:  # that has been noted already
        reader.refuse(name, ShapeCode.NOT_A_CHOICE, choices=", ".join(map(str, choices)))


def _read_suit_order(reader: Reader, name: str, value: object) -> object:
    suits = reader.items(name, value, expected=len(SUITS))
    if suits is None:
        return None
    letters = tuple(suit for suit in suits if isinstance(suit, str))
    if sorted(letters) != sorted(SUITS):
        reader.refuse(name, Code.NOT_EVERY_SUIT_ONCE)
    return letters


def _read_suit_matrix(reader: Reader, name: str, value: object) -> object:
    rows = reader.items(name, value, expected=len(SUITS)) or []
    matrix = []
    for number, row in enumerate(rows):
        path = join(name, number)
        cells = reader.items(path, row, expected=len(SUITS)) or []
        matrix.append(tuple(reader.yes_no(join(path, at), cell) for at, cell in enumerate(cells)))
    return tuple(matrix)


_READERS: Final[dict[str, Callable[[Reader, str, object], object]]] = {
    **dict.fromkeys(YES_NO, Reader.yes_no),
    **dict.fromkeys(WORD_CHOICES, _read_word),
    **dict.fromkeys(NUMBER_CHOICES, _read_number_choice),
    **dict.fromkeys(NUMBER_RANGES, _read_number),
    "suit_order": _read_suit_order,
    "suit_matrix": _read_suit_matrix,
}
