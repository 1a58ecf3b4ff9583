"""The drivers there are, by the names that a setting has for them, and whether one may be used."""

from pathlib import Path
from typing import Final

from arena.runner.sandbox.bwrap import BwrapDriver
from arena.runner.sandbox.insecure import InsecureDriver
from arena.runner.sandbox.interface import Capabilities, Driver, SandboxError

_DRIVERS: Final = {kind.name: kind for kind in (BwrapDriver, InsecureDriver)}
PROBES: Final = 3
"""What went wrong by chance, on a busy machine or because somebody was killed, is tried again:
a runner that refuses bots at the start refuses them to the end."""


def driver_named(name: str) -> Driver:
    """The driver of this name; whether one that isolates nothing may be used is asked before."""
    if name not in _DRIVERS:
        raise SandboxError(f"There is no driver {name!r}. Choose one of: {', '.join(_DRIVERS)}.")
    return _DRIVERS[name]()


async def driver_probed(driver: Driver, runtime: Path) -> Capabilities:
    """What it can do here, at the best of a few tries."""
    for _ in range(PROBES - 1):
        found = await driver.probe(runtime)
        if found.is_safe or not found.isolates:
            return found
    return await driver.probe(runtime)
