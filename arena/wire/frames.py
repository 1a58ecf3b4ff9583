"""How records stand one after the other in a log: each preceded by its length as a varint."""

from collections.abc import Iterator
from typing import Final

from google.protobuf.message import DecodeError

from arena.protocol.v1.replay_pb2 import ReplayRecord

LONGEST_RECORD: Final = 64 * 1024 * 1024
"""Far more than any record needs; a damaged length must not ask for the moon."""
_LONGEST_LENGTH: Final = 5
"""Bytes that a length may take."""
_SEVEN_BITS: Final = 0x7F
_MORE: Final = 0x80


class ReplayRefused(ValueError):  # noqa: N818 - one family of names with the engines' errors
    """This is not the log of a match that was played by the rules; the text says where and why."""


def frame(record: ReplayRecord) -> bytes:
    """A record as it stands in a log."""
    return framed(record.SerializeToString())


def framed(body: bytes) -> bytes:
    """The bytes of a record as they stand in a log."""
    length = len(body)
    if length <= _SEVEN_BITS:
        return _SHORT[length] + body
    head = bytearray()
    while length > _SEVEN_BITS:
        head.append(length & _SEVEN_BITS | _MORE)
        length >>= 7
    head.append(length)
    return bytes(head) + body


_SHORT: Final = tuple(bytes((length,)) for length in range(_MORE))


def read_frames(data: bytes) -> Iterator[ReplayRecord]:
    """The records of a log, or of any part of it that begins and ends between two records."""
    end = len(data)
    place = number = 0
    while place < end:
        number += 1
        length, place = _length(data, place, number)
        if length > LONGEST_RECORD:
            raise ReplayRefused(f"Record {number} cannot be {length} bytes long: damaged.")
        if length > end - place:
            raise ReplayRefused(f"The log breaks off in record {number}: {length} bytes announced.")
        record = ReplayRecord()
        try:
            record.ParseFromString(data[place : place + length])
        except DecodeError:
            raise ReplayRefused(f"Record {number} cannot be read: damaged.") from None
        place += length
        yield record


def _length(data: bytes, place: int, number: int) -> tuple[int, int]:
    """A varint at a place, and the place after it."""
    value = 0
    for count, byte in enumerate(data[place : place + _LONGEST_LENGTH]):
        value |= (byte & _SEVEN_BITS) << 7 * count
        if byte < _MORE:
            return value, place + count + 1
    if len(data) - place < _LONGEST_LENGTH:
        raise ReplayRefused(f"The log breaks off in the length of record {number}.")
    raise ReplayRefused(f"The length of record {number} cannot be read: damaged.")
