"""Kill -9 of random parts of the running service, and of the launcher itself, again and again."""

import random
import signal
import tempfile
from pathlib import Path

import psutil

from deploy.launcher.postgres import free_port
from tests.deploy.service import Service, wait_for

CHILDREN = (
    "uvicorn", "celery_app worker", "celery_app beat", "postgres",
    "runner.worker worker --queues validations", "runner.worker worker --queues matches",
)  # fmt: skip
ROUNDS = {"short": 2, "long": 25}
KILLS_A_ROUND = 3


def soak(*, short: bool, seed: int = 2026) -> None:
    """Each round: kill some children, see the service come back, end the launcher, start again."""
    chance = random.Random(seed)
    rounds = ROUNDS["short" if short else "long"]
    kills = 0
    with tempfile.TemporaryDirectory(prefix="durako-soak-") as folder:
        port = free_port()
        for number in range(rounds):
            service = Service(Path(folder) / "var", port).wait_until_ready()
            try:
                for _ in range(KILLS_A_ROUND):
                    _kill_one(service, chance)
                    kills += 1
            finally:
                ending = chance.choice([signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
                service.stop(ending)
            _check_nothing_is_left(service)
            print(f"   round {number + 1} of {rounds}: ended by {ending.name}", flush=True)
    print(f"   {kills} children killed, {rounds} launchers ended, nothing left running")


def _check_nothing_is_left(service: Service) -> None:
    wait_for(lambda: not service.leftovers(), "every process to end", seconds=30)


def _kill_one(service: Service, chance: random.Random) -> None:
    victim = chance.choice(CHILDREN)
    killed = service.child(victim)
    killed.kill()
    wait_for(
        lambda: _pid(service, victim) not in {None, killed.pid},
        f"{victim} to be started again",
        details=service.said,
    )
    service.wait_until_working()


def _pid(service: Service, victim: str) -> int | None:
    for child in psutil.Process(service.process.pid).children():
        try:
            if victim in " ".join(child.cmdline()):
                return child.pid
        except psutil.NoSuchProcess:
            continue
    return None
