"""Matches of all profiles on the real game server, by clients that die, hang, lie and come back.

Every match must end with a result or a stated reason, every replay must verify and tell the same
results, whoever is honest must never be called a liar, and nothing may be left on the server.
What a match does follows from the printed seed and its number; `repeat(seed, number)` plays one.
"""

import asyncio
import random
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import grpc
import psutil

from arena.gameserver.server import STOPPED
from arena.protocol.v1 import host_pb2, match_pb2, spectate_pb2
from arena.wire.frames import read_frames
from arena.wire.verify import verify
from tests.arena.gameserver.server_process import Host, ServerProcess
from tests.soak.table_plans import ABORT_REASON, GRACE, STARTUP, Plan, plan
from tests.soak.table_seats import SeatClient, Stay

MATCHES: Final = {"short": 28, "long": 1_000}  # there are 28 profiles
AT_ONCE: Final = 12
PATIENCE: Final = 300.0
"""Seconds until a match that does not end is called stuck; hardly any takes twenty."""
PLAYING_AT_THE_END: Final = 6
DRAIN_SECONDS: Final = 2
CLOSING_SECONDS: Final = 60
SPARE_FILES: Final = 16
"""How many files more than at the beginning may be open; every stream that leaked would be one."""
WRONG: Final = (AssertionError, ValueError, TimeoutError, grpc.RpcError, ExceptionGroup)
"""What a check, a replay, a stuck match or a call looks like when it fails, alone or in a group."""
HONEST_FAULT: Final = match_pb2.FAULT_TIMEOUT  # a busy machine may be slow, but nobody lies


@dataclass
class Tally:
    """What all matches came to."""

    matches: int = 0
    aborted: int = 0
    boards: int = 0
    decisions: int = 0
    replay_bytes: int = 0
    profiles: Counter[str] = field(default_factory=Counter)
    forfeits: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    honest_timeouts: int = 0
    streams: int = 0
    resumed: int = 0
    deeds: Counter[str] = field(default_factory=Counter)
    notices: Counter[str] = field(default_factory=Counter)
    statuses: Counter[str] = field(default_factory=Counter)

    def lines(self) -> Iterator[str]:
        """For people."""
        yield (
            f"{self.matches} matches of {len(self.profiles)} profiles, {self.aborted} broken off "
            f"by the host; {self.boards} boards, {self.decisions} decisions, "
            f"{self.replay_bytes // 1024} KiB of replays verified"
        )
        yield f"{self.streams} streams, {self.resumed} of them resumed; {_words(self.statuses)}"
        yield f"deeds: {_words(self.deeds)}"
        yield f"notices: {_words(self.notices)}"
        yield f"faults: {_words(self.faults)}; honest seats too slow: {self.honest_timeouts}"
        yield f"forfeited boards: {_words(self.forfeits)}"


def soak(*, short: bool, seed: int | None = None) -> None:
    """All matches, then the server is asked to stop while some are being played."""
    count = MATCHES["short" if short else "long"]
    seed = random.SystemRandom().randrange(1_000_000) if seed is None else seed
    print(f"   seed {seed}: repeat one with table_matches.repeat({seed}, number)", flush=True)
    asyncio.run(_soak(seed, list(range(count))))


def repeat(seed: int, number: int) -> None:
    """One match again."""
    asyncio.run(_soak(seed, [number]))


async def _soak(seed: int, numbers: list[int]) -> None:
    tally = Tally()
    with ServerProcess("--drain-seconds", str(DRAIN_SECONDS)) as server:
        try:
            async with server.host() as host:
                await _play_and_stop(host, server, seed, numbers, tally)
        except BaseException:
            print(server.said(), flush=True)
            raise


async def _play_and_stop(
    host: Host, server: ServerProcess, seed: int, numbers: list[int], tally: Tally
) -> None:
    process = psutil.Process(server.process.pid)
    before = _Footprint.of(process)
    await play_all(host, seed, numbers, tally, lambda: _Footprint.of(process))
    await _check_nothing_is_left(host, server)
    after = _Footprint.of(process)
    for line in tally.lines():
        print(f"   {line}")
    print(f"   the server at the beginning: {before}; at the end: {after}", flush=True)
    assert after.files <= before.files + SPARE_FILES, "the server keeps sockets open"
    await _stop_while_playing(host, server, seed, numbers[-1] + 1)


async def _check_nothing_is_left(host: Host, server: ServerProcess) -> None:
    """No table; and the doors of the last rotations close when their goodbyes are read."""
    left = await host.tables()
    assert not left, f"tables are left: {left}"
    deadline = time.monotonic() + CLOSING_SECONDS
    while (  # noqa: ASYNC110 - the server is another process
        sockets := _sockets(server)
    ) and time.monotonic() < deadline:
        await asyncio.sleep(0.1)
    assert not sockets, f"sockets are left: {sockets}"


def _sockets(server: ServerProcess) -> list[Path]:
    return [path for path in server.sockets.rglob("*") if path.is_dir() or path.is_socket()]


async def _stop_while_playing(host: Host, server: ServerProcess, seed: int, first: int) -> None:
    """SIGTERM: no new tables; those open end with a result, or with the reason that it was us."""
    tally = Tally()
    chosen = [
        replace(plan(seed, first + place), abort_after=None) for place in range(PLAYING_AT_THE_END)
    ]
    reasons = frozenset({STOPPED})
    matches = [_Match(host, one, tally, reasons=reasons) for one in chosen]
    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
        for match in matches:
            group.create_task(match.play())
        for match in matches:
            await match.opened.wait()
        server.process.send_signal(signal.SIGTERM)
        await _wait_until_refused(host, plan(seed, first + PLAYING_AT_THE_END))
    status = await asyncio.to_thread(server.process.wait, CLOSING_SECONDS)
    assert status == 0, f"the server ended with {status}:\n{server.said()}"
    assert not _sockets(server), "sockets are left of a server that was stopped"
    assert "Traceback" not in server.said(), server.said()
    print(
        f"   stopped while {PLAYING_AT_THE_END} matches were played: {tally.aborted} were broken "
        f"off, all others played to their end"
    )


async def _wait_until_refused(host: Host, chosen: Plan) -> None:
    """The signal is on its way: until it has arrived, tables are opened, and broken off again."""
    attempt = 0
    while True:
        attempt += 1
        request = chosen.request()
        request.attempt = attempt
        try:
            opened = await host.open(request)
        except grpc.aio.AioRpcError as refused:
            if refused.code() is grpc.StatusCode.UNAVAILABLE:
                return
            raise
        await host.abort(opened.table, ABORT_REASON)
        await host.close(opened.table)


@dataclass(frozen=True)
class _Footprint:
    """What a process holds."""

    rss: int
    files: int
    threads: int

    @classmethod
    def of(cls, process: psutil.Process) -> "_Footprint":
        return cls(process.memory_info().rss, process.num_fds(), process.num_threads())

    def __str__(self) -> str:
        return f"{self.rss / 2**20:.0f} MiB, {self.files} open files, {self.threads} threads"


async def play_all(
    host: Host,
    seed: int,
    numbers: list[int],
    tally: Tally,
    footprint: Callable[[], object],
) -> None:
    waiting = iter(numbers)

    async def play_some() -> None:
        for number in waiting:
            chosen = plan(seed, number)
            try:
                async with asyncio.timeout(PATIENCE):
                    await _Match(host, chosen, tally).play()
            except WRONG as wrong:
                raise AssertionError(f"{chosen.name} went wrong: {wrong!r}\n{chosen}") from wrong
            if tally.matches % 100 == 0:
                print(f"   {tally.matches} matches; {footprint()}", flush=True)

    async with asyncio.TaskGroup() as group:
        for _ in range(min(AT_ONCE, len(numbers))):
            group.create_task(play_some())


class _Match:
    """One match: the host's side, and its seats."""

    def __init__(
        self,
        host: Host,
        chosen: Plan,
        tally: Tally,
        *,
        reasons: frozenset[str] = frozenset(),
    ) -> None:
        """`reasons`: why it may be broken off, if not by the plan."""
        self.opened = asyncio.Event()
        self._host = host
        self._plan = chosen
        self._tally = tally
        self._seats: dict[tuple[int, int], asyncio.Task[Stay]] = {}
        self._over: host_pb2.TableOver | None = None
        self._faults: list[tuple[int, host_pb2.SeatFault]] = []
        """With the rotation."""
        self._public_end = spectate_pb2.MatchEnded()
        self._reasons = {"", *reasons}
        if chosen.abort_after is not None:
            self._reasons.add(ABORT_REASON)

    async def play(self) -> None:
        """From the opening to the last trace."""
        await self._open()
        async with asyncio.TaskGroup() as group:
            if self._plan.abort_after is not None:
                group.create_task(self._abort(self._plan.abort_after))
            if self._plan.watched:
                group.create_task(self._spectate())
            await self._watch(group)
        await self._check()
        await self._host.close(self._table)

    async def _open(self) -> None:
        opened = await self._host.open(self._plan.request())
        again = await self._host.open(self._plan.request())
        assert again == opened, "asking again for the same match answered something else"
        self.opened.set()
        self._table = opened.table
        self._tickets = list(opened.tickets)

    async def _watch(self, group: asyncio.TaskGroup) -> None:
        rotation = -1
        number = 0
        async for event in self._host.events(self._table):
            assert event.number == number, f"event {event.number} came as number {number}"
            number += 1
            match event.WhichOneof("event"):
                case "rotation_opened":
                    rotation = event.rotation_opened.rotation
                    self._seat_everybody(rotation, group)
                case "seat_fault":
                    self._faults.append((rotation, event.seat_fault))
                case "table_over":
                    self._over = event.table_over

    def _seat_everybody(self, rotation: int, group: asyncio.TaskGroup) -> None:
        for ticket in self._tickets:
            if ticket.rotation == rotation:
                client = SeatClient(
                    address=ticket.address,
                    token=ticket.token,
                    seat=ticket.seat,
                    temper=self._plan.tempers[rotation][ticket.seat],
                    chance=self._plan.chance(f"seat {rotation} {ticket.seat}"),
                    stolen=[other.token for other in self._tickets if other != ticket],
                    startup=STARTUP,
                    grace=GRACE,
                )
                self._seats[rotation, ticket.seat] = group.create_task(client.play())

    async def _abort(self, after: float) -> None:
        await asyncio.sleep(after)
        await self._host.abort(self._table, ABORT_REASON)

    async def _spectate(self) -> None:
        """Everything that is public, to the end."""
        number = 0
        last = spectate_pb2.PublicEvent()
        async for last in self._host.public_events(self._table):
            assert last.number == number, f"public event {last.number} came as {number}"
            number += 1
        assert last.HasField("match_ended"), "the spectators were not told how it ended"
        self._public_end = last.match_ended

    async def _check(self) -> None:
        over = self._over
        assert over is not None, "the table was never over"
        aborted = over.aborted
        assert aborted in self._reasons, f"broken off: {aborted}"
        if not aborted:
            expected = len(self._plan.rotations) * self._plan.boards
            assert len(over.boards) == expected, f"{len(over.boards)} of {expected} boards"
        replay = await self._host.replay(self._table)
        assert len(replay) == over.replay_bytes, "the replay is not as long as was said"
        verify(replay)
        *_, last = read_frames(replay)
        assert list(last.end.boards) == list(over.boards), "the replay has other results"
        assert last.end.aborted == aborted
        if self._plan.watched:
            assert list(self._public_end.boards) == list(over.boards), "spectators saw others"
        for (rotation, seat), task in self._seats.items():
            self._check_stay(rotation, seat, task.result())
        self._check_faults()
        self._count(over)

    def _check_stay(self, rotation: int, seat: int, stay: Stay) -> None:
        assert self._over is not None
        where = f"rotation {rotation}, seat {seat} ({stay.temper})"
        assert not stay.wrong, f"{where}: {stay.wrong}"
        results = [board for board in self._over.boards if board.rotation == rotation]
        if stay.goodbye is not None:
            assert list(stay.goodbye.boards) == results, f"{where}: a goodbye with other results"
        reasons = {board.forfeit.reason for board in results if seat in board.forfeit.seats}
        if not stay.welcomes:  # however early the others were, its clocks never ran
            assert reasons <= {match_pb2.FORFEIT_REASON_NO_START}, f"{where}: {reasons}"
        if stay.temper == "honest" and stay.goodbye is None:
            # Two excuses: the match was broken off before it sat down, or the machine was so busy
            # that it did not even say hello in time.
            assert not stay.welcomes, f"{where}: no goodbye: {stay}"
            assert self._over.aborted or reasons == {match_pb2.FORFEIT_REASON_NO_START}, (
                f"{where}: never welcomed: {stay}"
            )

    def _check_faults(self) -> None:
        for rotation, fault in self._faults:
            temper = self._plan.tempers[rotation][fault.seat]
            self._tally.faults[match_pb2.Fault.Name(fault.fault)] += 1
            if temper == "honest":
                assert fault.fault == HONEST_FAULT, f"honest seat {fault.seat}: {fault.detail}"
                self._tally.honest_timeouts += 1

    def _count(self, over: host_pb2.TableOver) -> None:
        tally = self._tally
        tally.matches += 1
        tally.aborted += bool(over.aborted)
        tally.boards += len(over.boards)
        tally.decisions += sum(usage.decisions for usage in over.usage)
        tally.replay_bytes += over.replay_bytes
        tally.profiles[self._plan.rules.name] += 1
        for board in over.boards:
            if board.HasField("forfeit"):
                tally.forfeits[match_pb2.ForfeitReason.Name(board.forfeit.reason)] += 1
        for task in self._seats.values():
            stay = task.result()
            tally.streams += stay.streams
            tally.resumed += stay.resumed
            tally.deeds += stay.deeds
            tally.notices += stay.notices
            tally.statuses += Counter(status.name for status in stay.statuses)


def _words(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items())) or "none"
