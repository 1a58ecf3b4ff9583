"""Any valid combination of the 41 options, and series of games, beside the oracle."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena.games import rules
from arena.games.durak.ruleset import DurakRules
from tests.arena.games.durak.lockstep import Tally, play_random_game
from tests.arena.games.durak.lockstep_series import play_series
from tests.arena.games.durak.strategies import RuleSet, random_rule_set, rule_sets

SERIES_TABLES = [
    ("durak/volga", 3),
    ("durak/duel24", 2),
    ("durak/concise", 4),
    ("durak/german", 3),
    ("durak/german-team", 4),
    ("durak/german-no-trump", 3),
    ("durak/german-quicky-series", 2),
    ("durak/german-quicky-series", 3),
    ("durak/german-secret", 2),
]


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(rule_set=rule_sets(), seed=st.integers(0, 10_000))
def test_engine_and_oracle_agree_on_any_valid_rule_set(rule_set: RuleSet, seed: int) -> None:
    play_random_game(DurakRules("drawn", rule_set.options, rule_set.players), str(seed), Tally())


@pytest.mark.parametrize(("profile", "players"), SERIES_TABLES)
def test_o10_who_deals_and_opens_the_next_game(profile: str, players: int) -> None:
    tally = Tally()
    play_series(rules(profile, players=players), "one", 4, tally)
    assert tally.games > 1


@pytest.mark.parametrize("number", range(12))
def test_o10_and_o37_on_any_valid_rule_set(number: int) -> None:
    rule_set = random_rule_set(random.Random(f"series {number}"))
    play_series(DurakRules("drawn", rule_set.options, rule_set.players), "one", 3, Tally())
