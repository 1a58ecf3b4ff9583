"""Whether a match is rated: the panel on its sheet's page, and what either side says to it."""

import uuid

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.selectors.rated_sheets import sheet_rating
from tournaments.selectors.sheets import sheet_find
from tournaments.services.rated_sheets import sheet_wish_give, sheet_wish_take_back
from tournaments.sheet_access import SIDES, SheetDeniedError, require_read, sheet_access
from tournaments.sheet_visitors import visitor_of
from tournaments.views.json_requests import problem
from tournaments.views.sheet_denials import denied_json, denied_page

NO_SIDE = -1


@never_cache
@require_http_methods(["GET", "POST"])
def rating(request: HttpRequest, public_id: uuid.UUID) -> HttpResponse:
    """The panel as the page's scripts show it; or what a side says, by a form (then the sheet's
    page comes again) or by the scripts."""
    by_script = "application/json" in request.headers.get("Accept", "")
    try:
        if request.method == "POST":
            _say(request, public_id)
        if by_script or request.method == "GET":
            return JsonResponse({"panel": _panel(request, public_id)})
    except SheetDeniedError as error:
        return denied_json(error) if by_script else denied_page(request, error)
    except ValidationError as error:
        sentence = " ".join(error.messages)
        if by_script:
            return problem(409, "not_rated", sentence, panel=_panel(request, public_id))
        messages.error(request, sentence)
    return redirect("sheets:sheet", public_id)


def _say(request: HttpRequest, public_id: uuid.UUID) -> None:
    raw = request.POST.get("side", "")
    side = int(raw) if raw in {str(one) for one in SIDES} else NO_SIDE
    service = sheet_wish_give if request.POST.get("wish") == "yes" else sheet_wish_take_back
    service(public_id=public_id, visitor=visitor_of(request), side=side)


def _panel(request: HttpRequest, public_id: uuid.UUID) -> str:
    visitor = visitor_of(request)
    sheet = sheet_find(public_id=public_id)
    require_read(sheet_access(sheet=sheet, visitor=visitor))
    context = {"rating": sheet_rating(sheet=sheet, visitor=visitor), "sheet_id": public_id}
    return render_to_string("tournaments/sheets/_rating.html", context, request=request)
