"""The example bot in JavaScript plays whole matches against raw clients, and comes back."""

import asyncio
import json
import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest

from arena.games import profiles, rules
from arena.games.interface import Rules
from arena.protocol.v1 import host_pb2, match_pb2
from arena.wire.verify import verify
from tests.arena.gameserver.cable import Cable
from tests.arena.gameserver.conformance.kit import Client
from tests.arena.gameserver.raw_client import connected, first, play, random_index
from tests.arena.gameserver.running import PATIENT, order_of
from tests.arena.gameserver.server_process import Host, ServerProcess
from tests.arena.protocol.node import EXAMPLE, InstalledBot, NoNodeError, install, said_by
from tests.arena.protocol.test_readme import PROJECT_DIR, commands

AT_ONCE: Final = 4
GRACE_MS: Final = 2_000
IDLE_SECONDS: Final = 2.2


@pytest.fixture(scope="module")
def bot(tmp_path_factory: pytest.TempPathFactory) -> InstalledBot:
    try:
        return install(tmp_path_factory.mktemp("javascript"))
    except NoNodeError as missing:
        pytest.skip(f"The bot in JavaScript is not tried here: {missing}")


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with ServerProcess() as running:
        yield running


@dataclass(frozen=True)
class Played:
    """A match that is over."""

    over: host_pb2.TableOver
    replay: bytes
    said: list[str]
    """By the bot, rotation by rotation."""


async def play_match(
    host: Host,
    bot: InstalledBot,
    chosen: Rules[Any],
    *,
    boards: int,
    rotations: Sequence[Sequence[int]] = (),
    cut_at: Sequence[int] = (),
) -> Played:
    """Participant 0 is the bot, a fresh process in every rotation; all others are raw clients.

    The bot's connection is cut when so many bytes have gone over it.
    """
    order = order_of(
        match_id=f"{chosen.name} {cut_at}", rule_set=chosen, boards=boards, rotations=rotations
    )
    opened = await host.open(order)
    said: list[str] = []
    over = host_pb2.TableOver()

    async def sit(ticket: host_pb2.SeatTicket) -> None:
        if ticket.participant == 0:
            async with Cable(ticket.address, cut_at) as cable:
                process = bot.start(cable.address, ticket.token)
                said.append(await asyncio.to_thread(said_by, process))
        else:
            chance = random.Random(f"{chosen.name} {ticket.rotation} {ticket.seat}")
            async with connected(ticket.address, ticket.token) as stream:
                await play(stream, random_index(chance), chosen.name)

    async with asyncio.TaskGroup() as group:
        async for event in host.events(opened.table):
            if event.HasField("rotation_opened"):
                for ticket in opened.tickets:
                    if ticket.rotation == event.rotation_opened.rotation:
                        group.create_task(sit(ticket))
            elif event.HasField("table_over"):
                over = event.table_over
    replay = await host.replay(opened.table)
    await host.close(opened.table)
    return Played(over, replay, said)


def check(played: Played, boards: int) -> None:
    """A whole match without a mistake, and a replay that says the same."""
    assert played.over.aborted == ""
    assert len(played.over.boards) == boards
    assert not any(board.HasField("forfeit") for board in played.over.boards)
    assert [usage.strikes for usage in played.over.usage] == [0] * len(played.over.usage)
    assert verify(played.replay).aborted == ""
    for said in played.said:
        assert re.search(r"^Goodbye after \d+ answers\.$", said, re.MULTILINE), said


@pytest.mark.parametrize(
    ("chosen", "boards"),
    [
        (rules("durak/volga", players=2), 4),
        (rules("burako/duel", target_points=500), 2),
    ],
    ids=["durak", "burako"],
)
def test_plays_a_whole_match_against_a_raw_client(
    bot: InstalledBot, server: ServerProcess, chosen: Rules[Any], boards: int
) -> None:
    async def scene() -> Played:
        async with server.host() as host:
            return await play_match(host, bot, chosen, boards=boards)

    played = asyncio.run(scene())
    check(played, boards=2 * boards)
    assert len(played.said) == 2
    assert all(said.startswith("Welcome at seat ") for said in played.said)


def test_comes_back_when_the_connection_breaks(bot: InstalledBot, server: ServerProcess) -> None:
    async def scene() -> Played:
        async with server.host() as host:
            return await play_match(
                host,
                bot,
                rules("durak/volga", players=2),
                boards=4,
                rotations=[[0, 1]],
                cut_at=[6_000, 12_000],
            )

    played = asyncio.run(scene())
    check(played, boards=4)
    (said,) = played.said
    assert said.count("Back at seat 0 of 2") == 2, said


async def play_with_a_thinker(host: Host, bot: InstalledBot) -> Played:
    """The bot's opponent thinks for longer than the grace, and then the bot's connection breaks."""
    chosen = rules("durak/duel24")
    patient = match_pb2.TimeControl()
    patient.CopyFrom(PATIENT)
    patient.grace_ms = GRACE_MS
    order = order_of(
        match_id="a thinker", rule_set=chosen, rotations=[[0, 1]], time_control=patient
    )
    opened = await host.open(order)
    ours, others = opened.tickets
    async with Cable(ours.address) as cable, connected(others.address, others.token) as stream:
        process = bot.start(cable.address, ours.token)
        saying = asyncio.create_task(asyncio.to_thread(said_by, process))
        thinker = Client(stream, chosen.name)
        await thinker.arrive()
        await thinker.answer(*map(first, await thinker.asked()))
        await thinker.asked()
        await asyncio.sleep(IDLE_SECONDS)  # nobody has anything to say to the bot
        cable.cut()
        await thinker.play_on()
        said = await saying
    events = [event async for event in host.events(opened.table)]
    replay = await host.replay(opened.table)
    await host.close(opened.table)
    return Played(events[-1].table_over, replay, [said])


def test_comes_back_after_a_silence_longer_than_the_grace(
    bot: InstalledBot, server: ServerProcess
) -> None:
    """The grace begins when the connection breaks, not with the last message before that."""

    async def scene() -> Played:
        async with server.host() as host:
            return await play_with_a_thinker(host, bot)

    played = asyncio.run(scene())
    check(played, boards=1)
    assert played.said[0].count("Back at seat 0 of 2") == 1, played.said


def test_plays_every_profile(bot: InstalledBot, server: ServerProcess) -> None:
    """One board of each, the bot in the first seat of as few as can play it."""

    async def scene() -> list[Played]:
        limit = asyncio.Semaphore(AT_ONCE)
        async with server.host() as host:

            async def one(name: str) -> Played:
                few = rules(name, players=min(profiles()[name].players), **_short(name))
                async with limit:
                    return await play_match(
                        host, bot, few, boards=1, rotations=[range(few.players)]
                    )

            return await asyncio.gather(*map(one, profiles()))

    matches = asyncio.run(scene())
    assert len(matches) == 28
    for played in matches:
        check(played, boards=1)


def _short(name: str) -> dict[str, object]:
    return {"hand_limit": 1} if name.startswith("burako/") else {}


def test_announces_every_profile_there_is() -> None:
    strategy = (EXAMPLE / "strategy.js").read_text()
    announced = re.findall(r"^  '([a-z]+/[a-z0-9-]+)',$", strategy, re.MULTILINE)
    assert announced == list(profiles())


def test_gives_up_with_a_wrong_token(bot: InstalledBot, server: ServerProcess) -> None:
    process = bot.start(server.players, "not-a-token")
    _, said = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "UNAUTHENTICATED" in said


def test_the_steps_of_the_page_work(
    bot: InstalledBot, server: ServerProcess, tmp_path: Path
) -> None:
    """The commands under "Try it", typed one after the other."""
    _, practice, _, _, start_bot, verify_replay, *_ = commands()
    replay = tmp_path / "practice.replay"

    def typed(line: str) -> str:
        here = line.replace(".venv/bin/python", sys.executable)
        return here.replace("practice.replay", str(replay))

    files = f"--address-file {server.address_file} --host-token-file {server.host_token_file}"
    with subprocess.Popen(
        ["bash", "-c", f"exec {typed(practice)} {files}"],
        cwd=PROJECT_DIR,
        stdout=subprocess.PIPE,
        text=True,
        env=_unbuffered(),
    ) as table:
        assert table.stdout is not None
        printed = next(line for line in table.stdout if line.startswith("DURAKO_ADDRESS="))
        example = re.match(r"DURAKO_ADDRESS=\S+ DURAKO_TOKEN=\S+ ", start_bot)
        assert example is not None
        line = start_bot.replace(example.group(), printed.strip() + " ")
        proto = f"DURAKO_PROTO={PROJECT_DIR / 'proto'}"  # the bot is installed elsewhere here
        subprocess.run(["bash", "-euc", f"{proto} {line}"], cwd=bot.folder, check=True, timeout=240)
        rest = table.stdout.read()
    assert table.returncode == 0, rest
    assert "Seat 0 is here: durako-example-bot" in rest
    assert "The match is over." in rest
    checked = subprocess.run(
        ["bash", "-euc", typed(verify_replay)],
        cwd=PROJECT_DIR,
        check=True,
        capture_output=True,
        text=True,
    )
    assert "The replay is sound" in checked.stdout


def _unbuffered() -> dict[str, str]:
    return {**os.environ, "PYTHONUNBUFFERED": "1"}


def test_practice_says_what_is_wrong(server: ServerProcess, tmp_path: Path) -> None:
    def said(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "arena.gameserver", "practice", *arguments],
            cwd=PROJECT_DIR,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 1
        return done.stderr

    files = ["--address-file", str(server.address_file)]
    files += ["--host-token-file", str(server.host_token_file)]
    assert "make run" in said("--rules", "durak/volga", "--address-file", str(tmp_path / "none"))
    assert "players" in said("--rules", "durak/duel24", "--players", "5", *files)
    assert "name=value" in said("--rules", "burako/duel", "--option", "500", *files)
    wrong = tmp_path / "token"
    wrong.write_text("x" * 43)
    files[-1] = str(wrong)
    assert "UNAUTHENTICATED" in said("--rules", "durak/volga", *files)
    gone = tmp_path / "address.json"
    gone.write_text(json.dumps({"control": f"unix:{tmp_path}/gone.sock", "players": ""}))
    files[1] = str(gone)
    assert "open a new table when" in said("--rules", "durak/volga", *files)


def test_an_abandoned_practice_table_is_closed(server: ServerProcess) -> None:
    files = ["--address-file", str(server.address_file)]
    files += ["--host-token-file", str(server.host_token_file)]
    with subprocess.Popen(
        [sys.executable, "-m", "arena.gameserver", "practice", "--rules", "burako/pairs", *files],
        cwd=PROJECT_DIR,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=_unbuffered(),
        # A test run in a shell's background ignores Ctrl-C, and its children would, too.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    ) as table:
        assert table.stdout is not None
        tokens = (line for line in table.stdout if line.startswith("DURAKO_ADDRESS="))
        assert len({next(tokens) for _ in range(4)}) == 4
        table.send_signal(signal.SIGINT)
        _, said = table.communicate(timeout=60)
    assert table.returncode == 1
    assert "The table is closed." in said

    async def left() -> list[host_pb2.TableStatus]:
        async with server.host() as host:
            return await host.tables()

    assert asyncio.run(left()) == []
