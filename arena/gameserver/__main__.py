"""`python -m arena.gameserver`: serve tables, open one to practise at, or verify a replay."""

import asyncio
import json
import logging
import os
import signal
import sys
from pathlib import Path
from typing import Annotated

import typer

from arena.gameserver.descriptors import descriptors_raise
from arena.gameserver.limits import KEEP_SECONDS, MAX_TABLES
from arena.gameserver.lobby import LobbyOptions
from arena.gameserver.practice_command import practice
from arena.gameserver.probe import wait_until_well
from arena.gameserver.server import GameServer, ListenError, ServerOptions
from arena.gameserver.sockets import SocketsFolderError
from arena.gameserver.table import GATHER
from arena.gameserver.tokens import TokenFileError, host_token
from arena.sdk.replays import verify_file
from arena.wire.frames import ReplayRefused

logger = logging.getLogger("arena.gameserver")
app = typer.Typer(help=__doc__, no_args_is_help=True, add_completion=False)
app.command()(practice)


@app.command()
def serve(  # noqa: PLR0917 - typer calls it by name
    control: Annotated[
        str, typer.Option(help="For hosts and spectators: unix:/a/path, or 127.0.0.1:port.")
    ],
    host_token_file: Annotated[
        Path, typer.Option(help="The hosts' token; made, for its owner only, if it is missing.")
    ],
    players: Annotated[
        str, typer.Option(help="Also let bots connect here: 127.0.0.1:port, 0 for any port.")
    ] = "",
    sockets: Annotated[
        Path | None, typer.Option(help="Where to make the seats' sockets; default: a fresh folder.")
    ] = None,
    metrics_port: Annotated[
        int | None, typer.Option(help="Numbers for Prometheus, on loopback; 0 for any port.")
    ] = None,
    address_file: Annotated[
        Path | None, typer.Option(help="Written when ready: where the server listens, as JSON.")
    ] = None,
    drain_seconds: Annotated[
        float, typer.Option(help="How long tables may go on after a stop signal.", min=0)
    ] = 10.0,
    max_tables: Annotated[
        int, typer.Option(help="How many tables may be open at once.", min=1)
    ] = MAX_TABLES,
    keep_seconds: Annotated[
        float, typer.Option(help="How long tables that are over are remembered.", min=0)
    ] = KEEP_SECONDS,
    gather_ms: Annotated[
        float,
        typer.Option(
            help="How long decisions may wait so that several travel together; 0: not at all.",
            min=0,
        ),
    ] = GATHER * 1000,
    log_level: Annotated[str, typer.Option(help="DEBUG, INFO, WARNING or ERROR.")] = "INFO",
) -> None:
    """Serve tables until SIGTERM or Ctrl-C."""
    logging.basicConfig(
        level=log_level.upper(), stream=sys.stderr, format="%(levelname)s %(name)s %(message)s"
    )
    descriptors_raise()
    try:
        options = ServerOptions(
            control=control,
            host_token=host_token(host_token_file),
            players=players,
            sockets=sockets,
            metrics_port=metrics_port,
            drain_seconds=drain_seconds,
            lobby=LobbyOptions(
                max_tables=max_tables, keep_seconds=keep_seconds, gather=gather_ms / 1000
            ),
        )
        asyncio.run(_serve(options, address_file))
    except (ListenError, SocketsFolderError, TokenFileError, OSError) as problem:
        logger.error("%s", problem)
        sys.exit(1)


@app.command()
def health(
    address_file: Annotated[
        Path, typer.Option(help="Where the running server has written its addresses.")
    ] = Path("var/gameserver/address.json"),
    seconds: Annotated[float, typer.Option(help="How long to wait for it.", min=0)] = 5.0,
) -> None:
    """Wait until the server says that it is well."""
    if not wait_until_well(address_file, seconds):
        typer.echo(
            f"No game server that {address_file} tells of is well. Start it with `make run`, or "
            "name the file of the one you mean with --address-file.",
            err=True,
        )
        sys.exit(1)
    typer.echo("The game server is well.")


@app.command()
def verify(file: Annotated[Path, typer.Argument(help="A replay, plain or gzipped.")]) -> None:
    """Play a replay again and check everything in it."""
    try:
        for line in verify_file(file):
            typer.echo(line)
    except (ReplayRefused, OSError) as refused:
        typer.echo(str(refused), err=True)
        sys.exit(1)


async def _serve(options: ServerOptions, address_file: Path | None) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    server = await GameServer(options).start()
    try:
        _write_addresses(server, address_file)
        logger.info("Ready at %s", server.control_address)
        await stop.wait()
        await server.drain()
    finally:
        await server.stop()
        _remove(address_file)
    logger.info("Stopped")


def _write_addresses(server: GameServer, path: Path | None) -> None:
    """Whole or not at all: whoever waits for the file reads it at once."""
    if path is None:
        return
    unfinished = path.with_name(f"{path.name}.{os.getpid()}")
    unfinished.write_text(
        json.dumps(
            {
                "control": server.control_address,
                "players": server.players_address,
                "metrics_port": server.metrics_port,
                "pid": os.getpid(),
            }
        )
    )
    unfinished.replace(path)


def _remove(path: Path | None) -> None:
    if path is not None:
        path.unlink(missing_ok=True)


if __name__ == "__main__":
    app()
