"""Judging the reader of a stream that outlives its request."""

from django.contrib.auth import SESSION_KEY, get_user
from django.http import HttpRequest

from tournaments.live.streams import StreamOverError
from tournaments.sessions import SessionStore


def request_of_session(session_key: str | None) -> HttpRequest:
    """As if the session's owner asked now; one who has just been suspended asks nothing."""
    request = HttpRequest()
    request.session = SessionStore(session_key)
    request.user = get_user(request)
    is_nobodys = request.session.session_key is None
    if is_nobodys or (SESSION_KEY in request.session and not request.user.is_authenticated):
        raise StreamOverError
    return request
