"""Who met whom with which result, in one table, as both the pages and programs are told."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from django.utils.translation import gettext as _

from tournaments.kernel_texts import number_text
from tournaments.league_shown import Field, ShownFixture, fixtures_shown
from tournaments.league_standings import ShownRow, ShownTable, tables_shown
from tournaments.models import Fixture, FixtureResult, League, LeagueRound
from tournaments.selectors.league_rows import fixtures_published

CROSS_TABLES: Final = (
    League.Format.ROUND_ROBIN,
    League.Format.DOUBLE_ROUND_ROBIN,
    League.Format.GROUPS,
)
_FORFEITS: Final = {True: "+", False: "\N{MINUS SIGN}"}


@dataclass(frozen=True)
class Meeting:
    """A match from one side."""

    text: str
    words: str
    tone: str
    """`won`, `lost`, `drawn`, or `open` as long as nothing counts."""
    shown: ShownFixture
    worth: Decimal | None = None
    """What it gives in the table; None if it is open, or somebody did not come."""

    @property
    def url(self) -> str:
        return self.shown.url


@dataclass(frozen=True)
class CrossRow:
    """Somebody's matches, in the order of the columns; None on the diagonal."""

    place: int | None
    row: ShownRow
    cells: Sequence[Sequence[Meeting] | None]


@dataclass(frozen=True)
class CrossTable:
    """Everybody against everybody."""

    table: ShownTable
    columns: Sequence[tuple[int, str]]
    rows: Sequence[CrossRow]

    @property
    def title(self) -> str:
        return self.table.title


_Meetings = Mapping[tuple[int, int], Sequence[Meeting]]


def has_cross_table(league: League) -> bool:
    """Where everybody meets everybody."""
    return league.format in CROSS_TABLES


def cross_tables(league: League, people: Field) -> list[CrossTable]:
    """One, or one of each group."""
    main = fixtures_published(league=league).filter(round__stage=LeagueRound.Stage.MAIN)
    meetings = _by_pair(league, fixtures_shown(league, main, people))
    return [_cross_table(one, meetings) for one in tables_shown(league, people)]


def _cross_table(table: ShownTable, meetings: _Meetings) -> CrossTable:
    order = [one.who.entry.pk for one in table.rows]
    rows = [
        CrossRow(
            number,
            one,
            [None if key == mine else meetings.get((mine, key), ()) for key in order],
        )
        for number, (mine, one) in enumerate(zip(order, table.rows, strict=True), 1)
    ]
    columns = [(number, one.who.name) for number, one in enumerate(table.rows, 1)]
    return CrossTable(table, columns, rows)


def _by_pair(league: League, fixtures: Sequence[ShownFixture]) -> _Meetings:
    found: defaultdict[tuple[int, int], list[Meeting]] = defaultdict(list)
    for one in fixtures:
        if one.fixture.state == Fixture.State.CANCELLED:
            continue
        both = (one.fixture.first_id, one.fixture.second_id)
        for side in (0, 1):
            found[both[side], both[1 - side]].append(_meeting(league, one, side))
    return found


def _meeting(league: League, one: ShownFixture, side: int) -> Meeting:
    result = one.fixture.result
    if one.fixture.state != Fixture.State.CONFIRMED or result is None:
        words = _("Round %(number)s, %(state)s") % {
            "number": one.fixture.round.number,
            "state": one.fixture.get_state_display(),
        }
        return Meeting("·", words, "open", one)
    won = None if one.won is None else one.won == side
    tone = {True: "won", False: "lost", None: "drawn"}[won]
    if result.kind == FixtureResult.Kind.FORFEIT:
        return Meeting(_FORFEITS[bool(won)], one.remark, tone if won else "lost", one)
    worth = {True: league.points_win, False: league.points_loss, None: league.points_draw}[won]
    mine, theirs = (one.scores or ("", ""))[:: 1 if side == 0 else -1]
    return Meeting(number_text(worth), f"{mine} : {theirs}", tone, one, worth)
