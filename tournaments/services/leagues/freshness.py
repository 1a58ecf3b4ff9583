"""Whether a page of drafts, dates, seeds or rests still shows what an organizer changes there."""

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
"""What goes on beside the organizers' plans all the time, in the rounds before, and changes nothing
in them."""


def plans_check_fresh(*, league: League, revision: int) -> None:
    """Refuse if anything that could matter to what is planned has happened since the page was made:
    results come in all the time, and an organizer is not to be told so at every form."""
    since = LeagueEvent.objects.filter(league=league, revision__gt=revision)
    if revision > league.revision or since.exclude(action__in=_OF_NO_CONCERN).exists():
        raise LeagueStaleError
