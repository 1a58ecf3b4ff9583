"""The SDK beside a bare gRPC client, and how fast bots play offline.

Both bots answer the same game server with hardly a thought, each seat a process of its own.  What
is compared is the core-time of the bots' processes alone, bare and SDK in turn.  The SDK's bot gets
the engine's view, the whole log and the actions as values for it.
"""

import resource
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median

import psutil

from arena.games import rules
from arena.sdk.local import BoardPlayed, BotSource, LocalMatch, lineup
from arena.wire.match_spec import MatchSpec, TimeControl
from tests.bench.bench_table import HEADLINE, PACKED, Game, spread
from tests.bench.table_host import Host, Shape, game_server
from tests.bench.table_processes import PROJECT_DIR, Child, Seat, bots, core_seconds

GOAL = 1.5
STREAMS = 8
GAMES = (HEADLINE, Game("burako/duel", 2, 250, many=25, options=(("hand_limit", 1),)))
ROUNDS = 5
STARTS = 5
OFFLINE = (
    # bot, profile, deals
    ("random", "durak/volga", 400),
    ("greedy", "durak/volga", 400),
    ("heuristic", "durak/volga", 300),
    ("search", "durak/volga", 4),
    ("random", "burako/duel", 8),
    ("greedy", "burako/duel", 8),
    ("heuristic", "burako/duel", 8),
)


def overhead(host: Host, bare: Sequence[Child], sdk: Sequence[Child], game: Game) -> None:
    """The bots' core-time for a decision, bare and with the SDK in turn; one round warms up."""
    for at_once in (1, PACKED):
        shape = game.shape(at_once)
        times: dict[str, list[float]] = {"bare": [], "sdk": []}
        for _ in range(ROUNDS + 1):
            for name, players in (("bare", bare), ("sdk", sdk)):
                measured = host.play(players, shape)
                bots_seconds = measured.core_seconds - measured.server_seconds
                times[name].append(1e6 * bots_seconds / measured.decisions)
        ratios = [ours / base for base, ours in zip(times["bare"], times["sdk"], strict=True)][1:]
        print(
            f"{game.profile}, {at_once:>2} games at once: bare {spread(times['bare'][1:], '.0f')}, "
            f"SDK {spread(times['sdk'][1:], '.0f')} core-us a decision; "
            f"{spread(ratios, '.2f')} of it (goal: at most {GOAL})"
        )


def start(host: Host) -> None:
    """From nothing to the first answer: time, core-time and memory of a fresh process."""
    shape = Shape(profile="durak/volga", players=2, matches=1, boards=1)
    found: dict[str, list[tuple[float, float, float]]] = {"bare": [], "sdk": []}
    for _ in range(STARTS):
        for name in found:
            found[name] += _first_answers(name, host.open(shape)[1])
    for name, seen in found.items():
        waited, used, held = (median(column) for column in zip(*seen, strict=True))
        print(
            f"{name:>4}: first answer after {waited:.2f} s, {used:.2f} core-seconds, "
            f"{held:.1f} MiB held then"
        )


def _first_answers(name: str, seats: Sequence[Seat]) -> list[tuple[float, float, float]]:
    """Both seats at once, as nobody is asked before all are there."""
    with ExitStack() as stack:
        began = time.perf_counter()
        processes = []
        for seat in seats:
            command = [sys.executable, "-m", "tests.bench.sdk_start", name]
            command += [seat.address, seat.token, seat.profile]
            process = subprocess.Popen(command, cwd=PROJECT_DIR, stdout=subprocess.PIPE, text=True)
            processes.append(stack.enter_context(process))
            stack.callback(process.kill)
        found = []
        for process in processes:
            assert process.stdout is not None
            process.stdout.readline()
            waited, used = time.perf_counter() - began, core_seconds(process.pid)
            held = psutil.Process(process.pid).memory_info().rss / 2**20
            found.append((waited, used, held))
    return found


def offline() -> None:
    """Games a second on all cores, a bot against itself."""
    for name, profile, deals in OFFLINE:
        rule_set = rules(profile, players=2)
        spec = MatchSpec(
            match_id="bench",
            rules=rule_set,
            participants=("one", "other"),
            boards=deals,
            seed=secrets.token_bytes(32),
            time_control=TimeControl(bank=60.0, increment=60.0, bank_limit=120.0),
        )
        began, before = time.perf_counter(), _children_seconds()
        played: list[BoardPlayed] = []
        with LocalMatch(spec, [BotSource(name) for _ in lineup(rule_set)]) as match:
            played += [event for event in match if isinstance(event, BoardPlayed)]
        seconds, used = time.perf_counter() - began, _children_seconds() - before
        games = sum(len(one.result.games) for one in played)
        decisions = sum(sum(one.decisions) for one in played)
        print(
            f"{name:>9} {profile}: {games / seconds:.1f} games a second "
            f"({games / used:.1f} a core-second), {decisions / seconds:.0f} decisions a second, "
            f"{1e6 * used / decisions:.0f} core-us each"
        )


def _children_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="durako-bench-")))
        host = stack.enter_context(game_server(folder))
        start(host)
        bare = stack.enter_context(bots(STREAMS))
        sdk = stack.enter_context(bots(STREAMS, "tests.bench.sdk_bot"))
        for game in GAMES:
            overhead(host, bare, sdk, game)
    offline()


if __name__ == "__main__":
    main()
