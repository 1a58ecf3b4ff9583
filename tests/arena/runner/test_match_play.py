"""Matches with everything real: the game server, the runtime, the sandboxes, the bots."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from arena.games.shuffle import commitment
from arena.runner.match_orders import PRINTED_BYTES, ProgramRun
from arena.sdk.scaffold import first_bot
from arena.wire.results import ForfeitReason
from arena.wire.verify import Verified, verify
from tests.arena.gameserver.server_process import ServerProcess
from tests.arena.runner import hostile_bots
from tests.arena.runner.match_machine import PATIENT, SEED, Machine, Match

LOOKS_AROUND = hostile_bots.bot(
    "return legal[0]",
    before="import os, pathlib\n"
    "print('found', os.listdir('/tmp') + os.listdir('/dev/shm'))\n"
    "for place in ('/tmp', '/dev/shm'):\n"
    "    pathlib.Path(place, 'remember').write_text('the trump was hearts')\n"
    "os.write(2, b'\\0\\xff' + 'ñ'.encode() + b'\\n')\n",
)
HURRIED = {"bank": 3.0, "increment": 0.1, "grace": 1.0}
IMPATIENT = {"startup": 5.0}


@dataclass
class Played:
    """What several matches came to, all of them played at the same time."""

    durak: Match
    pairs: Match
    crashes: Match
    hangs: Match
    prints: Match
    silent: Match


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    with ServerProcess() as server:
        machine = Machine(tmp_path_factory.mktemp("matches"), server.folder)
        yield machine
        assert machine.left_behind() == []


@pytest.fixture(scope="module")
def played(machine: Machine) -> Played:
    """Together: most of their time is start-up and waiting."""
    good = machine.program(hostile_bots.GOOD, name="Good v1")
    first = machine.program(first_bot(), name="First v1")
    looks = machine.program(LOOKS_AROUND, name="Looks v1")
    orders = [
        machine.order(first, looks, boards=3),
        machine.order(looks, good, looks, good, profile="burako/pairs", boards=1),
        machine.order(hostile_bots.EXITS, good, clocks={**PATIENT, "grace": 1.0}),
        machine.order(hostile_bots.BLOCKS, good, boards=1, clocks={**PATIENT, **HURRIED}),
        machine.order(hostile_bots.PRINTS, good, boards=1),
        machine.order(hostile_bots.SILENT, good, clocks={**PATIENT, **IMPATIENT}),
    ]

    async def play_all() -> list[Match]:
        return await asyncio.gather(*map(machine.play, orders))

    return Played(*asyncio.run(play_all()))


def verified(match: Match) -> Verified:
    """The log of a match that was played to its end, checked as the server checks it."""
    assert match.result.broken == ""
    found = verify(match.result.replay)
    assert found.header.match_id == match.order.match
    assert found.header.commitment == commitment(bytes.fromhex(SEED))
    assert found.seed.hex() == SEED
    assert list(found.header.participants) == [one.name for one in match.order.programs]
    assert len(found.boards) == match.order.boards * len(found.header.rotations)
    assert found.aborted == ""
    return found


def runs_of(match: Match, participant: int) -> list[ProgramRun]:
    return [run for run in match.result.runs if run.participant == participant]


def forfeits(match: Match, participant: int) -> set[ForfeitReason]:
    """Why this participant forfeited boards."""
    found = verified(match)
    return {
        board.forfeit.reason
        for board in found.boards
        if board.forfeit is not None
        for seat in board.forfeit.seats
        if found.header.rotations[board.rotation].participants[seat] == participant
    }


def test_a_deal_set_is_played_to_its_end(played: Played) -> None:
    match = played.durak
    found = verified(match)
    assert (len(found.boards), found.games) == (6, 6)
    assert not any(board.forfeit for board in found.boards)
    result, order = match.result, match.order
    assert (result.match, result.attempt, result.token) == (order.match, 1, order.token)
    assert (result.worker, result.sandbox) == ("matches@here", "bwrap")
    seats = [(run.rotation, run.seat, run.participant) for run in result.runs]
    assert sorted(seats) == [(0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0)]
    for run in result.runs:
        assert run.cpu_seconds > 0
        assert run.wall_seconds > 0
        assert run.peak_memory_bytes > 10_000_000
        assert run.dropped_bytes == 0


def test_partners_play_as_two_processes_of_one_folder(played: Played) -> None:
    match = played.pairs
    found = verified(match)
    assert not any(board.forfeit for board in found.boards)
    assert len(found.header.rotations) == 2
    assert len(match.driver.handles) == 8, "four seats in each of two rotations"
    assert len({spec.bot for spec in match.driver.specs}) == 2, "one for each program"
    assert len({spec.socket for spec in match.driver.specs}) == 8


def test_every_seat_of_every_rotation_is_a_fresh_process(played: Played) -> None:
    """What it has written anywhere is gone, so that it remembers no card of another rotation."""
    found = [run.stdout for run in runs_of(played.durak, 1)]
    found += [run.stdout for place in (0, 2) for run in runs_of(played.pairs, place)]
    assert found == ["found []\n"] * 6


def test_what_is_no_text_is_told_as_text(played: Played) -> None:
    for run in runs_of(played.durak, 1):
        assert run.stderr.startswith("\0\N{REPLACEMENT CHARACTER}ñ\n")
        json.dumps(played.durak.result.to_json()).encode()


def test_signs_of_life(played: Played) -> None:
    for match in (played.durak, played.pairs):
        order = match.order
        assert [told.number for told in match.told] == list(range(1, len(match.told) + 1))
        assert match.told[0].boards_over == 0
        counts = [told.boards_over for told in match.told]
        assert counts == sorted(counts)
        for told in match.told:
            assert (told.match, told.attempt, told.token) == (order.match, 1, order.token)
            assert told.worker == "matches@here"
        assert {told.boards for told in match.told} <= {order.boards, 2 * order.boards}
        assert match.told[-1].boards == 2 * order.boards


def test_a_bot_that_crashes_loses_and_is_explained(played: Played) -> None:
    assert forfeits(played.crashes, 0) == {ForfeitReason.DISCONNECTED}
    assert [(run.exit_reason, run.exit_code) for run in runs_of(played.crashes, 0)] == [
        ("exited", 7)
    ] * 2


def test_a_bot_that_hangs_loses_and_is_ended(played: Played) -> None:
    assert ForfeitReason.STRIKES in forfeits(played.hangs, 0)
    assert [run.exit_reason for run in runs_of(played.hangs, 0)] == ["killed"] * 2


def test_a_bot_that_never_connects_loses_and_is_ended(played: Played) -> None:
    assert forfeits(played.silent, 0) == {ForfeitReason.NO_START}
    assert [run.exit_reason for run in runs_of(played.silent, 0)] == ["killed"] * 2


def test_what_a_bot_prints_has_an_end(played: Played) -> None:
    match = played.prints
    assert forfeits(match, 0) == set(), "it plays on"
    runs = runs_of(match, 0)
    for run in runs:
        assert run.dropped_bytes > 100_000
        assert f"{run.dropped_bytes} bytes were dropped here" in run.stdout
    assert sum(len(run.stdout) + len(run.stderr) for run in runs) <= PRINTED_BYTES
    assert sum(len(run.stdout) for run in runs) > PRINTED_BYTES // 4
    assert len(json.dumps(match.result.to_json())) < 2 * PRINTED_BYTES
