"""Which league a page is about, who may open it, and what everybody else is told."""

from collections.abc import Callable
from functools import wraps
from typing import Final

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control

from tournaments.league_access import Denial, LeagueAction, LeagueDeniedError
from tournaments.league_visitors import league_visitor_of
from tournaments.selectors.league_asked import league_asked

_STATUS: Final = {Denial.NO_LEAGUE: 404, Denial.REVOKED: 410}
_View = Callable[..., HttpResponse]  # with the request and what stands in the address


def league_denied_page(
    request: HttpRequest, error: LeagueDeniedError, *, open_page: str = ""
) -> HttpResponse:
    """Why a league, or this page of it, stays shut; and the address that does open, if any."""
    context = {"sentence": error.sentence, "open_page": open_page}
    status = _STATUS.get(error.denial, 403)
    return render(request, "tournaments/leagues/denied.html", context, status=status)


def organizers_page(action: LeagueAction) -> Callable[[_View], _View]:
    """A page of the organizers: the view is given what the visitor is to the league, and whatever
    it or a service refuses becomes a page with the reason. Strangers log in first."""

    def decorate(view: _View) -> _View:
        @cache_control(private=True, no_store=True)
        @login_required
        @wraps(view)
        def page(request: HttpRequest, public_id: str, **kwargs: object) -> HttpResponse:
            try:
                access = league_asked(
                    public_id=public_id, visitor=league_visitor_of(request), action=action
                )
                return view(request, access, **kwargs)
            except LeagueDeniedError as error:
                return league_denied_page(request, error)

        return page

    return decorate


def readers_page(view: _View) -> _View:
    """A page for everybody who may read the league; the rest are told why not, or that there is
    none."""

    @cache_control(private=True, no_cache=True)
    @wraps(view)
    def page(request: HttpRequest, public_id: str, **kwargs: object) -> HttpResponse:
        try:
            access = league_asked(
                public_id=public_id,
                visitor=league_visitor_of(request),
                action=LeagueAction.READ,
            )
            return view(request, access, **kwargs)
        except LeagueDeniedError as error:
            return league_denied_page(request, error)

    return page
