"""A league to calculate with. The columns' names are for programs: never translated or changed."""

from typing import Final

from tournaments.downloads import Value
from tournaments.league_shown import Field
from tournaments.models import Fixture, FixtureResult, League, LeagueRound
from tournaments.selectors.league_rows import fixtures_published
from tournaments.selectors.leagues import league_book, league_standings

STANDINGS_COLUMNS: Final = (
    "group", "place", "name", "status", "points", "played", "won", "drawn", "lost", "byes",
    "forfeit_wins", "forfeit_losses", "points_for", "points_against", "adjustments",
)  # fmt: skip
FIXTURES_COLUMNS: Final = (
    "round", "stage", "match", "table", "first", "second", "state", "kind", "winner",
    "points_first", "points_second", "starts_at",
)  # fmt: skip


def standings_rows(league: League, people: Field) -> list[list[Value]]:
    """Who stands where, and who came how far in the bracket, whose group is called `play_offs` if
    there were groups before; those whose results were annulled have no place."""
    rows: list[list[Value]] = [
        [
            "" if number is None else number + 1,
            row.rank,
            people[int(row.competitor)].name,
            people[int(row.competitor)].entry.status,
            float(row.points),
            row.played,
            row.wins,
            row.draws,
            row.losses,
            row.byes,
            row.forfeit_wins,
            row.forfeit_losses,
            float(row.points_for),
            float(row.points_against),
            float(sum(one.points for one in row.adjustments)),
        ]
        for number, table in league_standings(league=league).items()
        for row in table.rows
    ]
    return rows + _reached(league, people)


def fixtures_rows(league: League, people: Field) -> list[list[Value]]:
    """Every match of the published rounds; what is not played has no points."""
    return [_fixture(one, people) for one in fixtures_published(league=league)]


def _reached(league: League, people: Field) -> list[list[Value]]:
    """Places in a bracket: nobody has points there."""
    if league.format not in (League.Format.KNOCKOUT, League.Format.GROUPS):
        return []
    group = LeagueRound.Stage.PLAY_OFFS.value if league.format == League.Format.GROUPS else ""
    nothing = [""] * (len(STANDINGS_COLUMNS) - 4)
    return [
        [
            group,
            "" if one.rank is None else one.rank,
            people[one.entry].name,
            people[one.entry].entry.status,
            *nothing,
        ]
        for one in league_book(league=league).final_ranking()
    ]


def _fixture(fixture: Fixture, people: Field) -> list[Value]:
    result = fixture.result if fixture.state == Fixture.State.CONFIRMED else None
    starts_at = fixture.starts_at or fixture.round.starts_at
    return [
        fixture.round.number,
        fixture.round.stage,
        fixture.place,
        fixture.table or "",
        people[fixture.first_id].name,
        people[fixture.second_id].name,
        fixture.state,
        *_result(result),
        "" if starts_at is None else starts_at.isoformat(timespec="minutes"),
    ]


def _result(result: FixtureResult | None) -> list[Value]:
    if result is None:
        return ["", "", "", ""]
    return [result.kind, result.winner, result.points_first, result.points_second]
