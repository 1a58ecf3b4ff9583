"""The page of one match: who, when, why these two, how it stands, and what was said about it."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.league_access import LeagueAccess
from tournaments.league_drawn import reasons_kept, sentences
from tournaments.league_match import (
    MatchAsked,
    arena_matches,
    how_it_stands,
    match_find,
    unrated_sentence,
)
from tournaments.league_match_history import results_shown, steps_shown
from tournaments.league_visitors import league_visitor_of
from tournaments.models import League
from tournaments.selectors.league_rows import fixture_events
from tournaments.views.leagues.access import readers_page
from tournaments.views.leagues.match_forms import MatchForms


def match_asked(request: HttpRequest, access: LeagueAccess, fixture_id: str) -> MatchAsked:
    """The match at this address; those of drafts are at none."""
    found = match_find(access=access, visitor=league_visitor_of(request), fixture_id=fixture_id)
    if found is None:
        raise Http404
    return found


@readers_page
@require_safe
def match(request: HttpRequest, access: LeagueAccess, fixture_id: str) -> HttpResponse:
    """Everything about it, with what this reader may do."""
    asked = match_asked(request, access, fixture_id)
    if "part" in request.GET:
        return render(request, "tournaments/leagues/_match.html", match_context(asked))
    return match_page(request, asked, MatchForms(asked.access, asked.fixture, asked.people))


def match_page(
    request: HttpRequest,
    asked: MatchAsked,
    forms: MatchForms,
    *,
    status: int = 200,
    more: Mapping[str, object] | None = None,
) -> HttpResponse:
    """The page with these forms, filled in as far as somebody has."""
    context = {**match_context(asked), "forms": forms, "preview": None, **(more or {})}
    return render(request, "tournaments/leagues/match.html", context, status=status)


def match_context(asked: MatchAsked) -> dict[str, Any]:
    """What everybody reads."""
    fixture, league, people = asked.fixture, asked.league, asked.people
    shown = asked.shown
    return {
        "league": league,
        "match": fixture,
        "shown": shown,
        "sentence": how_it_stands(shown),
        "goes_on": league.state == League.State.RUNNING,
        "why": sentences(reasons_kept(fixture.reasons), people),
        "results": results_shown(fixture, asked.names),
        "steps": steps_shown(fixture_events(league=league, fixture=fixture), people.names),
        "arena": arena_matches(league, fixture),
        "unrated": unrated_sentence(league, fixture, people),
    }
