"""The processes of the service and the steps before them. Later parts of the house join here."""

import ipaddress
import json
import os
import re
import socket
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from arena.runner.queues import DEFAULT, RESULTS, SCHEDULER
from deploy.launcher.process import ERRORS, EVERYTHING, ProcessSpec
from deploy.launcher.runner import RunnerPlace

_LOOPBACK_OF_WILDCARD = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - not bound here
WORKER = f"worker@{socket.gethostname()}"


@dataclass(frozen=True)
class Address:
    """Where the web process listens."""

    host: str
    port: int

    @property
    def url(self) -> str:
        """Where a person on this machine, and the launcher itself, reaches it."""
        host = _LOOPBACK_OF_WILDCARD.get(self.host, self.host)
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/"

    @property
    def is_loopback(self) -> bool:
        """Whether only programs on this machine reach it, as far as its spelling tells."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:  # another name
            return False

    @property
    def allowed_hosts(self) -> str:
        """Whoever listens on every address means to be reached by any name."""
        if self.host in _LOOPBACK_OF_WILDCARD:
            return "*"
        return f"localhost,127.0.0.1,[::1],{self.host},{socket.gethostname()}"


@dataclass(frozen=True)
class GameServerPlace:
    """Where the game server keeps its files and sockets, and where bots of one's own connect."""

    folder: Path
    sockets: Path
    port: int

    @property
    def address_file(self) -> Path:
        """Where it says where it listens."""
        return self.folder / "address.json"

    @property
    def token_file(self) -> Path:
        """The token of whoever opens tables."""
        return self.folder / "host-token"

    def players_address(self) -> str:
        """Where bots connect, once it runs."""
        return str(json.loads(self.address_file.read_text())["players"])

    def command(self) -> list[str]:
        """How it is started."""
        return game_server_command(
            "serve", "--control", f"unix:{self.sockets / 'control.sock'}",
            "--players", f"127.0.0.1:{self.port}", "--sockets", str(self.sockets / "seats"),
            "--host-token-file", str(self.token_file), "--address-file", str(self.address_file),
            "--drain-seconds", "5", "--log-level", "WARNING",
        )  # fmt: skip

    def wait_command(self, seconds: float) -> list[str]:
        """Ends well as soon as it says that it is well."""
        return game_server_command(
            "health", "--address-file", str(self.address_file), "--seconds", str(seconds)
        )


def game_server_command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "arena.gameserver", *arguments]


def manage_command(*arguments: str) -> list[str]:
    return [sys.executable, "manage.py", *arguments]


def preparation_steps(runner: RunnerPlace) -> list[tuple[str, ProcessSpec]]:
    """Run one after the other before anything is started; each may run again without harm."""
    migrate = manage_command("migrate", "--no-input", "-v0")
    cache = manage_command("createcachetable")
    ladders = manage_command("open_house_ladders")
    return [
        # The first time it takes a while: it says what it does.
        ("Building the hosted runtime", preparation(runner.build_command(), relays=EVERYTHING)),
        ("Bringing the database up to date", preparation(migrate)),
        ("Preparing the cache", preparation(cache)),
        ("Opening the ladders", preparation(ladders)),
    ]


def preparation(command: list[str], *, relays: re.Pattern[str] | None = None) -> ProcessSpec:
    """A command that runs to its end before anything is started."""
    return ProcessSpec(name="prepare", command=command, relays=relays)


def demo_commands(passwords: Path) -> list[list[str]]:
    """Something to look at: run on the first start only, each again without harm."""
    return [
        manage_command("demo_accounts", "--password-file", str(passwords)),
        manage_command("demo_bots"),  # their checks wait in the queue for the runner
    ]


def web_process(address: Address) -> ProcessSpec:
    """The pages."""
    return ProcessSpec(
        name="web",
        command=[
            sys.executable, "-m", "uvicorn", "deploy.asgi:application",
            "--host", address.host, "--port", str(address.port),
            "--lifespan", "off", "--no-access-log", "--log-level", "warning",
            "--no-server-header", "--timeout-graceful-shutdown", "5",
            # Django's settings say which proxies are trusted, not uvicorn's guess.
            "--no-proxy-headers",
        ],
        environment={"DATABASE_POOL_SIZE": "8"},
        relays=EVERYTHING,  # e-mails are printed there
    )  # fmt: skip


def processes(
    address: Address,
    game_server: GameServerPlace,
    runner: RunnerPlace,
    service: Mapping[str, str],
) -> list[ProcessSpec]:
    """In starting order; `service` is what the service's own processes know."""
    celery = [sys.executable, "-m", "celery", "--quiet", "-A", "deploy.celery_app"]
    return [
        web_process(address),
        ProcessSpec(
            name="gameserver",
            command=game_server.command(),
            stop_seconds=20,  # matches may end, hosts are told
            relays=ERRORS,
        ),
        ProcessSpec(
            name="worker",
            command=[
                *celery, "worker", "--queues", f"{DEFAULT},{RESULTS}", "--hostname", WORKER,
                "--concurrency", str(min(4, os.cpu_count() or 1)), "--loglevel", "WARNING",
                "--without-gossip", "--without-mingle", "--without-heartbeat",
            ],
            relays=EVERYTHING,  # e-mails are printed there, too
        ),
        *runner.processes(service),
        ProcessSpec(
            name=SCHEDULER,
            command=[
                *celery, "beat", "--scheduler", "celery.beat:Scheduler", "--pidfile", "",
                "--loglevel", "WARNING",
            ],
            relays=ERRORS,
        ),
    ]  # fmt: skip
