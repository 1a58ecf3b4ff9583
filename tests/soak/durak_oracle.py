"""Durak beside its slow oracle for a long time: profiles, drawn rule sets and series in turn."""

import random
import time
from collections.abc import Callable
from typing import Final

from arena.games import rules
from arena.games.durak.ruleset import DurakRules
from tests.arena.games.durak.lockstep import Tally, play_random_game
from tests.arena.games.durak.lockstep_series import play_series
from tests.arena.games.durak.strategies import profile_tables, random_rule_set

SHORT: Final = 150
LONG: Final = 20_000
SERIES_LENGTH: Final = 4


def soak(*, short: bool) -> None:
    """The entry of `make soak`."""
    oracle_soak(SHORT if short else LONG)


def oracle_soak(games: int, *, first: int = 0, say: Callable[[str], None] = print) -> Tally:
    """So many games, every decision compared; the first difference is raised with its seed.

    A third of the turns goes to the profiles, a third to drawn rule sets, a third to series.
    """
    tally, tables, started = Tally(patience=2_000), profile_tables(), time.monotonic()
    turn = first
    while tally.games + tally.left < games:
        seed = f"soak {turn}"
        if turn % 3 == 0:
            name, players = tables[turn // 3 % len(tables)]
            play_random_game(rules(name, players=players), seed, tally)
        elif turn % 3 == 1:
            play_random_game(_drawn(seed), seed, tally)
        else:
            table = tables[turn // 3 * 7 % len(tables)]
            named = turn % 2 == 0
            game_rules = rules(table[0], players=table[1]) if named else _drawn(seed)
            play_series(game_rules, seed, SERIES_LENGTH, tally)
        turn += 1
        if (turn - first) % 500 == 0:
            say(f"   {_numbers(tally)}, {time.monotonic() - started:.0f} s")
    say(f"   {_numbers(tally)}, no difference")
    return tally


def _drawn(seed: str) -> DurakRules:
    rule_set = random_rule_set(random.Random(seed))
    return DurakRules("drawn", rule_set.options, rule_set.players)


def _numbers(tally: Tally) -> str:
    return (
        f"{tally.games} games to their end, {tally.left} left, {tally.decisions} decisions, "
        f"{tally.actions} legal actions compared"
    )
