"""Properties of the book of a match, over whatever people may try to do to it."""

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.burako import SEED_RULES, Book, BurakoRuleSet, Entry, payload_of, read_entry
from tests.scoring.burako.books import Writer, attempt, played_sheet
from tests.scoring.burako.strategies import Step, steps

SHORT = BurakoRuleSet(target_points=1000)
THREE_HANDS = BurakoRuleSet(target_points=None, hand_limit=3)
TIMED = BurakoRuleSet(target_points=1000, time_limit_minutes=60)

books_of = st.tuples(
    st.sampled_from([SEED_RULES, SHORT, THREE_HANDS, TIMED]), st.sampled_from([2, 4])
)


@settings(max_examples=30, deadline=None)
@given(start=books_of, doings=steps)
def test_replaying_what_was_accepted_gives_the_same_book(
    start: tuple[BurakoRuleSet, int], doings: list[Step]
) -> None:
    rules, seats = start
    writer = Writer.of(rules, seats, starter=1)
    for step in doings:
        attempt(writer, step)
    assert writer.book.seq == len(writer.entries)
    assert Book.replay(rules, writer.entries, seats=seats, first_starter=1) == writer.book
    # … and so does what a database keeps of them.
    stored = [
        Entry(e.id, e.kind, payload_of(read_entry(rules, e.kind, e.payload, seats=seats)))
        for e in writer.entries
    ]
    assert Book.replay(rules, stored, seats=seats, first_starter=1) == writer.book


@settings(max_examples=30, deadline=None)
@given(start=books_of, doings=steps)
def test_nothing_written_is_ever_lost_and_confirmations_are_about_what_is_there(
    start: tuple[BurakoRuleSet, int], doings: list[Step]
) -> None:
    writer = Writer.of(*start)
    for step in doings:
        before = writer.book
        attempt(writer, step)
        after = writer.book
        assert after.versions[: len(before.versions)] == before.versions
        numbers = [(version.number, version.version) for version in after.versions]
        assert len(set(numbers)) == len(numbers)
        assert [hand.number for hand in after.hands] == list(range(1, len(after.hands) + 1))
        if after.hands != before.hands or after.time_is_up != before.time_is_up:
            assert after.confirmed == (False, False)
            assert after.changed_seq == after.seq
            assert not all(before.confirmed)
        else:
            assert after.changed_seq == before.changed_seq
        if all(after.confirmed):
            assert after.progress.is_over
            assert after.dispute is None
        if after.dispute is not None:
            assert after.dispute.number <= len(after.hands)


@settings(max_examples=30, deadline=None)
@given(
    seats=st.sampled_from([2, 4]),
    wrong=st.lists(st.integers(0, 7), min_size=1, max_size=8),
    data=st.data(),
)
def test_corrections_equal_having_entered_it_right_the_first_time(
    seats: int, wrong: list[int], data: st.DataObject
) -> None:
    right = data.draw(st.lists(st.integers(0, 7), min_size=len(wrong), max_size=len(wrong)))
    order = data.draw(st.permutations(range(len(wrong))))
    rules = BurakoRuleSet(target_points=100_000)  # so that no wrong hand ends the match too early
    corrected, straight = Writer.of(rules, seats), Writer.of(rules, seats)
    for seed in wrong:
        corrected.hand(played_sheet(seed, seats))
    for index in order:
        if played_sheet(wrong[index], seats) != played_sheet(right[index], seats):
            corrected.correct(index + 1, played_sheet(right[index], seats))
    for seed in right:
        straight.hand(played_sheet(seed, seats))
    assert corrected.book.progress == straight.book.progress
    assert [v.hand for v in corrected.book.hands] == [v.hand for v in straight.book.hands]


@settings(max_examples=30, deadline=None)
@given(start=books_of, doings=steps)
def test_an_undo_restores_exactly_what_was_there(
    start: tuple[BurakoRuleSet, int], doings: list[Step]
) -> None:
    writer = Writer.of(*start)
    for step in doings:
        before = writer.book
        attempt(writer, step)
        change = writer.book.undoable
        if change is None or change.entry != f"e{writer.book.seq}" or writer.book == before:
            continue
        undone = writer.book.judge(Entry("u", "undo", {"entry": change.entry}))
        assert undone.hands == before.hands
        assert undone.progress == before.progress
        assert undone.undoable == before.undoable
        assert undone.time_is_up == before.time_is_up
