"""Remembering every card gains nothing in a rotated set, because every rotation is a new process.

The control shows that the measurement would see it: the same memory, wrongly kept over the
rotations, wins clearly.
"""

from hashlib import sha256

import pytest

from arena.games import rules
from arena.games.durak.ruleset import DurakRules
from tests.arena.gameserver.conformance.memory import played_set

BOARDS = 700
LIMIT = 3.0
"""Standard errors; the seeds are fixed, so nothing here is left to chance."""


@pytest.fixture
def nobody_draws() -> DurakRules:
    """Six cards against six and a trump: knowing the other hand is knowing everything."""
    rule_set: DurakRules = rules("durak/concise", players=2, quicky="no_redraw")
    return rule_set


def test_a_bot_that_remembers_every_card_of_its_rotation_gains_nothing(
    nobody_draws: DurakRules,
) -> None:
    gain = played_set(nobody_draws, sha256(b"fresh").digest(), BOARDS, keeps_memory=False)
    assert abs(gain.mean) < LIMIT * gain.error
    assert gain.recognised < BOARDS // 10, "a board of this rotation was taken for another one"


def test_the_same_memory_kept_over_the_rotations_would_gain_clearly(
    nobody_draws: DurakRules,
) -> None:
    gain = played_set(nobody_draws, sha256(b"kept").digest(), BOARDS, keeps_memory=True)
    assert gain.recognised > BOARDS // 2
    assert gain.mean > LIMIT * gain.error
