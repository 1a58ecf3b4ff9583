"""An arena with everything in it that operators look at."""

from dataclasses import dataclass
from datetime import timedelta

from django.utils import timezone

from arena.match_reasons import BROKE, SILENT
from arena.match_states import MatchState
from arena.models import (
    ArenaState,
    BotBench,
    Match,
    MatchEvent,
    OperatorEvent,
    OperatorNotice,
    WorkerPresence,
)
from arena.runner.queues import DEFAULT, MATCHES, RESULTS, VALIDATIONS
from arena.services.benching import bot_bench
from tests.arena.match_kit import playing_version
from tests.factories import MatchFactory, MatchRunnerFactory
from tournaments.models import User

LOST = SILENT
DETAIL = "The game server does not answer."
REFUSAL = "bwrap: No permissions to create a new namespace, likely because the kernel forbids it."


@dataclass(frozen=True)
class Scene:
    """Each name says what is the matter."""

    silent: Match
    tried: Match
    given_up: Match
    settled: Match
    benched: BotBench


def operator_scene(olga: User, *, mode: str = ArenaState.Mode.RUNNING) -> Scene:
    """Some of everything."""
    now = timezone.now()
    ArenaState.objects.update_or_create(pk=1, defaults={"mode": mode})
    _workers()
    names = ("Mustard", "Ñandú Östlund the Relentless Card Eater")
    versions = [playing_version(bot__name=name) for name in names]
    silent = MatchFactory.create(
        state=MatchState.PLAYING, versions=versions, heard_at=now - timedelta(seconds=25)
    )
    tried = MatchFactory.create(versions=versions, failures=2, attempt=2)
    MatchFactory.create(versions=versions, created_at=now - timedelta(minutes=4))
    given_up = MatchFactory.create(
        state=MatchState.VOID, versions=versions, failures=3, attempt=3, reason=LOST
    )
    settled = MatchFactory.create(
        state=MatchState.SETTLED,
        versions=versions,
        decisions=9_000,
        begun_at=now - timedelta(seconds=30),
        ended_at=now,
    )
    for match, after, reason in (
        (tried, MatchState.QUEUED, LOST),
        (given_up, MatchState.QUEUED, LOST),
        (given_up, MatchState.VOID, LOST),
        (tried, MatchState.QUEUED, BROKE),
    ):
        MatchEvent.objects.create(
            match=match,
            before=MatchState.PLAYING,
            after=after,
            attempt=1,
            worker="runner7@cellar",
            reason=reason,
            detail=DETAIL if reason == BROKE else "",
        )
    benched = bot_bench(
        bot=playing_version(bot__name="Clumsy").bot,
        reason="It forfeited at least half of its boards in three matches in a row.",
        match=settled,
    )
    assert benched is not None
    OperatorEvent.objects.create(action="void", match=given_up, reason=LOST)
    OperatorEvent.objects.create(action="pause", by=olga, reason="A new kernel for all machines.")
    if mode == ArenaState.Mode.RUNNING:
        OperatorEvent.objects.create(action="resume", by=olga, reason="They are back.")
    OperatorNotice.objects.create(
        subject="A match could not be played",
        text="Match %(match)s is void. The last reason: %(reason)s",
        params={"match": given_up.public_id, "reason": LOST},
        times=2,
    )
    return Scene(silent=silent, tried=tried, given_up=given_up, settled=settled, benched=benched)


def _workers() -> None:
    now = timezone.now()
    MatchRunnerFactory.create(name="runner1@tower", slots=4, queues=[MATCHES, VALIDATIONS])
    MatchRunnerFactory.create(
        name="runner7@cellar", slots=4, seen_at=now - timedelta(minutes=3), queues=[MATCHES]
    )
    MatchRunnerFactory.create(name="runner9@attic", refusal=REFUSAL)
    WorkerPresence.objects.create(
        name="server@tower",
        queues=[RESULTS, DEFAULT],
        started_at=now - timedelta(hours=5),
        seen_at=now,
    )
