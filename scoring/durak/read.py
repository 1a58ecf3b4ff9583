"""Reading the record of a series, or refusing it with every reason."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from scoring.durak.codes import DURAK_TEMPLATES, DurakCode, DurakRefusedError
from scoring.durak.points_rule import DurakPointsRule, TeamEnd
from scoring.durak.series import DurakGame, DurakSeries, Ending
from scoring.reading import Reader, join

LONGEST_NAME: Final = 40
TEAM_SHAPES: Final = ((2, 2), (2, 2, 2), (3, 3))  # 1B O27
MOST_PLAYERS: Final = (4 * 52 - 1) // 6
"""V1 for the most cards the rules offer (O1, O2), hands of six and a trump card to turn up.

A record does not say with how many packs people played, so no smaller table can be refused."""


def read_series(rule: DurakPointsRule, data: object) -> DurakSeries:
    """Read ``{"sides": [[player, ...], ...], "games": [...]}`` or refuse it with every reason.

    A game: ``ending`` (durak, draw, stalled), ``losers`` (numbers of sides), and where needed
    ``sides`` (those who played; all if left out), ``epaulettes`` (0, 1, 2) and ``wearer``.
    """
    reader = Reader(DURAK_TEMPLATES)
    values = reader.fields("", data, ("sides", "games"))
    sides = _read_sides(reader, values["sides"])
    items = reader.items("games", values["games"]) or []
    if reader.errors:
        raise DurakRefusedError(reader.errors.result())
    games = [
        _GameReader(rule, reader, join("games", number), sides).read(item)
        for number, item in enumerate(items)
    ]
    if reader.errors:
        raise DurakRefusedError(reader.errors.result())
    return DurakSeries(sides, tuple(game for game in games if game is not None))


def _read_sides(reader: Reader, value: object) -> tuple[tuple[str, ...], ...]:
    seen: set[str] = set()
    sides: list[tuple[str, ...]] = []
    for number, item in enumerate(reader.items("sides", value) or []):
        players: list[str] = []
        for index, player in enumerate(reader.items(join("sides", number), item) or []):
            name = _read_name(reader, f"sides.{number}.{index}", player, seen)
            if name is not None:
                seen.add(name)
                players.append(name)
        sides.append(tuple(players))
    if len(sides) < 2:
        reader.refuse("sides", DurakCode.TOO_FEW_SIDES)
    shape = tuple(len(side) for side in sides)
    if not reader.errors and set(shape) != {1} and shape not in TEAM_SHAPES:
        reader.refuse("sides", DurakCode.TEAMS_UNEVEN)
    return tuple(sides)


def _read_name(reader: Reader, path: str, value: object, seen: set[str]) -> str | None:
    """A name as it is kept: without the blanks around it, which nobody sees."""
    name = value.strip() if isinstance(value, str) else ""
    if not name:
        reader.refuse(path, DurakCode.PLAYER_NAMELESS)
    elif len(name) > LONGEST_NAME:
        reader.refuse(path, DurakCode.PLAYER_NAME_TOO_LONG, most=LONGEST_NAME)
    elif name in seen:
        reader.refuse(path, DurakCode.PLAYER_TWICE)
    else:
        return name
    return None


@dataclass(frozen=True)
class _GameReader:
    """Reads the game at `path`, noting whatever cannot have happened."""

    rule: DurakPointsRule
    reader: Reader
    path: str
    sides: Sequence[tuple[str, ...]]

    def read(self, data: object) -> DurakGame | None:
        optional = ("losers", "sides", "epaulettes", "wearer")
        values = self.reader.fields(self.path, data, ("ending",), optional)
        ending = self.reader.choice(join(self.path, "ending"), values["ending"], Ending)
        everybody = list(range(len(self.sides)))
        playing = self._numbers("sides", values.get("sides", everybody))
        losers = self._numbers("losers", values.get("losers", []))
        epaulettes = self.reader.number(
            join(self.path, "epaulettes"), values.get("epaulettes", 0), 0, 2
        )
        if ending is None or playing is None or losers is None or epaulettes is None:
            return None
        self._check_losers(ending, playing, losers)
        wearer = self._wearer(ending, losers, epaulettes, values.get("wearer"))
        return DurakGame(
            sides=playing, ending=ending, losers=losers, epaulettes=epaulettes, wearer=wearer
        )

    def _refuse(self, field: str, code: DurakCode, **params: int | str) -> None:
        self.reader.refuse(join(self.path, field), code, **params)

    def _numbers(self, field: str, value: object) -> tuple[int, ...] | None:
        """Numbers of sides, each once."""
        at = join(self.path, field)
        items = self.reader.items(at, value)
        if items is None:
            return None
        most = len(self.sides) - 1
        read = [self.reader.number(join(at, i), item, 0, most) for i, item in enumerate(items)]
        numbers = tuple(number for number in read if number is not None)
        if len(set(numbers)) != len(numbers):
            self.reader.refuse(at, DurakCode.SIDE_TWICE)
        return numbers if len(numbers) == len(items) else None

    def _check_losers(
        self, ending: Ending, playing: tuple[int, ...], losers: tuple[int, ...]
    ) -> None:
        if len(playing) < 2:
            self._refuse("sides", DurakCode.TOO_FEW_SIDES)
        elif sum(len(self.sides[side]) for side in playing) > MOST_PLAYERS:
            self._refuse("sides", DurakCode.TABLE_TOO_LARGE, most=MOST_PLAYERS)
        elif not set(losers) <= set(playing):
            self._refuse("losers", DurakCode.LOSER_NOT_PLAYING)
        elif ending is Ending.DRAW:
            if losers:
                self._refuse("losers", DurakCode.DRAW_WITH_LOSER)
        elif not losers:
            self._refuse("losers", DurakCode.LOSER_MISSING)
        elif ending is Ending.DURAK and len(losers) != self._losing_sides(playing):
            self._refuse(
                "losers", DurakCode.WRONG_NUMBER_OF_LOSERS, expected=self._losing_sides(playing)
            )

    def _losing_sides(self, playing: tuple[int, ...]) -> int:
        """1A.19, TM4: one side loses; TM6: all but one if the first seat out wins for its team."""
        teams = len(self.sides[0]) > 1
        first_out_wins = self.rule.team_end is TeamEnd.FIRST_OUT_WINS
        return len(playing) - 1 if teams and first_out_wins else 1

    def _wearer(
        self, ending: Ending, losers: tuple[int, ...], epaulettes: int, named: object
    ) -> str | None:
        """1E: the player named, or the only one who lost."""
        if epaulettes and ending is not Ending.DURAK:
            self._refuse("epaulettes", DurakCode.EPAULETTES_WITHOUT_DURAK)
            return None
        losing = list(chain.from_iterable(self.sides[side] for side in losers))
        if named is not None:
            if not epaulettes:
                self._refuse("wearer", DurakCode.WEARER_WITHOUT_EPAULETTES)
            elif not isinstance(named, str) or named.strip() not in losing:
                self._refuse("wearer", DurakCode.WEARER_DID_NOT_LOSE)
            else:
                return named.strip()
            return None
        if epaulettes and len(losing) > 1:
            self._refuse("wearer", DurakCode.WEARER_MISSING)
        return losing[0] if epaulettes and losing else None
