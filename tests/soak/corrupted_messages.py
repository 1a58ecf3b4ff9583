"""Ten thousand corrupted client messages at one game server, while others play there."""

import asyncio

from tests.arena.gameserver.conformance.corruption import attack
from tests.arena.gameserver.conformance.kit import serving

MESSAGES = {"short": 500, "long": 10_000}
SERVERS_FAULT = frozenset(("UNKNOWN", "INTERNAL"))


def soak(*, short: bool) -> None:
    """Fails if a log is not sound, a result is wrong, or a stream ends by an error of ours."""
    asyncio.run(_soak(MESSAGES["short" if short else "long"]))


async def _soak(messages: int) -> None:
    async with serving(hello_seconds=1.0) as host:
        tally = await attack(host, messages, seed=11)
    codes = tally.codes or {}
    assert not SERVERS_FAULT & codes.keys(), codes
    print(
        f"   {tally.messages} corrupted messages over {tally.streams} streams at {tally.tables}"
        f" tables; {tally.honest} honest matches meanwhile; ends: {codes}"
    )
