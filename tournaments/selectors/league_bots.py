"""Which matches of bot leagues are to be played now, and which never; and whether a league goes on
by itself."""

from collections.abc import Set
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from scoring.league import LeagueBook
from tournaments.league_access import LeagueRole
from tournaments.league_acts import LeagueAct
from tournaments.models import Competitor, Fixture, League, LeagueEntry, LeagueEvent, LeagueRound
from tournaments.selectors.leagues import league_book

HANDS_OFF: Final = timedelta(minutes=10)
"""So long after an organizer has worked on the rounds of a league nothing is drawn for them."""
_BY_HAND: Final = (
    LeagueAct.ROUNDS_DRAFTED, LeagueAct.ROUND_DISCARDED, LeagueAct.ROUND_EDITED,
    LeagueAct.ROUND_UNPUBLISHED, LeagueAct.REOPENED,
)  # fmt: skip


def fixtures_due(*, now: datetime | None = None) -> QuerySet[Fixture]:
    """Matches of bots whose round is published and whose time has come, that nothing has become of
    yet, and whose sides are both still in the league. What was postponed without a time waits for
    its organizer."""
    begins = Coalesce("starts_at", "round__starts_at")
    active = LeagueEntry.Status.ACTIVE
    due = Fixture.objects.alias(begins=begins).filter(
        Q(begins=None) | Q(begins__lte=now or timezone.now()),
        Q(state=Fixture.State.PLANNED) | Q(state=Fixture.State.POSTPONED, starts_at__isnull=False),
        league__competitors=Competitor.Kind.BOT,
        league__state=League.State.RUNNING,
        round__state=LeagueRound.State.PUBLISHED,
        first__status=active,
        second__status=active,
    )
    return due.select_related("league", "round", "first", "second")


def fixture_due_since(fixture: Fixture) -> datetime:
    """Of one that is due: since when."""
    begins = fixture.starts_at or fixture.round.starts_at
    published = fixture.round.published_at
    return max((one for one in (begins, published) if one is not None), default=timezone.now())


def called_off(*, league: League) -> frozenset[frozenset[int]]:
    """The entries of each match that an organizer has called off by itself: not because somebody
    left, who may come back."""
    acts = league.events.filter(action=LeagueAct.FIXTURE_CALLED_OFF).values("fixture")
    found = league.fixtures.filter(state=Fixture.State.CANCELLED, public_id__in=acts)
    return frozenset(frozenset(both) for both in found.values_list("first", "second"))


def goes_on(*, league: League, now: datetime | None = None) -> bool:
    """Whether the house takes the next step of this league of bots, as soon as nothing is to be
    played; otherwise its organizers have begun something that is theirs to end."""
    by_hand = league.events.exclude(role=LeagueRole.SERVICE)
    recent = (now or timezone.now()) - HANDS_OFF
    if by_hand.filter(action__in=_BY_HAND, at__gt=recent).exists():
        return False
    draft = league.rounds.filter(state=LeagueRound.State.DRAFT).order_by("number").first()
    if draft is not None:
        return not _was_taken_back(draft)
    apart = called_off(league=league)
    has_reopened = by_hand.filter(action=LeagueAct.REOPENED).exists()
    if not apart and not has_reopened:
        return True
    book = league_book(league=league)
    if book.is_complete():
        return not has_reopened
    return book.not_ready() is not None or not _makes_up(book, apart)


def _was_taken_back(draft: LeagueRound) -> bool:
    """Whether an organizer has un-published it: then they publish it again."""
    acts = (LeagueAct.ROUND_PUBLISHED, LeagueAct.ROUND_UNPUBLISHED)
    told = LeagueEvent.objects.filter(league=draft.league_id, round=draft.number, action__in=acts)
    last = told.order_by("-pk").first()
    return last is not None and last.action == LeagueAct.ROUND_UNPUBLISHED


def _makes_up(book: LeagueBook, called_off: Set[frozenset[int]]) -> bool:
    """Whether two who are to meet everybody would be drawn only because their match was called off
    by an organizer, who draws it again or ends the league. In other formats it is as if they had
    not met."""
    if not called_off or not book.terms.is_everybody_meets_everybody:
        return False
    pairings = (one for draft in book.next_rounds() for one in draft.pairings)
    return any(one.bracket_match is None and one.both in called_off for one in pairings)
