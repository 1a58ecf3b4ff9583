"""What the score sheet's page asks: its state, writing an entry, a preview, and what is new."""

import uuid
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Concatenate, Final, ParamSpec

from asgiref.sync import sync_to_async
from django.contrib.auth import SESSION_KEY
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET, require_POST, require_safe

from scoring.burako import BookRefusedError, EntryRefusedError, preview_hand
from scoring.reading import SHAPE_TEMPLATES, Reader
from scoring.refusal import FieldError
from tournaments.kernel_texts import error_text, message_text
from tournaments.live.hub import live_hub
from tournaments.live.streams import (
    Seen,
    StreamOverError,
    event_stream_response,
    look_once,
)
from tournaments.live.topics import account_topic, sheet_topic
from tournaments.models.sheets import DEVICE_MAX_LENGTH
from tournaments.rate_limits import rate_limit_is_reached, rate_limit_note
from tournaments.selectors.sheet_state import sheet_state_for
from tournaments.selectors.sheets import sheet_find_to_judge, sheet_link_find
from tournaments.services.sheet_entries import EntryConflictError, sheet_entry_add
from tournaments.sheet_access import (
    Denial,
    SheetDeniedError,
    Visitor,
    require_read,
    sheet_access,
)
from tournaments.sheet_events import sheet_look, sheet_told, sheet_topics
from tournaments.sheet_visitors import link_remember, visitor_of, visitor_of_session
from tournaments.views.json_requests import JsonRefusedError, problem, read_json
from tournaments.views.sheet_denials import denied_json, denied_page

KIND_MAX_LENGTH: Final = 20
TOKEN_MAX_LENGTH: Final = 100
LINK_WRONG: Final = "sheet_link_wrong"

Rest = ParamSpec("Rest")


def _answers_denials(
    view: Callable[Concatenate[HttpRequest, Rest], HttpResponse],
) -> Callable[Concatenate[HttpRequest, Rest], HttpResponse]:
    """Say in JSON why not."""

    @wraps(view)
    def answer(request: HttpRequest, /, *args: Rest.args, **kwargs: Rest.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except SheetDeniedError as error:
            return denied_json(error)
        except JsonRefusedError as error:
            return error.response

    return answer


@never_cache
@require_GET
@ensure_csrf_cookie
@_answers_denials
def state(request: HttpRequest, public_id: uuid.UUID) -> HttpResponse:
    """The sheet as this reader may see it."""
    return JsonResponse(sheet_state_for(public_id=public_id, visitor=visitor_of(request)))


@never_cache
@require_POST
@_answers_denials
def entries(request: HttpRequest, public_id: uuid.UUID) -> HttpResponse:
    """Write one entry. Sending it again, with its id, is harmless."""
    visitor = visitor_of(request)
    require_read(sheet_access(sheet=sheet_find_to_judge(public_id=public_id), visitor=visitor))
    data = read_json(request)
    reader = Reader(SHAPE_TEMPLATES)
    values = reader.fields("", data, ("entry_id", "kind", "payload"), ("device",))
    entry_id = _read_id(reader, values["entry_id"])
    kind = reader.text("kind", values["kind"], KIND_MAX_LENGTH)
    device = values.get("device", "")
    if device != "":
        device = reader.text("device", device, DEVICE_MAX_LENGTH)
    if reader.errors or entry_id is None or kind is None:
        return _bad_fields(reader.errors.result())
    try:
        written = sheet_entry_add(
            public_id=public_id,
            visitor=visitor,
            entry_id=entry_id,
            kind=kind,
            payload=values["payload"],
            device=str(device),
        )
    except EntryRefusedError as error:
        return _bad_fields(error.errors)
    except BookRefusedError as error:
        return _conflict(public_id, visitor, error.code, message_text(error.message))
    except EntryConflictError as error:
        return _conflict(public_id, visitor, error.code, error.sentence)
    except ValidationError as error:
        # Somebody at the table is becoming somebody else's player at this very moment.
        return _conflict(public_id, visitor, "try_again", " ".join(error.messages))
    state_now = sheet_state_for(public_id=public_id, visitor=visitor)
    return JsonResponse({"entry": written.value, "state": state_now})


def _read_id(reader: Reader, value: object) -> uuid.UUID | None:
    text = reader.text("entry_id", value, 36)
    try:
        return uuid.UUID(text) if text is not None else None
    except ValueError:
        error = FieldError("entry_id", "not_an_id", _("Make an id for this entry: a UUID."))
        reader.take([error])
        return None


def _conflict(public_id: uuid.UUID, visitor: Visitor, code: str, sentence: str) -> JsonResponse:
    state_now = sheet_state_for(public_id=public_id, visitor=visitor)
    return problem(409, code, sentence, state=state_now)


def _bad_fields(errors: Iterable[FieldError]) -> JsonResponse:
    return problem(
        422, "bad_fields", _("Correct what is marked and save again."), errors=_errors(errors)
    )


def _errors(errors: Iterable[FieldError]) -> list[dict[str, str]]:
    return [
        {"field": error.field, "code": str(error.code), "message": error_text(error)}
        for error in errors
    ]


@never_cache
@require_POST
@_answers_denials
def preview(request: HttpRequest, public_id: uuid.UUID) -> HttpResponse:
    """What a hand would be worth, and what is wrong with it. Writes nothing."""
    sheet = sheet_find_to_judge(public_id=public_id)
    require_read(sheet_access(sheet=sheet, visitor=visitor_of(request)))
    score, errors = preview_hand(
        sheet.rule_version.rules, read_json(request), seats=sheet.seats_count
    )
    return JsonResponse({"score": score and score.as_dict(), "errors": _errors(errors)})


@require_GET
async def events(request: HttpRequest, public_id: uuid.UUID) -> HttpResponseBase:
    """Server-sent events: `state` with the number of the last entry, `revoked` at the end."""
    if not live_hub().has_room(sheet_topic(public_id)):
        sentence = _("Too many people follow this sheet. Reload it now and then instead.")
        return problem(503, "too_many_viewers", sentence)
    session_key = request.session.session_key

    def look() -> Seen:
        """Judge whoever has this session now; other rights are news to the page, too."""
        visitor = visitor_of_session(session_key)
        if visitor is None:
            raise StreamOverError
        return sheet_look(public_id=public_id, visitor=visitor)

    def look_or_none() -> Seen | None:
        try:
            return look()
        except SheetDeniedError:
            return None

    try:
        await sync_to_async(look_once)(look)
    except SheetDeniedError as error:
        return denied_json(error)
    except StreamOverError:
        return denied_json(SheetDeniedError(Denial.NO_SHEET))
    account_id = await request.session.aget(SESSION_KEY)
    topics = await sync_to_async(sheet_topics)(public_id=public_id)
    return event_stream_response(
        topics=[*topics, *([account_topic(int(account_id))] if account_id else [])],
        look=look_or_none,
        told=sheet_told,
        last_id=request.headers.get("Last-Event-ID", ""),
    )


@never_cache
@require_safe
def link(request: HttpRequest, token: str) -> HttpResponse:
    """Redeem a link: this browser may open the sheet from now on, until the link is revoked.

    The address with the token is left at once and named to nobody.
    """
    if rate_limit_is_reached(request, LINK_WRONG):
        answer = render(request, "429.html", status=429)
    else:
        answer = _redeem(request, token)
    answer["Referrer-Policy"] = "no-referrer"
    return answer


def _redeem(request: HttpRequest, token: str) -> HttpResponse:
    found = sheet_link_find(token=token) if len(token) <= TOKEN_MAX_LENGTH else None
    if found is None:
        rate_limit_note(request, LINK_WRONG)
        return denied_page(request, SheetDeniedError(Denial.NO_SHEET))
    if found.revoked_at is not None:
        return denied_page(request, SheetDeniedError(Denial.REVOKED))
    link_remember(request, link=found)
    return redirect("sheets:sheet", public_id=found.sheet.public_id)
