"""A league of the reference bots that plays itself, so that a first run has one to see."""

from dataclasses import replace
from typing import Final

from django.conf import settings
from django.db import connection, transaction

from arena.reference_bots import REFERENCE_BOTS
from arena.selectors.playing import bots_able
from tournaments.demo import DEMO_ACCOUNTS, HOUSE_ACCOUNT
from tournaments.league_access import LeagueVisitor
from tournaments.league_spec import LeagueSpec, league_defaults
from tournaments.models import Competitor, League, User
from tournaments.services.leagues.entries import entry_add
from tournaments.services.leagues.settings import league_create
from tournaments.services.leagues.states import league_start

PROFILE: Final = "durak/duel24"
_BOTS: Final = Competitor.Kind.BOT
_ORGANIZER: Final = DEMO_ACCOUNTS[0]
_LOCK: Final = 0x6C656167


@transaction.atomic
def demo_league_create() -> League | None:
    """Once, as soon as all reference bots that know the rules have passed their checks; it belongs
    to the organizer of the demo. Two at once make no more than one would."""
    if not settings.DEMO_ALLOWED:
        return None
    _lock()
    organizer = User.objects.filter(email=_ORGANIZER.email, is_active=True).first()
    if organizer is None or organizer.leagues_owned.filter(competitors=_BOTS).exists():
        return None
    competitors = _competitors()
    if len(competitors) < sum(PROFILE in bot.profiles for bot in REFERENCE_BOTS):
        return None
    league = league_create(account=organizer, spec=_spec())
    visitor = LeagueVisitor(account=organizer)
    for competitor in competitors:
        entry_add(public_id=league.public_id, visitor=visitor, competitor_id=competitor)
    return league_start(public_id=league.public_id, visitor=visitor)


def _spec() -> LeagueSpec:
    usual = league_defaults(
        game=League.Game.DURAK, competitors=_BOTS, format=League.Format.ROUND_ROBIN
    )
    return replace(
        usual,
        name="Reference bots, everybody against everybody",
        description=(
            "The bots that come with the kit for bot authors meet in a duel with 24 cards. The "
            "arena plays every round by itself."
        ),
        profile=PROFILE,
    )


def _competitors() -> list[int]:
    """Of the bots of the house that know the rules, in the order in which they were sent in."""
    bots = bots_able().filter(
        owner__email=HOUSE_ACCOUNT.email, active_version__profiles__contains=[PROFILE]
    )
    return list(bots.order_by("pk").values_list("competitor_id", flat=True))


def _lock() -> None:
    """Nobody else does the same at this moment."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
