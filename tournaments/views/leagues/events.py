"""What is new in a league, as server-sent events; the page then asks for its panel."""

from asgiref.sync import sync_to_async
from django.contrib.auth import SESSION_KEY
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.http import require_GET

from tournaments.league_access import LeagueVisitor
from tournaments.league_seen import LEAGUE_REST_SECONDS, league_seen
from tournaments.league_visitors import league_visitor_of_session
from tournaments.live.hub import live_hub
from tournaments.live.streams import Seen, StreamOverError, event_stream_response, look_once
from tournaments.live.topics import account_topic, league_topic


@require_GET
async def events(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """`state` whenever a page of the league may look different, `revoked` when its reader may not
    read it any more: judged anew each time."""
    topic = league_topic(public_id)
    if not live_hub().has_room(topic):
        return HttpResponse(status=503)  # the page asks again by itself, now and then
    session_key = request.session.session_key

    def look() -> Seen | None:
        visitor = LeagueVisitor()
        if session_key is not None:
            found = league_visitor_of_session(session_key)
            if found is None:
                raise StreamOverError
            visitor = found
        return league_seen(public_id=public_id, visitor=visitor)

    try:
        seen = await sync_to_async(look_once)(look)
    except StreamOverError as error:
        raise Http404 from error
    if seen is None:
        raise Http404
    account_id = await request.session.aget(SESSION_KEY)
    rights = [account_topic(int(account_id))] if account_id else []
    return event_stream_response(
        topics=[topic, *rights],
        look=look,
        told=lambda seen, _detail: seen,  # the topic has no details: the database is asked
        last_id=request.headers.get("Last-Event-ID", ""),
        rest_seconds=LEAGUE_REST_SECONDS,
    )
