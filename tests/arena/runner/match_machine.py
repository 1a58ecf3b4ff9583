"""A machine that plays matches, with everything real: a game server, the runtime, the sandbox."""

import asyncio
import hashlib
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from arena.games import rules
from arena.runner.archives import archive_name
from arena.runner.match_orders import MatchAlive, MatchOrder, MatchResult
from arena.runner.match_play import MatchPlace, match_play
from arena.runner.orders import Program
from arena.runner.sandbox.choose import driver_named
from arena.runner.sandbox.interface import Driver, Handle, SandboxSpec
from tests.arena.runner.hosted_runtime import hosted_runtime

DURAK = "durak/duel24"
SEED = "5e" * 32
CLOCKS = {"startup": 60.0, "bank": 60.0, "bank_limit": 60.0}
"""For bots that do what they should, on a machine that is busy."""


class Watched:
    """The real driver, and every program that it has started."""

    def __init__(self, driver: Driver) -> None:
        self.name = driver.name
        self.probe = driver.probe
        self._driver = driver
        self.specs: list[SandboxSpec] = []
        self.handles: list[Handle] = []

    async def start(self, spec: SandboxSpec) -> Handle:
        self.specs.append(spec)
        handle = await self._driver.start(spec)
        self.handles.append(handle)
        return handle


@dataclass
class Match:
    """One that was played, and what was seen of it."""

    order: MatchOrder
    driver: Watched
    told: list[MatchAlive] = field(default_factory=list)
    result: MatchResult = field(init=False)

    def printed(self, participant: int) -> list[str]:
        """To standard output, rotation by rotation."""
        return [run.stdout for run in self.result.runs if run.participant == participant]


class Machine:
    """Where matches are played."""

    def __init__(self, folder: Path, gameserver: Path) -> None:
        self.gameserver = gameserver
        self.archives = folder / "archives"
        self.work = folder / "work"
        self.work.mkdir()
        self._driver = driver_named("bwrap")
        self._runtime = hosted_runtime().root
        self._matches = 0

    def program(
        self,
        data: str | bytes,
        *,
        name: str = "Mine v1",
        file_name: str = "mybot.py",
        command: tuple[str, ...] = ("python", "mybot.py"),
    ) -> Program:
        """One whose bytes are in the folder of archives."""
        content = data.encode() if isinstance(data, str) else data
        digest = hashlib.sha256(content).hexdigest()
        path = self.archives / archive_name(digest)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        return Program(name=name, digest=digest, file_name=file_name, command=command)

    def order(self, *programs: Program | str, profile: str = DURAK, **changes: Any) -> MatchOrder:
        self._matches += 1
        seated = [self.program(one) if isinstance(one, str) else one for one in programs]
        options = {"hand_limit": 1} if profile.startswith("burako/") else {}
        ordered: dict[str, Any] = {
            "match": f"match-{self._matches}",
            "attempt": 1,
            "token": "the token",
            "rules": rules(profile, **options).to_json(),
            "programs": tuple(seated),
            "boards": 2,
            "seed": SEED,
            "clocks": CLOCKS,
            "seconds": 300.0,
            "expires_at": time.time() + 60,
        }
        return MatchOrder(**{**ordered, **changes})

    async def play(
        self,
        order: MatchOrder,
        *,
        during: Callable[[Match], Coroutine[None, None, None]] | None = None,
        gameserver: Path | None = None,
    ) -> Match:
        """Nothing of it is left afterwards, however it went."""
        match = Match(order, Watched(self._driver))
        place = MatchPlace(
            worker="matches@here",
            driver=match.driver,
            runtime=self._runtime,
            gameserver=gameserver or self.gameserver,
            archives=self.archives,
            work=self.work,
        )
        meanwhile = asyncio.create_task(during(match)) if during is not None else None
        match.result = await match_play(place, order, match.told.append)
        if meanwhile is not None:
            await meanwhile
        return match
