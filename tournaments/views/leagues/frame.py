"""What stands around every page of a league's organizers: where one is, and the other pages."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.league_access import LeagueAccess, LeagueAction
from tournaments.selectors.league_today import attention_count

_PAGES: Final[tuple[tuple[str, Promise, LeagueAction], ...]] = (
    ("today", _("Today"), LeagueAction.READ_DRAFTS),
    ("entries", _("Entries"), LeagueAction.READ_DRAFTS),
    ("draw", _("Rounds"), LeagueAction.READ_DRAFTS),
    ("adjustments", _("Penalties and bonuses"), LeagueAction.READ_DRAFTS),
    ("links", _("Links"), LeagueAction.READ_DRAFTS),
    ("officials", _("Officials"), LeagueAction.MANAGE_OFFICIALS),
    ("settings", _("Settings"), LeagueAction.READ_DRAFTS),
    ("log", _("Log"), LeagueAction.READ_DRAFTS),
)
_DIGITS_MAX: Final = 18


@dataclass(frozen=True)
class NavItem:
    """One of the pages."""

    name: str
    text: str
    url: str
    count: int = 0


def render_page(
    request: HttpRequest,
    access: LeagueAccess,
    page: str,
    template: str,
    context: Mapping[str, object],
    *,
    status: int = 200,
) -> HttpResponse:
    """A page, with the others beside it; `page` is the one of them that it belongs to."""
    league = access.league
    waiting = attention_count(league=league)
    whole = {
        "league": league,
        "access": access,
        "page": page,
        "nav": [
            NavItem(
                name,
                str(text),
                reverse(f"leagues:{name}", args=[league.public_id]),
                waiting if name == "today" else 0,
            )
            for name, text, action in _PAGES
            if access.may(action)
        ],
        **context,
    }
    return render(request, f"tournaments/leagues/{template}", whole, status=status)


def say_refusal(request: HttpRequest, error: ValidationError) -> None:
    """What a service objected to, above the page that is shown next."""
    messages.error(request, " ".join(error.messages))


def revision_sent(request: HttpRequest) -> int:
    """From which revision the page was made; what is no number is older than everything."""
    sent = request.POST.get("revision", "")
    return int(sent) if sent.isascii() and sent.isdigit() and len(sent) <= _DIGITS_MAX else -1
