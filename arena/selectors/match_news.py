"""What the home page says about matches: who plays now, and how the latest ended."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.conf import settings

from arena.match_states import UNDER_WAY, MatchState
from arena.models import ArenaState, Bot, Match
from arena.runner.queues import MATCHES
from arena.selectors.matches import matches_public
from arena.selectors.workers import runner_is_ready
from tournaments.demo import HOUSE_ACCOUNT

LIVE_SHOWN: Final = 3
LATEST_SHOWN: Final = 5


@dataclass(frozen=True)
class MatchNews:
    """A few matches, and how many there are."""

    playing: int
    waiting: int
    settled: int
    is_paused: bool
    """Whether staff have paused the arena."""
    live: Sequence[Match]
    latest: Sequence[Match]
    begins_soon: bool
    """Whether the first matches of a demo are on their way."""


def match_news() -> MatchNews:
    """A few questions, however much goes on."""
    playing = Match.objects.filter(state__in=UNDER_WAY).count()
    live = list(matches_public(state=MatchState.PLAYING)[:LIVE_SHOWN]) if playing else []
    arena = ArenaState.objects.only("settled", "mode").first() or ArenaState()
    settled = arena.settled
    latest = matches_public(state=MatchState.SETTLED).order_by("-ended_at")[:LATEST_SHOWN]
    return MatchNews(
        playing=playing,
        waiting=Match.objects.filter(state=MatchState.QUEUED).count(),
        settled=settled,
        is_paused=arena.mode != ArenaState.Mode.RUNNING,
        live=live,
        latest=list(latest) if settled else [],
        begins_soon=not playing and not settled and _demo_begins_soon(),
    )


def _demo_begins_soon() -> bool:
    """Whether reference bots are here, and somebody who checks them and lets them play."""
    here = Bot.objects.filter(owner__email=HOUSE_ACCOUNT.email, retired_at=None)
    return settings.DEMO_ALLOWED and here.exists() and runner_is_ready(queue=MATCHES)
