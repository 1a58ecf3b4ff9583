"""The runtime's root file system, put together from the machine's programs and our packages."""

import io
import os
import platform
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from arena.archive.hosted import hosted
from arena.author_kit import wheel
from arena.runner.lifeline import bound
from arena.runner.runtime import interpreter, packages
from arena.runner.runtime.errors import BuildError
from arena.runner.runtime.libraries import Needed
from arena.runner.runtime.model import Manifest, seen

_LINKS: Final = {"bin": "usr/bin", "lib": "usr/lib", "lib64": "usr/lib", "usr/lib64": "lib"}
"""Loaders look in one or another of them, depending on who built them."""
_MOUNT_POINTS: Final = ("bot", "dev", "proc", "run", "tmp")
_FILES: Final = {
    "etc/passwd": "bot:x:65534:65534:bot:/tmp:/bin/sh\n",
    "etc/group": "bot:x:65534:\n",
    "etc/nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\n",
    "etc/hosts": "127.0.0.1 localhost\n",
    "run/game.sock": "",  # a place to bind the seat's socket to
}
_STARTERS: Final = ("env", "sh")
"""For scripts that begin with `#!`; a bot's own start script may use both."""


def assemble(root: Path, wheels: Path, made_from: str, say: Callable[[str], None]) -> Manifest:
    """Write the whole root file system into a new folder, and say what is in it."""
    (root / "usr/bin").mkdir(parents=True)
    (root / "usr/lib").mkdir()
    for name, to in _LINKS.items():
        (root / name).symlink_to(to)
    for name in _MOUNT_POINTS:
        (root / name).mkdir()
    for name, text in _FILES.items():
        path = root / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)

    say(f"Copying Python {platform.python_version()}")
    library = root / "usr/lib" / interpreter.VERSION
    site_packages = library / "site-packages"
    for source, place in interpreter.standard_library():
        _copy(source, library / place)
    # Debian's interpreter looks for packages there.
    (root / "usr/lib/python3").mkdir()
    (root / "usr/lib/python3/dist-packages").symlink_to(f"../{interpreter.VERSION}/site-packages")

    say("Installing the packages and the SDK")
    packages.install(wheels, site_packages)
    with zipfile.ZipFile(io.BytesIO(wheel().content)) as archive:
        archive.extractall(site_packages)
    programs = _programs()
    copied = _copy_programs(root, programs, library / "lib-dynload", site_packages)

    say("Compiling")
    _compile(root, library)
    _set_modes(root)
    offered = hosted()
    return Manifest(
        python=platform.python_version(),
        packages=dict(offered.packages),
        programs=tuple(name for name in offered.programs if name in programs),
        made_from=made_from,
        copied=seen(copied),
    )


def _programs() -> dict[str, Path]:
    """The machine's programs that bots get, by the name under which they are called."""
    names = [*_STARTERS, *(name for name in hosted().programs if name != "python")]
    found = {name: Path(path).resolve() for name in names if (path := shutil.which(name))}
    return {"python": interpreter.program(), **found}


def _copy_programs(
    root: Path, programs: dict[str, Path], extensions_folder: Path, site_packages: Path
) -> dict[str, Path]:
    """Copy them with every library that they or the packages need; the machine's files used."""
    for name, path in programs.items():
        _copy(path, root / "usr/bin" / (interpreter.VERSION if name == "python" else name))
    for name in ("python", "python3"):
        (root / "usr/bin" / name).symlink_to(interpreter.VERSION)

    needed = Needed()
    needed.add(programs.values())
    extensions = interpreter.extensions()
    needed.add(extensions)
    # Without a library that the machine lacks, its own interpreter cannot import them either.
    for path in extensions:
        if path not in needed.incomplete:
            _copy(path, extensions_folder / path.name)
    needed.add(sorted(site_packages.rglob("*.so")))
    needed.add_opened_later()
    lacking = [path for path in needed.incomplete if path not in extensions]
    if lacking:
        raise BuildError(
            f"{lacking[0]} needs the library {needed.incomplete[lacking[0]]}, which this machine "
            "does not have. Install it, then run the same command again."
        )
    libraries = {
        name: path.resolve()
        for name, path in needed.libraries.items()
        if not path.is_relative_to(site_packages)
    }
    for name, path in libraries.items():
        _copy(path, root / "usr/lib" / name)
    for loader in needed.loaders:
        place = root / loader.relative_to("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        _copy(loader.resolve(), place)
        place.chmod(0o755)
    return {**libraries, **programs}


def _copy(source: Path, place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, place)


def _compile(root: Path, folder: Path) -> None:
    """Now, because nobody may write there later; the paths inside are those that bots see."""
    done = subprocess.run(
        bound("compileall", "-q", "-j", "0", "-s", str(root), "-p", "/",
              "--invalidation-mode", "unchecked-hash", str(folder)),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )  # fmt: skip
    if done.returncode != 0:
        raise BuildError(f"The hosted runtime's modules cannot be compiled:\n{done.stdout[-2000:]}")


def _set_modes(root: Path) -> None:
    """Everybody may read everything, and only programs and the loader are started."""
    root.chmod(0o755)
    for folder, folders, files in os.walk(root):
        for name in folders:
            path = Path(folder, name)
            if not path.is_symlink():
                path.chmod(0o755)
        for name in files:
            path = Path(folder, name)
            if not path.is_symlink():
                starts = path.parent.name == "bin" or name.startswith(("ld-", "ld."))
                path.chmod(0o755 if starts else 0o644)
