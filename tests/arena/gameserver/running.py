"""The real game server inside a test's own event loop, on fresh sockets and ports.

    async with running_server() as running:
        opened = await running.open_table(profile="durak/duel24", boards=2)
        channel = running.door(opened, seat=0)

Options of `running_server` are those of `ServerOptions` and `LobbyOptions`.
"""

import asyncio
import functools
import tempfile
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any, ParamSpec

import grpc

from arena.games import rules
from arena.games.interface import Rules
from arena.gameserver.lobby import LobbyOptions
from arena.gameserver.server import GameServer, ServerOptions
from arena.protocol.v1 import host_pb2, match_pb2
from arena.protocol.v1.hello_pb2 import ClientHello, ProtocolVersion
from arena.protocol.v1.host_pb2_grpc import HostServiceStub
from arena.protocol.v1.play_pb2 import PlayRequest
from arena.protocol.v1.play_pb2_grpc import PlayServiceStub
from arena.protocol.v1.spectate_pb2_grpc import SpectatorServiceStub
from arena.wire.rules import rules_to_wire

HOST_TOKEN = "the-host's-token-of-the-tests-is-long-enough"
SEED = bytes(range(32))
PATIENT = match_pb2.TimeControl(
    startup_ms=60_000, bank_ms=60_000, increment_ms=60_000, bank_limit_ms=120_000, grace_ms=60_000
)
"""Clocks that never run out in a test that does not want them to."""
_LOBBY = frozenset(LobbyOptions.__dataclass_fields__) - {"sockets"}

Metadata = tuple[tuple[str, str], ...]


class Running:
    """A started server, and what its host holds."""

    def __init__(self, server: GameServer, stack: AsyncExitStack) -> None:
        self.server = server
        self.host_token = server.options.host_token
        self._stack = stack
        self._matches = 0
        self.control = self.channel(server.control_address)
        self.host: Any = HostServiceStub(self.control)
        self.spectators: Any = SpectatorServiceStub(self.control)

    @property
    def as_host(self) -> Metadata:
        """Metadata that the control server asks for."""
        return (("authorization", f"Bearer {self.host_token}"),)

    def channel(self, address: str, *options: tuple[str, Any]) -> grpc.aio.Channel:
        """A connection of its own, closed with the server."""
        channel = grpc.aio.insecure_channel(
            address, [("grpc.use_local_subchannel_pool", 1), *options]
        )
        self._stack.push_async_callback(channel.close)
        return channel

    async def open_table(self, **order: Any) -> host_pb2.OpenTableResponse:  # noqa: ANN401
        """Order a match; see `order` for what may be said."""
        self._matches += 1
        request = order_of(**{"match_id": f"match {self._matches}", **order})
        opened: host_pb2.OpenTableResponse = await self.host.OpenTable(
            request, metadata=self.as_host
        )
        return opened

    def door(
        self, opened: host_pb2.OpenTableResponse, seat: int, rotation: int = 0, *, tcp: bool = False
    ) -> grpc.aio.Channel:
        """A connection to the seat's own socket, or to the shared TCP port."""
        address = self.server.players_address if tcp else ticket(opened, seat, rotation).address
        return self.channel(address)

    def play(
        self, opened: host_pb2.OpenTableResponse, seat: int, rotation: int = 0, *, tcp: bool = False
    ) -> Any:  # noqa: ANN401
        """A stream with the seat's token, on a connection of its own; say hello on it."""
        stub: Any = PlayServiceStub(self.door(opened, seat, rotation, tcp=tcp))
        return stub.Play(metadata=token_of(opened, seat, rotation))

    async def events(self, table: str, start: int = 0) -> list[host_pb2.TableEvent]:
        """Everything that happens at a table, to its end."""
        watched = self.host.WatchTable(
            host_pb2.WatchTableRequest(table=table, from_event=start), metadata=self.as_host
        )
        return [event async for message in watched for event in message.events]

    async def wait_for(self, table: str, kind: str, count: int = 1) -> list[host_pb2.TableEvent]:
        """Watch a table until so many events of a kind have come; all events up to there."""
        watched = self.host.WatchTable(
            host_pb2.WatchTableRequest(table=table), metadata=self.as_host
        )
        seen: list[host_pb2.TableEvent] = []
        async for message in watched:
            seen += message.events
            if sum(event.WhichOneof("event") == kind for event in seen) >= count:
                watched.cancel()
                return seen
        raise AssertionError(f"the table ended without {count} {kind}: {seen}")

    async def replay(self, table: str) -> bytes:
        """The whole log of a table that is over."""
        pieces = self.host.ReadReplay(
            host_pb2.ReadReplayRequest(table=table), metadata=self.as_host
        )
        return b"".join([piece.data async for piece in pieces])


Parameters = ParamSpec("Parameters")


async def wait_until(condition: Callable[[], bool], seconds: float = 60) -> None:
    """For what nobody announces."""
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110 - see above
            await asyncio.sleep(0.005)


def in_a_loop(
    test: Callable[Parameters, Coroutine[None, None, None]],
) -> Callable[Parameters, None]:
    """Run a test that is a coroutine."""

    @functools.wraps(test)
    def run(*args: Parameters.args, **kwargs: Parameters.kwargs) -> None:
        asyncio.run(test(*args, **kwargs))

    return run


@asynccontextmanager
async def running_server(**options: Any) -> AsyncIterator[Running]:  # noqa: ANN401
    """A server on fresh sockets, with a TCP port for players; stopped at the end."""
    lobby = LobbyOptions(**{name: options.pop(name) for name in _LOBBY & options.keys()})
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="durako-"))
        chosen = {
            "control": f"unix:{folder}/control.sock",
            "host_token": HOST_TOKEN,
            "players": "127.0.0.1:0",
            "sockets": Path(folder) / "seats",
            **options,
        }
        server = await GameServer(ServerOptions(lobby=lobby, **chosen)).start()
        stack.push_async_callback(server.stop)
        yield Running(server, stack)


def order_of(
    *,
    match_id: str,
    profile: str = "durak/duel24",
    rule_set: Rules[Any] | None = None,
    attempt: int = 1,
    boards: int = 1,
    games_per_board: int = 1,
    boards_at_once: int = 0,
    rotations: Sequence[Sequence[int]] = (),
    seed: bytes = SEED,
    time_control: match_pb2.TimeControl = PATIENT,
    exact_clocks: bool = False,
    fault_policy: match_pb2.FaultPolicy | None = None,
    spectating: host_pb2.Spectating = host_pb2.SPECTATING_LIVE,
    unveiled: bool = False,
    opener: str = "",
) -> host_pb2.OpenTableRequest:
    """A match between "bot 0", "bot 1" and so on, as many as the rules want."""
    chosen = rule_set if rule_set is not None else rules(profile)
    return host_pb2.OpenTableRequest(
        match_id=match_id,
        attempt=attempt,
        rules=rules_to_wire(chosen),
        participants=[f"bot {number}" for number in range(chosen.players)],
        rotations=[match_pb2.Seating(participants=seating) for seating in rotations],
        boards=boards,
        games_per_board=games_per_board,
        boards_at_once=boards_at_once,
        seed=seed,
        time_control=time_control,
        exact_clocks=exact_clocks,
        fault_policy=fault_policy,
        spectating=spectating,
        unveiled=unveiled,
        opener=opener,
    )


def ticket(opened: host_pb2.OpenTableResponse, seat: int, rotation: int = 0) -> host_pb2.SeatTicket:
    """The ticket of one seat in one rotation."""
    return next(
        ticket for ticket in opened.tickets if (ticket.rotation, ticket.seat) == (rotation, seat)
    )


def token_of(opened: host_pb2.OpenTableResponse, seat: int, rotation: int = 0) -> Metadata:
    """Metadata with the seat's token."""
    return (("durako-token", ticket(opened, seat, rotation).token),)


def hello(*profiles: str, major: int = 1, client: str = "test") -> PlayRequest:
    """The first message of a stream."""
    return PlayRequest(
        hello=ClientHello(version=ProtocolVersion(major=major), profiles=profiles, client=client)
    )


async def play_first_legal(stream: Any, profile: str) -> Any:  # noqa: ANN401
    """Sit down and always choose the first legal action, to the end; the goodbye."""
    await stream.write(hello(profile))
    goodbye = None
    while (response := await stream.read()) is not grpc.aio.EOF:
        if response.decisions:
            answers = PlayRequest()
            for decision in response.decisions:
                answers.answers.add(decision=decision.decision, legal_index=0)
            with suppress(grpc.aio.AioRpcError):  # if it has ended meanwhile, reading tells how
                await stream.write(answers)
        if response.HasField("goodbye"):
            goodbye = response.goodbye
    return goodbye


async def play_match(
    running: Running, opened: host_pb2.OpenTableResponse, profile: str, *, tcp: bool = False
) -> list[host_pb2.TableEvent]:
    """All seats of all rotations, each choosing the first legal action; the table's events."""
    seats = 1 + max(ticket.seat for ticket in opened.tickets)
    rotations = 1 + max(ticket.rotation for ticket in opened.tickets)
    for rotation in range(rotations):
        await running.wait_for(opened.table, "rotation_opened", rotation + 1)
        await asyncio.gather(
            *(
                play_first_legal(running.play(opened, seat, rotation, tcp=tcp), profile)
                for seat in range(seats)
            )
        )
    return await running.events(opened.table)
