"""How records stand one after the other in a log: each preceded by its length as a varint."""

from collections.abc import Iterator
from hashlib import sha256
from typing import Final

from google.protobuf.message import DecodeError

from arena.protocol.v1.replay_pb2 import ReplayRecord

FORMAT: Final = 1
"""Of the whole log; see `ReplayHeader`."""
_LONGEST_LENGTH: Final = 5
"""Bytes that a length may take."""
_DIGEST_FIELD: Final = b"\x7a\x20"
"""The digest's tag and length."""
_DIGEST_BYTES: Final = 32
_SEAL_BYTES: Final = len(_DIGEST_FIELD) + _DIGEST_BYTES
_SEVEN_BITS: Final = 0x7F
_FOURTEEN_BITS: Final = 0x3FFF
_MORE: Final = 0x80
SHORTS: Final = _MORE
"""Numbers below are a byte each."""


class ReplayRefused(ValueError):  # noqa: N818 - one family of names with the engines' errors
    """This is not the log of a match that was played by the rules; the text says where and why."""


def frame(record: ReplayRecord) -> bytes:
    """A record as it stands in a log."""
    return framed(record.SerializeToString())


def framed(body: bytes) -> bytes:
    """The bytes of a record as they stand in a log."""
    size = len(body)
    return (SHORT[size] if size <= _SEVEN_BITS else varint(size)) + body


def varint(number: int) -> bytes:
    """A number as protobuf writes it: seven bits to a byte, the lowest first."""
    if 0 <= number <= _SEVEN_BITS:
        return SHORT[number]
    if number <= _FOURTEEN_BITS:
        return bytes((number & _SEVEN_BITS | _MORE, number >> 7))
    return bytes((number & _SEVEN_BITS | _MORE,)) + varint(number >> 7)


SHORT: Final = tuple(bytes((number,)) for number in range(SHORTS))
"""What they are written as, for those who cannot afford a call."""


def read_frames(data: bytes) -> Iterator[ReplayRecord]:
    """The records of a log, or of any part of it that begins and ends between two records."""
    for number, (place, end) in enumerate(_bodies(data), 1):
        yield _record(data[place:end], number)


def last_record(data: bytes) -> ReplayRecord:
    """The last one; those before it are not read."""
    number = place = end = 0
    for number, (place, end) in enumerate(_bodies(data), 1):  # noqa: B007 - the last is wanted
        pass
    if not number:
        raise ReplayRefused("The log is empty.")
    return _record(data[place:end], number)


def sealed_end(log: bytes | bytearray, end: ReplayRecord) -> bytes:
    """The end of a log as it stands there, with the digest of everything before."""
    end.end.digest = bytes(_DIGEST_BYTES)  # the field with the highest number is written last
    unsealed = frame(end)[:-_DIGEST_BYTES]
    digest = sha256(log)
    digest.update(unsealed[: -len(_DIGEST_FIELD)])
    return unsealed + digest.digest()


def is_sealed(log: bytes) -> bool:
    """Whether a log is, bit by bit, the one that was ended."""
    with memoryview(log) as everything:
        seal = bytes(everything[-_SEAL_BYTES:])
        digest = sha256(everything[:-_SEAL_BYTES]).digest()
    return seal == _DIGEST_FIELD + digest


def _bodies(data: bytes) -> Iterator[tuple[int, int]]:
    """Where each record begins and ends, its length apart."""
    size = len(data)
    place = number = 0
    while place < size:
        number += 1
        length, place = _length(data, place, number)
        end = place + length
        if end > size:
            raise ReplayRefused(f"The log breaks off in record {number}: {end - size} bytes lack.")
        yield place, end
        place = end


def _length(data: bytes, place: int, number: int) -> tuple[int, int]:
    """A varint at a place, and the place after it."""
    value = 0
    for count, byte in enumerate(data[place : place + _LONGEST_LENGTH]):
        value |= (byte & _SEVEN_BITS) << 7 * count
        if byte < _MORE:
            return value, place + count + 1
    if len(data) - place < _LONGEST_LENGTH:
        raise ReplayRefused(f"The log breaks off in the length of record {number}.")
    raise ReplayRefused(f"The length of record {number} cannot be read; the log is damaged.")


def _record(body: bytes, number: int) -> ReplayRecord:
    record = ReplayRecord()
    try:
        record.ParseFromString(body)
    except DecodeError:
        raise ReplayRefused(f"Record {number} cannot be read; the log is damaged.") from None
    return record
