"""Leagues of bots go on by themselves: when a round is decided the next one is drawn, and when all
is played the league is over. Their organizers can do the same by hand, and are left to it."""

import logging
from collections.abc import Set
from datetime import datetime, timedelta
from typing import Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from scoring.league import LeagueBook
from tournaments.league_access import SERVICE, LeagueRole
from tournaments.league_acts import LeagueAct
from tournaments.models import Competitor, Fixture, League, LeagueEvent, LeagueRound
from tournaments.selectors.league_bots import called_off
from tournaments.selectors.leagues import league_book
from tournaments.services.leagues.common import league_lock
from tournaments.services.leagues.rounds import round_publish, rounds_draft
from tournaments.services.leagues.states import league_finish

HANDS_OFF: Final = timedelta(minutes=10)
"""So long after an organizer has worked on the rounds of a league nothing is drawn for them."""
_BY_HAND: Final = (
    LeagueAct.ROUNDS_DRAFTED, LeagueAct.ROUND_DISCARDED, LeagueAct.ROUND_EDITED,
    LeagueAct.ROUND_UNPUBLISHED, LeagueAct.REOPENED,
)  # fmt: skip
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
    if not _idle_leagues().filter(pk=league.pk).exists() or _is_in_hand(league, now):
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


def _is_in_hand(league: League, now: datetime) -> bool:
    """Whether an organizer is at it."""
    acts = league.events.filter(action__in=_BY_HAND, at__gt=now - HANDS_OFF)
    return acts.exclude(role=LeagueRole.SERVICE).exists()


def _go_on(league: League) -> bool:
    draft = league.rounds.filter(state=LeagueRound.State.DRAFT).order_by("number").first()
    if draft is None:
        book = league_book(league=league)
        if book.is_complete():
            return _finish(league)
        if book.not_ready() is not None:
            return False  # "today" tells the organizers why
        if _makes_up(book, called_off(league=league)):
            return False  # whoever called a match off draws it again, or ends the league
        draft = rounds_draft(public_id=league.public_id, visitor=SERVICE)[0]
    elif _was_taken_back(draft):
        return False
    round_publish(public_id=league.public_id, visitor=SERVICE, number=draft.number)
    return True


def _makes_up(book: LeagueBook, called_off: Set[frozenset[int]]) -> bool:
    """Whether two who are to meet everybody would be drawn only because their match was called off
    by an organizer. In other formats it is as if they had not met."""
    if not called_off or not book.terms.is_everybody_meets_everybody:
        return False
    pairings = (one for draft in book.next_rounds() for one in draft.pairings)
    return any(one.bracket_match is None and one.both in called_off for one in pairings)


def _finish(league: League) -> bool:
    """Once: whoever has reopened a league ends it themselves."""
    reopened = league.events.filter(action=LeagueAct.REOPENED).exclude(role=LeagueRole.SERVICE)
    if reopened.exists():
        return False
    league_finish(public_id=league.public_id, visitor=SERVICE)
    return True


def _was_taken_back(draft: LeagueRound) -> bool:
    """Whether an organizer has un-published it: then they publish it again."""
    acts = (LeagueAct.ROUND_PUBLISHED, LeagueAct.ROUND_UNPUBLISHED)
    told = LeagueEvent.objects.filter(league=draft.league_id, round=draft.number, action__in=acts)
    last = told.order_by("-pk").first()
    return last is not None and last.action == LeagueAct.ROUND_UNPUBLISHED
