"""The base class: what the SDK sets, what an author may leave out."""

import time
from random import Random

import pytest

from arena.games import rules
from arena.sdk import Bot, BurakoBot, Clock, DurakBot
from arena.sdk.bot import plays, seated


class _Last(Bot):
    profiles = ("durak/volga", "burako")

    def choose(self, view: object, legal: object, clock: Clock) -> int:
        return -1


def test_a_bot_knows_its_game_before_it_starts() -> None:
    bot = seated(
        _Last, rules=rules("durak/volga"), seat=1, random=Random(3), board=4, game_number=9
    )
    assert (bot.rules.name, bot.seat, bot.board, bot.game_number) == ("durak/volga", 1, 4, 9)
    assert bot.random.random() == Random(3).random()
    bot.start()


@pytest.mark.parametrize("base", [Bot, DurakBot, BurakoBot])
def test_a_bot_without_choose_says_what_is_missing(base: type[Bot]) -> None:
    forgetful = type("Forgetful", (base,), {})()
    with pytest.raises(TypeError, match="Forgetful must have a method choose"):
        forgetful.choose(None, (), Clock())


@pytest.mark.parametrize(
    ("bot", "profile", "can"),
    [
        (Bot, "durak/volga", True),
        (_Last, "durak/volga", True),
        (_Last, "durak/volga48", False),
        (_Last, "burako/duel", True),
        (DurakBot, "burako/duel", False),
        (BurakoBot, "burako/duel", True),
    ],
)
def test_profiles_name_games_or_single_rule_sets(bot: type[Bot], profile: str, can: bool) -> None:
    assert plays(bot, profile) is can


def test_the_clock_counts_down_from_when_the_decision_arrived() -> None:
    clock = Clock(5.0, started=time.monotonic() - 2.0)
    assert clock.spent() >= 2.0
    assert clock.left() <= 3.0
    assert Clock(1.0, started=time.monotonic() - 9.0).left() < 0
    assert Clock().left() == float("inf")
