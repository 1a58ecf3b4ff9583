"""Records in a log: what was written is read, and damage is told, never suffered."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.protocol.v1.replay_pb2 import Move, ReplayRecord
from arena.wire.frames import ReplayRefused, frame, framed, last_record, read_frames, varint
from arena.wire.pieces import tag_of


def record_of_length(length: int) -> ReplayRecord:
    """A record with a text of this length."""
    record = ReplayRecord()
    record.end.aborted = "x" * length
    return record


LENGTHS = st.sampled_from([0, 1, 100, 123, 124, 125, 126, 127, 128, 16_380, 16_390, 2_100_000])


@settings(deadline=None)
@given(st.lists(LENGTHS, max_size=4))
def test_what_was_written_is_read(lengths: list[int]) -> None:
    records = [record_of_length(length) for length in lengths]
    data = b"".join(map(frame, records))
    assert list(read_frames(data)) == records
    if records:
        assert last_record(data) == records[-1]


@pytest.mark.parametrize("length", [0, 1, 127, 128, 16_383, 16_384, 2_097_151, 2_097_152])
def test_the_length_stands_before_a_record_as_a_varint(length: int) -> None:
    data = framed(bytes(length))
    head, value = data[: len(data) - length], 0
    for place, byte in enumerate(head):
        assert (byte >= 128) == (place < len(head) - 1)
        value += (byte % 128) * 128**place
    assert value == length


def test_a_log_without_records() -> None:
    assert list(read_frames(b"")) == []
    with pytest.raises(ReplayRefused, match=r"The log is empty\."):
        last_record(b"")


WHOLE = b"".join(frame(record_of_length(length)) for length in (3, 200, 5))


@pytest.mark.parametrize("size", range(1, len(WHOLE)))
def test_a_log_that_breaks_off(size: int) -> None:
    bounds = {0, len(frame(record_of_length(3))), len(WHOLE) - len(frame(record_of_length(5)))}
    if size in bounds:
        assert len(list(read_frames(WHOLE[:size]))) in {1, 2}
        return
    with pytest.raises(ReplayRefused, match="The log breaks off in"):
        list(read_frames(WHOLE[:size]))


def test_a_length_that_never_ends() -> None:
    with pytest.raises(ReplayRefused, match="The length of record 1 cannot be read"):
        list(read_frames(b"\xff" * 20))


def test_a_record_that_is_none() -> None:
    good = frame(record_of_length(2))
    with pytest.raises(ReplayRefused, match="Record 2 cannot be read"):
        list(read_frames(good + b"\x02\x0a\x7f" + good))


@settings(deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    for read in (read_frames, lambda data: [last_record(data)]):
        try:
            list(read(data))
        except ReplayRefused:
            continue


@given(st.integers(min_value=0, max_value=2**32 - 1))
def test_a_number_is_written_as_protobuf_writes_it(number: int) -> None:
    tag = tag_of(Move, "think_ms")
    assert Move.FromString(tag + varint(number)).think_ms == number
    if number:
        assert Move(think_ms=number).SerializeToString() == tag + varint(number)
