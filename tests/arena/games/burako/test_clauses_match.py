"""RULES 2F to 2H, and a check that every clause of part 2 has a test of its name."""

import re
from importlib import import_module

import pytest

from arena.games.burako.actions import Discard
from arena.games.burako.family import make
from arena.games.burako.game import Game
from arena.games.burako.match import Match
from arena.games.burako.outcome import Outcome
from scoring.burako import EndReason
from tests.arena.games.burako.table import (
    CANASTA,
    DRAW,
    DUEL,
    PAIRS,
    TAKE,
    YES,
    added,
    jsons,
    meld,
    pierna,
    position,
    run,
    thrown,
)


def match_after(*hands: tuple[int, int], **options: object) -> Match:
    match = make("burako/pairs", None, options).match(seed=1)
    match._finished = list(hands)
    return match


def test_2F_25_totals_add_up_and_may_be_negative() -> None:
    match = match_after((350, -260), (-500, 100))
    assert match.progress.totals == (-150, -160)
    assert not match.is_over


@pytest.mark.parametrize(
    ("hands", "winner"),
    [
        ([(2790, 2400), (350, -260)], 0),  # M1
        ([(2900, 2950), (295, 275)], 1),  # M2
        ([(3000, 0)], 0),
        ([(2995, 0)], None),
    ],
)
def test_2F_25_the_target_ends_the_match(hands: list[tuple[int, int]], winner: int | None) -> None:
    match = match_after(*hands)
    outcome = match.progress.outcome
    assert (None if outcome is None else outcome.winner) == winner
    assert match.is_over is (winner is not None)
    if winner is not None:
        with pytest.raises(ValueError, match="match is over"):
            match.next_game()
        assert list(match) == []


def test_2F_25_a_tie_above_the_target_goes_on() -> None:
    match = match_after((3050, 3050))  # M3
    assert not match.is_over
    assert match.next_game().seat is not None
    assert match_after((3050, 3050), (-100, -200)).progress.outcome is None  # below again


def test_2F_25_the_cap_of_hands() -> None:
    level = match_after(*[(75, 75)] * 40).progress.outcome
    assert level is not None
    assert (level.reason, level.winner) == (EndReason.HANDS, None)
    ahead = match_after(*[(10, 20)] * 40).progress.outcome
    assert ahead is not None
    assert ahead.winner == 1
    assert not match_after(*[(10, 20)] * 39).is_over


def test_2F_25_a_match_is_played_hand_by_hand() -> None:
    match = DUEL.match(seed=9)
    hands = []
    for game in match:
        with pytest.raises(ValueError, match="to its end"):
            match.next_game()
        while game.seat is not None:
            game.apply(game.default_action())
        assert isinstance(game.outcome, Outcome)
        hands.append(game.outcome.totals)
        assert match.totals_by_hand == tuple(hands)
    assert match.progress.totals == tuple(map(sum, zip(*hands, strict=True)))
    assert match.number == len(hands) - 1
    assert match.progress.outcome is not None


# 2G Actions


def default(game: Game) -> dict[str, object]:
    action = game.default_action()
    assert action in list(game.legal())
    return action.to_json()


def test_2G_defaults_in_the_draw_phase() -> None:
    assert default(position(rack="b3 b4 b5 b6", pozo="g9", phase="draw")) == DRAW
    game = position(rack="b3 b4 b5 b6", pozo="g9", phase="draw", mazo="")
    assert default(game) == TAKE


def test_2G_the_default_discard_is_the_tile_just_drawn() -> None:
    game = position(rack="b3 b4 b5", mazo="J", phase="draw")
    game.apply(DRAW)
    assert default(game) == thrown("J")


@pytest.mark.parametrize(
    ("rack", "tile"),
    [
        ("J r8 y3 g3 g3#2", "g3"),  # lowest face, then colour
        ("J r9 r8#2 r8", "r8"),  # then number, then copy
        ("J g3 b3#2", "b3#2"),  # the copy comes last, after the colour
        ("J r4 r3#2", "r3#2"),  # and after the number
        ("J g2 b1", "b1"),
        ("J J#2 r2", "r2"),
    ],
)
def test_2G_the_default_discard_is_else_the_cheapest(rack: str, tile: str) -> None:
    assert default(position(rack=rack)) == thrown(tile)


def test_2G_a_drawn_tile_that_is_gone_is_not_discarded() -> None:
    game = position(rack="g3 r4 r5", laid=[run("g", 4, "g4 g5 g6")], mazo="g7", phase="draw")
    game.apply(DRAW)
    game.apply(added(0, "high", "g7"))
    assert default(game) == thrown("g3")


def test_2G_the_default_answer_is_to_close() -> None:
    game = position(rack="b8 g8 r8 r3", laid=[CANASTA], muerto_taken_by=2)
    game.apply({"a": "consult", "plan": [meld(pierna(8, "b8 g8 r8")), thrown("r3")]})
    assert default(game) == YES


def test_2G_melds_are_numbered_in_laying_order_of_both_sides() -> None:
    game = position(rack="b8 g8 r8 b9 g9 r9 r3", opened=True)
    game.apply(meld(pierna(8, "b8 g8 r8"), pierna(9, "b9 g9 r9")))
    game.apply(thrown("r3"))
    game.apply(DRAW)
    game.racks[1] |= position(rack="y5 y6 y7").racks[0]
    game.apply(meld(run("y", 5, "y5 y6 y7")))
    assert [view.side for view in game.view(None).melds] == [0, 0, 1]
    assert game.view(None).melds[2].to_json()["t"] == "run"


def test_2G_in_a_pierna_the_order_is_free() -> None:
    game = position(rack="b8 g8 J r3", opened=True)
    for tiles in ("b8 g8 J", "J g8 b8", "g8 J b8"):
        twin = game.copy()
        twin.apply(meld(pierna(8, tiles)))
        assert twin.log[-1][1].to_json() == meld(pierna(8, "b8 g8 J"))


def test_2G_low_tiles_stand_in_ascending_order() -> None:
    game = position(rack="g3 g4 J r3", laid=[run("g", 5, "g5 g6 g7")])
    game.apply(added(0, "low", "g3 J"))  # the joker at 4
    assert game.melds[0].as_dict() == run("g", 3, "g3 J g5 g6 g7")


def test_2G_with_two_seats_a_close_always_played_the_muerto() -> None:
    game = position(DUEL, rack="r3", laid=[CANASTA], mazo="y9 y10 y11 y12")
    game.apply(thrown("r3"))
    game.apply(DRAW)
    game.apply(thrown("y9"))
    game.apply(DRAW)
    assert game.sides[0].unplayed
    game.apply(Discard(game.default_action().tile))  # type: ignore[union-attr]
    assert not game.sides[0].unplayed


# Every clause has a test

SECTIONS = {
    "A": range(1, 6),
    "B": range(6, 14),
    "C": range(14, 23),
    "D": range(23, 25),
    "F": range(25, 26),
}
WITHOUT_NUMBERS = ("2E", "2G")
# 2H: where each ambiguity was resolved.
AMBIGUITIES = {
    "B1": "2A_4", "B2": "2C_14", "B3": "2C_14", "B4": "2B_13", "B5": "2B_7", "B6": "2B_9",
    "B7": "2C_20", "B8": "2C_19", "B9": "2C_17", "B10": "2E", "B11": "2E", "B12": "2E",
    "B13": "2F_25", "B14": "2C_22",
}  # fmt: skip
MODULES = ("test_clauses_melds", "test_clauses_turn", "test_clauses_match")


def test_every_clause_has_a_test() -> None:
    names = [
        name
        for module in MODULES
        for name in vars(import_module(f"tests.arena.games.burako.{module}"))
        if name.startswith("test_2")
    ]
    tested = {match[1] for name in names if (match := re.match(r"test_(2[A-G](?:_\d+)?)_", name))}
    clauses = {f"2{letter}_{number}" for letter, numbers in SECTIONS.items() for number in numbers}
    clauses |= {*WITHOUT_NUMBERS}
    assert clauses - tested == set()
    assert tested - clauses == set(), "a test names a clause that does not exist"
    assert set(AMBIGUITIES.values()) <= clauses
    assert list(AMBIGUITIES) == [f"B{number}" for number in range(1, 15)]


def test_the_profiles_are_those_of_the_issue() -> None:
    assert (PAIRS.players, DUEL.players) == (4, 2)
    assert PAIRS.options.target_points == DUEL.options.target_points == 3000
    assert jsons(PAIRS.deal(seed=1)) == [DRAW]
