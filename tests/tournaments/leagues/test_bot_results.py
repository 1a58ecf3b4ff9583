"""Results of bots' leagues: how a deal set decides its match, and that it does so once."""

from fractions import Fraction
from typing import Any

import pytest

from tests.tournaments.leagues.kit import events
from tests.tournaments.leagues.match_kit import bracket, decide, match, now, points
from tournaments.league_acts import LeagueAct
from tournaments.league_results import Absent
from tournaments.models import Fixture, FixtureResult, League
from tournaments.services.leagues.bot_results import (
    REPLAYS_MOST,
    fixture_bots_absent,
    fixture_match_settled,
    fixture_match_void,
)

pytestmark = pytest.mark.django_db

State = Fixture.State
HALF = Fraction(1, 2)
BOTS: dict[str, Any] = {"competitors": "bot", "game": "durak", "accounts": False}


def bots(**fields: Any) -> Fixture:  # noqa: ANN401
    return match(**{**BOTS, **fields})


def settle(
    one: Fixture,
    share: Fraction,
    raw: tuple[int, int] = (0, 0),
    match_id: str = "m1",
    **choices: Any,  # noqa: ANN401
) -> bool:
    """The arena has played it: `share` of the deal set was the first side's."""
    found = now(one)
    played = (found.first.competitor_id, found.second.competitor_id)
    chosen: dict[str, Any] = {"competitors": played, "match_id": match_id, **choices}
    return fixture_match_settled(fixture=found, shares=(share, 1 - share), points=raw, **chosen)


@pytest.mark.parametrize(
    ("share", "winner", "expected"),
    [
        (Fraction(51, 100), "first", {1: 1, 2: 0}),
        (HALF, "nobody", {1: HALF, 2: HALF}),
        (Fraction(1, 3), "second", {1: 0, 2: 1}),
    ],
)
def test_more_than_half_of_the_deal_set_wins_and_half_draws(
    share: Fraction, winner: str, expected: dict[int, Fraction]
) -> None:
    one = bots()
    assert settle(one, share, raw=(-20, 20))  # luck brought the points, not the shares
    result = now(one).result
    assert result is not None
    assert (result.kind, result.winner, result.role) == ("bots", winner, "service")
    assert (result.points_first, result.points_second) == (-20, 20)
    assert result.detail["shares"] == [str(share), str(1 - share)]
    assert points(one.league) == expected
    assert [event.action for event in events(one.league)] == [LeagueAct.RESULT_ENTERED]


def test_the_same_match_twice_counts_once() -> None:
    one = bots()
    assert settle(one, Fraction(1))
    assert not settle(one, Fraction(1))
    Fixture.objects.update(state=State.PLANNED, result=None)
    assert not settle(one, Fraction(0))
    assert FixtureResult.objects.count() == 1


def test_an_organizers_word_stands_before_the_arenas() -> None:
    one = bots()
    decide(one, Absent(first=True))
    assert not settle(one, Fraction(1))
    assert not fixture_match_void(fixture=one, match_id="m1")
    assert fixture_bots_absent(fixture=one, first=False, second=True, note="") is None
    assert points(one.league) == {1: 0, 2: 1}


def test_what_others_played_and_what_comes_too_late_is_not_taken() -> None:
    one = bots()
    assert not settle(one, Fraction(1), competitors=(-1, -2))
    League.objects.update(state="finished")
    assert not settle(one, Fraction(1))
    assert not FixtureResult.objects.exists()


def test_a_void_match_is_played_again() -> None:
    one = bots()
    settle(one, Fraction(1))
    assert not fixture_match_void(fixture=one, match_id="another")
    assert fixture_match_void(fixture=one, match_id="m1")
    assert now(one).state == State.PLANNED
    assert points(one.league) == {1: 0, 2: 0}
    assert not fixture_match_void(fixture=one, match_id="m1")
    assert settle(one, Fraction(0), match_id="m2")
    assert points(one.league) == {1: 0, 2: 1}


def test_a_bot_that_cannot_play_has_not_come() -> None:
    one = bots()
    result = fixture_bots_absent(fixture=one, first=False, second=True, note="It is benched.")
    assert result is not None
    assert (result.kind, result.winner, result.note) == ("forfeit", "first", "It is benched.")
    assert points(one.league) == {1: 1, 2: 0}


# Knockouts


def first_of_a_knockout() -> Fixture:
    return bracket(**BOTS)[1][0]


def test_in_a_knockout_points_break_a_draw() -> None:
    one = first_of_a_knockout()
    settle(one, HALF, raw=(10, 11))
    result = now(one).result
    assert result is not None
    assert (result.winner, result.detail["by"]) == ("second", "points")


def test_level_in_everything_it_is_played_again_and_at_last_the_better_seed_goes_on() -> None:
    one = first_of_a_knockout()
    for number in range(REPLAYS_MOST):
        assert settle(one, HALF, match_id=f"level{number}")
        assert (now(one).state, now(one).result) == (State.PLANNED, None)
    assert "again" in events(one.league)[-1].note
    assert settle(one, HALF, match_id="last")
    result = now(one).result
    assert result is not None
    assert now(one).first.seed < now(one).second.seed
    assert (result.winner, result.detail["by"]) == ("first", "seed")
    assert one.results.count() == REPLAYS_MOST + 1
