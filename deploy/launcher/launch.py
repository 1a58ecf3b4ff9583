"""From a folder to a running service, and back to a quiet machine."""

import asyncio
import contextlib
import http.client
import json
import os
import shutil
import signal
import time
import urllib.request
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from arena.runner.queues import SCHEDULER, pgmq_database_url, pgmq_url
from deploy.launcher.console import say, step, warn
from deploy.launcher.environment import PROJECT_DIR, Secrets, write_private
from deploy.launcher.postgres import EmbeddedPostgres, Passwords, free_port
from deploy.launcher.problems import Problem
from deploy.launcher.process import ManagedProcess, ProcessSpec
from deploy.launcher.runner import MATCH_RUNNER, RUNNER, RunnerPlace
from deploy.launcher.stack import (
    WORKER,
    Address,
    GameServerPlace,
    demo_commands,
    manage_command,
    preparation,
    preparation_steps,
    processes,
)
from deploy.launcher.supervisor import Supervisor
from deploy.queue_sql import queue_install
from tournaments.demo import DEMO_ACCOUNTS

_READY_SECONDS = 120.0


async def launch(
    folder: Path, address: Address, game_server: GameServerPlace, runner: RunnerPlace
) -> None:
    """Start everything, wait for a stop signal, stop everything."""
    supervisor = Supervisor(folder / "log")
    with _stop_requested() as stop:
        starting = asyncio.create_task(_start(folder, address, game_server, runner, supervisor))
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
            shutil.rmtree(game_server.sockets, ignore_errors=True)
            say("Stopped.")


async def _start(
    folder: Path,
    address: Address,
    game_server: GameServerPlace,
    runner: RunnerPlace,
    supervisor: Supervisor,
) -> None:
    began = time.monotonic()
    since = datetime.now(UTC)
    os.chdir(PROJECT_DIR)
    secrets = Secrets.load(folder / "secrets.json")
    given = _servers_given()
    servers = given or await _start_postgres(folder, secrets, supervisor)
    if queue_url := pgmq_database_url(servers["CELERY_BROKER_URL"]):
        with step("Preparing the queue"):
            await asyncio.to_thread(queue_install, database_url=queue_url)
    environment = {
        "SECRET_KEY": os.environ.get("SECRET_KEY") or secrets.django,
        "TASK_SIGNING_KEY": os.environ.get("TASK_SIGNING_KEY") or secrets.task_signing,
        **servers,
    }
    os.environ.update(environment)
    os.environ.setdefault("ALLOWED_HOSTS", address.allowed_hosts)
    os.environ.setdefault("SITE_URL", address.url)
    write_private(folder / "env", "".join(f"{name}={environment[name]}\n" for name in environment))

    for what, spec in preparation_steps(runner):
        with step(what):
            await _run(spec, folder)
    if not given:  # other people's servers may serve other people
        await _create_demo_data_once(folder, secrets)
    game_server.folder.mkdir(exist_ok=True)
    game_server.address_file.unlink(missing_ok=True)
    with step("Starting the web, the game server, the workers, the runners and the scheduler"):
        for spec in processes(address, game_server, runner, environment):
            await supervisor.add(spec)
        await _wait_for_web(address, folder)
        await _run(
            ProcessSpec(name="ready", command=game_server.wait_command(_READY_SECONDS)), folder
        )
        await _run(
            ProcessSpec(
                name="ready",
                command=manage_command(
                    "wait_for_workers", WORKER, RUNNER, MATCH_RUNNER, SCHEDULER,
                    "--since", since.isoformat(), "--seconds", str(_READY_SECONDS),
                ),
            ),
            folder,
        )  # fmt: skip
    say("")
    say(
        f"Durako is ready after {time.monotonic() - began:.1f} s: {address.url}", style="bold green"
    )
    say(f"Bots of your own connect to {game_server.players_address()}.")
    if runner.sandbox:
        warn(
            "Bots that are sent in run WITHOUT a sandbox, with all your rights: send in only your "
            "own. None of them is ever rated."
        )
    if not given:
        _show_demo_logins(secrets)
    if "EMAIL_URL" not in os.environ:
        say("E-mails, with the codes in them, are printed here.")
    say("Stop it with Ctrl-C.")


def _servers_given() -> dict[str, str]:
    """The addresses of servers of one's own, if there are any."""
    names = ("DATABASE_URL", "CELERY_BROKER_URL")
    given = {name: os.environ[name] for name in names if os.environ.get(name)}
    if len(given) == 1:
        raise Problem(
            f"Only {''.join(given)} is set. Set both DATABASE_URL and CELERY_BROKER_URL to use "
            "servers of your own, or neither to use the embedded ones."
        )
    return given


async def _start_postgres(folder: Path, secrets: Secrets, supervisor: Supervisor) -> dict[str, str]:
    """The embedded server, ready, and its addresses."""
    postgres = EmbeddedPostgres(
        data_dir=folder / "postgres",
        port=free_port(),
        passwords=Passwords(
            admin=secrets.database_admin, data=secrets.database, queue=secrets.queue
        ),
    )
    with step("Starting PostgreSQL"):
        await postgres.wait_until_unused()
        await asyncio.to_thread(postgres.initialize)
        await supervisor.add(
            ProcessSpec(
                name="postgres",
                command=postgres.command(),
                before_exec=postgres.before_exec,
                stop_signal=signal.SIGINT,
                stop_seconds=30,
                stops_last=True,
            )
        )
        await postgres.wait_until_ready()
        await asyncio.to_thread(postgres.prepare)
    return {
        "DATABASE_URL": postgres.data_url,
        "CELERY_BROKER_URL": pgmq_url(postgres.queue_url),
    }


async def _create_demo_data_once(folder: Path, secrets: Secrets) -> None:
    done = folder / "demo-created"
    if done.exists():
        return
    passwords = folder / "demo-logins.json"
    write_private(passwords, json.dumps({demo.email: secrets.demo for demo in DEMO_ACCOUNTS}))
    with step("Creating demo data"):
        for command in demo_commands(passwords):
            await _run(preparation(command), folder)
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


async def _wait_for_web(address: Address, folder: Path) -> None:
    deadline = time.monotonic() + _READY_SECONDS
    while not await asyncio.to_thread(_answers, f"{address.url}readyz"):
        if time.monotonic() > deadline:
            raise Problem(
                f"The web process did not get ready within {_READY_SECONDS:.0f} seconds. "
                f"See {folder / 'log' / 'web.log'}."
            )
        await asyncio.sleep(0.1)


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5) as response:  # noqa: S310 - our own address
            return bool(response.status == 200)
    except (http.client.HTTPException, OSError):  # another program may have taken the port
        return False


def _show_demo_logins(secrets: Secrets) -> None:
    say(f"Demo log-ins, each with the password {secrets.demo} (unless you changed it):")
    for demo in DEMO_ACCOUNTS:
        say(f"    {demo.email:<28} {demo.role}")


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
        for number in signals:
            loop.remove_signal_handler(number)
