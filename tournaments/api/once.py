"""Idempotency keys: a creating call that is sent again with its key does nothing again."""

import hashlib
import json
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeVar, cast

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.utils.translation import gettext as _
from rest_framework.exceptions import ErrorDetail, NotAuthenticated, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.encoders import JSONEncoder
from rest_framework.viewsets import ViewSet

from tournaments.models import User
from tournaments.models.api import KEY_MAX_LENGTH
from tournaments.rate_limits import rate_limits_outlast
from tournaments.services.api_calls import api_call_begin, api_call_body, api_call_keep

HEADER: Final = "Idempotency-Key"
REPLAYED: Final = "Idempotency-Replayed"

View = TypeVar("View", bound=ViewSet)
Rest = ParamSpec("Rest")
Action = Callable[Concatenate[View, Request, Rest], Response]


def once_per_key(action: Action[View, Rest]) -> Action[View, Rest]:
    """Let an action take the header. What is refused is not kept, and can be sent again mended
    with the same key."""

    @wraps(action)
    def run(view: View, request: Request, /, *args: Rest.args, **kwargs: Rest.kwargs) -> Response:
        key = request.headers.get(HEADER)
        if key is None:
            return action(view, request, *args, **kwargs)
        if not isinstance(request.user, User):
            raise NotAuthenticated(_("An idempotency key needs a token beside it."))
        account = request.user
        _check(key)
        fingerprint = _fingerprint(request)
        with rate_limits_outlast(request._request), transaction.atomic():  # noqa: SLF001 - Django's
            earlier = api_call_begin(account=account, key=key, fingerprint=fingerprint)
            if earlier is not None:
                headers = {"Location": earlier.location} if earlier.location else {}
                return Response(
                    api_call_body(call=earlier),
                    status=earlier.status,
                    headers={**headers, REPLAYED: "true"},
                )
            answer = action(view, request, *args, **kwargs)
            api_call_keep(
                account=account,
                key=key,
                fingerprint=fingerprint,
                status=answer.status_code,
                location=answer.headers.get("Location", ""),
                body=json.loads(json.dumps(answer.data, cls=JSONEncoder)),
            )
            return answer

    run.takes_idempotency_key = True  # type: ignore[attr-defined]  # the document tells of it
    return run


def _check(key: str) -> None:
    is_text = key.isascii() and key.isprintable() and bool(key.strip())
    if not is_text or len(key) > KEY_MAX_LENGTH:
        sentence = _("An idempotency key is 1 to %(max)d plain characters, a UUID for example.")
        detail = ErrorDetail(sentence % {"max": KEY_MAX_LENGTH}, "bad_idempotency_key")
        raise ValidationError({HEADER: [detail]})


def _fingerprint(request: Request) -> str:
    """By which the same call is recognised; files count by their bytes."""
    said = {"method": request.method, "address": request.get_full_path(), "data": _plain(request)}
    return hashlib.sha256(json.dumps(said, sort_keys=True, default=str).encode()).hexdigest()


def _plain(request: Request) -> Any:  # noqa: ANN401 - JSON
    data = request.data
    if not hasattr(data, "lists"):
        return data
    return {
        name: [_plain_value(value) for value in values]
        for name, values in cast("Any", data).lists()
    }


def _plain_value(value: object) -> object:
    if not isinstance(value, UploadedFile):
        return value
    value.seek(0)
    digest = hashlib.sha256(value.read()).hexdigest()
    value.seek(0)
    return {"file": value.name, "sha256": digest}
