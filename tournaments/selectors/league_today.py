"""What needs a league's organizers now: a number of queries that does not grow with the league."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.core.cache import cache
from django.db.models import Q, QuerySet
from django.utils import timezone

from scoring.messages import Message
from tournaments.bot_directory import bot_directory
from tournaments.models import (
    Fixture,
    League,
    LeagueApplication,
    LeagueEntry,
    LeagueRound,
    Sheet,
)
from tournaments.selectors.league_bots import goes_on
from tournaments.selectors.leagues import league_book

LISTED_MAX: Final = 30
"""Of a kind; the rest is counted."""
_KEPT_SECONDS: Final = 24 * 3600
_State = Fixture.State
_TO_BE_PLAYED: Final = (_State.PLANNED, _State.PLAYING, _State.POSTPONED)


@dataclass(frozen=True)
class Drawing:
    """Whether more can be drawn, or why not, and whether all is over."""

    not_ready: Message | None
    is_complete: bool
    first: int | None
    """The entry that is first when all is over; None if nobody is alone in that."""


@dataclass(frozen=True)
class Matches:
    """Some matches of one kind, the most urgent first, and how many there are."""

    listed: list[Fixture]
    count: int

    @property
    def more(self) -> int:
        return self.count - len(self.listed)


@dataclass(frozen=True)
class Today:
    """Everything, in the order of its urgency."""

    disputes: Matches
    sheet_disputes: Matches
    waiting: Matches
    """Results that the other side, or an official, has to confirm."""
    overdue: Matches
    playing: Matches
    """Planned for today: good to know, nothing to do."""
    hindrances: Mapping[int, str]
    """Bots that cannot play, by their entries, and why."""
    drafts: list[LeagueRound]
    drawing: Drawing
    applications: int
    is_left_alone: bool
    """The next step is the house's: a league of bots goes on by itself."""

    @property
    def may_draw(self) -> bool:
        return not self.drafts and self.drawing.not_ready is None and not self.drawing.is_complete


def today(*, league: League, now: datetime | None = None) -> Today:
    """What needs attention as of now."""
    at = now or timezone.now()
    return Today(
        disputes=_some(_disputes(league)),
        sheet_disputes=_some(_sheet_disputes(league)),
        waiting=_some(_waiting(league)),
        overdue=_some(_overdue(league, at)),
        playing=_some(_playing(league, at)),
        hindrances=_hindrances(league),
        drafts=list(_drafts(league)),
        drawing=drawing(league=league),
        applications=_applications(league).count(),
        is_left_alone=_is_left_alone(league, at),
    )


def attention_count(*, league: League, now: datetime | None = None) -> int:
    """How many things wait for the organizers."""
    at = now or timezone.now()
    urgent = _published(league).filter(_IN_DISPUTE | _SHEET_IN_DISPUTE | _TO_CONFIRM | _late(at))
    steps = 0 if _is_left_alone(league, at) else _steps(league)
    hindered = len(_hindrances(league))
    return urgent.count() + steps + hindered + _applications(league).count()


def _steps(league: League) -> int:
    """Drafts to publish, or else a round to draw or the end to declare."""
    drafts = _drafts(league).count()
    state = drawing(league=league)
    is_running = league.state == League.State.RUNNING
    step = is_running and not drafts and (state.is_complete or state.not_ready is None)
    return drafts + step


def _is_left_alone(league: League, at: datetime) -> bool:
    is_running = league.state == League.State.RUNNING
    return league.is_of_bots and is_running and goes_on(league=league, now=at)


def drawing(*, league: League) -> Drawing:
    """Worked out once for each revision of the league."""
    key = f"league-drawing:{league.pk}:{league.revision}"
    kept: Drawing | None = cache.get(key)
    if kept is None:
        book = league_book(league=league, drafts=True)
        is_complete = book.is_complete()
        first = book.first_of_all() if is_complete else None
        kept = Drawing(book.not_ready(), is_complete, first)
        cache.set(key, kept, timeout=_KEPT_SECONDS)
    return kept


_IN_DISPUTE: Final = Q(state=_State.DISPUTED)
_TO_CONFIRM: Final = Q(state=_State.ENTERED)
_SHEET_IN_DISPUTE: Final = Q(sheet__status=Sheet.Status.DISPUTED, state__in=_TO_BE_PLAYED)


def _late(at: datetime) -> Q:
    """Past the round's deadline, or past the day to which the match was postponed; and what was
    postponed without a day: somebody has to name one, and bots never play it by themselves."""
    postponed = Q(state=_State.POSTPONED) & (
        Q(starts_at__lt=at - timedelta(days=1)) | Q(starts_at=None)
    )
    open_ = Q(state__in=(_State.PLANNED, _State.PLAYING), round__deadline__lt=at)
    return (open_ | postponed) & (Q(sheet=None) | ~Q(sheet__status=Sheet.Status.DISPUTED))


def _published(league: League) -> QuerySet[Fixture]:
    return Fixture.objects.filter(league=league, round__state=LeagueRound.State.PUBLISHED)


def _disputes(league: League) -> QuerySet[Fixture]:
    return _published(league).filter(_IN_DISPUTE)


def _sheet_disputes(league: League) -> QuerySet[Fixture]:
    return _published(league).filter(_SHEET_IN_DISPUTE)


def _waiting(league: League) -> QuerySet[Fixture]:
    return _published(league).filter(_TO_CONFIRM)


def _overdue(league: League, at: datetime) -> QuerySet[Fixture]:
    if league.state != League.State.RUNNING:
        return Fixture.objects.none()
    return _published(league).filter(_late(at))


def _playing(league: League, at: datetime) -> QuerySet[Fixture]:
    begin = timezone.localtime(at).replace(hour=0, minute=0, second=0, microsecond=0)
    day = (begin, begin + timedelta(days=1))
    own, of_round = Q(starts_at__range=day), Q(starts_at=None, round__starts_at__range=day)
    return _published(league).filter(own | of_round, state__in=_TO_BE_PLAYED).exclude(_late(at))


def _some(found: QuerySet[Fixture]) -> Matches:
    rows = found.select_related("round", "result").order_by("round__number", "place")
    listed = list(rows[: LISTED_MAX + 1])
    if len(listed) <= LISTED_MAX:
        return Matches(listed, len(listed))
    return Matches(listed[:LISTED_MAX], found.count())


def _drafts(league: League) -> QuerySet[LeagueRound]:
    return league.rounds.filter(state=LeagueRound.State.DRAFT).order_by("number")


def _applications(league: League) -> QuerySet[LeagueApplication]:
    if league.state not in (League.State.DRAFT, League.State.RUNNING):
        return LeagueApplication.objects.none()
    return league.applications.filter(state=LeagueApplication.State.WAITING)


def _hindrances(league: League) -> dict[int, str]:
    """Which of the bots that still take part cannot play now."""
    if not league.is_of_bots or league.state not in (League.State.DRAFT, League.State.RUNNING):
        return {}
    active = league.entries.filter(status=LeagueEntry.Status.ACTIVE)
    entry_of = dict(active.values_list("competitor_id", "pk"))
    found = bot_directory().hindrances(competitors=list(entry_of), profile=league.profile)
    return {entry_of[competitor]: why for competitor, why in found.items()}
