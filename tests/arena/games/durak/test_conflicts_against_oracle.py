"""The validator and a second reading of RULES 1B must refuse the same combinations."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games.durak.conflicts import check
from arena.games.durak.options import WORD_CHOICES, YES_NO, DurakOptions
from tests.arena.games.durak.oracle.validity import is_valid
from tests.arena.games.durak.strategies import RuleSet, rule_sets

ANY_VALUE: dict[str, st.SearchStrategy[Any]] = {
    **{name: st.sampled_from(choices) for name, choices in WORD_CHOICES.items()},
    **dict.fromkeys(YES_NO, st.booleans()),
    "deck": st.sampled_from((24, 36, 48, 52)),
    "packs": st.integers(1, 4),
    "hand_size": st.integers(1, 12),
    "secret": st.sampled_from((0, 2)),
    "suit_order": st.permutations("DCHS").map(tuple),
}


@settings(max_examples=100, deadline=None)
@given(rule_set=rule_sets())
def test_drawn_rule_sets_are_valid(rule_set: RuleSet) -> None:
    assert is_valid(rule_set.options, rule_set.players)
    assert check(rule_set.options, rule_set.players) == ()


@pytest.mark.long
@settings(max_examples=150, deadline=None)
@given(
    rule_set=rule_sets(),
    slips=st.lists(st.sampled_from(sorted(ANY_VALUE)), min_size=1, max_size=3, unique=True),
    players=st.none() | st.integers(2, 10),
    data=st.data(),
)
def test_slips_are_refused_exactly_when_the_rules_say_so(
    rule_set: RuleSet, slips: list[str], players: int | None, data: st.DataObject
) -> None:
    changes = dict(rule_set.changes)
    for name in slips:
        changes[name] = data.draw(ANY_VALUE[name], label=name)
    options, seats = DurakOptions(**changes), players or rule_set.players
    assert (check(options, seats) == ()) is is_valid(options, seats)
