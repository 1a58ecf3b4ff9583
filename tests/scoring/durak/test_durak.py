"""Series of Durak games: losers, draws, stalls, teams (1D), epaulettes (1E), points."""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.durak import (
    DURAK_TEMPLATES,
    LONGEST_NAME,
    MOST_PLAYERS,
    DurakCode,
    DurakPointsRule,
    DurakRefusedError,
    Ending,
    SeriesResult,
    SideTally,
    TeamEnd,
    game_points,
    read_series,
    series_result,
    standings_points,
    table_results,
)
from scoring.elo import MICRO, PairScores, Rated, Side, rate_sides
from scoring.reading import ShapeCode
from scoring.standings import Adjustment, Entry, metrics_by_code, standings
from tests.scoring.burako.strategies import json_values
from tournaments.names import DISPLAY_NAME_MAX_LENGTH

Data = dict[str, Any]
RULE = DurakPointsRule()
FIRST_OUT = DurakPointsRule(team_end=TeamEnd.FIRST_OUT_WINS)
FOUR = [["ana"], ["boris"], ["carla"], ["dmitri"]]
PAIRS = [["ana", "boris"], ["carla", "dmitri"]]
THREE_PAIRS = [*PAIRS, ["eva", "fjodor"]]


def series(sides: object, *games: object) -> Data:
    return {"sides": sides, "games": list(games)}


def durak(*losers: object, **more: object) -> Data:
    return {"ending": "durak", "losers": list(losers), **more}


DRAW = {"ending": "draw"}


def result(sides: object, *games: object, rule: DurakPointsRule = RULE) -> SeriesResult:
    return series_result(rule, read_series(rule, series(sides, *games)))


def refused(sides: object, *games: object, rule: DurakPointsRule = RULE) -> dict[str, str]:
    with pytest.raises(DurakRefusedError) as caught:
        read_series(rule, series(sides, *games))
    found = {e.field: e.code for e in caught.value.errors}
    assert len(found) == len(caught.value.errors)
    assert all(e.message and "%(" not in e.message for e in caught.value.errors)
    return found


def test_1A19_the_durak_loses_and_all_others_survive() -> None:
    table = result(FOUR, durak(1), durak(1), durak(3))
    assert [t.points for t in table.tallies] == [6, 2, 6, 4]
    assert [t.lost for t in table.tallies] == [0, 2, 0, 1]
    assert table.leaders == (0, 2)


def test_1A19_a_draw_has_no_durak() -> None:
    table = result(FOUR, DRAW)
    assert [(t.points, t.drawn, t.survived, t.lost) for t in table.tallies] == [(1, 1, 0, 0)] * 4


def test_a_side_that_sat_out_has_not_drawn() -> None:
    table = result(FOUR, durak(0, sides=[0, 2]), DRAW)
    assert [t.games for t in table.tallies] == [2, 1, 2, 1]
    assert [t.points for t in table.tallies] == [1, 1, 3, 1]


def test_1J4_a_stalled_game_may_have_several_losers() -> None:
    table = result(FOUR, {"ending": "stalled", "losers": [0, 2]})
    assert [t.points for t in table.tallies] == [0, 2, 0, 2]


def test_1J4_a_stalled_game_that_all_lost_is_a_draw() -> None:
    table = result(FOUR, {"ending": "stalled", "losers": [2, 0], "sides": [0, 2]})
    assert table == result(FOUR, {"ending": "draw", "sides": [0, 2]})
    teams = result(PAIRS, {"ending": "stalled", "losers": [0, 1]})
    assert [(t.points, t.drawn, t.lost) for t in teams.tallies] == [(1, 1, 0)] * 2


def test_1D_TM4_a_team_loses_together() -> None:
    table = result(PAIRS, durak(1), durak(1), durak(0))
    assert [(t.points, t.survived, t.lost) for t in table.tallies] == [(4, 2, 1), (2, 1, 2)]
    assert table.leaders == (0,)


def test_1D_TM6_first_out_wins_makes_both_other_teams_lose() -> None:
    table = result(THREE_PAIRS, durak(0, 2), rule=FIRST_OUT)
    assert [t.points for t in table.tallies] == [0, 2, 0]
    assert refused(THREE_PAIRS, durak(0), rule=FIRST_OUT) == {
        "games.0.losers": "wrong_number_of_losers"
    }
    # without teams there is still one durak only
    assert result(FOUR, durak(2), rule=FIRST_OUT).tallies[2].lost == 1


def test_1D_TM4_with_two_teams_both_ends_have_one_loser() -> None:
    assert result(PAIRS, durak(0), rule=FIRST_OUT) == result(PAIRS, durak(0))


def test_1E_epaulettes_are_counted_and_cost_nothing_by_default() -> None:
    table = result(FOUR, durak(1, epaulettes=1), durak(1, epaulettes=2), durak(1))
    assert table.tallies[1] == SideTally(lost=3, one_epaulette=1, two_epaulettes=1)


def test_1E_epaulettes_may_cost_points() -> None:
    rule = DurakPointsRule(one_epaulette_costs=1, two_epaulettes_cost=3)
    table = result(FOUR, durak(1, epaulettes=1), durak(2, epaulettes=2), rule=rule)
    assert [t.points for t in table.tallies] == [4, 1, -1, 4]


def test_1E_in_teams_one_player_wears_them_and_only_that_side_pays() -> None:
    rule = DurakPointsRule(two_epaulettes_cost=5, team_end=TeamEnd.FIRST_OUT_WINS)
    game = durak(0, 2, epaulettes=2, wearer="fjodor")
    read = read_series(rule, series(THREE_PAIRS, game))
    assert game_points(rule, read, read.games[0]) == {0: 0, 1: 2, 2: -5}
    assert [t.two_epaulettes for t in series_result(rule, read).tallies] == [0, 0, 1]


def test_1E_the_only_loser_need_not_be_named() -> None:
    read = read_series(RULE, series(FOUR, durak(3, epaulettes=1)))
    assert read.games[0].wearer == "dmitri"
    assert not read.has_teams


def test_names_are_kept_without_the_blanks_around_them() -> None:
    read = read_series(RULE, series([[" ana\t"], ["boris "]], durak(0, epaulettes=1)))
    assert read.sides == (("ana",), ("boris",))
    assert refused([["a"], ["a "]]) == {"sides.1.0": "player_twice"}
    named = series([["a ", "b"], ["c", "d"]], durak(0, epaulettes=1, wearer="a "))
    assert read_series(RULE, named).games[0].wearer == "a"


def test_names_may_be_as_long_as_an_accounts_and_no_longer() -> None:
    assert read_series(RULE, series([["x" * LONGEST_NAME + " "], ["b"]])).sides[0]
    assert refused([["x" * (LONGEST_NAME + 1)], ["b"]]) == {"sides.0.0": "player_name_too_long"}
    assert LONGEST_NAME == DISPLAY_NAME_MAX_LENGTH


def test_V1_a_table_cannot_be_larger_than_the_cards_allow() -> None:
    crowd = [[f"player {n}"] for n in range(500)]
    assert refused(crowd, durak(0)) == {"games.0.sides": "table_too_large"}
    assert MOST_PLAYERS * 6 + 1 <= 4 * 52 < (MOST_PLAYERS + 1) * 6 + 1
    table = list(range(MOST_PLAYERS))
    assert result(crowd, durak(0, sides=table)).tallies[0].lost == 1
    assert refused(crowd, durak(0, sides=[*table, 400])) == {"games.0.sides": "table_too_large"}


def test_an_empty_series_is_level() -> None:
    assert result(FOUR).leaders == (0, 1, 2, 3)


def test_all_faults_are_reported_at_once() -> None:
    assert refused(FOUR, durak(4), durak(), {**DRAW, "losers": [0]}, {"ending": "won"}) == {
        "games.0.losers.0": "out_of_range",
        "games.1.losers": "loser_missing",
        "games.2.losers": "draw_with_loser",
        "games.3.ending": "not_a_choice",
    }


def rule_codes(**values: object) -> set[str]:
    with pytest.raises(DurakRefusedError) as caught:
        DurakPointsRule.from_dict({**RULE.as_dict(), **values})
    return set(caught.value.codes)


def codes(sides: object, *games: object) -> set[str]:
    return set(refused(sides, *games).values())


REFUSALS: dict[str, Callable[[], set[str]]] = {
    DurakCode.LOSING_PAYS: lambda: rule_codes(lost=2, draw=1),
    DurakCode.TOO_FEW_SIDES: lambda: codes(FOUR, durak(0, sides=[0])),
    DurakCode.PLAYER_TWICE: lambda: codes([["ana"], ["ana"]]),
    DurakCode.PLAYER_NAMELESS: lambda: codes([["ana"], [" "]]),
    DurakCode.PLAYER_NAME_TOO_LONG: lambda: codes([["ana"], ["b" * 41]]),
    DurakCode.TABLE_TOO_LARGE: lambda: codes([[str(n)] for n in range(35)], DRAW),
    DurakCode.TEAMS_UNEVEN: lambda: codes([["ana", "boris"], ["carla"]]),
    DurakCode.SIDE_TWICE: lambda: codes(FOUR, {"ending": "stalled", "losers": [0, 0]}),
    DurakCode.LOSER_NOT_PLAYING: lambda: codes(FOUR, durak(3, sides=[0, 1])),
    DurakCode.DRAW_WITH_LOSER: lambda: codes(FOUR, {**DRAW, "losers": [1]}),
    DurakCode.LOSER_MISSING: lambda: codes(FOUR, durak()),
    DurakCode.WRONG_NUMBER_OF_LOSERS: lambda: codes(FOUR, durak(0, 1)),
    DurakCode.EPAULETTES_WITHOUT_DURAK: lambda: codes(FOUR, {**DRAW, "epaulettes": 1}),
    DurakCode.WEARER_MISSING: lambda: codes(PAIRS, durak(0, epaulettes=1)),
    DurakCode.WEARER_DID_NOT_LOSE: lambda: codes(PAIRS, durak(0, epaulettes=1, wearer="carla")),
    DurakCode.WEARER_WITHOUT_EPAULETTES: lambda: codes(PAIRS, durak(0, wearer="ana")),
}


def test_every_code_has_a_sentence_and_a_test() -> None:
    assert set(DURAK_TEMPLATES) == {*ShapeCode, *DurakCode}
    assert set(REFUSALS) == set(DurakCode)


@pytest.mark.parametrize("code", list(REFUSALS))
def test_every_code_is_given(code: str) -> None:
    assert REFUSALS[code]() == {code}


@pytest.mark.parametrize(
    "sides",
    [
        [],
        [["ana"]],
        None,
        [["ana"], []],
        [["a", "b"], ["c", "d"], ["e", "f"], ["g", "h"]],
        [["a"], 7],
    ],
)
def test_1D_sides_that_cannot_play(sides: object) -> None:
    assert refused(sides)


def test_1E_epaulettes_are_none_one_or_two() -> None:
    assert refused(FOUR, durak(0, epaulettes=3)) == {"games.0.epaulettes": "out_of_range"}
    assert refused(FOUR, durak(0, epaulettes=True)) == {"games.0.epaulettes": "not_a_whole_number"}
    assert refused(FOUR, {"ending": "stalled", "losers": [0], "epaulettes": 2}) == {
        "games.0.epaulettes": "epaulettes_without_durak"
    }


def test_the_points_rule_survives_json_and_refuses_other_forms() -> None:
    rule = DurakPointsRule(survived=3, two_epaulettes_cost=2, team_end=TeamEnd.FIRST_OUT_WINS)
    assert DurakPointsRule.from_dict(json.loads(json.dumps(rule.as_dict()))) == rule
    assert rule_codes(schema=2) == {"unknown_schema"}
    assert rule_codes(extra=1) == {"unknown_field"}
    assert rule_codes(survived=2.0) == {"not_a_whole_number"}
    assert rule_codes(team_end="sudden_death") == {"not_a_choice"}
    loose: dict[str, Any] = {"team_end": "first_out_wins"}
    assert DurakPointsRule(**loose) == FIRST_OUT
    loose = {"survived": -1}
    with pytest.raises(DurakRefusedError):
        DurakPointsRule(**loose)


# --- what a league makes of a series ---


def test_standings_points_fill_a_leagues_table() -> None:
    first = read_series(RULE, series(FOUR, durak(1), durak(1), durak(3, sides=[0, 1, 3])))
    second = read_series(RULE, series([["boris"], ["ana"], ["eva"]], durak(0), DRAW))
    evenings = {"3 May": standings_points(RULE, first), "10 May": standings_points(RULE, second)}
    table = standings(
        [Entry(name) for name in ("ana", "boris", "carla", "dmitri", "eva")],
        [],
        metrics=metrics_by_code(["points"]),
        adjustments=[
            Adjustment(player, points, evening)
            for evening, points_of in evenings.items()
            for player, points in points_of.items()
        ],
    )
    points = {row.competitor: (row.rank, int(row.points)) for row in table.rows}
    assert points == {
        "ana": (1, 9),
        "carla": (2, 4),
        "dmitri": (2, 4),
        "boris": (4, 3),
        "eva": (4, 3),
    }


def test_standings_points_go_to_each_member_of_a_team() -> None:
    read = read_series(RULE, series(PAIRS, durak(1)))
    assert standings_points(RULE, read) == {"ana": 2, "boris": 2, "carla": 0, "dmitri": 0}


def test_standings_points_do_not_name_who_sat_out_every_game() -> None:
    read = read_series(RULE, series(FOUR, durak(0, sides=[0, 2])))
    assert standings_points(RULE, read) == {"ana": 0, "carla": 2}


def test_ratings_compare_only_those_who_sat_together() -> None:
    games = [durak(1), durak(3, sides=[3, 0]), DRAW, durak(0, sides=[0, 3])]
    one, other = table_results(read_series(RULE, series(FOUR, *games)))
    assert (one.sides, one.scores) == ((0, 1, 2, 3), PairScores.of_losers(4, [[1], []]))
    assert (other.sides, other.scores) == ((0, 3), PairScores.of_losers(2, [[1], [0]]))


def test_1J4_TM6_shared_losses_reach_the_ratings() -> None:
    stalled = read_series(RULE, series(FOUR, {"ending": "stalled", "losers": [2, 0]}))
    (shared,) = table_results(stalled)
    assert shared.scores == PairScores.of_losers(4, [[0, 2]])
    teams = read_series(FIRST_OUT, series(THREE_PAIRS, durak(0, 2)))
    (table,) = table_results(teams)
    pair = Side((Rated(1500 * MICRO, 20),) * 2)
    changes = rate_sides([pair for _ in table.sides], table.scores)
    # A loser draws with the other loser: 20 * (1/4 - 1/2) Elo.
    deltas = [[change.delta for change in side] for side in changes]
    assert deltas == [[-5 * MICRO] * 2, [10 * MICRO] * 2, [-5 * MICRO] * 2]


def test_an_empty_series_has_no_results_to_rate() -> None:
    empty = read_series(RULE, series(FOUR))
    assert table_results(empty) == ()
    assert standings_points(RULE, empty) == {}


@st.composite
def valid_games(draw: st.DrawFn) -> Data:
    playing = draw(st.lists(st.integers(0, 3), min_size=2, max_size=4, unique=True))
    ending = draw(st.sampled_from(Ending))
    most = {Ending.DURAK: 1, Ending.DRAW: 0, Ending.STALLED: len(playing)}[ending]
    losers = draw(
        st.lists(st.sampled_from(playing), min_size=min(most, 1), max_size=most, unique=True)
    )
    epaulettes = draw(st.integers(0, 2)) if ending is Ending.DURAK else 0
    return {
        "ending": ending.value,
        "sides": playing,
        "losers": losers,
        "epaulettes": epaulettes,
    }


@given(st.lists(valid_games(), max_size=12), st.randoms())
def test_points_are_what_the_games_gave_in_any_order(games: list[Data], rng: random.Random) -> None:
    rule = DurakPointsRule(survived=7, draw=4, lost=1, one_epaulette_costs=2, two_epaulettes_cost=3)
    table = result(FOUR, *games, rule=rule)
    for side, tally in enumerate(table.tallies):
        assert tally.games == sum(side in game["sides"] for game in games)
        assert tally.points == (
            7 * tally.survived
            + 4 * tally.drawn
            + tally.lost
            - 2 * tally.one_epaulette
            - 3 * tally.two_epaulettes
        )
    shuffled = list(games)
    rng.shuffle(shuffled)
    assert result(FOUR, *shuffled, rule=rule) == table


_games = st.lists(
    st.fixed_dictionaries(
        {"ending": st.sampled_from(["durak", "draw", "stalled"]) | json_values},
        optional={
            "losers": st.lists(st.integers(-1, 4), max_size=3) | json_values,
            "sides": st.lists(st.integers(-1, 4), max_size=4) | json_values,
            "epaulettes": st.integers(-1, 3) | json_values,
            "wearer": st.sampled_from(["ana", "eva"]) | json_values,
        },
    )
    | json_values,
    max_size=4,
)


@settings(max_examples=300)
@given(
    st.fixed_dictionaries({"sides": st.sampled_from([FOUR, PAIRS]) | json_values, "games": _games})
    | json_values,
    st.sampled_from([RULE, FIRST_OUT]),
)
def test_fuzz_anything_is_read_or_refused(data: object, rule: DurakPointsRule) -> None:
    try:
        read = read_series(rule, data)
    except DurakRefusedError as caught:
        errors = caught.errors
    else:
        errors = ()
        assert series_result(rule, read).leaders
        assert len(table_results(read)) <= len(read.games)
    assert all(e.code in DURAK_TEMPLATES and e.message for e in errors)
