"""Other parts of the house erase with an account what is theirs; tournaments does not know them.

A part joins when its app is ready. It runs inside the transaction that erases the account, whose
row is locked.
"""

from typing import Protocol

from tournaments.models import User


class Eraser(Protocol):
    """Erases, or makes anonymous, what belongs to an account."""

    def __call__(self, *, account: User) -> None: ...


_erasers: list[Eraser] = []


def erasure_join(eraser: Eraser) -> None:
    """Have this called whenever an account is erased."""
    if eraser not in _erasers:
        _erasers.append(eraser)


def erase_elsewhere(*, account: User) -> None:
    """Let every part erase what is its own."""
    for eraser in _erasers:
        eraser(account=account)
