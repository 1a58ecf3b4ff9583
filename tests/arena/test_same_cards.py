"""How two bots played the same cards, hand by hand: examples worked out by hand."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from arena.games.deal_set import usual_rotations
from arena.games.registry import rules
from arena.same_cards import Played, same_cards

DUEL = ((0, 1), (1, 0))
FOUR = usual_rotations(rules("durak/volga", players=4))
PAIRS = usual_rotations(rules("burako/pairs"))


def board(number: int, rotation: int, *points: int, guilty: tuple[int, ...] = ()) -> dict[str, Any]:
    forfeit = {"places": list(guilty), "reason": "strikes"} if guilty else None
    return {"board": number, "rotation": rotation, "points": list(points), "forfeit": forfeit}


def test_each_of_two_held_each_hand_once() -> None:
    """Board 0: the cards of seat 0 are better, and both win with them. Board 1: the first wins with
    both hands."""
    results = [board(0, 0, 2, 0), board(0, 1, 0, 2), board(1, 0, 2, 0), board(1, 1, 2, 0)]
    found = same_cards(results, DUEL, [0], [1])
    assert found.hands == ((0,), (1,))
    first, second = found.boards
    assert (first.cells[0].one, first.cells[0].other) == (Played(0, 2, False), Played(1, 2, False))
    assert [cell.difference for cell in first.cells] == [0, 0]
    assert [cell.difference for cell in second.cells] == [2, 2]
    assert (found.one_better, found.other_better, found.level, found.difference) == (1, 0, 1, 4)


def test_the_other_way_round_everything_is_reversed() -> None:
    results = [board(0, 0, 3, 1), board(0, 1, 0, 2)]
    found, turned = same_cards(results, DUEL, [0], [1]), same_cards(results, DUEL, [1], [0])
    assert found.difference == -turned.difference == 0
    assert [cell.difference for cell in found.boards[0].cells] == [1, -1]
    assert [cell.difference for cell in turned.boards[0].cells] == [-1, 1]


def test_at_a_table_of_four_both_have_sat_everywhere() -> None:
    """Place 0 sits at seats 0, 3, 2, 1 in turn, and place 2 two seats on."""
    results = [board(0, turn, 10 + turn, 20 + turn, 30 + turn, 40 + turn) for turn in range(4)]
    found = same_cards(results, FOUR, [0], [2])
    assert found.hands == ((0,), (1,), (2,), (3,))
    assert [cell.one and cell.one.rotation for cell in found.boards[0].cells] == [0, 3, 2, 1]
    assert [cell.other and cell.other.rotation for cell in found.boards[0].cells] == [2, 1, 0, 3]
    assert [cell.difference for cell in found.boards[0].cells] == [-22, -18, -18, -22]


def test_partners_hold_both_hands_of_their_side() -> None:
    results = [board(0, 0, 3000, 1000, 3000, 1000), board(0, 1, 2500, 1200, 2500, 1200)]
    found = same_cards(results, PAIRS, [0, 2], [1, 3])
    assert found.hands == ((0, 2), (1, 3))
    assert [cell.difference for cell in found.boards[0].cells] == [3000 - 1200, 2500 - 1000]


def test_what_was_given_away_is_marked_and_what_was_not_played_is_missing() -> None:
    found = same_cards([board(0, 0, 2, 0, guilty=(1,))], DUEL, [0], [1])
    first, second = found.boards[0].cells
    assert (first.one, first.other) == (Played(0, 2, False), None)
    assert (second.one, second.other) == (None, Played(0, 0, True))
    assert first.difference is None
    assert found.difference == 0


@given(st.lists(st.tuples(*[st.integers(-50, 50)] * 4), min_size=4, max_size=20))
def test_differences_add_up_to_the_points(rows: list[tuple[int, int, int, int]]) -> None:
    boards = len(rows) // 4
    results = [
        board(number, turn, *rows[4 * number + turn])
        for number in range(boards)
        for turn in range(4)
    ]
    found = same_cards(results, FOUR, [1], [3])
    points = [sum(row["points"][place] for row in results) for place in (1, 3)]
    assert found.difference == points[0] - points[1]
    assert found.one_better + found.other_better + found.level == boards


def test_nothing_played_is_nothing() -> None:
    assert same_cards([], DUEL, [0], [1]).boards == ()
