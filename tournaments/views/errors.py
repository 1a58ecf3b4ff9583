"""Pages for what went wrong: each says in a sentence what to do next."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def _error_page(request: HttpRequest, status: int) -> HttpResponse:
    return render(request, f"{status}.html", status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _error_page(request, 400)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _error_page(request, 403)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _error_page(request, 404)


def server_error(request: HttpRequest) -> HttpResponse:
    return _error_page(request, 500)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return render(request, "403_csrf.html", status=403)
