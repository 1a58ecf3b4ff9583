"""What is sent: JSON, read strictly."""

import json
from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from tournaments.problem_details import problem_by_status


class TooLargeError(ParseError):
    """More than is read into memory."""

    status_code = 413
    default_code = "too_large"

    def __init__(self) -> None:
        super().__init__(problem_by_status(413).detail, code=self.default_code)


class StrictJsonParser(BaseParser):
    """JSON as RFC 8259 has it: no NaN, no bytes that are no UTF-8, no zero characters, which the
    database cannot keep, and not nested without end."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:  # noqa: ANN401 - that is what JSON is
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0
        body = stream.read(limit + 1)
        if len(body) > limit:
            raise TooLargeError
        try:
            value = json.loads(body.decode(), parse_constant=_no_constant)
            _check_text(value)
        except (ValueError, RecursionError) as error:
            raise ParseError(_("Send this as JSON."), code="not_json") from error
        return value


class OnlyAnswer(BaseContentNegotiation):
    """There is one form of answers, whatever was asked for."""

    def select_parser(self, request: Request, parsers: Any) -> Any:  # noqa: ANN401
        """By the type that was sent."""
        sent = (request.content_type or "").partition(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == sent), None)

    def select_renderer(
        self,
        request: Request,
        renderers: Any,  # noqa: ANN401
        format_suffix: str | None = None,
    ) -> tuple[BaseRenderer, str]:
        return renderers[0], renderers[0].media_type


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is not JSON")


def _check_text(value: object) -> None:
    """Lone surrogates and zero characters can be written in JSON, but nobody can keep them."""
    if isinstance(value, str):
        value.encode()
        if "\0" in value:
            raise ValueError("a zero character")
    elif isinstance(value, dict):
        for name, inner in value.items():
            _check_text(name)
            _check_text(inner)
    elif isinstance(value, list):
        for inner in value:
            _check_text(inner)
