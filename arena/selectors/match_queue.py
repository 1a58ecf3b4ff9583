"""The queue of matches: what waits in which order, who could play it, and how long that takes."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from heapq import heapify, heapreplace
from statistics import mean, median
from typing import Final

from django.db.models import F, Sum, Window
from django.db.models.functions import RowNumber
from django.utils import timezone

from arena.fair_order import FairOrder, Waiting
from arena.match_states import UNDER_WAY, MatchState
from arena.models import ArenaState, Match, MatchShare
from arena.runner.queues import MATCHES
from arena.selectors.workers import runners_ready
from tournaments.models import User

WAITING_READ_MAX: Final = 5_000
PACE_OF_LAST: Final = 20
"""Settled matches by the same rules that say how fast we are."""
START_UP_SECONDS: Final = 1.0
"""In every rotation: new sandboxes, and programs that import what they need."""
GAME_SECONDS: Final = 0.03  # of Durak
BURAKO_BOARD_SECONDS: Final = 1.5  # a whole match to the target
# Nobody has these keys: whoever asks next, and has not asked lately.
_SOMEBODY: Final = -1
_ASKED_NOW: Final = -1


@dataclass(frozen=True)
class QueuePlace:
    """Where a match stands in the queue."""

    position: int
    """From 1; of the very last of a very long queue: at least this."""
    wait: float | None
    """Seconds until it begins, as far as can be told; None: while nobody plays, nobody knows."""
    is_paused: bool = False
    """Whether staff have paused the arena."""


@dataclass(frozen=True)
class QueueSummary:
    """The queue as a whole."""

    waiting: int
    under_way: int
    capacity: int
    """Matches that can be played at once by those who are there."""
    wait: float | None
    """Seconds until a match that is asked for now would begin, as far as can be told."""
    is_paused: bool
    """Whether staff have paused the arena."""


def match_capacity() -> int:
    """How many matches can be played at once by those who are there."""
    found = runners_ready(queue=MATCHES).aggregate(slots=Sum("slots"))["slots"]
    return int(found or 0)


def matches_waiting() -> list[Waiting]:
    """What waits for its turn. If that is more than anybody reads, everybody's oldest are read:
    whoever has asked for more than all of us can read hides nobody else's."""
    own_number = Window(
        RowNumber(), partition_by=F("requested_by"), order_by=[F("created_at"), F("pk")]
    )
    queued = Match.objects.filter(state=MatchState.QUEUED).annotate(own_number=own_number)
    rows = queued.order_by("own_number", "created_at", "pk").values_list(
        "pk", "requested_by_id", "cost", "created_at"
    )
    return [Waiting(*row) for row in rows[:WAITING_READ_MAX]]


def expected_seconds(
    *, profile: str, boards_in_all: int, games_per_board: int, rotations: int = 2
) -> float:
    """How long a match is thought to take: a rule of thumb, corrected by how long the last ones by
    these rules took beside it."""
    settled = Match.objects.filter(
        profile=profile, state=MatchState.SETTLED, begun_at__isnull=False
    )
    last = settled.annotate(took=F("ended_at") - F("begun_at")).order_by("-ended_at")
    rows = last.values_list("took", "boards", "games_per_board", "rotations")
    paces = [
        took.total_seconds() / _usual_seconds(profile, boards * turns, games, turns)
        for took, boards, games, turns in rows[:PACE_OF_LAST]
    ]
    usual = _usual_seconds(profile, boards_in_all, games_per_board, rotations)
    # Clocks may have jumped; a match takes some time, whatever they say.
    return usual * max(median(paces), 0.01) if paces else usual


def queue_place(*, match: Match) -> QueuePlace | None:
    """Where this match stands; None if it does not wait."""
    return queue_places(matches=[match]).get(match.pk)


def queue_places(*, matches: Iterable[Match]) -> dict[int, QueuePlace]:
    """Where those of them stand that wait, by their keys: a handful of queries for all."""
    asked = {match.pk for match in matches if match.state == MatchState.QUEUED}
    if not asked:
        return {}
    line = _Line.read()
    places = line.places(line.waiting)
    beyond = QueuePlace(len(places) + 1, line.wait_after_all(), not line.is_running)
    # Whoever left the queue since then is told so by the next page.
    return {key: places.get(key, beyond) for key in asked}


def queue_summary(*, asker: User | None = None) -> QueueSummary:
    """The queue, and how long this account would wait for one match more; without an account:
    somebody who waits for nothing else."""
    line = _Line.read()
    usual = mean(one.cost for one in line.waiting) if line.waiting else START_UP_SECONDS
    requester = _SOMEBODY if asker is None else asker.pk
    one_more = Waiting(_ASKED_NOW, requester, usual, timezone.now())
    place = line.places([*line.waiting, one_more])[_ASKED_NOW]
    waiting = len(line.waiting)
    if waiting == WAITING_READ_MAX:
        waiting = Match.objects.filter(state=MatchState.QUEUED).count()
    return QueueSummary(
        waiting=waiting,
        under_way=len(line.rests),
        capacity=line.capacity,
        wait=place.wait,
        is_paused=not line.is_running,
    )


@dataclass(frozen=True)
class _Line:
    """All that decides who begins when, read once."""

    waiting: Sequence[Waiting]
    rests: Sequence[float]
    """Seconds left of each match under way."""
    capacity: int
    is_running: bool
    virtual_time: float
    finishes: dict[int | None, float]

    @classmethod
    def read(cls) -> "_Line":
        state = ArenaState.objects.first() or ArenaState()
        ahead = MatchShare.objects.filter(finish__gt=state.virtual_time)
        under_way = Match.objects.filter(state__in=UNDER_WAY).only(
            "cost", "begun_at", "boards_over", "boards", "rotations"
        )
        now = timezone.now()
        return cls(
            waiting=matches_waiting(),
            rests=[_rest(match, now) for match in under_way],
            capacity=match_capacity(),
            is_running=state.mode == ArenaState.Mode.RUNNING,
            virtual_time=state.virtual_time,
            finishes=dict(ahead.values_list("account_id", "finish")),
        )

    def places(self, waiting: Iterable[Waiting]) -> dict[int, QueuePlace]:
        """Everybody's, by the matches' keys."""
        ordered = list(FairOrder(self.virtual_time, self.finishes).order(waiting))
        begins = self._begins(one.cost for one in ordered)
        return {
            one.id: QueuePlace(number, wait, not self.is_running)
            for number, (one, wait) in enumerate(zip(ordered, begins, strict=True), start=1)
        }

    def wait_after_all(self) -> float | None:
        """Until everything that was read has begun, and there is room for one more."""
        costs = [one.cost for one in self.waiting]
        return list(self._begins([*costs, START_UP_SECONDS]))[-1]

    def _begins(self, costs: Iterable[float]) -> Iterator[float | None]:
        """When each of them begins, in seconds from now: whenever the next slot is free."""
        if not self.capacity or not self.is_running:
            yield from (None for _ in costs)
            return
        # More may be under way than there is room for, if a worker has left: those that are over
        # first make no room.
        free_at = sorted(self.rests)[-self.capacity :]
        free_at += [0.0] * (self.capacity - len(free_at))
        heapify(free_at)
        for cost in costs:
            yield free_at[0]
            heapreplace(free_at, free_at[0] + cost)


def _rest(match: Match, now: datetime) -> float:
    """Seconds left of a match under way: by the boards that are over, or by what was expected."""
    if match.begun_at is None:
        return match.cost
    spent = (now - match.begun_at).total_seconds()
    if match.boards_over:
        return max(spent, 0.0) * (match.boards_in_all / match.boards_over - 1)
    return max(match.cost - spent, 0.0)


def _usual_seconds(profile: str, boards_in_all: int, games_per_board: int, rotations: int) -> float:
    is_burako = profile.startswith("burako/")
    board = BURAKO_BOARD_SECONDS if is_burako else GAME_SECONDS * games_per_board
    return START_UP_SECONDS * rotations + board * boards_in_all
