"""The runners that `make run` starts: they know only what they need, and die without a trace."""

import hashlib
import json
import random
import secrets
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from celery import Celery

from arena.games import rules
from arena.runner.archives import archive_name
from arena.runner.match_orders import PLAY, MatchOrder
from arena.runner.orders import VALIDATE, Program, ValidationOrder
from arena.runner.queues import MATCHES, VALIDATIONS, celery_settings
from arena.runner.signing import key_to_check, sign
from deploy.launcher.postgres import free_port
from tests.deploy.service import Service, wait_for
from tests.soak import match_kills

pytestmark = [pytest.mark.launcher, pytest.mark.long]

RUNNER = "arena.runner.worker worker --queues"
LOGS = {VALIDATIONS: "runner.log", MATCHES: "matches.log"}
SLEEPER = b"import time\nprint('here', flush=True)\ntime.sleep(600)\n"
TOLD = {
    "CELERY_BROKER_URL", "TASK_CHECK_KEY", "DURAKO_ARCHIVES", "DURAKO_RUNTIME",
    "DURAKO_GAMESERVER", "DURAKO_RUNNER_VAR",
}  # fmt: skip
A_TASTE = match_kills.Plan(matches=5, pauses=(0.0, 0.0), kills=1)
MAY_BE_TAKEN_OVER = {"PATH", "LANG", "LC_ALL", "TZ", "TMPDIR"}
OF_CELERY = {"FORKED_BY_MULTIPROCESSING", "CELERY_LOG_LEVEL", "LC_CTYPE"}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Without the demo: its bots would keep the runners busy."""
    folder = tmp_path_factory.mktemp("runner") / "var"
    folder.mkdir(mode=0o700)
    service = Service(folder, free_port())
    try:
        yield service.wait_until_ready()
    finally:
        service.stop()
        wait_for(lambda: not service.leftovers(), "everything to end", seconds=30)


def _secrets(service: Service) -> dict[str, str]:
    found: dict[str, str] = json.loads((service.folder / "secrets.json").read_text())
    return found


def _known(service: Service) -> dict[str, str]:
    lines = (service.folder / "env").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines)


def _order_a_sleeper(service: Service, queue: str) -> list[psutil.Process]:
    """What the server would order, without a bot of anybody's in the database."""
    before = set(service.sandboxed())
    digest = hashlib.sha256(SLEEPER).hexdigest()
    path = service.folder / "media" / "bots" / archive_name(digest)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(SLEEPER)
    program = Program(
        name="Sleeper v1", digest=digest, file_name="bot.py", command=("python", "bot.py")
    )
    task, order = (
        (PLAY, _match_of(program)) if queue == MATCHES else (VALIDATE, _validation_of(program))
    )
    app = Celery("a test", set_as_current=False)
    app.conf.update(celery_settings(_known(service)["CELERY_BROKER_URL"]))
    envelope = sign(task, order.to_json(), _secrets(service)["task_signing"])
    app.send_task(task, args=[envelope], queue=queue)
    wait_for(
        lambda: bool(set(service.sandboxed()) - before),
        "the bot to run in its sandbox",
        details=lambda: service.said() + (service.folder / "log" / LOGS[queue]).read_text(),
    )
    return [psutil.Process(pid) for pid in set(service.sandboxed()) - before]


def _validation_of(program: Program) -> ValidationOrder:
    return ValidationOrder(
        validation=secrets.token_hex(8),
        attempt=1,
        token=secrets.token_hex(16),
        program=program,
        profiles=("durak/german",),
        expires_at=time.time() + 600,
    )


def _match_of(program: Program) -> MatchOrder:
    return MatchOrder(
        match=secrets.token_hex(8),
        attempt=1,
        token=secrets.token_hex(16),
        rules=rules("durak/german").to_json(),
        programs=(program,) * 4,
        boards=1,
        seed=secrets.token_hex(32),
        clocks={"startup": 600.0},
        seconds=600.0,
        expires_at=time.time() + 600,
    )


@pytest.mark.parametrize("queue", [VALIDATIONS, MATCHES])
def test_a_runner_is_told_nothing_that_it_need_not_know(service: Service, queue: str) -> None:
    runner = service.child(f"{RUNNER} {queue}")
    kept = _secrets(service)
    forbidden = {kept[name] for name in kept if name != "queue"}  # it may use the queue
    forbidden |= {_known(service)[name] for name in ("SECRET_KEY", "DATABASE_URL")}
    for process in (runner, *runner.children(recursive=True)):
        environment = Path(f"/proc/{process.pid}/environ").read_bytes().decode()
        assert not [secret for secret in forbidden if secret in environment]
        names = {entry.partition("=")[0] for entry in environment.split("\0") if entry}
        assert names - TOLD - MAY_BE_TAKEN_OVER - OF_CELERY == set()
    assert set(runner.environ()) >= TOLD
    assert runner.environ()["TASK_CHECK_KEY"] == key_to_check(kept["task_signing"])
    assert runner.environ()["TASK_CHECK_KEY"] != kept["task_signing"]


def test_the_other_processes_can_sign_orders(service: Service) -> None:
    assert (
        service.child("uvicorn").environ()["TASK_SIGNING_KEY"]
        == _known(service)["TASK_SIGNING_KEY"]
    )


@pytest.mark.timeout(900)
def test_matches_are_settled_once_though_somebody_is_killed(service: Service) -> None:
    """What the soak does for longer, `make soak SOAK=short` too: one is killed, of whatever kind,
    while matches are played."""
    match_kills.bear(service, A_TASTE, random.Random(2026))


@pytest.mark.parametrize(
    ("queue", "victim"),
    [(VALIDATIONS, "the worker"), (MATCHES, "the worker"), (MATCHES, "its pool")],
)
def test_bots_die_with_whoever_runs_them(service: Service, queue: str, victim: str) -> None:
    bots = _order_a_sleeper(service, queue)
    runner = service.child(f"{RUNNER} {queue}")
    if victim == "the worker":
        runner.kill()
    else:
        for process in runner.children():
            process.kill()
    wait_for(lambda: not any(bot.is_running() for bot in bots), "the bots to be gone", seconds=60)
    service.wait_until_working()
    wait_for(lambda: not service.sandboxed(), "nothing to be left of the sandboxes", seconds=60)
    if victim == "the worker":  # a new one begins with tidying up
        assert [path for path in (service.folder / "runner").rglob("*") if path.is_file()] == []


def test_stopping_the_service_ends_the_bots(service: Service) -> None:
    """The last of this file: nothing runs after it."""
    for queue in (VALIDATIONS, MATCHES):
        _order_a_sleeper(service, queue)
    assert service.stop(signal.SIGTERM) == 0
    wait_for(lambda: not service.leftovers(), "everything to end", seconds=30)
