"""What else a change changed, in the kernel's words: who moved in the table, which results of a
bracket fell away."""

from scoring.league import changes
from scoring.messages import Message
from tournaments.models import League
from tournaments.selectors.leagues import league_book


class Consequences:
    """Made before a change, asked after it. In a league that has not begun there are none."""

    def __init__(self, league: League) -> None:
        self._league = league
        running = league.state == League.State.RUNNING
        self._before = league_book(league=league) if running else None

    def now(self) -> tuple[Message, ...]:
        """What differs from how the league stood then."""
        if self._before is None:
            return ()
        return changes(self._before, league_book(league=self._league))
