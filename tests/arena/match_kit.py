"""Playing the match worker, for tests of what the server does with its words."""

import json
import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

from celery import Celery
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from arena.games.registry import rules_from_json
from arena.models import BotVersion, Match, Validation
from arena.runner.match_orders import PLAY, MatchAlive, MatchOrder, MatchResult, ProgramRun
from arena.runner.sandbox.names import BWRAP
from arena.runner.signing import key_to_check, opened
from arena.services.match_making import match_create
from arena.services.match_orders import DISPATCH, matches_dispatch
from arena.wire.match_spec import MatchSpec, TimeControl
from tests.arena.wire.played import Trouble, play
from tests.factories import PROFILE, BotVersionFactory, MatchRunnerFactory

WORKER = "matches@here"


class MatchWorkers:
    """What has arrived in the match workers' queue, and answers to it."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.dispatches = 0

    @property
    def orders(self) -> list[MatchOrder]:
        """Opened as a worker does, with the key that can only check."""
        check_key = key_to_check(settings.TASK_SIGNING_KEY)
        envelopes = (json.loads(json.dumps(sent["args"][0])) for sent in self.sent)
        return [MatchOrder.from_json(opened(PLAY, one, check_key)) for one in envelopes]

    def order_of(self, match: Match) -> MatchOrder:
        """The last order for this match."""
        return [order for order in self.orders if order.match == match.public_id][-1]


@contextmanager
def match_workers(*, commits: bool) -> Iterator[MatchWorkers]:
    """In place of the queue. A test that never commits is sent its orders at once."""
    found = MatchWorkers()

    def send_task(name: str, **options: Any) -> None:  # noqa: ANN401
        if name == PLAY:
            found.sent.append(options)
        else:
            assert name == DISPATCH
            found.dispatches += 1

    def at_once(call: Callable[[], object], **_: object) -> None:
        call()

    with ExitStack() as stack:
        stack.enter_context(patch.object(Celery, "send_task", side_effect=send_task))
        if not commits:
            stack.enter_context(patch.object(transaction, "on_commit", side_effect=at_once))
        yield found


def created(**changes: Any) -> Match:  # noqa: ANN401
    """A match in the queue, by default between two new bots."""
    profile = changes.get("profile", PROFILE)
    given: dict[str, Any] = {
        "kind": Match.Kind.CHALLENGE,
        "profile": profile,
        "versions": [playing_version(profile) for _ in range(2)],
        "boards": 2,
        **changes,
    }
    return match_create(**given)


def sent(**changes: Any) -> Match:  # noqa: ANN401
    """A match that has been sent to somebody who has room for it."""
    match = created(**changes)
    MatchRunnerFactory.create(slots=1)
    assert matches_dispatch() == 1
    match.refresh_from_db()
    return match


def spec_of(order: MatchOrder, **changes: Any) -> MatchSpec:  # noqa: ANN401
    """What the game server would be asked for."""
    given: dict[str, Any] = {
        "match_id": order.match,
        "attempt": order.attempt,
        "rules": rules_from_json(order.rules),
        "participants": tuple(program.name for program in order.programs),
        "boards": order.boards,
        "games_per_board": order.games_per_board,
        "seed": bytes.fromhex(order.seed),
        "time_control": TimeControl(**order.clocks),
        **changes,
    }
    return MatchSpec(**given)


def replay_of(order: MatchOrder, trouble: Trouble | None = None, **changes: Any) -> bytes:  # noqa: ANN401
    """The match, played offline by the rules."""
    return play(spec_of(order, **changes), random.Random(7), trouble).data


def alive_of(order: MatchOrder, number: int = 1, boards_over: int = 0) -> MatchAlive:
    return MatchAlive(
        match=order.match,
        attempt=order.attempt,
        token=order.token,
        worker=WORKER,
        number=number,
        boards_over=boards_over,
        boards=order.boards * 2,
    )


def result_of(order: MatchOrder, **changes: Any) -> MatchResult:  # noqa: ANN401
    """As a worker tells how it ended: by default well."""
    given: dict[str, Any] = {
        "match": order.match,
        "attempt": order.attempt,
        "token": order.token,
        "worker": WORKER,
        "sandbox": BWRAP,
        "runs": tuple(
            run_of(place, rotation) for rotation in range(2) for place in range(len(order.programs))
        ),
        **changes,
    }
    if "replay" not in given and not given.get("broken"):
        given["replay"] = replay_of(order)
    return MatchResult(**given)


def run_of(place: int, rotation: int) -> ProgramRun:
    return ProgramRun(
        participant=place,
        rotation=rotation,
        seat=place,
        cpu_seconds=0.5,
        peak_memory_bytes=1 << 25,
        wall_seconds=1.5,
        exit_reason="exited",
        exit_code=0,
        stdout=f"hello from {place}",
        stderr="",
        dropped_bytes=0,
    )


def playing_version(profile: str = PROFILE, **changes: Any) -> BotVersion:  # noqa: ANN401
    """The active version of a bot."""
    return BotVersionFactory.create(profiles=[profile], active=True, **changes)


def checked_in_a_sandbox(version: BotVersion) -> BotVersion:
    """What it plays may be rated."""
    Validation.objects.create(
        version=version, verdict=Validation.Verdict.VALID, sandbox=BWRAP, ended_at=timezone.now()
    )
    return version


def rateable_version(profile: str = PROFILE, **changes: Any) -> BotVersion:  # noqa: ANN401
    """The active version of a bot that may play on ladders."""
    return checked_in_a_sandbox(playing_version(profile, **changes))
