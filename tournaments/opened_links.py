"""Links that a browser has opened, kept in its session: those of score sheets and of leagues.

Only which links were opened is kept. What they allow is judged at every request, so switching one
off takes effect at once.
"""

from datetime import timedelta
from typing import Final

from django.contrib.auth import SESSION_KEY, get_user
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest

from tournaments.models import User
from tournaments.sessions import SessionStore

REMEMBERED: Final = timedelta(days=90)
_LINKS_MAX: Final = 100  # the links opened last; nobody sits at more tables


def links_opened(session: SessionBase, place: str) -> frozenset[int]:
    """The keys of the links that this browser has opened; `place` says of which kind."""
    return frozenset(session.get(place, ()))


def link_opened_note(request: HttpRequest, place: str, *, link_id: int) -> None:
    """This browser has opened the link."""
    session_keep(request)
    before = [pk for pk in request.session.get(place, []) if pk != link_id]
    request.session[place] = [*before, link_id][-_LINKS_MAX:]


def session_keep(request: HttpRequest) -> None:
    """A session without an account is all that leads back to what it opened: let it last a
    season."""
    if not request.user.is_authenticated:
        request.session.set_expiry(REMEMBERED)


def session_now(session_key: str | None) -> tuple[SessionBase, User | None] | None:
    """A session and whose it is now, for a stream that outlives its request; None if it is over.

    It is over, too, if its account has just been suspended and the session not yet looked for.
    """
    request = HttpRequest()
    request.session = SessionStore(session_key)
    account = get_user(request)
    if request.session.session_key is None:
        return None
    if not isinstance(account, User):
        return None if SESSION_KEY in request.session else (request.session, None)
    return request.session, account
