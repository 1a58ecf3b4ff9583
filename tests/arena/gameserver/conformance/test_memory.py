"""Remembering every card gains nothing in a rotated set, because every ticket is a new program's.

Sets are played over the wire at a real table.  The control shows that the measurement would see a
gain: the same memory, wrongly kept over the rotations, wins clearly on the same deals.

Both bounds are three standard errors.  Where nothing is gained, 3 seeds in 1,000 would say the
opposite; a gain like the control's, which is about 5 standard errors, would be overlooked by 2 in
100.  The seed is fixed, and every board is played alike however messages are grouped, so that a run
of the tests is not such a draw.
"""

from hashlib import sha256

import pytest

from arena.games import rules
from arena.games.durak.ruleset import DurakRules
from tests.arena.gameserver.conformance.kit import over_the_wire
from tests.arena.gameserver.conformance.memory import FreshPrograms, KeptPrograms, played_set
from tests.arena.gameserver.raw_host import RawHost

BOARDS = 250
LIMIT = 3.0
"""Standard errors."""
SEED = sha256(b"a rotated set").digest()


@pytest.fixture
def nobody_draws() -> DurakRules:
    """Six cards against six and a trump: knowing the other hand is knowing everything."""
    rule_set: DurakRules = rules("durak/concise", players=2, quicky="no_redraw")
    return rule_set


@over_the_wire()
async def test_a_bot_that_remembers_every_card_of_its_rotation_gains_nothing(
    host: RawHost, nobody_draws: DurakRules
) -> None:
    programs = FreshPrograms()
    gain = await played_set(host, nobody_draws, SEED, BOARDS, programs)
    assert len(programs.remembering) == 2
    assert all(len(memory.deals) > BOARDS * 0.9 for memory in programs.remembering)
    assert abs(gain.mean) < LIMIT * gain.error
    assert gain.recognised < BOARDS // 10, "a board of this rotation was taken for another one"


@over_the_wire()
async def test_the_same_memory_kept_over_the_rotations_would_gain_clearly(
    host: RawHost, nobody_draws: DurakRules
) -> None:
    gain = await played_set(host, nobody_draws, SEED, BOARDS, KeptPrograms())
    assert gain.recognised > BOARDS // 2
    assert gain.mean > LIMIT * gain.error
