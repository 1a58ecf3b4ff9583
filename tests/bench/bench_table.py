"""The table: what a decision costs beside a bare gRPC echo, how many there are, what tables hold.

The game server, the echo and every bot are processes of their own; core-time is what all of them
together took from the processor, so that a busy machine changes little, and each round measures
echo and table one after the other.  The echo sends over 8 streams what the seats of real games were
sent, byte by byte and one decision to a message, and reads real answers; nothing is computed.  Bots
are alike on both sides: the synchronous gRPC client, which parses everything and answers with some
legal action.  The mean sizes are shown, so that everybody sees that they are the same.

"One by one" keeps all 8 streams at work as the echo does: as many games at a time at every table as
it has seats, and a server that sends each decision at once (`--gather-ms 0`).  "In turn" is one
game at a time: while one seat thinks the others are idle, and so are the streams of the echo that
it is held against.  "16 packed" plays so many games that about 16 decisions travel together,
"16 at once" plays 16, of which some are with the other seats.

The echo is gRPC as it comes.  The game server has it wait for messages in a quicker way (see
`arena.gameserver`), so a second echo that waits in the same way is measured beside it.

`python -m tests.bench.bench_table parts` shows instead where the server's time goes.
"""

import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import product
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
SINGLE_DECISIONS, PACKED_DECISIONS = STREAMS * TIMES, 16_000  # about, in a round
ROUNDS = 5
WAITING = "GRPC_EXPERIMENTS"
MATCHES = (2, 8, 32)
MATCH_BOARDS, MATCH_ROUNDS = 24, 3


@dataclass(frozen=True, slots=True)
class Game:
    """What is played, and about how many decisions a board of it has."""

    profile: str
    players: int
    decisions: int
    many: int
    """Games at a time of which 16 or so travel together: the others are with other seats."""
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


HEADLINE = Game("durak/volga", 2, 97, many=29)
BESIDE = (
    Game("durak/concise", 2, 87, many=28),
    Game("durak/volga", 4, 150, many=60),
    Game("burako/duel", 2, 250, many=25, options=(("hand_limit", 1),)),
    Game("burako/pairs", 4, 200, many=40, options=(("hand_limit", 1),)),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """How games are played in a measurement."""

    name: str
    games: Callable[[Game], int]
    """At a time, at each table."""
    gathers: bool = True
    in_turn: bool = False
    goal: str = ""


WAYS = (
    Way(
        name="one by one",
        games=lambda game: game.players,
        gathers=False,
        goal=" (goal: at most 1.25)",
    ),
    Way(name="in turn", games=lambda _: 1, in_turn=True),
    Way(name=f"{PACKED} at once", games=lambda _: PACKED),
    Way(name=f"{PACKED} packed", games=lambda game: game.many, goal=" (goal: at most 0.25)"),
)


@dataclass(frozen=True, slots=True)
class Servers:
    """The same game server twice: as it is, and one that never holds a decision back."""

    usual: Host
    prompt: Host

    def play(self, players: Sequence[Child], game: Game, way: Way) -> Measured:
        host = self.usual if way.gathers else self.prompt
        return host.play(players, game.shape(way.games(game)))


@dataclass(frozen=True, slots=True)
class References:
    """The same echo twice: gRPC as it comes, and waiting as the game server does."""

    bare: Reference
    alike: Reference


Key = tuple[bool, bool]
"""Which echo: whether it waits as the game server does, whether its streams take turns."""


def core_time(
    servers: Servers, references: References, players: Sequence[Child], game: Game
) -> None:
    """Echoes and tables one after the other; the first round only warms up."""
    echoes: dict[Key, list[Measured]] = {}
    tables: dict[str, list[Measured]] = {}
    for _ in range(ROUNDS + 1):
        for alike, in_turn in product((False, True), (False, True)):
            reference = references.alike if alike else references.bare
            turns = game.players if in_turn else 1
            measured = reference.play(players, STREAMS, game.name, in_turn=turns)
            echoes.setdefault((alike, in_turn), []).append(measured)
        for way in WAYS:
            tables.setdefault(way.name, []).append(servers.play(players, game, way))
    print(f"{game.profile}, {game.players} seats")
    for (alike, in_turn), measured_echoes in echoes.items():
        show("  echo" + " that waits alike" * alike + ", in turn" * in_turn, measured_echoes[1:])
    for way in WAYS:
        ours = tables[way.name][1:]
        show(f"  {way.name}", ours)
        print(
            f"    {compared(ours, echoes[False, way.in_turn][1:])} of the echo{way.goal}, "
            f"{compared(ours, echoes[True, way.in_turn][1:])} of the one that waits alike",
            flush=True,
        )


def show(name: str, rounds: Sequence[Measured]) -> None:
    """What a decision cost, and how they travelled."""
    print(
        f"{name}: {spread([one.core_us for one in rounds], '.0f')} core-us a decision, "
        f"{median(one.server_share for one in rounds):.0%} in the server, "
        f"{median(one.packed for one in rounds):.1f} of "
        f"{mean(one.bytes_each for one in rounds):.0f} bytes to a message"
    )


def compared(ours: Sequence[Measured], bare: Sequence[Measured]) -> str:
    """Each round with its own echo."""
    ratios = [one.core_us / base.core_us for one, base in zip(ours, bare, strict=True)]
    return spread(ratios, ".2f")


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
        alike = folder / "alike"
        alike.mkdir()
        references = References(
            bare=stack.enter_context(echo(folder, sent, environment={**os.environ, WAITING: ""})),
            alike=stack.enter_context(echo(alike, sent)),  # `arena.gameserver` has set it
        )
        players = stack.enter_context(bots(STREAMS))
        for game in (HEADLINE, *BESIDE):
            core_time(servers, references, players, game)
        more = stack.enter_context(bots(max(MATCHES) * HEADLINE.players - STREAMS))
        throughput(host, [*players, *more])
        hold(folder, players, HEADLINE.shape(PACKED))


if __name__ == "__main__":
    if sys.argv[1:] == ["parts"]:
        for shown in (HEADLINE, *BESIDE):
            table_parts.show(shown.profile, shown.players, dict(shown.options))
    else:
        main()
