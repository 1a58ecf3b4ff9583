"""What an entry may be called, so that it means the same file everywhere and lies in the folder."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from arena.archive import limits
from arena.archive.refusals import refusal

_DRIVE: Final = re.compile(r"[A-Za-z]:")
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Cn", "Zl", "Zp"})
"""Unicode's categories of what cannot be seen, turns text around, or is no character at all."""
_IGNORED_FOLDERS: Final = frozenset({"__pycache__", "__MACOSX"})
_IGNORED_FILES: Final = frozenset({".DS_Store", "Thumbs.db", "desktop.ini"})
_IGNORED_BEGINNING: Final = "._"
"""Of the files in which macOS keeps what other systems' disks have no place for."""


def check_name(name: str, archive: str) -> None:
    """Refuse a name that is not plainly a path inside of a folder; folders end in a slash."""
    if not name:
        raise refusal("name_empty", archive)
    size = len(name.encode("utf-8", "surrogatepass"))
    if size > limits.NAME_BYTES:
        raise refusal("name_too_long", name, size=size, limit=limits.NAME_BYTES)
    for character in name:
        if unicodedata.category(character) in _UNSEEN:
            raise refusal("name_character", name, character=f"U+{ord(character):04X}")
    if "\\" in name:
        raise refusal("name_backslash", name)
    if name.startswith("/"):
        raise refusal("name_absolute", name)
    if _DRIVE.match(name):
        raise refusal("name_drive", name)
    _check_parts(name)


def _check_parts(name: str) -> None:
    parts = name.removesuffix("/").split("/")
    if ".." in parts:
        raise refusal("name_leads_out", name)
    if "" in parts or "." in parts:
        raise refusal("name_part", name)
    if any(part.endswith((".", " ")) or part.isspace() for part in parts):
        raise refusal("name_ending", name)
    if len(parts) > limits.DEPTH:
        raise refusal("name_too_deep", name, limit=limits.DEPTH)


def check_together(names: Iterable[str]) -> None:
    """Refuse names of which two would be one file on some system, or a file and a folder."""
    spelled: dict[str, str] = {}
    """Each path, files' and folders', by what it is without case and ways to write accents."""
    files: set[str] = set()
    folders: set[str] = set()
    listed: set[str] = set()
    for name in names:
        path = name.removesuffix("/")
        if path in listed and path not in (files if name.endswith("/") else folders):
            raise refusal("name_twice", name)
        listed.add(path)
        parts = path.split("/")
        above = {"/".join(parts[:length]) for length in range(1, len(parts))}
        folders |= above
        (folders if name.endswith("/") else files).add(path)
        for each in (path, *sorted(above, key=len)):
            other = spelled.setdefault(same(each), each)
            if other != each:
                raise refusal("name_alike", each, other=other)
            if each in files and each in folders:
                raise refusal("file_and_folder", each)


def same(name: str) -> str:
    """Equal for names that some system takes for one: without case, accents in one form."""
    decomposed = unicodedata.normalize("NFD", name).casefold()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", decomposed))


def is_ignored(name: str) -> bool:
    """Whether it is what desktops and Python leave behind, and nobody means to send in."""
    parts = name.removesuffix("/").split("/")
    return (
        not _IGNORED_FOLDERS.isdisjoint(parts)
        or parts[-1] in _IGNORED_FILES
        or parts[-1].startswith(_IGNORED_BEGINNING)
    )


def only_folder(names: Iterable[str]) -> str:
    """The one folder, with its slash, in which all of these lie; empty if there is none."""
    tops = {name.split("/", 1)[0] + "/" if "/" in name else "" for name in names}
    return tops.pop() if len(tops) == 1 else ""
