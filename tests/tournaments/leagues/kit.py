"""What the tests of leagues share."""

from decimal import Decimal
from typing import Any

from django.utils import timezone

from tests.factories import UserFactory
from tournaments.league_access import LeagueVisitor
from tournaments.league_spec import LeagueSpec, league_defaults
from tournaments.models import (
    Competitor,
    Fixture,
    FixtureResult,
    League,
    LeagueEntry,
    LeagueEvent,
    LeagueLink,
    LeagueOfficial,
    LeagueRound,
    User,
)
from tournaments.services.leagues.links import link_make


def spec(**choices: Any) -> LeagueSpec:  # noqa: ANN401
    """The usual for what is chosen, with the rest as `choices` say."""
    base = {
        "game": League.Game.BURAKO,
        "competitors": Competitor.Kind.PERSON,
        "format": League.Format.SWISS,
    }
    what = {name: choices.pop(name, value) for name, value in base.items()}
    usual = vars(league_defaults(**what))
    points = {name: Decimal(value) for name, value in choices.items() if name.startswith("points_")}
    return LeagueSpec(**(usual | {"name": "Autumn league"} | choices | points))


def owner(league: League) -> LeagueVisitor:
    return LeagueVisitor(league.owner)


def official(league: League, role: str) -> LeagueVisitor:
    """Somebody with an office."""
    account: User = UserFactory.create()
    LeagueOfficial.objects.create(league=league, account=account, role=role)
    return LeagueVisitor(account)


def link_holder(league: League, **of: Any) -> LeagueVisitor:  # noqa: ANN401
    """Somebody without an account who has opened a new link."""
    options = {"kind": LeagueLink.Kind.JOIN} | of
    link = link_make(public_id=league.public_id, visitor=owner(league), **options)
    return LeagueVisitor(link_ids=frozenset({link.pk}))


def events(league: League) -> list[LeagueEvent]:
    """The log, oldest first."""
    return list(LeagueEvent.objects.filter(league=league).order_by("pk"))


def round_with(league: League, *pairs: tuple[LeagueEntry, LeagueEntry], **of: Any) -> LeagueRound:  # noqa: ANN401
    """The next round, published unless `of` says, in which these meet."""
    number = league.rounds.count() + 1
    values = {"state": LeagueRound.State.PUBLISHED, "published_at": timezone.now()} | of
    drawn = LeagueRound.objects.create(league=league, number=number, **values)
    for place, (first, second) in enumerate(pairs, start=1):
        Fixture.objects.create(league=league, round=drawn, place=place, first=first, second=second)
    return drawn


def decide(fixture: Fixture, points: tuple[int, int], state: str = Fixture.State.CONFIRMED) -> None:
    """A result, final unless `state` says."""
    first, second = points
    winner = {True: "first", False: "second"}[first > second] if first != second else "nobody"
    fixture.result = FixtureResult.objects.create(
        fixture=fixture,
        number=fixture.results.count() + 1,
        kind=FixtureResult.Kind.TOTAL,
        winner=winner,
        points_first=first,
        points_second=second,
        role="owner",
    )
    fixture.state = state
    fixture.save(update_fields=["result", "state"])


def entries_of(league: League) -> list[LeagueEntry]:
    """By seed."""
    return list(league.entries.order_by("seed"))


def fixtures_of(league: League) -> list[Fixture]:
    """By round and place."""
    return list(league.fixtures.select_related("result").order_by("round__number", "place"))
