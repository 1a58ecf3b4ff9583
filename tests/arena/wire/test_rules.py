"""Rule sets on the wire: nothing may be missing, and nothing unplayable may come in."""

from dataclasses import fields

import pytest
from google.protobuf.message import DecodeError
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games import RulesRefused, profiles, rules
from arena.games.burako.profiles import OPTION_NAMES as BURAKO_OPTIONS
from arena.games.durak.options import OPTION_NAMES, WORD_CHOICES
from arena.games.durak.ruleset import DurakRules
from arena.games.interface import AnyRules
from arena.protocol.v1.rules_pb2 import BurakoOptions, BurakoTileValues, DurakOptions, RuleSet
from arena.wire.rules import rules_from_wire, rules_to_wire
from scoring.burako.rule_set import OpeningPer, TileValues, UnplayedRackFree
from tests.arena.games.burako.table import ALL_RULES
from tests.arena.games.durak import strategies

TABLES = [(name, players) for name, p in profiles().items() for players in p.players]


def there_and_back(rule_set: AnyRules) -> AnyRules:
    return rules_from_wire(RuleSet.FromString(rules_to_wire(rule_set).SerializeToString()))


@pytest.mark.parametrize(("profile", "players"), TABLES)
def test_every_profile_comes_back_as_it_was(profile: str, players: int) -> None:
    rule_set = rules(profile, players=players)
    assert there_and_back(rule_set) == rule_set


@settings(deadline=None, max_examples=150)
@given(strategies.rule_sets())
def test_any_rule_set_of_durak_comes_back_as_it_was(drawn: strategies.RuleSet) -> None:
    rule_set = DurakRules("durak/volga", drawn.options, drawn.players)
    assert there_and_back(rule_set) == rule_set


@pytest.mark.parametrize("rule_set", ALL_RULES, ids=repr)
def test_every_flag_of_burako_comes_back_as_it_was(rule_set: AnyRules) -> None:
    assert there_and_back(rule_set) == rule_set


def test_tile_values_and_a_match_without_a_target_come_back_as_they_were() -> None:
    rule_set = rules("burako/duel", target_points=None, hand_limit=3, tile_values={"joker": 77})
    message = rules_to_wire(rule_set)
    assert not message.burako.HasField("target_points")
    assert message.burako.tile_values.joker == 77
    assert there_and_back(rule_set) == rule_set


# Nothing may be missing


def test_option_number_n_of_durak_is_field_number_n() -> None:
    on_the_wire = {f.number: f.name for f in DurakOptions.DESCRIPTOR.fields}
    assert on_the_wire == dict(enumerate(OPTION_NAMES, 1))


@pytest.mark.parametrize("option", WORD_CHOICES)
def test_an_enumeration_has_exactly_the_words_of_its_option(option: str) -> None:
    values = DurakOptions.DESCRIPTOR.fields_by_name[option].enum_type
    assert values is not None
    by_number = values.values_by_number
    names = [by_number[number].name for number in sorted(by_number)]
    words = [f"{option}_{word}".upper() for word in WORD_CHOICES[option]]
    assert names == [f"{option}_unspecified".upper(), *words]


def test_only_options_of_words_are_enumerations() -> None:
    enumerations = {f.name for f in DurakOptions.DESCRIPTOR.fields if f.enum_type is not None}
    assert enumerations == WORD_CHOICES.keys()


def test_burako_has_every_value_on_the_wire() -> None:
    assert [f.name for f in BurakoOptions.DESCRIPTOR.fields] == list(BURAKO_OPTIONS)
    tile_values = [f.name for f in BurakoTileValues.DESCRIPTOR.fields]
    assert tile_values == [f.name for f in fields(TileValues)]
    assert set(BurakoOptions.UnplayedRackFree.keys()) == {
        f"UNPLAYED_RACK_FREE_{word}"
        for word in ("UNSPECIFIED", *(w.value.upper() for w in UnplayedRackFree))
    }
    assert set(BurakoOptions.OpeningPer.keys()) == {
        f"OPENING_PER_{word}" for word in ("UNSPECIFIED", *(w.value.upper() for w in OpeningPer))
    }


# What nobody can play by


def refusal(message: RuleSet) -> str:
    with pytest.raises(RulesRefused) as refused:
        rules_from_wire(message)
    return str(refused.value)


def volga() -> RuleSet:
    return rules_to_wire(rules("durak/volga", players=2))


def test_an_empty_rule_set_is_refused_with_the_names_to_choose_from() -> None:
    assert "durak/volga" in refusal(RuleSet())
    message = volga()
    message.profile = "poker/texas"
    assert "durak/volga" in refusal(message)


def test_the_options_must_be_those_of_the_game() -> None:
    says = "Send the options of the game that the profile belongs to."
    assert says in refusal(RuleSet(profile="durak/volga", players=2))
    assert says in refusal(RuleSet(profile="durak/volga", players=2, burako=BurakoOptions()))
    assert says in refusal(RuleSet(profile="burako/duel", players=2, durak=DurakOptions()))


@pytest.mark.parametrize("option", WORD_CHOICES)
@pytest.mark.parametrize("number", [0, 99, -1])
def test_a_word_that_is_none_is_refused_with_the_words_there_are(option: str, number: int) -> None:
    message = volga()
    setattr(message.durak, option, number)
    said = refusal(message)
    assert f"options.{option}" in said
    assert all(word in said for word in WORD_CHOICES[option])


def test_every_reason_is_given_at_once() -> None:
    said = refusal(RuleSet(profile="durak/volga", players=2**32 - 1, durak=DurakOptions()))
    for name in ("players", "deck", "packs", "hand_size", "suit_order", "suit_matrix", "weli"):
        assert name in said


@pytest.mark.parametrize(
    "suits", [[], [0, 1, 2], [0, 1, 2, 2], [0, 1, 2, 4], [2**32 - 1] * 100_000]
)
def test_a_suit_order_that_is_none_is_refused(suits: list[int]) -> None:
    message = volga()
    del message.durak.suit_order[:]
    message.durak.suit_order.extend(suits)
    assert "options.suit_order" in refusal(message)


@pytest.mark.parametrize("cells", [0, 1, 15, 17, 20, 100_000])
def test_a_suit_matrix_that_is_none_is_refused(cells: int) -> None:
    message = volga()
    del message.durak.suit_matrix[:]
    message.durak.suit_matrix.extend([True] * cells)
    said = refusal(message)
    assert "options.suit_matrix" in said
    assert len(said) < 3000


def test_values_of_burako_are_judged_as_everywhere() -> None:
    message = rules_to_wire(rules("burako/duel"))
    message.burako.tile_values.joker = -5
    message.burako.opening_per = 7  # type: ignore[assignment]
    message.burako.ClearField("hand_limit")
    said = refusal(message)
    assert "joker" in said
    assert "opening_per" in said


_numbers = st.sampled_from([0, 1, 2, 3, 4, 6, 36, 52, 99, 2**31, 2**32 - 1])


@settings(deadline=None, max_examples=150)
@given(st.data())
def test_whatever_comes_is_a_rule_set_or_refused(data: st.DataObject) -> None:
    message = rules_to_wire(rules(data.draw(st.sampled_from(["durak/german", "burako/pairs"]))))
    message.profile = data.draw(
        st.sampled_from([message.profile, "durak/volga", "", "x", "durak/"])
    )
    encoded = bytearray(message.SerializeToString())
    for _ in range(data.draw(st.integers(0, 6))):
        encoded[data.draw(st.integers(0, len(encoded) - 1))] = data.draw(st.integers(0, 255))
    damaged = RuleSet()
    try:
        damaged.ParseFromString(bytes(encoded))
    except DecodeError:
        return
    damaged.players = data.draw(_numbers | st.just(damaged.players))
    try:
        rule_set = rules_from_wire(damaged)
    except RulesRefused:
        return
    assert there_and_back(rule_set) == rule_set
