"""A machine that plays matches, with everything real: a game server, the runtime, the sandbox."""

import asyncio
import hashlib
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

from arena.games import rules
from arena.runner.archives import archive_name
from arena.runner.match_orders import MatchAlive, MatchOrder, MatchResult
from arena.runner.match_play import MatchPlace, match_play
from arena.runner.orders import Program
from arena.runner.sandbox.bwrap import BwrapDriver
from arena.runner.sandbox.interface import Driver, SandboxSpec
from arena.runner.sandbox.running import Running
from tests.arena.runner.hosted_runtime import hosted_runtime

DURAK = "durak/duel24"
SEED = "5e" * 32
PATIENT = {"startup": 90.0, "bank": 90.0, "bank_limit": 90.0}
"""For bots that do what they should, on a machine that is busy."""


class Watched:
    """The real driver, and every program that it has started."""

    def __init__(self, driver: Driver) -> None:
        self.name = driver.name
        self.probe = driver.probe
        self._driver = driver
        self.specs: list[SandboxSpec] = []
        self.handles: list[Running] = []

    async def start(self, spec: SandboxSpec) -> Running:
        self.specs.append(spec)
        handle = await self._driver.start(spec)
        assert isinstance(handle, Running)
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
        self.driver = BwrapDriver()
        self._runtime = hosted_runtime().root
        self._matches = 0

    def left_behind(self) -> list[str]:
        """Of all matches: programs that run, and what was unpacked of them."""
        keeper = psutil.Process(self.driver.keepers.current.pid)
        programs = [str(program) for program in keeper.children(recursive=True)]
        return programs + [str(path) for path in self.work.iterdir()]

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

    def order(
        self,
        *programs: Program | str,
        profile: str = DURAK,
        **changes: Any,  # noqa: ANN401 - the order's own fields
    ) -> MatchOrder:
        """Of a new match between these, by default with all the time in the world."""
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
            "clocks": PATIENT,
            "seconds": 240.0,
            "expires_at": time.time() + 60,
        }
        return MatchOrder(**{**ordered, **changes})

    async def play(
        self,
        order: MatchOrder,
        *,
        during: Callable[[Match], Awaitable[object]] | None = None,
        driver: Driver | None = None,
        gameserver: Path | None = None,
        before_telling: Callable[[], object] = bool,
    ) -> Match:
        """Play it, while something else is done; nothing of it is left afterwards."""
        match = Match(order, Watched(driver or self.driver))
        place = MatchPlace(
            worker="matches@here",
            driver=match.driver,
            runtime=self._runtime,
            gameserver=gameserver or self.gameserver,
            archives=self.archives,
            work=self.work,
        )

        def tell(alive: MatchAlive) -> None:
            before_telling()
            match.told.append(alive)

        playing = asyncio.create_task(match_play(place, order, tell))
        try:
            if during is not None:
                await during(match)
            match.result = await playing
        finally:
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            assert not [handle for handle in match.driver.handles if handle.is_running]
        return match


async def until(condition: Callable[[], object]) -> None:
    """Wait for something that must come."""
    async with asyncio.timeout(120):
        while not condition():  # noqa: ASYNC110 - what happens elsewhere has no event
            await asyncio.sleep(0.02)
