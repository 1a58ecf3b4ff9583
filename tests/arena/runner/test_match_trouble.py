"""Matches that break: it is never a bot's fault, it is told, and nothing of them stays."""

import asyncio
import os
import shutil
import signal
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from arena.runner import match_play
from arena.runner.archives import archive_name
from arena.runner.match_orders import MatchOrder
from arena.runner.match_play import MatchTakenError
from arena.runner.sandbox.bwrap import BwrapDriver
from arena.runner.sandbox.interface import Driver, Handle, SandboxError, SandboxSpec
from tests.arena.gameserver.server_process import ServerProcess
from tests.arena.runner import hostile_bots
from tests.arena.runner.match_machine import Machine, Match, until

GOOD = hostile_bots.GOOD
SILENT = hostile_bots.SILENT


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with ServerProcess() as server:
        yield server


@pytest.fixture(scope="module")
def machine(server: ServerProcess, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    machine = Machine(tmp_path_factory.mktemp("matches"), server.folder)
    yield machine
    assert machine.left_behind() == []


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_play, "PATIENCE_SECONDS", 0.0)
    monkeypatch.setattr(match_play, "LOOK_SECONDS", 0.01)


def broken(match: Match) -> str:
    """Why there is no result."""
    assert match.result.broken
    assert match.result.replay == b""
    assert match.result.token == match.order.token
    return match.result.broken


async def seated(match: Match) -> None:
    """Until everybody of the first rotation runs."""
    await until(lambda: len(match.driver.handles) == len(match.order.programs))


def test_bytes_that_are_not_there_or_damaged(machine: Machine) -> None:
    good = machine.program(GOOD)
    missing = replace(good, digest="f" * 64)
    assert "DURAKO_ARCHIVES" in broken(asyncio.run(machine.play(machine.order(good, missing))))
    damaged = machine.program(f"{GOOD}# damaged\n")
    (machine.archives / archive_name(damaged.digest)).write_bytes(b"something else")
    match = asyncio.run(machine.play(machine.order(good, damaged)))
    assert "is damaged" in broken(match)
    no_zip = machine.program(b"no zip", file_name="mybot.zip")
    match = asyncio.run(machine.play(machine.order(good, no_zip)))
    assert "zip archive" in broken(match)
    assert match.driver.specs == [], "nobody is started before everybody is there"


def test_a_program_that_this_machine_lacks(machine: Machine) -> None:
    perl = machine.program(GOOD, command=("perl", "mybot.py"))
    assert "no perl" in broken(asyncio.run(machine.play(machine.order(GOOD, perl))))


def test_an_order_that_nobody_can_play(machine: Machine) -> None:
    unknown = machine.order(GOOD, GOOD, rules={"name": "durak/none"})
    assert "choose one of" in broken(asyncio.run(machine.play(unknown)))
    alone = machine.order(GOOD)
    assert "Name 2 participants" in broken(asyncio.run(machine.play(alone)))


def test_no_game_server(machine: Machine, tmp_path: Path) -> None:
    match = asyncio.run(machine.play(machine.order(GOOD, GOOD), gameserver=tmp_path))
    assert "No game server is running" in broken(match)
    assert len(match.told) == 1


def test_a_game_server_that_is_being_started_is_waited_for(
    machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """First there is none, then an address where nobody listens any more, then one is there."""
    monkeypatch.setattr(match_play, "PATIENCE_SECONDS", 60.0)

    async def start(match: Match) -> None:
        await until(lambda: match.told)
        (tmp_path / "host-token").write_text("old")
        (tmp_path / "address.json").write_text(f'{{"control": "unix:{tmp_path}/gone.sock"}}')
        await asyncio.sleep(0)
        for name in ("host-token", "address.json"):
            shutil.copy(machine.gameserver / name, tmp_path / f"{name}.new")
            (tmp_path / f"{name}.new").rename(tmp_path / name)

    order = machine.order(GOOD, GOOD, boards=1)
    match = asyncio.run(machine.play(order, during=start, gameserver=tmp_path))
    assert match.result.broken == ""


def test_a_game_server_that_dies_in_the_middle(machine: Machine) -> None:
    with ServerProcess() as dying:

        async def kill(match: Match) -> None:
            await seated(match)
            dying.process.kill()

        order = machine.order(SILENT, GOOD)
        match = asyncio.run(machine.play(order, during=kill, gameserver=dying.folder))
    assert "game server" in broken(match)
    assert {run.rotation for run in match.result.runs} == {0}
    assert len(match.result.runs) == 2, "what they took is told all the same"


def test_a_game_server_that_is_stopped_in_the_middle(machine: Machine) -> None:
    with ServerProcess("--drain-seconds", "0") as stopping:

        async def stop(match: Match) -> None:
            await seated(match)
            stopping.process.terminate()

        order = machine.order(SILENT, GOOD)
        match = asyncio.run(machine.play(order, during=stop, gameserver=stopping.folder))
    assert "server" in broken(match)


def test_a_table_that_an_operator_breaks_off(machine: Machine, server: ServerProcess) -> None:
    async def abort(match: Match) -> None:
        await seated(match)
        async with server.host() as host:
            (table,) = [one for one in await host.tables() if one.match_id == match.order.match]
            await host.abort(table.table, "The operators need the machine.")

    match = asyncio.run(machine.play(machine.order(SILENT, GOOD), during=abort))
    assert broken(match) == "The operators need the machine."


def test_a_match_whose_time_is_over(machine: Machine, server: ServerProcess) -> None:
    order = machine.order(SILENT, SILENT, seconds=3.0)
    match = asyncio.run(machine.play(order))
    assert broken(match) == "It was not over after 3 seconds."
    assert match.driver.handles, "it had begun"
    assert asyncio.run(tables(server, order)) == [], "the server has forgotten it"


async def tables(server: ServerProcess, order: MatchOrder) -> list[str]:
    async with server.host() as host:
        return [one.table for one in await host.tables() if one.match_id == order.match]


def test_a_match_that_is_cancelled(machine: Machine, server: ServerProcess) -> None:
    """As when the worker is told to stop at once."""
    order = machine.order(SILENT, SILENT)
    begun: list[Match] = []

    async def cancel(match: Match) -> None:
        await seated(match)
        begun.append(match)
        raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(machine.play(order, during=cancel))
    assert begun
    assert machine.left_behind() == []
    assert asyncio.run(tables(server, order)) == []


def test_sandboxes_that_are_lost_cost_nobody_anything(machine: Machine) -> None:
    """The table only sees that both streams close, and would call it a forfeit."""
    driver = BwrapDriver()

    async def kill_the_keeper(match: Match) -> None:
        await seated(match)
        os.kill(driver.keepers.current.pid, signal.SIGKILL)

    order = machine.order(
        hostile_bots.SLOW, hostile_bots.SLOW, clocks={"startup": 2.0, "grace": 0.5}
    )
    match = asyncio.run(machine.play(order, during=kill_the_keeper, driver=driver))
    assert "keeper of the sandboxes was killed" in broken(match)


class OneTooMany:
    """The real driver, but there is room for one program only."""

    def __init__(self, driver: Driver) -> None:
        self.name = driver.name
        self.probe = driver.probe
        self._driver = driver
        self._started = asyncio.Event()

    async def start(self, spec: SandboxSpec) -> Handle:
        if not self._started.is_set() and spec.command[1] == "mybot.py":
            handle = await self._driver.start(spec)
            self._started.set()
            return handle
        await self._started.wait()
        raise SandboxError("There is no room for another one.")


def test_a_sandbox_that_cannot_be_started(machine: Machine) -> None:
    second = machine.program(SILENT, file_name="other.py", command=("python", "other.py"))
    order = machine.order(SILENT, second)
    match = asyncio.run(machine.play(order, driver=OneTooMany(machine.driver)))
    assert broken(match) == "There is no room for another one."
    assert len(match.driver.handles) == 1, "and that one was ended"


def test_an_order_that_comes_twice_is_played_once(machine: Machine) -> None:
    """Whoever comes second has nothing to tell, and disturbs nobody."""
    order = machine.order(GOOD, GOOD, boards=1)

    async def play_again(match: Match) -> None:
        await seated(match)
        with pytest.raises(MatchTakenError):
            await machine.play(order)

    match = asyncio.run(machine.play(order, during=play_again))
    assert match.result.broken == ""


def test_a_queue_that_does_not_answer_holds_nothing_up(machine: Machine) -> None:
    answers = threading.Event()

    async def wait(match: Match) -> None:
        await until(lambda: len(match.driver.handles) == 4)  # also those of the second rotation
        assert match.told == []
        answers.set()

    order = machine.order(GOOD, GOOD, boards=1)
    match = asyncio.run(machine.play(order, during=wait, before_telling=answers.wait))
    assert match.result.broken == ""
