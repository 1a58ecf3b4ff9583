"""Finding matches: everybody's, and those that concern oneself."""

from typing import Final, cast
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from arena.challenge_terms import DAILY_MAX, OPEN_MAX
from arena.forms.matches import MatchSearchForm
from arena.selectors.bots import bot_get
from arena.selectors.challenges import challenge_quota
from arena.selectors.match_queue import queue_places
from arena.selectors.matches import matches_of_account, matches_public
from arena.views.matches.shown import listed_all
from tournaments.models import User
from tournaments.views.htmx import HtmxRequest
from tournaments.views.listing import ListedPages

MATCHES_ON_A_PAGE: Final = 25


@require_safe
def match_list(request: HttpRequest) -> HttpResponse:
    """All matches, newest first; `?rules=`, `?state=` and `?bot=` narrow them down."""
    form = MatchSearchForm(request.GET)
    asked = form.asked()
    bot = bot_get(public_id=request.GET.get("bot", "").replace("\0", ""))
    found = matches_public(bot=bot, profile=asked["rules"], state=asked["state"])
    pages = ListedPages(found, MATCHES_ON_A_PAGE)
    page = pages.get_page(request.GET.get("page"))
    kept = {name: value for name, value in asked.items() if value}
    if bot is not None:
        kept["bot"] = bot.public_id
    context = {
        "form": form,
        "bot": bot,
        "page": page,
        "matches": listed_all(list(page.object_list)),
        "page_numbers": pages.get_elided_page_range(page.number, on_each_side=1, on_ends=1),
        "query": f"{urlencode(kept)}&" if kept else "",
        "is_filtered": bool(kept),
    }
    return render(request, "arena/matches/list.html", context)


@never_cache
@vary_on_headers("HX-Request")
@login_required
@require_safe
def match_list_mine(request: HtmxRequest) -> HttpResponse:
    """What one asked for and what one's bots play in: how far it is, and what came of it."""
    account = cast("User", request.user)
    pages = ListedPages(matches_of_account(account=account), MATCHES_ON_A_PAGE)
    page = pages.get_page(request.GET.get("page"))
    shown = list(page.object_list)
    context = {
        "page": page,
        "matches": listed_all(shown, queue_places(matches=shown)),
        "goes_on": any(not match.is_over for match in shown),
        "page_numbers": pages.get_elided_page_range(page.number, on_each_side=1, on_ends=1),
        "query": "",
        "quota": challenge_quota(account=account),
        "open_max": OPEN_MAX,
        "daily_max": DAILY_MAX,
    }
    template = "arena/matches/_mine.html" if request.htmx else "arena/matches/mine.html"
    return render(request, template, context)
