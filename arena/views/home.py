"""The home page."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from arena.selectors.figures import figures
from arena.selectors.leaderboards import ladder_leaders
from arena.selectors.match_news import match_news
from arena.selectors.workers import service_now
from arena.views.matches.shown import listed_all
from tournaments.leaderboards import BoardRow
from tournaments.models import Ladder, League
from tournaments.selectors.ladders import ladders_all
from tournaments.selectors.league_rows import leagues_counted
from tournaments.selectors.leagues import leagues_public
from tournaments.views.htmx import HtmxRequest
from tournaments.views.leagues.lists import leagues_listed

LEADERS_SHOWN: Final = 3
LADDERS_SHOWN: Final = 12
LEAGUES_SHOWN: Final = 3


@dataclass(frozen=True)
class LedLadder:
    """A ladder with the best of it; nobody if nobody is rated yet."""

    ladder: Ladder
    leaders: Sequence[BoardRow]


@require_safe
@vary_on_headers("HX-Request")
def home(request: HtmxRequest) -> HttpResponse:
    """The whole page, or only the panel of what happens now when htmx asks for it again."""
    template = "arena/partials/now.html" if request.htmx else "arena/home.html"
    news = match_news()
    opened = list(ladders_all().filter(is_open=True))  # by the staff, so there are few
    ladders = _led(request, opened[:LADDERS_SHOWN])
    context = {
        "now": service_now(),
        "figures": figures(),
        "news": news,
        "matches": listed_all(list(chain(news.live, news.latest))),
        "ladders_count": len(opened),
        "led": [one for one in ladders if one.leaders],
        "not_led": [one for one in ladders if not one.leaders],
    }
    if not request.htmx:
        context["leagues"] = leagues_listed(_leagues_under_way())
    return render(request, template, context)


def _leagues_under_way() -> QuerySet[League]:
    """The newest of everybody's."""
    running = leagues_public().filter(state=League.State.RUNNING)
    counted = leagues_counted(leagues=running.select_related("rule_version__rule_set"))
    return counted[:LEAGUES_SHOWN]


def _led(request: HtmxRequest, shown: Sequence[Ladder]) -> list[LedLadder]:
    """Each with who leads it."""
    leaders = ladder_leaders(ladders=shown, reader=request.user, places=LEADERS_SHOWN)
    return [LedLadder(ladder, leaders.get(ladder.pk, ())) for ladder in shown]
