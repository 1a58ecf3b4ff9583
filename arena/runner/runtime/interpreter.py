"""The machine's interpreter as bots get it: the program, its libraries, most of the standard
library."""

import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import Final

VERSION: Final = f"python{sys.version_info.major}.{sys.version_info.minor}"
_NOT_FOR_BOTS: Final = frozenset(
    (
        # tests and examples
        "test", "idlelib", "turtledemo", "__phello__",
        # graphical, and terminals
        "tkinter", "turtle.py", "curses",
        # installing and compiling; what the machine's owner added
        "ensurepip", "venv", "distutils", "lib2to3", "site-packages", "dist-packages",
        "sitecustomize.py", "usercustomize.py", "EXTERNALLY-MANAGED",
        # help texts for a prompt
        "pydoc_data",
        "__pycache__",
    )
)  # fmt: skip
_EXTENSIONS_NOT_FOR_BOTS: Final = (
    "_tkinter", "_curses", "_test", "_ctypes_test", "_xxtest", "xxlimited", "readline", "nis",
    "ossaudiodev", "spwd",
)  # fmt: skip


def program() -> Path:
    """The interpreter itself, behind any virtual environment."""
    return Path(sys.executable).resolve()


def standard_library() -> Iterator[tuple[Path, Path]]:
    """Its files, each with its path below the library's folder."""
    home = Path(sysconfig.get_path("stdlib"))
    for path in _files(home):
        name = path.relative_to(home)
        if name.parts[0] != "lib-dynload":
            yield path, name


def extensions() -> list[Path]:
    """The compiled part of the standard library."""
    folder = Path(sysconfig.get_path("stdlib")) / "lib-dynload"
    return [
        path
        for path in sorted(folder.glob("*.so"))
        if not path.name.startswith(_EXTENSIONS_NOT_FOR_BOTS)
    ]


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.name in _NOT_FOR_BOTS or path.name.startswith("config-"):
            continue
        if path.is_dir():
            yield from _files(path)
        elif path.is_file():
            yield path
