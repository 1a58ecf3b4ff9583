"""A knockout follows its results: who meets in later matches is whoever came through."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError

from scoring.league.records import entry_of
from tests.tournaments.leagues.kit import events, owner
from tests.tournaments.leagues.match_kit import (
    LOSS,
    WIN,
    bracket,
    decide,
    enter,
    now,
    organizer,
)
from tests.tournaments.leagues.playing import round_of
from tournaments.league_results import Absent
from tournaments.models import Fixture, FixtureResult, League, LeagueRound
from tournaments.selectors.leagues import league_book
from tournaments.services.leagues.leaving import entry_disqualify
from tournaments.services.leagues.match_sheets import fixture_sheet_open
from tournaments.services.leagues.postponing import fixture_call_off, fixture_resume

pytestmark = pytest.mark.django_db

State = Fixture.State
FINAL = 3


def final_of(league: League) -> Fixture:
    """Published once both semi-finals are decided."""
    final_round = LeagueRound.objects.create(league=league, number=2, state="published")
    states = league_book(league=league).bracket_states()
    state = next(state for state in states if state.match.number == FINAL)
    first, second = (league.entries.get(pk=entry_of(one)) for one in (state.a, state.b))
    return Fixture.objects.create(
        league=league, round=final_round, place=1, first=first, second=second, bracket_match=FINAL
    )


def played() -> tuple[League, list[Fixture], Fixture]:
    """Four in a knockout that is over: 1 beat 4, 3 beat 2, 1 beat 3."""
    league, fixtures = bracket()
    for fixture in fixtures:
        enter(fixture)
    final = final_of(league)
    enter(final)
    return league, fixtures, final


def seeds(fixture: Fixture) -> set[int]:
    found = now(fixture)
    return {found.first.seed, found.second.seed}


def champion(league: League) -> int | None:
    ranking = league_book(league=league).final_ranking()
    return next((league.entries.get(pk=one.entry).seed for one in ranking if one.rank == 1), None)


def test_results_that_a_correction_makes_void_fall_away_and_the_right_two_meet() -> None:
    league, (one, _other), final = played()
    assert champion(league) == 1
    decide(one, LOSS, note="The sides were mixed up.")
    assert seeds(final) == {3, 4}
    assert (now(final).state, now(final).result) == (State.PLANNED, None)
    assert champion(league) is None
    codes = [said["code"] for said in events(league)[-1].consequences]
    assert "knockout.dropped" in codes
    assert "league.now_meet" in codes
    told = list(final.results.order_by("number").values_list("kind", flat=True))
    assert told == ["total", "withdrawn"]
    enter(final, LOSS)
    assert champion(league) in (3, 4)


def test_a_result_between_others_still_says_between_whom_it_was() -> None:
    _league, (one, _other), final = played()
    before = [now(final).first_id, now(final).second_id]
    decide(one, LOSS)
    assert final.results.get(number=1).detail["entries"] == before
    assert [now(final).first_id, now(final).second_id] != before


def test_a_correction_that_moves_nobody_keeps_what_came_of_it() -> None:
    league, (one, _other), final = played()
    decide(one, Absent(second=True))
    assert now(final).state == State.CONFIRMED
    assert champion(league) == 1
    assert final.results.count() == 1


def test_who_lost_the_final_to_somebody_whose_results_are_annulled_has_won_it() -> None:
    league, _semi_finals, final = played()
    first = league.entries.get(seed=1)
    who: dict[str, Any] = {"public_id": league.public_id, "visitor": owner(league)}
    entry_disqualify(**who, entry_id=first.pk, annul=True, note="Marked cards.")
    assert champion(league) == 3
    assert seeds(final) == {1, 3}
    codes = [said["code"] for said in events(league)[-1].consequences]
    assert codes == ["league.unplaced", "league.champion"]


def test_a_final_nobody_has_played_is_given_to_who_lost_to_the_annulled() -> None:
    league, fixtures = bracket()
    for fixture in fixtures:
        enter(fixture)
    final = final_of(league)
    who: dict[str, Any] = {"public_id": league.public_id, "visitor": owner(league)}
    entry_disqualify(
        **who, entry_id=league.entries.get(seed=1).pk, annul=True, note="Marked cards."
    )
    assert (now(final).state, seeds(final)) == (State.PLANNED, {3, 4})


def test_while_nobody_knows_who_meets_nobody_plays() -> None:
    """Both did not come: then the other semi-final's winner has nobody to play."""
    league, (one, _other), final = played()
    decide(one, Absent(first=True, second=True))
    assert now(final).state == State.CANCELLED
    assert champion(league) == 3
    for refused in (
        lambda: decide(final, WIN),
        lambda: fixture_sheet_open(fixture_id=final.public_id, visitor=organizer(final)),
        lambda: fixture_resume(fixture_id=final.public_id, visitor=organizer(final)),
    ):
        with pytest.raises(ValidationError, match="not known who meets"):
            refused()
    decide(one, WIN)
    assert (now(final).state, seeds(final)) == (State.PLANNED, {1, 3})
    enter(final)
    assert champion(league) in (1, 3)


def test_a_draft_of_a_later_round_follows_too() -> None:
    league, fixtures = bracket()
    for fixture in fixtures:
        enter(fixture)
    final = final_of(league)
    LeagueRound.objects.filter(pk=final.round_id).update(state="draft")
    decide(fixtures[0], LOSS)
    assert seeds(final) == {3, 4}
    decide(fixtures[0], Absent(first=True, second=True))
    assert not Fixture.objects.filter(pk=final.pk).exists()
    assert not LeagueRound.objects.filter(pk=final.round_id).exists(), "nothing is left of it"


def test_the_sheet_of_a_match_that_is_given_to_others_is_theirs_no_longer() -> None:
    _league, (one, _other), final = played()
    Fixture.objects.filter(pk=final.pk).update(state=State.PLANNED, result=None)
    sheet = fixture_sheet_open(fixture_id=final.public_id, visitor=organizer(final))
    decide(one, LOSS)
    assert now(final).sheet is None
    again = fixture_sheet_open(fixture_id=final.public_id, visitor=organizer(final))
    assert again != sheet
    assert {seat.player_id for seat in again.seats.all()} != {
        seat.player_id for seat in sheet.seats.all()
    }


def test_a_match_of_a_knockout_is_not_called_off() -> None:
    _league, (one, _other) = bracket()
    with pytest.raises(ValidationError, match="who did not come"):
        fixture_call_off(fixture_id=one.public_id, visitor=organizer(one), note="Rain.")


@pytest.mark.parametrize("truth", [(WIN, WIN), (WIN, LOSS), (LOSS, WIN), (LOSS, LOSS)])
def test_corrected_semi_finals_leave_what_entering_them_right_would(
    truth: tuple[object, object],
) -> None:
    right, fixtures = bracket()
    for fixture, entered in zip(fixtures, truth, strict=True):
        enter(fixture, entered)  # type: ignore[arg-type]  # each is a total
    enter(final_of(right))
    wrong, semi_finals, final = played()
    for fixture, entered in zip(semi_finals, truth, strict=True):
        decide(fixture, entered)  # type: ignore[arg-type]
    if now(final).state != State.CONFIRMED:
        enter(final)
    assert champion(wrong) is not None
    assert {now(final).first.seed, now(final).second.seed} == {
        seed
        for fixture in Fixture.objects.filter(league=right, bracket_match=FINAL)
        for seed in (fixture.first.seed, fixture.second.seed)
    }
    assert FixtureResult.objects.filter(fixture__state=State.CONFIRMED).exists()


def test_a_league_without_a_bracket_is_left_alone() -> None:
    league, (one, _other) = bracket()
    (extra,) = round_of(league, 9)[:1]
    enter(extra)
    assert now(one).state == State.PLANNED
