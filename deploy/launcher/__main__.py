"""`python -m deploy.launcher`: what `make run` starts once the environment is installed."""

import asyncio
import os
import signal
import sys
from typing import Annotated

import typer

from arena.runner.lifeline import die_with_parent
from deploy.launcher.console import fail
from deploy.launcher.environment import (
    check_port_is_free,
    check_ports_differ,
    make_sockets_dir,
    make_var_dir,
    only_launcher,
)
from deploy.launcher.launch import launch
from deploy.launcher.problems import Problem
from deploy.launcher.runner import RunnerPlace
from deploy.launcher.sandbox import DEVELOPMENT, sandbox_choice
from deploy.launcher.stack import Address, GameServerPlace


def main(
    host: Annotated[str, typer.Option(help="Where to listen.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port to listen on.", min=1, max=65535)] = 8000,
    game_port: Annotated[
        int, typer.Option(help="Where bots connect on this machine; 0: any.", min=0, max=65535)
    ] = 8010,
) -> None:
    """Run the whole service on this machine until Ctrl-C."""
    if "MAKELEVEL" in os.environ:
        # Started by make, which a closed connection may end alone: then nobody could stop us.
        die_with_parent(signal.SIGTERM)
    address = Address(host, port)
    try:
        sandbox = sandbox_choice(os.environ, address)
        folder = make_var_dir()
        with only_launcher(folder):
            check_port_is_free(host, port, "PORT")
            check_port_is_free("127.0.0.1", game_port, "GAME_PORT")
            check_ports_differ(port, game_port)
            sockets = make_sockets_dir(folder)
            game_server = GameServerPlace(folder / "gameserver", sockets, game_port)
            runner = RunnerPlace.in_var(folder, game_server.folder, sandbox)
            asyncio.run(launch(folder, address, game_server, runner))
    except (Problem, OSError) as problem:
        fail(str(problem))
        sys.exit(1)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", DEVELOPMENT)
    typer.run(main)
