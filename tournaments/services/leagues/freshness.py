"""Whether a page of drafts still shows what an organizer is about to change."""

from typing import Final

from tournaments.league_acts import LeagueAct
from tournaments.models import League, LeagueEvent
from tournaments.services.leagues.common import LeagueStaleError

_OF_NO_CONCERN: Final = frozenset(
    {
        LeagueAct.OFFICIAL_ADDED,
        LeagueAct.OFFICIAL_REMOVED,
        LeagueAct.OWNER_CHANGED,
        LeagueAct.APPLIED,
        LeagueAct.APPLICATION_DECLINED,
        LeagueAct.LINK_MADE,
        LeagueAct.LINK_REVOKED,
        LeagueAct.SHEET_OPENED,
        LeagueAct.RESULT_ENTERED,
        LeagueAct.RESULT_CONFIRMED,
        LeagueAct.RESULT_DISPUTED,
        LeagueAct.FIXTURE_POSTPONED,
        LeagueAct.FIXTURE_RESUMED,
        LeagueAct.BOTS_FAILED,
    }
)
"""What goes on beside a draft all the time, in the rounds before it, and changes nothing in it."""


def drafts_check_fresh(*, league: League, revision: int) -> None:
    """Refuse if anything that could matter to a draft has happened since the page was made."""
    since = LeagueEvent.objects.filter(league=league, revision__gt=revision)
    if revision > league.revision or since.exclude(action__in=_OF_NO_CONCERN).exists():
        raise LeagueStaleError
