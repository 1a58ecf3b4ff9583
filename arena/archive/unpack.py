"""Writing a submission's files into a folder of their own, all of them or none.

Every name is opened below a descriptor of its own folder, must be new, and is never followed if it
is a link, so that nothing can be written elsewhere, even if somebody meddled with the folder.
"""

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from arena.archive.contents import Contents, Pieces, read_contents

FOLDER_MODE: Final = 0o755
FILE_MODE: Final = 0o644
PROGRAM_MODE: Final = 0o755
PROGRAM_MARKS: Final = (b"\x7fELF", b"#!")
"""What the kernel can start; many archives do not tell which files are programs."""
_FOLDER: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_NEW_FILE: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


def unpack(file_name: str, data: bytes, folder: Path) -> None:
    """Check everything anew and write the files into `folder`, which is new or empty.

    The folder appears only when it is complete. `SubmissionRefusedError` as when it was read;
    `OSError` if it cannot be written, and then nothing is left behind.
    """
    contents = read_contents(file_name, data)
    with _folder_to_be(folder) as descriptor:
        _write(contents, descriptor)


@contextmanager
def _folder_to_be(folder: Path) -> Iterator[int]:
    """A descriptor of a folder that takes its name when all went well, and else is gone."""
    with _opened(os.open(folder.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)) as parent:
        name = f".{folder.name}.{secrets.token_hex(8)}"
        os.mkdir(name, 0o700, dir_fd=parent)
        try:
            with _opened(os.open(name, _FOLDER, dir_fd=parent)) as descriptor:
                yield descriptor
                os.fchmod(descriptor, FOLDER_MODE)
            os.rename(name, folder.name, src_dir_fd=parent, dst_dir_fd=parent)
        except BaseException:
            shutil.rmtree(name, dir_fd=parent)
            raise


def _write(contents: Contents, root: int) -> None:
    for path in contents.folders:
        with _above(path, root) as (above, name):
            os.mkdir(name, 0o700, dir_fd=above)
            with _opened(os.open(name, _FOLDER, dir_fd=above)) as made:
                os.fchmod(made, FOLDER_MODE)
    for path, pieces in contents.files.items():
        with _above(path, root) as (above, name):
            _write_file(name, above, pieces)


@contextmanager
def _above(path: str, root: int) -> Iterator[tuple[int, str]]:
    """A descriptor of the folder that a path lies in, and the path's last name."""
    *folders, name = path.split("/")
    with ExitStack() as stack:
        descriptor = root
        for folder in folders:
            descriptor = stack.enter_context(_opened(os.open(folder, _FOLDER, dir_fd=descriptor)))
        yield descriptor, name


def _write_file(name: str, above: int, pieces: Pieces) -> None:
    descriptor = os.open(name, _NEW_FILE, 0o600, dir_fd=above)
    with os.fdopen(descriptor, "wb") as file:
        mode = None
        for piece in pieces():
            if mode is None:
                mode = PROGRAM_MODE if piece.startswith(PROGRAM_MARKS) else FILE_MODE
            file.write(piece)
        os.fchmod(descriptor, mode or FILE_MODE)


@contextmanager
def _opened(descriptor: int) -> Iterator[int]:
    try:
        yield descriptor
    finally:
        os.close(descriptor)
