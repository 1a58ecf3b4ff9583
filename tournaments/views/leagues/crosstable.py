"""Who met whom with which result, in one table."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.league_access import LeagueAccess
from tournaments.league_crosstable import cross_tables, has_cross_table
from tournaments.league_scene import scene_of
from tournaments.views.leagues.access import readers_page
from tournaments.views.leagues.tabs import render_tab


@readers_page
@require_safe
def crosstable(request: HttpRequest, access: LeagueAccess) -> HttpResponse:
    """For the formats in which everybody meets everybody."""
    if not has_cross_table(access.league):
        raise Http404
    scene = scene_of(access)
    context = {"cross": cross_tables(scene.league, scene.people)}
    return render_tab(request, scene, tab="crosstable", panel="_crosstable.html", context=context)
