"""A/B tests for tests: begun as authors do, their matches played by made-up workers."""

import random
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from arena.match_states import OVER, UNDER_WAY
from arena.match_verdict import MatchVerdict, PlaceVerdict
from arena.models import AbTest, BotVersion, Match
from arena.runner.match_orders import MatchResult
from arena.selectors.ab_tests import ab_test_faults
from arena.services.ab_tests import ab_test_create
from arena.services.match_orders import match_send
from arena.services.match_steps import arena_state_lock, match_lock
from arena.services.settling import match_settle
from arena.wire.verify import ParticipantUsage
from tests.arena.match_kit import MatchWorkers, playing_version, result_of
from tests.arena.shown_matches import DUEL
from tests.factories import BotVersionFactory, UserFactory
from tournaments.models import User

USUAL: dict[str, Any] = {
    "profile": DUEL,
    "players": 2,
    "boards": 10,
    "question": "gain",
    "elo": 20,
    "error_rate": 0.05,
    "sets_most": 50,
}


def two_versions(owner: User | None = None, profile: str = DUEL) -> tuple[BotVersion, BotVersion]:
    """The second version of a bot and the first, which plays."""
    old = playing_version(profile, bot__owner=owner or UserFactory.create())
    return BotVersionFactory.create(bot=old.bot, profiles=[profile]), old


def begun(
    versions: tuple[BotVersion, BotVersion] | None = None,
    **changes: Any,  # noqa: ANN401
) -> AbTest:
    """A test that goes on."""
    new, old = versions or two_versions(profile=changes.get("profile", DUEL))
    owner = new.bot.owner
    assert owner is not None
    return ab_test_create(**{**USUAL, "by": owner, "new": new, "old": old, **changes})


def open_matches(test: AbTest) -> list[Match]:
    return list(test.matches.exclude(state__in=OVER).order_by("pk"))


def take(match: Match, won: Sequence[int]) -> bool:
    """Settle a match whose verdict is known: `won` says board by board how many of its rotations
    the new version won (with two players: 0, 1 or 2). Returns whether it could be settled."""
    with transaction.atomic():
        arena_state_lock()
        match = match_lock(match_id=match.pk)
        if match.state in OVER:
            return False
        if match.state not in UNDER_WAY:
            match_send(match=match, now=timezone.now())
        match.replay_digest = "0" * 64
        match.sandbox = "bwrap"
        participants = list(match.participants.select_related("version__bot").order_by("place"))
        match_settle(match=match, participants=participants, verdict=_verdict(match, won), runs=())
    return True


def _verdict(match: Match, won: Sequence[int]) -> MatchVerdict:
    """The new version has the even sides."""
    sides = [one.side for one in match.participants.order_by("place")]
    boards: list[dict[str, Any]] = []
    for board, count in enumerate(won):
        for rotation in range(match.rotations):
            is_won = rotation < count
            points = [2 if (side % 2 == 0) == is_won else 0 for side in sides]
            boards.append(
                {
                    "rotation": rotation,
                    "board": board,
                    "games": 1,
                    "points": points,
                    "losers": [place for place, own in enumerate(points) if own == 0],
                    "forfeit": None,
                }
            )
    usage = ParticipantUsage(decisions=1, strikes=0, think_ms=1, longest_ms=1)
    places = tuple(
        PlaceVerdict(
            points=sum(board["points"][place] for board in boards),
            boards_forfeited=0,
            usage=usage,
        )
        for place in range(len(sides))
    )
    return MatchVerdict(places=places, boards=tuple(boards), games=len(boards), decisions=2)


def drawn(rng: random.Random, share: float, boards: int) -> list[int]:
    """Boards of two rotations that are each won with this chance."""
    return [sum(rng.random() < share for _ in range(2)) for _ in range(boards)]


def result_for(workers: MatchWorkers, match: Match) -> MatchResult:
    """As a worker that has played it says."""
    return result_of(workers.order_of(match))


def assert_sound(test: AbTest) -> AbTest:
    """Folded anew from its matches it is the same, to the last bit."""
    test.refresh_from_db()
    assert not list(ab_test_faults(test=test))
    return test
