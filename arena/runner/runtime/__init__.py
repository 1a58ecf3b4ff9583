"""The hosted runtime: the small root file system in which submitted bots run, and its offer.

Bots never see the server's own environment. What they see is built once on the machine that runs
them, from its interpreter and a lock of its own, and bound read-only into every sandbox.
"""

from arena.runner.runtime.building import BuildError, build
from arena.runner.runtime.model import Runtime, RuntimeMissingError

__all__ = ["BuildError", "Runtime", "RuntimeMissingError", "build"]
