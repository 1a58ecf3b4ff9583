"""From a folder to a running service, and back to a quiet machine."""

import asyncio
import contextlib
import json
import os
import signal
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from arena.runner.queues import pgmq_database_url, pgmq_url
from deploy.launcher.console import say, step
from deploy.launcher.environment import PROJECT_DIR, Secrets, write_private
from deploy.launcher.postgres import EmbeddedPostgres, Passwords, free_port
from deploy.launcher.problems import Problem
from deploy.launcher.process import ManagedProcess, ProcessSpec
from deploy.launcher.stack import (
    SCHEDULER,
    WORKER,
    Address,
    demo_commands,
    manage_command,
    preparation_steps,
    processes,
)
from deploy.launcher.supervisor import Supervisor
from deploy.queue_sql import queue_install
from tournaments.demo import DEMO_ACCOUNTS

_READY_SECONDS = 120.0


async def launch(folder: Path, address: Address) -> None:
    """Start everything, wait for a stop signal, stop everything."""
    supervisor = Supervisor(folder / "log")
    with _stop_requested() as stop:
        starting = asyncio.create_task(_start(folder, address, supervisor))
        stopping = asyncio.create_task(stop.wait())
        try:
            await asyncio.wait({starting, stopping}, return_when=asyncio.FIRST_COMPLETED)
            if starting.done():
                starting.result()
                await stopping
        finally:
            starting.cancel()
            stopping.cancel()
            await asyncio.gather(starting, stopping, return_exceptions=True)
            await supervisor.stop()
            say("Stopped.")


async def _start(folder: Path, address: Address, supervisor: Supervisor) -> None:
    began = time.monotonic()
    since = datetime.now(UTC)
    os.chdir(PROJECT_DIR)
    secrets = Secrets.load(folder / "secrets.json")
    addresses = await _database_and_queue(folder, secrets, supervisor)
    os.environ.update(addresses)
    write_private(folder / "env", "".join(f"{name}={addresses[name]}\n" for name in addresses))

    for what, command in preparation_steps():
        with step(what):
            await _run(ProcessSpec(name="prepare", command=command), folder)
    await _create_demo_data_once(folder, secrets)
    with step("Starting the web, the workers and the scheduler"):
        for spec in processes(address):
            await supervisor.add(spec)
        await _wait_for_web(address)
        await _run(
            ProcessSpec(
                name="ready",
                command=manage_command(
                    "wait_for_workers", WORKER, SCHEDULER,
                    "--since", since.isoformat(), "--seconds", str(_READY_SECONDS),
                ),
            ),
            folder,
        )  # fmt: skip
    _welcome(address, secrets, time.monotonic() - began)


async def _database_and_queue(
    folder: Path, secrets: Secrets, supervisor: Supervisor
) -> dict[str, str]:
    """The addresses that Django and Celery need: the embedded server's, or those given to us."""
    given = [name for name in ("DATABASE_URL", "CELERY_BROKER_URL") if os.environ.get(name)]
    if len(given) == 1:
        raise Problem(
            f"Only {given[0]} is set. Set both DATABASE_URL and CELERY_BROKER_URL to use servers "
            "of your own, or neither to use the embedded ones."
        )
    if given:
        addresses = {name: os.environ[name] for name in given}
    else:
        postgres = EmbeddedPostgres(
            data_dir=folder / "postgres",
            port=free_port(),
            passwords=Passwords(
                admin=secrets.database_admin, data=secrets.database, queue=secrets.queue
            ),
        )
        with step("Starting PostgreSQL"):
            await asyncio.to_thread(postgres.release_stale_lock)
            postgres.initialize()
            await supervisor.add(
                ProcessSpec(
                    name="postgres",
                    command=postgres.command(),
                    before_exec=postgres.before_exec,
                    stop_signal=signal.SIGINT,
                    stop_seconds=30,
                )
            )
            await asyncio.to_thread(postgres.wait_until_ready)
            postgres.prepare()
        addresses = {
            "DATABASE_URL": postgres.data_url,
            "CELERY_BROKER_URL": pgmq_url(postgres.queue_url),
        }
    if queue_url := pgmq_database_url(addresses["CELERY_BROKER_URL"]):
        with step("Preparing the queue"):
            queue_install(database_url=queue_url)
    return {
        "SECRET_KEY": os.environ.get("SECRET_KEY") or secrets.django,
        **addresses,
    }


async def _create_demo_data_once(folder: Path, secrets: Secrets) -> None:
    done = folder / "demo-created"
    if done.exists():
        return
    passwords = folder / "demo-logins.json"
    write_private(passwords, json.dumps({demo.email: secrets.demo for demo in DEMO_ACCOUNTS}))
    with step("Creating demo data"):
        for command in demo_commands(passwords):
            await _run(ProcessSpec(name="prepare", command=command), folder)
    done.touch()


async def _run(spec: ProcessSpec, folder: Path) -> None:
    """Run one command to its end; a failure shows what it said."""
    process = ManagedProcess(spec, folder / "log")
    await process.start()
    try:
        code = await process.wait()
    except asyncio.CancelledError:
        await process.stop()
        raise
    if code != 0:
        said = "\n".join(process.last_lines)
        raise Problem(
            f"`{' '.join(spec.command[1:3])}` failed; everything it said is in "
            f"{folder / 'log' / spec.name}.log. Its last lines:\n{said}"
        )


async def _wait_for_web(address: Address) -> None:
    deadline = time.monotonic() + _READY_SECONDS
    while not await asyncio.to_thread(_answers, f"{address.url}readyz"):
        if time.monotonic() > deadline:
            raise Problem(
                f"The web process did not get ready within {_READY_SECONDS:.0f} seconds. "
                "See var/log/web.log."
            )
        await asyncio.sleep(0.1)


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5) as response:  # noqa: S310 - our own address
            return bool(response.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def _welcome(address: Address, secrets: Secrets, seconds: float) -> None:
    say("")
    say(f"Durako is ready after {seconds:.1f} s: {address.url}", style="bold green")
    say(f"Demo log-ins, each with the password {secrets.demo}:")
    for demo in DEMO_ACCOUNTS:
        say(f"    {demo.email:<28} {demo.role}")
    say("Stop it with Ctrl-C.")
    say("")


@contextlib.contextmanager
def _stop_requested() -> Iterator[asyncio.Event]:
    """An event that is set by Ctrl-C, by SIGTERM and by a closed terminal."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    signals = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    for number in signals:
        loop.add_signal_handler(number, stop.set)
    try:
        yield stop
    finally:
        # From here on a second Ctrl-C must not interrupt the stopping.
        for number in signals:
            loop.add_signal_handler(number, lambda: None)
