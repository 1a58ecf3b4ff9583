"""A league's first page, who stands where and why, and the page that says what it is."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from scoring.standings import Row, Standings
from tournaments.kernel_texts import message_text, number_text
from tournaments.league_access import LeagueAccess
from tournaments.league_shown import ShownEntry, fixtures_shown
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
from tournaments.selectors.leagues import league_standings
from tournaments.views.leagues.access import readers_page
from tournaments.views.leagues.bracket import bracket_panel
from tournaments.views.leagues.tabs import Scene, render_tab, scene_of

CURRENT_SHOWN: Final = 24
"""So many matches of a round stand beside the standings; the rest are on the round's page."""


@dataclass(frozen=True)
class ShownRow:
    """A line of a table, and why it stands above the next."""

    row: Row
    who: ShownEntry
    why: str
    besides: str
    """What was not played: byes, forfeits."""
    has_raw: bool

    @property
    def points(self) -> str:
        return number_text(self.row.points)

    @property
    def adjusted(self) -> str:
        """What penalties and bonuses come to."""
        changes = sum(one.points for one in self.row.adjustments)
        return signed_text(changes) if self.row.adjustments else ""

    @property
    def difference(self) -> str:
        return signed_text(self.row.points_for - self.row.points_against)

    @property
    def raw(self) -> str:
        return f"{number_text(self.row.points_for)}:{number_text(self.row.points_against)}"


@dataclass(frozen=True)
class ShownTable:
    """The table of the league, or of one of its groups."""

    number: int | None
    rows: Sequence[ShownRow]
    goes_on: int
    """So many of them go on to the play-offs."""

    @property
    def title(self) -> str:
        return "" if self.number is None else group_name(self.number)

    @property
    def has_raw(self) -> bool:
        return any(one.has_raw for one in self.rows)


@dataclass(frozen=True)
class ShownAdjustment:
    """A penalty or a bonus."""

    who: ShownEntry
    points: str
    reason: str
    adjustment: LeagueAdjustment


def group_name(number: int) -> str:
    """Groups are lettered as far as the alphabet goes."""
    letter = chr(ord("A") + number) if number < 26 else str(number + 1)
    return _("Group %(letter)s") % {"letter": letter}


@readers_page
@require_safe
def league(request: HttpRequest, access: LeagueAccess) -> HttpResponse:
    """Who stands where, what is played now, and one's own next match before all that."""
    scene = scene_of(access)
    if access.league.format == League.Format.KNOCKOUT:
        context = bracket_panel(scene)
        panel = "_bracket.html"
    else:
        context = {"tables": tables_shown(scene)}
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


def tables_shown(scene: Scene) -> list[ShownTable]:
    """The table, or one for each group."""
    tables = league_standings(league=scene.league)
    return [
        ShownTable(
            number,
            _rows(scene, table),
            scene.league.qualifiers if number is not None else 0,
        )
        for number, table in tables.items()
    ]


def _rows(scene: Scene, table: Standings) -> list[ShownRow]:
    names = scene.people.names
    return [
        ShownRow(
            row=row,
            who=scene.people[int(row.competitor)],
            why="" if row.why is None else message_text(row.why, names),
            besides=_unplayed(row),
            has_raw=bool(row.points_for or row.points_against),
        )
        for row in table.rows
    ]


def _unplayed(row: Row) -> str:
    said = []
    if row.byes:
        text = ngettext("%(count)d bye", "%(count)d byes", row.byes)
        said.append(text % {"count": row.byes})
    if row.forfeit_wins:
        text = ngettext(
            "%(count)d win without playing", "%(count)d wins without playing", row.forfeit_wins
        )
        said.append(text % {"count": row.forfeit_wins})
    if row.forfeit_losses:
        text = ngettext("%(count)d no-show", "%(count)d no-shows", row.forfeit_losses)
        said.append(text % {"count": row.forfeit_losses})
    return ", ".join(said)


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
