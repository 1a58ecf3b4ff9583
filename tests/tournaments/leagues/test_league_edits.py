"""Drafts changed by hand: what is shown, what is forbidden, and what follows."""

import pytest
from django.core.exceptions import ValidationError

from scoring.messages import message_from_json
from tests.factories import LeagueEntryFactory, running_league
from tests.tournaments.leagues.kit import events, owner
from tests.tournaments.leagues.playing import play_published
from tournaments.league_acts import LeagueAct
from tournaments.models import League, LeagueEntry, LeagueRound
from tournaments.selectors.league_drafts import draft_conflicts, edit_conflicts
from tournaments.selectors.leagues import league_book
from tournaments.services.leagues.common import LeagueStaleError
from tournaments.services.leagues.rounds import round_edit, round_publish, rounds_draft

pytestmark = pytest.mark.django_db

Pairs = list[tuple[int, int]]


def drafted(size: int, form: str) -> tuple[League, list[int]]:
    """A league with a draft of what comes first, and its entries by seed."""
    league = running_league(size, format=form)
    rounds_draft(public_id=league.public_id, visitor=owner(league))
    league.refresh_from_db()
    return league, list(league.entries.order_by("seed").values_list("pk", flat=True))


def edit(league: League, pairings: Pairs, byes: list[int], number: int = 1) -> LeagueRound:
    league.refresh_from_db()
    return round_edit(
        public_id=league.public_id, visitor=owner(league), number=number,
        pairings=pairings, byes=byes, revision=league.revision,
    )  # fmt: skip


def code_of(error: pytest.ExceptionInfo[ValidationError]) -> str | None:
    return error.value.error_list[0].code


def pairs_of(league: League, number: int = 1) -> Pairs:
    fixtures = league.fixtures.filter(round__number=number).order_by("place")
    return list(fixtures.values_list("first", "second"))


def test_what_was_changed_is_by_hand_and_the_rest_keeps_its_reasons() -> None:
    league, (a, b, c, d, e, f) = drafted(6, League.Format.SWISS)
    assert pairs_of(league) == [(a, d), (e, b), (c, f)]
    kept = league.fixtures.get(first=a).reasons
    edit(league, [(a, d), (c, b), (f, e)], [])
    fixtures = list(league.fixtures.order_by("place"))
    assert [fixture.by_hand for fixture in fixtures] == [False, True, True]
    assert [fixture.table for fixture in fixtures] == [1, 2, 3]
    assert fixtures[0].reasons == kept
    assert [message_from_json(one).code for one in fixtures[1].reasons] == ["swiss.manual"]
    edit(league, [(d, a), (c, b), (f, e)], [])
    first = league.fixtures.order_by("place")[0]
    codes = [message_from_json(one).code for one in first.reasons]
    assert (codes[-1], first.by_hand) == ("swiss.seat_by_hand", False)
    log = events(league)[-1]
    assert log.action == LeagueAct.ROUND_EDITED
    assert (log.before["pairings"][0], log.after["pairings"][0]) == ([a, d], [d, a])


def test_conflicts_are_shown_and_saved_all_the_same() -> None:
    league, (a, b, c, d) = drafted(4, League.Format.SWISS)
    LeagueEntry.objects.filter(pk=c).update(rests=[1])
    pairs = [(a, c)]
    shown = edit_conflicts(league=league, number=1, pairings=pairs, byes=[b])
    assert [conflict.code for conflict in shown] == ["conflict.unavailable", "conflict.missing"]
    row = edit(league, pairs, [b])
    assert draft_conflicts(row=row) == shown
    assert [(bye.entry_id, bye.asked_for) for bye in row.byes.all()] == [(b, False)]
    edit(league, [(a, b)], [c, d])
    asked = {bye.entry_id: bye.asked_for for bye in row.byes.all()}
    assert asked == {c: True, d: False}


def test_a_pair_that_meets_in_a_later_draft_is_a_conflict_too() -> None:
    league, (a, b, c, d) = drafted(4, League.Format.ROUND_ROBIN)
    first, second = pairs_of(league, 1), pairs_of(league, 2)
    assert set(map(frozenset, first)).isdisjoint(map(frozenset, second))
    shown = edit_conflicts(league=league, number=1, pairings=second, byes=[])
    assert [conflict.code for conflict in shown][:2] == ["conflict.rematch"] * 2
    assert {a, b, c, d} == {one for pair in second for one in pair}


def test_what_cannot_be_is_refused() -> None:
    league, (a, b, c, d) = drafted(4, League.Format.SWISS)
    stranger = LeagueEntryFactory.create().pk
    before = pairs_of(league)
    for pairs, byes, code in (
        ([(a, b), (a, c)], [], "twice"),
        ([(a, b)], [a], "twice"),
        ([(a, a), (b, c)], [d], "twice"),
        ([(a, stranger)], [], "not_entered"),
    ):
        with pytest.raises(ValidationError) as error:
            edit(league, pairs, byes)
        assert code_of(error) == code
    with pytest.raises(ValidationError) as error:
        edit(league, before, [], number=2)
    assert code_of(error) == "no_draft"
    round_publish(public_id=league.public_id, visitor=owner(league), number=1)
    with pytest.raises(ValidationError) as error:
        edit(league, before, [])
    assert code_of(error) == "no_draft"
    assert pairs_of(league) == before


def test_an_edit_of_an_older_page_changes_nothing() -> None:
    league, (a, b, c, d) = drafted(4, League.Format.SWISS)
    seen = league.revision
    edit(league, [(a, b), (c, d)], [])
    with pytest.raises(LeagueStaleError) as error:
        round_edit(
            public_id=league.public_id, visitor=owner(league), number=1,
            pairings=[(a, c), (b, d)], byes=[], revision=seen,
        )  # fmt: skip
    assert error.value.sentence
    assert pairs_of(league) == [(a, b), (c, d)]


def test_the_first_round_of_a_bracket_in_another_order_seeds_it_anew() -> None:
    league, (a, b, c, d, e, f) = drafted(6, League.Format.KNOCKOUT)
    assert [frozenset(pair) for pair in pairs_of(league)] == [{d, e}, {c, f}]
    edit(league, [(d, a), (c, f)], [b, e])
    league.refresh_from_db()
    book = league_book(league=league, drafts=True)
    assert list(pairs_of(league)) == [(d, a), (c, f)]
    assert book.strays() == ()
    assert set(league.play_off_seeds) == {a, b, c, d, e, f}
    round_publish(public_id=league.public_id, visitor=owner(league), number=1)
    play_published(league)
    rounds_draft(public_id=league.public_id, visitor=owner(league))
    assert {frozenset(pair) for pair in pairs_of(league, 2)} == {
        frozenset({a, e}),
        frozenset({b, c}),
    }


def test_in_a_bracket_everybody_keeps_a_place_and_winners_meet_winners() -> None:
    league, (a, b, c, d) = drafted(4, League.Format.KNOCKOUT)
    with pytest.raises(ValidationError) as error:
        edit(league, [(a, d)], [b, c])
    assert code_of(error) == "bracket_incomplete"
    round_publish(public_id=league.public_id, visitor=owner(league), number=1)
    play_published(league)
    rounds_draft(public_id=league.public_id, visitor=owner(league))
    with pytest.raises(ValidationError) as error:
        edit(league, [(a, c)], [], number=2)
    assert code_of(error) == "bracket"
    edit(league, [(b, a)], [], number=2)
    assert pairs_of(league, 2) == [(b, a)]
