"""What `manage.py doctor` looks at: everything the service needs, really tried, and what to do.

Nothing is written here but one small file that is removed again.
"""

import asyncio
import json
import secrets
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import psycopg
from celery import Celery
from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage, default_storage
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from kombu.exceptions import OperationalError

from arena.archive import hosted
from arena.gameserver.probe import wait_until_well
from arena.runner.queues import pgmq_database_url
from arena.runner.runtime import Runtime, RuntimeMissingError
from arena.runner.sandbox.choose import driver_named
from arena.runner.sandbox.interface import Finding, SandboxError
from arena.selectors.workers import runners_present, workers_present

GIB: Final = 1024**3
ROOM_BYTES: Final = GIB
"""Below this, uploads and the database may soon fail."""
_GAMESERVER_SECONDS: Final = 5.0
_QUEUE_SECONDS: Final = 2
_START: Final = "Start the service: `make run` (in production: see deploy/README.md)."


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the service, and what was found of it."""

    name: str
    findings: tuple[Finding, ...]

    @property
    def lacks_something(self) -> bool:
        """Whether the service cannot do its work like this."""
        return any(found.needed and not found.good for found in self.findings)


def examine(*, runs_bots: bool = True) -> list[Part]:
    """Look at everything; `runs_bots` says whether this machine has a runner and a game server."""
    parts: list[tuple[str, Callable[[], tuple[Finding, ...]]]] = [
        ("database", _database),
        ("queue", _queue),
        ("storage", _storage),
        ("workers", _workers),
    ]
    if runs_bots:
        parts += [("game server", _game_server), ("runtime", _runtime), ("sandbox", _sandbox)]
    return [Part(name, look()) for name, look in parts]


def _database() -> tuple[Finding, ...]:
    try:
        executor = MigrationExecutor(connection)
        missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except Error as error:
        return (_bad("answers", f"The database does not answer ({_first_line(error)}).", _START),)
    answers = _good("answers", "The database answers.")
    if missing:
        detail = f"{len(missing)} migrations are missing in the database."
        return answers, _bad("migrations", detail, "Run `python manage.py migrate`.")
    return answers, _good("migrations", "Every migration is applied.")


def _queue() -> tuple[Finding, ...]:
    app = Celery(set_as_current=False)
    app.config_from_object("django.conf:settings", namespace="CELERY")
    try:
        if (database_url := pgmq_database_url(app.conf.broker_url)) is not None:
            # The embedded queue's own pool would try for half a minute.
            psycopg.connect(database_url, connect_timeout=_QUEUE_SECONDS).close()
        with app.connection_for_read() as broker:
            broker.ensure_connection(max_retries=1, timeout=_QUEUE_SECONDS)
    except (OperationalError, OSError, psycopg.Error) as error:
        return (_bad("answers", f"The queue does not answer ({_first_line(error)}).", _START),)
    return (_good("answers", "The queue answers."),)


def _storage() -> tuple[Finding, ...]:
    name, content = f"doctor/{secrets.token_hex(8)}", secrets.token_bytes(1024)
    where = "The storage"
    if isinstance(default_storage, FileSystemStorage):
        where = str(default_storage.location)
    try:
        stored = default_storage.save(name, ContentFile(content))
        with default_storage.open(stored) as file:
            same = file.read() == content
        default_storage.delete(stored)
    except OSError as error:
        return (
            _bad(
                "writable",
                f"{where} cannot be written ({error.strerror or error}).",
                "Make it writable for this user and make room, or set DURAKO_VAR.",
            ),
        )
    if not same:
        return (_bad("writable", f"{where} gives back something else.", "Check the disk."),)
    return _good("writable", f"{where} can be written and read."), *_room()


def _room() -> tuple[Finding, ...]:
    if not isinstance(default_storage, FileSystemStorage):
        return ()
    free = shutil.disk_usage(default_storage.location).free
    detail = f"{free / GIB:.1f} GiB are free for what is uploaded."
    if free < ROOM_BYTES:
        return (_bad("room", detail, f"Make room: at least {ROOM_BYTES // GIB} GiB."),)
    return (_good("room", detail),)


def _workers() -> tuple[Finding, ...]:
    try:
        names = sorted(workers_present().filter(sandbox="").values_list("name", flat=True))
        runners = list(runners_present())
    except Error:
        return (_bad("present", "Nobody knows while the database does not answer.", _START),)
    if names:
        present = _good("present", f"Heard of lately: {', '.join(names)}.")
    else:
        present = _bad("present", "No worker has been heard of lately.", _START)
    if not runners:
        return present, _bad("runner", "No runner of bots has been heard of lately.", _START)
    told = (
        _bad(runner.name, f"It runs no bots of strangers. {runner.refusal}", "")
        if runner.refusal
        else _good(runner.name, f"It runs bots in the sandbox {runner.sandbox!r}.")
        for runner in runners
    )
    return present, *told


def _game_server() -> tuple[Finding, ...]:
    address_file = settings.GAMESERVER_DIR / "address.json"
    try:
        address = json.loads(address_file.read_text())["control"]
        is_well = wait_until_well(address_file, _GAMESERVER_SECONDS)
    except (OSError, ValueError, KeyError, TypeError):
        detail = f"{address_file} does not say where the game server listens."
        return (_bad("address", detail, f"{_START} Or set DURAKO_GAMESERVER."),)
    if not is_well:
        detail = f"The game server at {address} is not well, or gone."
        return (_bad("answers", detail, _START),)
    return (_good("answers", f"The game server at {address} is well."),)


def _runtime() -> tuple[Finding, ...]:
    try:
        runtime = Runtime.load(settings.RUNTIME_DIR)
    except RuntimeMissingError as missing:
        return (_bad("built", str(missing), ""),)
    packages = ", ".join(f"{name} {version}" for name, version in runtime.packages.items())
    built = _good("built", f"Bots get Python {runtime.python} with {packages}.")
    if runtime.packages != hosted().packages:
        return (
            _bad(
                "up to date",
                "The runtime was built with other packages than the site tells authors about.",
                "Build it again: `python -m arena.runner.runtime build --to "
                f"{settings.RUNTIME_DIR}`, then start the runner again.",
            ),
        )
    lacking = [name for name in hosted().programs if name not in runtime.programs]
    return built, *(
        Finding(
            what=name,
            good=False,
            detail=f"This machine has no {name}: bots that need it cannot run here.",
            fix=f"Install {name} and build the runtime again, if authors ask for it.",
            needed=False,
        )
        for name in lacking
    )


def _sandbox() -> tuple[Finding, ...]:
    try:
        runtime = Runtime.load(settings.RUNTIME_DIR)
        found = asyncio.run(driver_named(settings.SANDBOX).probe(runtime.root))
    except RuntimeMissingError:
        return (_bad("tried", "It cannot be tried without the runtime.", "Build that first."),)
    except SandboxError as error:
        return (_bad("tried", str(error), ""),)
    return found.findings


def _good(what: str, detail: str) -> Finding:
    return Finding(what=what, good=True, detail=detail)


def _bad(what: str, detail: str, fix: str) -> Finding:
    return Finding(what=what, good=False, detail=detail, fix=fix)


def _first_line(error: Exception) -> str:
    return next(iter(str(error).strip().splitlines()), type(error).__name__)
