"""What somebody says came of a match: read, and written down as a row that stays."""

from django.db.models import Max

from tournaments.league_access import LeagueAccess
from tournaments.league_results import ENTRIES, Entered, Kind, Outcome, Winner, outcome_read
from tournaments.models import Fixture, FixtureResult
from tournaments.selectors.league_sides import fixture_players

WITHDRAWN = Outcome(Kind.WITHDRAWN, Winner.NOBODY)


def entered_read(*, fixture: Fixture, entered: Entered, note: str) -> Outcome:
    """What was typed in comes to, for this match; or `ValidationError`."""
    first, second = fixture_players(fixture=fixture)
    return outcome_read(
        entered,
        league=fixture.league,
        sides=[tuple(player.public_id for player in side) for side in (first, second)],
        is_knockout=fixture.bracket_match is not None,
        has_note=bool(note),
    )


def result_write(
    *,
    access: LeagueAccess,
    fixture: Fixture,
    outcome: Outcome,
    note: str = "",
    side: int | None = None,
) -> FixtureResult:
    """Write it down; whether it counts is decided apart. `side` is whose word it is, if it is that
    of one side only."""
    last = fixture.results.aggregate(last=Max("number"))["last"] or 0
    first, second = outcome.points or (None, None)
    return FixtureResult.objects.create(
        fixture=fixture,
        number=last + 1,
        kind=outcome.kind,
        winner=outcome.winner,
        points_first=first,
        points_second=second,
        first_absent=outcome.absent[0],
        second_absent=outcome.absent[1],
        detail={**outcome.detail, ENTRIES: [fixture.first_id, fixture.second_id]},
        note=note,
        by=access.account,
        role=access.role,
        side=side,
    )


def fixture_brief(fixture: Fixture) -> dict[str, object]:
    """How a match stands, for the log."""
    result = fixture.result
    if result is None:
        return {"state": fixture.state}
    outcome = Outcome.of(result)
    return {
        "state": fixture.state,
        "number": result.number,
        "kind": outcome.kind,
        "winner": outcome.winner,
        "points": list(outcome.points) if outcome.points is not None else None,
        "absent": list(outcome.absent),
    }
