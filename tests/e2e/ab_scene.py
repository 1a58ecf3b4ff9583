"""A/B tests at every point of their lives, for the pages that show them."""

import random
from dataclasses import dataclass

from arena.match_states import MatchState
from arena.models import AbTest, BotVersion
from arena.services.ab_tests import ab_test_stop
from tests.arena.ab_kit import begun, drawn, open_matches, take
from tests.arena.match_kit import match_workers
from tests.arena.shown_matches import DUEL, FOUR, bot_playing, match_step_to
from tests.factories import BotVersionFactory, MatchRunnerFactory
from tournaments.models import User

LONG_NAME = "Ñandú Östlund the Relentless Card Eater"


@dataclass(frozen=True)
class AbScene:
    """Ana's tests; each name says what came of it."""

    versions: tuple[BotVersion, BotVersion]
    fresh: AbTest
    running: AbTest
    passed: AbTest
    failed: AbTest
    undecided: AbTest
    stopped: AbTest
    of_four: AbTest


def ab_scene(ana: User) -> AbScene:
    """Everything there is to see, with long and short names."""
    with match_workers(commits=True):  # nobody else plays them
        return _scene(ana)


def _scene(ana: User) -> AbScene:
    rng = random.Random(5)
    old = bot_playing(ana, "Mustard", (DUEL, FOUR))
    new = BotVersionFactory.create(bot=old.bot, profiles=[DUEL, FOUR])
    versions = (new, old)
    carambola = bot_playing(ana, LONG_NAME, (DUEL, FOUR))
    MatchRunnerFactory.create(slots=2)
    stopped = begun(versions, elo=10)
    play(stopped, rng, 0.5, sets=2)
    ab_test_stop(test=stopped, by=ana)
    passed = begun(versions, elo=50, boards=10)
    late = match_step_to(open_matches(passed)[-1], MatchState.PLAYING)
    play(passed, rng, 0.6)
    take(late, drawn(rng, 0.5, 10))
    failed = begun((carambola, old), elo=50, question="keep")
    play(failed, rng, 0.42)
    undecided = begun(versions, elo=10, sets_most=25, boards=5)
    play(undecided, rng, 0.5)
    of_four = begun(versions, profile=FOUR, players=4, elo=100)
    play(of_four, rng, 0.58)
    fresh = begun((carambola, old), boards=25)
    running = begun(versions, boards=10, sets_most=200)
    play(running, rng, 0.52, sets=12)
    match_step_to(open_matches(running)[0], MatchState.PLAYING, boards_over=7)
    tests = (fresh, running, passed, failed, undecided, stopped, of_four)
    for test in tests:
        test.refresh_from_db()
    return AbScene(versions, *tests)


def play(
    test: AbTest, rng: random.Random, share: float, sets: int = 10**6, boards: int = 0
) -> None:
    """So many deal sets, or until the answer is known."""
    for _ in range(sets):
        waiting = [one for one in open_matches(test) if one.state == MatchState.QUEUED]
        take(waiting[0], drawn(rng, share, test.boards))
        test.refresh_from_db()
        if not test.is_running:
            return
