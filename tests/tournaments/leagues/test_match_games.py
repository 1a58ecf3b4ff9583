"""Durak between people, game by game: what a match comes to, and what cannot have happened."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError

from scoring.durak import DurakPointsRule
from tests.tournaments.leagues.match_kit import bracket, enter, match, now
from tournaments.league_results import Games
from tournaments.models import Fixture, FixtureResult
from tournaments.selectors.league_sides import fixture_players

pytestmark = pytest.mark.django_db

LOST_BY_FIRST = {"ending": "durak", "losers": [0]}
LOST_BY_SECOND = {"ending": "durak", "losers": [1]}
DRAWN = {"ending": "draw"}


def durak(**fields: Any) -> Fixture:  # noqa: ANN401
    chosen: dict[str, Any] = {"game": "durak", "match_length": 3} | fields
    return match(**chosen)


def test_who_has_more_points_of_the_league_has_won() -> None:
    result = enter(durak(), Games([LOST_BY_FIRST, LOST_BY_SECOND, LOST_BY_SECOND]))
    assert (result.kind, result.winner) == ("games", "first")
    assert (result.points_first, result.points_second) == (4, 2)
    assert result.detail["games"] == [LOST_BY_FIRST, LOST_BY_SECOND, LOST_BY_SECOND]


def test_draws_and_stalled_games_count_as_the_rule_says() -> None:
    stalled = {"ending": "stalled", "losers": [0, 1]}
    result = enter(durak(), Games([DRAWN, stalled, LOST_BY_FIRST]))
    assert (result.points_first, result.points_second, result.winner) == (2, 4, "second")


def test_epaulettes_cost_whoever_wears_them_what_the_league_says() -> None:
    rule = DurakPointsRule(one_epaulette_costs=1, two_epaulettes_cost=3)
    one = durak(durak_points=rule.as_dict())
    (ana,), _second = fixture_players(fixture=now(one))
    worn = {**LOST_BY_FIRST, "epaulettes": 2, "wearer": ana.public_id}
    result = enter(one, Games([worn, LOST_BY_SECOND, DRAWN]))
    assert (result.points_first, result.points_second) == (0, 3)
    assert result.detail["games"][0] == worn


def test_of_a_pair_one_wears_them() -> None:
    one = durak(competitors="pair", profile="durak/team36")
    _first, (cleo, _dora) = fixture_players(fixture=now(one))
    worn = {**LOST_BY_SECOND, "epaulettes": 1}
    with pytest.raises(ValidationError) as error:
        enter(one, Games([worn, DRAWN, DRAWN]))
    assert list(error.value.message_dict) == ["games-0-wearer"]
    result = enter(one, Games([{**worn, "wearer": cleo.public_id}, DRAWN, DRAWN]))
    assert result.winner == "first"


@pytest.mark.parametrize(
    ("games", "field"),
    [
        ([{"ending": "durak"}, DRAWN, DRAWN], "games-0-losers"),
        ([DRAWN, {"ending": "draw", "losers": [1]}, DRAWN], "games-1-losers"),
        ([DRAWN, DRAWN, {"ending": "beer"}], "games-2-ending"),
        ([{**LOST_BY_FIRST, "epaulettes": 3}, DRAWN, DRAWN], "games-0-epaulettes"),
        ([{**LOST_BY_FIRST, "epaulettes": 1, "wearer": "Bob"}, DRAWN, DRAWN], "games-0-wearer"),
    ],
)
def test_what_cannot_have_happened_is_refused_at_its_game(
    games: list[dict[str, object]], field: str
) -> None:
    one = durak()
    with pytest.raises(ValidationError) as error:
        enter(one, Games(games))
    assert list(error.value.message_dict) == [field]
    assert not FixtureResult.objects.exists()


def test_fewer_games_than_planned_need_a_note_and_more_are_refused() -> None:
    one = durak()
    with pytest.raises(ValidationError, match="at least one game"):
        enter(one, Games([]))
    with pytest.raises(ValidationError, match="If you played fewer"):
        enter(one, Games([LOST_BY_FIRST]))
    with pytest.raises(ValidationError, match="beyond them"):
        enter(one, Games([DRAWN] * 4))
    assert enter(one, Games([LOST_BY_FIRST]), note="The last bus left.").winner == "second"


def test_in_a_knockout_more_games_break_a_tie_and_nothing_else() -> None:
    _league, (one, _other) = bracket(game="durak", match_length=2)
    with pytest.raises(ValidationError, match="one more game"):
        enter(one, Games([DRAWN, DRAWN]))
    with pytest.raises(ValidationError, match="beyond them"):
        enter(one, Games([LOST_BY_FIRST, DRAWN, LOST_BY_SECOND]))
    with pytest.raises(ValidationError, match="beyond them"):
        enter(one, Games([DRAWN, DRAWN, LOST_BY_FIRST, DRAWN]))
    assert enter(one, Games([DRAWN, DRAWN, DRAWN, LOST_BY_FIRST])).winner == "second"


def test_the_same_games_twice_are_one_result() -> None:
    one = durak()
    games = Games([LOST_BY_FIRST, DRAWN, DRAWN])
    assert enter(one, games, revision=0) == enter(one, games, revision=0)
    assert FixtureResult.objects.count() == 1
