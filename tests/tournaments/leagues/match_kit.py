"""Matches of leagues and those who say what came of them, for tests."""

from typing import Any

from scoring.league.records import entry_of
from tests.factories import running_league
from tests.tournaments.leagues.kit import owner
from tests.tournaments.leagues.playing import round_of
from tournaments.league_access import LeagueVisitor
from tournaments.league_results import Entered, Total
from tournaments.models import Fixture, FixtureResult, League, LeagueLink
from tournaments.selectors.league_sides import fixture_players, fixtures_with_people
from tournaments.selectors.leagues import league_book
from tournaments.services.leagues.answers import fixture_answer, fixture_decide
from tournaments.services.leagues.results import fixture_result_enter

WIN = Total(3200, 1800)
LOSS = Total(1500, 3005)
LEVEL = Total(3100, 3100)


def match(*, size: int = 2, **fields: Any) -> Fixture:  # noqa: ANN401
    """The first match of a new league in which everybody has an account, published."""
    league = running_league(size, **({"accounts": True} | fields))
    return round_of(league, 1)[0]


def bracket(size: int = 4, **fields: Any) -> tuple[League, list[Fixture]]:  # noqa: ANN401
    """A knockout with its first round published: in a bracket of four, the first meets the last."""
    chosen: dict[str, Any] = {"accounts": True, "format": "knockout"} | fields
    league = running_league(size, **chosen)
    league.play_off_seeds = list(league.entries.order_by("seed").values_list("pk", flat=True))
    league.save()
    fixtures = round_of(league, 1, bracket=True)
    entries = league.entries.in_bulk()
    for fixture, state in zip(fixtures, league_book(league=league).bracket_states(), strict=False):
        fixture.first, fixture.second = (entries[entry_of(one)] for one in (state.a, state.b))
        fixture.save()
    return league, fixtures


def now(fixture: Fixture) -> Fixture:
    """As it stands now, with its people."""
    return fixtures_with_people().select_related("league").get(pk=fixture.pk)


def player(fixture: Fixture, side: int, seat: int = 0) -> LeagueVisitor:
    """Somebody who plays it."""
    return LeagueVisitor(fixture_players(fixture=now(fixture))[side][seat].account)


def organizer(fixture: Fixture) -> LeagueVisitor:
    return owner(fixture.league)


def link_to(fixture: Fixture, /, **fields: Any) -> LeagueLink:  # noqa: ANN401
    """A link with which the score of this match can be entered."""
    count = LeagueLink.objects.count()
    kind = {"kind": LeagueLink.Kind.FIXTURE, "fixture": fixture}
    return LeagueLink.objects.create(
        league=fixture.league, token_hash=f"{count:064}", token_sealed="", **(kind | fields)
    )


def link_holder(fixture: Fixture, /, **fields: Any) -> LeagueVisitor:  # noqa: ANN401
    """Somebody without an account who has opened such a link."""
    return LeagueVisitor(link_ids=frozenset({link_to(fixture, **fields).pk}))


def enter(
    fixture: Fixture,
    entered: Entered = WIN,
    by: LeagueVisitor | None = None,
    **choices: Any,  # noqa: ANN401
) -> FixtureResult:
    """An organizer's result unless `by` says, made from the page as it is now."""
    made_from = {"revision": now(fixture).revision}
    visitor = by or organizer(fixture)
    return fixture_result_enter(
        fixture_id=fixture.public_id, visitor=visitor, entered=entered, **(made_from | choices)
    )


def answer(fixture: Fixture, side: int, *, confirm: bool = True, **choices: Any) -> Fixture:  # noqa: ANN401
    """A player of this side says that it is right or wrong, unless `visitor` is another of them."""
    chosen: dict[str, Any] = {
        "revision": now(fixture).revision,
        "text": "" if confirm else "It was the other way.",
        "visitor": player(fixture, side),
        **choices,
    }
    return fixture_answer(fixture_id=fixture.public_id, side=side, confirm=confirm, **chosen)


def decide(fixture: Fixture, entered: Entered | None = None, **choices: Any) -> FixtureResult:  # noqa: ANN401
    usual = {"visitor": organizer(fixture), "note": "I was there."}
    chosen: dict[str, Any] = {"revision": now(fixture).revision, **usual, **choices}
    return fixture_decide(fixture_id=fixture.public_id, entered=entered, **chosen)


def points(league: League) -> dict[int, Any]:
    """Everybody's points in the table, by their seeds."""
    seeds = dict(league.entries.values_list("pk", "seed"))
    rows = league_book(league=league).table().rows
    return {seeds[int(row.competitor)]: row.points for row in rows}
