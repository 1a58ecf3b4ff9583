"""Server-sent events for programs: what is new about one thing, while the token may know it."""

from collections.abc import Callable, Collection
from math import inf
from typing import Final

from asgiref.sync import async_to_sync
from django.http import Http404, StreamingHttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.exceptions import APIException
from rest_framework.request import Request

from tournaments.live.hub import live_hub
from tournaments.live.streams import Seen, StreamOverError, Told, event_stream_response
from tournaments.live.topics import account_topic
from tournaments.models import ApiToken, User
from tournaments.selectors.api_tokens import api_token_find_again

LAST_ID: Final = "Last-Event-ID"


class TooManyFollowersError(APIException):
    """The hub is full."""

    status_code = 503
    default_code = "too_many_followers"
    wait = 30


def stream(
    request: Request,
    *,
    topics: Collection[str],
    look: Callable[[User | None], Seen | None],
    told: Told = lambda seen, _detail: seen,
    rest_seconds: float = 0.0,
) -> StreamingHttpResponse:
    """Follow `topics`. `look` is asked anew whenever something may have changed, for the account as
    it is then; None ends the stream with `revoked`. `told` says what is known after a detail that
    needs no look."""
    token = request.auth if isinstance(request.auth, ApiToken) else None

    def look_now() -> Seen | None:
        if token is None:
            return look(None)
        again = api_token_find_again(token=token)
        if again is None:
            raise StreamOverError
        return look(again.account)

    if look_now() is None:
        raise Http404
    if not async_to_sync(_has_room)(next(iter(topics))):
        raise TooManyFollowersError(
            _("Too many follow this. Ask for the thing itself now and then instead.")
        )
    rights = [] if token is None else [account_topic(token.account_id)]
    return event_stream_response(
        topics=[*topics, *rights],
        look=look_now,
        told=told,
        last_id=request.headers.get(LAST_ID, ""),
        rest_seconds=rest_seconds,
        most_seconds=inf if token is None else (token.expires_at - timezone.now()).total_seconds(),
    )


async def _has_room(topic: str) -> bool:
    return live_hub().has_room(topic)
