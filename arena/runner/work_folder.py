"""Where a worker unpacks bots: a folder of its own, empty when it begins."""

import re
import shutil
from pathlib import Path
from typing import Final

_UNUSUAL: Final = re.compile(r"[^A-Za-z0-9@._-]|^\.+")


def work_folder(parent: Path, worker: str) -> Path:
    """The folder of the worker with this name, without what one that was killed left in it.

    Other workers of this machine have theirs beside it, and perhaps a match in them.
    """
    folder = parent / _UNUSUAL.sub("_", worker)
    folder.mkdir(parents=True, exist_ok=True)
    for left in folder.iterdir():
        shutil.rmtree(left, ignore_errors=True)
    return folder
