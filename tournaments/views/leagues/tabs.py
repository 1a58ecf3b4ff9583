"""What every public page of a league has around it: its head, its tabs, and how it keeps itself up
to date. With `?part=` only the panel is answered, for the script that shows it again."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.league_access import LeagueAction
from tournaments.league_crosstable import has_cross_table
from tournaments.league_scene import Scene, how_it_stands
from tournaments.league_words import how_many
from tournaments.models import League
from tournaments.selectors.league_today import attention_count, drawing

STATE_TONES: Final = {
    League.State.DRAFT: "badge-caution",
    League.State.RUNNING: "badge-note",
    League.State.FINISHED: "badge-good",
    League.State.CANCELLED: "badge-bad",
}


@dataclass(frozen=True)
class Tab:
    """A page of the league."""

    name: str
    text: str
    url: str


def tabs_of(league: League) -> list[Tab]:
    """Which there are depends on how is played."""
    texts = {"league": _("Bracket") if _is_bracket_first(league) else _("Standings")}
    texts["matches"] = _("Matches")
    if has_cross_table(league):
        texts["crosstable"] = _("Cross-table")
    if league.format == League.Format.GROUPS:
        texts["bracket"] = _("Play-offs")
    texts["about"] = _("About")
    return [
        Tab(name, text, reverse(f"leagues:{name}", args=[league.public_id]))
        for name, text in texts.items()
    ]


def render_tab(
    request: HttpRequest,
    scene: Scene,
    *,
    tab: str,
    panel: str,
    context: Mapping[str, object],
    title: str = "",
) -> HttpResponse:
    """The whole page, or only what changes on it."""
    league = scene.league
    whole = {
        "league": league,
        "scene": scene,
        "access": scene.access,
        "panel": f"tournaments/leagues/{panel}",
        "sentence": how_it_stands(scene),
        "goes_on": league.state in (League.State.DRAFT, League.State.RUNNING),
        "part": f"{request.path}?part=panel",
        "tab": tab,
        "title": title,
        **context,
    }
    if "part" in request.GET:
        return render(request, "tournaments/leagues/_panel.html", whole)
    is_organizer = scene.access.may(LeagueAction.READ_DRAFTS)
    whole |= {
        "tabs": tabs_of(league),
        "tone": STATE_TONES[League.State(league.state)],
        "many": how_many(league, len(scene.people)),
        "is_organizer": is_organizer,
        "waiting": attention_count(league=league) if is_organizer else 0,
        "may_draw": scene.access.may(LeagueAction.DRAW) and not drawing(league=league).is_complete,
    }
    return render(request, "tournaments/leagues/page.html", whole)


def _is_bracket_first(league: League) -> bool:
    return league.format == League.Format.KNOCKOUT
