"""Matches that are played later or not at all, and penalties and bonuses beside all matches."""

from datetime import timedelta
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from tests.tournaments.leagues.kit import events, official, owner
from tests.tournaments.leagues.match_kit import (
    WIN,
    bracket,
    decide,
    enter,
    match,
    now,
    organizer,
    player,
    points,
)
from tests.tournaments.leagues.playing import round_of
from tournaments.league_access import LeagueDeniedError
from tournaments.league_acts import LeagueAct
from tournaments.models import Fixture, LeagueAdjustment
from tournaments.services.leagues.adjustments import adjustment_add, adjustment_cancel
from tournaments.services.leagues.match_sheets import fixture_sheet_open
from tournaments.services.leagues.postponing import (
    fixture_call_off,
    fixture_postpone,
    fixture_resume,
)
from tournaments.services.leagues.rounds import rounds_draft

pytestmark = pytest.mark.django_db

State = Fixture.State


def its_organizer(one: Fixture) -> dict[str, Any]:
    return {"fixture_id": one.public_id, "visitor": organizer(one)}


def test_a_postponed_match_is_played_later() -> None:
    one = match()
    until = timezone.now() + timedelta(days=7)
    who = its_organizer(one)
    fixture_postpone(**who, revision=now(one).revision, until=until, note="Ana is ill.")
    fixture_postpone(**who, revision=now(one).revision, until=until)  # again, which changes nothing
    assert (now(one).state, now(one).starts_at) == (State.POSTPONED, until)
    (event,) = events(one.league)
    assert (event.action, event.note) == (LeagueAct.FIXTURE_POSTPONED, "Ana is ill.")
    fixture_postpone(**who, revision=now(one).revision, until=None)
    assert now(one).starts_at is None
    enter(one, by=player(one, 0))
    assert now(one).state == State.ENTERED


def test_what_has_a_result_is_not_postponed() -> None:
    one = match()
    enter(one, by=player(one, 0))
    with pytest.raises(ValidationError, match="has a result"):
        fixture_postpone(**its_organizer(one), until=None, revision=now(one).revision)


def test_it_is_played_after_all() -> None:
    one = match()
    who = its_organizer(one)
    fixture_postpone(**who, revision=now(one).revision, until=timezone.now())
    fixture_resume(**who)
    assert (now(one).state, now(one).starts_at) == (State.PLANNED, None)
    fixture_resume(**who)
    assert len(events(one.league)) == 2


def test_a_match_that_was_called_off_counts_for_nobody() -> None:
    one = match()
    enter(one)
    assert points(one.league) == {1: 1, 2: 0}
    who = its_organizer(one)
    with pytest.raises(ValidationError, match="Say why"):
        fixture_call_off(**who, note="")
    fixture_call_off(**who, note="It was the wrong pairing.")
    assert points(one.league) == {1: 0, 2: 0}
    assert now(one).state == State.CANCELLED
    fixture_call_off(**who, note="Again.")
    assert one.results.count() == 2
    event = events(one.league)[-1]
    assert event.action == LeagueAct.FIXTURE_CALLED_OFF
    assert event.consequences
    fixture_resume(**who)
    assert now(one).state == State.PLANNED
    enter(one)
    assert points(one.league) == {1: 1, 2: 0}


def test_what_was_called_off_stays_so_once_the_two_are_drawn_again() -> None:
    one = match()
    who = its_organizer(one)
    fixture_call_off(**who, note="Rain.")
    [again] = rounds_draft(public_id=one.league.public_id, visitor=organizer(one))
    assert {again.fixtures.get().first_id, again.fixtures.get().second_id} == {
        one.first_id, one.second_id,
    }  # fmt: skip
    for refused in (
        partial(fixture_resume, **who),
        partial(fixture_postpone, **who, until=None, revision=now(one).revision),
        partial(decide, one, WIN),
    ):
        with pytest.raises(ValidationError, match="drawn again"):
            refused()
    assert now(one).state == State.CANCELLED
    again.fixtures.update(state=State.CANCELLED)
    fixture_resume(**who)
    assert now(one).state == State.PLANNED


def test_those_who_meet_twice_can_play_the_other_match_after_all() -> None:
    one = match(format="double_round_robin")
    who = its_organizer(one)
    round_of(one.league, 2)
    fixture_call_off(**who, note="Rain.")
    fixture_resume(**who)
    assert now(one).state == State.PLANNED


def test_all_of_this_is_the_organizers() -> None:
    one = match()
    for visitor in (player(one, 0), official(one.league, "scorer")):
        who: dict[str, Any] = {"fixture_id": one.public_id, "visitor": visitor}
        for refused in (
            partial(fixture_postpone, **who, until=None, revision=0),
            partial(fixture_resume, **who),
            partial(fixture_call_off, **who, note="No."),
        ):
            with pytest.raises(LeagueDeniedError):
                refused()


def test_a_match_with_a_sheet_goes_on_where_it_was_interrupted() -> None:
    one = match()
    who = its_organizer(one)
    sheet = fixture_sheet_open(**who)
    fixture_postpone(**who, revision=now(one).revision, until=None)
    fixture_resume(**who)
    assert now(one).state == State.PLANNED
    sheet.last_seq = 1
    sheet.save()
    fixture_postpone(**who, revision=now(one).revision, until=None)
    fixture_resume(**who)
    assert now(one).state == State.PLAYING


# Penalties and bonuses


def adjust(one: Fixture, value: str, reason: str = "Late.") -> LeagueAdjustment:
    league = one.league
    return adjustment_add(
        public_id=league.public_id,
        visitor=owner(league),
        entry_id=one.first_id,
        points=Decimal(value),
        reason=reason,
    )


def test_a_penalty_counts_until_it_is_cancelled_and_stays_on_the_list() -> None:
    one = match()
    enter(one)
    penalty = adjust(one, "-1.5")
    assert points(one.league) == {1: Fraction(-1, 2), 2: 0}
    assert adjust(one, "-1.5") == penalty  # sent twice
    event = events(one.league)[-1]
    assert (event.action, event.entry, event.note) == (LeagueAct.ADJUSTED, one.first_id, "Late.")
    assert event.consequences
    for _time in range(2):
        adjustment_cancel(
            public_id=one.league.public_id, visitor=owner(one.league), adjustment_id=penalty.pk
        )
    assert points(one.league) == {1: 1, 2: 0}
    assert LeagueAdjustment.objects.get().cancelled_by == one.league.owner
    assert [event.action for event in events(one.league)][-2:] == [
        LeagueAct.ADJUSTED, LeagueAct.ADJUSTMENT_CANCELLED,
    ]  # fmt: skip
    assert adjust(one, "-1.5") != penalty


@pytest.mark.parametrize("value", ["0", "1000.01", "-1001", "NaN", "Infinity", "0.005"])
def test_points_that_make_no_sense_are_refused(value: str) -> None:
    one = match()
    with pytest.raises(ValidationError) as error:
        adjust(one, value)
    assert list(error.value.message_dict) == ["points"]


def test_an_adjustment_needs_a_reason_somebody_of_the_league_and_an_organizer() -> None:
    one, other = match(), match()
    with pytest.raises(ValidationError, match="what it is for"):
        adjust(one, "1", reason=" ")
    other.league = one.league
    with pytest.raises(ValidationError, match="in the league"):
        adjust(other, "1")
    with pytest.raises(LeagueDeniedError):
        adjustment_add(
            public_id=one.league.public_id,
            visitor=official(one.league, "scorer"),
            entry_id=one.first_id,
            points=Decimal(1),
            reason="Fair play.",
        )
    _league, (knockout, _other) = bracket()
    with pytest.raises(ValidationError, match="no table"):
        adjust(knockout, "1")


def test_an_adjustment_of_another_league_is_not_found() -> None:
    one, other = match(), match()
    penalty = adjust(one, "-1")
    with pytest.raises(LeagueDeniedError):
        adjustment_cancel(
            public_id=other.league.public_id, visitor=owner(other.league), adjustment_id=penalty.pk
        )
