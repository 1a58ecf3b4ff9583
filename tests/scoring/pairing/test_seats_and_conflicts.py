"""Who sits first, in order of the rules; and what a hand-made round is told."""

from __future__ import annotations

import pytest

from scoring.pairing import (
    Fixed,
    FixedBye,
    FixedPairing,
    Past,
    PastBye,
    PastMeeting,
    Seat,
    SeatHistory,
    SwissEntrant,
    round_conflicts,
)
from scoring.pairing.seats import who_sits_first


def seats(letters: str) -> SeatHistory:
    return SeatHistory(tuple({"F": Seat.FIRST, "S": Seat.SECOND}[letter] for letter in letters))


@pytest.mark.parametrize(
    ("a", "b", "first", "code"),
    [
        ("", "", "a", "swiss.seat_by_number"),
        ("F", "S", "b", "swiss.seat_due"),
        ("S", "", "a", "swiss.seat_due"),
        ("", "S", "b", "swiss.seat_due"),
        ("FS", "SF", "a", "swiss.seat_alternates"),
        # Both due to sit first: the stronger claim, then the larger surplus, then
        # whoever had the other seat most recently, then the higher ranked.
        ("SS", "S", "a", "swiss.seat_yields"),
        ("S", "SS", "b", "swiss.seat_yields"),
        ("SS", "SSS", "b", "swiss.seat_yields"),
        ("FSS", "SFS", "a", "swiss.seat_yields"),
        ("SFS", "FSS", "b", "swiss.seat_yields"),
        ("S", "S", "a", "swiss.seat_yields"),
        ("F", "F", "b", "swiss.seat_yields"),
        ("SFSFS", "FSSFS", "b", "swiss.seat_yields"),
        ("FSSFS", "SFSFS", "a", "swiss.seat_yields"),
    ],
)
def test_who_sits_first(a: str, b: str, first: str, code: str) -> None:
    seated, why = who_sits_first("a", "b", seats(a), seats(b), is_odd_table=True)
    assert (seated, why.code) == (first, code)


def test_the_tables_number_alternates_level_seats() -> None:
    assert who_sits_first("a", "b", seats(""), seats(""), is_odd_table=False)[0] == "b"


FIELD = [SwissEntrant(who, i) for i, who in enumerate("abcde")]


def codes(*edited: FixedPairing | FixedBye, past: list[Past] | None = None) -> list[str]:
    return [conflict.code for conflict in round_conflicts(edited, FIELD, past or [])]


def test_a_sound_round_has_no_conflicts() -> None:
    assert codes(FixedPairing("a", "b"), FixedPairing("c", "d"), FixedBye("e")) == []


@pytest.mark.parametrize(
    ("edited", "past", "code"),
    [
        ([FixedPairing("a", "b")], [PastMeeting(1, "b", "a")], "conflict.rematch"),
        ([FixedPairing("a", "b"), FixedPairing("a", "c")], [], "conflict.twice"),
        ([FixedPairing("a", "b")], [], "conflict.missing"),
        ([FixedPairing("a", "z")], [], "conflict.unknown"),
        ([FixedPairing("a", "a")], [], "conflict.self"),
        ([FixedBye("a")], [PastBye(1, "a")], "conflict.second_bye"),
        (
            [FixedPairing("a", "b")],
            [PastMeeting(1, "a", "c"), PastMeeting(2, "a", "d")],
            "conflict.seat",
        ),
    ],
)
def test_conflicts_are_named(
    edited: list[FixedPairing | FixedBye], past: list[Past], code: str
) -> None:
    assert code in codes(*edited, past=past)


def test_the_absent_are_named_and_an_unplayed_match_is_no_rematch() -> None:
    field = [SwissEntrant("a", 1), SwissEntrant("b", 2, plays=False)]
    past = [PastMeeting(1, "a", "b", played=False)]
    conflicts = round_conflicts([FixedPairing("a", "b")], field, past)
    assert [c.text({"b": "Bea"}) for c in conflicts] == ["Bea does not play this round."]


def test_a_third_step_out_of_balance_is_worded() -> None:
    past: list[Past] = [PastMeeting(1, "a", "c"), PastMeeting(2, "a", "d")]
    edited: list[Fixed] = [FixedPairing("a", "b"), FixedPairing("c", "d"), FixedBye("e")]
    (conflict,) = round_conflicts(edited, FIELD, past)
    assert conflict.text() == "a would sit first 3 times more often than the other seat."
    turned: list[Fixed] = [FixedPairing("b", "a"), FixedPairing("c", "d"), FixedBye("e")]
    assert round_conflicts(turned, FIELD, past) == ()
