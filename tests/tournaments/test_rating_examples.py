"""Ratings worked out by hand, to the last micro-Elo, beside what a ladder makes of the results.

Everybody begins at 1500. K is 400 * 6 / (6 + results so far), rounded down: 400 for a newcomer, 342
for the second result. Whoever is d points above somebody is expected to take
E(d) = 10^(d/400) / (1 + 10^(d/400)) of a deal set.
"""

from collections.abc import Sequence
from fractions import Fraction

import pytest

from scoring.elo import PairScores
from scoring.ladder import Member
from tests.tournaments.ladder_kit import bots, ladder_made, result_between
from tournaments.models import Encounter, Ladder, Rating, RatingEvent
from tournaments.results import RatedResult
from tournaments.services.rating_rebuild import ratings_rebuild
from tournaments.services.ratings import rating_result_record, rating_result_void

pytestmark = pytest.mark.django_db


def record(ladder: Ladder, number: int, sides: Sequence[Sequence[int]], scores: PairScores) -> None:
    rating_result_record(
        result=RatedResult(
            ladder_id=ladder.pk,
            source=f"match:{number}",
            sides=tuple(tuple(Member(who) for who in side) for side in sides),
            scores=scores,
            points=tuple(range(len(sides))),
            games=8,
        )
    )


def values(ladder: Ladder, who: Sequence[int]) -> list[int]:
    """Ratings in micro-Elo, in the order of `who`."""
    found = dict(Rating.objects.filter(ladder=ladder).values_list("competitor", "value"))
    return [found[one] for one in who]


def test_two_sides() -> None:
    ladder, (ana, boris) = ladder_made(), bots(2)
    # Both are newcomers, so one half is expected. Ana takes 3/4:
    #   400 * (3/4 - 1/2) = 100, from Boris to Ana.
    rating_result_record(result=result_between(ladder, 1, ana, boris, Fraction(3, 4)))
    assert values(ladder, [ana, boris]) == [1_600_000_000, 1_400_000_000]
    # Ana is 200 points ahead: 10^(200/400) is the square root of 10, 3.162278, and
    #   E(200) = 3.162278 / 4.162278 = 0.7597469266. They share the set, K is 342 for both:
    #   342 * (0.5 - 0.7597469266) = -88.833449.
    rating_result_record(result=result_between(ladder, 2, ana, boris, Fraction(1, 2)))
    assert values(ladder, [ana, boris]) == [1_511_166_551, 1_488_833_449]
    event = RatingEvent.objects.get(competitor=ana, number=2)
    assert event.delta == -88_833_449
    assert event.expected == pytest.approx(0.7597469266, abs=1e-10)
    # Was the first one never played? Then the second was level between equals: nothing moves.
    rating_result_void(source="match:1")
    assert values(ladder, [ana, boris]) == [1_500_000_000, 1_500_000_000]
    assert RatingEvent.objects.get(competitor=ana, number=3).delta == -11_166_551


def test_a_newcomer_and_somebody_known() -> None:
    ladder, (ana, boris, carla) = ladder_made(), bots(3)
    for number in range(1, 7):  # level between equals: nothing moves, but K falls
        rating_result_record(result=result_between(ladder, number, ana, boris, Fraction(1, 2)))
    # After six results K is 400 * 6 / 12 = 200 for Ana, and 400 for Carla, who is new. Carla takes
    # all: 400 * 1/2 = 200 up for her, 200 * 1/2 = 100 down for Ana. That sums to zero only when it
    # is divided by each one's K: what is learnt of a newcomer does not come out of others' pockets.
    rating_result_record(result=result_between(ladder, 7, carla, ana, Fraction(1)))
    assert values(ladder, [carla, ana, boris]) == [1_700_000_000, 1_400_000_000, 1_500_000_000]


def test_a_table_of_four() -> None:
    ladder, who = ladder_made("durak/volga", 4), bots(4)
    # Durak has only a loser, who has lost to each of the others; these are level. Of four
    # newcomers the last one loses every game of the set:
    #   the others take (1/2 + 1/2 + 1) / 3 = 2/3 of it: 400 * (2/3 - 1/2) = 66.666667;
    #   the loser takes nothing of it:                    400 * (0 - 1/2)  = -200.
    # Three times 66.666667 are 200.000001: one of the three gets a micro-Elo less, the last one.
    record(ladder, 1, [[one] for one in who], PairScores.of_points([1, 1, 1, 0]))
    assert values(ladder, who) == [1_566_666_667, 1_566_666_667, 1_566_666_666, 1_300_000_000]
    row = Rating.objects.get(competitor=who[0])
    assert (row.won, row.level, row.lost) == (1, 0, 0), "more than half of the set"
    met = Encounter.objects.filter(competitor=who[0]).order_by("opponent")
    assert [(one.won, one.level) for one in met] == [(0, 1), (0, 1), (1, 0)]


def test_a_table_of_four_where_everybody_loses_once() -> None:
    ladder, who = ladder_made("durak/volga", 4), bots(4)
    # Eight boards; they lose 1, 1, 2 and 4 of them. The first against the last: 1 lost, 4 won, 3
    # level, which is (4 + 3/2) / 8 = 11/16; against the third (2 + 5/2) / 8 = 9/16; against the
    # second 8/16. So of the three others together they take
    #   first: (8 + 9 + 11) / 48 = 28/48, second: the same, third: 24/48, fourth: 16/48, which are
    #   400 * (28/48 - 1/2) = 33.333333 twice, nothing, and 400 * (16/48 - 1/2) = -66.666667.
    # A micro-Elo is left over; among equal thirds of it the first in order gets it.
    lost = (1, 1, 2, 4)
    boards = [(seat,) for seat, times in enumerate(lost) for _ in range(times)]
    record(ladder, 1, [[one] for one in who], PairScores.of_losers(4, boards))
    assert values(ladder, who) == [1_533_333_334, 1_533_333_333, 1_500_000_000, 1_433_333_333]


def test_pairs() -> None:
    ladder, (a, b, c, d, e, f) = ladder_made("burako/pairs", 4), bots(6)
    # Four newcomers; a and b take 5/8: each of them moves as a single player would,
    #   400 * (5/8 - 1/2) = 50.
    record(ladder, 1, [[a, b], [c, d]], PairScores.of_two(Fraction(5, 8)))
    assert values(ladder, [a, b, c, d]) == [1_550_000_000] * 2 + [1_450_000_000] * 2
    # Now a plays with the newcomer e, and c with the newcomer f. A pair is as strong as its mean:
    #   (1550 + 1500) / 2 = 1525 and (1450 + 1500) / 2 = 1475, so E(50) = 0.5714631174.
    # a and e lose it all; K is 342 for those who have played and 400 for the new ones:
    #   342 * -0.5714631174 = -195.440386 and 400 * -0.5714631174 = -228.585247.
    record(ladder, 2, [[a, e], [c, f]], PairScores.of_two(Fraction(0)))
    assert values(ladder, [a, e, c, f]) == [
        1_354_559_614, 1_271_414_753, 1_645_440_386, 1_728_585_247,
    ]  # fmt: skip
    assert values(ladder, [b, d]) == [1_550_000_000, 1_450_000_000], "they did not play"
    partners = Encounter.objects.filter(competitor=a, opponent=b)
    assert not partners.exists(), "who plays together does not meet"
    assert ratings_rebuild(ladder_id=ladder.pk).is_identical


def test_raw_points_do_not_move_ratings() -> None:
    """They stand beside the result: a set of large wins counts as one of small wins."""
    ladder, (ana, boris) = ladder_made(), bots(2)
    rating_result_record(
        result=result_between(ladder, 1, ana, boris, Fraction(1, 2), points=(9_000, -9_000))
    )
    assert values(ladder, [ana, boris]) == [1_500_000_000, 1_500_000_000]
    assert Rating.objects.get(competitor=ana).points == 9_000
