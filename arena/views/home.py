"""The home page."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from arena.selectors.workers import service_now
from tournaments.views.htmx import HtmxRequest


@require_safe
@vary_on_headers("HX-Request")
def home(request: HtmxRequest) -> HttpResponse:
    """The whole page, or only the panel of what happens now when htmx asks for it again."""
    template = "arena/partials/now.html" if request.htmx else "arena/home.html"
    return render(request, template, {"now": service_now()})
