"""What is new about a match, as server-sent events; the page then asks for the panel.

Everybody may follow, but for matches of A/B tests and of private leagues: what only an author sees
is shown when the match is over, and asked for then.
"""

from asgiref.sync import sync_to_async
from django.contrib.auth import SESSION_KEY
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.http import require_GET

from arena.live_states import match_rights_topics, match_seen
from arena.match_access import match_is_for_everybody, match_readable
from arena.models import Match
from arena.selectors.matches import match_get
from arena.topics import match_topic
from arena.views.asked_again import request_of_session
from arena.views.readers import reader_of
from tournaments.live.hub import live_hub
from tournaments.live.streams import Seen, StreamOverError, event_stream_response, look_once
from tournaments.live.topics import account_topic


@require_GET
async def events(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """`state` whenever the panel would look different, `revoked` when there is none, or none for
    this reader any more."""
    topic = match_topic(public_id)
    if not live_hub().has_room(topic):
        return HttpResponse(status=503)  # the page asks again by itself, now and then
    session_key = request.session.session_key

    def find() -> Match | None:
        """For whoever has this session now, where that matters."""
        match = match_get(public_id=public_id)
        if match is None or match_is_for_everybody(match):
            return match
        reader = reader_of(request_of_session(session_key))
        return match if match_readable(match=match, reader=reader) else None

    def look() -> Seen | None:
        match = find()
        return None if match is None else match_seen(match)

    try:
        match = await sync_to_async(look_once)(find)
    except StreamOverError as error:
        raise Http404 from error
    if match is None:
        raise Http404
    rights = [] if match_is_for_everybody(match) else await _rights(request, match)
    return event_stream_response(
        topics=[topic, *rights],
        look=look,
        told=lambda seen, _detail: seen,  # the topics have no details: the database is asked
        last_id=request.headers.get("Last-Event-ID", ""),
    )


async def _rights(request: HttpRequest, match: Match) -> list[str]:
    """The topics that tell that somebody may no longer read what they read."""
    account_id = await request.session.aget(SESSION_KEY)
    of_account = [account_topic(int(account_id))] if account_id else []
    return [*of_account, *match_rights_topics(match)]
