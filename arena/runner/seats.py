"""Programs at the seats of a table, each in a sandbox of its own."""

import signal
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.protocol.v1.host_pb2 import SeatTicket
from arena.runner.sandbox.interface import (
    GAME_SOCKET,
    MIB,
    Driver,
    Ended,
    ExitReason,
    Handle,
    Limits,
    SandboxError,
    SandboxSpec,
)

REFERENCE_CODE: Final = (
    "from arena.sdk import run; from arena.sdk.bots import REFERENCE; run(REFERENCE[{name!r}])"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A program that can be seated."""

    folder: Path
    command: tuple[str, ...]


def reference_player(name: str, empty: Path) -> Player:
    """One of the bots that come with the SDK; `empty` is a folder with nothing in it."""
    return Player(folder=empty, command=("python", "-c", REFERENCE_CODE.format(name=name)))


def check_runtime(runtime: Path, player: Player) -> None:
    """A program that the site offers but this machine lacks is not the bot's fault."""
    program = player.command[0]
    if "/" not in program and not (runtime / "usr/bin" / program).exists():
        raise SandboxError(f"This runner's machine has no {program}.")


async def seat_player(
    driver: Driver, runtime: Path, player: Player, ticket: SeatTicket, limits: Limits
) -> Handle:
    """Start the program where it finds its seat, and nothing else."""
    spec = SandboxSpec(
        runtime=runtime,
        bot=player.folder,
        command=player.command,
        socket=Path(ticket.address.removeprefix("unix:")),
        environment=_seat_environment(ticket),
        limits=limits,
    )
    return await driver.start(spec)


def _seat_environment(ticket: SeatTicket) -> Mapping[str, str]:
    return {
        "DURAKO_ADDRESS": f"unix:{GAME_SOCKET}",
        "DURAKO_TOKEN": ticket.token,
        # numpy would else start a thread for each of the machine's processors, and a program may
        # have only so many
        "OPENBLAS_NUM_THREADS": "1",
    }


def ending_in_words(ended: Ended, limits: Limits) -> str:
    """How a program ended, in a sentence for its author."""
    match ended.reason:
        case ExitReason.MEMORY:
            return f"It needed more memory than the {limits.memory_bytes // MIB} MiB allowed."
        case ExitReason.CPU_TIME:
            return f"It used more than the {limits.cpu_seconds} seconds of processor time allowed."
        case ExitReason.WALL_TIME:
            return f"It was still running after {limits.wall_seconds:.0f} seconds."
        case ExitReason.KILLED:
            return "It was stopped because the match was over."
        case ExitReason.CRASHED:
            return f"It was ended by {_signal_name(ended.signal)}."
        case ExitReason.EXITED:
            return f"It ended by itself with exit code {ended.code}."


def _signal_name(number: int | None) -> str:
    try:
        return signal.Signals(number or 0).name
    except ValueError:
        return f"signal {number}"
