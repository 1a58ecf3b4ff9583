"""Names, options, text forms and words of the rule sets."""

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings

from arena.games import RulesRefused, profiles, rules, rules_from_json, verify_commitment
from arena.games.burako.family import PROFILES, make
from arena.games.burako.game import Game
from arena.games.burako.ruleset import BurakoRules
from arena.games.burako.tiles import ID
from arena.games.shuffle import commitment, shuffled
from scoring.burako import BurakoRuleSet, TileValues
from scoring.burako.tiles import TILES
from tests.arena.games.burako.table import ALL_RULES, DUEL, PAIRS, PLAYERS, play, position
from tests.scoring.burako.strategies import json_values, rule_sets


def codes(refused: pytest.ExceptionInfo[RulesRefused]) -> set[tuple[str, str]]:
    return {(error.field, str(error.code)) for error in refused.value.errors}


def test_both_profiles_are_registered() -> None:
    assert {"burako/pairs", "burako/duel"} == set(PROFILES)
    assert PROFILES.items() <= profiles().items()
    made = rules("burako/pairs", players=4)
    assert made == PAIRS
    assert made != DUEL
    assert hash(made) == hash(PAIRS)
    assert (made.name, made.players, made.rated) == ("burako/pairs", 4, True)
    assert "burako/pairs" in repr(made)


def test_options_override_the_profile() -> None:
    made = rules("burako/duel", target_points=1500, tile_values={"joker": 40}, may_end_hand=True)
    assert isinstance(made, BurakoRules)
    assert made.options.target_points == 1500
    assert made.options.hand_limit == 40
    assert made.options.tile_values == TileValues(joker=40)
    values = make("burako/duel", None, {"tile_values": TileValues(two=25)}).options.tile_values
    assert values == TileValues(two=25)


@pytest.mark.parametrize(
    ("options", "refused_for"),
    [
        ({"players": 3}, {("players", "wrong_players")}),
        ({"players": True}, {("players", "wrong_players")}),
        ({"colour": "red"}, {("colour", "unknown_option")}),
        ({"hand_limit": None}, {("hand_limit", "no_hand_limit")}),
        ({"time_limit_minutes": 60}, {("time_limit_minutes", "no_clock")}),
        ({"opening_per": "team"}, {("opening_per", "not_a_choice")}),
        ({"opening_points": -5}, {("opening_points", "out_of_range")}),
        ({"opening_points": 2000}, {("opening_points", "out_of_range")}),
        ({"tile_values": {"joker": 0}}, {("tile_values.joker", "out_of_range")}),
        ({"tile_values": {"queen": 1}}, {("tile_values.queen", "unknown_field")}),
        ({"tile_values": 7}, {("tile_values", "not_an_object")}),
        ({"pierna_of_twos": 1}, {("pierna_of_twos", "not_yes_or_no")}),
        (
            {"players": 9, "close": "x", "wings": 2},
            {("players", "wrong_players"), ("close", "not_a_whole_number"),
             ("wings", "unknown_option")},
        ),
    ],
)  # fmt: skip
def test_impossible_rules_are_refused_with_every_reason(
    options: dict[str, Any], refused_for: set[tuple[str, str]]
) -> None:
    with pytest.raises(RulesRefused) as refused:
        rules("burako/pairs", **options)
    assert codes(refused) == refused_for
    assert all(error.message for error in refused.value.errors)


@pytest.mark.parametrize("name", ["burako", "burako/trio", "Burako/pairs", "", None, 7])
def test_unknown_names_are_refused(name: str) -> None:
    with pytest.raises(RulesRefused, match="burako/pairs"):
        rules(name)


@pytest.mark.parametrize("made", ALL_RULES, ids=lambda r: f"{r.name}-{ALL_RULES.index(r)}")
def test_rules_round_trip_through_json(made: BurakoRules) -> None:
    data = json.loads(json.dumps(made.to_json()))
    assert rules_from_json(data) == made
    assert set(data["options"]) >= set(BurakoRuleSet().as_dict())  # complete: nothing from defaults


@given(rule_sets)
def test_any_rule_set_with_a_limit_of_hands_can_be_played(options: BurakoRuleSet) -> None:
    changes = {
        name: getattr(options, name)
        for name in BurakoRuleSet.__slots__
        if name not in ("hand_limit", "time_limit_minutes")
    }
    if changes["target_points"] is None:
        del changes["target_points"]
    made = make("burako/duel", None, changes)
    assert rules_from_json(json.loads(json.dumps(made.to_json()))) == made
    game = made.deal(seed=1)
    while game.seat is not None:
        game.apply(game.legal()[-1])
    assert game.outcome is not None


@pytest.mark.parametrize("break_it", ["schema", "name", "players", "options"])
def test_text_forms_of_other_rules_are_refused(break_it: str) -> None:
    data = PAIRS.to_json()
    wrong: tuple[object, ...] = (None, 99, "x", [], {})
    for value in wrong:
        with pytest.raises(RulesRefused):
            rules_from_json({**data, break_it: value})
    with pytest.raises(RulesRefused):
        rules_from_json({key: value for key, value in data.items() if key != break_it})


def test_the_arena_refuses_stored_rules_that_might_never_end() -> None:
    data: Any = PAIRS.to_json()
    with pytest.raises(RulesRefused) as refused:
        rules_from_json({**data, "options": {**data["options"], "hand_limit": None}})
    assert codes(refused) == {("options.hand_limit", "no_hand_limit")}


@settings(deadline=None)
@given(json_values)
def test_anything_may_be_read_as_rules(data: object) -> None:
    with pytest.raises(RulesRefused):
        rules_from_json(data)
    with pytest.raises(RulesRefused):
        rules_from_json({"name": "burako/pairs", "options": data})


def test_the_shuffle_is_the_documented_one() -> None:
    order = shuffled(7, "game/0/order/0", [tile.id for tile in TILES])
    dealt = PAIRS.deal(seed=7).reveal()
    assert dealt["racks"] == [
        sorted(order[11 * seat : 11 * seat + 11], key=[tile.id for tile in TILES].index)
        for seat in range(4)
    ]
    assert dealt["mazo"] == order[66:]
    assert PAIRS.deal(seed=7).reveal() == dealt
    assert PAIRS.deal(seed="7").reveal() != dealt
    assert verify_commitment(7, commitment(7))


def test_hands_of_a_match_have_shuffles_of_their_own() -> None:
    hands = [PAIRS.deal_from(5, number).reveal()["racks"] for number in range(3)]
    assert hands[0] == PAIRS.deal(5).reveal()["racks"]
    assert hands[0] != hands[1] != hands[2]


@pytest.mark.parametrize(
    ("order", "starter"), [([], 0), ([*ID[:-1], ID[0]], 0), (list(ID), 4), (list(ID), -1)]
)
def test_a_stacked_deal_names_every_tile_and_a_seat(order: list[str], starter: int) -> None:
    with pytest.raises(ValueError, match="106 tiles"):
        PAIRS.deal_stacked(order, starter)


def test_the_rules_explain_themselves() -> None:
    pairs = PAIRS.explain()
    text = " ".join(str(sentence) for section in pairs for sentence in section.sentences)
    assert "3000" in text
    assert "50" in text
    assert pairs[-1].code == "arena"
    assert len({section.code for section in pairs}) == len(pairs)
    assert str(DUEL.explain()[-1].sentences[0]) != str(pairs[-1].sentences[0])
    changed = make("burako/pairs", None, {"opening_per": "player", "target_points": 2500})
    assert "2500" in " ".join(str(s) for section in changed.explain() for s in section.sentences)


@pytest.mark.parametrize(
    ("action", "text"),
    [
        ({"a": "draw"}, "+"),
        ({"a": "take_pozo"}, "++"),
        ({"a": "end_hand"}, "■"),
        ({"a": "discard", "tile": "b9#1"}, "↓b9"),
        ({"a": "discard", "tile": "J#2"}, "↓J"),
        (
            {"a": "meld", "melds": [
                {"t": "run", "c": "g", "start": 3, "tiles": ["g3#1", "g4#1", "J#1", "g6#1"]},
                {"t": "set", "n": 7, "tiles": ["b7#1", "g7#1", "b2#1"]},
            ]},
            "g3 g4 [J] g6 & 7: b g [b2]",
        ),
        (
            {"a": "meld", "melds": [
                {"t": "run", "c": "g", "start": 1, "tiles": ["g1#1", "g2#1", "g3#1"]}
            ]},
            "g1 g2 g3",
        ),
        ({"a": "extend", "meld": 2, "end": "high", "tiles": ["g7#1", "g8#1"]}, "2←g7 g8"),
        ({"a": "extend", "meld": 2, "end": "low", "tiles": ["g1#1", "g2#1"]}, "g1 g2→2"),
        ({"a": "extend", "meld": 0, "end": "set", "tiles": ["J#1"]}, "0←J"),
        ({"a": "consult", "plan": [{"a": "discard", "tile": "b9#1"}]}, "close?"),
        ({"a": "answer", "close": True}, "close!"),
        ({"a": "answer", "close": False}, "go on!"),
    ],
)  # fmt: skip
def test_notation(action: dict[str, object], text: str) -> None:
    assert PAIRS.notation(PAIRS.action(action)) == text


def test_views_of_a_position_are_plain_data() -> None:
    game = position(rack="b8 g8 J r3")
    data = game.view(0).to_json()
    assert json.loads(json.dumps(data)) == data
    assert data["rack"] == ["b8#1", "g8#1", "r3#1", "J#1"]
    spectator = game.view(None).to_json()
    assert spectator["rack"] is None
    assert spectator["rack_counts"] == [4, 11, 11, 11]


@pytest.mark.parametrize("made", ALL_RULES, ids=lambda r: f"{r.name}-{ALL_RULES.index(r)}")
def test_views_round_trip(made: BurakoRules) -> None:
    rng = random.Random("views")

    def watch(game: Game) -> None:
        if game.seat is not None and game.phase != "answer" and rng.random() < 0.8:
            return
        for seat in (None, *range(made.players)):
            view = game.view(seat)
            assert made.view_from_json(json.loads(json.dumps(view.to_json()))) == view

    play(made.deal(seed="views"), PLAYERS["keen"], rng, watch)


def test_what_is_no_view_is_refused() -> None:
    data = play(PAIRS.deal(seed=2), PLAYERS["keen"], random.Random(2)).view(0).to_json()
    assert PAIRS.view_from_json(data).outcome is not None
    values: tuple[object, ...] = (199, "x", {}, [7], [{}], -1, 1.5)
    for name in data:
        for wrong in values:
            with pytest.raises(ValueError, match="not a view"):
                PAIRS.view_from_json({**data, name: wrong})
        with pytest.raises(ValueError, match="not a view"):
            PAIRS.view_from_json({key: part for key, part in data.items() if key != name})
    for name in ("starter", "mazo", "takes", "known", "muertos", "opened", "log", "melds"):
        for wrong in (True, None, []):
            with pytest.raises(ValueError, match="not a view"):
                PAIRS.view_from_json({**data, name: wrong})


@pytest.mark.parametrize(
    ("path", "wrong"),
    [
        (("seat",), 0.0),
        (("rack_counts", 0), float),
        (("mazo",), float),
        (("takes",), float),
        (("outcome", "reason"), "tired"),
        (("outcome", "sheet", "sides", 0, "closed"), int),
        (("outcome", "sheet", "sides", 0, "muerto_rack"), False),
        (("outcome", "sheet", "sides", 0, "muerto_rack"), 2),
    ],
)
def test_equal_values_of_another_type_are_no_view(path: tuple[Any, ...], wrong: Any) -> None:  # noqa: ANN401
    played = play(PAIRS.deal(seed=2), PLAYERS["keen"], random.Random(2))
    data = part = json.loads(json.dumps(played.view(0).to_json()))
    *steps, last = path
    for step in steps:
        part = part[step]
    part[last] = wrong(part[last]) if isinstance(wrong, type) else wrong
    with pytest.raises(ValueError, match="not a view"):
        PAIRS.view_from_json(data)


@pytest.mark.parametrize("number", [-1, True, 1.0, "1", None])
def test_hands_are_numbered_from_0(number: Any) -> None:  # noqa: ANN401
    with pytest.raises(ValueError, match="numbered 0, 1, 2"):
        PAIRS.deal_from(7, number)


@settings(deadline=None)
@given(json_values)
def test_anything_may_be_read_as_a_view(data: object) -> None:
    with pytest.raises(ValueError, match="not a view"):
        PAIRS.view_from_json(data)
