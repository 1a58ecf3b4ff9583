"""Knockout: seeding, byes, third place, walkovers, corrections."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.pairing import (
    Bracket,
    Correction,
    Entrant,
    MatchState,
    Outcome,
    PairingError,
    bracket_state,
    correct_results,
    knockout,
    seed_order,
)


def play_out(bracket: Bracket, *, better_wins: bool = True) -> dict[int, int | str | Outcome]:
    """Play every match; the competitors are their own seed numbers."""
    results: dict[int, int | str | Outcome] = {}
    while True:
        ready = [state for state in bracket_state(bracket, results) if state.is_ready]
        if not ready:
            return results
        for state in ready:
            both = sorted((state.a, state.b), key=lambda who: int(who or 0))
            winner = both[0] if better_wins else both[1]
            assert winner is not None
            results[state.match.number] = winner


def final_state(bracket: Bracket, results: dict[int, int | str | Outcome]) -> MatchState:
    return next(s for s in bracket_state(bracket, results) if s.match == bracket.final)


def test_seeds_of_sixteen_stand_as_in_every_printed_bracket() -> None:
    pairs = list(zip(seed_order(16)[::2], seed_order(16)[1::2], strict=True))
    assert [set(pair) for pair in pairs] == [
        {1, 16}, {8, 9}, {5, 12}, {4, 13}, {3, 14}, {6, 11}, {7, 10}, {2, 15},
    ]  # fmt: skip


@settings(deadline=None)
@given(st.integers(0, 8).map(lambda power: 2**power))
def test_the_best_meet_as_late_as_possible(size: int) -> None:
    position = {seed: i for i, seed in enumerate(seed_order(size))}
    assert sorted(position) == list(range(1, size + 1))
    rounds = size.bit_length() - 1
    for a, b in combinations(range(1, min(size, 32) + 1), 2):
        meets_in = (position[a] ^ position[b]).bit_length()
        # The 2^k best, with 2^k >= b, are still apart when only 2^k are left.
        assert meets_in >= rounds + 1 - (b - 1).bit_length()


@settings(deadline=None)
@given(st.integers(2, 70), st.booleans())
def test_byes_go_to_the_top_seeds_and_the_better_always_win_through(
    count: int, third_place: bool
) -> None:
    third_place = third_place and count >= 4
    bracket = knockout(range(1, count + 1), third_place=third_place)
    size = 1 << (count - 1).bit_length()
    assert len(bracket.matches) == count - 1 + third_place
    first_round = [m for m in bracket.matches if m.round == 1]
    playing = {s.seed for m in first_round for s in (m.a, m.b) if isinstance(s, Entrant)}
    assert playing == set(range(size - count + 1, count + 1))
    results = play_out(bracket)
    assert len(results) == len(bracket.matches)
    final = final_state(bracket, results)
    assert {final.a, final.b} == {1, 2}
    assert final.winner == 1
    if third_place:
        (third,) = (s for s in bracket_state(bracket, results) if s.match.is_third_place)
        assert {third.a, third.b} == {3, 4}


def test_results_advance_and_a_corrected_one_moves_the_other_on() -> None:
    bracket = knockout(["a", "b", "c", "d"], third_place=True)
    before = bracket_state(bracket, {})
    assert [s.is_ready for s in before] == [True, True, False, False]
    played = bracket_state(bracket, {1: "a", 2: "c"})
    third, final = played[2], played[3]
    assert {third.a, third.b} == {"d", "b"}
    assert {final.a, final.b} == {"a", "c"}
    corrected = bracket_state(bracket, {1: "d", 2: "c"})
    assert {corrected[3].a, corrected[3].b} == {"d", "c"}


def test_a_correction_drops_what_others_have_to_play_now_and_says_so() -> None:
    bracket = knockout(["a", "b", "c", "d"], third_place=True)
    results = {1: "a", 2: "b", 3: "d", 4: "b"}
    corrected = correct_results(bracket, results, {1: "d"})
    # The winner of the final, b, is still in it, but b beat a there, not d.
    assert corrected.kept == {1: "d", 2: "b"}
    assert [dropped.why.text() for dropped in corrected.dropped] == [
        "The result of match 3 falls away: d and c no longer meet there.",
        "The result of match 4 falls away: a and b no longer meet there.",
    ]
    assert [(one.match, one.result) for one in corrected.dropped] == [(3, "d"), (4, "b")]
    taken_back = correct_results(bracket, results, {2: None})
    assert taken_back.kept == {1: "a"}
    together = correct_results(bracket, results, {1: "d", 4: "d"})
    assert together.kept == {1: "d", 2: "b", 4: "d"}
    assert [one.match for one in together.dropped] == [3]


@settings(deadline=None)
@given(st.integers(2, 12), st.booleans(), st.integers(0, 10**6))
def test_a_correction_equals_having_entered_it_right_the_first_time(
    count: int, third_place: bool, seed: int
) -> None:
    rng = random.Random(seed)
    bracket = knockout(range(1, count + 1), third_place=third_place and count >= 4)
    results: dict[int, int | str | Outcome] = {}
    for match in bracket.matches:
        state = next(s for s in bracket_state(bracket, results) if s.match == match)
        if state.is_ready and rng.random() < 0.9:
            results[match.number] = rng.choice((state.a or 0, state.b or 0, *Outcome))
    before = {state.match.number: state for state in bracket_state(bracket, results)}
    assert correct_results(bracket, results, results) == Correction(results, ())
    if not results:
        return
    number = rng.choice(sorted(results))
    now = rng.choice((before[number].a or 0, before[number].b or 0, *Outcome, None))
    corrected = correct_results(bracket, results, {number: now})
    after = {state.match.number: state for state in bracket_state(bracket, corrected.kept)}
    assert corrected.kept.get(number) == now
    dropped = {one.match for one in corrected.dropped}
    for played, result in results.items():
        if played != number:
            was, then = before[played], after[played]
            assert (played in dropped) == ((was.a, was.b) != (then.a, then.b))
            assert corrected.kept.get(played) == (None if played in dropped else result)


def test_after_a_double_no_show_the_next_opponent_walks_over() -> None:
    bracket = knockout([1, 2, 3, 4], third_place=True)
    states = bracket_state(bracket, {1: Outcome.DOUBLE_NO_SHOW, 2: 2})
    third, final = states[2], states[3]
    assert (final.winner, final.is_walkover, final.is_over) == (2, True, True)
    assert (third.winner, third.is_walkover) == (3, True)
    nobody = bracket_state(bracket, {1: Outcome.DOUBLE_NO_SHOW, 2: Outcome.DOUBLE_NO_SHOW})
    assert (nobody[3].winner, nobody[3].is_over) == (None, True)


def test_matches_say_why() -> None:
    bracket = knockout(list("abcdef"), third_place=True)
    assert [match.why.text() for match in bracket.matches] == [
        "Seeds 5 and 4 meet: the bracket keeps the best apart longest.",
        "Seeds 3 and 6 meet: the bracket keeps the best apart longest.",
        "Here seed 1 meets the winner of match 1.",
        "Here the winner of match 2 meets seed 2.",
        "The losers of the semi-finals play for third place.",
        "Here the winner of match 3 meets the winner of match 4.",
    ]


FOUR = knockout([1, 2, 3, 4])


@pytest.mark.parametrize(
    ("code", "call"),
    [
        ("too_few_competitors", lambda: knockout([1])),
        ("duplicate_competitor", lambda: knockout([1, 1])),
        ("no_semi_finals", lambda: knockout([1, 2, 3], third_place=True)),
        ("size_not_power_of_two", lambda: seed_order(6)),
        ("size_not_power_of_two", lambda: seed_order(0)),
        ("match_unknown", lambda: bracket_state(FOUR, {9: 1})),
        ("match_unknown", lambda: correct_results(FOUR, {}, {9: 1})),
        ("winner_not_in_match", lambda: correct_results(FOUR, {1: 1}, {1: 2})),
        ("winner_not_in_match", lambda: correct_results(FOUR, {1: 2}, {})),
        ("match_not_ready", lambda: correct_results(FOUR, {1: 1, 2: 2}, {1: None, 3: 2})),
        ("match_not_ready", lambda: bracket_state(FOUR, {3: 1})),
        ("winner_not_in_match", lambda: bracket_state(FOUR, {1: 2})),
        (
            "match_is_walkover",
            lambda: bracket_state(FOUR, {1: Outcome.DOUBLE_NO_SHOW, 2: 2, 3: 2}),
        ),
    ],
)
def test_refuses(code: str, call: object) -> None:
    assert callable(call)
    with pytest.raises(PairingError) as refusal:
        call()
    assert refusal.value.code == code


@settings(deadline=None)
@given(
    st.integers(2, 9),
    st.dictionaries(
        st.integers(0, 10), st.integers(1, 9) | st.just(Outcome.DOUBLE_NO_SHOW), max_size=10
    ),
)
def test_fuzzed_results_raise_nothing_but_documented_errors(
    count: int, results: dict[int, int | Outcome]
) -> None:
    try:
        states = bracket_state(knockout(range(1, count + 1)), dict(results))
    except PairingError:
        return
    assert len(states) == count - 1
