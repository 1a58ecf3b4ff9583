"""What a call brings along besides a token: a link that somebody was given.

In a browser a link is opened once and remembered; a program sends its last part with each call, in
the header `Durako-Link`.
"""

from typing import Final

from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from tournaments.api.limits import TooOftenError
from tournaments.league_access import LeagueVisitor
from tournaments.models import User
from tournaments.rate_limits import rate_limit_is_reached, rate_limit_note
from tournaments.selectors.league_links import league_link_find
from tournaments.selectors.sheets import sheet_link_find
from tournaments.sheet_access import Visitor

LINK_HEADER: Final = "Durako-Link"
LINK: Final = OpenApiParameter(
    LINK_HEADER,
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="A link that you were given: the whole address, or its last part.",
)
"""For calls in which a link opens something."""
_LINK_WRONG: Final = "api_link_wrong"  # a name in RATE_LIMITS
_LINK_MAX_LENGTH: Final = 200


def account_of(request: Request) -> User | None:
    """Whose token it is."""
    return request.user if isinstance(request.user, User) else None


def league_visitor_of_call(request: Request) -> LeagueVisitor:
    """Who asks something of a league."""
    _sheet_link, league_link = _links(request)
    return LeagueVisitor(account_of(request), league_link)


def sheet_visitor_of_call(request: Request) -> Visitor:
    """Who asks something of a score sheet."""
    sheet_link, league_link = _links(request)
    return Visitor(account=account_of(request), link_ids=sheet_link, league_link_ids=league_link)


def _links(request: Request) -> tuple[frozenset[int], frozenset[int]]:
    """The keys of the sheet's and of the league's link. Guessing is counted, as in a browser."""
    sent = request.headers.get(LINK_HEADER, "").strip()
    token = sent.rstrip("/").rpartition("/")[2]
    if not token:
        return frozenset(), frozenset()
    if rate_limit_is_reached(request._request, _LINK_WRONG):  # noqa: SLF001 - Django's own request
        raise TooOftenError(_("Too many links that do not exist were tried. Wait a while."))
    if len(sent) <= _LINK_MAX_LENGTH:
        of_sheet = sheet_link_find(token=token)
        of_league = None if of_sheet is not None else league_link_find(token=token)
        if of_sheet is not None:
            return frozenset({of_sheet.pk}), frozenset()
        if of_league is not None:
            return frozenset(), frozenset({of_league.pk})
    rate_limit_note(request._request, _LINK_WRONG)  # noqa: SLF001
    return frozenset(), frozenset()
