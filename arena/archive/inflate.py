"""Unpacking an entry's data, piece by piece: never more than it may become, whatever it claims."""

import zlib
from collections.abc import Iterator
from typing import Final

from arena.archive import limits
from arena.archive.refusals import refusal
from arena.archive.zip_layout import STORED, Entry

PIECE: Final = 64 * limits.KIB


def unpacked_pieces(data: bytes, entry: Entry) -> Iterator[bytes]:
    """The entry's content; it is the entry's own only when all pieces have come without a refusal.

    At most one piece more than the stated size is ever made, and that one is not handed on.
    """
    if entry.unpacked > limits.RATIO_COUNTS_FROM and entry.unpacked > limits.RATIO * entry.packed:
        raise refusal("entry_ratio", entry.name, limit=limits.RATIO)
    pieces = _stored(data, entry) if entry.method == STORED else _inflated(data, entry)
    size = checksum = 0
    for piece in pieces:
        size += len(piece)
        if size > entry.unpacked:
            raise refusal("entry_lying_size", entry.name)
        checksum = zlib.crc32(piece, checksum)
        yield piece
    if size != entry.unpacked:
        raise refusal("entry_lying_size", entry.name)
    if checksum != entry.checksum:
        raise refusal("entry_wrong_checksum", entry.name)


def _stored(data: bytes, entry: Entry) -> Iterator[bytes]:
    stop = entry.start + entry.packed
    for position in range(entry.start, stop, PIECE):
        yield data[position : min(position + PIECE, stop)]


def _inflated(data: bytes, entry: Entry) -> Iterator[bytes]:
    """The stream must end exactly where the entry does."""
    stream = zlib.decompressobj(-zlib.MAX_WBITS)
    for packed in _stored(data, entry):
        if stream.eof:
            raise refusal("entry_lying_size", entry.name)
        rest = packed
        while not stream.eof:  # once it is, the stream still shows the rest of an earlier call
            before = len(rest)
            try:
                piece = stream.decompress(rest, PIECE)
            except zlib.error:
                raise refusal("entry_damaged", entry.name) from None
            rest = stream.unconsumed_tail
            if piece:
                yield piece
            elif len(rest) >= before:
                break
    if not stream.eof:
        raise refusal("entry_damaged", entry.name)
    if stream.unused_data:
        raise refusal("entry_lying_size", entry.name)
