"""The book of a match: what is accepted, what is refused and why, and what never changes."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.burako import (
    BOOK_TEMPLATES,
    TEMPLATES,
    BookCode,
    BookRefusedError,
    BookStatus,
    BurakoRuleSet,
    EndReason,
    Entry,
    EntryKind,
    EntryRefusedError,
    MatchOutcome,
)
from tests.scoring.burako.books import (
    AWAY_POINTS,
    AWAY_WINS,
    HOME_POINTS,
    HOME_WINS,
    LEVEL,
    Payload,
    Writer,
    played_tiles,
    side,
)
from tests.scoring.burako.strategies import json_values

SHORT = BurakoRuleSet(target_points=1000)
THREE_HANDS = BurakoRuleSet(target_points=None, hand_limit=3)
TIMED = BurakoRuleSet(target_points=1000, time_limit_minutes=60)
IMPOSSIBLE: Payload = {
    "sides": [{**HOME_WINS["sides"][0], "laid_points": 3}, HOME_WINS["sides"][1]]
}


def finished() -> Writer:
    writer = Writer.of(SHORT)
    writer.hand(HOME_WINS)
    writer.hand(HOME_WINS)
    return writer


def confirmed() -> Writer:
    writer = finished()
    writer.confirm(0, 1)
    return writer


def refused(writer: Writer, kind: str, **payload: object) -> str:
    before = writer.book
    with pytest.raises(BookRefusedError) as caught:
        writer.write(kind, **payload)
    assert writer.book is before
    assert "%(" not in caught.value.message.text()
    return caught.value.code


# The course of a match


def test_hands_add_up_and_the_next_starter_moves_on() -> None:
    writer = Writer.of(starter=1)
    writer.hand(HOME_WINS)
    writer.hand(AWAY_WINS)
    assert writer.book.progress.totals == (HOME_POINTS + AWAY_POINTS,) * 2
    assert writer.book.progress.next_starter == 1
    assert writer.book.status is BookStatus.PLAYING
    assert (writer.book.seq, writer.book.changed_seq) == (2, 2)


def test_a_hand_that_somebody_else_wrote_first_is_refused() -> None:
    writer = Writer.of()
    writer.hand(HOME_WINS)
    assert refused(writer, "hand", number=1, sheet=AWAY_WINS) == "stale_hand"
    assert refused(writer, "hand", number=3, sheet=AWAY_WINS) == "stale_hand"


def test_2F25_the_target_ends_the_match() -> None:
    writer = finished()
    assert writer.book.progress.outcome == MatchOutcome(EndReason.TARGET, 0)
    assert writer.book.status is BookStatus.FINISHED
    assert refused(writer, "hand", number=3, sheet=HOME_WINS) == "match_over"


def test_2F25_an_exact_tie_above_the_target_plays_on() -> None:
    writer = Writer.of(BurakoRuleSet(target_points=300))
    writer.hand({"sides": [side(300, pure=1, rack=60)] * 2})
    assert writer.book.progress.totals == (340, 340)
    assert writer.book.status is BookStatus.PLAYING
    writer.hand(AWAY_WINS)
    assert writer.book.progress.outcome == MatchOutcome(EndReason.TARGET, 1)


def test_2F25_the_number_of_hands_ends_the_match() -> None:
    writer = Writer.of(THREE_HANDS)
    for _ in range(3):
        writer.hand(LEVEL)
    assert writer.book.progress.outcome == MatchOutcome(EndReason.HANDS, None)
    assert refused(writer, "hand", number=4, sheet=LEVEL) == "match_over"


def test_2F25_time_ends_the_match_when_the_table_says_so() -> None:
    writer = Writer.of(TIMED)
    assert refused(writer, "time_up") == "no_hands"
    writer.hand(HOME_WINS)
    writer.write("time_up")
    assert writer.book.progress.outcome == MatchOutcome(EndReason.TIME, 0)
    assert refused(writer, "hand", number=2, sheet=LEVEL) == "match_over"
    assert refused(writer, "time_up") == "match_over"
    writer.undo()
    assert writer.book.status is BookStatus.PLAYING
    writer.hand(AWAY_WINS)


def test_time_cannot_end_a_match_without_a_time_limit() -> None:
    writer = Writer.of()
    writer.hand(HOME_WINS)
    assert refused(writer, "time_up") == "time_not_limited"


# Corrections and undoing


def test_a_correction_keeps_the_old_version() -> None:
    writer = finished()
    writer.correct(1, AWAY_WINS, "sides swapped")
    first = writer.book.hands[0]
    assert (first.version, first.reason) == (2, "sides swapped")
    assert [v.version for v in writer.book.versions if v.number == 1] == [1, 2]
    assert writer.book.status is BookStatus.PLAYING


def test_a_correction_of_what_one_has_not_seen_is_refused() -> None:
    writer = finished()
    writer.correct(1, AWAY_WINS)
    again = {"number": 1, "sheet": LEVEL, "reason": "late"}
    assert refused(writer, "correct", version=1, **again) == "wrong_version"
    assert refused(writer, "correct", version=3, **again) == "wrong_version"
    assert (
        refused(writer, "correct", number=3, version=1, sheet=LEVEL, reason="x") == "no_such_hand"
    )


def test_a_correction_that_changes_nothing_is_refused() -> None:
    assert (
        refused(finished(), "correct", number=1, version=1, sheet=HOME_WINS, reason="x")
        == "nothing_changed"
    )


def test_a_version_number_is_never_given_twice() -> None:
    """Else a phone that saw the undone version 2 would take the new one for it."""
    writer = finished()
    writer.correct(2, AWAY_WINS)
    writer.undo()
    assert writer.book.hands[1].version == 1
    writer.correct(2, LEVEL)
    assert writer.book.hands[1].version == 3
    writer.undo()
    writer.undo()
    writer.hand(LEVEL)
    assert writer.book.hands[1].version == 4
    kept = {v.version: v.seq in writer.book.undone for v in writer.book.versions if v.number == 2}
    assert kept == {1: True, 2: True, 3: True, 4: False}


def test_a_correction_can_end_the_match_before_hands_already_written() -> None:
    writer = Writer.of(SHORT)
    writer.hand(HOME_WINS)
    writer.hand(AWAY_WINS)
    writer.hand(HOME_WINS)
    writer.correct(2, HOME_WINS)
    assert writer.book.progress.hands_after_end == 1
    assert writer.book.status is BookStatus.FINISHED


def test_only_the_last_change_can_be_undone() -> None:
    writer = Writer.of()
    assert refused(writer, "undo", entry="e1") == "nothing_to_undo"
    first = writer.hand(HOME_WINS)
    writer.hand(HOME_WINS)
    assert refused(writer, "undo", entry=first) == "stale_undo"
    writer.undo()
    writer.undo()
    assert writer.book.hands == ()
    assert refused(writer, "undo", entry=first) == "nothing_to_undo"


# Confirming, disputing, reopening


def test_both_sides_confirm_what_they_have_seen() -> None:
    writer = finished()
    assert refused(writer, "confirm", side=0, seen=1) == "stale_confirm"
    writer.confirm(0)
    assert writer.book.confirmed == (True, False)
    assert refused(writer, "confirm", side=0, seen=2) == "already_confirmed"
    assert not all(writer.book.confirmed)
    writer.confirm(1)
    assert writer.book.status is BookStatus.CONFIRMED


def test_a_match_that_is_not_over_cannot_be_confirmed() -> None:
    writer = Writer.of()
    writer.hand(HOME_WINS)
    assert refused(writer, "confirm", side=0, seen=1) == "match_not_over"


@pytest.mark.parametrize(
    "change",
    [
        lambda writer: writer.correct(1, LEVEL),
        lambda writer: writer.undo(),
        lambda writer: writer.write("dispute", side=1, number=1, sheet=LEVEL, reason="no"),
    ],
)
def test_any_change_clears_the_confirmations(change: Callable[[Writer], object]) -> None:
    writer = finished()
    writer.confirm(0)
    change(writer)
    assert writer.book.confirmed == (False, False)


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        ("hand", {"number": 3, "sheet": LEVEL}),
        ("correct", {"number": 1, "version": 1, "sheet": LEVEL, "reason": "x"}),
        ("undo", {"entry": "e2"}),
        ("time_up", {}),
        ("confirm", {"side": 0, "seen": 2}),
        ("dispute", {"side": 0, "number": 1, "sheet": LEVEL, "reason": "x"}),
    ],
)
def test_what_both_confirmed_stays_as_it_is(kind: str, payload: Payload) -> None:
    assert refused(confirmed(), kind, **payload) == "confirmed"


def test_a_dispute_shows_both_versions_and_can_be_accepted() -> None:
    writer = finished()
    dispute = writer.write("dispute", side=1, number=2, sheet=AWAY_WINS, reason="we closed")
    book = writer.book
    assert book.status is BookStatus.DISPUTED
    assert book.dispute is not None
    assert book.dispute.hand.score.totals == (AWAY_POINTS, HOME_POINTS)
    assert book.progress.totals == (2 * HOME_POINTS, 2 * AWAY_POINTS)
    assert refused(writer, "confirm", side=0, seen=2) == "dispute_open"
    assert refused(writer, "correct", number=2, version=1, sheet=LEVEL, reason="x") == (
        "dispute_open"
    )
    assert refused(writer, "undo", entry="e2") == "dispute_open"
    assert refused(writer, "dispute", side=0, number=1, sheet=LEVEL, reason="x") == "dispute_open"
    writer.write("settle", dispute=dispute, accept=True)
    assert writer.book.dispute is None
    assert (writer.book.hands[1].version, writer.book.hands[1].reason) == (2, "we closed")
    assert writer.book.progress.totals == (HOME_POINTS + AWAY_POINTS,) * 2


def test_play_goes_on_while_a_hand_is_disputed() -> None:
    writer = Writer.of()
    writer.hand(HOME_WINS)
    writer.write("dispute", side=1, number=1, sheet=LEVEL, reason="no")
    writer.hand(AWAY_WINS)
    writer.correct(2, LEVEL)
    writer.undo()
    writer.undo()
    assert writer.book.status is BookStatus.DISPUTED


def test_a_dispute_can_be_withdrawn() -> None:
    writer = finished()
    before = writer.book
    dispute = writer.write("dispute", side=1, number=1, sheet=LEVEL, reason="no")
    assert refused(writer, "settle", dispute="e1", accept=True) == "no_such_dispute"
    writer.write("settle", dispute=dispute, accept=False)
    assert replace(writer.book, seq=before.seq) == before
    assert refused(writer, "settle", dispute=dispute, accept=True) == "no_such_dispute"


def test_a_dispute_about_the_same_values_is_refused() -> None:
    assert (
        refused(finished(), "dispute", side=0, number=1, sheet=HOME_WINS, reason="x")
        == "nothing_changed"
    )
    assert (
        refused(finished(), "dispute", side=0, number=9, sheet=LEVEL, reason="x") == "no_such_hand"
    )


def test_a_confirmed_match_is_reopened_with_the_other_sides_consent() -> None:
    writer = confirmed()
    assert refused(writer, "reopen_answer", side=1, agree=True) == "reopen_not_asked"
    writer.write("reopen", side=0, reason="hand 1 was wrong")
    assert writer.book.confirmed == (True, True)
    assert refused(writer, "reopen", side=1, reason="us too") == "reopen_asked"
    assert refused(writer, "reopen_answer", side=0, agree=True) == "reopen_needs_other_side"
    writer.write("reopen_answer", side=1, agree=True)
    assert writer.book.confirmed == (False, False)
    writer.correct(1, LEVEL)
    writer.hand(HOME_WINS)
    writer.hand(HOME_WINS)
    writer.confirm(1, 0)
    assert writer.book.status is BookStatus.CONFIRMED


@pytest.mark.parametrize("answering", [0, 1])
def test_a_refused_or_withdrawn_reopening_changes_nothing(answering: int) -> None:
    writer = confirmed()
    before = writer.book
    writer.write("reopen", side=0, reason="hand 1 was wrong")
    writer.write("reopen_answer", side=answering, agree=False)
    assert replace(writer.book, seq=before.seq) == before


def test_a_match_that_is_open_needs_no_reopening() -> None:
    assert refused(finished(), "reopen", side=0, reason="x") == "not_confirmed"


# Bad entries


def errors_of(kind: str, payload: object, rules: BurakoRuleSet = SHORT) -> dict[str, str]:
    with pytest.raises(EntryRefusedError) as caught:
        finished().book.judge(Entry("new", kind, payload))
    assert all(error.message for error in caught.value.errors)
    return {error.field: str(error.code) for error in caught.value.errors}


def test_the_impossible_is_refused_at_its_field() -> None:
    path = "sheet.sides.0.laid_points"
    assert errors_of("hand", {"number": 3, "sheet": IMPOSSIBLE}) == {path: "points_not_makeable"}
    assert path in errors_of(
        "correct", {"number": 1, "version": 1, "sheet": IMPOSSIBLE, "reason": "x"}
    )


def test_every_fault_is_named_at_once() -> None:
    assert errors_of("correct", {"number": 0, "version": "1", "reason": "  "}) == {
        "number": "out_of_range",
        "version": "not_a_whole_number",
        "reason": "text_empty",
        "sheet": "sheet_or_tiles",
    }


@pytest.mark.parametrize(
    ("reason", "code"),
    [
        (None, "not_text"),
        (["x"], "not_text"),
        ("x" * 201, "text_too_long"),
        (" \n ", "text_empty"),
        ("a\x00b", "text_unprintable"),
        ("a\ud800b", "text_unprintable"),
        ("a\u202eb", "text_unprintable"),
    ],
)
def test_a_reason_is_a_line_of_words(reason: object, code: str) -> None:
    payload = {"number": 1, "version": 1, "sheet": LEVEL, "reason": reason}
    assert errors_of("correct", payload) == {"reason": code}


def test_a_hand_is_given_by_points_or_by_tiles_not_both() -> None:
    both = {"number": 3, "sheet": LEVEL, "tiles": played_tiles(1, 2)}
    assert errors_of("hand", both) == {"sheet": "sheet_or_tiles"}
    assert errors_of("nonsense", {}) == {"kind": "unknown_kind"}


@settings(deadline=None)
@given(kind=st.sampled_from(EntryKind), payload=json_values, other=json_values)
def test_any_data_is_refused_with_sentences(kind: str, payload: object, other: object) -> None:
    """Never another exception, whatever is sent."""
    mixed = {"number": payload, "side": other, "entry": payload, "sheet": other, "reason": payload}
    book = finished().book
    for data in (payload, mixed):
        with suppress(EntryRefusedError, BookRefusedError):
            assert book.judge(Entry("new", kind, data)).seq == book.seq + 1


def test_every_code_has_its_sentence_and_none_means_two_things() -> None:
    assert set(BOOK_TEMPLATES) == set(BookCode)
    shared = set(BOOK_TEMPLATES) & set(TEMPLATES)
    assert shared <= {"time_not_limited"}
