"""Which match a page is about, and what whoever asks may read of it."""

from collections.abc import Sequence

from django.http import Http404, HttpRequest

from arena.bot_access import bot_access
from arena.models import Match
from arena.selectors.matches import match_get
from arena.views.ab.access import ab_test_readable
from arena.views.matches.result import Side
from tournaments.second_factor import second_factor_was_used


def match_asked(request: HttpRequest, public_id: str) -> Match:
    """The match at this address. Strangers are not told whether there is one of an A/B test."""
    match = match_get(public_id=public_id)
    if match is None or not match_readable(request, match):
        raise Http404
    return match


def match_readable(request: HttpRequest, match: Match) -> bool:
    """Matches are public, but for those of A/B tests: whoever may read the test may read them."""
    return match.ab_test is None or ab_test_readable(request, match.ab_test)


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
