"""A real game server in a process of its own, and the tables that the benchmark opens there."""

import json
import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import grpc
import psutil
from grpc_health.v1.health_pb2 import HealthCheckRequest, HealthCheckResponse
from grpc_health.v1.health_pb2_grpc import HealthStub

from arena.games import rules
from arena.protocol.v1.host_pb2 import CloseTableRequest, OpenTableRequest
from arena.protocol.v1.host_pb2_grpc import HostServiceStub
from arena.protocol.v1.match_pb2 import Seating, TimeControl
from arena.wire.rules import rules_to_wire
from tests.bench.table_processes import Child, Measured, Seat, child, play

START_SECONDS = 60
PATIENT = TimeControl(
    startup_ms=600_000, bank_ms=60_000, increment_ms=1_000, bank_limit_ms=60_000, grace_ms=5_000
)


@dataclass(frozen=True, slots=True)
class Shape:
    """The matches of one measurement, all alike and at the same time, one rotation of each."""

    profile: str
    players: int
    matches: int
    boards: int
    at_once: int = 0
    options: tuple[tuple[str, int], ...] = ()

    @property
    def seats(self) -> int:
        """How many bots play."""
        return self.matches * self.players


class Host:
    """The program that opens tables."""

    def __init__(self, server: Child, channel: grpc.Channel, token: str, players: str) -> None:
        self.server = server
        self._tables = HostServiceStub(channel)
        self._health = HealthStub(channel)
        self._players = players
        self._metadata = (("authorization", f"Bearer {token}"),)

    def open(self, shape: Shape) -> tuple[str, list[Seat]]:
        """One match: the name of its table and the seats of its one rotation."""
        rule_set = rules(shape.profile, players=shape.players, **dict(shape.options))
        request = OpenTableRequest(
            match_id=secrets.token_hex(8),
            attempt=1,
            rules=rules_to_wire(rule_set),
            participants=[f"bot {seat}" for seat in range(shape.players)],
            rotations=[Seating(participants=range(shape.players))],
            boards=shape.boards,
            boards_at_once=shape.at_once,
            seed=secrets.token_bytes(32),
            time_control=PATIENT,
        )
        opened = self._tables.OpenTable(request, metadata=self._metadata)
        return opened.table, [
            Seat(ticket.address, ticket.token, shape.profile) for ticket in opened.tickets
        ]

    def close(self, table: str) -> None:
        """Forget a table."""
        self._tables.CloseTable(CloseTableRequest(table=table), metadata=self._metadata)

    def play(self, players: Sequence[Child], shape: Shape) -> Measured:
        """All matches of this shape at the same time; opening and forgetting is not measured."""
        opened = [self.open(shape) for _ in range(shape.matches)]
        seats = [seat for _, its_seats in opened for seat in its_seats]
        measured = play(self.server, players, seats)
        for table, _ in opened:
            self.close(table)
        if measured.notices:
            raise RuntimeError(f"{measured.notices} answers of the bots were refused.")
        return measured

    def is_healthy(self) -> bool:
        """Whether the server says so, within a second."""
        answer = self._health.Check(HealthCheckRequest(), timeout=1, metadata=self._metadata)
        return bool(answer.status == HealthCheckResponse.SERVING)

    def memory_kib(self) -> float:
        """What the server holds of the machine's memory."""
        return float(psutil.Process(self.server.pid).memory_info().rss) / 2**10


@contextmanager
def game_server(folder: Path, *arguments: str) -> Iterator[Host]:
    """A server with its sockets in this folder; the host's channel is closed before it."""
    control, token, ready = f"unix:{folder}/control.sock", folder / "token", folder / "ready"
    with child(
        *("arena.gameserver", "serve", "--control", control, "--sockets", str(folder)),
        *("--host-token-file", str(token), "--address-file", str(ready)),
        *("--drain-seconds", "0", "--log-level", "WARNING", *arguments),
    ) as server:
        deadline = time.monotonic() + START_SECONDS
        while not ready.exists():
            if time.monotonic() > deadline:
                raise TimeoutError("The game server does not start.")
            time.sleep(0.05)
        addresses = json.loads(ready.read_text())
        with grpc.insecure_channel(addresses["control"]) as channel:
            yield Host(server, channel, token.read_text().strip(), addresses["players"])
