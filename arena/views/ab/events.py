"""What is new about an A/B test, as server-sent events; the page then asks for the panel."""

from asgiref.sync import sync_to_async
from django.contrib.auth import SESSION_KEY
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.http import require_GET

from arena.live_states import REST_SECONDS, ab_test_seen
from arena.models import AbTest
from arena.topics import ab_test_topic
from arena.views.ab.access import ab_test_asked
from arena.views.asked_again import request_of_session
from tournaments.live.hub import live_hub
from tournaments.live.streams import Seen, StreamOverError, event_stream_response, look_once
from tournaments.live.topics import account_topic


@require_GET
async def events(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """`state` whenever the panel would look different, `revoked` at the end of the right to it."""
    session_key = request.session.session_key

    def find() -> AbTest:
        """For whoever has this session now."""
        return ab_test_asked(request_of_session(session_key), public_id)

    def look() -> Seen | None:
        try:
            return ab_test_seen(find())
        except Http404:
            return None

    try:
        test = await sync_to_async(look_once)(find)
    except StreamOverError as error:
        raise PermissionDenied from error
    topic = ab_test_topic(test.pk)
    if not live_hub().has_room(topic):
        return HttpResponse(status=503)  # the page asks again by itself, now and then
    account_id = await request.session.aget(SESSION_KEY)
    rights = [account_topic(int(account_id))] if account_id else []
    return event_stream_response(
        topics=[topic, *rights],
        look=look,
        told=lambda seen, _detail: seen,  # these topics have no details: the database is asked
        last_id=request.headers.get("Last-Event-ID", ""),
        rest_seconds=REST_SECONDS,
    )
