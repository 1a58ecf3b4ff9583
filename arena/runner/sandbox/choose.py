"""The drivers there are, by the names that a setting has for them."""

from typing import Final

from arena.runner.sandbox.bwrap import BwrapDriver
from arena.runner.sandbox.insecure import InsecureDriver
from arena.runner.sandbox.interface import Driver, SandboxError

_DRIVERS: Final = {kind.name: kind for kind in (BwrapDriver, InsecureDriver)}


def driver_named(name: str) -> Driver:
    """The driver of this name; whether one that isolates nothing may be used is asked before."""
    if name not in _DRIVERS:
        raise SandboxError(f"There is no driver {name!r}. Choose one of: {', '.join(_DRIVERS)}.")
    return _DRIVERS[name]()
