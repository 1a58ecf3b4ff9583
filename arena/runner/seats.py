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
    SandboxSpec,
)
from arena.runner.sentences import SaidError, Sentence, sentence

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


class ProgramLackingError(SaidError):
    """This machine cannot start the bot, which is not the bot's fault."""


def check_runtime(runtime: Path, player: Player) -> None:
    """A program that the site offers but this machine lacks is not the bot's fault."""
    program = player.command[0]
    if "/" not in program and not (runtime / "usr/bin" / program).exists():
        raise ProgramLackingError(sentence("machine_lacks", program=program))


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


def ending_said(ended: Ended, limits: Limits) -> Sentence:
    """How a program ended, in a sentence for its author."""
    match ended.reason:
        case ExitReason.MEMORY:
            return sentence("ended_memory", limit=limits.memory_bytes // MIB)
        case ExitReason.CPU_TIME:
            return sentence("ended_cpu_time", limit=limits.cpu_seconds)
        case ExitReason.WALL_TIME:
            return sentence("ended_wall_time", limit=round(limits.wall_seconds))
        case ExitReason.KILLED:
            return sentence("ended_killed")
        case ExitReason.CRASHED:
            return sentence("ended_crashed", signal=_signal_name(ended.signal))
        case ExitReason.EXITED:
            return sentence("ended_exited", code=str(ended.code))


def _signal_name(number: int | None) -> str:
    try:
        return signal.Signals(number or 0).name
    except ValueError:
        return str(number)
