"""What a browser sends, read with an end to it.

Django reads the body of every request into a file before anything of ours is asked: without an end,
and without a word if the disk is full.
"""

import logging
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from enum import Enum
from typing import IO, Any, Final

from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, ASGIRequest
from django.http import HttpRequest, HttpResponse

from tournaments.views.errors import disk_full, too_large

logger = logging.getLogger(__name__)

MIB: Final = 1024 * 1024
BODY_MAX_BYTES: Final = 16 * MIB
"""More than the largest file that any page takes, so that the page can say what is wrong."""
_DROPPED_MAX_BYTES: Final = 64 * MIB
"""Browsers show an answer only after they have sent everything: what is too much is dropped for a
while, but not for ever."""
_IN_MEMORY_BYTES: Final = 1 * MIB

Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]


class EndlessBodyError(Exception):
    """Somebody sends more than any browser would by mistake."""


class BodyRefusal(Enum):
    """Why a request came without its body."""

    TOO_LARGE = "too large"
    DISK_FULL = "disk full"


class BodyRequest(ASGIRequest):
    """A request that knows whether its body could be kept."""

    def __init__(self, scope: Mapping[str, Any], body_file: IO[bytes]) -> None:
        super().__init__(scope, body_file)
        self.body_refusal: BodyRefusal | None = getattr(body_file, "refusal", None)


class BodyHandler(ASGIHandler):
    """Django's handler, with an end to what it reads."""

    request_class = BodyRequest

    async def handle(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """As Django's; whoever sends without an end is cut off with a word."""
        try:
            await super().handle(scope, receive, send)
        except EndlessBodyError:
            answer = HttpResponse("This is too large.", status=413, content_type="text/plain")
            answer["Connection"] = "close"
            await self.send_response(answer, send)

    async def read_body(self, receive: Receive) -> IO[bytes]:
        """The body; an empty one with a `refusal` if it could not be kept."""
        body = _Body()
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                body.file.close()
                raise RequestAborted
            body.add(message.get("body", b""))
            if body.is_endless:
                body.file.close()
                raise EndlessBodyError
            if not message.get("more_body", False):
                return body.finished()


class BodyRefusalMiddleware:
    """Says why a request could not be read, before anybody tries to."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        match request.body_refusal if isinstance(request, BodyRequest) else None:
            case BodyRefusal.TOO_LARGE:
                return too_large(request)
            case BodyRefusal.DISK_FULL:
                return disk_full(request)
            case _:
                return self.get_response(request)


class _Body:
    """What has arrived so far."""

    def __init__(self) -> None:
        self.file = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY_BYTES)  # noqa: SIM115
        self._size = 0
        self._refusal: BodyRefusal | None = None

    @property
    def is_endless(self) -> bool:
        return self._size > _DROPPED_MAX_BYTES

    def add(self, piece: bytes) -> None:
        self._size += len(piece)
        if self._refusal is not None:
            return
        if self._size > BODY_MAX_BYTES:
            self._refuse(BodyRefusal.TOO_LARGE)
            return
        try:
            self.file.write(piece)
        except OSError:
            logger.exception("What somebody sends cannot be kept.")
            self._refuse(BodyRefusal.DISK_FULL)

    def finished(self) -> IO[bytes]:
        self.file.seek(0)
        self.file.refusal = self._refusal  # type: ignore[attr-defined]
        return self.file

    def _refuse(self, reason: BodyRefusal) -> None:
        self._refusal = reason
        self.file.close()
        self.file = tempfile.SpooledTemporaryFile()  # noqa: SIM115 - closed with the request
