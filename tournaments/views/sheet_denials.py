"""Why a sheet stays shut, as a page and as JSON."""

from typing import Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from tournaments.sheet_access import Denial, SheetDeniedError
from tournaments.views.json_requests import problem

_STATUS: Final = {Denial.NO_SHEET: 404, Denial.REVOKED: 410}


def denied_page(request: HttpRequest, error: SheetDeniedError) -> HttpResponse:
    """For people."""
    status = _STATUS.get(error.denial, 403)
    context = {"sentence": error.sentence}
    return render(request, "tournaments/sheets/denied.html", context, status=status)


def denied_json(error: SheetDeniedError) -> JsonResponse:
    """For the page's scripts."""
    return problem(_STATUS.get(error.denial, 403), error.denial.value, error.sentence)
