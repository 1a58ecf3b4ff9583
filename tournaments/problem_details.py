"""What goes wrong, as programs are told: problem details (RFC 9457) with a code, a sentence that
says what to do, and the fields that are at fault."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _

CONTENT_TYPE: Final = "application/problem+json"
_FOR_PROGRAMS: Final = "/api/v1/"


@dataclass(frozen=True)
class FieldFault:
    """What is wrong with one field of what was sent; its name is a path such as `seats.0.name`."""

    field: str
    code: str
    detail: str


@dataclass(frozen=True)
class Problem:
    """Why not."""

    status: int
    code: str
    detail: str
    errors: tuple[FieldFault, ...] = ()
    retry_after: int | None = None

    def as_dict(self) -> dict[str, Any]:
        """What is sent."""
        return {
            "type": "about:blank",
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "code": self.code,
            "detail": self.detail,
            "errors": [
                {"field": one.field, "code": one.code, "detail": one.detail} for one in self.errors
            ],
        }


def is_for_programs(request: HttpRequest) -> bool:
    """Whether a program asks, which cannot read a page."""
    return request.path.startswith(_FOR_PROGRAMS)


def problem_response(problem: Problem) -> HttpResponse:
    """For what goes wrong outside of the interface's own views."""
    return JsonResponse(problem.as_dict(), status=problem.status, content_type=CONTENT_TYPE)


def problem_by_status(status: int) -> Problem:
    """What can be said when nothing is known but the status."""
    known = {
        400: ("bad_request", _("This call cannot be read.")),
        403: ("not_allowed", _("This is not yours to do.")),
        404: ("not_found", _("There is nothing at this address, or it is not for you.")),
        413: ("too_large", _("This is too large. Send less at once.")),
        429: ("throttled", _("Too many calls. Wait a while.")),
        500: ("broken", _("Something of ours broke. Try again; if it stays, tell us.")),
        507: ("disk_full", _("There is no room for this at the moment. Try again later.")),
    }
    code, sentence = known[status]
    return Problem(status, code, sentence)


def slash_missing() -> Problem:
    """Most who come to such an address have left out one letter."""
    sentence = _("There is nothing at this address. Addresses end with a slash: add it.")
    return Problem(404, "not_found", sentence)
