"""A built runtime, and the small file beside it that says what it is."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, Self

CURRENT: Final = "current"
"""The link to the newest of the runtimes in a folder."""
ROOT: Final = "root"
MANIFEST: Final = "runtime.json"
"""Beside the root, so that bots do not see it."""


class RuntimeMissingError(Exception):
    """There is no usable runtime; the text says what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What a runtime was made of."""

    python: str
    packages: Mapping[str, str]
    programs: tuple[str, ...]
    made_from: str
    """A digest of everything of ours in it: the lock, the SDK, the way it is built."""
    copied: Mapping[str, tuple[int, int]]
    """The machine's programs and libraries in it, each with its size and time then."""

    @classmethod
    def read(cls, path: Path) -> Self:
        """`RuntimeMissingError` if there is none that can be read."""
        try:
            value = json.loads(path.read_text(encoding="utf-8"))
            copied = {name: (size, time) for name, (size, time) in value["copied"].items()}
            return cls(**{**value, "programs": tuple(value["programs"]), "copied": copied})
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise RuntimeMissingError(f"{path} cannot be read.") from error

    def write(self, path: Path) -> None:
        path.write_text(json.dumps(asdict(self), indent=2), encoding="utf-8")

    def is_current(self, made_from: str) -> bool:
        """Whether it would be built the same today."""
        return self.made_from == made_from and all(
            seen == _seen(Path(name)) for name, seen in self.copied.items()
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Runtime:
    """A root file system in which bots run."""

    root: Path
    """For `SandboxSpec.runtime`; stays the same folder when a newer runtime is built."""
    packages: Mapping[str, str]
    programs: tuple[str, ...]
    """Of `hosted().programs`, those that are really there."""
    python: str
    """The interpreter's version, such as "3.11.7"."""

    @classmethod
    def load(cls, folder: Path) -> Self:
        """The newest that was built into this folder."""
        made = (folder / CURRENT).resolve()
        try:
            manifest = Manifest.read(made / MANIFEST)
        except RuntimeMissingError as error:
            raise RuntimeMissingError(
                f"There is no hosted runtime in {folder}. "
                f"Build it: `python -m arena.runner.runtime build --to {folder}`."
            ) from error
        return cls(
            root=made / ROOT,
            packages=manifest.packages,
            programs=manifest.programs,
            python=manifest.python,
        )


def seen(paths: Mapping[str, Path]) -> dict[str, tuple[int, int]]:
    """Size and time of each of the machine's files, by its real path."""
    return {str(path): _seen(path) for path in sorted(paths.values())}


def _seen(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except OSError:
        return (-1, -1)
    return found.st_size, found.st_mtime_ns
