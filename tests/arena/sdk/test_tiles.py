"""Burako's tiles as bots see them."""

import random
from dataclasses import replace

import pytest

from arena.games import rules
from arena.games.burako.actions import Discard, Extend, Lay, NewMeld, extend, lay
from arena.games.burako.game import Game
from arena.games.burako.tiles import BY_ID, COLOURS
from arena.games.burako.view import MeldView
from arena.sdk.tiles import (
    colour,
    fits,
    is_joker,
    is_wild,
    laid,
    melds_of,
    number,
    points,
    side_of,
    wildcards,
)
from scoring.burako import End, Meld, lay_escalera, lay_pierna
from scoring.burako import tile as kernel_tile

RULES = rules("burako/duel")


def meld(*tiles: str, start: int | None = None) -> Meld:
    """A pierna, or with a start an escalera."""
    found = [kernel_tile(tile) for tile in tiles]
    if start is None:
        return lay_pierna(RULES.options, found[0].number, found)
    run = next(t.colour for t in found if not t.can_be_wild)
    assert run is not None
    return lay_escalera(run, start, found)


def test_what_stands_on_a_tile_and_what_it_is_worth() -> None:
    assert (colour("g7#2"), number("g7#2")) == ("g", 7)
    assert (colour("J#1"), number("J#1")) == (None, 0)
    assert [is_wild(tile) for tile in ("g7#2", "r2#1", "J#1")] == [False, True, True]
    assert [is_joker(tile) for tile in ("g7#2", "r2#1", "J#1")] == [False, False, True]
    assert points(RULES, "J#1", "g2#1", "b1#1", "y7#1", "y8#2") == 50 + 20 + 15 + 5 + 10
    assert [side_of(seat) for seat in range(4)] == [0, 1, 0, 1]


@pytest.mark.parametrize(
    ("lying", "tile", "does"),
    [
        (meld("g7#1", "b7#1", "r7#1"), "y7#1", True),
        (meld("g7#1", "b7#1", "r7#1"), "y8#1", False),
        (meld("g7#1", "b7#1", "r7#1"), "J#1", False),
        (meld("g5#1", "g6#1", "g7#1", start=5), "g4#2", True),
        (meld("g5#1", "g6#1", "g7#1", start=5), "g8#1", True),
        (meld("g5#1", "g6#1", "g7#1", start=5), "g9#1", False),
        (meld("g5#1", "g6#1", "g7#1", start=5), "b8#1", False),
        (meld("g11#1", "g12#1", "g13#1", start=11), "g1#1", True),
        (meld("g12#1", "g13#1", "g1#1", start=12), "g1#2", False),
        (meld("g1#1", "g2#1", "g3#1", start=1), "g4#1", True),
        (meld("g2#1", "g3#1", "g4#1", start=2), "g1#2", True),
    ],
)
def test_where_a_tile_fits(lying: Meld, tile: str, does: bool) -> None:
    assert fits(lying, tile) is does


def test_a_tile_fits_where_the_engine_lets_it_be_added() -> None:
    rng = random.Random(4)
    compared = 0
    for seed in range(4):
        game: Game = RULES.deal(seed)
        while game.seat is not None:
            legal = game.legal()
            view = game.view(game.seat)
            if game.phase == "play" and game.racks[game.seat].bit_count() > 5:
                single = {
                    (a.meld, laid(a)[0])
                    for a in legal
                    if isinstance(a, Extend) and len(a.tiles) == 1 and not wildcards(view, a)
                }
                assert view.rack is not None
                for place, lying in melds_of(view, side_of(game.seat)):
                    for tile in view.rack:
                        copies = {tile, f"{tile[:-1]}{3 - int(tile[-1])}"}
                        listed = any((place, copy) in single for copy in copies)
                        assert fits(lying, tile) is listed
                        compared += 1
            plays = [a for a in legal if isinstance(a, Lay | Extend)]
            game.apply(rng.choice(plays) if plays else game.default_action())
    assert compared > 100


def test_what_an_action_lays() -> None:
    ids = ("g5#1", "g6#1", "g7#1")
    tiles = tuple(BY_ID[tile] for tile in ids)
    assert laid(lay([NewMeld(1, 5, tiles)])) == ids
    assert laid(extend(0, End.LOW, tiles)) == ids
    assert laid(Discard(tiles[0])) == ids[:1]
    assert laid(RULES.action({"a": "draw"})) == ()


def test_a_two_at_its_own_place_is_no_wildcard() -> None:
    green = next(n for n, c in enumerate(COLOURS) if c.value == "g")

    def run(start: int, *tiles: str) -> Lay:
        return lay([NewMeld(green, start, tuple(BY_ID[tile] for tile in tiles))])

    view = RULES.deal(1).view(0)
    assert wildcards(view, run(1, "g1#1", "g2#1", "g3#1")) == ()
    assert wildcards(view, run(3, "g3#1", "g2#1", "g5#1")) == ("g2#1",)
    assert wildcards(view, run(12, "g12#1", "g13#1", "J#2")) == ("J#2",)
    assert wildcards(view, run(12, "g12#1", "g13#1", "g1#2")) == ()
    sevens = tuple(BY_ID[tile] for tile in ("g7#1", "b7#1", "r2#1"))
    assert wildcards(view, lay([NewMeld(None, 7, sevens)])) == ("r2#1",)

    lying = meld("g3#1", "g4#1", "g5#1", start=3)
    table = replace(view, melds=(MeldView(0, lying), MeldView(0, meld("g7#1", "b7#1", "r7#1"))))
    assert wildcards(table, extend(0, End.LOW, [BY_ID["g2#2"]])) == ()
    assert wildcards(table, extend(0, End.HIGH, [BY_ID["g2#2"], BY_ID["g7#2"]])) == ("g2#2",)
    assert wildcards(table, extend(1, End.SET, [BY_ID["y7#1"], BY_ID["J#1"]])) == ("J#1",)
