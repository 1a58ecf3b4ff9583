"""A bot's folder as the archive that is sent in.

What nobody means to send stays here: what desktops and Python leave behind, hidden files, virtual
environments and saved replays. The same files always make the same bytes.
"""

import io
import os
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.archive import limits
from arena.archive.names import is_ignored

REPLAY_ENDING: Final = ".durako"
_LONG_AGO: Final = (1980, 1, 1, 0, 0, 0)  # the first time a zip archive can tell
_PLAIN, _PROGRAM = 0o644, 0o755


class FolderRefusedError(Exception):
    """The folder cannot be packed; a sentence."""


@dataclass(frozen=True, slots=True)
class Packed:
    """The archive."""

    file_name: str
    content: bytes
    left_out: tuple[str, ...]
    """Files and folders that somebody may have wanted in it."""


def packed(folder: Path) -> Packed:
    """All files of a folder that belong to the bot."""
    left_out: list[str] = []
    buffer = io.BytesIO()
    size = 0
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in _files(folder, folder, left_out):
            size += path.stat().st_size
            if size > limits.UNPACKED_BYTES:
                most = limits.size_text(limits.UNPACKED_BYTES)
                raise FolderRefusedError(
                    f"The files in {folder} are larger than {most} together; the site takes less."
                )
            entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), _LONG_AGO)
            mode = _PROGRAM if os.access(path, os.X_OK) else _PLAIN
            entry.external_attr = (0o100000 | mode) << 16
            archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)
    return Packed(f"{folder.resolve().name or 'bot'}.zip", buffer.getvalue(), tuple(left_out))


def _files(top: Path, folder: Path, left_out: list[str]) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        name = path.relative_to(top).as_posix()
        if is_ignored(name):
            continue
        if path.name.startswith(".") or _is_environment(path) or path.suffix == REPLAY_ENDING:
            left_out.append(name)
        elif path.is_symlink():
            raise FolderRefusedError(
                f"{path} is a link, which the site does not take: put the file itself there."
            )
        elif path.is_dir():
            yield from _files(top, path, left_out)
        elif path.is_file():
            yield path
        else:
            raise FolderRefusedError(f"{path} is neither a file nor a folder.")


def _is_environment(path: Path) -> bool:
    return (path / "pyvenv.cfg").is_file()
