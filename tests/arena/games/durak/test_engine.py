"""The engine's interface end to end, shortly; clauses, properties and oracle stand beside it."""

import pickle
import random
from copy import deepcopy
from hashlib import sha256
from math import factorial

import pytest

from arena.games import (
    IllegalAction,
    MalformedAction,
    ReplayMismatch,
    RulesRefused,
    commitment,
    replay,
    rules,
    rules_from_json,
    verify_commitment,
)
from arena.games.durak.cards import read_face
from arena.games.durak.choices import Joined, Selections, selections
from arena.games.durak.family import PROFILES
from arena.games.durak.game import Game
from arena.games.durak.plays import Laid
from arena.games.shuffle import number_below, shuffled


def play_out(game: Game, seed: int) -> None:
    choose = random.Random(seed)
    while game.seat is not None:
        game.apply(choose.choice(game.legal()))


@pytest.mark.parametrize("name", PROFILES)
def test_every_profile_plays_replays_and_round_trips(name: str) -> None:
    r = rules(name)
    assert rules_from_json(r.to_json()) == r
    game = r.deal(seed="smoke")
    play_out(game, 1)
    assert game.outcome is not None
    again = replay(r, "smoke", game.log_to_json())
    assert again.reveal() == game.reveal()
    assert all(r.action(action.to_json()) is action for _, action in game.log)
    assert all(r.notation(action) for _, action in game.log)


@pytest.mark.parametrize("name", PROFILES)
def test_every_profile_plays_a_series(name: str) -> None:
    series = rules(name).series(seed=3)
    for number in range(5):
        play_out(series.next_game(), number)
    game = series.next_game()
    assert game.start.number == 5
    with pytest.raises(ValueError, match="Play the present game"):
        series.next_game()
    play_out(game, 5)
    start = series.rules.start_from_json(game.start.to_json())
    assert start == game.start
    assert replay(series.rules, 3, game.log, start).reveal() == game.reveal()


def test_the_shuffle_never_changes() -> None:
    """Fixed numbers: another Python, machine or release must deal the same cards."""
    assert number_below(7, "game/0/dealer", 6) == 5
    assert "".join(shuffled("seed", "game/3/order/1", "abcdefghij")) == "ihefdacbgj"
    assert sorted(shuffled(b"x", "label", range(208))) == list(range(208))
    assert rules("durak/volga", players=3).deal(7).reveal()["hands"] == HANDS


HANDS = [
    ["7S", "7H", "8S", "8D", "AS", "AH"],
    ["8H", "9C", "10C", "JD", "KS", "AD"],
    ["6S", "6D", "9S", "10H", "10D", "QS"],
]


def test_the_shuffle_is_what_its_description_says() -> None:
    """Done by hand once more, from the words in `arena.games.shuffle` alone."""
    block = sha256(b"durako-shuffle-1|game/3/order/1|0|str:seed").digest()
    number = int.from_bytes(block, "big") % factorial(10)
    order = list("abcdefghij")
    for last in range(9, 0, -1):
        number, other = divmod(number, last + 1)
        order[last], order[other] = order[other], order[last]
    assert order == shuffled("seed", "game/3/order/1", "abcdefghij")


@pytest.mark.parametrize("seed", [2**5000, "x" * 5000, b"x" * 5000])
def test_a_huge_seed_is_refused(seed: int | str | bytes) -> None:
    with pytest.raises(ValueError, match="at most"):
        rules("durak/volga").deal(seed)


@pytest.mark.parametrize(
    "change",
    [
        {"dealer": 4},
        {"dealer": True},
        {"number": -1},
        {"first": "nobody"},
        {"first": 9},
        {"cards": "1"},
        {"cards": "f" * 30},
        {"cards": "zz"},
        {"cards": 5},
        {"more": 1},
    ],
)
def test_a_start_that_cannot_be_is_refused(change: dict[str, object]) -> None:
    r = rules("durak/volga", players=4)
    data = r.deal(1).start.to_json()
    with pytest.raises(ValueError, match=r"."):
        r.start_from_json({**data, **change})


def test_a_commitment_fits_its_seed_alone() -> None:
    published = commitment(b"secret")
    assert verify_commitment(b"secret", published)
    assert not verify_commitment("secret", published)
    assert not verify_commitment(b"other", published)


def test_actions_are_one_object_each() -> None:
    r = rules("durak/german-many", players=2)
    action = r.action({"a": "transfer", "cards": ["7H#2", "7H#1"]})
    assert action is r.action({"a": "transfer", "cards": ["7H#1", "7H#2"]})
    assert pickle.loads(pickle.dumps(action)) is action  # noqa: S301 - our own bytes
    assert deepcopy(action) is action
    with pytest.raises(AttributeError):
        action.kind = "throw"


def test_the_notation_knows_both_packs() -> None:
    french = rules("durak/german-weli", players=2)
    spanish = rules("durak/german-weli", players=2, naming="spanish")
    data = {"a": "throw", "cards": ["6D@S", "10H"]}
    assert french.notation(french.action(data)) == "+♦6=♠ ♥10"
    assert spanish.notation(spanish.action(data)) == "+5o=e 9c"
    assert str(spanish.action({"a": "beat", "target": 2, "card": "AS"})) == "♠A>2"
    turn = rules("durak/german-turn")
    assert str(turn.action({"a": "transfer", "cards": ["7H"], "dir": "R"})) == "«R♥7"


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "pass",
        {},
        {"a": 1},
        {"a": "fold"},
        {"a": "pass", "x": 1},
        {"a": "attack"},
        {"a": "attack", "cards": []},
        {"a": "attack", "cards": "7H"},
        {"a": "attack", "cards": ["7H", "7H"]},
        {"a": "attack", "cards": ["7H#1"]},
        {"a": "attack", "cards": ["7h"]},
        {"a": "attack", "cards": ["7H@S"]},
        {"a": "attack", "cards": ["6H", "6H@S"]},
        {"a": "attack", "cards": [7]},
        {"a": "attack", "cards": ["7H"] * 1000},
        {"a": "attack", "cards": ["7H" * 10**6]},
        {"a": "beat", "card": "7H", "target": True},
        {"a": "beat", "card": "7H", "target": -1},
        {"a": "beat", "card": "7H", "target": 10**30},
        {"a": "transfer", "cards": ["7H"], "dir": "L"},
        {"a": "redeal", "demand": 1},
    ],
)
def test_what_is_no_action_is_malformed(data: object) -> None:
    game: Game = rules("durak/german", players=3).deal(seed=1)
    before = game.reveal()
    with pytest.raises(MalformedAction) as refused:
        game.apply(data)  # type: ignore[arg-type]
    assert len(str(refused.value)) < 300
    assert game.reveal() == before


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ({"a": "pass"}, "does not answer"),
        ({"a": "attack", "cards": ["2H"]}, "no 2H in this pack"),
        ({"a": "throw", "cards": ["7H"]}, "does not answer"),
        ({"a": "swap"}, "not swapped in this game"),
    ],
)
def test_what_the_rules_forbid_is_illegal_and_says_why(data: object, reason: str) -> None:
    game: Game = rules("durak/volga", players=3).deal(seed=1)
    before = game.reveal()
    with pytest.raises(IllegalAction, match=reason) as refused:
        game.apply(data)  # type: ignore[arg-type]
    assert "phase open" in refused.value.position
    assert game.reveal() == before
    with pytest.raises(IllegalAction, match="turn"):
        game.apply(game.legal()[0], seat=(game.main + 1) % 3)


def test_a_log_that_does_not_fit_says_where() -> None:
    r = rules("durak/volga", players=2)
    game = r.deal(seed=5)
    play_out(game, 5)
    log = game.log_to_json()
    with pytest.raises(ReplayMismatch, match="Entry 0"):
        replay(r, 5, log[1:])
    with pytest.raises(ReplayMismatch, match=f"Entry {len(log)} .*over"):
        replay(r, 5, [*log, log[-1]])
    with pytest.raises(ReplayMismatch, match=r"Entry 3 .*seat and an action"):
        replay(r, 5, [*log[:3], "nonsense"])


def test_every_reason_is_given_at_once() -> None:
    with pytest.raises(RulesRefused) as refused:
        rules(
            "durak/volga",
            players=4,
            trump_swap=True,
            trump_card="out_of_play",
            deck=24,
            weli="all_sixes",
        )
    assert {"trump_swap", "weli", "players"} <= {error.field for error in refused.value.errors}
    for name in ("durak/unknown", "chess/volga", "", None):
        with pytest.raises(RulesRefused, match="choose one of"):
            rules(name)  # type: ignore[arg-type]
    for data in (
        None,
        {},
        {"name": "durak/volga"},
        {**rules("durak/volga").to_json(), "players": 99},
    ):
        with pytest.raises(RulesRefused):
            rules_from_json(data)


@pytest.mark.parametrize("lowest_counts", [False, True])
def test_long_lists_are_sequences_that_agree_with_themselves(*, lowest_counts: bool) -> None:
    """Counted, indexed, searched and iterated: four ways to the same actions."""
    r = rules("durak/german-weli", players=2, deck=36)
    pack = r.pack
    faces = pack.lowest_faces | pack.rank_faces[6]
    make = Laid("throw", pack).__getitem__
    listed = Selections(make, faces, 1, 4, pack.lowest_faces if lowest_counts else 0)
    everything = list(listed)
    assert len(everything) == len(listed) == len(set(everything))
    assert [listed[n] for n in range(len(listed))] == everything
    assert all(action in listed for action in everything)
    assert listed[-1] is everything[-1]
    assert listed[3:6] == tuple(everything[3:6])
    too_many = r.action({"a": "throw", "cards": ["8S", "8H", "8D", "8C", "6S"]})
    assert too_many not in listed
    assert r.action({"a": "throw", "cards": ["7S"]}) not in listed
    assert r.action({"a": "attack", "cards": ["8S"]}) not in listed
    both = Joined(everything[:3], listed)
    assert len(both) == len(listed) + 3
    assert both[3] is everything[0]
    assert list(both)[-1] is both[-1]
    with pytest.raises(IndexError):
        both[len(both)]


@pytest.mark.parametrize("cards", [["6S", "6H", "7S", "8S"], ["7S", "8S"], ["6S", "6H"], ["6S"]])
@pytest.mark.parametrize("most", [1, 2, 4])
def test_short_lists_hold_what_long_ones_hold(cards: list[str], most: int) -> None:
    r = rules("durak/volga", players=2)
    faces = sum(1 << (read_face(card, 1) or 0) for card in cards)
    make = Laid("throw", r.pack).__getitem__
    for lowest in (0, r.pack.lowest_faces):
        short = selections(make, faces, 1, most, lowest)
        assert isinstance(short, tuple)
        assert len(set(short)) == len(short)
        assert set(short) == set(Selections(make, faces, 1, most, lowest))


def test_the_default_action_is_the_lowest_card_that_is_no_trump() -> None:
    game = rules("durak/volga", players=2).deal(seed=8)
    default = game.default_action()
    trump = game.view(None).trump_suit
    plain = [a for a in game.legal() if a.card[-1] != trump]
    assert default in (plain or list(game.legal()))
    while game.seat is not None:
        game.apply(game.default_action())
    with pytest.raises(IllegalAction, match="over"):
        game.default_action()
    with pytest.raises(IllegalAction, match="over"):
        game.apply({"a": "pass"})
