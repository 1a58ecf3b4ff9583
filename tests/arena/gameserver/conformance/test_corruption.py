"""Whatever bytes a client sends, the server plays on and every result is right."""

from tests.arena.gameserver.conformance.corruption import attack
from tests.arena.gameserver.conformance.kit import over_the_wire
from tests.arena.gameserver.raw_host import RawHost

MESSAGES = 2_000
"""`make soak` sends five times as many."""


@over_the_wire(hello_seconds=1.0)
async def test_randomly_corrupted_messages_harm_nobody_but_their_sender(host: RawHost) -> None:
    tally = await attack(host, MESSAGES, seed=7)
    assert tally.messages >= MESSAGES
    assert tally.honest > 0
    assert tally.codes is not None
    assert "UNKNOWN" not in tally.codes, "an error of the server's own"
    assert "INTERNAL" not in tally.codes
    assert {"INVALID_ARGUMENT", "CANCELLED"} <= tally.codes.keys()
