"""What a browser's session knows about score sheets: its secret, and the links it has opened."""

import hashlib
import secrets
from typing import Final

from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest

from tournaments.league_visitors import league_visitor_from
from tournaments.models import SheetLink, User
from tournaments.opened_links import link_opened_note, links_opened, session_keep, session_now
from tournaments.sheet_access import Visitor

_SECRET: Final = "sheet_secret"  # noqa: S105 - the name of a place, not a secret
_LINKS: Final = "sheet_links"


def token_create() -> str:
    """256 bits that nobody can guess."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> str:
    """What is stored of a token. It has 256 random bits, so a plain hash cannot be turned back."""
    return hashlib.sha256(token.encode()).hexdigest()


def visitor_of(request: HttpRequest) -> Visitor:
    """Whoever makes this request."""
    account = request.user if isinstance(request.user, User) else None
    return _visitor(request.session, account)


def visitor_of_session(session_key: str | None) -> Visitor | None:
    """Whoever has this session now, for a stream that outlives its request; None if it is over."""
    now = session_now(session_key)
    return None if now is None else _visitor(*now)


def creator_visitor_of(request: HttpRequest) -> Visitor:
    """As `visitor_of`, for somebody who is about to create a sheet: a session without an account
    gets its secret."""
    if not request.user.is_authenticated and _SECRET not in request.session:
        request.session[_SECRET] = token_create()
    session_keep(request)
    return visitor_of(request)


def link_remember(request: HttpRequest, *, link: SheetLink) -> None:
    """This browser has opened the link."""
    link_opened_note(request, _LINKS, link_id=link.pk)


def _visitor(session: SessionBase, account: User | None) -> Visitor:
    secret = session.get(_SECRET)
    return Visitor(
        account=account,
        secret_hash=token_hash(secret) if secret else "",
        link_ids=links_opened(session, _LINKS),
        league_link_ids=league_visitor_from(session, account).link_ids,
    )
