"""Standings, cross-tables and brackets of leagues as they are told."""

from typing import Final

from rest_framework import serializers

from scoring.standings import Row
from tournaments.api.fields import Shown
from tournaments.api.league_round_words import (
    LeagueSideShown,
    SentenceShown,
    Told,
    sentence_told,
    side_told,
)
from tournaments.kernel_texts import message_text
from tournaments.league_bracket import BracketCell, ShownBracket
from tournaments.league_crosstable import CrossTable, Meeting
from tournaments.league_shown import Field
from tournaments.league_standings import ShownTable

OUTCOMES: Final = ("won", "drawn", "lost", "open")


class StandingsStepShown(Shown):
    """A comparison on the way to a place."""

    metric = serializers.CharField(help_text="`points`, or a tie-break of the league.")
    name = serializers.CharField()
    value = serializers.FloatField(
        allow_null=True, help_text="Null: it could not tell those apart who are level."
    )


class StandingsRowShown(Shown):
    """A line of a table, and why it stands where it does."""

    rank = serializers.IntegerField(allow_null=True, help_text="Null: their results were annulled.")
    who = LeagueSideShown()
    points = serializers.FloatField()
    played = serializers.IntegerField()
    won = serializers.IntegerField(source="wins")
    drawn = serializers.IntegerField(source="draws")
    lost = serializers.IntegerField(source="losses")
    byes = serializers.IntegerField()
    forfeit_wins = serializers.IntegerField()
    forfeit_losses = serializers.IntegerField()
    points_for = serializers.FloatField(help_text="Made in their matches.")
    points_against = serializers.FloatField()
    adjusted = serializers.FloatField(
        help_text="What penalties and bonuses come to, within `points`."
    )
    trail = StandingsStepShown(many=True, help_text="What was compared, in this order.")
    why = SentenceShown(
        allow_null=True, help_text="Why above the next line, or level with it; null on the last."
    )


class StandingsTableShown(Shown):
    """The table of the league, or of one of its groups."""

    group = serializers.IntegerField(allow_null=True, help_text="From 1; null: there are none.")
    title = serializers.CharField(help_text="Of a group, else empty.")
    goes_on = serializers.IntegerField(help_text="So many go on to the play-offs.")
    rows = StandingsRowShown(many=True)


class BracketPlaceShown(Shown):
    """How far somebody came in the bracket."""

    who = LeagueSideShown()
    rank = serializers.IntegerField(allow_null=True, help_text="Null: still in, or annulled.")
    why = SentenceShown()


class StandingsAdjustmentShown(Shown):
    """A penalty or a bonus that counts."""

    who = LeagueSideShown()
    points = serializers.FloatField()
    reason = serializers.CharField()


class StandingsShown(Shown):
    """Who stands where, and why."""

    revision = serializers.IntegerField(help_text="Of the league, from which they were worked out.")
    text = serializers.CharField(help_text="How the league stands, in a sentence.")
    tables = StandingsTableShown(many=True, help_text="None of a knockout, which has a bracket.")
    reached = BracketPlaceShown(many=True, help_text="Who came how far in the bracket.")
    adjustments = StandingsAdjustmentShown(many=True)


class LeagueMeetingShown(Shown):
    """A match, from the side of the row's."""

    opponent = serializers.CharField(help_text="An id of `/entries/`.")
    fixture = serializers.CharField(help_text="An id of `/fixtures/`.")
    outcome = serializers.ChoiceField(choices=OUTCOMES)
    worth = serializers.FloatField(
        allow_null=True,
        help_text="Points in the table; null if it is open, or somebody did not come.",
    )
    text = serializers.CharField(help_text="The score, or why there is none.")


class CrossRowShown(Shown):
    """Somebody's matches."""

    rank = serializers.IntegerField(allow_null=True)
    who = LeagueSideShown()
    points = serializers.FloatField()
    meetings = LeagueMeetingShown(many=True, help_text="In the order of the table.")


class CrossTableShown(Shown):
    """Everybody against everybody."""

    group = serializers.IntegerField(allow_null=True, help_text="From 1; null: there are none.")
    title = serializers.CharField()
    rows = CrossRowShown(many=True)


class CrossTablesShown(Shown):
    """One table, or one of each group."""

    revision = serializers.IntegerField(help_text="Of the league.")
    tables = CrossTableShown(many=True)


class BracketSideShown(Shown):
    """Who plays, or who will."""

    who = LeagueSideShown(allow_null=True, help_text="Null: nobody knows yet.")
    text = serializers.CharField(help_text="The name, or where they come from.")
    seed = serializers.IntegerField(allow_null=True)
    score = serializers.CharField(help_text="Empty as long as there is none.")
    won = serializers.BooleanField()


class BracketMatchShown(Shown):
    """A match, or somebody who goes on without one."""

    number = serializers.IntegerField(allow_null=True, help_text="Null: no match is needed.")
    fixture = serializers.CharField(
        allow_null=True, help_text="An id of `/fixtures/`, once it is published."
    )
    sides = BracketSideShown(many=True)
    text = serializers.CharField(help_text="What the scores do not say.")


class BracketRoundShown(Shown):
    """A round of the bracket."""

    number = serializers.IntegerField(help_text="Of the bracket, from 1.")
    title = serializers.CharField()
    matches = BracketMatchShown(many=True)


class BracketShown(Shown):
    """The bracket; without rounds as long as nobody knows who plays."""

    revision = serializers.IntegerField(help_text="Of the league.")
    rounds = BracketRoundShown(many=True)
    third_place = BracketMatchShown(allow_null=True)
    reached = BracketPlaceShown(many=True, help_text="Who came how far.")


def table_told(table: ShownTable, people: Field) -> Told:
    """Line by line."""
    return {
        "group": _group(table),
        "title": table.title,
        "goes_on": table.goes_on,
        "rows": [_row(one.row, people) for one in table.rows],
    }


def cross_table_told(cross: CrossTable) -> Told:
    """Only matches that there are."""
    order = [one.row.who.entry.pk for one in cross.rows]
    return {
        "group": _group(cross.table),
        "title": cross.title,
        "rows": [
            {
                "rank": line.row.row.rank,
                "who": side_told(line.row.who),
                "points": float(line.row.row.points),
                "meetings": [
                    _meeting(one, opponent)
                    for opponent, cell in zip(order, line.cells, strict=True)
                    for one in cell or ()
                ],
            }
            for line in cross.rows
        ],
    }


def bracket_told(found: ShownBracket, people: Field) -> Told:
    """Round by round, and who came how far."""
    return {
        "rounds": [
            {
                "number": column.number,
                "title": column.title,
                "matches": [_cell(one) for one in column.cells],
            }
            for column in found.columns
        ],
        "third_place": None if found.third is None else _cell(found.third),
        "reached": reached_told(found, people),
    }


def reached_told(found: ShownBracket, people: Field) -> list[Told]:
    """Who came how far."""
    return [
        {
            "who": side_told(people[one.entry]),
            "rank": one.rank,
            "why": sentence_told(one.why, people),
        }
        for one in found.reached
    ]


def _group(table: ShownTable) -> int | None:
    return None if table.number is None else table.number + 1


def _row(row: Row, people: Field) -> Told:
    numbers = (
        "rank", "played", "wins", "draws", "losses", "byes", "forfeit_wins", "forfeit_losses",
    )  # fmt: skip
    return {
        **{name: getattr(row, name) for name in numbers},
        "who": side_told(people[int(row.competitor)]),
        "points": float(row.points),
        "points_for": float(row.points_for),
        "points_against": float(row.points_against),
        "adjusted": float(sum(one.points for one in row.adjustments)),
        "trail": [
            {
                "metric": step.metric,
                "name": message_text(step.name, people.names),
                "value": None if step.value is None else float(step.value),
            }
            for step in row.trail
        ],
        "why": None if row.why is None else sentence_told(row.why, people),
    }


def _meeting(one: Meeting, opponent: int) -> Told:
    return {
        "opponent": str(opponent),
        "fixture": one.shown.fixture.public_id,
        "outcome": one.tone,
        "worth": None if one.worth is None else float(one.worth),
        "text": one.words,
    }


def _cell(cell: BracketCell) -> Told:
    return {
        "number": cell.number,
        "fixture": None if cell.fixture is None else cell.fixture.fixture.public_id,
        "sides": [
            {
                "who": None if side.who is None else side_told(side.who),
                "text": side.text,
                "seed": side.seed,
                "score": side.score,
                "won": side.won,
            }
            for side in cell.sides
        ],
        "text": cell.remark,
    }
