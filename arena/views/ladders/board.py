"""A ladder's leaderboard."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.contrib.humanize.templatetags.humanize import naturalday
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from arena.forms.ladders import BoardForm, board_query
from arena.models import Bot
from arena.profile_choices import profile_shown
from arena.selectors.leaderboards import board_of, board_rows, bots_without_result
from arena.selectors.workers import matches_count_here
from arena.views.ladders.access import ladder_asked
from scoring.elo import elo_points
from tournaments.leaderboards import LISTED_MOST, BoardRow, BoardWish, Order
from tournaments.models import Ladder
from tournaments.plots.intervals import Interval, intervals
from tournaments.plots.scale import coordinate
from tournaments.selectors.leaderboards import player_unnamed, ranks_of
from tournaments.templatetags.ratings import elo_margin
from tournaments.views.htmx import HtmxRequest

ROWS_ON_A_PAGE: Final = 50
NEWCOMERS_NAMED: Final = 3


@dataclass(frozen=True)
class ShownRow:
    """A row with its error bar among those of the page."""

    row: BoardRow
    bar: Interval
    seen: str
    """How long ago."""

    @property
    def won_until(self) -> str:
        """How far what was won goes, in per cent of a bar of all results."""
        return self._share(self.row.rating.won)

    @property
    def level_until(self) -> str:
        """The same with what was level after it."""
        return self._share(self.row.rating.won + self.row.rating.level)

    def _share(self, results: int) -> str:
        return coordinate(100 * results / max(1, self.row.rating.results))


@dataclass(frozen=True)
class Sorting:
    """A way to sort, and where it is."""

    order: Order
    text: str
    query: str
    is_chosen: bool


@dataclass(frozen=True)
class Newcomers:
    """Bots without a result here."""

    named: Sequence[Bot]
    more: int


@require_safe
@vary_on_headers("HX-Request", "HX-Target")
def ladder(request: HtmxRequest, slug: str) -> HttpResponse:
    """Who stands where: the whole page, or only the table when htmx asks for it."""
    found = ladder_asked(slug)
    form = board_form(request, found)
    only_table = request.htmx.target == "board" and not request.htmx.history_restore_request
    context = {
        "ladder": found,
        "profile": profile_shown(found.profile),
        "form": form,
        "is_peoples": found.hosting == Ladder.Hosting.PEOPLE,
        **_table(request, found, form.wish()),
    }
    if context["is_peoples"]:
        context["unnamed"] = player_unnamed(ladder=found, reader=request.user)
    if not only_table:
        context["newcomers"] = _newcomers(found)
        context["counts_here"] = context["is_peoples"] or matches_count_here()
    template = "arena/ladders/_board.html" if only_table else "arena/ladders/ladder.html"
    return render(request, template, context)


def board_form(request: HtmxRequest, found: Ladder) -> BoardForm:
    """What the address asks for."""
    return BoardForm(
        request.GET,
        of_people=found.hosting == Ladder.Hosting.PEOPLE,
        is_known=request.user.is_authenticated,
    )


def _table(request: HtmxRequest, found: Ladder, wish: BoardWish) -> dict[str, object]:
    board = board_of(ladder=found, wish=wish, reader=request.user)
    pages = Paginator(board.competitors, ROWS_ON_A_PAGE)
    page = pages.get_page(request.GET.get("page"))
    rows = board_rows(
        ladder=found,
        competitors=list(page.object_list),
        ranks=ranks_of(ladder=found),
        reader=request.user,
    )
    query = board_query(wish)
    return {
        "wish": wish,
        "page": page,
        "board": board,
        "rows": _with_bars(rows),
        "page_numbers": pages.get_elided_page_range(page.number, on_each_side=1, on_ends=1),
        "query": f"{query}&" if query else "",
        "download_query": f"?{query}" if query else "",
        "sortings": _sortings(found, wish),
        "is_filtered": bool(board_query(wish, sort="", away="")),
        "listed_most": LISTED_MOST,
    }


def _with_bars(rows: Sequence[BoardRow]) -> list[ShownRow]:
    known = [(float(elo_points(row.rating.value)), float(elo_margin(row.rating))) for row in rows]
    now = timezone.now()
    return [
        ShownRow(row, bar, _seen(row, now)) for row, bar in zip(rows, intervals(known), strict=True)
    ]


def _seen(row: BoardRow, now: datetime) -> str:
    """Hours are told, a date is shown. Of those without a name only the day is: a known opponent's
    history would tell who played at that minute."""
    at = row.rating.last_at
    if not row.name:
        return str(naturalday(at, "SHORT_DATE_FORMAT"))
    if now - at < timedelta(minutes=1):
        return _("just now")
    if now - at < timedelta(hours=24):
        return _("%(time)s ago") % {"time": timesince(at, now, depth=1)}
    return date_format(at, "SHORT_DATE_FORMAT")


def _sortings(found: Ladder, wish: BoardWish) -> list[Sorting]:
    of_people = found.hosting == Ladder.Hosting.PEOPLE
    texts = {
        Order.RATING: _("Rating"),
        Order.RESULTS: _("Matches") if of_people else _("Deal sets"),
        Order.SEEN: _("Last seen"),
    }
    return [
        Sorting(
            order=order,
            text=text,
            query=board_query(wish, sort="" if order is Order.RATING else order.value),
            is_chosen=order is wish.order,
        )
        for order, text in texts.items()
    ]


def _newcomers(found: Ladder) -> Newcomers | None:
    waiting = bots_without_result(ladder=found)
    if not waiting:
        return None
    return Newcomers(waiting[:NEWCOMERS_NAMED], len(waiting[NEWCOMERS_NAMED:]))
