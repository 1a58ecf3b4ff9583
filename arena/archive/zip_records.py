"""The records of a zip archive, read strictly: what two programs could read in two ways is refused.

The standard library's reader is made to open whatever can be opened. Here it matters that every
program sees the same files, so this one demands what every ordinary zip program writes: one end,
one table of contents right before it, and numbers that agree with each other.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from arena.archive import limits
from arena.archive.refusals import refusal

END: Final = struct.Struct("<4s4H2LH")
END_MARK: Final = b"PK\5\6"
END64: Final = struct.Struct("<4sQ2H2L4Q")
END64_MARK: Final = b"PK\6\6"
LOCATOR64: Final = struct.Struct("<4sLQL")
LOCATOR64_MARK: Final = b"PK\6\7"
CENTRAL: Final = struct.Struct("<4s4B4HL2L5H2L")
CENTRAL_MARK: Final = b"PK\1\2"
LOCAL: Final = struct.Struct("<4s5H3L2H")
LOCAL_MARK: Final = b"PK\3\4"

MAX16: Final = 0xFFFF
MAX32: Final = 0xFFFFFFFF
"""These stand where the real number is found in a 64-bit field."""
LONGEST_COMMENT: Final = MAX16
NEWEST_VERSION: Final = 63
"""Of the format, times ten; what a later one means nobody knows yet."""

ZIP64_EXTRA: Final = 0x0001
PKWARE_UNIX_EXTRA: Final = 0x000D
ASI_UNIX_EXTRA: Final = 0x756E
UNICODE_NAME_EXTRA: Final = 0x7075
READ_EXTRAS: Final = frozenset({ZIP64_EXTRA, PKWARE_UNIX_EXTRA, ASI_UNIX_EXTRA, UNICODE_NAME_EXTRA})
"""The further fields that change what an entry is; of all others nobody need know anything."""


@dataclass(frozen=True, slots=True)
class End:
    """What the end of the archive says about its table of contents."""

    entries: int
    start: int
    size: int


@dataclass(frozen=True, slots=True)
class Header:
    """What one of its two headers says about an entry."""

    name: bytes
    flags: int
    method: int
    checksum: int
    packed: int
    unpacked: int
    extra: dict[int, bytes]
    """Further fields by their numbers."""
    attributes: int = 0
    offset: int = 0
    """Where its data begins; in the table of contents, where its other header does."""


def read_end(archive: str, data: bytes) -> End:
    """Find the end of the archive; there must be exactly one, and nothing after it."""
    position = _find_end(archive, data)
    _, disk, start_disk, here, entries, size, start, _ = END.unpack_from(data, position)
    bound = position
    locator = position - LOCATOR64.size
    if locator >= 0 and data.startswith(LOCATOR64_MARK, locator):
        bound, wide = _read_end64(archive, data, locator)
        told = (disk, start_disk, here, entries, size, start)
        most = (MAX16, MAX16, MAX16, MAX16, MAX32, MAX32)
        for small, real, unknown in zip(told, wide, most, strict=True):
            if small not in (real, unknown):
                raise refusal("zip_damaged", archive)
        disk, start_disk, here, entries, size, start = wide
    if disk or start_disk or here != entries:
        raise refusal("zip_split", archive)
    if entries > limits.ENTRIES:
        raise refusal("too_many_entries", archive, count=entries, limit=limits.ENTRIES)
    if start + size > bound:
        raise refusal("zip_truncated", archive)
    if start + size < bound:
        count = bound - start - size
        if data.startswith(CENTRAL_MARK, start) or not entries:
            raise refusal("zip_hidden_data", archive, count=count)
        raise refusal("zip_leading_data", archive, count=count)
    return End(entries, start, size)


def _find_end(archive: str, data: bytes) -> int:
    """The last mark of an end, where programs look for it; a comment must not look like one."""
    marks: list[int] = []
    position = data.find(END_MARK, max(0, len(data) - LONGEST_COMMENT - END.size))
    while position >= 0:
        marks.append(position)
        position = data.find(END_MARK, position + 1)
    whole = [mark for mark in marks if mark + END.size <= len(data)]
    later = [len(data) - mark - END.size - END.unpack_from(data, mark)[-1] for mark in whole]
    *others, end = [mark for mark, count in zip(whole, later, strict=True) if not count] or [-1]
    if end >= 0:
        if marks[-1] != end or any(_has_contents(data, mark) for mark in others):
            raise refusal("zip_two_ends", archive)
        return end
    if later and later[-1] > 0:
        raise refusal("zip_trailing_data", archive, count=later[-1])
    if data.startswith((LOCAL_MARK, END_MARK)):
        raise refusal("zip_truncated", archive)
    raise refusal("not_a_zip", archive)


def _has_contents(data: bytes, position: int) -> bool:
    """Whether there is a table of contents where this end says, so that somebody might use it."""
    _, _, _, _, entries, size, _, _ = END.unpack_from(data, position)
    if position >= LOCATOR64.size and data.startswith(LOCATOR64_MARK, position - LOCATOR64.size):
        return True
    return size <= position and (not entries or data.startswith(CENTRAL_MARK, position - size))


def _read_end64(archive: str, data: bytes, locator: int) -> tuple[int, tuple[int, ...]]:
    """The 64-bit end, which must lie right before its locator, and where it begins."""
    _, disk, position, disks = LOCATOR64.unpack_from(data, locator)
    if disk or disks > 1:
        raise refusal("zip_split", archive)
    if position + END64.size != locator or not data.startswith(END64_MARK, position):
        raise refusal("zip_damaged", archive)
    _, size, _, _, *told = END64.unpack_from(data, position)
    if size != END64.size - 12:
        raise refusal("zip_damaged", archive)
    return position, tuple(told)


def read_contents(archive: str, data: bytes, end: End) -> Iterator[Header]:
    """The headers in the table of contents, which must fill it exactly."""
    position, bound = end.start, end.start + end.size
    for _ in range(end.entries):
        if position + CENTRAL.size > bound or not data.startswith(CENTRAL_MARK, position):
            raise refusal("zip_damaged", archive)
        (
            _, _, _, needed, _, flags, method, _, _, checksum, packed, unpacked,
            name_size, extra_size, comment_size, disk, _, attributes, offset,
        ) = CENTRAL.unpack_from(data, position)  # fmt: skip
        position += CENTRAL.size
        name = data[position : position + name_size]
        extra_bytes = data[position + name_size : position + name_size + extra_size]
        position += name_size + extra_size + comment_size
        if position > bound or needed > NEWEST_VERSION:
            raise refusal("zip_damaged", archive)
        entry = readable(name)
        extra = read_extra(entry, extra_bytes)
        wide = _Wide(entry, extra)
        unpacked = wide.value(unpacked, MAX32)
        packed = wide.value(packed, MAX32)
        offset = wide.value(offset, MAX32)
        if wide.value(disk, MAX16, size=4):
            raise refusal("zip_split", archive)
        yield Header(name, flags, method, checksum, packed, unpacked, extra, attributes, offset)
    if position != bound:
        raise refusal("zip_damaged", archive)


def read_local(data: bytes, entry: str, offset: int, bound: int) -> Header:
    """The header in front of an entry's data; nothing of it lies beyond `bound`."""
    if offset + LOCAL.size > bound or not data.startswith(LOCAL_MARK, offset):
        raise refusal("entry_headers_differ", entry)
    (
        _, _, flags, method, _, _, checksum, packed, unpacked, name_size, extra_size,
    ) = LOCAL.unpack_from(data, offset)  # fmt: skip
    start = offset + LOCAL.size + name_size + extra_size
    if start > bound:
        raise refusal("entry_overlaps", entry)
    name = data[offset + LOCAL.size : offset + LOCAL.size + name_size]
    extra = read_extra(entry, data[offset + LOCAL.size + name_size : start])
    wide = _Wide(entry, extra)
    unpacked = wide.value(unpacked, MAX32)
    packed = wide.value(packed, MAX32)
    return Header(name, flags, method, checksum, packed, unpacked, extra, 0, start)


def read_extra(entry: str, data: bytes) -> dict[int, bytes]:
    """The further fields of a header; none twice, or it could mean two things."""
    fields: dict[int, bytes] = {}
    position = 0
    while position + 4 <= len(data):
        number, size = struct.unpack_from("<2H", data, position)
        position += 4
        if position + size > len(data) or number in fields:
            raise refusal("entry_headers_differ", entry)
        if number in READ_EXTRAS:
            fields[number] = data[position : position + size]
        position += size
    return fields


def readable(name: bytes) -> str:
    """A name for a message, whatever bytes it has."""
    return name.decode("utf-8", "backslashreplace")


class _Wide:
    """The 64-bit numbers of a header, taken in order where the header itself has no room."""

    def __init__(self, entry: str, extra: dict[int, bytes]) -> None:
        self._entry = entry
        self._left = extra.get(ZIP64_EXTRA)

    def value(self, told: int, unknown: int, *, size: int = 8) -> int:
        """The number that is meant by what the header says."""
        if told != unknown:
            return told
        if self._left is None or len(self._left) < size:
            raise refusal("entry_headers_differ", self._entry)
        number = int.from_bytes(self._left[:size], "little")
        self._left = self._left[size:]
        return number
