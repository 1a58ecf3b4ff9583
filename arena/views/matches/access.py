"""Which match a page is about, and what whoever asks may read of it."""

from collections.abc import Sequence

from django.http import Http404, HttpRequest

from arena.bot_access import bot_access
from arena.models import Match
from arena.selectors.matches import match_get
from arena.views.ab.access import ab_test_readable
from arena.views.matches.result import Side
from tournaments.league_access import LeagueAction, league_access
from tournaments.league_visitors import league_visitor_of
from tournaments.models import League, User
from tournaments.second_factor import second_factor_was_used


def match_asked(request: HttpRequest, public_id: str) -> Match:
    """The match at this address. Strangers are not told whether there is one of an A/B test, or of
    a league that is not for them."""
    match = match_get(public_id=public_id)
    if match is None or not match_readable(request, match):
        raise Http404
    return match


def match_readable(request: HttpRequest, match: Match) -> bool:
    """Matches are public, but for those of A/B tests and of private leagues: whoever may read the
    test or the league may read them."""
    if match.ab_test is not None:
        return ab_test_readable(request, match.ab_test)
    if match_is_for_everybody(match) or _is_staff(request):
        return True
    # If its round was drawn anew, nobody knows any more who might have read it.
    return match.fixture is not None and _league_readable(request, match.fixture.league)


def match_is_for_everybody(match: Match) -> bool:
    """Whether nobody needs to be judged who has its address."""
    if match.kind == Match.Kind.LEAGUE:
        league = None if match.fixture is None else match.fixture.league
        return league is not None and league.visibility != League.Visibility.PRIVATE
    return match.ab_test_id is None


def _league_readable(request: HttpRequest, league: League) -> bool:
    access = league_access(league=league, visitor=league_visitor_of(request))
    return access.may(LeagueAction.READ)


def _is_staff(request: HttpRequest) -> bool:
    account = request.user
    is_staff = isinstance(account, User) and account.is_active and account.is_staff
    return is_staff and second_factor_was_used(request)


def readable_sides(request: HttpRequest, sides: Sequence[Side]) -> list[Side]:
    """Those whose logs are for whoever asks: their author, and the staff."""
    factor_shown = second_factor_was_used(request)
    return [
        side
        for side in sides
        if bot_access(
            bot=side.version.bot, account=request.user, factor_shown=factor_shown
        ).may_read_private
    ]
