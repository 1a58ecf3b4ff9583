"""Melds (2B.6 to 2B.12), clause by clause and against brute force."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.burako import (
    SEED_RULES,
    TILES,
    BurakoRuleSet,
    CanastaKind,
    Colour,
    End,
    Escalera,
    IllegalMeldError,
    MalformedMeldError,
    Meld,
    Pierna,
    Tile,
    classify,
    extend,
    lay_escalera,
    lay_pierna,
    meld_from_dict,
    readings,
    tile,
)
from tests.scoring.burako import oracle_melds
from tests.scoring.burako.play import play_hand
from tests.scoring.burako.strategies import json_values, related_heaps

WITH_TWOS = BurakoRuleSet(pierna_of_twos=True)
G = Colour.GREEN


def tiles(text: str) -> list[Tile]:
    """``"g1 g2 J"``: the first copy unless another is named."""
    return [tile(word if "#" in word else f"{word}#1") for word in text.split()]


def run(start: int, text: str) -> Escalera:
    return lay_escalera(G, start, tiles(text))


def illegal_run(start: int, text: str) -> str:
    with pytest.raises(IllegalMeldError) as caught:
        run(start, text)
    (error,) = caught.value.errors
    assert error.message
    return error.code


def illegal_set(number: int, text: str, rules: BurakoRuleSet = SEED_RULES) -> str:
    with pytest.raises(IllegalMeldError) as caught:
        lay_pierna(rules, number, tiles(text))
    (error,) = caught.value.errors
    assert error.message
    return error.code


def test_2B6_a_pierna_is_one_number_in_any_colours_with_repeats() -> None:
    assert lay_pierna(SEED_RULES, 7, tiles("g7 b7 g7#2")).wildcard is None
    assert illegal_set(7, "g7 b7 b8") == "pierna_other_number"
    assert illegal_set(7, "g7 b7") == "meld_too_short"


def test_2B6_a_pierna_of_aces_is_ordinary() -> None:
    assert lay_pierna(SEED_RULES, 1, tiles("g1 b1 r1 y1")).canasta is None


def test_2B7_an_escalera_is_consecutive_in_one_colour() -> None:
    assert run(3, "g3 g4 g5").end == 5
    assert illegal_run(3, "g3 g4 b5") == "escalera_tile_misplaced"
    assert illegal_run(3, "g3 g5 g6") == "escalera_tile_misplaced"
    assert illegal_run(3, "g3 g4") == "meld_too_short"


def test_2B7_the_ace_is_low_before_2_and_high_after_13_but_never_between() -> None:
    assert run(1, "g1 g2 g3").wildcard is None
    assert run(12, "g12 g13 g1").wildcard is None
    assert illegal_run(12, "g12 g13 g1 g2") == "escalera_past_ace"
    assert readings(SEED_RULES, tiles("g12 g13 g1 g2")) == (
        lay_escalera(G, 11, tiles("g2 g12 g13 g1")),
    )
    assert illegal_run(0, "g13 g1 g2") == "escalera_past_ace"
    assert illegal_run(13, "g13 g1 J") == "escalera_past_ace"


def test_2B7_the_longest_escalera_has_fourteen_tiles() -> None:
    whole = "g1 g2 g3 g4 g5 g6 g7 g8 g9 g10 g11 g12 g13 g1#2"
    assert run(1, whole).canasta is CanastaKind.PURE
    assert classify(SEED_RULES, tiles(whole)[::-1]).canasta is CanastaKind.PURE
    assert run(1, whole.replace("g1#2", "J")).canasta is CanastaKind.IMPURE


def test_2B7_a_wildcard_fits_every_position_from_1_to_14() -> None:
    for position in range(1, 15):
        start = max(1, min(position - 1, 12))
        order = [
            f"g{1 if p == 14 else p}" if p != position else "J" for p in range(start, start + 3)
        ]
        assert run(start, " ".join(order)).wildcard == tile("J#1")


def test_2B8_at_most_one_wildcard() -> None:
    assert run(3, "g3 J g5").wildcard == tile("J#1")
    assert run(3, "g3 b2 g5").wildcard == tile("b2#1")
    assert illegal_run(3, "g3 J b2") == "meld_two_wildcards"
    assert illegal_set(7, "g7 J J#2") == "meld_two_wildcards"
    assert illegal_set(7, "g7 g2 b2 r7") == "meld_two_wildcards"


def test_2B9_natural_two_at_position_two_uses_no_wildcard_slot() -> None:
    assert run(1, "g1 g2 g3").wildcard is None
    assert run(1, "J g2 g3").wildcard == tile("J#1")
    assert run(2, "g2 g3 g4 g2#2").wildcard == tile("g2#2")


def test_2B9_every_other_two_is_wild() -> None:
    assert run(1, "g1 b2 g3").wildcard == tile("b2#1")
    assert run(3, "g3 g2 g5").wildcard == tile("g2#1")
    assert illegal_run(1, "J b2 g3") == "meld_two_wildcards"


def test_2B9_pierna_of_twos_only_by_flag() -> None:
    assert illegal_set(2, "g2 b2 r2") == "pierna_of_twos"
    assert lay_pierna(WITH_TWOS, 2, tiles("g2 b2 r2")).wildcard is None
    assert lay_pierna(WITH_TWOS, 2, tiles("g2 b2 J")).wildcard == tile("J#1")
    assert illegal_set(2, "g2 b2 r3", WITH_TWOS) == "pierna_other_number"


def test_2B10_an_extension_leaves_every_tile_in_its_place() -> None:
    grown = extend(SEED_RULES, run(3, "g3 J g5"), End.HIGH, tiles("g6"))
    assert grown == run(3, "g3 J g5 g6")
    with pytest.raises(IllegalMeldError):
        extend(SEED_RULES, run(3, "g3 J g5"), End.HIGH, tiles("g4"))


def test_2B7_a_run_grows_at_both_ends_and_stops_at_1_and_14() -> None:
    low = extend(SEED_RULES, run(3, "g3 g4 g5"), End.LOW, tiles("g1 g2"))
    assert low == run(1, "g1 g2 g3 g4 g5")
    with pytest.raises(IllegalMeldError):
        extend(SEED_RULES, low, End.LOW, tiles("J"))
    with pytest.raises(IllegalMeldError):
        extend(SEED_RULES, run(12, "g12 g13 g1"), End.HIGH, tiles("J"))


def test_2G_a_pierna_grows_as_a_set_and_an_escalera_at_an_end() -> None:
    sevens = lay_pierna(SEED_RULES, 7, tiles("g7 b7 r7"))
    assert extend(SEED_RULES, sevens, End.SET, tiles("y7")).tiles == tuple(tiles("g7 b7 r7 y7"))
    for meld, end in ((sevens, End.LOW), (run(3, "g3 g4 g5"), End.SET)):
        with pytest.raises(IllegalMeldError) as caught:
            extend(SEED_RULES, meld, end, tiles("y8"))
        assert caught.value.codes == {"end_not_of_this_meld"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("g7 b7 r7 y7 g7#2 b7#2", None),
        ("g7 b7 r7 y7 g7#2 b7#2 r7#2", CanastaKind.PURE),
        ("g7 b7 r7 y7 g7#2 b7#2 J", CanastaKind.IMPURE),
        ("g2 g3 g4 g5 g6 g7 g8", CanastaKind.PURE),
        ("b2 g3 g4 g5 g6 g7 g8", CanastaKind.IMPURE),
    ],
)
def test_2B12_seven_tiles_are_a_canasta_pure_without_wildcard(
    text: str, expected: CanastaKind | None
) -> None:
    assert classify(SEED_RULES, tiles(text)).canasta is expected


def test_2B12_a_wildcard_makes_a_pure_canasta_impure_for_good() -> None:
    pure = run(2, "g2 g3 g4 g5 g6 g7 g8")
    impure = extend(SEED_RULES, pure, End.HIGH, tiles("J"))
    assert (pure.canasta, impure.canasta) == (CanastaKind.PURE, CanastaKind.IMPURE)
    assert extend(SEED_RULES, impure, End.HIGH, tiles("g10")).canasta is CanastaKind.IMPURE


def test_classify_prefers_the_natural_reading_and_names_the_fault() -> None:
    assert classify(SEED_RULES, tiles("g4 g2 g3")) == run(2, "g2 g3 g4")
    for text, code in (("g4 g3", "meld_too_short"), ("g4 g3 r9", "meld_none_fits")):
        with pytest.raises(IllegalMeldError) as caught:
            classify(SEED_RULES, tiles(text))
        assert caught.value.codes == {code}


def test_a_tile_twice_is_malformed_not_illegal() -> None:
    with pytest.raises(MalformedMeldError) as caught:
        lay_pierna(SEED_RULES, 7, tiles("g7 g7 b7"))
    assert caught.value.codes == {"tile_used_twice"}
    with pytest.raises(MalformedMeldError):
        lay_escalera(G, 3, tiles("g3 J J"))
    with pytest.raises(MalformedMeldError):
        classify(SEED_RULES, tiles("g7 g7 b7"))


def test_2G_melds_are_read_in_the_protocols_form() -> None:
    data = {"t": "run", "c": "g", "start": 3, "tiles": ["g3#1", "J#1", "g5#2"]}
    meld = meld_from_dict(SEED_RULES, data)
    assert isinstance(meld, Escalera)
    assert meld.as_dict() == data
    sevens = {"t": "set", "n": 7, "tiles": ["g7#1", "b7#1", "J#1"]}
    assert meld_from_dict(SEED_RULES, sevens).as_dict() == sevens
    assert meld_from_dict(SEED_RULES, {"tiles": sevens["tiles"]}).as_dict() == sevens


@pytest.mark.parametrize(
    ("data", "field", "code"),
    [
        (None, "", "not_an_object"),
        ({"t": "pair", "tiles": []}, "t", "not_a_choice"),
        ({"t": "run", "c": "x", "start": 1, "tiles": []}, "c", "not_a_choice"),
        ({"t": "run", "c": ["g"], "start": 1, "tiles": []}, "c", "not_a_choice"),
        ({"t": "run", "c": "g", "start": 15, "tiles": []}, "start", "out_of_range"),
        ({"t": "run", "c": "g", "tiles": []}, "start", "missing"),
        ({"t": "set", "n": 14, "tiles": []}, "n", "out_of_range"),
        ({"t": "set", "n": 7, "tiles": "g7#1"}, "tiles", "not_a_list"),
        ({"t": "set", "n": 7, "tiles": ["g7#1", "g7#9"]}, "tiles.1", "tile_unknown"),
        ({"tiles": ["g7#1"], "n": 7}, "n", "unknown_field"),
    ],
)
def test_2G_malformed_melds_name_the_field(data: object, field: str, code: str) -> None:
    with pytest.raises(MalformedMeldError) as caught:
        meld_from_dict(SEED_RULES, data)
    assert (field, code) in [(e.field, e.code) for e in caught.value.errors]


@given(json_values)
def test_foreign_melds_raise_only_the_documented_errors(data: object) -> None:
    with pytest.raises((MalformedMeldError, IllegalMeldError)):
        meld_from_dict(SEED_RULES, data)


def as_reading(meld: Meld) -> oracle_melds.Reading:
    pure = meld.wildcard is None
    if isinstance(meld, Pierna):
        return ("set", meld.number, pure)
    return ("run", meld.colour.value, meld.start, pure)


@settings(max_examples=120, deadline=None)
@given(related_heaps, st.booleans())
def test_2B_readings_agree_with_brute_force(heap: tuple[str, ...], twos: bool) -> None:
    rules = BurakoRuleSet(pierna_of_twos=twos)
    found = readings(rules, [tile(t) for t in heap])
    expected = oracle_melds.all_readings(heap, pierna_of_twos=twos)
    assert {as_reading(meld) for meld in found} == expected
    assert len(found) == len({as_reading(meld)[:3] for meld in found})


def test_2B_ordered_runs_agree_with_brute_force_at_every_length() -> None:
    rng = random.Random(20)
    deck = [t.id for t in TILES]
    legal = 0
    for _ in range(6000):
        colour, start, length = rng.choice(list(Colour)), rng.randint(1, 14), rng.randint(2, 14)
        numbers = [*range(1, 14), 1]
        order = [f"{colour}{numbers[(start - 1 + i) % 14]}#{1 + (i > 12)}" for i in range(length)]
        for _ in range(rng.randint(0, 3)):
            wanted = ["J#1", "J#2", "b2#1", f"{colour}2#1", f"{colour}2#2", rng.choice(deck)]
            order[rng.randrange(length)] = rng.choice(wanted)
        if len(set(order)) < length:
            continue
        expected = oracle_melds.run_is_legal(colour, start, tuple(order))
        try:
            meld = lay_escalera(colour, start, [tile(t) for t in order])
        except IllegalMeldError:
            assert not expected
        else:
            legal += 1
            assert expected == {meld.wildcard is None}
    assert legal > 500


def test_2B_melds_of_played_hands_are_legal_and_keep_their_wildcards() -> None:
    seen = 0
    for seed in range(60):
        for side in play_hand(seed, 4).sides:
            for played in side.melds:
                meld = meld_from_dict(SEED_RULES, played.as_dict())
                assert (meld.wildcard is not None) == bool(played.wild)
                assert meld.as_dict() == played.as_dict()
                seen += 1
    assert seen > 200
