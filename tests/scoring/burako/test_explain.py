"""The rules in words: every value changes them, and nothing is true for the seed only."""

import re
from dataclasses import fields, replace

import pytest
from hypothesis import given

from scoring.burako import (
    SEED_RULES,
    BurakoRuleSet,
    LineCode,
    OpeningPer,
    TileValues,
    UnplayedRackFree,
)
from scoring.burako.explain import (
    branch_label,
    code_label,
    explain,
    line_label,
    tile_values,
    unlike,
)
from scoring.burako.hand import Branch
from scoring.burako.words import RULE_TEMPLATES
from scoring.burako.worked_hand import worked_hand
from tests.scoring.burako.oracle_score import oracle_total
from tests.scoring.burako.strategies import rule_sets

# Every value changed, to numbers that occur nowhere in the seed and in no sentence.
STRANGE = BurakoRuleSet(
    tile_values=TileValues(joker=411, two=412, ace=413, low=414, high=415),
    pure_canasta=421,
    impure_canasta=422,
    close=423,
    muerto_not_played=424,
    muerto_played=425,
    opening_points=426,
    target_points=431,
    hand_limit=432,
    time_limit_minutes=433,
    unplayed_rack_free=UnplayedRackFree.BOTH,
    pierna_of_twos=True,
    opening_per=OpeningPer.PLAYER,
    may_end_hand=True,
)
SINGLE_CHANGES = [
    replace(SEED_RULES, **{field.name: getattr(STRANGE, field.name)})
    for field in fields(BurakoRuleSet)
] + [
    replace(SEED_RULES, tile_values=replace(TileValues(), **{field.name: 400}))
    for field in fields(TileValues)
]


def words(rules: BurakoRuleSet) -> list[str]:
    """Everything a page says about the rules."""
    sentences = [str(said) for section in explain(rules) for said in section.sentences]
    faces = [f"{value.tiles}: {value.points}" for value in tile_values(rules)]
    return sentences + faces


def numbers(rules: BurakoRuleSet) -> set[int]:
    return {int(found) for said in words(rules) for found in re.findall(r"\d+", said)}


@pytest.mark.parametrize("rules", SINGLE_CHANGES)
def test_each_value_changes_the_words(rules: BurakoRuleSet) -> None:
    assert words(rules) != words(SEED_RULES)


def test_no_number_of_the_seed_survives_a_change() -> None:
    of_the_game = set(range(1, 15)) | {106}
    assert numbers(STRANGE) - of_the_game == {*range(411, 416), *range(421, 427), 431, 432, 433}
    assert {200, 100, 50, 3000} <= numbers(SEED_RULES)


def test_amounts_of_zero_are_said_in_words_of_their_own() -> None:
    nothing = replace(
        SEED_RULES, close=0, pure_canasta=0, impure_canasta=0, muerto_not_played=0, opening_points=0
    )
    said = " ".join(words(nothing))
    assert "+0" not in said
    assert "−0" not in said  # noqa: RUF001
    assert "Closing itself brings no points." in said
    assert "costs nothing" in said
    assert "no number of points is asked for" in said


def test_how_a_match_ends_is_said_for_every_way_of_ending() -> None:
    by_hands = replace(SEED_RULES, target_points=None, hand_limit=1)
    assert "one single hand" in " ".join(words(by_hands))
    both = " ".join(words(replace(by_hands, target_points=500)))
    assert "after its first hand" in both
    assert "another hand" not in both
    by_time = replace(SEED_RULES, target_points=None, time_limit_minutes=90)
    assert "after 90 min" in " ".join(words(by_time))
    assert "3000" not in " ".join(words(by_time))


@given(rule_sets)
def test_every_rule_set_can_be_explained(rules: BurakoRuleSet) -> None:
    for section in explain(rules):
        assert str(section.title)
        assert section.sentences
    assert all("%" not in said for said in words(rules))


def test_every_sentence_is_said_under_some_rules() -> None:
    nothing = replace(
        STRANGE, close=0, pure_canasta=0, impure_canasta=0, muerto_not_played=0, opening_points=0
    )
    by_hands = replace(SEED_RULES, target_points=None, hand_limit=8)
    one_hand = replace(by_hands, hand_limit=1)
    said = {
        sentence.code
        for rules in (
            *(SEED_RULES, STRANGE, nothing, by_hands, one_hand),
            replace(one_hand, target_points=3000),
        )
        for section in explain(rules)
        for sentence in (section.title, *section.sentences)
    } | {sentence.code for sentence in unlike(STRANGE, SEED_RULES)}
    assert said == set(RULE_TEMPLATES)


def test_every_line_and_every_way_of_counting_has_a_name() -> None:
    assert len({str(code_label(code)) for code in LineCode}) == len(LineCode)
    assert len({str(branch_label(branch)) for branch in Branch}) == len(Branch)


def test_what_is_unlike_the_seed() -> None:
    assert unlike(SEED_RULES, SEED_RULES) == ()
    said = unlike(replace(SEED_RULES, close=150, tile_values=TileValues(ace=20)), SEED_RULES)
    assert [str(one) for one in said] == [
        "The side that closed gets +150 for it.",
        "Value of a tile (1): 20.",
    ]


@pytest.mark.parametrize("rules", SINGLE_CHANGES)
def test_every_single_change_is_unlike_the_seed(rules: BurakoRuleSet) -> None:
    assert unlike(rules, SEED_RULES)


# The worked hand


def test_the_worked_hand_is_counted_by_the_seeds_rules() -> None:
    example = worked_hand(SEED_RULES)
    assert example is not None
    closer, other = example.score.sides
    assert (closer.total, other.total) == (680, -390)
    assert [str(line_label(line)) for line in closer.lines][:3] == [
        "Closed the hand",
        "Pure canastas",
        "Impure canastas",
    ]


def test_the_worked_hand_follows_the_rules_of_its_page() -> None:
    free = worked_hand(replace(SEED_RULES, unplayed_rack_free=UnplayedRackFree.BOTH))
    assert free is not None
    assert free.score.totals == (680, -290)
    dear = worked_hand(replace(SEED_RULES, close=150, pure_canasta=300))
    assert dear is not None
    assert dear.score.totals == (830, -390)


def test_a_hand_that_could_not_end_so_is_not_shown() -> None:
    assert worked_hand(replace(SEED_RULES, opening_points=1000)) is None


@pytest.mark.parametrize("both", [False, True])
def test_the_worked_hand_agrees_with_the_oracle(both: bool) -> None:
    free = UnplayedRackFree.BOTH if both else UnplayedRackFree.CLOSER
    example = worked_hand(replace(SEED_RULES, unplayed_rack_free=free))
    assert example is not None
    for tiles, score in zip(example.tiles.sides, example.score.sides, strict=True):
        plain = {
            "closed": tiles.closed,
            "muerto": tiles.muerto.value,
            "muerto_rack": tiles.muerto_rack,
            "melds": [meld.as_dict() for meld in tiles.melds],
            "racks": [[tile.id for tile in rack] for rack in tiles.racks],
        }
        assert score.total == oracle_total(plain, also_free_for_losers=both)
