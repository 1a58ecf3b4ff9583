"""What a user of the package meets at its doors: errors with their position, views that come
back from their text form, and lists longer than Python can count."""

import json
import random
import sys
from collections.abc import Sequence

import pytest

from arena.games import MalformedAction, rules
from arena.games.durak import plays
from arena.games.durak.actions import PASS, Action
from arena.games.durak.cards import read_face
from arena.games.durak.choices import Joined, selections
from arena.games.shuffle import seed_bytes
from tests.arena.games.durak.random_play import RandomPlayer, steps, table
from tests.arena.games.durak.strategies import profile_tables
from tests.arena.games.durak.table import deal, play


def test_a_malformed_action_is_refused_with_the_position_too() -> None:
    game = deal("7C 9S", "8C 9D")
    with pytest.raises(MalformedAction, match=r"phase open, seat 0 to act; attacker 0") as caught:
        game.apply({"a": "wave"})
    assert caught.value.position == game.position()


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({}, "beat, take."),
        ({"transfer": "play"}, "beat, transfer, take."),
        ({"transfer": "play_or_show"}, "beat, transfer, show, take."),
        ({"trump_swap": True}, "beat, take, swap."),
    ],
)
def test_a_refusal_names_only_answers_that_this_game_has(
    options: dict[str, object], named: str
) -> None:
    game = deal("7C 9S", "8C 9D", trump="AH", **options)  # type: ignore[arg-type]
    play(game, "0 attack 7C")
    with pytest.raises(ValueError, match=rf"send one of: {named}"):
        game.apply({"a": "pass"})


@pytest.mark.parametrize(("profile", "players"), profile_tables())
def test_views_come_back_from_json(profile: str, players: int) -> None:
    rule_set = table(profile, players)
    game = rule_set.deal(3)
    for number, _ in enumerate(steps(game, RandomPlayer(random.Random(3)))):
        if number % 40 == 0 or game.outcome is not None:
            for seat in (None, *range(players)):
                seen = game.view(seat)
                assert rule_set.view_from_json(json.loads(json.dumps(seen.to_json()))) == seen
    assert game.outcome is not None


@pytest.mark.parametrize(
    "change",
    [
        {"talon": "9"},
        {"talon": True},
        {"hand": "6S"},
        {"known": [["6S"], 5]},
        {"phase": None},
        {"table": [{"card": "6S", "seat": 0}]},
        {"outcome": []},
        {"log": [[0]]},
        {"log": [[0, {"a": "wave"}]]},
        {"more": 1},
    ],
)
def test_what_is_no_view_is_refused(change: dict[str, object]) -> None:
    game = deal("7C 9S", "8C 9D")
    data = game.view(0).to_json()
    assert game.rules.view_from_json(data) == game.view(0)
    with pytest.raises(ValueError, match=r"\.$"):
        game.rules.view_from_json({**data, **change})
    with pytest.raises(ValueError, match="no view"):
        game.rules.view_from_json(None)


@pytest.mark.parametrize("seat", [True, "0", 1.0, 2, -1])
def test_only_seats_have_views(seat: object) -> None:
    with pytest.raises(ValueError, match="seats 0 to 1"):
        deal("7C 9S", "8C 9D").view(seat)  # type: ignore[arg-type]


def test_half_a_character_is_no_seed() -> None:
    with pytest.raises(ValueError, match="half a character"):
        seed_bytes("\ud800")


def test_a_short_pack_starts_only_games_of_a_quicky_series() -> None:
    for profile, fits in (("durak/volga", False), ("durak/german-quicky-series", True)):
        rule_set = rules(profile, players=2)
        data = rule_set.deal(1).start.to_json()
        cards = int(str(data["cards"]), 16)
        short = {**data, "cards": f"{cards & (cards - 1):x}"}
        if fits:
            assert rule_set.start_from_json(short).cards.bit_count() == 35
        else:
            with pytest.raises(ValueError, match="no pack"):
                rule_set.start_from_json(short)


def throws_of_ninety_cards() -> Sequence[Action]:
    """A hand of several packs, all of which may be thrown in: 2 to the 90th ways, less one."""
    rule_set = rules("durak/german-many", players=2, deck=52, packs=4)
    faces = sum(rule_set.pack.order[:90])
    return selections(plays.Laid("throw", rule_set.pack).__getitem__, faces, 1, 1_000, 0)


def test_a_list_too_long_for_len_is_still_complete() -> None:
    listed = throws_of_ninety_cards()
    both = Joined((PASS,), listed)
    assert len(both) == len(listed) == sys.maxsize
    assert both.total == 2**90
    assert both[-1] is both[2**90 - 1]
    assert len(both[-1].faces) == 90
    assert both[0] is PASS
    assert both[10**20] in both
    with pytest.raises(IndexError):
        both[2**90]


def test_more_throws_than_len_can_say_are_asked_for_and_applied() -> None:
    """A seat that cheats at will, without any cap, and holds most of four packs (1G, O5, O6)."""
    rule_set = rules(
        "durak/german-cheat", players=2, packs=4, deck=52, hand_size=12, attack_limit=0,
        limit_by_defender_hand=False, transfer="off", redeal="off", show_limit="per_bout",
    )  # fmt: skip
    game = rule_set.deal(1)
    attacker = game.main
    game.apply(game.legal()[0])
    game.draw(attacker, 110)
    game.apply(PASS)
    assert (game.phase, game.seat) == ("pre", attacker)
    hand = game.view(attacker).hand
    assert hand is not None
    assert len(game.legal()) == sys.maxsize
    game.apply({"a": "throw", "cards": list(hand)})
    assert game.view(None).hand_counts[attacker] == 0


def test_the_default_opening_is_found_without_listing_the_others() -> None:
    """Sixteen sixes under four names each open in more ways than anybody could look through."""
    rule_set = rules(
        "durak/german-weli", players=2, packs=4, attack_limit=0, limit_by_defender_hand=False,
        redeal="off", show_limit="per_bout",
    )  # fmt: skip
    game = rule_set.deal(2)
    sixes = [read_face(f"6{suit}#{copy}", 4) for suit in "SHDC" for copy in "1234"]
    game.hands[game.main] = sum(1 << six for six in sixes if six is not None)
    default = game.default_action()
    trump = game.view(None).trump_suit
    assert default.cards == ("6H#1" if trump == "S" else "6S#1",)


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plays, "REMEMBER_ACTIONS", 10)
    lists = {1: (PASS,) * 4, 2: (PASS,) * 6, 3: (PASS,), 4: throws_of_ninety_cards()}
    memo = plays.Memo(lists.__getitem__)
    assert [len(memo[mask]) for mask in (1, 2)] == [4, 6]
    assert memo.keys() == {1, 2}
    assert len(memo[3]) == 1
    assert memo.keys() == {3}, "too many actions: begun anew"
    assert memo[4] is lists[4]
    assert memo.keys() == {3}, "a sequence that lists nothing is not worth keeping"
