"""Who changed what, when, from what to what, and what else that changed."""

from typing import Final
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.league_access import LeagueAccess, LeagueAction
from tournaments.league_log import KINDS, events_shown
from tournaments.selectors.league_log import events_before
from tournaments.views.leagues.access import organizers_page
from tournaments.views.leagues.frame import render_page

EVENTS_ON_A_PAGE: Final = 50
_DIGITS_MAX: Final = 18


@require_safe
@organizers_page(LeagueAction.READ_DRAFTS)
def log(request: HttpRequest, access: LeagueAccess) -> HttpResponse:
    """The latest first; `?kind=` narrows it down, `?before=` goes on."""
    league = access.league
    kind = request.GET.get("kind", "")
    acts = KINDS[kind][1] if kind in KINDS else ()
    found = events_before(
        league=league, before=_cursor(request), acts=acts, limit=EVENTS_ON_A_PAGE + 1
    )
    events = found[:EVENTS_ON_A_PAGE]
    context = {
        "events": events_shown(league, events),
        "kinds": [(key, text) for key, (text, _acts) in KINDS.items()],
        "kind": kind if kind in KINDS else "",
        "older": _older(events[-1].pk, kind) if len(found) > len(events) else "",
        "is_first": not _cursor(request),
    }
    return render_page(request, access, "log", "log.html", context)


def _cursor(request: HttpRequest) -> int | None:
    text = request.GET.get("before", "")
    is_number = text.isascii() and text.isdigit() and len(text) <= _DIGITS_MAX
    return int(text) if is_number else None


def _older(last: int, kind: str) -> str:
    return "?" + urlencode({"before": last, **({"kind": kind} if kind in KINDS else {})})
