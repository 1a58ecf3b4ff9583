"""A league's first page, who stands where and why, and the page that says what it is."""

from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.league_access import LeagueAccess
from tournaments.league_scene import Scene, scene_of
from tournaments.league_shown import ShownEntry, fixtures_shown
from tournaments.league_standings import tables_shown
from tournaments.league_words import (
    format_words,
    game_words,
    match_words,
    points_words,
    rules_shown,
    signed_text,
    tie_break,
    who_competes,
)
from tournaments.models import League, LeagueAdjustment, LeagueRound
from tournaments.selectors.league_rows import (
    adjustments_in_force,
    byes_published,
    fixtures_of_entries,
    fixtures_published,
)
from tournaments.views.leagues.access import readers_page
from tournaments.views.leagues.bracket import bracket_panel
from tournaments.views.leagues.tabs import render_tab

CURRENT_SHOWN: Final = 24
"""So many matches of a round stand beside the standings; the rest are on the round's page."""


@dataclass(frozen=True)
class ShownAdjustment:
    """A penalty or a bonus."""

    who: ShownEntry
    points: str
    reason: str
    adjustment: LeagueAdjustment


@readers_page
@require_safe
def league(request: HttpRequest, access: LeagueAccess) -> HttpResponse:
    """Who stands where, what is played now, and one's own next match before all that."""
    scene = scene_of(access)
    if access.league.format == League.Format.KNOCKOUT:
        context = bracket_panel(scene)
        panel = "_bracket.html"
    else:
        context = {"tables": tables_shown(scene.league, scene.people)}
        panel = "_standings.html"
    return render_tab(
        request, scene, tab="league", panel=panel, context={**context, **_besides(scene)}
    )


@readers_page
@require_safe
def about(request: HttpRequest, access: LeagueAccess) -> HttpResponse:
    """What is played, how it counts, and who takes part."""
    scene = scene_of(access)
    found = access.league
    rules = rules_shown(found)
    everybody = scene.people.entries.values()
    context = {
        "rules": rules,
        "game": game_words(found, rules),
        "match_words": match_words(found),
        "format_words": format_words(found),
        "points_words": points_words(found),
        "tie_breaks": [tie_break(code) for code in found.tie_breaks],
        "who": who_competes(found),
        "everybody": sorted(everybody, key=lambda one: (bool(one.mark), one.name.casefold())),
    }
    return render_tab(request, scene, tab="about", panel="_about.html", context=context)


def _matches(current: LeagueRound | None) -> int:
    count: int = 0 if current is None else current.matches_count  # type: ignore[attr-defined]
    return count


def _besides(scene: Scene) -> dict[str, object]:
    """What stands around the table."""
    found, people, current = scene.league, scene.people, scene.current
    own = [key for key, one in people.entries.items() if one.is_own]
    mine = fixtures_of_entries(league=found, entries=own)
    fixtures = fixtures_published(league=found).filter(round=current)[:CURRENT_SHOWN]
    byes = byes_published(league=found).filter(round=current)
    return {
        "mine": fixtures_shown(found, mine[:1], people),
        "mine_more": len(mine[1:]),
        "current": current,
        "fixtures": fixtures_shown(found, [] if current is None else fixtures, people),
        "fixtures_more": max(0, _matches(current) - CURRENT_SHOWN),
        "byes": [] if current is None else [people[bye.entry_id] for bye in byes],
        "adjustments": [
            ShownAdjustment(people[one.entry_id], signed_text(one.points), one.reason, one)
            for one in adjustments_in_force(league=found)
        ],
    }
