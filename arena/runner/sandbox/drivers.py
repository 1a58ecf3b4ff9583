"""The drivers there are, by the names that a setting has for them."""

from typing import Final

from arena.runner.sandbox.bwrap import BwrapDriver
from arena.runner.sandbox.insecure import InsecureDriver
from arena.runner.sandbox.interface import Driver, SandboxError

DRIVERS: Final = (BwrapDriver.name, InsecureDriver.name)


def driver_named(name: str, *, in_development: bool = False) -> Driver:
    """The driver of this name; one that isolates nothing must be allowed explicitly."""
    if name == BwrapDriver.name:
        return BwrapDriver()
    if name != InsecureDriver.name:
        raise SandboxError(f"There is no driver {name!r}. Choose one of: {', '.join(DRIVERS)}.")
    if not in_development:
        raise SandboxError(
            'The driver "insecure" is for a development server of your own only. '
            f'Choose the driver "{BwrapDriver.name}".'
        )
    return InsecureDriver()
