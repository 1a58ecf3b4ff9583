"""What needs the organizer now, the most urgent first, each with its button."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.league_access import LeagueAccess, LeagueAction
from tournaments.league_shown import field_of
from tournaments.league_todo import match_line, todo_list, why_quiet
from tournaments.models import League
from tournaments.selectors.league_today import today
from tournaments.views.leagues.access import organizers_page
from tournaments.views.leagues.frame import render_page

_FEWEST = 2


@require_safe
@organizers_page(LeagueAction.READ_DRAFTS)
def league_today(request: HttpRequest, access: LeagueAccess) -> HttpResponse:
    """The page to begin the day with."""
    league = access.league
    found, people = today(league=league), field_of(league)
    active = sum(not shown.mark for shown in people.entries.values())
    context = {
        "todo": list(todo_list(league, found, people)),
        "playing": [match_line(league, people, one) for one in found.playing.listed],
        "playing_more": found.playing.more,
        "entered": active,
        "is_draft": league.state == League.State.DRAFT,
        "is_open": league.state in (League.State.DRAFT, League.State.RUNNING),
        "is_finished": league.state == League.State.FINISHED,
        "may_start": active >= _FEWEST,
        "why_quiet": why_quiet(league, found, people),
    }
    return render_page(request, access, "today", "today.html", context)
