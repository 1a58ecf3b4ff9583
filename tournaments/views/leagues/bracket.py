"""The bracket: rounds beside each other on a desk, below each other on a phone."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.kernel_texts import message_text
from tournaments.league_access import LeagueAccess
from tournaments.league_bracket import bracket_shown, has_bracket
from tournaments.league_scene import Scene, scene_of
from tournaments.views.leagues.access import readers_page
from tournaments.views.leagues.tabs import render_tab


@readers_page
@require_safe
def bracket(request: HttpRequest, access: LeagueAccess) -> HttpResponse:
    """The play-offs; a knockout's bracket is its first page."""
    if not has_bracket(access.league):
        raise Http404
    scene = scene_of(access)
    return render_tab(
        request, scene, tab="bracket", panel="_bracket.html", context=bracket_panel(scene)
    )


def bracket_panel(scene: Scene) -> dict[str, object]:
    """What the template needs."""
    found = bracket_shown(scene.league, scene.people)
    names = scene.people.names
    return {
        "columns": found.columns,
        "third": found.third,
        "reached": [(one.rank, message_text(one.why, names)) for one in found.reached],
    }
