"""Where the entries of a zip archive lie: one after the other, without gaps, none twice.

Both headers of an entry must agree, because some programs believe one and some the other.
"""

import stat
import struct
import zlib
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from arena.archive import limits
from arena.archive.names import check_name, check_together
from arena.archive.refusals import refusal
from arena.archive.zip_records import (
    ASI_UNIX_EXTRA,
    MAX32,
    PKWARE_UNIX_EXTRA,
    UNICODE_NAME_EXTRA,
    Header,
    read_contents,
    read_end,
    read_local,
    readable,
)

STORED: Final = 0
DEFLATED: Final = 8
EMPTY_DEFLATED_BYTES: Final = 2
"""Nothing at all, deflated, as some programs write folders."""
METHODS: Final = {
    1: "Shrink", 6: "Implode", 9: "Deflate64", 12: "BZip2", 14: "LZMA", 93: "Zstandard",
    95: "XZ", 96: "JPEG", 97: "WavPack", 98: "PPMd",
}  # fmt: skip
"""The names of methods that zip programs offer."""
AES: Final = 99
ENCRYPTED: Final = 1 << 0 | 1 << 6 | 1 << 13
SIZES_FOLLOW: Final = 1 << 3
"""The sizes stand after the data, because they were not known before."""
PATCH: Final = 1 << 5
NAME_IS_UTF8: Final = 1 << 11
MEANINGFUL: Final = ENCRYPTED | SIZES_FOLLOW | PATCH | NAME_IS_UTF8
DESCRIPTOR_MARK: Final = b"PK\7\x08"
LONGEST_DESCRIPTOR: Final = 24

PKWARE_UNIX_PLAIN_BYTES: Final = 12
"""Times and owners; what follows them is the target of a link, or a device."""
ASI_UNIX_PLAIN_BYTES: Final = 14
"""The same without a link's target."""
WINDOWS_LINK: Final = 0x400


@dataclass(frozen=True, slots=True)
class Entry:
    """A file or a folder of the archive."""

    name: str
    """As in the archive; a folder's ends in a slash."""
    is_folder: bool
    method: int
    checksum: int
    start: int
    """Where its packed data begins."""
    packed: int
    unpacked: int
    """As the archive states, and not yet believed."""


def read_entries(archive: str, data: bytes) -> tuple[Entry, ...]:
    """All entries, in the order of the table of contents; nothing is unpacked yet."""
    end = read_end(archive, data)
    headers = tuple(read_contents(archive, data, end))
    for header in headers:
        _check_header(archive, header)
    names = [header.name.decode("utf-8") for header in headers]
    check_together(names)
    if sum(header.unpacked for header in headers) > limits.UNPACKED_BYTES:
        largest = max(headers, key=lambda header: header.unpacked)
        limit = limits.size_text(limits.UNPACKED_BYTES)
        raise refusal("unpacked_too_big", readable(largest.name), limit=limit)
    starts = _starts(archive, data, headers, end.start)
    return tuple(
        Entry(
            name, name.endswith("/"), header.method, header.checksum, starts[header.offset],
            header.packed, header.unpacked,
        )
        for name, header in zip(names, headers, strict=True)
    )  # fmt: skip


def _check_header(archive: str, header: Header) -> None:
    entry = readable(header.name)
    try:
        name = header.name.decode("utf-8")
    except UnicodeDecodeError:
        raise refusal("name_not_utf8", entry) from None
    check_name(name, archive)
    if header.flags & ENCRYPTED or header.method == AES:
        raise refusal("entry_encrypted", entry)
    if header.method not in (STORED, DEFLATED) or header.flags & PATCH:
        method = METHODS.get(header.method, str(header.method))
        raise refusal("entry_method", entry, method=method)
    _check_kind(entry, header)
    if name.endswith("/") and (header.unpacked or header.packed > EMPTY_DEFLATED_BYTES):
        raise refusal("folder_with_data", entry)


def _check_kind(entry: str, header: Header) -> None:
    """Only files and folders, whichever of the many ways to say it is looked at."""
    mode = header.attributes >> 16
    _check_mode(entry, mode)
    if header.attributes & WINDOWS_LINK:
        raise refusal("entry_link", entry)
    _check_extra(entry, header)
    if stat.S_ISDIR(mode) and not entry.endswith("/"):
        raise refusal("file_and_folder", entry)
    if stat.S_ISREG(mode) and entry.endswith("/"):
        raise refusal("file_and_folder", entry)


def _check_mode(entry: str, mode: int) -> None:
    if stat.S_ISLNK(mode):
        raise refusal("entry_link", entry)
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise refusal("entry_special", entry)


def _check_extra(entry: str, header: Header) -> None:
    """Fields by which some programs make links and devices, or give another name."""
    if len(header.extra.get(PKWARE_UNIX_EXTRA, b"")) > PKWARE_UNIX_PLAIN_BYTES:
        raise refusal("entry_link", entry)
    asi = header.extra.get(ASI_UNIX_EXTRA)
    if asi is not None:
        if len(asi) != ASI_UNIX_PLAIN_BYTES:
            raise refusal("entry_link", entry)
        _check_mode(entry, struct.unpack_from("<H", asi, 4)[0])
    other = header.extra.get(UNICODE_NAME_EXTRA)
    if other is not None and len(other) >= 5 and other[5:] != header.name:
        fits = struct.unpack_from("<L", other, 1)[0] == zlib.crc32(header.name)
        if fits:  # else it is a leftover that every program ignores
            raise refusal("entry_headers_differ", entry)


def _starts(archive: str, data: bytes, headers: tuple[Header, ...], bound: int) -> dict[int, int]:
    """Where each entry's data begins, by its offset, once the layout proved to be sound."""
    ordered = sorted(headers, key=lambda header: header.offset)
    for one, other in pairwise(ordered):
        if one.offset == other.offset:
            raise refusal("entry_overlaps", readable(other.name))
    if ordered and ordered[-1].offset > bound:
        raise refusal("zip_damaged", archive)
    starts: dict[int, int] = {}
    expected = 0
    for number, header in enumerate(ordered):
        entry = readable(header.name)
        limit = ordered[number + 1].offset if number + 1 < len(ordered) else bound
        if header.offset > expected:
            if not number:
                raise refusal("zip_leading_data", archive, count=header.offset)
            raise refusal("zip_hidden_data", entry, count=header.offset - expected)
        local = read_local(data, entry, header.offset, limit)
        _check_agreement(entry, header, local)
        stop = local.offset + header.packed
        if stop > limit:
            raise refusal("entry_overlaps", entry)
        starts[header.offset] = local.offset
        expected = stop
        if header.flags & SIZES_FOLLOW:
            expected += _descriptor_size(
                data[stop : min(limit, stop + LONGEST_DESCRIPTOR)], entry, header
            )
    if expected != bound:
        raise refusal("zip_hidden_data", archive, count=bound - expected)
    return starts


def _check_agreement(entry: str, header: Header, local: Header) -> None:
    told = (local.checksum, local.packed, local.unpacked)
    real = (header.checksum, header.packed, header.unpacked)
    if header.flags & SIZES_FOLLOW:
        agree = all(one in (0, other) for one, other in zip(told, real, strict=True))
    else:
        agree = told == real
    if (
        not agree
        or local.name != header.name
        or local.method != header.method
        or (local.flags ^ header.flags) & MEANINGFUL
    ):
        raise refusal("entry_headers_differ", entry)
    _check_extra(entry, local)


def _descriptor_size(found: bytes, entry: str, header: Header) -> int:
    """The length of what follows the data, which repeats checksum and sizes in one of four ways."""
    known = []
    for numbers in ("<3L", "<L2Q"):
        if numbers == "<L2Q" or max(header.packed, header.unpacked) <= MAX32:
            plain = struct.pack(numbers, header.checksum, header.packed, header.unpacked)
            known += [plain, DESCRIPTOR_MARK + plain]
    fitting = [len(each) for each in known if found.startswith(each)]
    if not fitting:
        raise refusal("entry_headers_differ", entry)
    return len(found) if len(found) in fitting else max(fitting)
