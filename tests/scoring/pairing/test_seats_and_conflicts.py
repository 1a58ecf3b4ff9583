"""Who sits first, in order of the rules; and what a hand-made round is told."""

from __future__ import annotations

import os
import subprocess
import sys

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
        ("", "F", "a", "swiss.seat_due"),
        ("FS", "SF", "a", "swiss.seat_alternates"),
        # Counting would contradict these: the first has sat first as often, or more often.
        ("FFFSS", "SSSFF", "a", "swiss.seat_alternates"),
        ("FS", "", "a", "swiss.seat_alternates"),
        ("", "SF", "a", "swiss.seat_other_alternates"),
        ("SSF", "SSSFF", "a", "swiss.seat_other_alternates"),
        # Both due to sit first: the stronger claim, then the greater lack, then
        # whoever had the other seat most recently, then the higher ranked.
        ("SS", "S", "a", "swiss.seat_yields"),
        ("S", "SS", "b", "swiss.seat_yields"),
        ("SS", "SSS", "b", "swiss.seat_yields"),
        ("FSS", "SFS", "a", "swiss.seat_yields"),
        ("SFS", "FSS", "b", "swiss.seat_yields"),
        # Both sat second twice running; who sat first less often lacks it more.
        ("FFFSS", "FFSS", "b", "swiss.seat_yields"),
        ("FFSS", "FFFSS", "a", "swiss.seat_yields"),
        ("S", "S", "a", "swiss.seat_by_rank"),
        ("F", "F", "b", "swiss.seat_by_rank"),
        ("FS", "SFFS", "a", "swiss.seat_by_rank"),
        ("SFSFS", "FSSFS", "b", "swiss.seat_by_past"),
        ("FSSFS", "SFSFS", "a", "swiss.seat_by_past"),
        ("FSFSF", "SFFSF", "a", "swiss.seat_by_past"),
    ],
)
def test_who_sits_first(a: str, b: str, first: str, code: str) -> None:
    seated, why = who_sits_first("a", "b", seats(a), seats(b), is_odd_table=True)
    assert (seated, why.code) == (first, code)


def test_seats_are_explained_in_words() -> None:
    said = {
        (a, b): str(who_sits_first("a", "b", seats(a), seats(b), is_odd_table=True)[1])
        for a, b in [("F", ""), ("", "SF"), ("SFSFS", "FSSFS"), ("F", "F"), ("S", "SS")]
    }
    assert said == {
        ("F", ""): "b sits first: first and second seats so far are 0-0 for b, 1-0 for a.",
        ("", "SF"): "a sits first: b sat first last time.",
        ("SFSFS", "FSSFS"): (
            "Both were equally due to sit first; where their seats last differed, b sat second."
        ),
        ("F", "F"): "Both were equally due to sit second; a does, being ranked higher.",
        ("S", "SS"): "Both were due to sit first; b has the stronger claim to it.",
    }


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
    assert conflict.text() == "a would sit first too often: first and second seats would be 3-0."
    turned: list[Fixed] = [FixedPairing("b", "a"), FixedPairing("c", "d"), FixedBye("e")]
    assert round_conflicts(turned, FIELD, past) == ()
    # Far out of balance, but on the way back.
    past += [PastMeeting(3, "a", "e"), PastMeeting(4, "a", "e")]
    assert [c.code for c in round_conflicts(turned, FIELD, past)] == []


def test_conflicts_come_in_the_order_of_the_round_whatever_the_hash_seed() -> None:
    script = (
        "from scoring.pairing import FixedPairing, round_conflicts\n"
        "edited = [FixedPairing(*pair) for pair in ('zy', 'xw', 'vu')]\n"
        "print(*(c.text() for c in round_conflicts(edited, [])))"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", script],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
        ).stdout
        for seed in range(3)
    }
    assert said == {" ".join(f"{who} is not entered." for who in "zyxwvu") + "\n"}


def test_a_second_bye_is_worded_truly_when_others_have_had_one_too() -> None:
    past: list[Past] = [*(PastBye(i, who) for i, who in enumerate("abcd", 1)), PastBye(5, "a")]
    edited: list[Fixed] = [FixedPairing("b", "c"), FixedPairing("d", "e"), FixedBye("a")]
    (conflict,) = round_conflicts(edited, FIELD, past)
    assert conflict.text() == "a has had more byes than others."


@pytest.mark.parametrize("turned", [False, True])
def test_a_rematch_names_the_latest_round_in_whatever_order_the_past_comes(turned: bool) -> None:
    past: list[Past] = [PastMeeting(1, "a", "b"), PastMeeting(4, "b", "a")]
    edited: list[Fixed] = [FixedPairing("a", "b"), FixedPairing("c", "d"), FixedBye("e")]
    (conflict,) = round_conflicts(edited, FIELD, past[::-1] if turned else past)
    assert conflict.text() == "a and b have met already (round 4)."
