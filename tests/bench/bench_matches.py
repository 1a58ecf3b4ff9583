"""Matches: how many a second beside what the machine could do at most, and what start-up takes.

Played are deal sets of 100 games of Durak between two copies of an author's first bot, by the real
game server, the real sandbox and the real match worker, which takes signed orders from the embedded
queue and puts its results there; PostgreSQL is as durable as in production.  There are as many at
once as the launcher lets this machine play; if that is not one for every core, a second measurement
has so many, to tell idleness from overhead.  As the server does, the benchmark sends the next order
when a result has come.

The ceiling is what the machine could play if all of its cores did nothing but what no match can do
without, measured beside every round with as many processes at work:

- process start: core-time of a sandboxed bot, from nothing to its first message, times the four
  processes of a match (two seats, two rotations);
- wire: core-time of client and server for a decision in a bare gRPC echo of the messages that a
  table with 50 boards sends, times the match's decisions;
- games: core-time for a decision of the same deal sets played in one process: legal actions, view,
  the bot's choice, the action; times the match's decisions.

Ceiling = cores / (start + wire + games).  Everything else is overhead of ours: the queue, Celery,
unpacking, the table's clocks, log and events, the SDK, programs that end, and every moment in which
a core has nothing to do.  Settling is measured apart (`bench_settling`): it is what the service
does beside.  "In core-time" compares the same parts with the core-time that all processes
really took for a match: it says what is overhead and what is idleness, and hardly minds others who
use the machine.

Start-up is the time in which no game can be played: from the order, and then from the end of each
rotation, to the first decision of the next, over the time from the order to the result; one match
alone.
"""

import argparse
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import Final

import psutil

from arena.games import rules
from arena.games.interface import AnyRules
from arena.runner.match_orders import MatchResult
from arena.wire.verify import verify
from tests.bench.bench_table import spread
from tests.bench.match_machine import Desk, children_seconds, machine
from tests.bench.match_parts import Parts, PartsBench, parts_bench
from tests.bench.match_watch import Watcher

PROFILE: Final = "durak/volga"
BOARDS: Final = 50
ROTATIONS: Final = 2
SEATS: Final = 2
PROCESSES: Final = ROTATIONS * SEATS
ROUNDS: Final = 5
MATCHES_A_SLOT: Final = 4
GOAL: Final = 0.6


@dataclass(frozen=True, slots=True)
class Round:
    """Some matches, and the parts beside them."""

    matches: int
    seconds: float
    core_seconds: float
    programs: float
    """Core-seconds of the bots' processes, which are in the above."""
    others: float
    """Cores that were busy with something else meanwhile."""
    decisions: float
    """Of a match."""
    parts: Parts

    @property
    def rate(self) -> float:
        return self.matches / self.seconds

    @property
    def needed(self) -> float:
        """Core-seconds that no match can do without."""
        return self.parts.match(PROCESSES, self.decisions)

    @property
    def ceiling(self) -> float:
        return cores() / self.needed

    @property
    def ratio(self) -> float:
        return self.rate / self.ceiling

    @property
    def core_ratio(self) -> float:
        return self.needed / (self.core_seconds / self.matches)


@dataclass(frozen=True, slots=True)
class StartUp:
    """Of one match."""

    seconds: float
    whole: float

    @property
    def share(self) -> float:
        return self.seconds / self.whole


def cores() -> int:
    return os.cpu_count() or 1


def play(desk: Desk, rule_set: AnyRules, matches: int) -> list[MatchResult]:
    """As many at once as there are slots: the next is ordered when one is over."""
    results: list[MatchResult] = []
    for _ in range(min(desk.slots, matches)):
        desk.order(rule_set, BOARDS)
    for number in range(matches):
        results.append(desk.result().result)
        if number + desk.slots < matches:
            desk.order(rule_set, BOARDS)
    return results


def measured(desk: Desk, rule_set: AnyRules, parts: PartsBench) -> Round:
    """Matches and parts one after the other."""
    matches = MATCHES_A_SLOT * desk.slots
    busy, used, began = _busy_seconds(), children_seconds(), time.perf_counter()
    own = time.process_time()
    results = play(desk, rule_set, matches)
    seconds = time.perf_counter() - began
    used = children_seconds() - used
    others = _busy_seconds() - busy - used - (time.process_time() - own)
    decisions = [verified(result) for result in results]
    return Round(
        matches=matches,
        seconds=seconds,
        core_seconds=used,
        programs=sum(run.cpu_seconds for result in results for run in result.runs),
        others=max(0.0, others) / seconds,
        decisions=mean(decisions),
        parts=parts.measure(),
    )


def verified(result: MatchResult) -> int:
    """How many decisions were made, in a match that was what it should be."""
    found = verify(result.replay)
    faults = [board for board in found.boards if board.forfeit is not None]
    if found.aborted or faults or len(result.runs) != PROCESSES:
        raise RuntimeError(f"The match was not played well: {found.aborted or faults}")
    return found.decisions


def start_up(desk: Desk, rule_set: AnyRules, watcher: Watcher) -> StartUp:
    """Of a match alone on the machine."""
    match, ordered = desk.order(rule_set, BOARDS)
    watched = watcher.look(match)
    told = desk.result()
    return StartUp(watched.start_up(ordered), told.at - ordered)


def report(rounds: list[Round], slots: int) -> None:
    starts, wires, games = (
        [1e6 * getattr(one.parts, name) for one in rounds] for name in ("start", "wire", "games")
    )
    print(
        f"parts: {spread([start / 1e3 for start in starts], '.0f')} core-ms for a sandboxed "
        f"process to its hello, {spread(wires, '.0f')} core-us a decision for the wire "
        f"({rounds[0].parts.packed:.0f} to a message) and {spread(games, '.0f')} for the game; "
        f"a match has {PROCESSES} processes and {mean(one.decisions for one in rounds):.0f} "
        "decisions"
    )
    print(
        f"a match: {spread([one.core_seconds / one.matches for one in rounds], '.2f')} "
        f"core-seconds, {spread([one.programs / one.matches for one in rounds], '.2f')} of them "
        f"the bots'; it cannot do without {spread([one.needed for one in rounds], '.2f')}"
    )
    print(
        f"{slots} at once on {cores()} cores: {spread([one.rate for one in rounds], '.2f')} "
        f"matches/s, ceiling {spread([one.ceiling for one in rounds], '.2f')}; "
        f"others kept {spread([one.others for one in rounds], '.1f')} cores busy"
    )
    print(
        f"matches/s over the ceiling: {spread([one.ratio for one in rounds], '.2f')} "
        f"(goal: at least {GOAL}); in core-time {spread([one.core_ratio for one in rounds], '.2f')}"
    )


def report_start_up(found: list[StartUp], rounds: list[Round]) -> None:
    in_core_time = [
        PROCESSES * one.parts.start / (one.core_seconds / one.matches) for one in rounds
    ]
    print(
        f"start-up of a {BOARDS * ROTATIONS}-game deal set: "
        f"{spread([one.seconds for one in found], '.2f')} of "
        f"{spread([one.whole for one in found], '.2f')} s, "
        f"a share of {spread([one.share for one in found], '.2f')}; "
        f"in core-time {spread(in_core_time, '.2f')}"
    )


@contextmanager
def workplace() -> Iterator[Path]:
    """A folder with a short name that sandboxes' users may go through."""
    with tempfile.TemporaryDirectory(prefix="durako-bench-") as name:
        folder = Path(name)
        folder.chmod(0o711)
        yield folder


def _busy_seconds() -> float:
    """Of all cores, by everybody, so far."""
    times = psutil.cpu_times()
    return sum(times) - times.idle - times.iowait - times.guest - times.guest_nice


def measure(slots: int | None) -> int:
    """`slots`: as many matches at once instead of the launcher's number; how many it were."""
    rule_set = rules(PROFILE, players=SEATS)
    with ExitStack() as stack:
        folder = stack.enter_context(workplace())
        playing = stack.enter_context(machine(folder, slots))
        parts = stack.enter_context(parts_bench(playing, folder, PROFILE, BOARDS))
        watcher = Watcher(playing.gameserver)
        stack.callback(watcher.close)
        play(playing.desk, rule_set, playing.desk.slots)  # warms up
        parts.measure()
        rounds, starts = [], []
        for _ in range(ROUNDS):
            rounds.append(measured(playing.desk, rule_set, parts))
            starts.append(start_up(playing.desk, rule_set, watcher))
        report(rounds, playing.desk.slots)
        report_start_up(starts, rounds)
        return playing.desk.slots


def main() -> None:
    """As the launcher has it, then with a match for every core, if that is something else."""
    if measure(None) != cores():
        print("-- with a match for every core instead:")
        measure(cores())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Matches a second beside their ceiling.")
    parser.add_argument("--slots", type=int, help="matches at once, if not the launcher's number")
    if (asked := parser.parse_args().slots) is not None:
        measure(asked)
    else:
        main()
