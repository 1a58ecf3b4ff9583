"""Leagues of bots go on by themselves: when a round is decided the next one is drawn, and when all
is played the league is over. Their organizers can do the same by hand, and are left to it."""

import logging
from datetime import datetime
from typing import Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from tournaments.league_access import SERVICE
from tournaments.models import Competitor, Fixture, League, LeagueRound
from tournaments.selectors.league_bots import goes_on
from tournaments.selectors.leagues import league_book
from tournaments.services.leagues.common import league_lock
from tournaments.services.leagues.rounds import round_publish, rounds_draft
from tournaments.services.leagues.states import league_finish

_UNDECIDED: Final = (
    Fixture.State.PLANNED, Fixture.State.PLAYING, Fixture.State.ENTERED, Fixture.State.DISPUTED,
)  # fmt: skip
"""What the next round waits for; what is postponed it does not."""
logger = logging.getLogger(__name__)


def bot_leagues_advance(*, now: datetime | None = None) -> int:
    """Look after all leagues of bots whose published rounds are decided; returns how many went on.
    Two at once do no harm."""
    now = now or timezone.now()
    idle = _idle_leagues().values_list("public_id", flat=True)
    return sum(bot_league_advance(public_id=public_id, now=now) for public_id in idle)


@transaction.atomic
def bot_league_advance(*, public_id: str, now: datetime) -> bool:
    """Publish the next round, drawing it if it is not drawn yet, or finish; whether there was
    anything to do. One league that cannot go on does not keep the others from it."""
    league = league_lock(public_id=public_id)
    if not _idle_leagues().filter(pk=league.pk).exists() or not goes_on(league=league, now=now):
        return False
    try:
        with transaction.atomic():
            return _go_on(league)
    except ValidationError as refused:
        logger.warning("The league %s does not go on by itself: %s", public_id, refused)
        return False


def _idle_leagues() -> QuerySet[League]:
    """Leagues of bots under way in which nothing is to be played at the moment."""
    undecided = Fixture.objects.filter(
        league=OuterRef("pk"), round__state=LeagueRound.State.PUBLISHED, state__in=_UNDECIDED
    )
    running = League.objects.filter(competitors=Competitor.Kind.BOT, state=League.State.RUNNING)
    return running.filter(~Exists(undecided)).order_by("pk")


def _go_on(league: League) -> bool:
    draft = league.rounds.filter(state=LeagueRound.State.DRAFT).order_by("number").first()
    if draft is None:
        book = league_book(league=league)
        if book.is_complete():
            league_finish(public_id=league.public_id, visitor=SERVICE)
            return True
        if book.not_ready() is not None:
            return False  # "today" tells the organizers why
        draft = rounds_draft(public_id=league.public_id, visitor=SERVICE)[0]
    round_publish(public_id=league.public_id, visitor=SERVICE, number=draft.number)
    return True
