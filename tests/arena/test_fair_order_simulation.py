"""Nobody is starved: a simulated day with a flood, beside first come, first served."""

from statistics import median

import pytest

from arena.fair_order import Waiting
from tests.arena.fair_order_simulation import (
    FLOODER,
    MODEST,
    Asked,
    Fair,
    FirstCome,
    demand,
    simulate,
)

SEEDS = (1, 2, 3)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_flood_does_not_starve_the_others(seed: int) -> None:
    asked = demand(seed)
    first, fair = simulate(asked, FirstCome()), simulate(asked, Fair())
    assert median(fair.modest) < median(first.modest) / 100
    assert max(fair.modest) < max(first.modest) / 50
    # It is no matter of luck: nobody ever waits for more than a few matches.
    assert max(fair.modest) < 3 * max(one.seconds for one in asked)
    for author in range(1, MODEST + 1):
        assert max(fair.of([author])) < max(first.of([author]))


@pytest.mark.parametrize("seed", SEEDS)
def test_whoever_floods_loses_only_what_the_others_want(seed: int) -> None:
    asked = demand(seed)
    first, fair = simulate(asked, FirstCome()), simulate(asked, Fair())
    assert fair.over_at < 1.02 * first.over_at  # nobody is idle for fairness' sake
    others = sum(one.seconds for one in asked if one.waiting.requester != FLOODER)
    in_all = sum(one.seconds for one in asked)
    lost = max(fair.of([FLOODER])) / max(first.of([FLOODER])) - 1
    assert lost < 1.1 * others / (in_all - others)


def test_a_flooder_is_not_starved_by_the_many_either() -> None:
    """Twenty who want a match each time that their last one begins leave an equal share."""
    asked = [
        Asked(Waiting(number, author, 3.0, 0.0), 0.0, 3.0)
        for number, author in enumerate(
            [FLOODER] * 100 + [author for author in range(1, MODEST + 1) for _ in range(50)]
        )
    ]
    fair = simulate(asked, Fair())
    begun_of_flooder = sorted(fair.of([FLOODER]))
    begun_of_others = sorted(fair.modest)
    # While everybody waits, it has one turn in every round.
    for turn in range(50):
        meanwhile = sum(begun < begun_of_flooder[turn] for begun in begun_of_others)
        assert (turn - 1) * MODEST <= meanwhile <= (turn + 1) * MODEST


def test_the_service_itself_gets_one_share() -> None:
    """What ladders ask for neither waits for ever nor goes before."""
    asked = [
        Asked(Waiting(number, who, 3.0, float(number)), 0.0, 3.0)
        for number, who in enumerate([None] * 500 + [1] * 100 + [2] * 100)
    ]
    fair = simulate(asked, Fair(), slots=3)
    for author in (1, 2):
        assert max(fair.waits[author]) == pytest.approx(max(fair.waits[None][:100]), abs=3.0)


def test_slow_bots_take_turns_from_their_own_author_only() -> None:
    """One author's matches take ten times as long as expected; both want all that they can get."""
    asked = [
        Asked(Waiting(number, author, 3.0, 0.0), 0.0, 30.0 if author == 1 else 3.0)
        for number, author in enumerate([1] * 50 + [2] * 500)
    ]
    fair = simulate(asked, Fair(), slots=1)
    half = fair.over_at / 2
    seconds = {
        author: each * sum(begun < half for begun in fair.waits[author])
        for author, each in ((1, 30.0), (2, 3.0))
    }
    assert seconds[1] == pytest.approx(seconds[2], rel=0.1)
