"""Who may read a match, and what the bots printed in it: the one place where that is decided."""

from collections.abc import Sequence

from django.contrib.auth.models import AnonymousUser

from arena.ab_access import ab_test_readable
from arena.bot_access import bot_access
from arena.match_sides import Side
from arena.models import Match
from arena.readers import Reader
from arena.selectors.matches import match_get
from tournaments.league_access import LeagueAction, league_access
from tournaments.models import League


def match_find(*, public_id: str, reader: Reader) -> Match | None:
    """The match at this address. Strangers are not told whether there is one of an A/B test, or of
    a league that is not for them."""
    match = match_get(public_id=public_id)
    return match if match is not None and match_readable(match=match, reader=reader) else None


def match_readable(*, match: Match, reader: Reader) -> bool:
    """Matches are public, but for those of A/B tests and of private leagues: whoever may read the
    test or the league may read them."""
    if match.ab_test is not None:
        return ab_test_readable(test=match.ab_test, reader=reader)
    if match_is_for_everybody(match) or reader.is_staff:
        return True
    # If its round was drawn anew, nobody knows any more who might have read it.
    return match.fixture is not None and _league_readable(match.fixture.league, reader)


def match_is_for_everybody(match: Match) -> bool:
    """Whether nobody needs to be judged who has its address."""
    if match.kind == Match.Kind.LEAGUE:
        league = None if match.fixture is None else match.fixture.league
        return league is not None and league.visibility != League.Visibility.PRIVATE
    return match.ab_test_id is None


def _league_readable(league: League, reader: Reader) -> bool:
    return league_access(league=league, visitor=reader.league_visitor).may(LeagueAction.READ)


def sides_with_readable_logs(sides: Sequence[Side], *, reader: Reader) -> list[Side]:
    """Those whose logs are for whoever asks: their author, and the staff."""
    account = reader.account or AnonymousUser()
    return [
        side
        for side in sides
        if bot_access(
            bot=side.version.bot, account=account, factor_shown=reader.factor_shown
        ).may_read_private
    ]
