"""Matches on a ladder: what a deal set says to it, once, and what follows when it is void."""

from collections.abc import Iterator
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.match_scores import deal_set_scores
from arena.models import Match
from arena.services.match_reports import match_result_record
from arena.services.operations import match_void_by_staff
from tests.arena.match_kit import MatchWorkers, match_workers, rateable_version, result_of, sent
from tests.arena.operator_kit import operator
from tests.factories import PROFILE
from tests.tournaments.ladder_kit import ladder_made
from tournaments.models import LadderEntry, Rating
from tournaments.services.rating_rebuild import ratings_rebuild

pytestmark = pytest.mark.django_db


@pytest.fixture
def workers() -> Iterator[MatchWorkers]:
    with match_workers(commits=False) as found:
        yield found


def rated() -> Match:
    """A match on its ladder, sent, between versions that were checked in a sandbox."""
    versions = [rateable_version() for _ in range(2)]
    return sent(ladder=ladder_made(PROFILE), kind=Match.Kind.LADDER, versions=versions)


@given(st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=1, max_size=30))
def test_a_share_is_half_a_point_for_level_boards_and_one_for_won_ones(
    boards: list[tuple[int, int]],
) -> None:
    scores = deal_set_scores([{"points": board} for board in boards], [0, 1])
    taken = sum((Fraction(mine > theirs) + Fraction(mine == theirs, 2)) for mine, theirs in boards)
    assert scores.rows[0][1] == taken / len(boards)
    assert scores.rows[0][1] + scores.rows[1][0] == 1


def test_partners_are_one_side() -> None:
    boards = [{"points": [5, 1, 5, 1]}, {"points": [0, 2, 0, 2]}, {"points": [4, 4, 4, 4]}]
    assert deal_set_scores(boards, [0, 1]).rows[0][1] == Fraction(1, 2)


def test_a_settled_match_moves_its_ladder_once(workers: MatchWorkers) -> None:
    match = rated()
    result = result_of(workers.order_of(match))
    assert match_result_record(result=result)
    assert not match_result_record(result=result)
    match.refresh_from_db()
    assert match.rated
    entry = LadderEntry.objects.get()
    assert entry.source == f"match:{match.public_id}"
    assert entry.games == match.games == 4
    ratings = {row.competitor_id: row for row in Rating.objects.all()}
    for participant in match.participants.select_related("version__bot"):
        row = ratings[participant.version.bot.competitor_id]
        assert (row.points, row.version) == (participant.points, participant.version.number)
    assert sum(row.value for row in ratings.values()) == 2 * 1_500_000_000
    assert ratings_rebuild(ladder_id=entry.ladder_id).is_identical


def test_a_match_declared_void_is_taken_back_from_its_ladder(workers: MatchWorkers) -> None:
    match = rated()
    match_result_record(result=result_of(workers.order_of(match)))
    match_void_by_staff(match=match, by=operator(), reason="The worker's disk was broken.")
    assert [entry.kind for entry in LadderEntry.objects.order_by("number")] == ["result", "void"]
    assert not Rating.objects.exists()
    assert ratings_rebuild(ladder_id=LadderEntry.objects.all()[0].ladder_id).is_identical
