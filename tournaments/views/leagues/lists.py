"""All leagues: one's own first, then everybody's."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tournaments.forms.leagues.finding import LeagueSearchForm
from tournaments.league_words import game_words, how_many, rules_shown
from tournaments.models import League, User
from tournaments.selectors.league_rows import leagues_counted
from tournaments.selectors.leagues import leagues_of_account, leagues_public
from tournaments.views.leagues.tabs import STATE_TONES
from tournaments.views.listing import ListedPages

LEAGUES_ON_A_PAGE: Final = 24
OWN_SHOWN: Final = 50


@dataclass(frozen=True)
class ListedLeague:
    """A league on its card."""

    league: League
    game: str
    many: str
    state: str
    tone: str


@cache_control(private=True, no_cache=True)
@require_safe
def league_list(request: HttpRequest) -> HttpResponse:
    """What is under way, what is coming, what is over; `?q=` and `?show=` narrow it down."""
    form = LeagueSearchForm(request.GET)
    asked = form.asked()
    kept = {name: value for name, value in asked.items() if value}
    own = [] if kept else _own(request)
    others = leagues_public().exclude(pk__in=[one.league.pk for one in own])
    pages = ListedPages(leagues_counted(leagues=form.narrowed(others)), LEAGUES_ON_A_PAGE)
    page = pages.get_page(request.GET.get("page"))
    context = {
        "form": form,
        "page": page,
        "leagues": leagues_listed(page.object_list),
        "own": own if page.number == 1 else [],
        "page_numbers": pages.get_elided_page_range(page.number, on_each_side=1, on_ends=1),
        "query": f"{urlencode(kept)}&" if kept else "",
        "is_filtered": bool(kept),
    }
    return render(request, "tournaments/leagues/list.html", context)


def _own(request: HttpRequest) -> list[ListedLeague]:
    """Those that the account runs, helps with or plays in."""
    if not isinstance(request.user, User):
        return []
    mine = leagues_of_account(account=request.user).select_related("rule_version__rule_set")
    return leagues_listed(leagues_counted(leagues=mine)[:OWN_SHOWN])


def leagues_listed(leagues: Iterable[League]) -> list[ListedLeague]:
    """As cards show them; counted by `leagues_counted`, with their rule sets."""
    return [
        ListedLeague(
            league=one,
            game=game_words(one, rules_shown(one)),
            many=how_many(one, one.entries_count),  # type: ignore[attr-defined]
            state=_state(one),
            tone=STATE_TONES[League.State(one.state)],
        )
        for one in leagues
    ]


def _state(league: League) -> str:
    """As on its page, but for those that begin soon."""
    if league.state == League.State.RUNNING and not league.has_begun:  # type: ignore[attr-defined]
        return _("begins soon")
    return str(league.get_state_display())
