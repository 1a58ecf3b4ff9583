"""The home page."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from arena.models import Match
from arena.profile_choices import profile_shown
from arena.selectors.match_news import SideNews, match_news, sides_of
from arena.selectors.workers import service_now
from tournaments.views.htmx import HtmxRequest


@dataclass(frozen=True)
class MatchRow:
    """A match in a line."""

    match: Match
    rules: str
    sides: list[SideNews]


@require_safe
@vary_on_headers("HX-Request")
def home(request: HtmxRequest) -> HttpResponse:
    """The whole page, or only the panel of what happens now when htmx asks for it again."""
    template = "arena/partials/now.html" if request.htmx else "arena/home.html"
    news = match_news()
    context = {
        "now": service_now(),
        "news": news,
        "live": _rows(news.live),
        "latest": _rows(news.latest),
    }
    return render(request, template, context)


def _rows(matches: Iterable[Match]) -> list[MatchRow]:
    return [MatchRow(one, profile_shown(one.profile).title, sides_of(one)) for one in matches]
