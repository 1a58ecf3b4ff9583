"""`legal()` against the slow oracle: nothing is missing, nothing is listed twice or wrongly."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games.burako.game import Game
from arena.games.burako.judging import growing_of
from arena.games.burako.legal import legal_plays
from arena.games.burako.ruleset import BurakoRules
from arena.games.burako.shapes import MeldTables
from arena.games.burako.tiles import BY_ID, ids_of, mask_of
from scoring.burako import meld_from_dict
from tests.arena.games.burako import oracle
from tests.arena.games.burako.table import ALL_RULES, PAIRS, PLAYERS, play
from tests.scoring.burako.play import fresh_deck


def assert_agrees(game: Game) -> None:
    if game.seat is None or game.phase != "play":
        return
    seat, options = game.seat, game.rules.options
    listed = [oracle.as_moves(action.to_json()) for action in game.legal()]
    melds = {
        number: meld.as_dict()
        for number, (meld, owner) in enumerate(zip(game.melds, game.owners, strict=True))
        if owner == seat % 2
    }
    expected = oracle.legal_plays(
        ids_of(game.racks[seat]),
        melds,
        opening=0 if game.opened[seat] else options.opening_points,
        muerto_lies=bool(game.sides[seat % 2].muerto),
        twos=options.pierna_of_twos,
    )
    assert set(listed) == expected, game.position()
    assert len(listed) == len(expected), "an action is listed twice"


@pytest.mark.parametrize("player", ["random", "keen"])
@pytest.mark.parametrize("rules", ALL_RULES, ids=lambda r: f"{r.name}-{r.options.pierna_of_twos}")
def test_legal_is_exactly_what_the_oracle_finds(rules: BurakoRules, player: str) -> None:
    rng = random.Random(f"{rules.to_json()}{player}")
    checked = 0

    def watch(game: Game) -> None:
        nonlocal checked
        # the oracle is slow: look at a part of the positions, at small racks always
        if game.seat is not None and (rng.random() < 0.3 or game.racks[game.seat].bit_count() <= 3):
            assert_agrees(game)
            checked += 1

    play(rules.deal(rng.getrandbits(64)), PLAYERS[player], rng, watch)
    assert checked


tiles = st.sampled_from(fresh_deck())
# Racks likely to meld: one colour with its wildcards, one or two numbers, or anything.
racks = st.one_of(
    st.lists(tiles, min_size=2, max_size=14, unique=True),
    st.lists(
        st.sampled_from([t for t in fresh_deck() if t[0] in "gJ" or t[1:3] == "2#"]),
        min_size=3,
        max_size=18,
        unique=True,
    ),
    st.lists(
        st.sampled_from([t for t in fresh_deck() if t[0] == "J" or t[1:3] in ("1#", "2#", "7#")]),
        min_size=3,
        max_size=14,
        unique=True,
    ),
)


# From 1 to 14 with one ace or two, with a gap or none: too rare to be met by chance.
GREEN = [f"g{number}#1" for number in range(1, 14)]
LONGEST_RUNS = [
    [tile for tile in GREEN if tile != gap] + more
    for gap in ("", "g2#1", "g11#1")
    for more in ([], ["J#1"], ["g1#2", "J#1"], ["g1#2", "g2#2", "b2#1"], ["g2#2"])
]


@pytest.mark.parametrize("rack", LONGEST_RUNS, ids=lambda rack: f"{len(rack)}-{rack[-1]}")
@pytest.mark.parametrize("opening", [0, 150])
def test_the_longest_runs(rack: list[str], opening: int) -> None:
    assert_all_new_melds(rack, twos=False, opening=opening)


@settings(deadline=None)
@given(racks, st.booleans(), st.sampled_from([0, 20, 50, 100]))
def test_new_melds_of_any_rack(rack: list[str], twos: bool, opening: int) -> None:
    assert_all_new_melds(rack, twos=twos, opening=opening)


def assert_all_new_melds(rack: list[str], *, twos: bool, opening: int) -> None:
    tables = MeldTables(PAIRS.options.tile_values, opening, pierna_of_twos=twos)
    listed = [
        oracle.as_moves(action.to_json())
        for action in legal_plays(tables, mask_of(BY_ID[t] for t in rack), (), (0, 0))
    ]
    expected = oracle.legal_plays(rack, {}, opening=opening, muerto_lies=True, twos=twos)
    assert set(listed) == expected
    assert len(listed) == len(expected)


def test_the_largest_rack_that_melds_best_is_listed_completely() -> None:
    """All tiles at once: no rack can have more."""
    rack = fresh_deck()
    everything = legal_plays(PAIRS.tables, mask_of(BY_ID[t] for t in rack), (), (0, 0))
    listed = {oracle.as_moves(action.to_json()) for action in everything}
    assert len(listed) == len(everything)
    assert listed == oracle.legal_plays(rack, {}, opening=0, muerto_lies=True, twos=False)


@settings(deadline=None)
@given(st.data(), st.booleans())
def test_growth_of_any_meld(data: st.DataObject, twos: bool) -> None:
    """Runs and sets of every length at every place, with a rack that is likely to fit."""
    rack = data.draw(racks)
    possible = sorted(oracle.new_melds(rack, twos=twos))
    if not possible:
        return
    chosen = data.draw(st.sampled_from(possible))
    tiles = list(oracle.with_copies(chosen[-1]))
    if chosen[0] == "set":
        laid: dict[str, object] = {"t": "set", "n": chosen[1], "tiles": tiles}
    else:
        laid = {"t": "run", "c": chosen[1], "start": chosen[2], "tiles": tiles}
    rest = [tile for tile in data.draw(racks) if tile not in tiles]
    options = replace(PAIRS.options, pierna_of_twos=twos)
    meld = growing_of(3, meld_from_dict(options, laid))
    listed = [
        oracle.as_moves(action.to_json())
        for action in legal_plays(PAIRS.tables, mask_of(BY_ID[t] for t in rest), [meld], (0, 0))
        if action.kind == "extend"
    ]
    assert set(listed) == oracle.growths(rest, 3, laid, twos=twos)
    assert len(listed) == len(set(listed))
