"""What the sandbox costs a bot: ``python -m tests.bench.bench_sandbox``.

The same interpreter, packages, SDK and bot are started bare and sandboxed in turn, and each time it
is measured how long it takes until its first message has arrived at a server.  Then two sandboxed
bots play a match at a real table, and what they held is told.  Run it as root and as an ordinary
user: root's sandboxes have one more step, which gives each a user of its own.
"""

import asyncio
import os
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from statistics import median
from typing import Any, Final, NamedTuple

import grpc
import psutil

from arena.runner.sandbox.bubblewrap import ENVIRONMENT
from arena.runner.sandbox.bwrap import BwrapDriver
from arena.runner.sandbox.interface import GAME_SOCKET, ExitReason, SandboxSpec
from arena.runner.seats import reference_player
from tests.arena.runner.hosted_runtime import hosted_runtime
from tests.bench.bench_table import spread
from tests.bench.table_host import Host, Shape, game_server
from tests.bench.table_processes import core_seconds

ROUNDS: Final = 15
BOT: Final = "random"
SHAPE: Final = Shape(profile="durak/volga", players=2, matches=1, boards=50)
SECONDS: Final = 60.0
MIB: Final = 2**20


class Held(NamedTuple):
    """What a process and those below it have of the machine's memory, in MiB."""

    resident: float
    proportional: float
    own: float

    @classmethod
    def now(cls, pids: Sequence[int]) -> "Held":
        """Shared pages count wholly, by share, or not at all."""
        full = [psutil.Process(pid).memory_full_info() for pid in pids]
        return cls(
            *(sum(getattr(one, name) for one in full) / MIB for name in ("rss", "pss", "uss"))
        )


class Start(NamedTuple):
    """From nothing to the first message."""

    seconds: float
    core_seconds: float
    """Of the bot and of what was started for it alone."""
    held: Held


class FirstMessage(grpc.GenericRpcHandler):
    """A server for one bot at a time that only waits for its first word."""

    def __init__(self) -> None:
        self._came = asyncio.Event()

    def service(self, call: grpc.HandlerCallDetails) -> Any:  # noqa: ANN401 - gRPC's
        return grpc.stream_stream_rpc_method_handler(self._listen)

    async def _listen(self, messages: AsyncIterator[bytes], _: object) -> AsyncIterator[bytes]:
        async for _message in messages:
            self._came.set()
        return
        yield b""

    async def wait(self) -> None:
        """For the next bot."""
        async with asyncio.timeout(SECONDS):
            await self._came.wait()
        self._came.clear()


@asynccontextmanager
async def listening(path: Path) -> AsyncIterator[FirstMessage]:
    """At this socket."""
    handler, server = FirstMessage(), grpc.aio.server()
    server.add_generic_rpc_handlers((handler,))
    server.add_insecure_port(f"unix:{path}")
    path.chmod(0o666)  # noqa: ASYNC240 - nobody waits for it
    await server.start()
    try:
        yield handler
    finally:
        await server.stop(0)


class Bench:
    """The two ways to start the bot."""

    def __init__(self, folder: Path, came: FirstMessage) -> None:
        self.runtime = hosted_runtime().root
        self.socket = folder / "seat.sock"
        self.player = reference_player(BOT, folder / "empty")
        self.driver = BwrapDriver()
        self._came = came

    def spec(self, socket: Path, token: str) -> SandboxSpec:
        """As the runner's worker has it."""
        return SandboxSpec(
            runtime=self.runtime,
            bot=self.player.folder,
            command=self.player.command,
            socket=socket,
            environment={"DURAKO_ADDRESS": f"unix:{GAME_SOCKET}", "DURAKO_TOKEN": token},
        )

    async def bare(self) -> Start:
        """Seconds to the first message, and what is held then."""
        environment = {
            **ENVIRONMENT,
            "PYTHONHOME": str(self.runtime / "usr"),
            "DURAKO_ADDRESS": f"unix:{self.socket}",
            "DURAKO_TOKEN": "any",
        }
        python, *arguments = self.player.command
        began = time.perf_counter()
        process = await asyncio.create_subprocess_exec(
            str(self.runtime / "usr/bin" / python), *arguments,
            env=environment, cwd=self.player.folder,
            stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        await self._came.wait()
        waited, used = time.perf_counter() - began, core_seconds(process.pid)
        held = Held.now([process.pid])
        process.kill()
        await process.wait()
        return Start(waited, used, held)

    async def sandboxed(self) -> Start:
        """The same, with everything that is around it."""
        before = _below()
        began = time.perf_counter()
        running = await self.driver.start(self.spec(self.socket, "any"))
        await self._came.wait()
        waited, held = time.perf_counter() - began, Held.now(sorted(_below() - before))
        running.kill()
        ended = await running.wait()
        return Start(waited, ended.usage.cpu_seconds, held)


def _below() -> set[int]:
    """Every process that we or our children started."""
    return {process.pid for process in psutil.Process().children(recursive=True)}


async def starts(bench: Bench) -> None:
    """Both in turn, so that a busy machine disturbs both; one round warms up."""
    ways: dict[str, Callable[[], Awaitable[Start]]] = {
        "bare": bench.bare,
        "sandboxed": bench.sandboxed,
    }
    found: dict[str, list[Start]] = {name: [] for name in ways}
    for _ in range(ROUNDS + 1):
        for name, start in ways.items():
            found[name].append(await start())
    for name, seen in found.items():
        del seen[0]
        held = [median(column) for column in zip(*(one.held for one in seen), strict=True)]
        waited = spread([1e3 * one.seconds for one in seen], ".0f")
        print(
            f"{name:>9}: first message after {waited} ms"
            f" and {median(1e3 * one.core_seconds for one in seen):.0f} core-ms; then it holds "
            f"{held[0]:.1f} MiB resident, {held[1]:.1f} by share, {held[2]:.1f} its own"
        )
    pairs = list(zip(found["bare"], found["sandboxed"], strict=True))
    times = [ours.seconds / base.seconds for base, ours in pairs]
    cores = [ours.core_seconds / base.core_seconds for base, ours in pairs]
    print(
        f"sandboxed over bare, start to first message: {spread(times, '.2f')} in time, "
        f"{spread(cores, '.2f')} in core-time"
    )


async def match(bench: Bench, host: Host) -> None:
    """Two sandboxed bots at a real table, to the end."""
    _, seats = host.open(SHAPE)
    running = [
        await bench.driver.start(bench.spec(Path(seat.address.removeprefix("unix:")), seat.token))
        for seat in seats
    ]
    for bot in running:
        ended = await bot.wait()
        if ended.reason is not ExitReason.EXITED or ended.code != 0:
            raise RuntimeError(ended.output.stderr.decode(errors="replace"))
        used = ended.usage
        print(
            f"a match of {SHAPE.boards} boards: peak {used.peak_memory_bytes / MIB:.1f} MiB, "
            f"{used.cpu_seconds:.2f} core-seconds in {used.wall_seconds:.2f} s"
        )


@contextmanager
def workplace() -> Iterator[Path]:
    """Folders with short names that the sandboxes' users may be shown."""
    with tempfile.TemporaryDirectory(prefix="durako-bench-") as name:
        (Path(name) / "empty").mkdir(mode=0o755)
        yield Path(name)


async def measure(folder: Path, host: Host) -> None:
    async with listening(folder / "seat.sock") as came:
        bench = Bench(folder, came)
        await starts(bench)
        await match(bench, host)


def main() -> None:
    print(f"as {'root' if os.geteuid() == 0 else 'an ordinary user'}, {ROUNDS} rounds")
    with workplace() as folder, game_server(folder) as host:
        asyncio.run(measure(folder, host))


if __name__ == "__main__":
    main()
