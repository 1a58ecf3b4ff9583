"""Rounds and results of leagues put into the database as they would stand there, by no service."""

from typing import Any

from tournaments.models import Fixture, FixtureResult, League, LeagueRound

_Winner = FixtureResult.Winner


def round_of(
    league: League,
    number: int,
    *,
    state: str = LeagueRound.State.PUBLISHED,
    bracket: bool = False,
) -> list[Fixture]:
    """A round in which neighbours by seed meet; if an odd number plays, the last has no match."""
    made = LeagueRound.objects.create(league=league, number=number, state=state)
    entries = list(league.entries.order_by("seed"))
    pairs = zip(entries[::2], entries[1::2], strict=False)
    return Fixture.objects.bulk_create(
        Fixture(
            league=league,
            round=made,
            place=place,
            first=first,
            second=second,
            bracket_match=place if bracket else None,
        )
        for place, (first, second) in enumerate(pairs, start=1)
    )


def give_result(
    fixture: Fixture,
    points_first: int | None,
    points_second: int | None,
    *,
    kind: str = FixtureResult.Kind.TOTAL,
    state: str = Fixture.State.CONFIRMED,
    **fields: Any,  # noqa: ANN401
) -> FixtureResult:
    """One more result of a fixture, which is in this state afterwards."""
    first, second = points_first or 0, points_second or 0
    winner = _Winner.NOBODY if first == second else _Winner.FIRST
    if first < second:
        winner = _Winner.SECOND
    usual = {"winner": winner, "role": "owner"}
    result = FixtureResult.objects.create(
        fixture=fixture,
        number=fixture.results.count() + 1,
        kind=kind,
        points_first=points_first,
        points_second=points_second,
        **(usual | fields),
    )
    Fixture.objects.filter(pk=fixture.pk).update(
        state=state, result=result, revision=fixture.revision + 1
    )
    fixture.refresh_from_db()
    return result


def play_published(league: League) -> None:
    """The better seed wins whatever is published and has no result."""
    waiting = league.fixtures.filter(round__state=LeagueRound.State.PUBLISHED, result=None)
    for fixture in waiting.select_related("first", "second"):
        is_first = fixture.first.seed < fixture.second.seed
        give_result(fixture, *((3000, 1000) if is_first else (1000, 3000)))
