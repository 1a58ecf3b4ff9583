"""On what terms authors may challenge: the same for everybody."""

from datetime import timedelta
from typing import Final

OPEN_MAX: Final = 3
"""Challenges of one account that wait or are being played."""
DAILY_MAX: Final = 40
"""Challenges of one account within a day; what was void by nobody's wish does not count."""
DAY: Final = timedelta(hours=24)
_BOARDS_OFFERED: Final = {"durak": (5, 10, 25, 50), "burako": (1, 3, 5, 10)}
"""A board of Burako is a whole match to its target, which takes fifty times as long as a game of
Durak: so much can be played to its end, and played again, by bots that use the time they have."""


def boards_offered(profile: str) -> tuple[int, ...]:
    """How many boards one may ask for by these rules; the second is the usual number."""
    return _BOARDS_OFFERED[profile.partition("/")[0]]
