"""What else a change changed, in the kernel's words: who moved in the table, which results of a
bracket fell away."""

from typing import Any

from scoring.messages import Message
from tournaments.models import League


class Consequences:
    """Made before a change, asked after it. In a league that has not begun there are none."""

    def __init__(self, league: League) -> None:
        self._league = league
        running = league.state == League.State.RUNNING
        self._before = book_of(league) if running else None

    def now(self) -> tuple[Message, ...]:
        """What differs from how the league stood then."""
        if self._before is None:
            return ()
        from scoring.league import changes  # type: ignore[import-not-found]

        found: tuple[Message, ...] = changes(self._before, book_of(self._league))
        return found


def book_of(league: League) -> Any:  # noqa: ANN401
    """The league as the kernel sees it now."""
    from tournaments.selectors.leagues import league_book  # type: ignore[import-not-found]

    return league_book(league=league)
