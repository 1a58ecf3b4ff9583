"""Builds a runtime: whole or not at all, and only if it would differ from the one that is there."""

import fcntl
import hashlib
import platform
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from arena.author_kit import wheel
from arena.runner.runtime import packages
from arena.runner.runtime.assembling import assemble
from arena.runner.runtime.errors import BuildError
from arena.runner.runtime.locked import LOCK
from arena.runner.runtime.model import (
    CURRENT,
    MANIFEST,
    ROOT,
    Manifest,
    Runtime,
    RuntimeMissingError,
)

__all__ = ["BuildError", "build"]

_WHEELS: Final = "wheels"
_KEPT_BEFORE: Final = 1
"""How many earlier runtimes stay, because a worker that has not started anew still uses them."""


def build(target: Path, *, say: Callable[[str], None] = lambda _: None) -> Runtime:
    """Make sure that this folder holds today's runtime; `BuildError` if it cannot be built."""
    try:
        target.mkdir(parents=True, exist_ok=True)
        with _only_builder(target):
            made_from = _made_from()
            if not _is_current(target, made_from):
                _replace(target, made_from, say)
            return Runtime.load(target)
    except OSError as error:
        raise BuildError(
            f"The hosted runtime cannot be written to {target} ({error}). "
            "Make room and make the folder writable, then run the same command again."
        ) from error


@contextmanager
def _only_builder(target: Path) -> Iterator[None]:
    """Others wait, and find it built."""
    with (target / "lock").open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _made_from() -> str:
    digest = hashlib.sha256()
    own = sorted(Path(__file__).parent.glob("*.py"))
    facts = (sys.version, platform.machine(), wheel().sha256, str(shutil.which("node")))
    for part in (*(path.read_bytes() for path in (LOCK, *own)), *map(str.encode, facts)):
        digest.update(hashlib.sha256(part).digest())
    return digest.hexdigest()


def _is_current(target: Path, made_from: str) -> bool:
    try:
        return Manifest.read(target / CURRENT / MANIFEST).is_current(made_from)
    except RuntimeMissingError:
        return False


def _replace(target: Path, made_from: str, say: Callable[[str], None]) -> None:
    unfinished = target / "unfinished"
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir()
    wheels = packages.fetch(target / _WHEELS, say)
    manifest = assemble(unfinished / ROOT, wheels, made_from, say)
    manifest.write(unfinished / MANIFEST)

    name = f"{time.time_ns():x}"
    unfinished.rename(target / name)
    link = target / "current.unfinished"
    link.unlink(missing_ok=True)
    link.symlink_to(name)
    link.replace(target / CURRENT)
    _forget_old(target, keep=name)


def _forget_old(target: Path, *, keep: str) -> None:
    made = sorted({path.parent.name for path in target.glob(f"*/{MANIFEST}")} - {CURRENT, keep})
    for name in made[:-_KEPT_BEFORE]:
        shutil.rmtree(target / name)
