"""The event log of a table."""

import asyncio
import random
from hashlib import sha256

import pytest

from arena.games.shuffle import commitment
from arena.gameserver.journal import Journal
from arena.protocol.v1.replay_pb2 import ReplayRecord
from arena.wire.codec import codec_for
from arena.wire.frames import read_frames
from arena.wire.match_spec import FaultPolicy, MatchSpec, OnFault, TimeControl
from arena.wire.results import BoardResult, Fault, Forfeit, ForfeitReason, GameResult
from arena.wire.rules import rules_from_wire
from tests.arena.wire.played import OPENED_AT, match_of, play

SPEC = match_of("durak/volga", 3, boards=4, games=5)


def last(journal: Journal) -> ReplayRecord:
    """The record written last."""
    return list(read_frames(journal.read(0)))[-1]


def test_the_header_says_what_was_fixed_before_the_first_card() -> None:
    spec = MatchSpec(
        match_id="cup/7",
        rules=SPEC.rules,
        participants=("a", "b", "c"),
        rotations=((2, 0, 1), (0, 1, 2)),
        boards=4,
        games_per_board=5,
        seed=SPEC.seed,
        time_control=TimeControl(startup=1.5, bank=0.25, increment=0.001, bank_limit=3, grace=0),
        fault_policy=FaultPolicy(on_fault=OnFault.FORFEIT, strikes=7),
    )
    journal = Journal(spec, OPENED_AT)
    [record] = read_frames(journal.read(0))
    header = record.header
    assert header.format == 1
    assert header.match_id == "cup/7"
    assert rules_from_wire(header.rules) == spec.rules
    assert tuple(header.participants) == ("a", "b", "c")
    assert [tuple(r.participants) for r in header.rotations] == [(2, 0, 1), (0, 1, 2)]
    assert (header.boards, header.games_per_board) == (4, 5)
    assert header.commitment == commitment(spec.seed)
    clock = header.time_control
    assert (clock.startup_ms, clock.bank_ms, clock.increment_ms) == (1500, 250, 1)
    assert (clock.bank_limit_ms, clock.grace_ms) == (3000, 0)
    assert (header.fault_policy.on_fault, header.fault_policy.strikes) == (2, 7)
    assert header.opened_at_ms == OPENED_AT
    assert spec.seed not in journal.data


def test_every_record_comes_back() -> None:
    journal = Journal(SPEC, OPENED_AT)
    journal.rotation_began(0)
    assert last(journal).HasField("rotation_began")
    journal.rotation_began(2)
    assert last(journal).rotation_began.rotation == 2
    journal.game_began(0, 0)
    assert last(journal).HasField("game_began")
    journal.game_began(200, 3)
    assert (last(journal).game_began.game, last(journal).game_began.board) == (200, 3)
    journal.board_forfeited(3, Forfeit((0, 2), ForfeitReason.NO_START))
    forfeited = last(journal).board_forfeited
    assert (forfeited.board, list(forfeited.forfeit.seats), forfeited.forfeit.reason) == (
        3,
        [0, 2],
        2,
    )
    assert journal.records == 6


def test_a_move_has_its_action_its_time_and_its_fault() -> None:
    journal = Journal(SPEC, OPENED_AT)
    game = SPEC.rules.deal(1)
    codec = codec_for(SPEC.rules)
    action = game.legal()[0]
    journal.move(0, 0, action, 0.0, None)
    move = last(journal).move
    assert (move.game, move.seat, move.think_ms, move.fault) == (0, 0, 0, 0)
    assert codec.read_action(move) is action
    for fault in Fault:
        journal.move(300, 2, action, 86_399.9999, fault)
        move = last(journal).move
        assert (move.game, move.seat, move.think_ms, move.fault) == (
            300,
            2,
            86_399_999,
            fault.value,
        )
        assert codec.read_action(move) is action


def test_the_end_has_the_results_the_seed_and_a_digest_of_everything() -> None:
    journal = Journal(SPEC, OPENED_AT)
    forfeit = Forfeit((1,), ForfeitReason.STRIKES)
    result = BoardResult(1, 2, (GameResult(3, None),), (2, 0, 2), (1,), forfeit)
    journal.ended([result], "enough")
    end = last(journal).end
    [board] = end.boards
    assert (board.rotation, board.board, board.games[0].game) == (1, 2, 3)
    assert (list(board.points), list(board.losers)) == ([2, 0, 2], [1])
    assert (list(board.forfeit.seats), board.forfeit.reason) == ([1], 1)
    assert (end.aborted, end.seed) == ("enough", SPEC.seed)
    assert end.digest == journal.data[-32:] == sha256(journal.data[:-34]).digest()


@pytest.mark.parametrize("profile", ["durak/volga", "burako/duel"])
def test_it_is_only_ever_added_to(profile: str) -> None:
    """Whoever has read up to some size gets whole records from there on."""
    rng = random.Random(3)
    whole = play(match_of(profile, boards=1), rng)
    journal = Journal(whole.spec, OPENED_AT)
    codec = codec_for(whole.spec.rules)
    parts = [journal.read(0)]
    for record in whole.records:
        if record.HasField("move"):
            journal.move(
                record.move.game, record.move.seat, codec.read_action(record.move), 0, None
            )
            if rng.random() < 0.3:
                parts.append(journal.read(sum(map(len, parts))))
                list(read_frames(parts[-1]))
    parts.append(journal.read(sum(map(len, parts))))
    assert b"".join(parts) == journal.data
    assert journal.size == len(journal.data)
    assert journal.read(journal.size) == b""
    assert len(list(read_frames(journal.read(0)))) == journal.records


def test_readers_are_told_of_every_record() -> None:
    async def scene() -> None:
        journal = Journal(SPEC, OPENED_AT)
        seen = journal.changed.version
        waiting = asyncio.ensure_future(journal.changed.wait(seen))
        journal.rotation_began(0)
        assert await waiting == seen + 1
        journal.game_began(0, 0)
        assert journal.changed.version == seen + 2

    asyncio.run(scene())
