"""Damaged replays: refused in words, or the same match as before; never anything else.

A log cannot prove everything.  Nobody can tell afterwards, so a changed bit may go unnoticed in

- what the host said: the names of the match and of the participants, when the table was opened, the
  time control, why the match was broken off;
- what only the clock knew: how long a seat thought, and why the server played for it; also whether
  it did, where the seat might have chosen the default action itself;
- rules and limits that never came into play: an option that no action met, a number of strikes
  that nobody came near, the number of games on a board of Burako, which plays a match;
- why and by whom a board was forfeited, if not by strikes, as far as the results agree.

Everything else must be as it was: who sat where, every deal, every action, every result.
"""

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.gameserver.spec import OnFault
from arena.protocol.v1.replay_pb2 import ReplayRecord
from arena.wire.frames import ReplayRefused, frame, read_frames
from arena.wire.verify import verify
from tests.arena.wire.played import Trouble, match_of, play

MATCHES = (
    (match_of("durak/volga", 3, boards=2), Trouble(faults=0.05)),
    (match_of("durak/german-weli", 2, boards=1, games=2), Trouble()),
    (match_of("durak/german-team", boards=2, strikes=1), Trouble(faults=0.02)),
    (match_of("durak/duel24", boards=3, policy=OnFault.FORFEIT), Trouble(faults=0.02)),
    (match_of("durak/volga", 4, boards=2), Trouble(absent=(1, 3))),
    (match_of("burako/duel", boards=1, target_points=100), Trouble(faults=0.01)),
)
LOGS = [play(spec, random.Random(7), trouble).data for spec, trouble in MATCHES]
LOG = st.integers(0, len(LOGS) - 1)
PLACE = st.integers(0, 1_000_000)
"""To be taken modulo however many places there are."""
Records = list[ReplayRecord]


def proven(data: bytes) -> Records:
    """What the log proves: everything but what is listed above."""
    records = list(read_frames(data))
    header = records[0].header
    if header.rules.HasField("burako"):
        header.ClearField("games_per_board")
    for name in (
        "match_id", "participants", "opened_at_ms", "time_control", "fault_policy", "rules"
    ):  # fmt: skip
        header.ClearField(name)
    for record in records:
        if record.HasField("move"):
            record.move.ClearField("think_ms")
            record.move.ClearField("fault")
        record.DiscardUnknownFields()
    return records


PROVEN = {data: proven(data) for data in LOGS}
RESULTS = [set(verify(data).boards) for data in LOGS]


def refused_or_the_same(original: bytes, damaged: bytes) -> bool:
    """Whether it was refused; if not, it must be the same match."""
    try:
        verify(damaged)
    except ReplayRefused:
        return True
    assert proven(damaged) == PROVEN[original]
    return False


@pytest.mark.parametrize("log", range(len(LOGS)))
def test_a_bit_flipped_anywhere(log: int) -> None:
    data = LOGS[log]
    rng = random.Random(11)
    refused = 0
    for _ in range(300):
        place = rng.randrange(len(data))
        damaged = bytearray(data)
        damaged[place] ^= 1 << rng.randrange(8)
        refused += refused_or_the_same(data, bytes(damaged))
    assert refused > 150


@settings(deadline=None)
@given(LOG, st.lists(st.tuples(PLACE, st.integers(0, 255)), min_size=1, max_size=4))
def test_bytes_changed_anywhere(log: int, changes: list[tuple[int, int]]) -> None:
    data = LOGS[log]
    damaged = bytearray(data)
    for place, value in changes:
        damaged[place % len(data)] = value
    refused_or_the_same(data, bytes(damaged))


@settings(deadline=None)
@given(LOG, PLACE)
def test_a_log_cut_anywhere_is_refused(log: int, place: int) -> None:
    data = LOGS[log]
    cut = place % len(data)
    with pytest.raises(ReplayRefused):
        verify(data[:cut])
    with pytest.raises(ReplayRefused):
        verify(data[cut + 1 :])


def lose(records: Records, place: int, _: int) -> None:
    del records[place]


def double(records: Records, place: int, other: int) -> None:
    records.insert(other, records[place])


def exchange(records: Records, place: int, other: int) -> None:
    records[place], records[other] = records[other], records[place]


def move(records: Records, place: int, other: int) -> None:
    records.insert(other, records.pop(place))


@settings(deadline=None)
@given(LOG, st.sampled_from([lose, double, exchange, move]), PLACE, PLACE)
def test_records_lost_doubled_or_moved(
    log: int, change: Callable[[Records, int, int], None], place: int, other: int
) -> None:
    data = LOGS[log]
    records = list(read_frames(data))
    change(records, place % len(records), other % len(records))
    damaged = b"".join(map(frame, records))
    try:
        verified = verify(damaged)
    except ReplayRefused:
        return
    # Boards run at the same time: what happens on two of them can change places.
    assert change in {exchange, move}
    assert set(verified.boards) == RESULTS[log]


@settings(deadline=None)
@given(LOG, LOG, PLACE, PLACE)
def test_records_of_two_matches_mixed(one: int, other: int, cut: int, joint: int) -> None:
    ours, theirs = list(read_frames(LOGS[one])), list(read_frames(LOGS[other]))
    mixed = [*ours[: cut % (len(ours) + 1)], *theirs[joint % (len(theirs) + 1) :]]
    damaged = b"".join(map(frame, mixed))
    try:
        verify(damaged)
    except ReplayRefused:
        return
    assert damaged in {LOGS[one], LOGS[other]}


@settings(deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(ReplayRefused):
        verify(data)
