"""Which league is asked for: the one step that pages and programs begin with alike."""

from tournaments.league_access import (
    Denial,
    LeagueAccess,
    LeagueAction,
    LeagueDeniedError,
    LeagueVisitor,
    league_access,
)
from tournaments.selectors.leagues import league_find


def league_asked(*, public_id: str, visitor: LeagueVisitor, action: LeagueAction) -> LeagueAccess:
    """The league at this address, and what whoever asks is to it; refused unless they may."""
    league = league_find(public_id=public_id)
    if league is None:
        raise LeagueDeniedError(Denial.NO_LEAGUE)
    access = league_access(league=league, visitor=visitor)
    access.require(action)
    return access
