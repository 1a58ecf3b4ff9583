"""Which shared libraries the machine's programs need, as its own loader finds them."""

import os
import re
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from arena.runner.runtime.errors import BuildError

_FOUND: Final = re.compile(r"^\s+(\S+) => (/.+) \(0x[0-9a-f]+\)$")
_LOADER: Final = re.compile(r"^\s+(/\S+)(?: => (/.+))? \(0x[0-9a-f]+\)$")
_MISSING: Final = re.compile(r"^\s+(\S+) => not found$")
_OPENED_LATER: Final = ("libgcc_s.so.1", "libnss_files.so.2")
"""The C library opens these by name: to end a thread, and (before 2.34) to read /etc/passwd."""


@dataclass
class Needed:
    """What some programs need."""

    libraries: dict[str, Path] = field(default_factory=dict)
    """By the name under which the loader looks for them; the first one found counts."""
    loaders: set[Path] = field(default_factory=set)
    """The paths under which the kernel looks for the loader itself."""
    incomplete: dict[Path, str] = field(default_factory=dict)
    """Programs that cannot run on this machine, each with a library that it lacks."""

    def add(self, files: Iterable[Path]) -> None:
        """Find out what these programs and libraries need."""
        about: Path | None = None
        names = [str(path) for path in files]
        for line in _ldd(names).splitlines():
            if line.endswith(":") and not line.startswith(("\t", " ")):
                about = Path(line.removesuffix(":"))
            elif missing := _MISSING.match(line):
                self.incomplete[about or Path(names[0])] = missing[1]
            elif found := _FOUND.match(line):
                self.libraries.setdefault(Path(found[1]).name, Path(found[2]))
            elif loader := _LOADER.match(line):
                self.loaders.add(Path(loader[1]))

    def add_opened_later(self) -> None:
        """What no program names beforehand: it lies beside the C library."""
        beside = {path.parent for name, path in self.libraries.items() if name.startswith("libc.")}
        for folder in sorted(beside):
            for name in _OPENED_LATER:
                if (folder / name).exists():
                    self.libraries.setdefault(name, folder / name)


def _ldd(names: list[str]) -> str:
    """What ldd says about programs of ours; about one alone it does not repeat the name."""
    if not names:
        return ""
    try:
        return subprocess.run(
            ["ldd", *names],
            env={**os.environ, "LC_ALL": "C", "LD_LIBRARY_PATH": ""},
            capture_output=True,
            text=True,
            check=False,  # it fails for programs without libraries too
        ).stdout
    except OSError as error:
        raise BuildError(
            "The program ldd, which comes with the C library, cannot be run "
            f"({error.strerror}). Install it (Debian and Ubuntu: libc-bin)."
        ) from error
