"""What operators look at: who works, what waits, how fast it goes and what went wrong.

Every question here is answered from an index and cut to a sensible length, however long the arena
has been running: the page asks all of them again every second while something happens.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, Generic, TypeVar

from django.db.models import Count, F, Max, Min, Q, QuerySet, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from arena.match_states import UNDER_WAY, MatchState
from arena.models import (
    ArenaState,
    Bot,
    BotBench,
    Match,
    MatchEvent,
    OperatorEvent,
    OperatorNotice,
    Validation,
    WorkerPresence,
)
from arena.models.matches import WENT_WRONG
from arena.runner.queues import MATCHES, VALIDATIONS
from arena.selectors.benching import benchings_open
from arena.selectors.matches import matches_public
from arena.selectors.workers import PRESENT_WITHIN

LATELY: Final = timedelta(days=1)
SILENT_PLAYING: Final = timedelta(seconds=15)
"""A worker says every few seconds that it goes on; before it is thought lost, an operator sees."""
SILENT_SENT: Final = timedelta(seconds=45)

WORKERS_SHOWN: Final = 50
REASONS_SHOWN: Final = 10
MATCHES_SHOWN: Final = 20
BENCHED_SHOWN: Final = 20
NOTICES_SHOWN: Final = 5

_HEAVY: Final = ("match__rules", "match__results")  # which no list shows

Row = TypeVar("Row")


@dataclass(frozen=True)
class Cut(Generic[Row]):
    """The beginning of a list, and whether there is more of it."""

    rows: list[Row]
    is_cut: bool

    @property
    def shown(self) -> int:
        return len(self.rows)


@dataclass(frozen=True)
class WorkerSeen:
    """Somebody who works for us, or did until lately."""

    worker: WorkerPresence
    is_missing: bool


@dataclass(frozen=True)
class QueueNow:
    """A line of work."""

    name: str
    waiting: int
    under_way: int
    oldest: datetime | None
    """Since when the first in it has been waiting."""


@dataclass(frozen=True)
class Throughput:
    """What was played; None where nothing was."""

    settled_hour: int
    settled_day: int
    seconds_per_match: float | None
    decisions_per_second: float | None


@dataclass(frozen=True)
class FailureReason:
    """Why matches were put back or given up, and how often."""

    reason: str
    is_void: bool
    times: int
    latest: MatchEvent


@dataclass(frozen=True)
class MatchConcern:
    """A match that an operator should look at, and why."""

    match: Match
    is_silent: bool


def arena_mode() -> ArenaState.Mode:
    """Whether matches are sent to the workers."""
    mode = ArenaState.objects.filter(pk=1).values_list("mode", flat=True).first()
    return ArenaState.Mode(mode or ArenaState.Mode.RUNNING)


def arena_mode_event() -> OperatorEvent | None:
    """Who last changed the mode, when and why."""
    actions = OperatorEvent.Action
    changes = OperatorEvent.objects.filter(
        action__in=[actions.PAUSE, actions.DRAIN, actions.RESUME]
    )
    return changes.select_related("by").first()


def workers_seen() -> Cut[WorkerSeen]:
    """Everybody heard of within the last day, those who are missing first."""
    present_since = timezone.now() - PRESENT_WITHIN
    found = _cut(WorkerPresence.objects.order_by("seen_at", "name"), WORKERS_SHOWN)
    seen = [WorkerSeen(one, one.seen_at < present_since) for one in found.rows]
    seen.sort(key=lambda one: (not one.is_missing, one.worker.name))
    return Cut(seen, found.is_cut)


def queues_now() -> list[QueueNow]:
    """Matches, and checks of bots; two questions."""
    queued = Q(state=MatchState.QUEUED)
    matches = Match.objects.filter(queued | Q(state__in=UNDER_WAY)).aggregate(
        waiting=Count("pk", filter=queued),
        under_way=Count("pk", filter=~queued),
        oldest=Min("created_at", filter=queued),
    )
    waits = Q(last_report=0)
    checks = Validation.objects.filter(verdict="").aggregate(
        waiting=Count("pk", filter=waits),
        under_way=Count("pk", filter=~waits),
        oldest=Min("asked_at", filter=waits),
    )
    return [QueueNow(MATCHES, **matches), QueueNow(VALIDATIONS, **checks)]


def throughput() -> Throughput:
    """Of what was settled within the last day."""
    now = timezone.now()
    settled = Match.objects.filter(state=MatchState.SETTLED, ended_at__gte=now - LATELY)
    counted = settled.aggregate(
        hour=Count("pk", filter=Q(ended_at__gte=now - timedelta(hours=1))),
        day=Count("pk"),
        lasted=Sum(F("ended_at") - Coalesce("begun_at", "sent_at")),
        decisions=Sum("decisions"),
    )
    seconds = (counted["lasted"] or timedelta()).total_seconds()
    return Throughput(
        settled_hour=counted["hour"],
        settled_day=counted["day"],
        seconds_per_match=seconds / counted["day"] if counted["day"] else None,
        decisions_per_second=counted["decisions"] / seconds if seconds else None,
    )


def failure_reasons() -> Cut[FailureReason]:
    """Of the last day, the most frequent first; what operators did themselves is in their log."""
    events = MatchEvent.objects.filter(WENT_WRONG, by=None, at__gte=timezone.now() - LATELY)
    groups = (
        events.order_by()
        .values("reason", "after")
        .annotate(times=Count("pk"), latest=Max("pk"))
        .order_by("-times", "-latest")
    )
    found = _cut(groups, REASONS_SHOWN)
    events_shown = MatchEvent.objects.select_related("match").defer(*_HEAVY)
    latest = events_shown.in_bulk([group["latest"] for group in found.rows])
    reasons = [
        FailureReason(
            reason=group["reason"],
            is_void=group["after"] == MatchState.VOID,
            times=group["times"],
            latest=latest[group["latest"]],
        )
        for group in found.rows
    ]
    return Cut(reasons, found.is_cut)


def matches_of_concern() -> Cut[MatchConcern]:
    """Under way and silent; tried in vain at least once; or given up within the last day."""
    now = timezone.now()
    silent = _silent(now)
    tried = Q(failures__gt=0) & (Q(state=MatchState.QUEUED) | Q(state__in=UNDER_WAY))
    given_up = Q(state=MatchState.VOID, failures__gt=0, ended_at__gte=now - LATELY)
    matches = matches_public().filter(silent | tried | given_up)
    found = _cut(matches.annotate(is_silent=silent), MATCHES_SHOWN)
    concerns = [MatchConcern(match, is_silent=bool(match.is_silent)) for match in found.rows]
    return Cut(concerns, found.is_cut)


def bots_benched() -> Cut[BotBench]:
    """Those who sit out, newest first; bots that nobody owns any more never come back."""
    owned = benchings_open().filter(bot__owner__isnull=False)
    return _cut(owned.defer(*_HEAVY), BENCHED_SHOWN)


def notices_latest() -> Cut[OperatorNotice]:
    """What the operators were told, or will be with the next mail."""
    return _cut(OperatorNotice.objects.all(), NOTICES_SHOWN)


def operators_log() -> QuerySet[OperatorEvent]:
    """Newest first."""
    return OperatorEvent.objects.select_related("by", "match", "bot__owner").defer(*_HEAVY)


def operators_log_of_match(*, match: Match) -> QuerySet[OperatorEvent]:
    """What was done to one match."""
    return operators_log().filter(match=match)


def operators_log_of_bot(*, bot: Bot) -> QuerySet[OperatorEvent]:
    """What was done to one bot."""
    return operators_log().filter(bot=bot)


def bot_benchings(*, bot: Bot) -> QuerySet[BotBench]:
    """How often it sat out, newest first."""
    return bot.benchings.select_related("version", "match")


def match_history(*, match: Match) -> Sequence[MatchEvent]:
    """Every step, in order."""
    return list(match.events.select_related("by").order_by("pk"))


def _silent(now: datetime) -> Q:
    return Q(state=MatchState.PLAYING, heard_at__lt=now - SILENT_PLAYING) | Q(
        state=MatchState.SENT, sent_at__lt=now - SILENT_SENT
    )


def _cut(rows: "QuerySet[Any, Row]", most: int) -> Cut[Row]:
    """One more than is shown is asked for, to know whether there is more."""
    found = list(rows[: most + 1])
    return Cut(found[:most], len(found) > most)
