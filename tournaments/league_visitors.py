"""Who asks something of a league: the account and the opened links of a browser's session."""

from typing import Final

from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest

from tournaments.league_access import LeagueVisitor
from tournaments.models import LeagueLink, User
from tournaments.opened_links import link_opened_note, links_opened, session_now

_LINKS: Final = "league_links"


def league_visitor_of(request: HttpRequest) -> LeagueVisitor:
    """Whoever makes this request."""
    account = request.user if isinstance(request.user, User) else None
    return league_visitor_from(request.session, account)


def league_visitor_of_session(session_key: str | None) -> LeagueVisitor | None:
    """Whoever has this session now, for a stream that outlives its request; None if it is over."""
    now = session_now(session_key)
    return None if now is None else league_visitor_from(*now)


def league_visitor_from(session: SessionBase, account: User | None) -> LeagueVisitor:
    """The visitor that a session and its account are."""
    return LeagueVisitor(account=account, link_ids=links_opened(session, _LINKS))


def league_link_remember(request: HttpRequest, *, link: LeagueLink) -> None:
    """This browser has opened the link."""
    link_opened_note(request, _LINKS, link_id=link.pk)
