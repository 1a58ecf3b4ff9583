"""Every exception that means a refusal, as the one form in which programs are told.

422 says: mend what you sent. 409 says: what you sent is fine, but cannot be done as things stand.
Parts of the house teach `problem_of` their own exceptions.
"""

from collections.abc import Iterable, Iterator
from functools import singledispatch
from typing import Any

from django.core.exceptions import (
    NON_FIELD_ERRORS,
    PermissionDenied,
    RequestDataTooBig,
    TooManyFieldsSent,
    TooManyFilesSent,
    ValidationError,
)
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response

from scoring.burako import BookRefusedError
from scoring.refusal import FieldError, RefusedError
from tournaments.kernel_texts import error_text, message_text
from tournaments.league_access import Denial as LeagueDenial
from tournaments.league_access import LeagueDeniedError
from tournaments.problem_details import CONTENT_TYPE, FieldFault, Problem, problem_by_status
from tournaments.services.api_calls import ApiCallBusyError, ApiCallDiffersError
from tournaments.services.leagues.common import LeagueStaleError
from tournaments.services.sheet_entries import EntryConflictError
from tournaments.sheet_access import Denial as SheetDenial
from tournaments.sheet_access import SheetDeniedError


def problem_fields(errors: Iterable[FieldFault]) -> Problem:
    """What was sent has faults."""
    faults = tuple(errors)
    detail = _("Correct what is named, and send it again.")
    if len(faults) == 1:
        detail = faults[0].detail
    return Problem(422, "bad_fields", detail, faults)


@singledispatch
def problem_of(error: Exception) -> Problem | None:
    """The problem that an exception means; None for what nobody expected."""
    return None


@problem_of.register
def _of_api_exception(error: exceptions.APIException) -> Problem:
    status = int(error.status_code)
    code = str(getattr(error.detail, "code", error.default_code))
    retry: float | None = getattr(error, "wait", None)
    return Problem(
        status, code, str(error.detail), retry_after=None if retry is None else int(retry)
    )


@problem_of.register
def _of_drf_validation_error(error: exceptions.ValidationError) -> Problem:
    return problem_fields(_drf_faults("", error.detail))


@problem_of.register
def _of_not_found(error: exceptions.NotFound | Http404) -> Problem:
    return problem_by_status(404)


@problem_of.register
def _of_permission_denied(error: PermissionDenied) -> Problem:
    return Problem(403, "not_allowed", str(error) or problem_by_status(403).detail)


@problem_of.register
def _of_too_much(error: RequestDataTooBig | TooManyFieldsSent | TooManyFilesSent) -> Problem:
    return problem_by_status(413)


@problem_of.register
def _of_validation_error(error: ValidationError) -> Problem:
    """Faults at fields can be mended; those at none are about how things stand."""
    if hasattr(error, "error_dict"):
        faults = [
            FieldFault(name, str(one.code or "invalid"), " ".join(one.messages))
            for name, errors in error.error_dict.items()
            for one in errors
        ]
        at_fields = [fault for fault in faults if fault.field != NON_FIELD_ERRORS]
        if at_fields:
            return problem_fields(at_fields)
        return Problem(409, faults[0].code, " ".join(fault.detail for fault in faults))
    code = next((one.code for one in error.error_list if one.code), None)
    return Problem(409, str(code or "refused"), " ".join(error.messages))


@problem_of.register
def _of_refused_error(error: RefusedError) -> Problem:
    return problem_fields(kernel_faults(error.errors))


@problem_of.register
def _of_book_refused_error(error: BookRefusedError) -> Problem:
    return Problem(409, str(error.code), message_text(error.message))


@problem_of.register
def _of_entry_conflict_error(error: EntryConflictError) -> Problem:
    return Problem(409, error.code, error.sentence)


@problem_of.register
def _of_league_stale_error(error: LeagueStaleError) -> Problem:
    return Problem(409, "stale", error.sentence)


@problem_of.register
def _of_sheet_denied_error(error: SheetDeniedError) -> Problem:
    status = {SheetDenial.NO_SHEET: 404, SheetDenial.REVOKED: 404}.get(error.denial, 403)
    return Problem(status, error.denial.value, error.sentence)


@problem_of.register
def _of_league_denied_error(error: LeagueDeniedError) -> Problem:
    status = {
        LeagueDenial.NO_LEAGUE: 404,
        LeagueDenial.REVOKED: 404,
        LeagueDenial.WRONG_TIME: 409,
        LeagueDenial.MATCH_DECIDED: 409,
    }.get(error.denial, 403)
    return Problem(status, error.denial.value, error.sentence)


@problem_of.register
def _of_api_call_busy_error(error: ApiCallBusyError) -> Problem:
    sentence = _("The same call is being worked on. Ask again in a second.")
    return Problem(409, "in_progress", sentence, retry_after=1)


@problem_of.register
def _of_api_call_differs_error(error: ApiCallDiffersError) -> Problem:
    sentence = _("Another call had this idempotency key. Make a new key for each new call.")
    return Problem(422, "idempotency_key_reused", sentence)


def kernel_faults(errors: Iterable[FieldError]) -> list[FieldFault]:
    """What a kernel says of its fields."""
    return [FieldFault(one.field, str(one.code), error_text(one)) for one in errors]


def problem_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """REST framework's EXCEPTION_HANDLER. What nobody expected is Django's to log and answer."""
    problem = problem_of(error)
    if problem is None:
        return None
    answer = Response(problem.as_dict(), status=problem.status, content_type=CONTENT_TYPE)
    if (realm := getattr(error, "auth_header", None)) is not None:
        answer["WWW-Authenticate"] = realm
    if problem.retry_after is not None:
        answer["Retry-After"] = str(problem.retry_after)
    return answer


def _drf_faults(path: str, detail: Any) -> Iterator[FieldFault]:  # noqa: ANN401 - nested lists
    if isinstance(detail, dict):
        for name, inner in detail.items():
            is_own = str(name) == "non_field_errors"
            yield from _drf_faults(path if is_own else _joined(path, str(name)), inner)
    elif isinstance(detail, list):
        for number, inner in enumerate(detail):
            nested = isinstance(inner, dict | list)
            yield from _drf_faults(_joined(path, str(number)) if nested else path, inner)
    else:
        yield FieldFault(path, str(getattr(detail, "code", "invalid")), str(detail))


def _joined(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name
