"""Where the server's time for a decision goes: the whole way of a message, but for gRPC.

One table in this process, its seats answered at once by functions; `cProfile` tells the shares.
What gRPC takes is the echo's server; see `bench_table`.
"""

import asyncio
import cProfile
import pstats
from collections.abc import Iterable, Mapping

from arena.games import rules
from arena.protocol.v1.play_pb2 import PlayResponse
from tests.bench.table_messages import play_here

BOARDS = 16
PARTS = {
    "encoding": ["messages.py:letter_to_wire", ":SerializeToString"],
    "reading": ["messages.py:read_request", "messages.py:read_answers"],
    "rules": ["game.py:apply", "turn.py:apply"],
    "log": ["replay_writer.py:move"],
}
CORE = "rotation.py:_take"
"""Has rules and log inside; the rest of it is clocks, questions and messages put together."""


def show(profile: str, players: int, options: Mapping[str, int]) -> None:
    """A line for one game to a message, and one for many."""
    rule_set = rules(profile, players=players, **options)
    for at_once in (1, 16):
        profiler = cProfile.Profile()
        profiler.enable()
        sent = asyncio.run(play_here(rule_set, boards=BOARDS, at_once=at_once))
        profiler.disable()
        decisions = sum(
            len(PlayResponse.FromString(message).decisions) for seat in sent for message in seat
        )
        stats = pstats.Stats(profiler)
        spent = {name: _seconds(stats, functions) for name, functions in PARTS.items()}
        core = _seconds(stats, [CORE]) - spent["rules"] - spent["log"]
        shares = {**spent, "clocks and questions": core}
        whole = sum(shares.values())
        line = ", ".join(f"{name} {seconds / whole:.0%}" for name, seconds in shares.items())
        print(f"{profile}, {players} seats, {at_once} at once, {decisions} decisions: {line}")


def _seconds(stats: pstats.Stats, functions: Iterable[str]) -> float:
    """What these took, with everything they called."""
    found = 0.0
    for (file, _, name), timing in stats.stats.items():  # type: ignore[attr-defined]
        place = file.rpartition("/")[2]
        if f"{place}:{name}" in functions or any(
            one.startswith(":") and f"'{one[1:]}'" in name for one in functions
        ):
            found += timing[3]
    return found
