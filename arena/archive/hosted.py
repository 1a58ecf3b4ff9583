"""What the site's runtime offers a bot: read by whoever checks a submission."""

import platform
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Hosted:
    """Packages, programs and rule sets that a submission may ask for."""

    packages: Mapping[str, str]
    """Versions by name, as they are spelled on the package index."""
    programs: tuple[str, ...] = ("python",)
    """What a start command may begin with; "node" where the machine has it."""
    profiles: tuple[str, ...] = ()
    """The names of the rule sets that are played."""
    machine: str = platform.machine()
    """The processor that binaries must be made for, such as "x86_64" or "aarch64"."""
