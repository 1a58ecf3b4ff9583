"""Matches while kill -9 hits whoever takes part: each is settled and rated once, or void with a
reason, and the ladder is worked out again to the same numbers."""

import json
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import psycopg

from arena.runner.sandbox import keeper
from arena.runner.sandbox.cgroup_places import places
from deploy.launcher.postgres import free_port
from tests.deploy.service import PROJECT_DIR, Service, launcher_environment, wait_for

MATCH_WORKER = ("runner.worker worker", "--queues matches")
RESULTS_WORKER = ("celery_app worker",)
GAME_SERVER = ("arena.gameserver serve",)
POSTGRES = ("postgres",)
IN_THE_POOL = "a process of its pool"
KEEPER = "a keeper of its sandboxes"
VICTIMS = {
    "the match worker": MATCH_WORKER,
    f"the match worker: {IN_THE_POOL}": MATCH_WORKER,
    f"the match worker: {KEEPER}": MATCH_WORKER,
    "the game server": GAME_SERVER,
    "the results worker": RESULTS_WORKER,
    f"the results worker: {IN_THE_POOL}": RESULTS_WORKER,
    "PostgreSQL": POSTGRES,
}
GROUP = re.compile(r"durako-(\d+)-\d+-\d+")
OVER_SECONDS = 600
"""How long matches may take to end when nobody is killed any more."""


@dataclass(frozen=True)
class Plan:
    """How much there is to bear."""

    matches: int
    pauses: tuple[float, float]
    """Seconds between two kills, at least and at most."""
    kills: int | None
    """None: until only a few matches are left."""


PLANS = {
    "short": Plan(12, (0.0, 1.0), len(VICTIMS)),
    "long": Plan(200, (0.0, 15.0), None),
}
LEFT_FOR_A_QUIET_END = 3


@dataclass
class Killing:
    """The service, and what was done to it."""

    service: Service
    chance: random.Random
    kills: Counter[str] = field(default_factory=Counter)
    workers: set[int] = field(default_factory=set)
    """Every process that ran bots, as far as it was seen."""

    def some(self, plan: Plan) -> None:
        """Each of them once, in any order, and so on: at any moment of some match."""
        victims: list[str] = []
        while not self._is_enough(plan):
            wait_for(lambda: _is_playing(self.service), "a match to begin", details=self.details)
            time.sleep(self.chance.uniform(*plan.pauses))
            if not victims:
                victims = self.chance.sample(sorted(VICTIMS), len(VICTIMS))
            self.kill(victims.pop())

    def kill(self, name: str) -> None:
        """Now, whatever it does; if it is just being started again, it is spared."""
        try:
            victim = self.service.child(*VICTIMS[name])
            below = victim.children(recursive=True)
            if VICTIMS[name] == MATCH_WORKER:
                self.workers |= {victim.pid, *(process.pid for process in below)}
            if name.endswith(IN_THE_POOL):
                victim = self.chance.choice([one for one in below if _is_of_a_pool(one)])
            elif name.endswith(KEEPER):
                victim = self.chance.choice([one for one in below if _is_keeper(one)])
            victim.kill()
        except (AssertionError, IndexError, psutil.NoSuchProcess):
            return
        self.kills[name] += 1

    def details(self) -> str:
        return f"{_states(self.service)} {self.kills}\n{self.service.said()}"

    def _is_enough(self, plan: Plan) -> bool:
        left = _left(_states(self.service))
        enough = plan.kills is not None and sum(self.kills.values()) >= plan.kills
        return enough or (left is not None and left <= LEFT_FOR_A_QUIET_END)


def soak(*, short: bool, seed: int = 2026) -> None:
    """Start a service, let it bear what is planned, and look at what it leaves."""
    with tempfile.TemporaryDirectory(prefix="durako-soak-") as folder:
        var = Path(folder) / "var"
        var.mkdir()
        service = Service(var, free_port()).wait_until_ready()
        try:
            bear(service, PLANS["short" if short else "long"], random.Random(seed))
        finally:
            service.stop()
        wait_for(lambda: not service.leftovers(), "every process to end", seconds=60)


def bear(service: Service, plan: Plan, chance: random.Random) -> None:
    """Put matches in, kill, wait until it is quiet, and look at the books."""
    killing = Killing(service, chance)
    ledger(service, "begin", str(plan.matches))
    began = time.monotonic()
    killing.some(plan)
    wait_for(
        lambda: _left(_states(service)) == 0,
        "every match to be over",
        seconds=OVER_SECONDS,
        details=killing.details,
    )
    seconds = time.monotonic() - began
    found = json.loads(ledger(service, "check"))
    assert found["settled"] + found["void"] == plan.matches, found
    assert found["settled"] > plan.matches // 2, found
    wait_for(lambda: not service.sandboxed(), "every sandbox to be gone", seconds=60)
    wait_for(lambda: not groups_left(killing), "the groups to be gone", seconds=60)
    tell(plan, killing.kills, found, seconds)


def ledger(service: Service, *command: str) -> str:
    """What the process says that works on the service's own data."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.soak.match_ledger", *command],
        cwd=PROJECT_DIR,
        env={
            **launcher_environment(service.folder),
            **_known(service),
            "DJANGO_SETTINGS_MODULE": "deploy.settings.development",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout}{done.stderr}\n{service.said()}"
    return done.stdout.splitlines()[-1] if done.stdout else ""


def _states(service: Service) -> Counter[str] | None:
    """How many matches are in which state; None while the database is away."""
    try:
        with psycopg.connect(_known(service)["DATABASE_URL"], connect_timeout=2) as connection:
            rows = connection.execute("SELECT state, count(*) FROM arena_match GROUP BY state")
            return Counter(dict(rows.fetchall()))
    except psycopg.OperationalError:  # it was killed a moment ago
        return None


def _left(states: Counter[str] | None) -> int | None:
    """How many are not over."""
    return None if states is None else sum(states[name] for name in ("queued", "sent", "playing"))


def _is_playing(service: Service) -> bool:
    """Bots are at it; or there is nothing to play."""
    return bool(service.sandboxed()) or _left(_states(service)) == 0


def _is_of_a_pool(process: psutil.Process) -> bool:
    """Celery's are copies of the worker itself."""
    return "worker" in process.cmdline() and "celery" in process.cmdline()


def _is_keeper(process: psutil.Process) -> bool:
    return keeper.__file__ in process.cmdline()


def groups_left(killing: Killing) -> list[Path]:
    """Control groups of processes that ran bots."""
    parents = {parent for place in places() for parent in place.parents.values()}
    return [
        folder
        for parent in parents
        for folder in parent.iterdir()
        if (found := GROUP.fullmatch(folder.name)) and int(found[1]) in killing.workers
    ]


def tell(plan: Plan, kills: Counter[str], found: dict[str, object], seconds: float) -> None:
    print(f"   {plan.matches} matches in {seconds:.0f} s: {found['settled']} settled once, ")
    print(f"   {found['void']} void, {found['attempts']} attempts")
    for name, number in sorted(kills.items()):
        print(f"   killed {number} times: {name}")
    for what in ("reasons", "void because"):
        told = found[what]
        assert isinstance(told, dict)
        for reason, number in sorted(told.items()):
            print(f"   {what}: {number} x {reason}")


def _known(service: Service) -> dict[str, str]:
    lines = (service.folder / "env").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines)
