"""Swiss: the best round of all on small fields, and the promises kept on large ones."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.pairing import (
    FixedBye,
    FixedPairing,
    PairingError,
    Past,
    PastBye,
    PastMeeting,
    Round,
    SwissEntrant,
    pair_swiss_round,
)
from tests.scoring.pairing.brute_force import Judge
from tests.scoring.pairing.strategies import play_swiss, swiss_fields


def entrants(*scores: float) -> list[SwissEntrant]:
    return [SwissEntrant(i, i, Fraction(score)) for i, score in enumerate(scores, start=1)]


def pairs(made: Round) -> set[frozenset[int | str]]:
    return {pairing.both for pairing in made.pairings}


def met(*games: tuple[int, int]) -> list[Past]:
    return [PastMeeting(1, a, b) for a, b in games]


# --- worked examples ---


def test_round_one_pairs_the_higher_half_with_the_lower() -> None:
    made = pair_swiss_round(1, entrants(0, 0, 0, 0, 0, 0, 0, 0))
    assert [(p.first, p.second) for p in made.pairings] == [(1, 5), (6, 2), (3, 7), (8, 4)]
    assert [p.table for p in made.pairings] == [1, 2, 3, 4]


def test_equal_scores_meet_and_a_past_opponent_is_passed_over() -> None:
    made = pair_swiss_round(2, entrants(1, 1, 1, 1, 0, 0), met((1, 3)))
    assert pairs(made) == {frozenset((1, 4)), frozenset((2, 3)), frozenset((5, 6))}


def test_the_lowest_of_an_odd_group_floats_to_the_top_of_the_next() -> None:
    made = pair_swiss_round(2, entrants(1, 1, 1, 0, 0, 0))
    assert pairs(made) == {frozenset((1, 2)), frozenset((3, 4)), frozenset((5, 6))}
    assert [p.downfloater for p in made.pairings] == [None, 3, None]


def test_whoever_floated_last_round_is_spared() -> None:
    history = [PastMeeting(1, 3, 6, downfloater=3)]
    made = pair_swiss_round(2, entrants(1, 1, 1, 0, 0, 0), history)
    assert pairs(made) == {frozenset((1, 3)), frozenset((2, 4)), frozenset((5, 6))}


def test_two_leaders_who_have_met_both_float() -> None:
    made = pair_swiss_round(4, entrants(3, 3, 2, 2, 1, 1), met((1, 2)))
    assert pairs(made) == {frozenset((1, 3)), frozenset((2, 4)), frozenset((5, 6))}


def test_a_rematch_is_made_only_when_no_round_is_left_without_one() -> None:
    history = met((1, 2), (3, 4), (1, 3), (2, 4), (1, 4), (2, 3), (1, 2), (3, 4))
    made = pair_swiss_round(5, entrants(3, 2, 1, 0), history)
    assert pairs(made) == {frozenset((1, 3)), frozenset((2, 4))}
    assert {r.code for p in made.pairings for r in p.reasons} >= {"swiss.rematch"}


def test_fewer_rematches_count_before_how_often_those_two_have_met() -> None:
    history = met((1, 2), (1, 2), (1, 2), (1, 3), (2, 4), (1, 4), (2, 3))
    made = pair_swiss_round(5, entrants(3, 2, 1, 0), history)
    assert pairs(made) == {frozenset((1, 2)), frozenset((3, 4))}


@pytest.mark.parametrize(
    ("below", "also_met"),
    # All below can take any floater, by Dirac's theorem; or it takes an exact matching to see.
    [((0, 0), ()), ((0, 0, 0, 0), ((7, 8), (9, 10), (7, 9)))],
)
def test_those_float_who_can_be_paired_in_the_next_group(
    below: tuple[int, ...], also_met: tuple[tuple[int, int], ...]
) -> None:
    # 1 has met the whole group, so 1 and one more must float; 4 would have to float on.
    history = met((1, 2), (1, 3), (1, 4), (4, 5), (4, 6), *also_met)
    field = entrants(2, 2, 2, 2, 1, 1, *below)
    made = pair_swiss_round(6, field, history)
    upper = {pair for pair in pairs(made) if pair & {1, 2, 3, 4, 5, 6}}
    assert upper == {frozenset((2, 4)), frozenset((1, 5)), frozenset((3, 6))}
    assert pairs(made) == Judge(6, field, history).best()[0]


def test_the_bye_goes_to_the_lowest_score_without_one() -> None:
    made = pair_swiss_round(2, entrants(1, 1, 0, 0, 0), [PastBye(1, 5)])
    assert [bye.competitor for bye in made.byes] == [4]
    assert made.byes[0].reasons[0].code == "swiss.bye"


def test_a_forfeit_winner_gets_the_bye_after_those_who_played() -> None:
    history = [PastMeeting(1, 5, 4, played=False, forfeit_winner=5)]
    made = pair_swiss_round(2, entrants(1, 1, 0, 0, 0), history)
    assert [bye.competitor for bye in made.byes] == [4]
    assert made.byes[0].reasons[0].code == "swiss.bye_passed_over"


def test_a_forfeited_match_may_be_paired_again_and_gave_no_seat() -> None:
    history = [PastMeeting(1, 1, 2, played=False)]
    made = pair_swiss_round(2, entrants(1, 1), history)
    assert pairs(made) == {frozenset((1, 2))}
    assert made.pairings[0].reasons[-1].code == "swiss.seat_by_number"


def test_the_withdrawn_are_left_out_and_late_entries_join_their_score() -> None:
    field = [*entrants(1, 1, 0, 0), SwissEntrant("late", 99, 0)]
    field[0] = SwissEntrant(1, 1, 1, plays=False)
    made = pair_swiss_round(2, field, met((1, 3), (2, 4)))
    assert pairs(made) == {frozenset((2, 3)), frozenset((4, "late"))}
    assert not made.byes


def test_fixed_pairings_stand_and_the_rest_is_paired_around_them() -> None:
    made = pair_swiss_round(
        1, entrants(0, 0, 0, 0, 0, 0, 0), fixed=[FixedPairing(2, 1), FixedBye(4)]
    )
    by_hand = made.pairings[0]
    assert (by_hand.first, by_hand.second) == (2, 1)
    assert [reason.code for reason in by_hand.reasons] == ["swiss.manual", "swiss.seat_by_hand"]
    assert pairs(made) == {frozenset((1, 2)), frozenset((3, 6)), frozenset((5, 7))}
    assert [bye.competitor for bye in made.byes] == [4]


def test_seats_alternate_and_balance() -> None:
    history: list[Past] = [PastMeeting(1, 1, 3), PastMeeting(1, 4, 2)]
    made = pair_swiss_round(2, entrants(1, 1, 0, 0), history)
    seats = {(p.first, p.second) for p in made.pairings}
    assert seats == {(2, 1), (3, 4)}


def test_everyone_alone_or_nobody_at_all_is_a_round_too() -> None:
    assert pair_swiss_round(1, []) == Round(1, ())
    alone = pair_swiss_round(1, entrants(0))
    assert [bye.competitor for bye in alone.byes] == [1]


# --- against every possible round ---


@settings(max_examples=150, deadline=None)
@given(swiss_fields(most=8))
def test_no_other_round_is_better_by_the_published_priorities(
    field: tuple[int, list[SwissEntrant], list[Past]],
) -> None:
    made = pair_swiss_round(*field)
    best_pairs, best_bye = Judge(*field).best()
    assert pairs(made) == best_pairs
    assert [bye.competitor for bye in made.byes] == ([] if best_bye is None else [best_bye])


@settings(max_examples=25, deadline=None)
@given(swiss_fields(most=10))
def test_no_other_round_is_better_for_up_to_ten(
    field: tuple[int, list[SwissEntrant], list[Past]],
) -> None:
    assert pairs(pair_swiss_round(*field)) == Judge(*field).best()[0]


@settings(max_examples=60, deadline=None)
@given(swiss_fields(most=24))
def test_no_rematch_while_one_can_be_avoided(
    field: tuple[int, list[SwissEntrant], list[Past]],
) -> None:
    number, field_entrants, history = field
    made = pair_swiss_round(number, field_entrants, history)
    played = {
        frozenset((p.first, p.second)) for p in history if isinstance(p, PastMeeting) and p.played
    }
    fresh: nx.Graph[int | str] = nx.Graph()
    seated = [who for p in made.pairings for who in (p.first, p.second)]
    fresh.add_nodes_from(seated)
    fresh.add_edges_from(
        (a, b) for a in seated for b in seated if a != b and frozenset((a, b)) not in played
    )
    avoidable = len(nx.max_weight_matching(fresh, maxcardinality=True))
    assert sum(pairing.both not in played for pairing in made.pairings) == avoidable


@settings(deadline=None)
@given(swiss_fields(most=12), st.randoms())
def test_the_order_of_the_input_does_not_matter(
    field: tuple[int, list[SwissEntrant], list[Past]], rng: random.Random
) -> None:
    number, field_entrants, history = field
    made = pair_swiss_round(number, field_entrants, history)
    rng.shuffle(field_entrants)
    rng.shuffle(history)
    assert pair_swiss_round(number, field_entrants, history) == made


@settings(deadline=None)
@given(swiss_fields(most=24))
def test_each_round_seats_everyone_who_plays_exactly_once(
    field: tuple[int, list[SwissEntrant], list[Past]],
) -> None:
    made = pair_swiss_round(*field)
    seated = [who for p in made.pairings for who in (p.first, p.second)]
    seated += [bye.competitor for bye in made.byes]
    assert Counter(seated) == Counter(e.competitor for e in field[1] if e.plays)
    assert len(made.byes) == len(seated) % 2


# --- whole tournaments ---


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 20), st.integers(1, 12), st.integers(0, 10**6))
def test_byes_differ_by_at_most_one(count: int, rounds: int, seed: int) -> None:
    byes: Counter[int | str] = Counter(dict.fromkeys(range(count), 0))
    for made in play_swiss(count, rounds, seed):
        byes.update(bye.competitor for bye in made.byes)
        assert max(byes.values()) - min(byes.values()) <= 1


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("count", "rounds"), [(16, 5), (33, 7), (64, 9)])
def test_a_normal_tournament_has_no_rematch_and_balanced_seats(
    count: int, rounds: int, seed: int
) -> None:
    surplus: Counter[int | str] = Counter()
    games: Counter[frozenset[int | str]] = Counter()
    for made in play_swiss(count, rounds, seed):
        games.update(p.both for p in made.pairings)
        surplus.update(p.first for p in made.pairings)
        surplus.subtract(p.second for p in made.pairings)
        assert all(abs(value) <= 2 for value in surplus.values())
    assert set(games.values()) == {1}
    uneven = sum(abs(value) == 2 for value in surplus.values())
    assert uneven <= count // 4


def test_a_large_field_is_paired_without_rematch() -> None:
    games = Counter(p.both for made in play_swiss(512, 12, seed=3) for p in made.pairings)
    assert set(games.values()) == {1}
    assert sum(games.values()) == 12 * 256


# --- refusals ---


@pytest.mark.parametrize(
    ("code", "call"),
    [
        ("round_out_of_range", lambda: pair_swiss_round(0, [])),
        ("duplicate_competitor", lambda: pair_swiss_round(1, [SwissEntrant("a", 1)] * 2)),
        (
            "duplicate_seed",
            lambda: pair_swiss_round(1, [SwissEntrant("a", 1), SwissEntrant("b", 1)]),
        ),
        ("history_not_past", lambda: pair_swiss_round(1, entrants(0, 0), [PastBye(1, 1)])),
        ("unknown_competitor", lambda: pair_swiss_round(2, entrants(0, 0), [PastBye(1, 7)])),
        ("unknown_competitor", lambda: pair_swiss_round(1, entrants(0), fixed=[FixedBye(7)])),
        ("paired_with_self", lambda: PastMeeting(1, 1, 1)),
        ("forfeit_but_played", lambda: PastMeeting(1, 1, 2, forfeit_winner=1)),
        ("winner_not_in_match", lambda: PastMeeting(1, 1, 2, played=False, forfeit_winner=3)),
        ("floater_not_in_match", lambda: PastMeeting(1, 1, 2, downfloater=3)),
        (
            "paired_with_self",
            lambda: pair_swiss_round(1, entrants(0, 0), fixed=[FixedPairing(1, 1)]),
        ),
        (
            "fixed_twice",
            lambda: pair_swiss_round(1, entrants(0, 0), fixed=[FixedPairing(1, 2), FixedBye(1)]),
        ),
        (
            "not_playing",
            lambda: pair_swiss_round(1, [SwissEntrant(1, 1, plays=False)], fixed=[FixedBye(1)]),
        ),
    ],
)
def test_refuses(code: str, call: object) -> None:
    assert callable(call)
    with pytest.raises(PairingError) as refusal:
        call()
    assert refusal.value.code == code
