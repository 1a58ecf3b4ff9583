"""Limits of the pages, which hold for programs too and are counted together with theirs."""

from typing import Final

from rest_framework.exceptions import APIException
from rest_framework.request import Request

from tournaments.problem_details import problem_by_status
from tournaments.rate_limits import rate_limit_note

WAIT_SECONDS: Final = 600
"""Nobody knows when the next is free; so much later some are."""


class TooOftenError(APIException):
    """As often as one may was tried within an hour."""

    status_code = 429
    default_code = "throttled"
    wait = WAIT_SECONDS

    def __init__(self, sentence: str = "") -> None:
        super().__init__(sentence or problem_by_status(429).detail)


def limit_count(
    request: Request, limit: str, *, key: str | None = None, sentence: str = ""
) -> None:
    """Count one more of `limit`, a name in RATE_LIMITS; refuse what is one too many."""
    if not rate_limit_note(request._request, limit, key=key):  # noqa: SLF001 - Django's own
        raise TooOftenError(sentence)
