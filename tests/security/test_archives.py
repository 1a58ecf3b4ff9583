"""Malformed and malicious archives: each is refused with a sentence, and nothing is written.

The bytes are written by hand, because no zip program would write them.
"""

import struct
import tracemalloc
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from arena.archive import Hosted, SubmissionRefusedError, limits, read_submission, unpack
from arena.archive.contents import read_contents
from tests.arena.archive.zip_maker import (
    BLOCK,
    DEFLATED,
    DEVICE,
    FOLDER,
    LINK,
    MAX16,
    MAX32,
    PIPE,
    SIZES_FOLLOW,
    SOCKET,
    Ending,
    Part,
    Told,
    archive,
    deflated,
    extra,
    lying,
    wide_numbers,
)

HOSTED = Hosted(packages={"numpy": "2.4.6"}, profiles=("durak/volga",))
NAME = "mybot.zip"
BOT = Part()
OTHER = Part(name=b"data.bin", data=b"x" * 1000)
PACKED = Part(name=b"data.bin", data=b"x" * 100_000, method=DEFLATED)
STREAMED = Part(flags=SIZES_FOLLOW, method=DEFLATED)
PACKED_TOO = replace(PACKED, name=b"packed.bin")
STREAMED_TOO = replace(STREAMED, name=b"streamed.bin")


def named(name: str | bytes, **told: Any) -> bytes:  # noqa: ANN401 - whatever `Part` has
    """A bot with one more entry of this name."""
    raw = name.encode() if isinstance(name, str) else name
    mode = FOLDER if raw.endswith(b"/") else BOT.mode
    data = b"" if raw.endswith(b"/") else OTHER.data
    return archive(BOT, Part(name=raw, data=data, **{"mode": mode, **told}))


def nested(depth: int) -> bytes:
    """An archive in an archive in an archive: who unpacks all of them never ends."""
    inner = archive(BOT)
    for _ in range(depth):
        inner = archive(Part(name=b"inner.zip", data=inner, method=DEFLATED))
    return inner


def quoted() -> bytes:
    """Entries that lie inside of each other's data, as the densest bombs have them."""
    inner = Part(name=b"b.bin", data=b"y" * 5000)
    outer = Part(name=b"a.bin", data=inner.local_bytes())
    start = len(outer.local_bytes()) - len(inner.local_bytes())
    inside = replace(inner, is_written=False, central=Told(offset=start))
    return archive(outer, inside)


def same_data(count: int) -> bytes:
    """Many entries with one and the same data."""
    first = Part(name=b"0.bin", data=b"\0" * 20_000, method=DEFLATED)
    others = [
        replace(first, name=b"%d.bin" % number, is_written=False, central=Told(offset=0))
        for number in range(1, count)
    ]
    return archive(first, *others)


def zeros(count: int) -> Part:
    """A file that is tiny when packed."""
    return Part(name=b"zeros.bin", data=b"\0" * count, method=DEFLATED)


def claims(part: Part, unpacked: int) -> bytes:
    return archive(BOT, lying(part, unpacked=unpacked))


def two_ends() -> bytes:
    inner = archive(Part(data=b"print('another')\n"))
    return archive(BOT, ending=Ending(comment=inner))


UNKNOWN = Ending(entries=MAX16, size=MAX32, start=MAX32)
MALFORMED: dict[str, tuple[bytes, str, str]] = {
    # not an archive, or not a whole one
    "nothing at all": (b"", "file_empty", NAME),
    "a text": (b"print('hello')\n" * 100, "not_a_zip", NAME),
    "a gzip file": (b"\x1f\x8b\x08" + b"\0" * 500, "not_a_zip", NAME),
    "a 7z file": (b"7z\xbc\xaf\x27\x1c" + b"\0" * 500, "not_a_zip", NAME),
    "only zeros": (b"\0" * 100_000, "not_a_zip", NAME),
    "only the mark of an end": (b"PK\5\6", "zip_truncated", NAME),
    "a first half": (archive(BOT, PACKED)[:150], "zip_truncated", NAME),
    "all but one byte": (archive(BOT, PACKED)[:-1], "zip_truncated", NAME),
    "a comment longer than the file": (
        archive(BOT, ending=Ending(comment=b"hi", comment_size=9)), "zip_truncated", NAME,
    ),
    "no entries": (archive(), "zip_empty", NAME),
    "too large": (b"PK\3\4" + bytes(limits.PACKED_BYTES), "file_too_big", NAME),
    # data that some programs see and others do not
    "bytes after the end": (archive(BOT) + b"#!/bin/sh\n", "zip_trailing_data", NAME),
    "bytes before the beginning": (archive(BOT, prefix=b"MZ" * 50), "zip_leading_data", NAME),
    "bytes before it that offsets count": (
        archive(replace(BOT, before=b"#!/usr/bin/env python\n")), "zip_leading_data", NAME,
    ),
    "bytes between entries": (
        archive(BOT, replace(OTHER, before=b"hidden")), "zip_hidden_data", "data.bin",
    ),
    "an entry that is not listed": (
        archive(BOT, replace(OTHER, before=Part(name=b"evil.py").local_bytes())),
        "zip_hidden_data", "data.bin",
    ),
    "bytes before the table of contents": (
        archive(BOT, ending=Ending(before=b"x" * 7)), "zip_hidden_data", NAME,
    ),
    "bytes after a descriptor": (
        archive(replace(
            STREAMED,
            descriptor=struct.pack(
                "<4s3L", b"PK\7\x08", zlib.crc32(BOT.data), len(STREAMED.packed), len(BOT.data)
            ) + b"hidden",
        )),
        "zip_hidden_data", NAME,
    ),
    "an archive in the comment": (two_ends(), "zip_two_ends", NAME),
    "an end in the comment": (
        archive(BOT, ending=Ending(comment=archive())), "zip_two_ends", NAME,
    ),
    "half an end in the comment": (
        archive(BOT, ending=Ending(comment=b"PK\5\6")), "zip_two_ends", NAME,
    ),
    # numbers that contradict each other
    "split over disks": (archive(BOT, ending=Ending(disk=1)), "zip_split", NAME),
    "begun on another disk": (archive(BOT, ending=Ending(start_disk=1)), "zip_split", NAME),
    "entries on other disks": (archive(BOT, ending=Ending(here=0)), "zip_split", NAME),
    "an entry on another disk": (archive(replace(BOT, central=Told(disk=3))), "zip_split", NAME),
    "fewer entries than listed": (
        archive(BOT, OTHER, ending=Ending(entries=1)), "zip_damaged", NAME,
    ),
    "more entries than listed": (archive(BOT, ending=Ending(entries=2)), "zip_damaged", NAME),
    "65,535 entries claimed": (
        archive(BOT, ending=Ending(entries=MAX16)), "too_many_entries", NAME,
    ),
    "a table that is too long": (archive(BOT, ending=Ending(size=60_000)), "zip_truncated", NAME),
    "a table that is too short": (archive(BOT, ending=Ending(size=10)), "zip_hidden_data", NAME),
    "a table somewhere else": (archive(BOT, ending=Ending(start=1)), "zip_leading_data", NAME),
    "a table far outside": (archive(BOT, ending=Ending(start=MAX32)), "zip_truncated", NAME),
    "no mark in the table": (
        archive(replace(BOT, central=Told(mark=b"PK\1\3"))), "zip_damaged", NAME,
    ),
    "a name beyond the table": (
        archive(BOT)[:-22 - len(BOT.name)] + archive(BOT, ending=Ending(
            size=len(BOT.central_bytes(0)) - len(BOT.name)))[-22:],
        "zip_damaged", NAME,
    ),
    "a version of the format that is to come": (
        archive(replace(BOT, central=Told(needed=64))), "zip_damaged", NAME,
    ),
    # the 64-bit records
    "a 64-bit end that says more entries": (
        archive(BOT, ending=Ending(wide={"entries": 2, "here": 2})), "zip_damaged", NAME,
    ),
    "a 64-bit end with billions of entries": (
        archive(BOT, ending=Ending(
            entries=MAX16, wide={"entries": 2**40, "here": 2**40})), "too_many_entries", NAME,
    ),
    "a 64-bit end with another table": (
        archive(BOT, ending=Ending(start=MAX32, wide={"start": 2**63})), "zip_truncated", NAME,
    ),
    "a 64-bit end elsewhere": (
        archive(BOT, ending=replace(UNKNOWN, wide={"position": 0})), "zip_damaged", NAME,
    ),
    "a 64-bit end far outside": (
        archive(BOT, ending=replace(UNKNOWN, wide={"position": 2**64 - 1})),
        "zip_damaged", NAME,
    ),
    "a 64-bit end of another length": (
        archive(BOT, ending=Ending(wide={"record_size": 2**62})), "zip_damaged", NAME,
    ),
    "a 64-bit end on two disks": (
        archive(BOT, ending=Ending(wide={"disks": 2})), "zip_split", NAME,
    ),
    "no 64-bit size where one is announced": (
        archive(replace(BOT, central=Told(unpacked=MAX32))), "entry_headers_differ", "main.py",
    ),
    "a 64-bit size that is cut off": (
        archive(replace(BOT, central=Told(unpacked=MAX32, extra=extra(1, b"\1\2\3")))),
        "entry_headers_differ", "main.py",
    ),
    "64-bit sizes of exabytes": (
        archive(BOT, replace(OTHER, central=Told(unpacked=MAX32, extra=wide_numbers(2**62)))),
        "unpacked_too_big", "data.bin",
    ),
    "a 64-bit size that only one header has": (
        archive(BOT, replace(OTHER, local=Told(unpacked=MAX32, extra=wide_numbers(1)))),
        "entry_headers_differ", "data.bin",
    ),
    "a 64-bit offset far outside": (
        archive(replace(BOT, central=Told(offset=MAX32, extra=wide_numbers(2**60)))),
        "zip_damaged", NAME,
    ),
    "two 64-bit fields": (
        archive(replace(BOT, central=Told(unpacked=MAX32, extra=wide_numbers(15) * 2))),
        "entry_headers_differ", "main.py",
    ),
    "a further field longer than its header": (
        archive(replace(BOT, local=Told(extra=struct.pack("<2H", 9, 500)))),
        "entry_headers_differ", "main.py",
    ),
    # two headers for one entry
    "two names": (
        archive(replace(BOT, local=Told(name=b"evil.py"))), "entry_headers_differ", "main.py",
    ),
    "a third name": (
        archive(replace(BOT, central=Told(extra=extra(
            0x7075, b"\1" + struct.pack("<L", zlib.crc32(BOT.name)) + b"../evil.py")))),
        "entry_headers_differ", "main.py",
    ),
    "two sizes": (archive(replace(BOT, local=Told(unpacked=3))), "entry_headers_differ", "main.py"),
    "two packed sizes": (
        archive(replace(BOT, local=Told(packed=3))), "entry_headers_differ", "main.py",
    ),
    "two checksums": (
        archive(replace(BOT, local=Told(checksum=3))), "entry_headers_differ", "main.py",
    ),
    "two methods": (
        archive(replace(BOT, local=Told(method=DEFLATED))), "entry_headers_differ", "main.py",
    ),
    "encrypted for some": (
        archive(replace(BOT, local=Told(flags=1))), "entry_headers_differ", "main.py",
    ),
    "no header at its data": (
        archive(replace(BOT, local=Told(mark=b"PK\3\5"))), "entry_headers_differ", "main.py",
    ),
    "a descriptor that says something else": (
        archive(replace(STREAMED, descriptor=struct.pack("<4s3L", b"PK\7\x08", 1, 2, 3))),
        "entry_headers_differ", "main.py",
    ),
    "no descriptor": (
        archive(replace(STREAMED, descriptor=b"")), "entry_headers_differ", "main.py",
    ),
    # bombs
    "many entries with the same data": (same_data(100), "entry_overlaps", "1.bin"),
    "entries inside of each other": (quoted(), "entry_overlaps", "a.bin"),
    "data that runs into the table": (
        archive(BOT, lying(OTHER, packed=2000)), "entry_overlaps", "data.bin",
    ),
    "a header beyond the table": (
        archive(BOT, replace(OTHER, is_written=False)), "entry_headers_differ", "data.bin",
    ),
    "honest and too large": (
        archive(BOT, zeros(limits.UNPACKED_BYTES)), "unpacked_too_big", "zeros.bin",
    ),
    "packed 1000 times": (archive(BOT, zeros(20 * limits.MIB)), "entry_ratio", "zeros.bin"),
    "larger than it says": (
        claims(zeros(20 * limits.MIB), 1000), "entry_lying_size", "zeros.bin",
    ),
    "much larger, and says nothing": (
        claims(zeros(20 * limits.MIB), 0), "entry_lying_size", "zeros.bin",
    ),
    "smaller than it says": (claims(PACKED, 200_000), "entry_lying_size", "data.bin"),
    "stored and larger than it says": (claims(OTHER, 999), "entry_lying_size", "data.bin"),
    "stored and smaller than it says": (claims(OTHER, 1001), "entry_lying_size", "data.bin"),
    "too many files": (
        archive(*(Part(name=b"%d.py" % number) for number in range(limits.ENTRIES + 1))),
        "too_many_entries", NAME,
    ),
    "too many folders that are not listed": (
        archive(*(
            Part(name=b"/".join(b"%d" % number for _ in range(10))) for number in range(300)
        )),
        "too_many_entries", NAME,
    ),
    "archives in archives": (nested(20), "start_only_archive", "inner.zip"),
    # data that is not what it should be
    "a wrong checksum": (
        archive(BOT, lying(OTHER, checksum=1)), "entry_wrong_checksum", "data.bin",
    ),
    "a stream that is none": (
        archive(BOT, replace(PACKED, packed_data=b"\xff" * 50)), "entry_damaged", "data.bin",
    ),
    "a stream without an end": (
        archive(BOT, replace(PACKED, packed_data=deflated(PACKED.data)[:-4])),
        "entry_damaged", "data.bin",
    ),
    "an empty stream": (
        archive(BOT, replace(PACKED, packed_data=b"")), "entry_damaged", "data.bin",
    ),
    "bytes after a stream": (
        archive(BOT, replace(PACKED, packed_data=deflated(PACKED.data) + b"hidden")),
        "entry_lying_size", "data.bin",
    ),
    "many bytes after a stream": (
        archive(BOT, replace(PACKED, packed_data=deflated(PACKED.data) + b"h" * 200_000)),
        "entry_lying_size", "data.bin",
    ),
    "encrypted": (archive(BOT, replace(OTHER, flags=1)), "entry_encrypted", "data.bin"),
    "strongly encrypted": (
        archive(BOT, replace(OTHER, flags=1 << 6)), "entry_encrypted", "data.bin",
    ),
    "with masked headers": (
        archive(BOT, replace(OTHER, flags=1 << 13)), "entry_encrypted", "data.bin",
    ),
    "encrypted with AES": (archive(BOT, replace(OTHER, method=99)), "entry_encrypted", "data.bin"),
    "BZip2": (archive(BOT, replace(OTHER, method=12)), "entry_method", "data.bin"),
    "LZMA": (archive(BOT, replace(OTHER, method=14)), "entry_method", "data.bin"),
    "an unknown method": (archive(BOT, replace(OTHER, method=77)), "entry_method", "data.bin"),
    "a patch": (archive(BOT, replace(OTHER, flags=1 << 5)), "entry_method", "data.bin"),
    # names
    "no name": (named(b""), "name_empty", NAME),
    "a way out": (named("../evil.py"), "name_leads_out", "../evil.py"),
    "a way out in the middle": (named("a/../../evil.py"), "name_leads_out", "a/../../evil.py"),
    "a way out as a folder": (named("../"), "name_leads_out", "../"),
    "a way out at the end": (named("a/.."), "name_leads_out", "a/.."),
    "an absolute path": (named("/etc/passwd"), "name_absolute", "/etc/passwd"),
    "two slashes first": (named("//host/share"), "name_absolute", "//host/share"),
    "only a slash": (named("/"), "name_absolute", "/"),
    "a drive": (named("C:/evil.py"), "name_drive", "C:/evil.py"),
    "a drive without a slash": (named("c:evil.py"), "name_drive", "c:evil.py"),
    "backslashes": (named("..\\evil.py"), "name_backslash", "..\\evil.py"),
    "a share": (named("\\\\host\\share"), "name_backslash", "\\\\host\\share"),
    "an empty part": (named("a//b"), "name_part", "a//b"),
    "a dot as a part": (named("./b"), "name_part", "./b"),
    "two slashes last": (named("a//"), "name_part", "a//"),
    "a NUL byte": (named("evil.py\0.txt"), "name_character", "evil.py\\x00.txt"),
    "a line end": (named("a\nb"), "name_character", "a\\nb"),
    "an escape sequence": (named("\x1b[2Ja"), "name_character", "\\x1b[2Ja"),
    "text turned around": (named("a\u202etxt.py"), "name_character", "a\\u202etxt.py"),
    "a character without width": (named("a\u200bb"), "name_character", "a\\u200bb"),
    "a mark of byte order": (named("\ufeffa"), "name_character", "\\ufeffa"),
    "a line separator": (named("a\u2028b"), "name_character", "a\\u2028b"),
    "no character": (named("a\uffffb"), "name_character", "a\\uffffb"),
    "not UTF-8": (named(b"caf\xe9.txt"), "name_not_utf8", "caf\\xe9.txt"),
    "half a character as UTF-8": (named(b"\xed\xa0\x80"), "name_not_utf8", "\\xed\\xa0\\x80"),
    "overlong dots": (named(b"\xc0\xae\xc0\xae/a"), "name_not_utf8", "\\xc0\\xae\\xc0\\xae/a"),
    "a dot last": (named("evil.py."), "name_ending", "evil.py."),
    "a blank last": (named("evil.py "), "name_ending", "evil.py "),
    "a folder with a blank last": (named("a /b"), "name_ending", "a /b"),
    "three dots": (named("..."), "name_ending", "..."),
    "a very long name": (named("n" * 201), "name_too_long", "n" * 199 + "…"),
    "a long name of few letters": (named("ж" * 101), "name_too_long", "ж" * 101),
    "the longest name of all": (named("n" * 65_535), "name_too_long", "n" * 199 + "…"),
    "very deep": (named("/".join("abcdefghijklm")), "name_too_deep", "a/b/c/d/e/f/g/h/i/j/k/l/m"),
    # names that do not go together
    "a name twice": (archive(BOT, OTHER, OTHER), "name_twice", "data.bin"),
    "a folder twice": (
        archive(BOT, *[Part(name=b"a/", data=b"", mode=FOLDER)] * 2), "name_twice", "a/",
    ),
    "two cases": (named("MAIN.py"), "name_alike", "MAIN.py"),
    "two cases of a folder": (
        archive(BOT, Part(name=b"lib/a"), Part(name=b"Lib/b")), "name_alike", "Lib",
    ),
    "sharp s": (
        archive(BOT, Part(name="straße".encode()), Part(name=b"STRASSE")), "name_alike", "STRASSE",
    ),
    "two ways to write an accent": (
        archive(BOT, Part(name="caf\u00e9".encode()), Part(name="cafe\u0301".encode())),
        "name_alike", "cafe\u0301",
    ),
    "a file, then a folder": (
        archive(BOT, Part(name=b"a"), Part(name=b"a/b")), "file_and_folder", "a",
    ),
    "a folder, then a file": (
        archive(BOT, Part(name=b"a/b"), Part(name=b"a")), "file_and_folder", "a",
    ),
    "a file, then a listed folder": (
        archive(BOT, Part(name=b"a"), Part(name=b"a/", data=b"", mode=FOLDER)),
        "file_and_folder", "a",
    ),
    # things that are no files
    "a link": (named("evil", mode=LINK), "entry_link", "evil"),
    "a link that names no system": (named("evil", mode=LINK, made_by=0), "entry_link", "evil"),
    "a link of Windows": (named("evil", attributes=0x400, made_by=10), "entry_link", "evil"),
    "a link of Windows that says it is a file": (
        named("evil", attributes=0o100644 << 16 | 0x420), "entry_link", "evil",
    ),
    "a link in a further field": (
        archive(BOT, replace(OTHER, central=Told(extra=extra(0x000D, bytes(12) + b"/etc/shadow")))),
        "entry_link", "data.bin",
    ),
    "a link in a local field": (
        archive(BOT, replace(OTHER, local=Told(extra=extra(0x000D, bytes(12) + b"/etc/shadow")))),
        "entry_link", "data.bin",
    ),
    "a link in an old field": (
        archive(BOT, replace(OTHER, local=Told(extra=extra(
            0x756E, bytes(4) + struct.pack("<HL", LINK, 0) + bytes(4))))),
        "entry_link", "data.bin",
    ),
    "a target in an old field": (
        archive(BOT, replace(OTHER, central=Told(extra=extra(0x756E, bytes(14) + b"/etc")))),
        "entry_link", "data.bin",
    ),
    "a pipe": (named("evil", mode=PIPE), "entry_special", "evil"),
    "a device": (named("evil", mode=DEVICE), "entry_special", "evil"),
    "a disk": (named("evil", mode=BLOCK), "entry_special", "evil"),
    "a socket": (named("evil", mode=SOCKET), "entry_special", "evil"),
    "an unknown kind": (named("evil", mode=0o170000), "entry_special", "evil"),
    "a folder with a file's name": (named("evil", mode=FOLDER), "file_and_folder", "evil"),
    "a file with a folder's name": (
        archive(BOT, Part(name=b"evil/", data=b"")), "file_and_folder", "evil/",
    ),
    "a folder with data": (
        archive(BOT, Part(name=b"evil/", mode=FOLDER)), "folder_with_data", "evil/",
    ),
    "a folder with hidden data": (
        archive(BOT, lying(Part(name=b"evil/", mode=FOLDER, method=DEFLATED), unpacked=0)),
        "folder_with_data", "evil/",
    ),
    # what desktops leave behind is ignored, but no way in
    "a link among ignored files": (
        named("__MACOSX/evil", mode=LINK), "entry_link", "__MACOSX/evil",
    ),
    "a way out among ignored files": (
        named("__pycache__/../../evil"), "name_leads_out", "__pycache__/../../evil",
    ),
}  # fmt: skip
ONLY_WHEN_READ = {"start_only_archive"}
"""What is wrong with the bot, not with the archive: it can be unpacked, but nobody would."""


@pytest.mark.parametrize("what", MALFORMED)
def test_it_is_refused_with_the_entry_and_nothing_is_written(what: str, tmp_path: Path) -> None:
    data, code, entry = MALFORMED[what]
    with pytest.raises(SubmissionRefusedError) as refused:
        read_submission(NAME, data, hosted=HOSTED)
    assert (refused.value.code, refused.value.entry) == (code, entry)
    assert f"“{entry}”" in str(refused.value)
    assert str(refused.value).isprintable()
    if code in ONLY_WHEN_READ:
        return
    outside = tmp_path / "outside"
    outside.mkdir()
    with pytest.raises(SubmissionRefusedError) as refused:
        unpack(NAME, data, outside / "bot")
    assert (refused.value.code, refused.value.entry) == (code, entry)
    assert list(tmp_path.rglob("*")) == [outside]


def test_what_all_of_these_are_made_from_is_a_bot(tmp_path: Path) -> None:
    """Else the tests above would show nothing."""
    sound = archive(BOT, OTHER, PACKED_TOO, STREAMED_TOO, ending=Ending(comment=b"hello"))
    assert read_submission(NAME, sound, hosted=HOSTED).command == ("python", "main.py")
    unpack(NAME, sound, tmp_path / "bot")
    written = {path.name: path.read_bytes() for path in (tmp_path / "bot").iterdir()}
    parts = (BOT, OTHER, PACKED_TOO, STREAMED_TOO)
    assert written == {part.name.decode(): part.data for part in parts}


def test_a_bomb_takes_no_memory_and_gives_no_more_than_it_claims() -> None:
    """Neither an honest one within the limits nor one that lies becomes anything as a whole."""
    honest, liar = archive(BOT, zeros(40 * limits.MIB)), claims(zeros(40 * limits.MIB), 100_000)
    tracemalloc.start()
    try:
        with patch.object(limits, "RATIO", 10_000):
            read_submission(NAME, honest, hosted=HOSTED)
        handed_on: list[int] = []
        pieces = read_contents(NAME, liar).files["zeros.bin"]()
        with pytest.raises(SubmissionRefusedError, match=r"zeros\.bin"):
            handed_on.extend(map(len, pieces))
        assert tracemalloc.get_traced_memory()[1] < 2 * limits.MIB
    finally:
        tracemalloc.stop()
    assert 0 < sum(handed_on) <= 100_000
