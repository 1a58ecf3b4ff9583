"""Matches at every point of their lives, for tests of what shows them."""

import hashlib
import zlib
from collections.abc import Sequence
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from arena.match_states import OVER, MatchState
from arena.models import Bot, BotBench, BotVersion, Match, MatchRun
from arena.runner.sandbox.interface import MIB, ExitReason
from arena.selectors.matches import match_get, replay_stored_name
from tests.arena.bot_kit import text_of
from tests.factories import BotFactory, BotVersionFactory, MatchFactory
from tournaments.models import User

DUEL = "durak/duel24"
FOUR = "durak/volga"
PAIRS = "burako/pairs"
REPLAY = b"every card of a match"
STDOUT = "thinking about <b>trumps</b>\x1b[31m\u202e"
STDERR = "Traceback (most recent call last):\nIndexError: list index out of range"


def bot_playing(owner: User, name: str, profiles: Sequence[str] = (DUEL, FOUR)) -> BotVersion:
    """A bot whose first version passed its check and plays."""
    bot = BotFactory.create(owner=owner, name=name)
    version = BotVersionFactory.create(bot=bot, profiles=list(profiles), active=True)
    version.bot.refresh_from_db()
    return version


def bench(bot: Bot, reason: str = "It crashed too often.") -> BotBench:
    """Let it sit out."""
    assert bot.active_version is not None
    return BotBench.objects.create(bot=bot, version=bot.active_version, reason=reason)


def match_played(*versions: BotVersion, **changes: Any) -> Match:  # noqa: ANN401
    """A settled duel with its replay in the storage: on the last board the second bot gave up. Both
    have printed something."""
    boards = changes.get("boards", 2)
    match: Match = MatchFactory.create(
        versions=versions,
        state=MatchState.SETTLED,
        replay_digest=replay_kept(),
        replay_bytes=len(REPLAY),
        results=duel_boards(boards),
        games=2 * boards,
        decisions=80,
        boards_over=2 * boards,
        **changes,
    )
    return told(match)


def replay_kept() -> str:
    """The hash of `REPLAY`, which is in the storage."""
    digest = hashlib.sha256(REPLAY).hexdigest()
    if not default_storage.exists(replay_stored_name(digest)):
        default_storage.save(replay_stored_name(digest), ContentFile(zlib.compress(REPLAY)))
    return digest


def duel_boards(boards: int) -> list[dict[str, Any]]:
    """The first wins its boards from seat 0, one is level, and the last is forfeited."""
    rows: list[dict[str, Any]] = [
        {
            "rotation": rotation,
            "board": board,
            "points": [2, 0] if rotation == 0 else [1, 1],
            "losers": [1] if rotation == 0 else [],
            "forfeit": None,
            "games": 1,
        }
        for rotation in range(2)
        for board in range(boards)
    ]
    rows[-1] |= {
        "points": [2, 0],
        "losers": [1],
        "forfeit": {"places": [1], "reason": "strikes"},
    }
    return rows


def told(match: Match) -> Match:
    """Write down what each place came to, by the boards, and what its processes printed."""
    for participant in match.participants.all():
        participant.points = sum(board["points"][participant.place] for board in match.results)
        participant.strikes = 3 * participant.place
        participant.decisions = 40
        participant.think_ms = 480 if participant.place == 0 else 60_000
        participant.longest_ms = 37 if participant.place == 0 else 12_345
        participant.save()
        for rotation in range(match.rotations):
            MatchRun.objects.create(
                participant=participant,
                rotation=rotation,
                seat=(participant.place + rotation) % 2,
                cpu_seconds=0.4,
                peak_memory_bytes=38 * MIB,
                wall_seconds=1.6,
                exit_reason=(ExitReason.CRASHED if rotation else ExitReason.KILLED).value,
                stdout=f"{STDOUT} place {participant.place}" if rotation == 0 else "",
                stderr=STDERR if rotation else "",
                dropped_bytes=4096 * rotation,
            )
    found = match_get(public_id=match.public_id)
    assert found is not None
    return found


def match_step_to(match: Match, state: MatchState, **changes: Any) -> Match:  # noqa: ANN401
    """As if it had come there; for pages that do not care how."""
    now = timezone.now()
    usual: dict[str, Any] = {"state": state}
    if state in {MatchState.SENT, MatchState.PLAYING}:
        usual |= {"attempt": max(1, match.attempt), "sent_at": now, "heard_at": now}
    if state in OVER:
        usual |= {"ended_at": now}
    if state == MatchState.VOID:
        usual |= {"reason": "It was lost three times."}
    Match.objects.filter(pk=match.pk).update(**usual | changes)
    match.refresh_from_db()
    return match


def browser_of(account: User) -> Client:
    client = Client()
    client.force_login(account)
    return client


def at(name: str, match: Match, *more: object) -> str:
    return reverse(f"matches:{name}", args=[match.public_id, *more])


def page_of(match: Match, client: Client | None = None) -> str:
    return text_of((client or Client()).get(at("match", match)))
