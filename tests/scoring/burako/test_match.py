"""The match (2F): target, ties, caps, time, who starts (2A.5), and corrections."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.burako import (
    SEED_RULES,
    BurakoRuleSet,
    EndReason,
    MatchOutcome,
    MatchProgress,
    MatchRefusedError,
    match_progress,
)

ARENA = BurakoRuleSet(hand_limit=40)
FOUR_HANDS = BurakoRuleSet(target_points=None, hand_limit=4)
TIMED = BurakoRuleSet(time_limit_minutes=60)


def after(*hands: tuple[int, int], rules: BurakoRuleSet = SEED_RULES) -> MatchProgress:
    return match_progress(rules, hands, seats=4)


def won_by(side: int | None, reason: EndReason = EndReason.TARGET) -> MatchOutcome:
    return MatchOutcome(reason, side)


def test_2I_M1_one_side_passes_the_target() -> None:
    progress = after((2790, 2400), (350, -260))
    assert progress.totals == (3140, 2140)
    assert progress.outcome == won_by(0)
    assert progress.next_starter is None


def test_2I_M2_both_pass_and_the_higher_wins() -> None:
    progress = after((2900, 2950), (295, 275))
    assert progress.totals == (3195, 3225)
    assert progress.outcome == won_by(1)


def test_2I_M3_an_exact_tie_plays_on() -> None:
    progress = after((3050, 3050))
    assert progress.outcome is None
    assert not progress.is_over
    assert after((3050, 3050), (-10, 0)).outcome == won_by(1)


def test_2F25_reaching_the_target_exactly_is_enough() -> None:
    assert after((3000, 0)).outcome == won_by(0)
    assert after((2995, 0)).outcome is None


def test_2F25_after_a_tie_both_may_fall_below_and_play_goes_on() -> None:
    assert after((3000, 3000), (-5, -10)).outcome is None
    assert after((3000, 3000), (-5, -10), (0, 400)).outcome == won_by(1)


def test_2F25_totals_may_be_negative() -> None:
    progress = after((-260, -100), (-40, 30))
    assert progress.running == ((-260, -100), (-300, -70))
    assert progress.to_target == (3300, 3070)


def test_2F25_the_cap_of_hands_decides_by_the_higher_total_and_equal_is_a_draw() -> None:
    hands = [(10, 5)] * 40
    assert match_progress(ARENA, hands[:39], seats=4).outcome is None
    assert match_progress(ARENA, hands, seats=4).outcome == won_by(0, EndReason.HANDS)
    level = [(10, 10)] * 40
    assert match_progress(ARENA, level, seats=4).outcome == won_by(None, EndReason.HANDS)


def test_2F25_a_tie_at_the_cap_is_a_draw_even_above_the_target() -> None:
    hands = [(0, 0)] * 39 + [(3100, 3100)]
    assert match_progress(ARENA, hands, seats=4).outcome == won_by(None, EndReason.HANDS)


def test_2F25_the_target_in_the_last_hand_wins_by_target() -> None:
    hands = [(0, 0)] * 39 + [(3100, 3000)]
    assert match_progress(ARENA, hands, seats=4).outcome == won_by(0)


def test_a_match_by_hands_ignores_the_points() -> None:
    progress = after((5000, 0), (0, 100), rules=FOUR_HANDS)
    assert progress.outcome is None
    assert (progress.hands_left, progress.to_target) == (2, None)
    assert progress.behind == (0, 4900)
    ended = after((0, 1), (0, 0), (0, 0), (0, 0), rules=FOUR_HANDS)
    assert ended.outcome == won_by(1, EndReason.HANDS)
    assert ended.hands_left == 0


def test_a_match_by_time_ends_when_the_caller_says_so() -> None:
    hands = [(200, 300)]
    assert match_progress(TIMED, hands, seats=2).outcome is None
    ended = match_progress(TIMED, hands, seats=2, time_is_up=True)
    assert ended.outcome == won_by(1, EndReason.TIME)
    assert match_progress(TIMED, [], seats=2, time_is_up=True).outcome == won_by(
        None, EndReason.TIME
    )


def test_time_does_not_overrule_a_target_reached_before() -> None:
    progress = match_progress(TIMED, [(3000, 2000)], seats=2, time_is_up=True)
    assert progress.outcome == won_by(0)


def test_time_cannot_end_a_match_without_a_time_limit() -> None:
    with pytest.raises(MatchRefusedError) as caught:
        match_progress(SEED_RULES, [], seats=2, time_is_up=True)
    assert caught.value.codes == {"time_not_limited"}


@pytest.mark.parametrize("seats", [2, 4])
def test_2A5_the_starter_moves_one_seat_clockwise(seats: int) -> None:
    starters = [
        match_progress(SEED_RULES, [(0, 5)] * n, seats=seats, first_starter=1).next_starter
        for n in range(6)
    ]
    assert starters == [(1 + n) % seats for n in range(6)]


@pytest.mark.parametrize(("seats", "starter"), [(3, 0), (4, 4), (2, -1)])
def test_impossible_seats_are_a_programming_error(seats: int, starter: int) -> None:
    with pytest.raises(ValueError, match="seat"):
        match_progress(SEED_RULES, [], seats=seats, first_starter=starter)


def test_before_the_first_hand_everybody_needs_everything() -> None:
    progress = after()
    assert (progress.totals, progress.to_target, progress.behind) == ((0, 0), (3000, 3000), (0, 0))
    assert progress.next_starter == 0


def test_hands_after_the_end_are_not_counted() -> None:
    """A correction of an early hand may end a match before the hands already written down."""
    progress = after((3000, 0), (0, 5000))
    assert progress.outcome == won_by(0)
    assert (progress.totals, progress.hands_after_end) == ((3000, 0), 1)


hand_totals = st.tuples(st.integers(-150, 250), st.integers(-150, 250)).map(
    lambda pair: (pair[0] * 5, pair[1] * 5)
)


@given(st.lists(hand_totals, max_size=45))
def test_the_end_is_the_first_hand_that_decides(hands: list[tuple[int, int]]) -> None:
    progress = match_progress(ARENA, hands, seats=4)
    for index, (first, second) in enumerate(progress.running):
        decided = max(first, second) >= 3000 and first != second
        is_last = index == len(progress.running) - 1
        assert not decided or (is_last and progress.outcome == won_by(int(second > first)))
    counted = hands[: len(progress.running)]
    assert progress.totals == (sum(a for a, _ in counted), sum(b for _, b in counted))
    assert len(counted) + progress.hands_after_end == len(hands)
    assert progress.is_over or not progress.hands_after_end
    # what is behind is made up by exactly that much
    if progress.outcome is None:
        level = match_progress(ARENA, [*hands, progress.behind], seats=4)
        assert level.totals[0] == level.totals[1]
