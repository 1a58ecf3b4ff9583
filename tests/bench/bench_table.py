"""The table: what a decision costs beside a bare gRPC echo, how many there are, what tables hold.

The game server, the echo and every bot are processes of their own; core-time is what all of them
together took from the processor, so that a busy machine changes little, and each round measures
echo and table one after the other.  The echo sends over 8 streams what the seats of real games were
sent, byte by byte and one decision to a message, and reads real answers; nothing is computed.  Bots
are alike on both sides: the synchronous gRPC client, which parses everything and answers with some
legal action.  The mean sizes are shown, so that everybody sees that they are the same.

"One by one" keeps all 8 streams at work as the echo does: two games at a time at every table, and
a server that sends each decision at once (`--gather-ms 0`).  "In turn" is one game at a time: while
one seat thinks the other is idle, so only half of the streams are at work.  "16 packed" plays so
many games that about 16 travel together, "16 at once" plays 16, of which some are with the other
seat.  The goals can be read either way, so all four are held against them.

`python -m tests.bench.bench_table parts` shows instead where the server's time goes.
"""

import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from statistics import mean, median

from arena.games import rules
from tests.bench import table_parts
from tests.bench.table_echo import TIMES, Reference, echo
from tests.bench.table_host import Host, Shape, game_server
from tests.bench.table_memory import hold, play_and_look
from tests.bench.table_messages import Sent, recorded
from tests.bench.table_processes import Child, Measured, bots

STREAMS = 8
PACKED = 16
BUSY = 2
"""Games at a time that keep both seats of a table at work."""
MANY = 26
"""Games at a time of which 16 or so travel together: the others are with the other seat."""
SINGLE_DECISIONS, PACKED_DECISIONS = 2_000, 16_000  # about, in a round
HEADLINE_ROUNDS, BESIDE_ROUNDS = 7, 3
MATCHES = (2, 8, 32)
MATCH_BOARDS, MATCH_ROUNDS = 24, 3


@dataclass(frozen=True, slots=True)
class Game:
    """What is played, and about how many decisions a board of it has."""

    profile: str
    players: int
    decisions: int
    options: tuple[tuple[str, int], ...] = ()

    @property
    def name(self) -> str:
        return f"{self.profile.replace('/', '-')}-{self.players}"

    def shape(self, at_once: int) -> Shape:
        """All streams full, for about as many decisions as a round wants."""
        wanted = PACKED_DECISIONS if at_once >= PACKED else SINGLE_DECISIONS
        matches = STREAMS // self.players
        return Shape(
            profile=self.profile,
            players=self.players,
            matches=matches,
            boards=max(at_once, wanted // (matches * self.decisions)),
            at_once=at_once,
            options=self.options,
        )

    def recorded(self) -> list[Sent]:
        """What the echo sends: games that last about as long as its streams."""
        return recorded(
            rules(self.profile, players=self.players, **dict(self.options)),
            streams=STREAMS,
            boards=ceil(TIMES * self.players / self.decisions),
        )


HEADLINE = Game("durak/volga", 2, 97)
BESIDE = (
    Game("durak/concise", 2, 87),
    Game("durak/volga", 4, 150),
    Game("burako/duel", 2, 250, (("hand_limit", 1),)),
    Game("burako/pairs", 4, 200, (("hand_limit", 1),)),
)


@dataclass(frozen=True, slots=True)
class Way:
    """How games are played in a measurement."""

    name: str
    at_once: int
    gathers: bool
    goal: str


WAYS = (
    Way("one by one", BUSY, gathers=False, goal="goal: at most 1.25"),
    Way("in turn", 1, gathers=True, goal="goal, read strictly: at most 1.25"),
    Way(f"{PACKED} at once", PACKED, gathers=True, goal="goal, read strictly: at most 0.25"),
    Way(f"{PACKED} packed", MANY, gathers=True, goal="goal: at most 0.25"),
)


@dataclass(frozen=True, slots=True)
class Servers:
    """The same game server twice: as it is, and one that never holds a decision back."""

    usual: Host
    prompt: Host

    def play(self, players: Sequence[Child], game: Game, way: Way) -> Measured:
        host = self.usual if way.gathers else self.prompt
        return host.play(players, game.shape(way.at_once))


def core_time(
    servers: Servers, reference: Reference, players: Sequence[Child], game: Game, rounds: int
) -> None:
    """Echo and table in turn; the first round only warms up."""
    echoes: list[Measured] = []
    tables: dict[str, list[Measured]] = {way.name: [] for way in WAYS}
    for _ in range(rounds + 1):
        echoes.append(reference.play(players, STREAMS, game.name))
        for way in WAYS:
            tables[way.name].append(servers.play(players, game, way))
    bare = [one.core_us for one in echoes[1:]]
    print(
        f"{game.profile}, {game.players} seats: echo {spread(bare, '.0f')} core-us a decision "
        f"of {mean(one.bytes_each for one in echoes):.0f} bytes, "
        f"{median(one.server_share for one in echoes):.0%} in the server"
    )
    for way in WAYS:
        ours = tables[way.name][1:]
        times = [one.core_us for one in ours]
        ratios = [time / base for time, base in zip(times, bare, strict=True)]
        print(
            f"  {way.name:>10}: {spread(times, '.0f')} core-us, "
            f"{median(one.server_share for one in ours):.0%} in the server, "
            f"{median(one.packed for one in ours):.1f} decisions of "
            f"{mean(one.bytes_each for one in ours):.0f} bytes to a message; "
            f"{spread(ratios, '.2f')} of the echo ({way.goal})",
            flush=True,
        )


def spread(values: Sequence[float], form: str) -> str:
    return f"{median(values):{form}} ({min(values):{form}} to {max(values):{form}})"


def throughput(host: Host, players: Sequence[Child]) -> None:
    """Whole matches at the same time, packed as they are by default: all boards at once."""
    for matches in MATCHES:
        shape = Shape(HEADLINE.profile, HEADLINE.players, matches, boards=MATCH_BOARDS)
        rounds = [play_and_look(host, players, shape) for _ in range(MATCH_ROUNDS)]
        rates = [measured.decisions / measured.seconds for measured, _ in rounds]
        packed = median(measured.packed for measured, _ in rounds)
        print(
            f"{matches:>2} matches of {MATCH_BOARDS} boards at the same time: "
            f"{spread(rates, ',.0f')} decisions/s, {packed:.1f} to a message; "
            f"at most {max(held for _, held in rounds):.0f} KiB for each",
            flush=True,
        )


def main() -> None:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="durako-bench-")))
        host = stack.enter_context(game_server(folder))
        apart = folder / "prompt"
        apart.mkdir()
        prompt = stack.enter_context(game_server(apart, "--gather-ms", "0"))
        servers = Servers(host, prompt)
        sent = {game.name: game.recorded() for game in (HEADLINE, *BESIDE)}
        reference = stack.enter_context(echo(folder, sent))
        players = stack.enter_context(bots(STREAMS))
        core_time(servers, reference, players, HEADLINE, HEADLINE_ROUNDS)
        for game in BESIDE:
            core_time(servers, reference, players, game, BESIDE_ROUNDS)
        more = stack.enter_context(bots(max(MATCHES) * HEADLINE.players - STREAMS))
        throughput(host, [*players, *more])
        hold(host, players, HEADLINE.shape(PACKED))


if __name__ == "__main__":
    if sys.argv[1:] == ["parts"]:
        for shown in (HEADLINE, *BESIDE):
            table_parts.show(shown.profile, shown.players, dict(shown.options))
    else:
        main()
