"""The page of one match: who, when, why these two, how it stands, and what was said about it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from scoring.messages import message_from_json
from tournaments.bot_directory import bot_directory
from tournaments.kernel_texts import message_text
from tournaments.league_access import LeagueAccess, league_access
from tournaments.league_shown import (
    Field,
    ShownFixture,
    field_of,
    fixture_shown,
)
from tournaments.league_visitors import league_visitor_of
from tournaments.models import Fixture, League
from tournaments.selectors.league_ratings import league_rating_obstacle
from tournaments.selectors.league_rows import fixture_events, fixture_find
from tournaments.views.leagues.access import readers_page
from tournaments.views.leagues.match_forms import MatchForms
from tournaments.views.leagues.match_history import results_shown, steps_shown

_SENTENCES: Final[dict[Fixture.State, Promise]] = {
    Fixture.State.PLANNED: gettext_lazy("Not played yet."),
    Fixture.State.PLAYING: gettext_lazy("Being played."),
    Fixture.State.POSTPONED: gettext_lazy("Postponed. The next round does not wait for it."),
    Fixture.State.ENTERED: gettext_lazy(
        "A result was entered. It counts when the other side has confirmed it."
    ),
    Fixture.State.DISPUTED: gettext_lazy("A side objects to the result. An organizer decides."),
    Fixture.State.CANCELLED: gettext_lazy("It is not played."),
}


@dataclass(frozen=True)
class MatchAsked:
    """A match, and what whoever asks is to it."""

    access: LeagueAccess
    fixture: Fixture
    people: Field

    @property
    def league(self) -> League:
        return self.access.league

    @property
    def shown(self) -> ShownFixture:
        return fixture_shown(self.league, self.fixture, self.people)

    @property
    def names(self) -> list[str]:
        return [self.people[key].name for key in (self.fixture.first_id, self.fixture.second_id)]


def match_asked(request: HttpRequest, access: LeagueAccess, fixture_id: str) -> MatchAsked:
    """The match at this address; those of drafts are at none."""
    league = access.league
    fixture = fixture_find(league=league, public_id=fixture_id)
    if fixture is None:
        raise Http404
    own = league_access(league=league, visitor=league_visitor_of(request), fixture=fixture)
    mine = {(fixture.first_id, fixture.second_id)[side] for side in own.sides}
    return MatchAsked(own, fixture, field_of(league, mine))


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
        "why": [message_text(message_from_json(one), people.names) for one in fixture.reasons],
        "results": results_shown(fixture, asked.names),
        "steps": steps_shown(fixture_events(league=league, fixture=fixture), people.names),
        "arena": _arena_matches(league, fixture),
        "unrated": _unrated(asked),
    }


def how_it_stands(shown: ShownFixture) -> str:
    """The match in a sentence."""
    state = Fixture.State(shown.fixture.state)
    if state in _SENTENCES:
        return str(_SENTENCES[state])
    if shown.won is None:
        return shown.remark or _("It ended level.")
    winner = shown.first if shown.won == 0 else shown.second
    return _("%(name)s won.") % {"name": winner.name}


def _unrated(asked: MatchAsked) -> str:
    """Why a match of a rated league does not count on a ladder, if it does not."""
    if not asked.league.rated or asked.league.is_of_bots:
        return ""
    fixture = asked.fixture
    fixture.league = asked.league
    fixture.first = asked.people[fixture.first_id].entry
    fixture.second = asked.people[fixture.second_id].entry
    obstacle = league_rating_obstacle(fixture=fixture)
    return "" if obstacle is None else obstacle.sentence


def _arena_matches(league: League, fixture: Fixture) -> Sequence[str]:
    """The addresses of the arena's matches."""
    return bot_directory().match_urls(fixture=fixture.pk) if league.is_of_bots else ()
