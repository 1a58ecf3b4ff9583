"""What the site's runtime offers a bot: read by whoever checks a submission.

The packages stand in a small file beside this one, which `deploy.lock` writes with the lock that
the runtime is built from, so that the web and authors at home need neither the one nor the other.
"""

import json
import platform
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final

from arena.games import profiles

PACKAGES_FILE: Final = "hosted_packages.json"
PROGRAMS: Final = ("python", "node")
"""What a start command may name. Node is there where the runner's machine has it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hosted:
    """Packages, programs and rule sets that a submission may ask for."""

    packages: Mapping[str, str]
    """The version of each installed package, by its name in lower case with hyphens."""
    programs: tuple[str, ...] = PROGRAMS
    profiles: tuple[str, ...] = ()
    """The names of the rule sets that are played."""
    machine: str = platform.machine()
    """The processor that binaries must be made for, such as "x86_64" or "aarch64"."""


@cache
def hosted() -> Hosted:
    """What this version of Durako offers."""
    text = (files("arena.archive") / PACKAGES_FILE).read_text(encoding="utf-8")
    return Hosted(packages=MappingProxyType(json.loads(text)), profiles=tuple(profiles()))
