"""Knockouts and play-offs, with no-shows, withdrawals and corrections."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.league import DraftPairing, Format, LeagueBook, Meeting, Stage, changes
from scoring.messages import CompetitorId
from scoring.pairing import Outcome, bracket_state, correct_results
from scoring.standings import Forfeit, Played, Status
from tests.scoring.league.seasons import (
    better_seed_wins,
    by_chance,
    new_book,
    played_out,
    published,
    with_entrant,
)

chances = st.randoms(use_true_random=False)


def outcome(meeting: Meeting) -> CompetitorId | Outcome:
    match meeting.result:
        case Played(winner=int() as winner):
            return winner
        case Forfeit(absent=absent):
            there = meeting.both - absent
            return next(iter(there)) if there else Outcome.DOUBLE_NO_SHOW
        case _:
            raise AssertionError(meeting)


@settings(deadline=None)
@given(st.integers(2, 17), st.booleans(), chances)
def test_with_no_shows_and_withdrawals_the_bracket_still_comes_to_its_end(
    size: int, third_place: bool, chance: Random
) -> None:
    book = new_book(Format.KNOCKOUT, size, third_place=third_place)
    while drafts := book.next_rounds():
        book = published(book, drafts, by_chance(chance, draws=False))
        if chance.random() < 0.4:
            who = chance.choice(book.entrants)
            book = with_entrant(book, replace(who, status=Status.WITHDRAWN))
    assert book.is_complete()
    gone = {e.entry for e in book.entrants if not e.is_active}
    for state in book.bracket_states():
        if state.a is None or state.b is None:
            continue
        assert book.bracket_book is not None
        meeting = book.bracket_book.meeting_of(state)
        if meeting is not None:
            expected = outcome(meeting)
            assert state.winner == (None if expected is Outcome.DOUBLE_NO_SHOW else expected)
        else:
            left = [one for one in (state.a, state.b) if one not in gone]
            assert len(left) < 2
            if left:
                assert state.winner == left[0]
    ranking = book.final_ranking()
    assert sorted(one.entry for one in ranking) == sorted(book.play_off_seeds)
    assert None not in [one.rank for one in ranking]
    assert book.strays() == ()


@settings(deadline=None)
@given(st.integers(2, 17), st.booleans(), chances)
def test_a_corrected_bracket_is_the_one_that_was_right_from_the_start(
    size: int, third_place: bool, chance: Random
) -> None:
    """What `correct_results` keeps is what counts, and nothing else does."""
    book = new_book(Format.KNOCKOUT, size, third_place=third_place)
    book = played_out(book, by_chance(chance, draws=False))
    bracket = book.bracket()
    assert bracket is not None
    results = {m.bracket_match: outcome(m) for m in book.meetings if m.bracket_match is not None}
    index = chance.randrange(len(book.meetings))
    wrong = book.meetings[index]
    other = wrong.second if outcome(wrong) == wrong.first else wrong.first
    right = replace(wrong, result=Played(wrong.first, wrong.second, other))
    after = replace(book, meetings=(*book.meetings[:index], right, *book.meetings[index + 1 :]))
    assert wrong.bracket_match is not None
    correction = correct_results(bracket, results, {wrong.bracket_match: other})
    assert after.bracket_states() == bracket_state(bracket, correction.kept)
    dropped = {one.match for one in correction.dropped}
    assert {meeting.bracket_match for meeting in after.strays()} == dropped
    said = [one.param("match") for one in changes(book, after) if one.code == "knockout.dropped"]
    assert sorted(said) == sorted(dropped)  # type: ignore[type-var]
    kept = tuple(m for m in after.meetings if m.bracket_match not in dropped)
    fresh = replace(after, meetings=kept)
    assert fresh.bracket_states() == after.bracket_states()
    assert [draft.pairings for draft in fresh.next_rounds()] == [
        draft.pairings for draft in after.next_rounds()
    ]
    redone = played_out(after, better_seed_wins)
    assert redone.is_complete()


def test_an_undone_correction_brings_the_dropped_results_back() -> None:
    book = played_out(new_book(Format.KNOCKOUT, 4), better_seed_wins)
    wrong = replace(book.meetings[0], result=Played(101, 104, 104))
    corrected = replace(book, meetings=(wrong, *book.meetings[1:]))
    codes = [one.code for one in changes(book, corrected)]
    assert codes == ["knockout.dropped", "league.now_meet"]
    assert [one.code for one in changes(corrected, book)] == ["league.now_meet", "league.champion"]


def test_the_best_have_no_opponent_in_the_first_round_and_are_told_so() -> None:
    [draft] = new_book(Format.KNOCKOUT, 5).next_rounds()
    assert [bye.entry for bye in draft.byes] == [101, 103, 102]
    assert [(pairing.first, pairing.second) for pairing in draft.pairings] == [(105, 104)]
    assert draft.play_off_seeds == (101, 102, 103, 104, 105)


def test_a_match_that_waits_holds_up_only_what_depends_on_it() -> None:
    book = new_book(Format.KNOCKOUT, 8)
    postponed = 104

    def all_but_one(pairing: DraftPairing) -> Played | None:
        return None if postponed in pairing.both else better_seed_wins(pairing)

    book = published(book, book.next_rounds(), all_but_one)
    [draft] = book.next_rounds()
    assert [pairing.both for pairing in draft.pairings] == [{102, 103}]
    book = published(book, [draft], better_seed_wins)
    why = book.not_ready()
    assert why is not None
    assert why.code == "league.bracket_waits"


def test_a_level_match_sends_nobody_through() -> None:
    book = new_book(Format.KNOCKOUT, 2)
    book = published(book, book.next_rounds(), lambda p: Played(p.first, p.second, None))
    why = book.not_ready()
    assert why is not None
    assert (why.code, book.is_complete()) == ("league.bracket_level", False)


def test_late_seeds_and_withdrawals_before_the_draw_make_another_bracket() -> None:
    book = new_book(Format.KNOCKOUT, 4)
    book = with_entrant(book, replace(book.entrants[0], status=Status.WITHDRAWN))
    [draft] = book.next_rounds()
    assert draft.play_off_seeds == (102, 103, 104)
    assert book.bracket() is None


def test_places_of_a_finished_bracket() -> None:
    book = played_out(new_book(Format.KNOCKOUT, 6, third_place=True), better_seed_wins)
    assert [(one.rank, one.entry) for one in book.final_ranking()] == [
        (1, 101), (2, 102), (3, 103), (4, 104), (5, 105), (5, 106),
    ]  # fmt: skip
    assert book.final_ranking()[0].why.code == "league.won"
    begun = new_book(Format.KNOCKOUT, 6)
    begun = published(begun, begun.next_rounds(), better_seed_wins)
    assert [one.rank for one in begun.final_ranking()] == [None] * 4 + [5, 5]


def play_groups(size: int, groups: int, qualifiers: int, chance: Random) -> LeagueBook:
    book = new_book(Format.GROUPS, size, groups=groups, qualifiers=qualifiers, third_place=True)
    decide = by_chance(chance, draws=False, forfeits=False)
    while not (drafts := book.next_rounds())[0].play_off_seeds:
        book = published(book, drafts, decide)
    return published(book, drafts, decide)


@settings(deadline=None)
@given(st.integers(2, 4), st.integers(2, 4), st.integers(1, 2), chances)
def test_groups_send_their_best_to_play_offs_in_which_they_meet_late(
    groups: int, members: int, qualifiers: int, chance: Random
) -> None:
    book = play_groups(groups * members, groups, qualifiers, chance)
    group = {e.entry: e.group for e in book.entrants}
    best = {row.competitor for table in book.tables().values() for row in table.rows[:qualifiers]}
    assert set(book.play_off_seeds) == best
    for meeting in book.meetings:
        same = group[meeting.first] == group[meeting.second]
        assert same == (meeting.stage is Stage.MAIN)
        if meeting.stage is Stage.PLAY_OFFS:
            break
    book = played_out(book, by_chance(chance, draws=False, forfeits=False))
    assert book.is_complete()
    assert book.rounds_in_all() == book.last_round


def test_play_offs_wait_for_every_match_of_the_groups() -> None:
    book = new_book(Format.GROUPS, 6, groups=2, qualifiers=1)
    book = published(book, book.next_rounds(), better_seed_wins)
    open_one = replace(book.meetings[0], result=None, is_postponed=True)
    waiting = replace(book, meetings=(open_one, *book.meetings[1:]))
    why = waiting.not_ready()
    assert why is not None
    assert (why.code, why.param("count")) == ("league.groups_undecided", 1)
    assert book.next_rounds()[0].stage is Stage.PLAY_OFFS


def test_whoever_has_left_makes_room_in_the_play_offs() -> None:
    book = new_book(Format.GROUPS, 6, groups=2, qualifiers=1)
    book = published(book, book.next_rounds(), better_seed_wins)
    book = with_entrant(book, replace(book.entrants[0], status=Status.WITHDRAWN))
    [draft] = book.next_rounds()
    assert draft.play_off_seeds == (103, 102)
    assert [reason.code for reason in draft.pairings[0].reasons] == [
        "knockout.seeds", "groups.cross", "groups.cross",
    ]  # fmt: skip


def test_a_late_correction_of_a_group_says_who_would_have_qualified() -> None:
    book = new_book(Format.GROUPS, 4, groups=2, qualifiers=1)
    book = published(book, book.next_rounds(), better_seed_wins)
    book = published(book, book.next_rounds(), better_seed_wins)
    first = book.meetings[0]
    other = replace(first, result=Played(first.first, first.second, max(first.both)))
    after = replace(book, meetings=(other, *book.meetings[1:]))
    codes = [one.code for one in changes(book, after)]
    assert codes == ["league.up", "league.down", "league.qualifiers_differ"]
    assert after.play_off_seeds == book.play_off_seeds


@pytest.mark.parametrize("size", [2, 3, 5, 8])
def test_rounds_of_a_knockout_are_known_before(size: int) -> None:
    book = new_book(Format.KNOCKOUT, size)
    known = book.rounds_in_all()
    assert played_out(book, better_seed_wins).last_round == known


def annulled(book: LeagueBook, entry: int) -> LeagueBook:
    who = next(one for one in book.entrants if one.entry == entry)
    return with_entrant(book, replace(who, status=Status.ANNULLED))


def test_an_annulled_champion_is_champion_no_longer_and_whoever_lost_the_final_is() -> None:
    book = played_out(new_book(Format.KNOCKOUT, 4), better_seed_wins)
    after = annulled(book, 101)
    assert after.is_complete()
    assert after.strays() == ()
    assert [(one.rank, one.entry) for one in after.final_ranking()] == [
        (1, 102), (3, 103), (3, 104), (None, 101),
    ]  # fmt: skip
    assert after.final_ranking()[-1].why.code == "league.annulled"
    said = changes(book, after)
    assert [one.code for one in said] == ["league.unplaced", "league.champion"]
    assert said[0].param("before") == 1


def test_who_lost_to_the_annulled_plays_on_where_nobody_has_played_on_yet() -> None:
    book = new_book(Format.KNOCKOUT, 4)
    book = published(book, book.next_rounds(), better_seed_wins)
    after = annulled(book, 101)
    [draft] = after.next_rounds()
    assert [pairing.both for pairing in draft.pairings] == [{104, 102}]
    assert "league.now_meet" in [one.code for one in changes(book, after)]


@settings(deadline=None)
@given(st.integers(2, 17), st.booleans(), chances)
def test_annulled_results_move_nobody_who_has_played_on(
    size: int, third_place: bool, chance: Random
) -> None:
    book = new_book(Format.KNOCKOUT, size, third_place=third_place)
    book = played_out(book, by_chance(chance, draws=False, forfeits=False))
    out = frozenset(e.entry for e in chance.sample(book.entrants, chance.randint(1, 2)))
    after = book
    for entry in out:
        after = annulled(after, entry)
    assert after.is_complete()
    assert after.strays() == ()
    ranks = {one.entry: one.rank for one in after.final_ranking()}
    assert {entry for entry, rank in ranks.items() if rank is None} == out
    for old, new in zip(book.bracket_states(), after.bracket_states(), strict=True):
        assert (old.a, old.b) == (new.a, new.b)
        if old.winner is not None and old.winner not in out:
            assert new.winner == old.winner


def test_a_correction_that_only_swaps_the_seeds_of_the_play_offs_is_told() -> None:
    book = new_book(Format.GROUPS, 4, groups=2, qualifiers=2)
    book = published(book, book.next_rounds(), better_seed_wins)
    book = published(book, book.next_rounds(), better_seed_wins)
    first = book.meetings[0]
    other = replace(first, result=Played(first.first, first.second, max(first.both)))
    after = replace(book, meetings=(other, *book.meetings[1:]))
    codes = [one.code for one in changes(book, after)]
    assert codes == ["league.up", "league.down", "league.seeds_differ"]


def test_drafted_play_offs_of_others_than_the_groups_send_there_are_a_conflict() -> None:
    book = new_book(Format.GROUPS, 4, groups=2, qualifiers=1)
    book = published(book, book.next_rounds(), better_seed_wins)
    book = published(book, book.next_rounds(), lambda _pairing: None)
    last = book.last_round
    assert book.conflicts((), last) == ()
    turned = replace(book, play_off_seeds=book.play_off_seeds[::-1])
    assert turned.conflicts((), last) == (), "they may stand in any order"
    first = book.meetings[0]
    other = replace(first, result=Played(first.first, first.second, max(first.both)))
    after = replace(book, meetings=(other, *book.meetings[1:]))
    assert [one.code for one in after.conflicts((), last)] == ["league.bracket_moved"]
