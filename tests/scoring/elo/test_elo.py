"""Elo: worked examples, exact zero sums, refusals, and an error bar that keeps its promise."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.elo import (
    MICRO,
    Change,
    EloError,
    ErrorBar,
    KSchedule,
    PairScores,
    Rated,
    Score,
    Side,
    elo_points,
    error_bars_after,
    expected_score,
    micro_elo,
    rate_sides,
    rate_table,
    rate_two,
)

ratings = st.integers(-500 * MICRO, 4000 * MICRO)
shares = st.fractions(0, 1, max_denominator=60)
ks: st.SearchStrategy[int | Fraction] = st.sampled_from([10, 20, 40, Fraction(15, 2)])


def rated(elo: int, k: int = 20) -> Rated:
    return Rated(elo * MICRO, k)


# --- expected score ---


@pytest.mark.parametrize(
    ("difference", "share"),
    # 1 / (1 + 10^(-d/400)) worked out to six places; Elo 1978, 8.4.
    [(0, "0.5"), (100, "0.640065"), (200, "0.759747"), (400, "0.909091"), (800, "0.990099")],
)
def test_expected_score_of_the_logistic_curve(difference: int, share: str) -> None:
    expected = expected_score((1500 + difference) * MICRO, 1500 * MICRO)
    assert abs(expected - Fraction(share)) < Fraction(1, 10**6)


@settings(deadline=None)
@given(ratings, ratings)
def test_expected_scores_of_both_sides_sum_to_exactly_one(a: int, b: int) -> None:
    assert expected_score(a, b) + expected_score(b, a) == 1
    assert 0 < expected_score(a, b) < 1


@settings(deadline=None)
@given(ratings, ratings, ratings)
def test_expected_score_never_falls_with_rating(a: int, b: int, opponent: int) -> None:
    low, high = sorted((a, b))
    assert expected_score(low, opponent) <= expected_score(high, opponent)


def test_expected_score_agrees_with_floating_point() -> None:
    for difference in range(-1200, 1201, 37):
        exact = expected_score((1500 + difference) * MICRO, 1500 * MICRO)
        assert math.isclose(float(exact), 1 / (1 + 10 ** (-difference / 400)), rel_tol=1e-12)


# --- updates: worked examples ---


def test_two_equals_exchange_half_of_k() -> None:
    winner, loser = rate_two(rated(1500), rated(1500), 1)
    assert (winner.delta, loser.delta) == (10 * MICRO, -10 * MICRO)
    assert (winner.after, loser.before) == (1510 * MICRO, 1500 * MICRO)


def test_an_upset_against_200_points_more() -> None:
    winner, loser = rate_two(rated(1400), rated(1600), 1)
    # K (1 - 0.240253...) = 15.194939 Elo
    assert winner.delta == 15_194_939
    assert loser.delta == -15_194_939


def test_a_deal_set_counts_as_one_result_whatever_its_size() -> None:
    change, _ = rate_two(rated(1500), rated(1500), Fraction(7, 12))
    assert change.delta == round(20 * (Fraction(7, 12) - Fraction(1, 2)) * MICRO)


def test_durak_loser_pays_every_survivor_and_survivors_are_level() -> None:
    changes = rate_table([rated(1500)] * 4, PairScores.of_losers(4, [[2]]))
    # The loser: K/(n-1) * 3 * (0 - 1/2) = -10; a survivor: K/3 * (1 - 1/2) = 10/3.
    assert [change.delta for change in changes] == [3_333_334, 3_333_333, -10_000_000, 3_333_333]


def test_a_durak_draw_between_equals_changes_nothing() -> None:
    changes = rate_table([rated(1500)] * 3, PairScores.of_losers(3, [[]]))
    assert [change.delta for change in changes] == [0, 0, 0]


def test_losers_of_a_deal_set_average_to_the_mean_of_its_games() -> None:
    losers: list[list[int]] = [[0], [1], [0], [], [2], [0, 1], [2, 1, 0]]
    single = [PairScores.of_losers(3, [loser]) for loser in losers]
    assert PairScores.of_losers(3, losers) == PairScores.mean(single)


def test_1J4_those_who_share_a_loss_are_level_and_each_lose_to_every_survivor() -> None:
    half = Fraction(1, 2)
    scores = PairScores.of_losers(4, [[0, 2]])
    assert [*map(list, scores.rows)] == [
        [half, 0, half, 0],
        [1, half, 1, half],
        [half, 0, half, 0],
        [1, half, 1, half],
    ]


def test_1J4_a_loss_that_all_share_is_a_draw() -> None:
    assert PairScores.of_losers(3, [{0, 1, 2}]) == PairScores.of_losers(3, [()])


def test_a_seat_named_twice_has_lost_once() -> None:
    assert PairScores.of_losers(3, [[1, 1], []]) == PairScores.of_losers(3, [[1], []])


def test_points_are_compared_pair_by_pair() -> None:
    half = Fraction(1, 2)
    scores = PairScores.of_points([3000, 2500, 3000])
    assert [*map(list, scores.rows)] == [[half, 1, half], [0, half, 0], [half, 1, half]]


def test_members_of_equal_pairs_each_move_like_a_single_player() -> None:
    strong, weak = Side((rated(1700), rated(1500))), Side((rated(1600), rated(1600)))
    ours, theirs = rate_sides([strong, weak], PairScores.of_two(1))
    assert [change.delta for change in ours] == [10 * MICRO, 10 * MICRO]
    assert [change.delta for change in theirs] == [-10 * MICRO, -10 * MICRO]


def test_a_provisional_partner_takes_the_share_of_their_k() -> None:
    mixed = Side((Rated(1500 * MICRO, 40), Rated(1500 * MICRO, 20)))
    settled = Side((Rated(1500 * MICRO, 30), Rated(1500 * MICRO, 30)))
    ours, theirs = rate_sides([mixed, settled], PairScores.of_two(1))
    assert [change.delta for change in ours] == [20 * MICRO, 10 * MICRO]
    assert [change.delta for change in theirs] == [-15 * MICRO, -15 * MICRO]


def test_two_against_three_still_sums_to_zero() -> None:
    two, three = Side((rated(1500),) * 2), Side((rated(1500),) * 3)
    ours, theirs = rate_sides([two, three], PairScores.of_two(0))
    assert [change.delta for change in ours] == [-10 * MICRO] * 2
    assert sum(change.delta for change in theirs) == 20 * MICRO


@pytest.mark.parametrize("sizes", [(1, 1), (2, 2), (2, 3), (1, 3, 2)])
def test_a_change_names_the_k_that_worked_and_the_weight_of_the_member(
    sizes: tuple[int, ...],
) -> None:
    rng = random.Random(5)
    sides = [
        Side(tuple(Rated(rng.randrange(MICRO * 3000), rng.choice([10, 20, 40])) for _ in range(n)))
        for n in sizes
    ]
    for side in rate_sides(sides, PairScores.of_points(range(len(sizes)))):
        for change in side:
            assert abs(change.delta - change.gain * (change.score - change.expected) * MICRO) <= 1
            assert change.weight == Fraction(1, len(side))


def test_a_newcomer_with_larger_k_moves_more() -> None:
    newcomer, settled = rate_two(Rated(1500 * MICRO, 40), Rated(1500 * MICRO, 20), 1)
    assert (newcomer.delta, settled.delta) == (20 * MICRO, -10 * MICRO)


# --- updates: properties ---


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[Side], PairScores]:
    k = draw(ks)
    sizes = draw(st.lists(st.integers(1, 3), min_size=2, max_size=6))
    sides = [Side(tuple(Rated(draw(ratings), k) for _ in range(size))) for size in sizes]
    count = len(sides)
    rows: list[list[Score]] = [[Fraction(1, 2)] * count for _ in range(count)]
    for i in range(count):
        for j in range(i):
            share = draw(shares)
            rows[i][j], rows[j][i] = share, 1 - share
    return sides, PairScores.of_matrix(rows)


@settings(deadline=None)
@given(tables())
def test_changes_sum_to_exactly_zero_where_k_is_shared(
    table: tuple[list[Side], PairScores],
) -> None:
    sides, scores = table
    changes = rate_sides(sides, scores)
    assert sum(change.delta for side in changes for change in side) == 0


@settings(deadline=None)
@given(tables())
def test_rounding_moves_nobody_by_more_than_a_millionth(
    table: tuple[list[Side], PairScores],
) -> None:
    sides, scores = table
    smallest = min(len(side.members) for side in sides)
    for side, changes in zip(sides, rate_sides(sides, scores), strict=True):
        for change in changes:
            surprise = change.score - change.expected
            exact = side.k * MICRO * surprise * smallest / len(side.members)
            assert abs(change.delta - exact) < 1


@settings(deadline=None)
@given(st.lists(ratings, min_size=2, max_size=6, unique=True), st.data())
def test_the_order_of_seats_does_not_matter(seats: list[int], data: st.DataObject) -> None:
    points = data.draw(st.lists(st.integers(0, 3), min_size=len(seats), max_size=len(seats)))
    order = data.draw(st.permutations(range(len(seats))))
    plain = rate_table([Rated(r, 20) for r in seats], PairScores.of_points(points))
    shuffled = rate_table(
        [Rated(seats[i], 20) for i in order], PairScores.of_points([points[i] for i in order])
    )
    assert [plain[i] for i in order] == list(shuffled)


@settings(deadline=None)
@given(ratings, ratings, shares, ks)
def test_two_sides_are_mirror_images(a: int, b: int, share: Fraction, k: int | Fraction) -> None:
    first, second = rate_two(Rated(a, k), Rated(b, k), share)
    assert first.delta == -second.delta
    assert first.expected + second.expected == 1


@settings(deadline=None)
@given(ratings, ratings, shares, shares)
def test_a_better_score_never_earns_less(a: int, b: int, one: Fraction, two: Fraction) -> None:
    low, high = sorted((one, two))
    worse, _ = rate_two(Rated(a, 20), Rated(b, 20), low)
    better, _ = rate_two(Rated(a, 20), Rated(b, 20), high)
    assert worse.delta <= better.delta


def test_a_season_replayed_gives_identical_numbers_and_keeps_the_total() -> None:
    def season() -> list[int]:
        rng = random.Random(7)
        table = [1500 * MICRO] * 12
        for _ in range(600):
            seats = rng.sample(range(12), rng.choice([2, 3, 4, 6]))
            losers = [rng.choice([[], *([s] for s in range(len(seats)))]) for _ in seats]
            scores = PairScores.of_losers(len(seats), losers)
            changes = rate_table([Rated(table[s], 20) for s in seats], scores)
            for seat, change in zip(seats, changes, strict=True):
                table[seat] = change.after
        return table

    first, second = season(), season()
    assert first == second
    assert sum(first) == 12 * 1500 * MICRO


# --- K schedule and representation ---


def test_k_is_provisional_until_enough_results() -> None:
    schedule = KSchedule(provisional_k=40, provisional_results=30, settled_k=20)
    assert [schedule.k_after(n) for n in (0, 29, 30, 500)] == [40, 40, 20, 20]
    assert schedule.is_provisional(29)
    assert not schedule.is_provisional(30)


def test_micro_elo_is_exact_both_ways() -> None:
    assert micro_elo(Decimal("1500.123456")) == 1_500_123_456
    assert elo_points(1_500_123_456) == Decimal("1500.123456")
    assert elo_points(micro_elo(-12)) == -12


# --- error bar ---

SLOPE = math.log(10) / 400


def level(score: Score) -> Change:
    return rate_two(rated(1500), rated(1500), score)[0]


def flattened(variance: float) -> float:
    """Glickman's g, for a difference of ratings known with this variance."""
    return 1 / math.sqrt(1 + 3 * SLOPE**2 * variance / math.pi**2)


def settled_bar(results: int = 50) -> ErrorBar:
    bar = ErrorBar()
    for game in range(results):
        bar = bar.after(level(game % 2))
    return bar


def test_without_results_the_error_is_a_newcomers() -> None:
    assert ErrorBar().standard_error == 350
    assert math.isclose(ErrorBar().margin(0.95), 350 * 1.959964, rel_tol=1e-6)


def test_one_result_follows_the_stated_recursion() -> None:
    bar = ErrorBar().after(level(1))
    slope = SLOPE / 4 * flattened(350**2)
    assert math.isclose(bar.variance, (1 - 20 * slope) ** 2 * 350**2 + 20**2 * 0.25)
    wider = ErrorBar().after(level(1), opponents_error=200.0)
    slope = SLOPE / 4 * flattened(350**2 + 200**2)
    noise = 0.25 + (slope * 200) ** 2
    assert math.isclose(wider.variance, (1 - 20 * slope) ** 2 * 350**2 + 20**2 * noise)


def test_in_a_pair_half_the_pull_is_ones_own_and_the_partner_is_noise() -> None:
    pair = Side((rated(1500), rated(1500)))
    (change, _), _ = rate_sides([pair, pair], PairScores.of_two(1))
    bar = ErrorBar(variance=300.0**2).after(change, opponents_error=100.0, partners_error=200.0)
    others = 100**2 + (200 / 2) ** 2
    slope = SLOPE / 4 * flattened((300 / 2) ** 2 + others)
    kept = (1 - 20 * slope / 2) ** 2 * 300**2
    assert math.isclose(bar.variance, kept + 20**2 * (0.25 + slope**2 * others))


def test_a_table_works_out_the_errors_of_partners_and_opponents() -> None:
    changes = rate_sides(
        [Side((rated(1500),) * 2), Side((rated(1400), rated(1450), rated(1600)))],
        PairScores.of_two(0),
    )
    bars = [[ErrorBar(variance=v) for v in side] for side in ((30.0, 40.0), (50.0, 60.0, 70.0))]
    after = error_bars_after(bars, changes)
    assert [len(side) for side in after] == [2, 3]
    alone = bars[0][0].after(
        changes[0][0], opponents_error=math.sqrt(180) / 3, partners_error=math.sqrt(40)
    )
    assert math.isclose(after[0][0].variance, alone.variance)
    third = bars[1][2].after(
        changes[1][2], opponents_error=math.sqrt(70) / 2, partners_error=math.sqrt(110) / 2
    )
    assert math.isclose(after[1][2].variance, third.variance)


def test_at_a_table_of_four_the_opponents_errors_average_out() -> None:
    changes = rate_table([rated(1500)] * 4, PairScores.of_losers(4, [[2]]))
    bars = [[ErrorBar(variance=900.0)]] * 4
    ((bar,), *_) = error_bars_after(bars, [[change] for change in changes])
    expected = bars[0][0].after(changes[0], opponents_error=30 / math.sqrt(3))
    assert math.isclose(bar.variance, expected.variance)


@pytest.mark.parametrize("score", [0, Fraction(1, 2), 1])
def test_a_run_of_equal_results_stays_sane(score: Score) -> None:
    me, opponent, bar, errors = rated(1500), rated(1500), ErrorBar(), []
    for _ in range(500):
        change, _ = rate_two(me, opponent, score)
        me, bar = Rated(change.after, 20), bar.after(change)
        errors.append(bar.standard_error)
    assert all(math.isfinite(error) and 5 < error <= 350 for error in errors)
    assert errors[0] > errors[20]


@pytest.mark.parametrize("gap", [400, 800, 2000, 4000])
def test_one_upset_counts_as_one_result_however_unlikely(gap: int) -> None:
    bar = settled_bar()
    upset, _ = rate_two(rated(1500), rated(1500 + gap), 1)
    after = bar.after(upset)
    assert after.standard_error < 1.05 * bar.standard_error
    assert after.dispersion < 1.1 * bar.dispersion


def test_upsets_never_say_less_than_is_known_of_a_newcomer() -> None:
    upset, _ = rate_two(Rated(1500 * MICRO, 4000), Rated(1500 * MICRO, 4000), 1)
    assert ErrorBar().after(upset).standard_error == 350


def test_dispersion_starts_from_ten_imagined_coins() -> None:
    bar = ErrorBar().after(level(Fraction(1, 2)))
    assert math.isclose(bar.dispersion, 10 / 11)
    for _ in range(9):
        bar = bar.after(level(Fraction(1, 2)))
    assert math.isclose(bar.dispersion, 1 / 2)


def test_dispersion_measures_results_against_what_was_to_be_expected() -> None:
    # 800 Elo ahead one loses about one game in a hundred; doing so is neither steady nor wild.
    bar = ErrorBar()
    for game in range(101):
        bar = bar.after(rate_two(rated(2300), rated(1500), int(game > 0))[0])
    assert math.isclose(bar.dispersion, 1, abs_tol=0.02)


def test_constant_k_keeps_the_error_from_vanishing() -> None:
    bar = settled_bar(2000)
    # Coin-like results: the stationary variance of the recursion is K / (2 q) to first order.
    assert math.isclose(bar.variance, 20 / (2 * SLOPE), rel_tol=0.03)


def test_steady_deal_sets_earn_a_smaller_error_than_coin_flips() -> None:
    steady = coin = ErrorBar()
    for game in range(300):
        steady = steady.after(level(Fraction(5 + game % 3, 12)))
        coin = coin.after(level(game % 2))
    assert steady.dispersion < 0.1
    assert coin.dispersion > 0.9
    assert steady.standard_error < coin.standard_error / 2


def test_a_new_version_widens_the_error_but_not_beyond_a_newcomers() -> None:
    bar = ErrorBar(variance=40.0**2, results=100, squared_residuals=22.0, spreads=23.0)
    assert math.isclose(bar.widened(30.0).standard_error, 50.0)
    assert bar.widened(10_000.0).standard_error == 350
    assert bar.widened(30.0) == replace(bar, variance=bar.widened(30.0).variance)


SPREAD = 150.0
"""How widely the simulated players' strengths lie around their mean, in Elo."""


def tables_of(rng: random.Random, players: int, size: int) -> list[list[list[int]]]:
    """Everyone at a table of two sides, drawn at random."""
    order = rng.sample(range(players), players)
    sides = [order[i : i + size] for i in range(0, players, size)]
    return [sides[i : i + 2] for i in range(0, len(sides), 2)]


def play_season(
    rng: random.Random, size: int, per_set: int, start: ErrorBar, rounds: int
) -> Iterator[list[tuple[float, ErrorBar]]]:
    """After each round, everyone's distance from the truth and error bar."""
    players = 12
    drawn = [rng.gauss(0, SPREAD) for _ in range(players)]
    truth = [1500 + one - sum(drawn) / players for one in drawn]  # ratings keep their mean
    now, bars = [1500 * MICRO] * players, [start] * players
    for _ in range(rounds):
        for table in tables_of(rng, players, size):
            ahead = [sum(truth[i] for i in side) / size for side in table]
            chance = 1 / (1 + 10 ** ((ahead[1] - ahead[0]) / 400))
            won = sum(rng.random() < chance for _ in range(per_set))
            changes = rate_sides(
                [Side(tuple(Rated(now[i], 20) for i in side)) for side in table],
                PairScores.of_two(Fraction(won, per_set)),
            )
            after = error_bars_after([[bars[i] for i in side] for side in table], changes)
            for side, moved, learnt in zip(table, changes, after, strict=True):
                for i, change, bar in zip(side, moved, learnt, strict=True):
                    now[i], bars[i] = change.after, bar
        yield [(abs(now[i] / MICRO - truth[i]), bars[i]) for i in range(players)]


def coverage(size: int, per_set: int, start: ErrorBar) -> dict[int, tuple[float, float]]:
    """By number of results: how often the 68 % and the 95 % bars held the truth."""
    rng = random.Random(f"{size} {per_set}")
    seen: dict[int, list[tuple[float, ErrorBar]]] = {9: [], 39: [], 99: []}
    for _ in range(20):
        for results, players in enumerate(play_season(rng, size, per_set, start, 99), 1):
            if results in seen:
                seen[results] += players
    return {
        results: (
            sum(error <= bar.margin(0.6827) for error, bar in found) / len(found),
            sum(error <= bar.margin(0.95) for error, bar in found) / len(found),
        )
        for results, found in seen.items()
    }


@pytest.mark.long
@pytest.mark.parametrize(
    ("size", "per_set"),
    [(1, 1), (2, 1), (2, 6)],
    ids=["single players", "random pairs", "random pairs, sets of six games"],
)
def test_error_bars_cover_the_truth_as_often_as_they_say(size: int, per_set: int) -> None:
    for narrow, wide in coverage(size, per_set, ErrorBar(variance=SPREAD**2)).values():
        # 240 players: one standard deviation of chance is 0.03.  Steady sets are promised a
        # little too little, for their residuals hold the ratings' own errors too.
        assert 0.61 <= narrow <= (0.77 if per_set == 1 else 0.82)
        assert 0.92 <= wide <= 0.99


# --- refusals ---


@pytest.mark.parametrize(
    ("code", "call"),
    [
        ("score_not_finite", lambda: rate_two(rated(1), rated(1), math.nan)),
        ("score_not_finite", lambda: rate_two(rated(1), rated(1), math.inf)),
        ("score_not_finite", lambda: rate_two(rated(1), rated(1), Decimal("NaN"))),
        ("score_out_of_range", lambda: rate_two(rated(1), rated(1), Fraction(-1, 9))),
        ("score_out_of_range", lambda: rate_two(rated(1), rated(1), 1.0001)),
        ("rating_not_finite", lambda: micro_elo(math.nan)),
        ("rating_not_integer", lambda: Rated(1500.5, 20)),  # type: ignore[arg-type]
        ("rating_not_integer", lambda: Rated(True, 20)),
        ("k_not_positive", lambda: Rated(1500, 0)),
        ("k_not_positive", lambda: Rated(1500, -3)),
        ("k_not_positive", lambda: Rated(1500, math.nan)),  # type: ignore[arg-type]
        ("k_not_positive", lambda: KSchedule(provisional_k=0)),
        ("k_not_positive", lambda: KSchedule(settled_k=-1)),
        ("results_negative", lambda: KSchedule(provisional_results=-1)),
        ("results_negative", lambda: KSchedule().k_after(-1)),
        ("side_empty", lambda: Side(())),
        ("too_few_sides", lambda: PairScores.of_matrix([[0]])),
        ("too_few_sides", lambda: PairScores.of_points([])),
        ("lengths_differ", lambda: PairScores.of_matrix([[0, 1], [0]])),
        ("lengths_differ", lambda: rate_table([rated(1)] * 3, PairScores.of_two(1))),
        (
            "lengths_differ",
            lambda: PairScores.mean([PairScores.of_two(1), PairScores.of_points([1, 2, 3])]),
        ),
        ("scores_do_not_add_up", lambda: PairScores.of_matrix([[0, 1], [1, 0]])),
        ("points_not_finite", lambda: PairScores.of_points([1, math.inf])),
        ("no_games", lambda: PairScores.of_losers(3, [])),
        ("no_games", lambda: PairScores.mean([])),
        ("seat_unknown", lambda: PairScores.of_losers(3, [[3]])),
        ("seat_unknown", lambda: PairScores.of_losers(3, [[0], [-1]])),
        ("seat_unknown", lambda: PairScores.of_losers(3, [[1.5]])),  # type: ignore[list-item]
        ("seat_unknown", lambda: PairScores.of_losers(3, [[True]])),
        ("losers_not_listed", lambda: PairScores.of_losers(3, [1])),  # type: ignore[list-item]
        ("losers_not_listed", lambda: PairScores.of_losers(3, [None])),  # type: ignore[list-item]
        ("score_not_finite", lambda: rate_two(rated(1), rated(1), "1/0")),  # type: ignore[arg-type]
        ("score_not_finite", lambda: rate_two(rated(1), rated(1), "1/2")),  # type: ignore[arg-type]
        ("rating_not_finite", lambda: micro_elo("1/0")),  # type: ignore[arg-type]
        ("confidence_out_of_range", lambda: ErrorBar().margin(1.0)),
        ("confidence_out_of_range", lambda: ErrorBar().margin(math.nan)),
        ("confidence_out_of_range", lambda: ErrorBar().margin(0.9999999999999999)),
        ("confidence_out_of_range", lambda: ErrorBar().margin(1e-300)),
        ("error_negative", lambda: ErrorBar().after(level(1), opponents_error=-1.0)),
        ("error_negative", lambda: ErrorBar().after(level(1), opponents_error=math.inf)),
        ("error_negative", lambda: ErrorBar().after(level(1), partners_error=math.nan)),
        ("lengths_differ", lambda: error_bars_after([[ErrorBar()]], [[level(1)], [level(0)]])),
        ("too_few_sides", lambda: error_bars_after([[ErrorBar()]], [[level(1)]])),
        ("error_negative", lambda: ErrorBar().widened(math.nan)),
    ],
)
def test_refuses(code: str, call: object) -> None:
    assert callable(call)
    with pytest.raises(EloError) as refusal:
        call()
    assert refusal.value.code == code
    assert str(refusal.value)


@settings(deadline=None)
@given(st.lists(st.lists(st.floats() | st.fractions() | st.integers(), max_size=4), max_size=4))
def test_fuzzed_tables_raise_nothing_but_documented_errors(rows: list[list[Score]]) -> None:
    try:
        scores = PairScores.of_matrix(rows)
    except EloError:
        return
    changes = rate_table([rated(1500)] * len(rows), scores)
    assert sum(change.delta for change in changes) == 0
