"""Error bars under each other."""

from hypothesis import given
from hypothesis import strategies as st

from tournaments.plots.intervals import intervals

KNOWN = st.tuples(st.floats(-500, 4_000), st.floats(0, 700))


def test_nothing_is_drawn_of_nothing() -> None:
    assert intervals([]) == []


def test_one_stands_in_the_middle() -> None:
    (only,) = intervals([(1500.0, 50.0)])
    assert (only.low, only.at, only.high) == ("0", "50", "100")


def test_wide_bars_are_cut_off() -> None:
    first, second, newcomer = intervals([(1600.0, 50.0), (1400.0, 50.0), (1500.0, 686.0)])
    assert (newcomer.low, newcomer.at, newcomer.high) == ("0", "50", "100")
    assert (second.low, first.high) == ("0", "100")


@given(st.lists(KNOWN, min_size=1, max_size=20))
def test_all_lie_within_and_in_order(known: list[tuple[float, float]]) -> None:
    for bar in intervals(known):
        assert 0 <= float(bar.low) <= float(bar.at) <= float(bar.high) <= 100
