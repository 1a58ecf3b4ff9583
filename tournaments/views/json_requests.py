"""Reading JSON that anybody may send: strictly, and refusing with a sentence."""

import json
from typing import Any, Final

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, JsonResponse
from django.http.request import UnreadablePostError
from django.utils.translation import gettext as _

BODY_MAX_BYTES: Final = 64 * 1024


class JsonRefusedError(Exception):
    """The body cannot be read."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(code)
        self.response = problem(status, code, message)


def problem(status: int, code: str, message: str, **more: object) -> JsonResponse:
    """An answer that says in a sentence what to do."""
    return JsonResponse({"code": code, "message": message, **more}, status=status)


def read_json(request: HttpRequest) -> Any:  # noqa: ANN401 - that is what JSON is
    """The body as plain data, or `JsonRefusedError`."""
    if request.content_type != "application/json":
        raise JsonRefusedError(415, "not_json", _("Send this as JSON."))
    if int(request.META.get("CONTENT_LENGTH") or 0) > BODY_MAX_BYTES:
        raise JsonRefusedError(413, "too_large", _("This is too large to be one entry."))
    try:
        body = request.body
    except RequestDataTooBig:
        raise JsonRefusedError(413, "too_large", _("This is too large to be one entry.")) from None
    except UnreadablePostError:
        raise JsonRefusedError(400, "cut_off", _("The connection broke. Send it again.")) from None
    if len(body) > BODY_MAX_BYTES:
        raise JsonRefusedError(413, "too_large", _("This is too large to be one entry."))
    try:
        return json.loads(body.decode(), parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise JsonRefusedError(400, "not_json", _("Send this as JSON.")) from None


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is not JSON")
