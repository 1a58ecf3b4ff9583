"""A writer of zip archives that lies wherever it is told to.

What nobody asks for is right, so an archive has the one fault that a test is about.
"""

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

STORED, DEFLATED = 0, 8
SIZES_FOLLOW = 1 << 3
UTF8 = 1 << 11
FILE, FOLDER, LINK, PIPE, DEVICE, BLOCK, SOCKET = (
    0o100644, 0o040755, 0o120777, 0o010644, 0o020644, 0o060644, 0o140755,
)  # fmt: skip
MAX16, MAX32 = 0xFFFF, 0xFFFFFFFF


def deflated(data: bytes) -> bytes:
    stream = zlib.compressobj(9, zlib.DEFLATED, -15)
    return stream.compress(data) + stream.flush()


@dataclass(frozen=True, kw_only=True)
class Told:
    """What a header says where it differs from the truth."""

    name: bytes | None = None
    flags: int | None = None
    method: int | None = None
    checksum: int | None = None
    packed: int | None = None
    unpacked: int | None = None
    extra: bytes = b""
    mark: bytes | None = None
    disk: int = 0
    offset: int | None = None
    needed: int = 20
    """The version of the format, times ten."""


@dataclass(frozen=True, kw_only=True)
class Part:
    """One entry."""

    name: bytes = b"main.py"
    data: bytes = b"print('hello')\n"
    method: int = STORED
    flags: int = 0
    mode: int = FILE
    attributes: int | None = None
    made_by: int = 3
    packed_data: bytes | None = None
    """Instead of the packed `data`."""
    descriptor: bytes | None = None
    """Instead of the right one."""
    before: bytes = b""
    """Bytes that belong to nobody."""
    local: Told = field(default_factory=Told)
    central: Told = field(default_factory=Told)
    is_written: bool = True
    """Whether it has a place of its own, and not only a line in the table of contents."""

    @property
    def packed(self) -> bytes:
        if self.packed_data is not None:
            return self.packed_data
        return deflated(self.data) if self.method == DEFLATED else self.data

    def local_bytes(self) -> bytes:
        told, follow = self.local, self.flags & SIZES_FOLLOW
        checksum = zlib.crc32(self.data)
        numbers = (
            _or(told.checksum, 0 if follow else checksum),
            _or(told.packed, 0 if follow else len(self.packed)),
            _or(told.unpacked, 0 if follow else len(self.data)),
        )
        name = self.name if told.name is None else told.name
        header = struct.pack(
            "<4s5H3L2H", told.mark or b"PK\3\4", 20, _or(told.flags, self.flags),
            _or(told.method, self.method), 0, 0x21, *numbers, len(name), len(told.extra),
        )  # fmt: skip
        after = b""
        if follow:
            numbers = (checksum, len(self.packed), len(self.data))
            after = struct.pack("<4s3L", b"PK\7\x08", *numbers)
            after = after if self.descriptor is None else self.descriptor
        return header + name + told.extra + self.packed + after

    def central_bytes(self, offset: int) -> bytes:
        told = self.central
        name = self.name if told.name is None else told.name
        attributes = self.mode << 16 if self.attributes is None else self.attributes
        header = struct.pack(
            "<4s4B4HL2L5H2L", told.mark or b"PK\1\2", 20, self.made_by, told.needed, 0,
            _or(told.flags, self.flags), _or(told.method, self.method), 0, 0x21,
            _or(told.checksum, zlib.crc32(self.data)), _or(told.packed, len(self.packed)),
            _or(told.unpacked, len(self.data)), len(name), len(told.extra), 0, told.disk, 0,
            attributes, _or(told.offset, offset),
        )  # fmt: skip
        return header + name + told.extra


@dataclass(frozen=True, kw_only=True)
class Ending:
    """What the end says where it differs from the truth."""

    disk: int = 0
    start_disk: int = 0
    here: int | None = None
    entries: int | None = None
    size: int | None = None
    start: int | None = None
    comment: bytes = b""
    comment_size: int | None = None
    before: bytes = b""
    """Between the table of contents and the end."""
    wide: dict[str, Any] | None = None
    """With a 64-bit end, and what that says differently."""


def archive(*parts: Part, ending: Ending | None = None, prefix: bytes = b"") -> bytes:
    """The bytes; `prefix` is not counted in any offset."""
    told = ending or Ending()
    body, offsets = b"", []
    for part in parts:
        body += part.before
        offsets.append(len(body))
        body += part.local_bytes() if part.is_written else b""
    table = b"".join(p.central_bytes(at) for p, at in zip(parts, offsets, strict=True))
    count = len(parts)
    entries, size, start = (
        _or(told.entries, count), _or(told.size, len(table)), _or(told.start, len(body)),
    )  # fmt: skip
    wide = b""
    if told.wide is not None:
        position = len(body) + len(table) + len(told.before)
        wide = _wide(told.wide, count, len(table), len(body), position)
    end = struct.pack(
        "<4s4H2LH", b"PK\5\6", told.disk, told.start_disk, _or(told.here, entries), entries,
        size, start, _or(told.comment_size, len(told.comment)),
    )  # fmt: skip
    return prefix + body + table + told.before + wide + end + told.comment


def _wide(told: dict[str, Any], entries: int, size: int, start: int, position: int) -> bytes:
    right = {
        "record_size": 44, "disk": 0, "start_disk": 0, "here": entries, "entries": entries,
        "size": size, "start": start, "position": position, "disks": 1, "mark": b"PK\6\6",
    }  # fmt: skip
    says = {**right, **told}
    numbers = (says[key] for key in ("disk", "start_disk", "here", "entries", "size", "start"))
    end = struct.pack("<4sQ2H2L4Q", says["mark"], says["record_size"], 45, 45, *numbers)
    return end + struct.pack("<4sLQL", b"PK\6\7", 0, says["position"], says["disks"])


def extra(number: int, data: bytes) -> bytes:
    return struct.pack("<2H", number, len(data)) + data


def wide_numbers(*numbers: int) -> bytes:
    return extra(1, struct.pack(f"<{len(numbers)}Q", *numbers))


def files(contents: dict[str, bytes]) -> Sequence[Part]:
    return [Part(name=name.encode(), data=data) for name, data in contents.items()]


def lying(part: Part, **told: Any) -> Part:  # noqa: ANN401 - whatever `Told` has
    """The same in both headers, so that only the data can show it."""
    return replace(part, local=Told(**told), central=Told(**told))


def _or(value: int | None, otherwise: int) -> int:
    return otherwise if value is None else value
