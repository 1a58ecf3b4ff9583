"""Other parts of the house erase with an account what is theirs; tournaments does not know them.

A part joins when its app is ready. It runs inside the transaction that erases the account, whose
row is locked. What a part has to lock before any account, it locks at the very beginning.
"""

from collections.abc import Callable
from typing import Protocol

from tournaments.models import User


class Eraser(Protocol):
    """Erases, or makes anonymous, what belongs to an account."""

    def __call__(self, *, account: User) -> None: ...


_erasers: dict[Eraser, Callable[[], object]] = {}


def erasure_join(eraser: Eraser, *, lock_first: Callable[[], object]) -> None:
    """Have these called whenever an account is erased."""
    _erasers[eraser] = lock_first


def lock_elsewhere() -> None:
    """Let every part lock what it needs before the account."""
    for lock_first in _erasers.values():
        lock_first()


def erase_elsewhere(*, account: User) -> None:
    """Let every part erase what is its own."""
    for eraser in _erasers:
        eraser(account=account)
