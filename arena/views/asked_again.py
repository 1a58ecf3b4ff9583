"""Judging the reader of a stream that outlives its request."""

from django.contrib.auth import get_user
from django.http import HttpRequest

from tournaments.live.streams import StreamOverError
from tournaments.sessions import SessionStore


def request_of_session(session_key: str | None) -> HttpRequest:
    """As if the session's owner asked now."""
    request = HttpRequest()
    request.session = SessionStore(session_key)
    request.user = get_user(request)
    if request.session.session_key is None:
        raise StreamOverError
    return request
