"""What the tests of leagues share."""

from decimal import Decimal
from typing import Any

from tests.factories import UserFactory
from tournaments.league_access import LeagueVisitor
from tournaments.league_spec import LeagueSpec, league_defaults
from tournaments.models import Competitor, League, LeagueEvent, LeagueOfficial, User

Role = LeagueOfficial.Role


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


def events(league: League) -> list[LeagueEvent]:
    """The log, oldest first."""
    return list(LeagueEvent.objects.filter(league=league).order_by("pk"))
