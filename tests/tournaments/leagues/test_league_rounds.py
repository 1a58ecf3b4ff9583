"""Rounds: drafted, thrown away, published, taken back, dated."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from scoring.messages import message_from_json
from tests.factories import LeagueEntryFactory, running_league
from tests.tournaments.leagues.kit import events, official, owner
from tests.tournaments.leagues.playing import give_result, play_published
from tests.tournaments.sheet_table import open_sheet
from tournaments.league_access import SERVICE, LeagueDeniedError, LeagueVisitor, league_access
from tournaments.league_acts import LeagueAct
from tournaments.models import Fixture, League, LeagueEntry, LeagueOfficial, LeagueRound, Sheet
from tournaments.selectors.league_drafts import draft_conflicts
from tournaments.selectors.leagues import league_book
from tournaments.services.leagues.common import LeagueStaleError, league_lock, league_note
from tournaments.services.leagues.leaving import Remaining, entry_withdraw
from tournaments.services.leagues.postponing import fixture_postpone
from tournaments.services.leagues.round_dates import round_dates_set
from tournaments.services.leagues.rounds import (
    round_discard,
    round_edit,
    round_publish,
    round_unpublish,
    rounds_draft,
)

pytestmark = pytest.mark.django_db

SWISS, KNOCKOUT, GROUPS = League.Format.SWISS, League.Format.KNOCKOUT, League.Format.GROUPS


def draft(league: League) -> list[LeagueRound]:
    return rounds_draft(public_id=league.public_id, visitor=owner(league))


def publish(league: League, number: int) -> list[LeagueRound]:
    return round_publish(public_id=league.public_id, visitor=owner(league), number=number)


def discard(league: League, number: int) -> None:
    league.refresh_from_db()
    round_discard(
        public_id=league.public_id,
        visitor=owner(league),
        number=number,
        revision=league.revision,
    )


def refusal(error: pytest.ExceptionInfo[ValidationError]) -> str | None:
    return error.value.error_list[0].code if hasattr(error.value, "error_list") else None


def test_a_swiss_round_is_drafted_with_its_reasons_and_shown_to_nobody_yet() -> None:
    league = running_league(5, format=SWISS, tables=1)
    [row] = draft(league)
    fixtures = list(row.fixtures.order_by("place"))
    assert [fixture.table for fixture in fixtures] == [1, 0]
    for fixture in fixtures:
        assert [message_from_json(kept).text() for kept in fixture.reasons]
    assert [bye.entry.seed for bye in row.byes.all()] == [5]
    assert league_book(league=league).meetings == ()
    assert [(e.action, e.round) for e in events(league)] == [(LeagueAct.ROUNDS_DRAFTED, 1)]


def test_a_round_robin_is_drafted_whole_and_published_as_far_as_wanted() -> None:
    league = running_league(6)
    assert [row.number for row in draft(league)] == [1, 2, 3, 4, 5]
    assert [row.number for row in publish(league, 2)] == [1, 2]
    book = league_book(league=league)
    assert (book.last_round, len(book.meetings)) == (2, 6)
    assert publish(league, 3)[0].published_at is not None


def test_while_there_is_a_draft_nothing_is_drawn_over_it() -> None:
    league = running_league(4, format=SWISS)
    draft(league)
    with pytest.raises(ValidationError) as error:
        draft(league)
    assert refusal(error) == "draft"
    assert league.rounds.count() == 1


def test_what_cannot_be_drawn_yet_is_refused_with_the_reason() -> None:
    league = running_league(4, format=SWISS)
    draft(league)
    publish(league, 1)
    with pytest.raises(ValidationError) as error:
        draft(league)
    assert refusal(error) == "league.results_missing"


def test_a_postponed_match_does_not_hold_up_the_next_round() -> None:
    league = running_league(4, format=SWISS)
    draft(league)
    publish(league, 1)
    one, other = Fixture.objects.filter(league=league).order_by("place")
    give_result(one, 3000, 100)
    Fixture.objects.filter(pk=other.pk).update(state=Fixture.State.POSTPONED)
    [second] = draft(league)
    met = {frozenset((one.first_id, one.second_id)), frozenset((other.first_id, other.second_id))}
    assert not {frozenset((f.first_id, f.second_id)) for f in second.fixtures.all()} & met


def test_a_discarded_draft_takes_those_after_it_along_and_can_be_drawn_again() -> None:
    league = running_league(6)
    draft(league)
    publish(league, 1)
    before = [
        sorted((f.first_id, f.second_id) for f in row.fixtures.all())
        for row in league.rounds.order_by("number")
    ]
    discard(league, 3)
    assert [row.number for row in league.rounds.order_by("number")] == [1, 2]
    discard(league, 2)
    assert [row.number for row in draft(league)] == [2, 3, 4, 5]
    after = [
        sorted((f.first_id, f.second_id) for f in row.fixtures.all())
        for row in league.rounds.order_by("number")
    ]
    assert after == before


def test_a_late_entry_of_a_round_robin_meets_everybody_after_drawing_again() -> None:
    league = running_league(4)
    draft(league)
    publish(league, 1)
    late = LeagueEntryFactory.create(league=league, joined_round=2)
    discard(league, 2)
    rows = draft(league)
    publish(league, rows[-1].number)
    met = {
        fixture.first_id + fixture.second_id - late.pk
        for fixture in Fixture.objects.filter(league=league)
        if late.pk in (fixture.first_id, fixture.second_id)
    }
    assert met == set(league.entries.exclude(pk=late.pk).values_list("pk", flat=True))
    pairs = [frozenset((f.first_id, f.second_id)) for f in Fixture.objects.filter(league=league)]
    assert len(pairs) == len(set(pairs)) == 10


@pytest.mark.parametrize(
    ("act", "is_stale"),
    [
        (LeagueAct.RESULT_CONFIRMED, False),
        (LeagueAct.LINK_MADE, False),
        (LeagueAct.RESULT_CORRECTED, True),
        (LeagueAct.ENTRY_WITHDRAWN, True),
        (LeagueAct.ROUND_DATED, True),
    ],
)
def test_a_page_of_drafts_is_stale_once_something_happened_that_matters_to_them(
    act: LeagueAct, is_stale: bool
) -> None:
    league = running_league(4)
    draft(league)
    league.refresh_from_db()
    page: dict[str, Any] = {
        "public_id": league.public_id, "visitor": owner(league), "revision": league.revision
    }  # fmt: skip
    locked = league_lock(public_id=league.public_id)
    league_note(access=league_access(league=locked, visitor=owner(league)), action=act)
    if is_stale:
        with pytest.raises(LeagueStaleError):
            round_discard(number=1, **page)
        with pytest.raises(LeagueStaleError):
            round_publish(number=1, **page)
        assert league.rounds.filter(state=LeagueRound.State.DRAFT).count() == 3
    else:
        round_discard(number=3, **page)
        assert league.rounds.count() == 2


def test_an_untouched_round_can_be_taken_back_with_those_after_it() -> None:
    league = running_league(4)
    draft(league)
    publish(league, 3)
    rows = round_unpublish(public_id=league.public_id, visitor=owner(league), number=2)
    assert [row.number for row in rows] == [2, 3]
    states = league.rounds.order_by("number").values_list("state", flat=True)
    assert list(states) == ["published", "draft", "draft"]


def test_a_round_with_a_result_or_a_written_sheet_cannot_be_taken_back() -> None:
    league = running_league(4)
    draft(league)
    publish(league, 1)
    one, other = Fixture.objects.filter(round__number=1, league=league)
    give_result(one, 100, 50, state=Fixture.State.ENTERED)
    with pytest.raises(ValidationError) as error:
        round_unpublish(public_id=league.public_id, visitor=owner(league), number=1)
    assert refusal(error) == "begun"
    assert other.round.state == LeagueRound.State.PUBLISHED


def test_an_empty_sheet_is_dropped_with_its_round_and_a_written_one_holds_it() -> None:
    league = running_league(2)
    draft(league)
    publish(league, 1)
    fixture = league.fixtures.get()
    sheet = open_sheet()
    Fixture.objects.filter(pk=fixture.pk).update(sheet=sheet, state=Fixture.State.PLAYING)
    Sheet.objects.filter(pk=sheet.pk).update(last_seq=1)
    with pytest.raises(ValidationError):
        round_unpublish(public_id=league.public_id, visitor=owner(league), number=1)
    Sheet.objects.filter(pk=sheet.pk).update(last_seq=0)
    round_unpublish(public_id=league.public_id, visitor=owner(league), number=1)
    fixture.refresh_from_db()
    assert (fixture.sheet, fixture.state) == (None, Fixture.State.PLANNED)
    assert not Sheet.objects.filter(pk=sheet.pk).exists()


def test_a_round_taken_back_and_published_again_plays_nothing_that_was_called_off() -> None:
    league = running_league(4)
    draft(league)
    publish(league, 3)
    off, later = league.fixtures.filter(round__number=1).order_by("place")
    who: dict[str, Any] = {"public_id": league.public_id, "visitor": owner(league)}
    entry_withdraw(**who, entry_id=off.first_id, remaining=Remaining.CANCEL)
    fixture_postpone(
        fixture_id=later.public_id,
        visitor=owner(league),
        until=timezone.now(),
        revision=later.revision,
    )
    cancelled = set(league.fixtures.filter(state=Fixture.State.CANCELLED))
    later.refresh_from_db()
    round_unpublish(**who, number=1)
    pairings = list(league.fixtures.filter(round__number=1).values_list("first", "second"))
    publish(league, 3)
    assert set(league.fixtures.filter(state=Fixture.State.CANCELLED)) == cancelled
    assert len(cancelled) == 3
    before = later.revision
    later.refresh_from_db()
    assert (later.state, later.starts_at) == (Fixture.State.PLANNED, None)
    assert later.revision > before, "pages of the postponed match are old"
    round_unpublish(**who, number=1)
    league.refresh_from_db()
    round_edit(**who, number=1, pairings=pairings[::-1], byes=[], revision=league.revision)
    states = league.fixtures.filter(round__number=1).order_by("place")
    assert [one.state for one in states] == [Fixture.State.PLANNED, Fixture.State.CANCELLED]


def test_dates_are_kept_and_logged_and_must_be_in_order() -> None:
    league = running_league(2)
    draft(league)
    begins = timezone.now()
    row = round_dates_set(
        public_id=league.public_id, visitor=owner(league), number=1,
        starts_at=begins, deadline=begins + timedelta(days=7), revision=1,
    )  # fmt: skip
    assert row.deadline == begins + timedelta(days=7)
    assert events(league)[-1].after["starts_at"] == begins.isoformat()
    with pytest.raises(ValidationError):
        round_dates_set(
            public_id=league.public_id, visitor=owner(league), number=1,
            starts_at=begins, deadline=begins - timedelta(days=7), revision=2,
        )  # fmt: skip
    round_publish(
        public_id=league.public_id, visitor=owner(league), number=1, starts_at=begins, deadline=None
    )
    published = league.rounds.get()
    assert (published.starts_at, published.deadline) == (begins, None)


def test_a_knockout_goes_on_as_winners_are_known() -> None:
    league = running_league(5, format=KNOCKOUT)
    [first] = draft(league)
    league.refresh_from_db()
    assert len(league.play_off_seeds) == 5
    assert (first.fixtures.count(), first.byes.count()) == (1, 3)
    rounds = 1
    while True:
        publish(league, rounds)
        play_published(league)
        if league_book(league=league).is_complete():
            break
        [row] = draft(league)
        rounds = row.number
    assert league_book(league=league).final_ranking()[0].entry == league.play_off_seeds[0]


def test_discarding_the_first_round_of_a_bracket_lets_it_be_seeded_anew() -> None:
    league = running_league(4, format=KNOCKOUT)
    draft(league)
    discard(league, 1)
    league.refresh_from_db()
    assert league.play_off_seeds == []
    LeagueEntry.objects.filter(league=league, seed=1).update(seed=9)
    draft(league)
    league.refresh_from_db()
    assert league.entries.get(seed=9).pk == league.play_off_seeds[-1]


def test_a_draft_of_the_bracket_is_not_published_when_others_meet_by_now() -> None:
    league = running_league(4, format=KNOCKOUT)
    draft(league)
    publish(league, 1)
    play_published(league)
    draft(league)
    fixture = league.fixtures.get(round__number=1, place=1)
    give_result(fixture, 0, 3000)
    with pytest.raises(ValidationError) as error:
        publish(league, 2)
    assert refusal(error) == "league.bracket_moved"


def test_play_offs_are_not_published_with_whom_the_groups_do_not_send_there_any_more() -> None:
    league = running_league(4, format=GROUPS, groups=2, qualifiers=1)
    publish(league, draft(league)[-1].number)
    play_published(league)
    [row] = draft(league)
    fixture = league.fixtures.filter(bracket_match=None).order_by("place")[0]
    assert draft_conflicts(row=row) == ()
    won = fixture.first.seed < fixture.second.seed
    give_result(fixture, *((0, 3000) if won else (3000, 0)))
    assert [one.code for one in draft_conflicts(row=row)] == ["league.bracket_moved"]
    with pytest.raises(ValidationError, match="draw again") as error:
        publish(league, row.number)
    assert refusal(error) == "league.bracket_moved"
    discard(league, row.number)
    [row] = draft(league)
    assert publish(league, row.number)


def test_play_offs_put_in_another_order_by_hand_are_published() -> None:
    league = running_league(4, format=GROUPS, groups=2, qualifiers=2)
    publish(league, draft(league)[-1].number)
    play_published(league)
    [row] = draft(league)
    (a, b), (c, d) = row.fixtures.order_by("place").values_list("first", "second")
    league.refresh_from_db()
    round_edit(
        public_id=league.public_id, visitor=owner(league), number=row.number,
        pairings=[(a, c), (b, d)], byes=[], revision=league.revision,
    )  # fmt: skip
    assert publish(league, row.number)


def test_a_match_of_a_bracket_is_drawn_once() -> None:
    league = running_league(4, format=KNOCKOUT)
    [row] = draft(league)
    drawn = row.fixtures.order_by("place")[0]
    with pytest.raises(IntegrityError, match="fixture_of_bracket_once"), transaction.atomic():
        Fixture.objects.create(
            league=league, round=row, place=9, first=drawn.first, second=drawn.second,
            bracket_match=drawn.bracket_match,
        )  # fmt: skip


def test_groups_then_play_offs_and_late_entries_join_the_smallest_group() -> None:
    league = running_league(5, format=GROUPS)
    late = LeagueEntryFactory.create(league=league)
    rows = draft(league)
    late.refresh_from_db()
    assert late.group == 1
    publish(league, rows[-1].number)
    play_published(league)
    [play_off] = draft(league)
    assert play_off.stage == LeagueRound.Stage.PLAY_OFFS
    assert play_off.fixtures.count() == 2
    groups = {frozenset((f.first.group, f.second.group)) for f in play_off.fixtures.all()}
    assert groups == {frozenset({0, 1})}


def test_only_organizers_draw_and_the_house_for_bots() -> None:
    league = running_league(4)
    strangers = (
        LeagueVisitor(),
        official(league, LeagueOfficial.Role.SCORER),
        SERVICE,
    )
    for visitor in strangers:
        with pytest.raises(LeagueDeniedError):
            rounds_draft(public_id=league.public_id, visitor=visitor)
    co = official(league, LeagueOfficial.Role.CO_ORGANIZER)
    assert rounds_draft(public_id=league.public_id, visitor=co)
    bots = running_league(2, competitors="bot")
    [row] = rounds_draft(public_id=bots.public_id, visitor=SERVICE)
    assert [fixture.table for fixture in row.fixtures.all()] == [0]
