"""What a submission consists of: a list of files, each of which can be read piece by piece.

Whoever looks at a submission and whoever unpacks it see the same list, made here.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from arena.archive import limits
from arena.archive.inflate import unpacked_pieces
from arena.archive.names import check_name, is_ignored, only_folder
from arena.archive.refusals import refusal
from arena.archive.zip_layout import read_entries

PYTHON_ENDING: Final = ".py"
ZIP_ENDING: Final = ".zip"
ZIP_MARKS: Final = (b"PK\3\4", b"PK\5\6")

Pieces = Callable[[], Iterator[bytes]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """The files of a submission by their paths in the bot's folder, and its empty folders."""

    file_name: str
    folder: str
    """The one folder that everything lay in, and that is left away; empty if there was none."""
    files: Mapping[str, Pieces]
    folders: tuple[str, ...] = ()
    """Every folder, an outer one before those in it."""

    @property
    def is_python_file(self) -> bool:
        """Whether it is one file, sent in as it is."""
        return is_python_file(self.file_name)

    @property
    def stem(self) -> str:
        """The name without its ending."""
        return self.file_name.rpartition(".")[0]


def is_python_file(file_name: str) -> bool:
    """Whether the name's ending says so."""
    return file_name.lower().endswith(PYTHON_ENDING)


def read_contents(file_name: str, data: bytes) -> Contents:
    """The list of files; of an archive nothing is unpacked yet."""
    is_python = is_python_file(file_name)
    if not is_python and not file_name.lower().endswith(ZIP_ENDING):
        raise refusal("file_ending", file_name)
    if "/" in file_name:
        raise refusal("name_leads_out", file_name)
    check_name(file_name, file_name)
    if not data:
        raise refusal("file_empty", file_name)
    limit = limits.PYTHON_FILE_BYTES if is_python else limits.PACKED_BYTES
    if len(data) > limit:
        raise refusal("file_too_big", file_name, limit=limits.size_text(limit))
    return _python_file(file_name, data) if is_python else _archive(file_name, data)


def _python_file(file_name: str, data: bytes) -> Contents:
    if data.startswith(ZIP_MARKS):
        raise refusal("python_is_zip", file_name)
    return Contents(file_name=file_name, folder="", files={file_name: lambda: iter((data,))})


def _archive(file_name: str, data: bytes) -> Contents:
    entries = read_entries(file_name, data)
    if not entries:
        raise refusal("zip_empty", file_name)
    kept = [entry for entry in entries if not is_ignored(entry.name)]
    top = only_folder(entry.name for entry in kept)
    files: dict[str, Pieces] = {}
    folders: set[str] = set()
    for entry in kept:
        path = entry.name.removeprefix(top).removesuffix("/")
        if not path:
            continue
        above = path.split("/")[:-1]
        folders.update("/".join(above[: count + 1]) for count in range(len(above)))
        if entry.is_folder:
            folders.add(path)
        else:
            files[path] = partial(unpacked_pieces, data, entry)
    count = len(files) + len(folders)
    if count > limits.ENTRIES:  # folders need not be listed to be there
        raise refusal("too_many_entries", file_name, count=count, limit=limits.ENTRIES)
    return Contents(
        file_name=file_name,
        folder=top.removesuffix("/"),
        files=dict(sorted(files.items())),
        folders=tuple(sorted(folders)),
    )
