"""What a browser's session knows about leagues: the links it has opened."""

from datetime import timedelta
from typing import Final

from django.http import HttpRequest

from tournaments.league_access import LeagueVisitor
from tournaments.models import LeagueLink, User

_LINKS: Final = "league_links"
REMEMBERED: Final = timedelta(days=90)
_LINKS_MAX: Final = 100  # the links opened last; nobody keeps the score of more matches


def league_visitor_of(request: HttpRequest) -> LeagueVisitor:
    """Whoever makes this request."""
    return LeagueVisitor(
        account=request.user if isinstance(request.user, User) else None,
        link_ids=frozenset(request.session.get(_LINKS, ())),
    )


def league_link_remember(request: HttpRequest, *, link: LeagueLink) -> None:
    """This browser has opened the link; without an account, its session lasts a season."""
    if not request.user.is_authenticated:
        request.session.set_expiry(REMEMBERED)
    opened = [pk for pk in request.session.get(_LINKS, []) if pk != link.pk]
    request.session[_LINKS] = [*opened, link.pk][-_LINKS_MAX:]
