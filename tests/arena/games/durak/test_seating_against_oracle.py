"""Defenders and the orders of throwing in and drawing, for every set of active seats."""

from collections.abc import Iterator

import pytest

from arena.games.durak.options import DurakOptions
from arena.games.durak.seating import Ring, Seating
from tests.arena.games.durak.oracle.cards import full_pack
from tests.arena.games.durak.oracle.dealing import deal
from tests.arena.games.durak.oracle.position import CLOCKWISE, COUNTER, Position
from tests.arena.games.durak.oracle.seating import (
    draw_order,
    next_opponent,
    team,
    throw_order,
)

SIDES = {0: CLOCKWISE, 1: COUNTER}
TABLES = [("none", 2), ("none", 3), ("none", 5), ("none", 6), ("2v2", 4), ("2v2v2", 6), ("3v3", 6)]


def rings(options: DurakOptions, players: int) -> Iterator[tuple[Ring, Position, int]]:
    """Every set of active seats in which somebody can be attacked, in both directions."""
    seating, position = Seating(options, players), deal(options, players, full_pack(36, 1), 0)
    for mask in range(1 << players):
        position.active = [seat for seat in range(players) if mask >> seat & 1]
        if len({team(options, seat) for seat in position.active}) < 2:
            continue
        for number, position.direction in SIDES.items():
            yield seating.ring(mask), position, number


@pytest.mark.parametrize("throw_in", ["attacker_only", "neighbours", "all"])
@pytest.mark.parametrize(("teams", "players"), TABLES)
def test_tm2_and_o12_defender_and_throwers(teams: str, players: int, throw_in: str) -> None:
    options = DurakOptions(teams=teams, throw_in=throw_in)  # type: ignore[arg-type]
    for ring, position, number in rings(options, players):
        for main in position.active:
            position.main = main
            position.defender = next_opponent(options, position, main, position.direction)
            expected = (position.defender, tuple(throw_order(options, position)))
            assert ring.roles[number][main][:2] == expected, (position.active, main, number)


@pytest.mark.parametrize("order", ["opener_first", "main_first"])
@pytest.mark.parametrize(("teams", "players"), TABLES)
def test_o25_draw_order(teams: str, players: int, order: str) -> None:
    options = DurakOptions(teams=teams, draw_order=order)  # type: ignore[arg-type]
    for ring, position, number in rings(options, players):
        for first in position.active:
            position.opener = position.main = first
            for defender in position.active:
                position.defender = defender
                expected = tuple(draw_order(options, position, success=True))
                assert ring.draw_order(first, defender, number) == expected, (
                    position.active,
                    first,
                    number,
                )
