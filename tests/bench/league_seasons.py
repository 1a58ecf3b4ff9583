"""The measuring side of the leagues' benchmark, with Django set up: Swiss leagues of several sizes
in one database, played to their end, and what it costs to read them and to draw from them.

Prints one JSON object: for every size and job, the cores' seconds of each turn.
"""

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Final

from django.db import connection
from django.utils import timezone

from scoring.league import DraftPairing, DraftRound, Format, LeagueBook
from scoring.standings import Forfeit, Played
from tests.bench.page_visits import Stopwatch
from tests.factories import LeagueFactory
from tests.scoring.league.seasons import by_chance, new_book, published
from tournaments.models import (
    Competitor,
    Fixture,
    FixtureResult,
    League,
    LeagueBye,
    LeagueEntry,
    LeagueRound,
    Player,
)
from tournaments.selectors.leagues import league_book
from tournaments.services.leagues.draft_rows import round_write

PLAIN: Final = (
    (
        "SELECT e.id, e.seed, e.status, e.annulled, e.group, e.joined_round, e.rests"
        " FROM tournaments_leagueentry e WHERE e.league_id = %s ORDER BY e.seed, e.id"
    ),
    (
        "SELECT f.id, r.number, r.stage, f.first_id, f.second_id, f.state, f.bracket_match,"
        " f.downfloater_id, x.kind, x.winner, x.points_first, x.points_second, x.first_absent,"
        " x.second_absent FROM tournaments_fixture f JOIN tournaments_leagueround r"
        " ON r.id = f.round_id LEFT JOIN tournaments_fixtureresult x ON x.id = f.result_id"
        " WHERE f.league_id = %s AND r.state = 'published' ORDER BY r.number, f.place"
    ),
    (
        "SELECT r.number, b.entry_id, b.asked_for FROM tournaments_leaguebye b"
        " JOIN tournaments_leagueround r ON r.id = b.round_id"
        " WHERE r.league_id = %s AND r.state = 'published'"
    ),
    (
        "SELECT a.entry_id, a.points, a.reason FROM tournaments_leagueadjustment a"
        " WHERE a.league_id = %s AND a.cancelled_at IS NULL"
    ),
)
"""What the book is made of, read by nobody but the driver."""


def league_filled(size: int, rounds: int) -> League:
    """A league of so many guests after so many rounds, drawn by the kernel, won by chance."""
    league = LeagueFactory.create(
        format=League.Format.SWISS, rounds_planned=rounds, state=League.State.RUNNING,
        tie_breaks=["head_to_head", "buchholz", "wins", "sonneborn_berger"],
    )  # fmt: skip
    players = Player.objects.bulk_create(Player(name=f"Guest {n}") for n in range(size))
    people = Competitor.objects.bulk_create(
        Competitor(kind=Competitor.Kind.PERSON, player=player) for player in players
    )
    entries = LeagueEntry.objects.bulk_create(
        LeagueEntry(league=league, competitor=person, seed=seed)
        for seed, person in enumerate(people, start=1)
    )
    decide = by_chance(Random(size))
    book = new_book(Format.SWISS, size, rounds=rounds)
    key_of = {one.entry: entry.pk for one, entry in zip(book.entrants, entries, strict=True)}
    for _ in range(rounds):
        [draft] = book.next_rounds()
        book = published(book, [draft], decide)
        _round_kept(league, draft, key_of, book)
    return league


def _round_kept(
    league: League, draft: DraftRound, key_of: dict[int, int], book: LeagueBook
) -> None:
    row = round_write(league=league, draft=_with_keys(draft, key_of))
    row.state, row.published_at = LeagueRound.State.PUBLISHED, timezone.now()
    row.save()
    results = {
        frozenset(key_of[one] for one in meeting.both): meeting.result
        for meeting in book.meetings
        if meeting.round == draft.number
    }
    fixtures = list(row.fixtures.all())
    made = FixtureResult.objects.bulk_create(
        _result(fixture, key_of, results[frozenset((fixture.first_id, fixture.second_id))])
        for fixture in fixtures
    )
    for fixture, result in zip(fixtures, made, strict=True):
        fixture.state, fixture.result = Fixture.State.CONFIRMED, result
    Fixture.objects.bulk_update(fixtures, ["state", "result"])
    assert LeagueBye.objects.filter(round=row).count() == len(draft.byes)


def _with_keys(draft: DraftRound, key_of: dict[int, int]) -> DraftRound:
    """The same, naming rows; what the sentences say does not matter here."""
    pairings = tuple(
        DraftPairing(
            first=key_of[one.first],
            second=key_of[one.second],
            reasons=one.reasons,
            downfloater=None if one.downfloater is None else key_of[one.downfloater],
        )
        for one in draft.pairings
    )
    byes = tuple(replace(bye, entry=key_of[bye.entry]) for bye in draft.byes)
    return replace(draft, pairings=pairings, byes=byes)


def _result(
    fixture: Fixture, key_of: dict[int, int], result: Played | Forfeit | None
) -> FixtureResult:
    winners = FixtureResult.Winner
    common = {"fixture": fixture, "number": 1, "role": "owner", "winner": winners.NOBODY}
    if isinstance(result, Forfeit):
        absent = {key_of[int(one)] for one in result.absent}
        return FixtureResult(
            **common,
            kind=FixtureResult.Kind.FORFEIT,
            first_absent=fixture.first_id in absent,
            second_absent=fixture.second_id in absent,
        )
    assert result is not None
    if result.winner is not None:
        is_first = key_of[int(result.winner)] == fixture.first_id
        common["winner"] = winners.FIRST if is_first else winners.SECOND
    return FixtureResult(
        **common,
        kind=FixtureResult.Kind.TOTAL,
        points_first=int(result.points_a or 0),
        points_second=int(result.points_b or 0),
    )


def plain_reading(league: League) -> int:
    """The rows of a book, as tuples."""
    with connection.cursor() as cursor:
        found = 0
        for query in PLAIN:
            cursor.execute(query, [league.pk])
            found += len(cursor.fetchall())
        return found


def jobs_of(league: League, rounds: int) -> dict[str, Callable[[], object]]:
    """What is measured of a league; nothing that an earlier turn has worked out is kept."""
    whole = league_book(league=league)
    before_the_last = whole.until(rounds - 1)
    assert before_the_last.next_rounds()
    assert len(whole.meetings) >= rounds
    return {
        "plain reading": lambda: plain_reading(league),
        "league book": lambda: league_book(league=league),
        "standings": lambda: replace(whole).tables(),
        "draft of a round": lambda: replace(before_the_last).next_rounds(),
    }


def main() -> None:
    sizes, rounds, turns = json.loads(sys.argv[1])
    jobs = {size: jobs_of(league_filled(size, rounds), rounds) for size in sizes}
    watch = Stopwatch()
    took: dict[str, dict[int, list[float]]] = {
        name: {size: [] for size in sizes} for name in jobs[sizes[0]]
    }
    for turn in range(turns + 1):
        for size in sizes:
            for name, job in jobs[size].items():
                cores = watch.took(job)[1]
                if turn:  # the first warms up
                    took[name][size].append(cores)
    print(json.dumps(took))
