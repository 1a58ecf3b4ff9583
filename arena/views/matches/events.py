"""What is new about a match, as server-sent events; the page then asks for the panel.

Everybody may follow: what only an author sees is shown when the match is over, and asked for then.
"""

from asgiref.sync import sync_to_async
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.http import require_GET

from arena.selectors.matches import match_get
from arena.topics import match_topic
from tournaments.live.hub import live_hub
from tournaments.live.streams import Seen, event_stream_response, look_once


@require_GET
async def events(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """`state` whenever the panel would look different, `revoked` when there is none."""
    topic = match_topic(public_id)
    if not live_hub().has_room(topic):
        return HttpResponse(status=503)  # the page asks again by itself, now and then

    def look() -> Seen | None:
        match = match_get(public_id=public_id)
        if match is None:
            return None
        parts = (match.state, match.attempt, match.boards_over)
        return Seen("-".join(map(str, parts)), "state", {})

    if await sync_to_async(look_once)(look) is None:
        raise Http404
    return event_stream_response(
        topics=[topic],
        look=look,
        told=lambda seen, _detail: seen,  # the topic has no details: the database is asked
        last_id=request.headers.get("Last-Event-ID", ""),
    )
