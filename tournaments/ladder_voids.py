"""What has to be worked out again when a result on a ladder counts no longer: plain values."""

from collections.abc import Iterable
from typing import NamedTuple


class Void(NamedTuple):
    """A result that counts no longer, and where the ladder was told so."""

    result: int
    """Its number on the ladder."""
    declared: int
    """The number of the entry that says so: later."""


def unaffected_until(number: int, voids: Iterable[Void]) -> int:
    """The last entry before the result of this number at which every rating was what it would be
    without all that is void by now: whatever is void of the results up to there had been declared
    void by then.  From there on a ladder is folded anew when this result is void, too."""
    last = number - 1
    for void in sorted(voids, reverse=True):
        if void.result <= last < void.declared:
            last = void.result - 1
    return last
