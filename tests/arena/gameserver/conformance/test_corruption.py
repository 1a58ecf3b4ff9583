"""Whatever a client sends, the server plays on, holds nothing of it, and every result is right."""

import asyncio

from tests.arena.gameserver.conformance.corruption import SERVERS_FAULT, besiege

MESSAGES = 10_000
"""That arrived; `make soak` sends five times as many."""
SPARE_KIB = 32 * 1024
"""What caches may take until they are full: 14 MiB were seen, and no more after twice as many."""


def test_ten_thousand_corrupted_messages_harm_nobody_but_their_sender() -> None:
    """Who plays beside the attack, or against an attacker, is looked after in `Siege`."""
    tally = asyncio.run(besiege(MESSAGES, seed=7))
    assert tally.arrived >= MESSAGES
    assert tally.judged > MESSAGES / 2, "most of it must get as far as the rules"
    assert tally.healthy > 0
    assert tally.errors == []
    assert not SERVERS_FAULT & tally.codes.keys(), tally.codes
    assert {"OK", "INVALID_ARGUMENT", "RESOURCE_EXHAUSTED"} <= tally.codes.keys()
    before, after = tally.before, tally.after
    assert before is not None
    assert after is not None
    assert (after.streams, after.tables, after.tickets) == (0, 0, 0)
    assert after.tasks <= before.tasks
    assert not after.of_tables - before.of_tables
    assert after.objects < before.objects + MESSAGES / 2, "one for every message would be a leak"
    assert after.kib < before.kib + SPARE_KIB
