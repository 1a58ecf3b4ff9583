"""Who met whom with which result, in one table."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.kernel_texts import number_text
from tournaments.league_access import LeagueAccess
from tournaments.league_shown import ShownFixture, fixtures_shown
from tournaments.models import Fixture, FixtureResult, League, LeagueRound
from tournaments.selectors.league_rows import fixtures_published
from tournaments.views.leagues.access import readers_page
from tournaments.views.leagues.league import ShownTable, tables_shown
from tournaments.views.leagues.tabs import has_cross_table, render_tab, scene_of

_FORFEITS: Final = {True: "+", False: "\N{MINUS SIGN}"}


@dataclass(frozen=True)
class Meeting:
    """A match from one side."""

    text: str
    words: str
    url: str
    tone: str


@dataclass(frozen=True)
class CrossRow:
    """Somebody's matches, in the order of the columns; None on the diagonal."""

    place: int | None
    row: object
    cells: Sequence[Sequence[Meeting] | None]


@dataclass(frozen=True)
class CrossTable:
    """Everybody against everybody."""

    title: str
    columns: Sequence[tuple[int, str]]
    rows: Sequence[CrossRow]


@readers_page
@require_safe
def crosstable(request: HttpRequest, access: LeagueAccess) -> HttpResponse:
    """For the formats in which everybody meets everybody."""
    if not has_cross_table(access.league):
        raise Http404
    scene = scene_of(access)
    main = fixtures_published(league=access.league).filter(round__stage=LeagueRound.Stage.MAIN)
    meetings = _by_pair(access.league, fixtures_shown(access.league, main, scene.people))
    tables = [_cross_table(one, meetings) for one in tables_shown(scene)]
    return render_tab(
        request, scene, tab="crosstable", panel="_crosstable.html", context={"cross": tables}
    )


_Meetings = Mapping[tuple[int, int], Sequence[Meeting]]


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
    return CrossTable(table.title, columns, rows)


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
        return Meeting("·", words, one.url, "open")
    won = None if one.won is None else one.won == side
    tone = {True: "won", False: "lost", None: "drawn"}[won]
    if result.kind == FixtureResult.Kind.FORFEIT:
        return Meeting(_FORFEITS[bool(won)], one.remark, one.url, tone if won else "lost")
    worth = {True: league.points_win, False: league.points_loss, None: league.points_draw}[won]
    mine, theirs = (one.scores or ("", ""))[:: 1 if side == 0 else -1]
    return Meeting(number_text(worth), f"{mine} : {theirs}", one.url, tone)
