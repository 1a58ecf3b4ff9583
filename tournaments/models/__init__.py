"""The rows of the tournaments app."""

from tournaments.models.accounts import AccountSession, ModerationEvent, User
from tournaments.models.api import ApiCall, ApiToken, ApiUsage
from tournaments.models.fixtures import Fixture, FixtureResult, FixtureWord
from tournaments.models.ladders import (
    Encounter,
    Ladder,
    LadderDecision,
    LadderEntry,
    Rating,
    RatingEvent,
)
from tournaments.models.leagues import (
    League,
    LeagueAdjustment,
    LeagueApplication,
    LeagueBye,
    LeagueEntry,
    LeagueEvent,
    LeagueLink,
    LeagueOfficial,
    LeagueRound,
)
from tournaments.models.people import Competitor, Pair, Player, PlayerInvitation
from tournaments.models.results import CompetitorRecord, ResultEvent
from tournaments.models.rule_sets import RuleSet, RuleSetVersion
from tournaments.models.sheets import (
    Sheet,
    SheetEntry,
    SheetLink,
    SheetResult,
    SheetResultSide,
    SheetSeat,
    SheetSide,
    SheetWish,
)

__all__ = [
    "AccountSession",
    "ApiCall",
    "ApiToken",
    "ApiUsage",
    "Competitor",
    "CompetitorRecord",
    "Encounter",
    "Fixture",
    "FixtureResult",
    "FixtureWord",
    "Ladder",
    "LadderDecision",
    "LadderEntry",
    "League",
    "LeagueAdjustment",
    "LeagueApplication",
    "LeagueBye",
    "LeagueEntry",
    "LeagueEvent",
    "LeagueLink",
    "LeagueOfficial",
    "LeagueRound",
    "ModerationEvent",
    "Pair",
    "Player",
    "PlayerInvitation",
    "Rating",
    "RatingEvent",
    "ResultEvent",
    "RuleSet",
    "RuleSetVersion",
    "Sheet",
    "SheetEntry",
    "SheetLink",
    "SheetResult",
    "SheetResultSide",
    "SheetSeat",
    "SheetSide",
    "SheetWish",
    "User",
]
