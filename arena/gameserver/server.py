"""The whole game server: the control address, the doors for bots, the numbers; started, stopped."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from ipaddress import ip_address
from pathlib import Path
from typing import Final, Self

import grpc
from grpc_health.v1 import health_pb2_grpc
from grpc_health.v1.health import aio as health

from arena.gameserver.control import HostOnly
from arena.gameserver.descriptors import descriptors, shares
from arena.gameserver.doors import SharedDoor
from arena.gameserver.host import HostServicer
from arena.gameserver.limits import CALLS_AT_CONTROL, control_options
from arena.gameserver.lobby import Lobby, LobbyOptions
from arena.gameserver.loop_lag import LoopLag
from arena.gameserver.metrics import MetricsServer
from arena.gameserver.sockets import socket_path, sockets_folder
from arena.gameserver.spectate import SpectatorServicer
from arena.gameserver.statistics import Statistics
from arena.wire.match_spec import SERVER_STOPPED

STOPPED: Final = SERVER_STOPPED
_OWNER_ONLY: Final = 0o600
_COLLECT_SECONDS: Final = 5.0
"""How long hosts have to fetch what ended while the server was being stopped."""
logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerOptions:
    """Where the server listens and what it holds."""

    control: str
    """`unix:/a/path` or an address of this machine with a port, 0 for any."""
    host_token: str = field(repr=False)
    players: str = ""
    """An address with a port where the bots of all tables may connect; empty: nowhere."""
    sockets: Path | None = None
    """The folder of the seats' sockets; by default a fresh one."""
    metrics_port: int | None = None
    drain_seconds: float = 10.0
    lobby: LobbyOptions = field(default_factory=LobbyOptions)


class ListenError(Exception):
    """An address cannot be used; the text says what to do."""


class GameServer:
    """Everything that listens, around one lobby."""

    def __init__(self, options: ServerOptions) -> None:
        self.options = options
        self.statistics = Statistics()
        self.control_address = ""
        self.players_address = ""
        self.metrics_port: int | None = None
        self.lobby: Lobby
        self._held = ExitStack()
        self._health = health.HealthServicer()
        self._control: grpc.aio.Server
        self._shared_door: SharedDoor | None = None

    async def start(self) -> Self:
        """Listen everywhere; afterwards the addresses are known."""
        options = self.options
        _check_local(options.control)
        _check_local(options.players)
        sockets = self._held.enter_context(sockets_folder(options.sockets))
        files = shares(descriptors(), with_shared_door=bool(options.players))
        self.lobby = Lobby(
            replace(options.lobby, sockets=sockets, descriptors=files.seats), self.statistics
        )
        if options.players:
            door = SharedDoor(
                self.lobby.book,
                self.statistics,
                hello_seconds=options.lobby.hello_seconds,
                connections=files.shared_door,
            )
            with _listening(options.players):
                port = await door.open(options.players)
            self.players_address = _with_port(options.players, port)
            self._shared_door = door
        if options.metrics_port is not None:
            metrics = MetricsServer(self.lobby, options.metrics_port)
            self._held.callback(metrics.close)
            self._held.callback(LoopLag(self.statistics.loop_lag).stop)
            self.metrics_port = metrics.port
        await self._start_control(files.control)
        return self

    async def _start_control(self, connections: int) -> None:
        self._control = grpc.aio.server(
            handlers=[
                HostServicer(self.lobby, on_drain=self._health.enter_graceful_shutdown).handler(),
                SpectatorServicer(self.lobby).handler(),
            ],
            interceptors=[HostOnly(self.options.host_token, self.statistics)],
            options=control_options(connections),
            maximum_concurrent_rpcs=CALLS_AT_CONTROL,
        )
        health_pb2_grpc.add_HealthServicer_to_server(self._health, self._control)
        address = self.options.control
        with _listening(address):
            port = self._control.add_insecure_port(address)
        if address.startswith("unix:"):
            socket_path(address).chmod(_OWNER_ONLY)
        self.control_address = _with_port(address, port)
        await self._control.start()

    async def drain(self) -> None:
        """Take no new tables, and wait for those there are as long as it is allowed; then break off
        the rest.  What has ended meanwhile can be fetched for a moment longer."""
        await self._health.enter_graceful_shutdown()
        lobby = self.lobby
        lobby.draining = True
        playing = [held for held in lobby.tables if not held.is_over]
        if not playing:
            await lobby.wait_for_goodbyes()
            return
        logger.info("Waiting for %d tables, at most %g s", len(playing), self.options.drain_seconds)
        now = asyncio.get_running_loop().time
        in_time = await lobby.wait_until(
            tables=playing, deadline=now() + self.options.drain_seconds, gone=False
        )
        if not in_time:
            left = [held for held in playing if not held.is_over]
            logger.warning("Breaking off %d tables that are not over", len(left))
            for held in left:
                held.table.abort(STOPPED)
        await lobby.wait_until(tables=playing, deadline=now() + _COLLECT_SECONDS, gone=True)
        await lobby.wait_for_goodbyes()

    async def stop(self) -> None:
        """Break off what is still being played, close everything."""
        await self._health.enter_graceful_shutdown()
        await self.lobby.close(STOPPED)
        if self._shared_door is not None:
            await self._shared_door.close()
        await self._control.stop(1.0)
        self._held.close()


def _with_port(address: str, port: int) -> str:
    """The address that was really chosen."""
    if address.startswith("unix:"):
        return address
    return f"{address.rpartition(':')[0]}:{port}"


def _check_local(address: str) -> None:
    """Nothing here is encrypted: strangers on the network must not get as far as our tokens."""
    host = address.rpartition(":")[0].strip("[]")
    if not address or address.startswith("unix:") or host == "localhost":
        return
    try:
        is_local = ip_address(host).is_loopback
    except ValueError:
        is_local = False
    if not is_local:
        raise ListenError(f"{address} is not on this machine; use unix:/a/path or 127.0.0.1:port.")


@contextmanager
def _listening(address: str) -> Iterator[None]:
    try:
        yield
    except RuntimeError as error:  # gRPC's own way to say it
        raise ListenError(
            f"{address} cannot be used. Stop the program that uses it, or choose another."
        ) from error
