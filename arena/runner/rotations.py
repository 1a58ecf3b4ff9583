"""The programs of one rotation: every seat a fresh process, and nothing left of them after."""

import asyncio
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from arena.protocol.v1.host_pb2 import SeatTicket
from arena.runner.match_orders import ProgramRun
from arena.runner.sandbox.interface import Driver, Ended, Handle, Limits
from arena.runner.seats import Player, seat_player

END_SECONDS: Final = 1.0
"""How long programs may take to end by themselves, when they have been told goodbye."""


class SeatedRotation:
    """Whoever plays one rotation."""

    def __init__(
        self, *, driver: Driver, runtime: Path, limits: Limits, tickets: Sequence[SeatTicket]
    ) -> None:
        self._driver = driver
        self._runtime = runtime
        self._limits = limits
        self._tickets = tickets
        self._handles: dict[int, Handle] = {}
        """By seat."""

    async def start(self, players: Sequence[Player]) -> None:
        """All at once: start-up is most of a short match. `stop` comes in any case."""
        starting = [
            asyncio.create_task(self._start(ticket, players[ticket.participant]))
            for ticket in self._tickets
        ]
        try:
            await asyncio.gather(*starting)
        except BaseException:
            for one in starting:
                one.cancel()
            await asyncio.gather(*starting, return_exceptions=True)
            raise

    async def _start(self, ticket: SeatTicket, player: Player) -> None:
        self._handles[ticket.seat] = await seat_player(
            self._driver, self._runtime, player, ticket, self._limits
        )

    async def finish(self) -> list[ProgramRun]:
        """The rotation is over: a moment to leave, then the end of what is left, and the account.

        `SandboxError` if what they ran in was lost: whatever the table made of that is not their
        fault.
        """
        ending = asyncio.gather(*self._endings(), return_exceptions=True)
        with suppress(TimeoutError):
            await asyncio.wait_for(ending, END_SECONDS)
        return await self.stop()

    async def stop(self) -> list[ProgramRun]:
        """Now, however far they are."""
        for handle in self._handles.values():
            handle.kill()
        ended = await asyncio.gather(*self._endings(), return_exceptions=True)
        by_seat = dict(zip(self._handles, ended, strict=True))
        self._handles.clear()
        runs = []
        for ticket in self._tickets:
            match by_seat.get(ticket.seat):
                case Ended() as one:
                    runs.append(_run(ticket, one))
                case BaseException() as lost:
                    raise lost
        return runs

    def _endings(self) -> list[Coroutine[None, None, Ended]]:
        return [handle.wait() for handle in self._handles.values()]


def _run(ticket: SeatTicket, ended: Ended) -> ProgramRun:
    return ProgramRun(
        participant=ticket.participant,
        rotation=ticket.rotation,
        seat=ticket.seat,
        cpu_seconds=round(ended.usage.cpu_seconds, 3),
        peak_memory_bytes=ended.usage.peak_memory_bytes,
        wall_seconds=round(ended.usage.wall_seconds, 3),
        exit_reason=ended.reason.value,
        exit_code=ended.code,
        stdout=ended.output.stdout.decode(errors="replace"),
        stderr=ended.output.stderr.decode(errors="replace"),
        dropped_bytes=ended.output.dropped_bytes,
    )
