"""What is new about a version's checks, as server-sent events; the page then asks for the panel."""

from asgiref.sync import sync_to_async
from django.contrib.auth import SESSION_KEY
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.http import require_GET

from arena.bot_access import require_private
from arena.check_events import check_seen
from arena.topics import bot_topic
from arena.views.asked_again import request_of_session
from arena.views.bots.access import version_asked
from tournaments.live.hub import live_hub
from tournaments.live.streams import Seen, StreamOverError, event_stream_response, look_once
from tournaments.live.topics import account_topic


@require_GET
async def events(request: HttpRequest, public_id: str, number: int) -> HttpResponseBase:
    """`state` whenever the panel would look different, `revoked` at the end of the right to it."""
    if not live_hub().has_room(bot_topic(public_id)):
        return HttpResponse(status=503)  # the page asks again by itself, now and then
    session_key = request.session.session_key

    def look() -> tuple[Seen, list[str]]:
        """Judge whoever has this session now."""
        version, access = version_asked(request_of_session(session_key), public_id, number)
        require_private(access)
        return check_seen(version)

    def look_or_none() -> Seen | None:
        try:
            return look()[0]
        except (Http404, PermissionDenied):
            return None

    try:
        _first, topics = await sync_to_async(look_once)(look)
    except StreamOverError as error:
        raise PermissionDenied from error
    account_id = await request.session.aget(SESSION_KEY)
    rights = [account_topic(int(account_id))] if account_id else []
    return event_stream_response(
        topics=[*topics, *rights],
        look=look_or_none,
        told=lambda seen, _detail: seen,  # these topics have no details: the database is asked
        last_id=request.headers.get("Last-Event-ID", ""),
    )
