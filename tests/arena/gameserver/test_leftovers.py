"""Whatever the clients of a match did: when its table is closed, nothing of it stays in memory."""

import asyncio
import time
from collections import Counter

from tests.arena.gameserver.leftovers import alive
from tests.arena.gameserver.running import running_server
from tests.arena.gameserver.server_process import Host
from tests.soak.table_matches import Tally, play_all

SEED = 6
MATCHES = 12
CLOSING_SECONDS = 30


async def wait_until_gone(before: Counter[str]) -> Counter[str]:
    """What there is more than before; doors close a moment after the rotation, so that goodbyes
    are read.  Tests that came earlier in this process may have left something behind."""
    deadline = time.monotonic() + CLOSING_SECONDS
    while (  # noqa: ASYNC110 - nobody tells when memory is free
        left := alive() - before
    ) and time.monotonic() < deadline:
        await asyncio.sleep(0.5)
    return left


def test_nothing_of_a_table_stays_in_memory() -> None:
    async def scene() -> tuple[Tally, Counter[str], int]:
        tally, before = Tally(), alive()
        async with running_server() as running:
            host = Host(running.control, running.host_token)
            await play_all(host, SEED, list(range(MATCHES)), tally, footprint=lambda: "")
            return tally, await wait_until_gone(before), running.server.statistics.streams_open

    tally, left, streams = asyncio.run(scene())
    assert tally.matches == MATCHES
    assert tally.resumed > 0
    assert tally.deeds.total() > 10
    assert left == Counter()
    assert streams == 0
