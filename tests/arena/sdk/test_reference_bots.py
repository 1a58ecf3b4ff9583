"""The reference bots play every rule set by the rules, and the same again from the same seed."""

import time
from collections import Counter
from random import Random

import pytest

from arena.games import profiles, rules
from arena.sdk import Bot, Clock
from arena.sdk.bot import plays, seated
from arena.sdk.bots import REFERENCE
from arena.sdk.bots.greedy import GreedyBot
from arena.sdk.bots.heuristic import HeuristicBot
from arena.sdk.bots.heuristic_burako import HeuristicBurako
from arena.sdk.bots.random_bot import RandomBot
from arena.sdk.bots.search import SearchBot
from tests.arena.sdk.offline import play

EVERY = [(bot, profile) for bot in REFERENCE for profile in profiles() if bot != "search"]
DURAK = [profile for profile in profiles() if profile.startswith("durak/")]


class QuickSearch(SearchBot):
    """Thinks little: what it plays is another test's business."""

    samples = 2
    positions = 20


def table(profile: str, bot: type[Bot], seed: int) -> tuple[int, ...]:
    game = rules(profile).deal(seed)
    return play(game, [bot] * game.rules.players, str(seed)).scores


@pytest.mark.parametrize(("bot", "profile"), EVERY)
def test_every_bot_plays_every_rule_set(bot: str, profile: str) -> None:
    assert plays(REFERENCE[bot], profile)
    table(profile, REFERENCE[bot], 1)


@pytest.mark.parametrize("profile", DURAK)
def test_the_search_plays_every_durak(profile: str) -> None:
    game = rules(profile).deal(2)
    play(game, [QuickSearch, *[GreedyBot] * (game.rules.players - 1)])


def test_the_search_does_not_play_burako() -> None:
    assert not plays(SearchBot, "burako/duel")


@pytest.mark.parametrize("bot", [RandomBot, GreedyBot, HeuristicBot, QuickSearch])
def test_the_same_seed_gives_the_same_game(bot: type[Bot]) -> None:
    logs = []
    for _ in range(2):
        game = rules("durak/volga", players=2).deal(6)
        play(game, [bot] * 2, "again")
        logs.append(game.log_to_json())
    assert logs[0] == logs[1]


def test_the_search_minds_its_clock() -> None:
    """It could go on for hours, and has no time left."""

    class Thinker(SearchBot):
        samples = 10**9

    game = rules("durak/concise", players=3).deal(1)
    bot = seated(Thinker, rules=game.rules, seat=game.seat, random=Random(1))
    bot.start()
    late = Clock(1.0, started=time.monotonic() - 1.0)
    assert bot.choose(game.view(game.seat), game.legal(), late) in game.legal()


def test_partners_ask_each_other_before_they_close() -> None:
    kinds: Counter[str] = Counter()
    closed = 0
    for seed in range(8):
        game = rules("burako/pairs").deal(seed)
        outcome = play(game, [HeuristicBurako] * 4)
        closed += outcome.reason == "closed"
        kinds.update(action.kind for _, action in game.log)
    assert closed > 0
    assert 0 < kinds["consult"] == kinds["answer"]


def test_the_search_falls_back_on_the_heuristic_where_it_cannot_imagine() -> None:
    """With cheating a view does not tell what may still be called out."""
    scores = table("durak/german-cheat", QuickSearch, 5)
    assert scores == table("durak/german-cheat", HeuristicBot, 5)
