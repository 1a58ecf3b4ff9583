"""Swiss leagues with everything that happens in them."""

from collections import Counter
from dataclasses import replace
from random import Random

import networkx as nx
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.league import DraftRound, Entrant, Format, LeagueBook, Meeting
from scoring.pairing import Fixed, FixedBye, FixedPairing
from scoring.standings import Forfeit, Played, Status
from tests.scoring.league.seasons import (
    assert_rounds_can_be_played,
    better_seed_wins,
    by_chance,
    new_book,
    published,
    with_entrant,
)


def really_met(meeting: Meeting) -> bool:
    return not meeting.is_off and not isinstance(meeting.result, Forfeit)


def pairable_anew(book: LeagueBook, draft: DraftRound) -> bool:
    """Whether all who play could have new opponents, if any of those with the fewest byes
    rests."""
    met = {meeting.both for meeting in book.meetings if really_met(meeting)}
    playing = [e.entry for e in book.entrants if e.plays(draft.number)]
    byes = Counter(rest.entry for rest in book.rests if not rest.asked_for)
    fewest = min(byes[one] for one in playing)
    resting = [one for one in playing if byes[one] == fewest] if len(playing) % 2 else [None]
    for rester in resting:
        field = [one for one in playing if one != rester]
        graph: nx.Graph[int] = nx.Graph()
        graph.add_edges_from(
            (a, b) for a in field for b in field if a < b and frozenset((a, b)) not in met
        )
        if 2 * len(nx.max_weight_matching(graph, maxcardinality=True)) == len(field):
            return True
    return False


def upset(book: LeagueBook, chance: Random) -> LeagueBook:
    number = book.last_round + 1
    meetings = list(book.meetings)
    index = chance.randrange(len(meetings))
    match chance.choice(["late", "leaves", "rests", "off", "postponed", "nothing"]):
        case "late" if len(book.entrants) < 9:
            return with_entrant(
                book, Entrant(entry=200 + number, seed=50, joined=number + chance.randint(0, 1))
            )
        case "leaves" if sum(e.is_active for e in book.entrants) > 3:
            return with_entrant(
                book, replace(chance.choice(book.entrants), status=Status.WITHDRAWN)
            )
        case "rests":
            return with_entrant(
                book, replace(chance.choice(book.entrants), rests=frozenset({number}))
            )
        case "off":
            meetings[index] = replace(meetings[index], is_off=True, result=None)
        case "postponed":
            meetings[index] = replace(meetings[index], is_postponed=True, result=None)
    return replace(book, meetings=tuple(meetings))


@settings(deadline=None)
@given(st.integers(3, 8), st.integers(1, 6), st.randoms(use_true_random=False))
def test_nobody_meets_again_while_it_can_be_avoided(size: int, rounds: int, chance: Random) -> None:
    book = new_book(Format.SWISS, size, rounds=rounds)
    for number in range(1, rounds + 1):
        [draft] = book.next_rounds()
        plays = {e.entry for e in book.entrants if e.plays(number)}
        asked = {bye.entry for bye in draft.byes if bye.asked_for}
        drawn = {one for pairing in draft.pairings for one in pairing.both}
        given_byes = {bye.entry for bye in draft.byes} - asked
        assert drawn | given_byes == plays
        assert asked.isdisjoint(plays)
        met = {meeting.both for meeting in book.meetings if really_met(meeting)}
        if any(pairing.both in met for pairing in draft.pairings):
            assert not pairable_anew(book, draft)
        assert all(pairing.reasons for pairing in draft.pairings)
        assert all(bye.reasons for bye in draft.byes)
        book = published(book, [draft], by_chance(chance))
        assert_rounds_can_be_played(book)
        book = upset(book, chance)
    why = book.not_ready()
    assert why is not None
    assert why.code == "league.all_drawn"


def test_the_next_round_waits_for_results_but_not_for_postponed_matches() -> None:
    book = new_book(Format.SWISS, 4, rounds=3)
    book = published(book, book.next_rounds(), lambda _: None)
    why = book.not_ready()
    assert why is not None
    assert (why.code, why.param("count")) == ("league.results_missing", 2)
    late = replace(book, meetings=tuple(replace(m, is_postponed=True) for m in book.meetings))
    [draft] = late.next_rounds()
    assert not {p.both for p in draft.pairings} & {m.both for m in book.meetings}


def test_an_open_ended_league_goes_on_and_a_planned_one_is_complete() -> None:
    for rounds, complete in ((0, False), (2, True)):
        book = new_book(Format.SWISS, 4, rounds=rounds)
        for _ in range(2):
            book = published(book, book.next_rounds(), better_seed_wins)
        assert book.is_complete() is complete
        assert bool(book.next_rounds()) is not complete
        assert book.rounds_in_all() == (rounds or None)


def test_wishes_of_the_organizer_are_drawn_around() -> None:
    book = new_book(Format.SWISS, 5)
    [draft] = book.next_rounds(fixed=[FixedPairing(105, 101), FixedBye(102)])
    assert [(bye.entry, bye.asked_for) for bye in draft.byes] == [(102, False)]
    pairs = {(pairing.first, pairing.second) for pairing in draft.pairings}
    assert (105, 101) in pairs
    assert {frozenset(pair) for pair in pairs} == {frozenset({105, 101}), frozenset({103, 104})}


def test_whoever_has_more_points_is_the_one_who_floats_down() -> None:
    book = new_book(Format.SWISS, 4)
    book = published(book, book.next_rounds(), better_seed_wins)
    winner, loser = book.table().rows[0].competitor, book.table().rows[-1].competitor
    assert isinstance(winner, int)
    assert isinstance(loser, int)
    assert book.downfloater(loser, winner) == winner
    assert book.downfloater(101, 102) is None


def test_conflicts_of_an_edited_round_are_named() -> None:
    book = new_book(Format.SWISS, 6)
    book = published(book, book.next_rounds(), better_seed_wins)
    met = book.meetings[0]
    resting = next(e for e in book.entrants if e.entry not in met.both)
    book = with_entrant(book, replace(resting, rests=frozenset({2})))
    others = [e.entry for e in book.entrants if e.entry not in met.both | {resting.entry}]
    edited: list[Fixed] = [
        FixedPairing(met.first, met.second),
        FixedBye(resting.entry),
        FixedBye(others[0]),
    ]
    codes = [conflict.code for conflict in book.conflicts(edited, 2)]
    assert codes == ["conflict.missing", "conflict.missing", "conflict.rematch"]
    edited[1] = FixedPairing(resting.entry, others[1])
    assert "conflict.unavailable" in [one.code for one in book.conflicts(edited, 2)]


def test_a_second_meeting_is_odd_only_once_the_format_has_had_its_own() -> None:
    pair = [FixedPairing(101, 102)]
    for form, codes in (
        (Format.ROUND_ROBIN, ["conflict.rematch"]),
        (Format.DOUBLE_ROUND_ROBIN, []),
    ):
        book = replace(
            new_book(form, 2),
            meetings=(Meeting(id=1, round=1, first=102, second=101, result=Played(102, 101, 101)),),
        )
        assert [one.code for one in book.conflicts(pair, 2)] == codes


def test_pairing_across_groups_is_odd() -> None:
    book = new_book(Format.GROUPS, 4, groups=2, qualifiers=1)
    edited = [FixedPairing(101, 102), FixedPairing(103, 104)]
    codes = [conflict.code for conflict in book.conflicts(edited, 1)]
    assert codes == ["league.conflict_groups"] * 2
