"""Who plays a match of a league: the people of both sides."""

from typing import Final

from django.db.models import QuerySet

from tournaments.models import Competitor, Fixture, LeagueEntry, Player

SidePlayers = tuple[Player, ...]

_PEOPLE: Final = ("player__account", "pair__first__account", "pair__second__account")
FIXTURE_PEOPLE: Final = tuple(
    f"{side}__competitor__{who}" for side in ("first", "second") for who in _PEOPLE
)
"""What `fixture_players` reads, for `select_related`."""


def fixtures_with_people() -> QuerySet[Fixture]:
    """Matches with everything that judging and counting their results reads."""
    return Fixture.objects.select_related("round", "result", "sheet", *FIXTURE_PEOPLE)


def competitor_players(*, competitor: Competitor) -> SidePlayers:
    """A person, or both of a pair; nobody for a bot."""
    if competitor.player is not None:
        return (competitor.player,)
    return competitor.pair.players if competitor.pair is not None else ()


def fixture_players(*, fixture: Fixture) -> tuple[SidePlayers, SidePlayers]:
    """The people of both sides, each in the order of its pair."""

    def side(entry: LeagueEntry) -> SidePlayers:
        return competitor_players(competitor=entry.competitor)

    return side(fixture.first), side(fixture.second)


def seats_of(*, fixture: Fixture) -> list[Player]:
    """Around the table: partners sit opposite each other, the first side begins."""
    first, second = fixture_players(fixture=fixture)
    return [player for both in zip(first, second, strict=True) for player in both]
