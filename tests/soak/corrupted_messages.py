"""Fifty thousand corrupted client messages at one game server, while others play there."""

import asyncio

from tests.arena.gameserver.conformance.corruption import SERVERS_FAULT, besiege

MESSAGES = {"short": 500, "long": 50_000}


def soak(*, short: bool) -> None:
    """Fails if a log is not sound, a result is wrong, or anything ends by an error of ours."""
    tally = asyncio.run(besiege(MESSAGES["short" if short else "long"], seed=11))
    assert not tally.errors, tally.errors
    assert not SERVERS_FAULT & tally.codes.keys(), tally.codes
    print(
        f"   {tally.arrived} corrupted messages arrived at {tally.tables} tables, {tally.judged}"
        f" of them judged by the rules; {tally.healthy} healthy matches meanwhile;"
        f" ends: {dict(tally.codes)}; before: {tally.before}; after: {tally.after}"
    )
