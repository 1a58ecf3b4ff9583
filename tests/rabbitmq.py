"""A RabbitMQ of one's own, where the system has the package: a node in a folder, then gone."""

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from arena.runner.lifeline import die_with_parent
from deploy.launcher.postgres import free_port
from tests.deploy.service import wait_for

_PACKAGE = Path("/usr/lib/rabbitmq/bin/rabbitmq-server")
"""Debian's command of this name changes the user and looks into one folder only; this one not."""


def rabbitmq_command() -> str | None:
    """How it is started; None if it is not installed."""
    if shutil.which("epmd") is None:
        return None
    return str(_PACKAGE) if _PACKAGE.exists() else shutil.which("rabbitmq-server")


@contextmanager
def rabbitmq_server(folder: Path) -> Iterator[str]:
    """Its address. Erlang's own directory of nodes runs beside it, on a port of its own."""
    command = rabbitmq_command()
    assert command is not None
    port, directory_port = free_port(), free_port()
    plugins = folder / "enabled_plugins"
    plugins.write_text("[].")
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "LANG": "C.UTF-8",
        "ERL_EPMD_PORT": str(directory_port),
        "ERL_EPMD_ADDRESS": "127.0.0.1",
        "RABBITMQ_NODENAME": f"durako{port}@localhost",
        "RABBITMQ_NODE_IP_ADDRESS": "127.0.0.1",
        "RABBITMQ_NODE_PORT": str(port),
        "RABBITMQ_DIST_PORT": str(free_port()),
        "RABBITMQ_MNESIA_BASE": str(folder / "data"),
        "RABBITMQ_LOG_BASE": str(folder / "log"),
        "RABBITMQ_CONFIG_FILE": str(folder / "none"),
        "RABBITMQ_CONF_ENV_FILE": str(folder / "none"),
        "RABBITMQ_ADVANCED_CONFIG_FILE": str(folder / "none"),
        "RABBITMQ_ENABLED_PLUGINS_FILE": str(plugins),
        "RABBITMQ_PID_FILE": str(folder / "pid"),
        "RABBITMQ_SERVER_START_ARGS": "-start_epmd false",
    }
    with ExitStack() as stack:
        said = folder / "rabbitmq.log"
        stack.callback(_end, _started("epmd", environment, said))
        process = _started(command, environment, said)
        stack.callback(_end, process)
        wait_for(
            lambda: process.poll() is not None or _listens(port),
            "RabbitMQ to listen",
            details=said.read_text,
        )
        assert process.poll() is None, said.read_text()
        yield f"amqp://guest:guest@127.0.0.1:{port}//"


def _started(command: str, environment: dict[str, str], said: Path) -> subprocess.Popen[bytes]:
    with said.open("ab") as file:
        return subprocess.Popen(
            [command],
            cwd=said.parent,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=file,
            preexec_fn=die_with_parent,  # noqa: PLW1509 - it does nothing that could wait
        )


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    process.wait(timeout=60)
