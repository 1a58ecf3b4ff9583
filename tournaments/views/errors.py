"""Pages for what went wrong: each says in a sentence what to do next. Programs get the sentence."""

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.csrf import requires_csrf_token

from tournaments.problem_details import (
    is_for_programs,
    problem_by_status,
    problem_response,
    slash_missing,
)

_TOO_LARGE = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)


def _error_page(request: HttpRequest, status: int) -> HttpResponse:
    if is_for_programs(request):
        no_slash = status == 404 and not request.path.endswith("/")
        return problem_response(slash_missing() if no_slash else problem_by_status(status))
    return render(request, f"{status}.html", status=status)


@requires_csrf_token
def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django calls what is too large a bad request; people are helped more by the true reason."""
    return _error_page(request, 413 if isinstance(exception, _TOO_LARGE) else 400)


@requires_csrf_token
def permission_denied(request: HttpRequest, *_: object, **__: object) -> HttpResponse:
    return _error_page(request, 403)


@requires_csrf_token
def page_not_found(request: HttpRequest, *_: object, **__: object) -> HttpResponse:
    return _error_page(request, 404)


@requires_csrf_token
def too_many_requests(request: HttpRequest) -> HttpResponse:
    """allauth asks for this page when a limit is reached."""
    return _error_page(request, 429)


@requires_csrf_token
def too_large(request: HttpRequest) -> HttpResponse:
    """For a request that was not even read."""
    return _error_page(request, 413)


@requires_csrf_token
def disk_full(request: HttpRequest) -> HttpResponse:
    return _error_page(request, 507)


def server_error(request: HttpRequest) -> HttpResponse:
    """Whatever broke may be the database, the session or the account: this page needs none."""
    if is_for_programs(request):
        return problem_response(problem_by_status(500))
    return HttpResponse(render_to_string("500.html"), status=500)


def csrf_failure(request: HttpRequest, **_: object) -> HttpResponse:
    return render(request, "403_csrf.html", status=403)
