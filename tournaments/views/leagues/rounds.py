"""The matches of a league, one round at a time."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.league_access import LeagueAccess, LeagueRole
from tournaments.league_scene import Scene, scene_of
from tournaments.league_shown import ShownEntry, ShownFixture, fixtures_shown
from tournaments.league_standings import group_name
from tournaments.models import LeagueRound
from tournaments.selectors.league_rows import byes_published, fixtures_published
from tournaments.views.leagues.access import readers_page
from tournaments.views.leagues.tabs import render_tab


@dataclass(frozen=True)
class RoundPart:
    """The matches of a round, or those of one group in it."""

    title: str
    fixtures: list[ShownFixture]


@readers_page
@require_safe
def matches(request: HttpRequest, access: LeagueAccess) -> HttpResponse:
    """The round that is being played."""
    scene = scene_of(access)
    return _page(request, scene, scene.current)


@readers_page
@require_safe
def round_(request: HttpRequest, access: LeagueAccess, number: int) -> HttpResponse:
    """One round; drafts are nobody's to see here."""
    scene = scene_of(access)
    shown = next((one for one in scene.rounds if one.number == number), None)
    if shown is None:
        raise Http404
    return _page(request, scene, shown)


def _page(request: HttpRequest, scene: Scene, shown: LeagueRound | None) -> HttpResponse:
    context: dict[str, object] = {"shown": shown}
    title = ""
    if shown is not None:
        title = _("Round %(number)s") % {"number": shown.number}
        found = fixtures_published(league=scene.league).filter(round=shown)
        fixtures = fixtures_shown(scene.league, found, scene.people)
        byes = byes_published(league=scene.league).filter(round=shown)
        context |= {
            "parts": _parts(list(fixtures)),
            "is_link_scorer": LeagueRole.LINK_SCORER in scene.access.roles,
            "byes": [(scene.people[bye.entry_id], bye.asked_for) for bye in byes],
        }
    return render_tab(
        request, scene, tab="matches", panel="_round.html", context=context, title=title
    )


def _parts(fixtures: list[ShownFixture]) -> list[RoundPart]:
    """By group, where both sides are of one and the play-offs have not begun."""
    groups: dict[int | None, list[ShownFixture]] = {}
    for one in fixtures:
        groups.setdefault(_group(one), []).append(one)
    return [
        RoundPart("" if number is None else group_name(number), members)
        for number, members in sorted(groups.items(), key=lambda item: (item[0] is None, item[0]))
    ]


def _group(one: ShownFixture) -> int | None:
    if one.fixture.round.stage == LeagueRound.Stage.PLAY_OFFS:
        return None
    return _of(one.first) if _of(one.first) == _of(one.second) else None


def _of(who: ShownEntry) -> int | None:
    return who.entry.group
