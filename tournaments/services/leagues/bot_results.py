"""Results of bots' leagues arrive by themselves: the arena plays, and calls these in the
transaction that settles a match. An organizer's word stands before the arena's."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.league_access import LeagueAccess, service_access
from tournaments.league_acts import LeagueAct
from tournaments.league_results import Absent, Kind, Outcome, Winner, note_clean
from tournaments.models import Fixture, FixtureResult, League
from tournaments.services.leagues.result_rows import WITHDRAWN, entered_read, result_write
from tournaments.services.leagues.settlements import State, fixture_lock, fixture_move

REPLAYS_MOST: Final = 2
"""So often two who end level in a knockout play again; then the better seed goes on. Two bots that
think alike end level for ever: every shuffle is played from both sides."""
_WAITING: Final = (State.PLANNED, State.PLAYING, State.POSTPONED)


@transaction.atomic
def fixture_match_settled(
    *,
    fixture: Fixture,
    shares: tuple[Fraction, Fraction],
    points: tuple[int, int],
    match_id: str,
    competitors: tuple[int, int],
) -> bool:
    """Let a deal set decide its match: whoever took more than half of it has won, exactly half each
    is a draw. A knockout needs a winner: then raw points decide, else it is played again, and at
    last the better seed goes on. Whether it was taken: not if the match was decided, postponed
    anew, or given to others (`competitors` are those who played) meanwhile, and not twice.
    """
    access, fixture = _locked(fixture)
    if fixture.league.state != League.State.RUNNING or fixture.state not in _WAITING:
        return False
    entered = (fixture.first.competitor_id, fixture.second.competitor_id)
    if competitors != entered or _is_known(fixture, match_id):
        return False
    winner, by = _winner(fixture, shares, points)
    outcome = Outcome(
        Kind.BOTS,
        winner,
        points=points,
        detail={"match": match_id, "shares": [str(share) for share in shares], "by": by},
    )
    result = result_write(access=access, fixture=fixture, outcome=outcome)
    is_over = fixture.bracket_match is None or winner != Winner.NOBODY
    fixture_move(
        access=access,
        fixture=fixture,
        state=State.CONFIRMED if is_over else State.PLANNED,
        act=LeagueAct.RESULT_ENTERED,
        result=result if is_over else None,
        note="" if is_over else _("Level in everything: it is played again."),
    )
    return True


@transaction.atomic
def fixture_match_void(*, fixture: Fixture, match_id: str) -> bool:
    """The staff have declared a settled match void: if its result counts, it does no longer, and
    the match is to be played again. Whether it did count."""
    access, fixture = _locked(fixture)
    result = fixture.result
    if fixture.state != State.CONFIRMED or result is None or result.detail.get("match") != match_id:
        return False
    fixture_move(
        access=access,
        fixture=fixture,
        state=State.PLANNED,
        act=LeagueAct.RESULT_WITHDRAWN,
        result=result_write(access=access, fixture=fixture, outcome=WITHDRAWN),
    )
    return True


@transaction.atomic
def fixture_bots_absent(
    *, fixture: Fixture, first: bool, second: bool, note: str
) -> FixtureResult | None:
    """A bot that cannot play has not come; None if the match does not wait for it any more."""
    access, fixture = _locked(fixture)
    if fixture.league.state != League.State.RUNNING or fixture.state not in _WAITING:
        return None
    outcome = entered_read(fixture=fixture, entered=Absent(first, second), note=note)
    note = note_clean(note)
    result = result_write(access=access, fixture=fixture, outcome=outcome, note=note)
    fixture_move(
        access=access,
        fixture=fixture,
        state=State.CONFIRMED,
        act=LeagueAct.RESULT_ENTERED,
        result=result,
        note=note,
    )
    return result


@transaction.atomic
def fixture_bots_failed(*, fixture: Fixture, note: str) -> bool:
    """The arena has tried in vain: the match waits until the organizer resumes it, and the next
    round does not wait for it. Whether it was still to be played."""
    access, fixture = _locked(fixture)
    if fixture.league.state != League.State.RUNNING or fixture.state not in _WAITING:
        return False
    fixture.starts_at = None
    fixture.save(update_fields=["starts_at"])
    fixture_move(
        access=access,
        fixture=fixture,
        state=State.POSTPONED,
        act=LeagueAct.BOTS_FAILED,
        result=fixture.result,
        note=note,
    )
    return True


def _locked(fixture: Fixture) -> tuple[LeagueAccess, Fixture]:
    locked = fixture_lock(fixture_id=fixture.public_id)
    return service_access(league=locked.league, fixture=locked), locked


def _is_known(fixture: Fixture, match_id: str) -> bool:
    return fixture.results.filter(detail__match=match_id).exists()


def _winner(
    fixture: Fixture, shares: tuple[Fraction, Fraction], points: tuple[int, int]
) -> tuple[FixtureResult.Winner, str]:
    """Who won, and by what."""
    rows: list[tuple[str, Sequence[Fraction | int]]] = [("shares", shares)]
    if fixture.bracket_match is not None:
        rows.append(("points", points))
        if _replays(fixture) >= REPLAYS_MOST:
            rows.append(("seed", (-fixture.first.seed, -fixture.second.seed)))
    for by, (first, second) in rows:
        if first != second:
            return (Winner.FIRST if first > second else Winner.SECOND), by
    return Winner.NOBODY, "shares"


def _replays(fixture: Fixture) -> int:
    """How often these two have ended level here."""
    both = [fixture.first_id, fixture.second_id]
    level = fixture.results.filter(kind=Kind.BOTS, winner=Winner.NOBODY)
    return level.filter(detail__entries=both).count()
