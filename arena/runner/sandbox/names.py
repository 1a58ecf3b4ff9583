"""What the drivers are called in settings and reports, for those who need no more of them."""

from typing import Final

BWRAP: Final = "bwrap"
INSECURE: Final = "insecure"
ISOLATING: Final = frozenset({BWRAP})
"""Meant for strangers' programs: only what was run by one of them ever counts."""
KNOWN: Final = ISOLATING | {INSECURE}
