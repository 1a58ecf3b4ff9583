"""The locked packages: fetched once, kept as wheels, installed from there without a network."""

import hashlib
import os
import platform
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Final

from arena.runner.lifeline import bound
from arena.runner.runtime import interpreter
from arena.runner.runtime.errors import BuildError
from arena.runner.runtime.locked import LOCK

_LEFT_OUT_FOLDERS: Final = ("tests", "include", "_examples", "f2py", "distutils", "bin")
"""Tests, and what is there to compile against."""
_LEFT_OUT_ENDINGS: Final = (".pyi", ".pyx", ".pxd", ".h", ".a", ".c", ".pem")
_LINES_OF_PIP: Final = 6
_CHOICE: Final = ("--require-hashes", "--no-deps", "--only-binary", ":all:")


def fetch(folder: Path, say: Callable[[str], None]) -> Path:
    """The folder with the wheels that the lock names for this interpreter, below this one."""
    wanted = (LOCK.read_text(), interpreter.VERSION, platform.machine())
    wheels = folder / hashlib.sha256("\n".join(wanted).encode()).hexdigest()[:16]
    if wheels.exists():
        return wheels
    say("Fetching the locked packages (only now and when they change)")
    unfinished = folder / "unfinished"
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(parents=True)
    _pip(
        ["download", *_CHOICE, "--dest", str(unfinished)],
        "The packages of the hosted runtime could not be fetched. Check the network (or your pip "
        "configuration) and run the same command again.",
    )
    for old in set(folder.iterdir()) - {unfinished}:
        shutil.rmtree(old)
    return unfinished.rename(wheels)


def install(wheels: Path, site_packages: Path) -> None:
    """Put the packages into the runtime, without what bots have no use for."""
    _pip(
        ["install", *_CHOICE, "--no-index", "--find-links", str(wheels), "--no-compile",
         "--target", str(site_packages)],
        f"The packages of the hosted runtime could not be installed. Remove {wheels} and run the "
        "same command again: they are then fetched anew.",
    )  # fmt: skip
    for path in sorted(site_packages.rglob("*")):
        if path.is_dir() and path.name in _LEFT_OUT_FOLDERS:
            shutil.rmtree(path)
        elif path.is_file() and path.suffix in _LEFT_OUT_ENDINGS:
            path.unlink()


def _pip(arguments: list[str], otherwise: str) -> None:
    done = subprocess.run(
        bound("pip", "--disable-pip-version-check", *arguments, "--requirement", str(LOCK)),
        env={**os.environ, "PIP_NO_INPUT": "1", "PIP_ROOT_USER_ACTION": "ignore"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )  # fmt: skip
    if done.returncode != 0:
        said = "\n".join(done.stdout.strip().splitlines()[-_LINES_OF_PIP:])
        raise BuildError(f"{otherwise} pip said:\n{said}")
