"""What whoever follows a league live knows of it."""

from typing import Final

from tournaments.league_access import LeagueAction, LeagueVisitor, league_access
from tournaments.live.streams import Seen
from tournaments.models import League

LEAGUE_REST_SECONDS: Final = 1.0
"""Between two events of a stream."""


def league_seen(*, public_id: str, visitor: LeagueVisitor) -> Seen | None:
    """That something is new, and not what; None for whoever may not read it (any more)."""
    league = League.objects.filter(public_id=public_id).first()
    if league is None:
        return None
    access = league_access(league=league, visitor=visitor)
    if not access.may(LeagueAction.READ):
        return None
    rights = ".".join(sorted(access.roles))
    return Seen(f"{league.revision}-{rights}", "state", {})
