"""On what terms authors may challenge: the same for everybody."""

from datetime import timedelta
from typing import Final

OPEN_MAX: Final = 3
"""Challenges of one account that wait or are being played."""
DAILY_MAX: Final = 40
"""Challenges of one account within a day; what was void by nobody's wish does not count."""
DAY: Final = timedelta(hours=24)
BOARDS_OFFERED: Final = (5, 10, 25, 50)
BOARDS_USUAL: Final = 10
