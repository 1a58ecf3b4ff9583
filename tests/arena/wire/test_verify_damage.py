"""Damaged replays are noticed, whatever the damage; a refusal is all that ever happens.

With a new seal a changed log is another log, which may be sound: a card was beaten or not, and if
everything is taken afterwards, nobody can tell.  Then its results are those of what it tells.
"""

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.protocol.v1.replay_pb2 import ReplayRecord
from arena.wire.codec import codec_for
from arena.wire.frames import ReplayRefused, frame, last_record, read_frames, sealed_end
from arena.wire.match_spec import OnFault
from arena.wire.matches import board_result_to_wire
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


def sealed(data: bytes) -> bytes:
    """With a digest that fits, if there is an end at all."""
    try:
        last = last_record(data)
    except ReplayRefused:
        return data
    before = data[: len(data) - len(frame(last))]
    return before + sealed_end(before, last) if last.HasField("end") else data


def is_refused(data: bytes) -> bool:
    """Nothing but a refusal or a match may come out."""
    try:
        verified = verify(data)
    except ReplayRefused:
        return True
    codec = codec_for(verified.rules)
    played = {(r.rotation, r.board): board_result_to_wire(codec, r) for r in verified.boards}
    for result in last_record(data).end.boards:
        assert played.pop((result.rotation, result.board)) == result
    assert not played or verified.aborted
    return False


@pytest.mark.parametrize("log", range(len(LOGS)))
def test_a_bit_flipped_anywhere_is_noticed(log: int) -> None:
    data = LOGS[log]
    rng = random.Random(11)
    places = {*rng.sample(range(len(data)), 60), *range(len(data) - 40, len(data))}
    sound = 0
    for place in places:
        damaged = bytearray(data)
        damaged[place] ^= 1 << rng.randrange(8)
        assert is_refused(bytes(damaged))
        sound += not is_refused(sealed(bytes(damaged)))
    assert sound < len(places) // 2


@settings(deadline=None)
@given(LOG, st.lists(st.tuples(PLACE, st.integers(0, 255)), min_size=1, max_size=4))
def test_bytes_changed_anywhere(log: int, changes: list[tuple[int, int]]) -> None:
    data = LOGS[log]
    damaged = bytearray(data)
    for place, value in changes:
        damaged[place % len(data)] = value
    assert is_refused(bytes(damaged)) or damaged == data
    is_refused(sealed(bytes(damaged)))


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
    assert is_refused(damaged) or damaged == data
    is_refused(sealed(damaged))


@settings(deadline=None)
@given(LOG, LOG, PLACE, PLACE)
def test_records_of_two_matches_mixed(one: int, other: int, cut: int, joint: int) -> None:
    ours, theirs = list(read_frames(LOGS[one])), list(read_frames(LOGS[other]))
    mixed = [*ours[: cut % (len(ours) + 1)], *theirs[joint % (len(theirs) + 1) :]]
    damaged = b"".join(map(frame, mixed))
    assert is_refused(damaged) or damaged in {LOGS[one], LOGS[other]}
    is_refused(sealed(damaged))


@settings(deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(ReplayRefused):
        verify(data)
