"""Who stands where and why, as both the pages and programs are told."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.standings import Row, Standings
from tournaments.kernel_texts import message_text, number_text
from tournaments.league_shown import Field, ShownEntry
from tournaments.league_words import signed_text
from tournaments.models import League
from tournaments.selectors.leagues import league_standings


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


def group_name(number: int) -> str:
    """Groups are lettered as far as the alphabet goes."""
    letter = chr(ord("A") + number) if number < 26 else str(number + 1)
    return _("Group %(letter)s") % {"letter": letter}


def tables_shown(league: League, people: Field) -> list[ShownTable]:
    """The table, or one for each group."""
    tables = league_standings(league=league)
    return [
        ShownTable(
            number,
            _rows(people, table),
            league.qualifiers if number is not None else 0,
        )
        for number, table in tables.items()
    ]


def _rows(people: Field, table: Standings) -> list[ShownRow]:
    return [
        ShownRow(
            row=row,
            who=people[int(row.competitor)],
            why="" if row.why is None else message_text(row.why, people.names),
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
