"""The helpers for players look at no more than they must."""

from collections.abc import Iterable

import pytest

from arena.games.burako import planning
from arena.games.burako.family import make
from arena.games.burako.game import Game
from arena.games.burako.legal import LegalPlays, legal_plays
from arena.games.burako.making import Growing
from arena.games.burako.planning import closing_plan, openings
from arena.games.burako.shapes import MeldTables
from tests.arena.games.burako.table import meld, pierna, position


def test_a_search_for_a_plan_takes_no_more_steps_than_it_may(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A large rack has thousands of first steps; all at once they would cost a second."""
    long = " ".join(f"{colour}{number}" for colour in "bg" for number in range(1, 14))
    game = position(rack=f"{long} J r2 y2 r6 y9 r11", muerto_taken_by=0, opened=True)
    assert len(game.legal()) > 4000
    steps = 0
    copy = Game.copy

    def counted(position: Game) -> Game:
        nonlocal steps
        steps += 1
        return copy(position)

    monkeypatch.setattr(Game, "copy", counted)
    assert closing_plan(game, 25) is None
    assert steps == 24  # the first position is the game's own


def test_openings_are_not_sought_where_the_points_cannot_be_reached(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dear = make("burako/pairs", None, {"opening_points": 70})
    cheap = " ".join(f"{colour}{number}" for number in (3, 5, 7) for colour in "bgr")
    game = position(dear, rack=f"b1 g1 r1 b8 g8 r8 {cheap}")
    looked = 0

    def counted(
        tables: MeldTables, rack: int, melds: Iterable[Growing], least_left: tuple[int, int]
    ) -> LegalPlays:
        nonlocal looked
        looked += 1
        return legal_plays(tables, rack, melds, least_left)

    monkeypatch.setattr(planning, "legal_plays", counted)
    first = next(openings(game))
    assert first.to_json() == meld(pierna(1, "b1 g1 r1"), pierna(8, "b8 g8 r8"))
    assert looked == 4  # one meld; the worth of two, the first of them, the second after it
    assert len(list(openings(game))) > 1
