"""The queue of matches: what waits, and who could play it."""

from typing import Final

from django.db.models import Sum

from arena.fair_order import Waiting
from arena.match_states import MatchState
from arena.models import Match
from arena.runner.queues import MATCHES
from arena.selectors.workers import runners_present

WAITING_READ_MAX: Final = 5_000


def match_capacity() -> int:
    """How many matches can be played at once by those who are there."""
    ready = runners_present().filter(refusal="", queues__contains=[MATCHES])
    found = ready.aggregate(slots=Sum("slots"))["slots"]
    return int(found or 0)


def matches_waiting() -> list[Waiting]:
    """What waits for its turn, the oldest first."""
    queued = Match.objects.filter(state=MatchState.QUEUED).order_by("created_at", "pk")
    rows = queued.values_list("pk", "requested_by_id", "cost", "created_at")
    return [Waiting(*row) for row in rows[:WAITING_READ_MAX]]


def expected_seconds(*, profile: str, boards_in_all: int, games_per_board: int) -> float:
    """How long a match is thought to take."""
    board = 1.5 if profile.startswith("burako/") else 0.03 * games_per_board
    return 2.0 + board * boards_in_all
