"""The machine of the matches' benchmark: queue, game server and match worker, as they really run.

The benchmark is the server's side: it signs orders as the server does, sends them through the
embedded queue, and takes the results from there.
"""

import hashlib
import secrets
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import psutil
from celery import Celery

from arena.games.interface import AnyRules
from arena.runner.archives import archive_name
from arena.runner.match_orders import (
    MATCH_ALIVE,
    MATCH_RESULT,
    PLAY,
    MatchOrder,
    MatchResult,
    ProgramRun,
)
from arena.runner.orders import RUNNER_SEEN, Program
from arena.runner.queues import MATCHES, RESULTS, celery_settings, pgmq_url
from arena.runner.signing import key_create, sign
from arena.sdk.scaffold import BOT_FILE, first_bot
from deploy.launcher.postgres import EmbeddedPostgres, Passwords, free_port, running
from deploy.launcher.runner import MATCH_RUNNER, RunnerPlace
from deploy.launcher.stack import GameServerPlace
from deploy.queue_sql import queue_install
from tests.arena.runner.hosted_runtime import FOLDER as RUNTIME
from tests.arena.runner.hosted_runtime import hosted_runtime
from tests.bench.table_processes import PROJECT_DIR, child

COMMAND: Final = ("python", BOT_FILE)
CLOCKS: Final = {"startup": 120.0, "bank": 120.0, "bank_limit": 120.0}
"""Nobody loses because the machine is busy."""
PATIENCE_SECONDS: Final = 300.0
ORDER_SECONDS: Final = 90.0


@dataclass(frozen=True, slots=True)
class Told:
    """A result, and when it was there."""

    result: MatchResult
    at: float


class Desk:
    """The server's side of the queue."""

    def __init__(self, broker_url: str, signing_key: str, programs: tuple[Program, ...]) -> None:
        self._app = Celery("bench-server")
        self._app.conf.update(celery_settings(broker_url))
        self._signing_key = signing_key
        self._programs = programs
        self._came: list[tuple[str, Any, float]] = []
        self._connection = self._app.connection_for_read()
        consumer = self._app.amqp.TaskConsumer(
            self._connection.channel(),
            queues=[self._app.amqp.queues[RESULTS]],
            callbacks=[self._take],
        )
        consumer.consume()
        self.slots = 0

    def wait_for_worker(self) -> None:
        """Until a worker has said that it plays; then we know how many matches at once."""
        while not self.slots:
            name, arguments, _ = self._next()
            if name == RUNNER_SEEN:
                if arguments[1]["refusal"]:
                    raise RuntimeError(arguments[1]["refusal"])
                self.slots = arguments[1]["slots"]

    def order(self, rules: AnyRules, boards: int) -> tuple[str, float]:
        """Send a match to whoever has room; its name, and when that was."""
        now = time.time()
        order = MatchOrder(
            match=secrets.token_hex(8),
            attempt=1,
            token=secrets.token_urlsafe(32),
            rules=rules.to_json(),
            programs=self._programs,
            boards=boards,
            seed=secrets.token_hex(32),
            clocks=CLOCKS,
            seconds=PATIENCE_SECONDS,
            expires_at=now + ORDER_SECONDS,
        )
        at = time.monotonic()
        envelope = sign(PLAY, order.to_json(), self._signing_key)
        self._app.send_task(PLAY, args=[envelope], queue=MATCHES, expires=ORDER_SECONDS)
        return order.match, at

    def result(self) -> Told:
        """The next one; a match that was not played to its end is an error."""
        while True:
            name, arguments, at = self._next()
            if name == MATCH_RESULT:
                data = arguments[0][0]
                if data["broken"]:
                    raise RuntimeError(data["broken"])
                replay = MatchResult.replay_unpacked(data["replay"])
                runs = tuple(ProgramRun(**one) for one in data["runs"])
                return Told(MatchResult(**{**data, "replay": replay, "runs": runs}), at)

    def _next(self) -> tuple[str, Any, float]:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not self._came:
            if time.monotonic() > deadline:
                raise TimeoutError("The match worker says nothing.")
            try:
                self._connection.drain_events(timeout=1)
            except TimeoutError:
                continue
        return self._came.pop(0)

    def _take(self, body: Any, message: Any) -> None:  # noqa: ANN401 - kombu's
        name = message.headers["task"]
        assert name in {MATCH_ALIVE, MATCH_RESULT, RUNNER_SEEN}
        self._came.append((name, body, time.monotonic()))
        message.ack()

    def close(self) -> None:
        self._connection.release()
        self._app.close()


@dataclass(frozen=True, slots=True)
class Machine:
    """Everything that plays."""

    desk: Desk
    gameserver: Path
    program: Path
    """The unpacked bot."""
    runtime: Path
    metrics: int
    """The port at which the game server says what it has counted."""


@contextmanager
def machine(folder: Path, slots: int | None = None) -> Iterator[Machine]:
    """Sized by the launcher unless told otherwise; the folder has a short name, and all may go
    through it."""
    runtime = hosted_runtime().root
    key = key_create()
    with ExitStack() as stack:
        broker = stack.enter_context(queue(folder))
        server = GameServerPlace(folder / "gameserver", folder, free_port())
        server.folder.mkdir()
        metrics = free_port()
        stack.enter_context(child(*server.command()[2:], "--metrics-port", str(metrics)))
        subprocess.run(server.wait_command(PATIENCE_SECONDS), cwd=PROJECT_DIR, check=True)
        place = RunnerPlace(
            folder=folder / "runner",
            runtime=RUNTIME,
            archives=folder / "archives",
            game_server=server.folder,
        )
        programs = _submitted(place.archives)
        desk = Desk(broker, key, programs)
        stack.callback(desk.close)
        service = {"CELERY_BROKER_URL": broker, "TASK_SIGNING_KEY": key}
        quiet = {**place.environment(service), "PYTHONWARNINGS": "ignore"}
        stack.enter_context(child(*_worker(place, service, slots), environment=quiet))
        desk.wait_for_worker()
        unpacked = folder / "unpacked"
        unpacked.mkdir(mode=0o755)
        (unpacked / BOT_FILE).write_text(first_bot())
        yield Machine(desk, server.folder, unpacked, runtime, metrics)


@contextmanager
def queue(folder: Path) -> Iterator[str]:
    """The embedded one, as durable as in production."""
    passwords = Passwords(*(secrets.token_hex(8) for _ in range(3)))
    with running(EmbeddedPostgres(folder / "postgres", free_port(), passwords)) as server:
        server.prepare()
        queue_install(database_url=server.queue_url)
        yield pgmq_url(server.queue_url)


def children_seconds() -> float:
    """Core-time so far of every process below this one, with all that have ended below them."""
    total = 0.0
    for process in psutil.Process().children(recursive=True):
        used = process.cpu_times()
        total += used.user + used.system + used.children_user + used.children_system
    return total


def _worker(place: RunnerPlace, service: Mapping[str, str], slots: int | None) -> list[str]:
    """The launcher's own command for whoever plays matches."""
    (command,) = [
        spec.command[2:] for spec in place.processes(service) if MATCH_RUNNER in spec.command
    ]
    if slots is not None:
        command[command.index("--concurrency") + 1] = str(slots)
    return command


def _submitted(archives: Path) -> tuple[Program, ...]:
    data = first_bot().encode()
    digest = hashlib.sha256(data).hexdigest()
    path = archives / archive_name(digest)
    path.parent.mkdir(parents=True)
    path.write_bytes(data)
    return tuple(
        Program(name=f"bot/{number}", digest=digest, file_name=BOT_FILE, command=COMMAND)
        for number in range(2)
    )
