"""What is new about a version's checks, as server-sent events; the page then asks for the panel."""

from asgiref.sync import sync_to_async
from django.contrib.auth import SESSION_KEY
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.http import require_GET

from arena.bot_access import require_private
from arena.selectors.validations import validation_latest
from arena.topics import bot_topic, validation_topic
from arena.views.asked_again import request_of_session
from arena.views.bots.access import version_asked
from tournaments.live.hub import live_hub
from tournaments.live.streams import Seen, StreamOverError, event_stream_response, look_once
from tournaments.live.topics import account_topic


@require_GET
async def events(request: HttpRequest, public_id: str, number: int) -> HttpResponseBase:
    """`state` whenever the panel would look different, `revoked` at the end of the right to it."""
    topic = bot_topic(public_id)
    if not live_hub().has_room(topic):
        return HttpResponse(status=503)  # the page asks again by itself, now and then
    session_key = request.session.session_key

    def look() -> tuple[Seen, str]:
        """Judge whoever has this session now."""
        version, access = version_asked(request_of_session(session_key), public_id, number)
        require_private(access)
        validation = validation_latest(version=version)
        bot = (version.bot.active_version_id, version.bot.is_retired)
        if validation is None:
            return _seen(version.state, *bot), ""
        parts = (validation.pk, validation.attempt, validation.last_report, validation.verdict)
        return _seen(version.state, *bot, *parts), validation_topic(validation.public_id)

    def look_or_none() -> Seen | None:
        try:
            return look()[0]
        except (Http404, PermissionDenied):
            return None

    try:
        _first, check_topic = await sync_to_async(look_once)(look)
    except StreamOverError as error:
        raise PermissionDenied from error
    account_id = await request.session.aget(SESSION_KEY)
    rights = account_topic(int(account_id)) if account_id else ""
    return event_stream_response(
        topics=[name for name in (topic, check_topic, rights) if name],
        look=look_or_none,
        told=lambda seen, _detail: seen,  # these topics have no details: the database is asked
        last_id=request.headers.get("Last-Event-ID", ""),
    )


def _seen(*parts: object) -> Seen:
    return Seen("-".join(map(str, parts)), "state", {})
