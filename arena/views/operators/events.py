"""That something is new in the arena, as server-sent events; the page then asks for its part."""

from typing import Final

from asgiref.sync import sync_to_async
from django.contrib.auth import SESSION_KEY
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone
from django.views.decorators.http import require_GET

from arena.topics import arena_topic
from arena.views.asked_again import request_of_session
from tournaments.admin_site import staff_may_enter
from tournaments.live.hub import live_hub
from tournaments.live.streams import Seen, StreamOverError, event_stream_response, look_once
from tournaments.live.topics import account_topic

REST_SECONDS: Final = 1.0
"""A busy arena changes many times a second; nobody reads that fast."""


@require_GET
async def events(request: HttpRequest) -> HttpResponseBase:
    """`arena` when something has changed, at most once a second; `revoked` at the end of the
    right to it."""
    topic = arena_topic()
    if not live_hub().has_room(topic):
        return HttpResponse(status=503)  # the page asks again by itself, now and then
    session_key = request.session.session_key

    def look() -> Seen | None:
        """Judge whoever has this session now. What has changed, the page sees for itself."""
        if not staff_may_enter(request_of_session(session_key)):
            return None
        return Seen(timezone.now().isoformat(), "arena", {})

    try:
        first = await sync_to_async(look_once)(look)
    except StreamOverError as error:
        raise PermissionDenied from error
    if first is None:
        raise PermissionDenied
    account_id = str(await request.session.aget(SESSION_KEY))
    return event_stream_response(
        topics=[topic, account_topic(int(account_id))],
        look=look,
        told=lambda seen, _detail: seen,  # these topics have no details: the database is asked
        last_id=request.headers.get("Last-Event-ID", ""),
        rest_seconds=REST_SECONDS,
    )
