"""Finding bots: everybody's, and one's own."""

from dataclasses import replace
from typing import Final, cast
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from arena.forms.bots import BotSearchForm
from arena.selectors.bots import bots_of_owner, bots_public, versions_latest
from arena.selectors.playing import Hindrance, bots_hindered
from arena.views.bots.shown import listed, listed_for_owner
from tournaments.models import User
from tournaments.views.listing import ListedPages

BOTS_ON_A_PAGE: Final = 24


@require_safe
def bot_list(request: HttpRequest) -> HttpResponse:
    """All bots that play, by name; `?q=` and `?rules=` narrow them down."""
    form = BotSearchForm(request.GET)
    asked = form.asked()
    found = bots_public(search=asked["q"], profile=asked["rules"])
    pages = ListedPages(found, BOTS_ON_A_PAGE)
    page = pages.get_page(request.GET.get("page"))
    kept = {name: value for name, value in asked.items() if value}
    context = {
        "form": form,
        "page": page,
        "bots": [listed(bot) for bot in page.object_list],
        "page_numbers": pages.get_elided_page_range(page.number, on_each_side=1, on_ends=1),
        "query": f"{urlencode(kept)}&" if kept else "",
        "is_filtered": bool(kept),
    }
    return render(request, "arena/bots/list.html", context)


@never_cache
@login_required
@require_safe
def bot_list_mine(request: HttpRequest) -> HttpResponse:
    """One's own bots, retired ones too, each with how far its latest version is."""
    bots = bots_of_owner(owner=cast("User", request.user))
    latest = versions_latest(bots=bots)
    hindered = bots_hindered(bots=bots)
    shown = [
        replace(
            listed_for_owner(bot, latest.get(bot.pk)),
            is_benched=hindered.get(bot.pk) is Hindrance.BENCHED,
        )
        for bot in bots
    ]
    return render(request, "arena/bots/mine.html", {"bots": shown})
