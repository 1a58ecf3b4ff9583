"""A ladder's arithmetic: what always sums to zero, what a version changes, what a fold is."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.elo import MICRO, EloError, ErrorBar, PairScores
from scoring.ladder import (
    START,
    TERMS,
    Cause,
    LadderResult,
    Member,
    Move,
    Standing,
    fold,
    moves_of,
    walk,
)

PLAYERS = 6
STANDINGS = st.builds(
    lambda rating, results, version, own: Standing(
        rating=rating,
        bar=ErrorBar(variance=900.0, results=results, squared_residuals=1.0, spreads=2.0),
        version=version,
        results_of_version=min(own, results),
    ),
    st.integers(500 * MICRO, 3_000 * MICRO),
    st.integers(1, 200),
    st.integers(1, 3),
    st.integers(0, 40),
)
SHARES = st.fractions(0, 1, max_denominator=240)


@st.composite
def results_of_sides(draw: st.DrawFn, number: int = 1) -> LadderResult:
    """Two to four single players, or two pairs."""
    order = draw(st.permutations(range(PLAYERS)))
    versions = draw(st.lists(st.integers(1, 3), min_size=PLAYERS, max_size=PLAYERS))
    members = [Member(who, versions[who]) for who in order]
    if draw(st.booleans()):
        sides: tuple[tuple[Member, ...], ...] = (tuple(members[:2]), tuple(members[2:4]))
    else:
        sides = tuple((member,) for member in members[: draw(st.integers(2, 4))])
    rows = [[Fraction(1, 2)] * len(sides) for _ in sides]
    for i in range(len(sides)):
        for j in range(i):
            rows[i][j] = draw(SHARES)
            rows[j][i] = 1 - rows[i][j]
    return LadderResult(number, sides, PairScores.of_matrix(rows))


@st.composite
def histories(draw: st.DrawFn) -> list[LadderResult]:
    return [draw(results_of_sides(number)) for number in range(1, draw(st.integers(1, 10)) + 1)]


KNOWN = st.dictionaries(st.integers(0, PLAYERS - 1), STANDINGS)


def rated(moves: Sequence[Move]) -> list[Move]:
    return [move for move in moves if move.cause is Cause.RESULT]


def ready(moves: Sequence[Move]) -> dict[int, Standing]:
    """Everybody's standing when the result was rated."""
    return {move.competitor: move.before for move in rated(moves)}


@given(results_of_sides(), KNOWN)
def test_what_is_taken_beyond_expectation_sums_to_zero(
    result: LadderResult, known: dict[int, Standing]
) -> None:
    """Exactly, whatever the ratings and the Ks are: once for each side."""
    moves = {move.competitor: move for move in rated(moves_of(result, known))}
    beyond = Fraction()
    for side in result.sides:
        change = moves[side[0].competitor].change
        assert change is not None
        beyond += change.score - change.expected
    assert beyond == 0


@given(results_of_sides(), KNOWN)
def test_with_the_same_k_nothing_is_won_or_lost_in_all(
    result: LadderResult, known: dict[int, Standing]
) -> None:
    """To the last micro-Elo. Everybody has played as often, with one version."""
    versions = {member.competitor: member.version for side in result.sides for member in side}
    same = {
        who: replace(standing, bar=ErrorBar(results=9), version=versions.get(who, 1))
        for who, standing in known.items()
    }
    everybody = {who: same.get(who, Standing(bar=ErrorBar(results=9), version=versions[who]))
                 for who in versions}  # fmt: skip
    everybody = {who: replace(one, results_of_version=9) for who, one in everybody.items()}
    moves = moves_of(result, everybody)
    assert {TERMS.k(standing) for standing in ready(moves).values()} == {160}
    assert sum(move.after.rating - move.before.rating for move in moves) == 0


@given(results_of_sides(), KNOWN)
def test_with_different_ks_everybody_moves_by_their_own(
    result: LadderResult, known: dict[int, Standing]
) -> None:
    """What a newcomer gains is not taken out of the others: divided by each one's K it sums to
    zero, but for what rounding to whole micro-Elo leaves."""
    moves = rated(moves_of(result, known))
    left, most = Fraction(), Fraction()
    for move in moves:
        assert move.change is not None
        k = TERMS.k(move.before)
        exact = k * (move.change.score - move.change.expected) * MICRO
        delta = move.after.rating - move.before.rating
        assert abs(delta - exact) < 1
        left += Fraction(delta, k)
        most += Fraction(1, k)
    assert abs(left) < most


@given(histories(), st.sets(st.integers(1, 10)))
def test_what_does_not_count_was_never_played(
    results: list[LadderResult], without: set[int]
) -> None:
    expected = fold(result for result in results if result.number not in without)
    assert fold(results, without=without) == expected
    steps = list(walk(results, without=without))
    assert [bool(moves) for moves in steps] == [one.number not in without for one in results]
    last = {move.competitor: move.after for moves in steps for move in moves}
    assert last == expected


@given(histories(), st.integers(0, 10))
def test_a_fold_can_go_on_where_another_one_ended(results: list[LadderResult], cut: int) -> None:
    assert fold(results[cut:], standings=fold(results[:cut])) == fold(results)


@given(histories())
def test_a_step_begins_where_the_last_one_ended(results: list[LadderResult]) -> None:
    standings: dict[int, Standing] = {}
    for moves in walk(results):
        for move in moves:
            before = standings.get(move.competitor)
            assert before is None or move.before == before
            standings[move.competitor] = move.after
            if move.cause is Cause.VERSION:
                assert move.after.rating == move.before.rating
                wider = move.before.bar.variance + TERMS.version_error**2
                most = ErrorBar.NEWCOMER**2  # nobody is less known than somebody new
                assert move.after.bar.variance == pytest.approx(min(wider, most))
                assert move.after.results == move.before.results
            else:
                assert move.after.results == move.before.results + 1
                assert move.after.results_of_version == move.before.results_of_version + 1


def test_the_order_of_results_matters_and_is_kept() -> None:
    """Ratings follow the order of settlement: another order makes other numbers."""
    a, b, c = (Member(who, 1) for who in range(3))
    first = LadderResult(1, ((a,), (b,)), PairScores.of_two(1))
    second = LadderResult(2, ((b,), (c,)), PairScores.of_two(1))
    assert fold([first, second]) != fold([second, first])


def test_a_newcomer_has_no_version_to_lose() -> None:
    moves = moves_of(LadderResult(1, ((Member(1, 7),), (Member(2, 3),)), PairScores.of_two(1)), {})
    assert [move.cause for move in moves] == [Cause.RESULT] * 2
    assert [move.after.version for move in moves] == [7, 3]
    assert {move.before.rating for move in moves} == {START}


def test_people_have_no_versions() -> None:
    result = LadderResult(1, ((Member(1),), (Member(2),)), PairScores.of_two(1))
    assert [move.cause for move in moves_of(result, fold([result]))] == [Cause.RESULT] * 2


@pytest.mark.parametrize(
    "sides",
    [
        ((Member(1, 1),), (Member(1, 2),)),
        ((Member(1), Member(1)), (Member(2), Member(3))),
    ],
)
def test_nobody_plays_against_or_beside_themselves(sides: tuple[tuple[Member, ...], ...]) -> None:
    with pytest.raises(EloError):
        LadderResult(1, sides, PairScores.of_two(1))


def test_a_new_version_is_provisional_for_a_while_and_moves_further() -> None:
    known = Standing(bar=ErrorBar(results=100), version=1, results_of_version=100)
    assert (TERMS.is_provisional(known), TERMS.k(known)) == (False, 22)
    newer = replace(known, version=2, results_of_version=0)
    # As somebody with 12 results: 400 * 6 / 18.
    assert (TERMS.is_provisional(newer), TERMS.k(newer)) == (True, 133)
    old = replace(newer, results_of_version=TERMS.version_results)
    assert (TERMS.is_provisional(old), TERMS.k(old)) == (False, 22)
    newcomer = Standing()
    assert (TERMS.is_provisional(newcomer), TERMS.k(newcomer)) == (True, 400)
    settled = Standing(bar=ErrorBar(results=10_000), results_of_version=10_000)
    assert TERMS.k(settled) == TERMS.settled_k == 20
