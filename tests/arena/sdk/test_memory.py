"""Counting agrees with the truth in every position of random games."""

import random
from collections import Counter
from typing import Any

import pytest

from arena.games import profiles, rules
from arena.games.durak.cards import ids
from arena.sdk.memory import gone, played, unseen

DURAK = [name for name in profiles() if name.startswith("durak/")]


def random_positions(game: Any, rng: random.Random, most: int = 120) -> list[Any]:
    """The positions of a random game, of either family."""
    found: list[Any] = []
    while game.seat is not None and len(found) < most:
        found.append(game.copy())
        legal = game.legal()
        game.apply(legal[rng.randrange(len(legal))])
    return found


@pytest.mark.parametrize("profile", DURAK)
def test_cards_unseen_are_those_in_other_hands_the_talon_and_secret_cards(profile: str) -> None:
    rng = random.Random(profile)
    rule_set = rules(profile)
    for game in random_positions(rule_set.deal(profile), rng)[::7]:
        truth = game.reveal()
        for seat in range(rule_set.players):
            view = game.view(seat)
            hands = [hand for other, hand in enumerate(truth["hands"]) if other != seat]
            places = [*hands, truth["talon"], *truth["secret"]]
            hidden = Counter(card for cards in places for card in cards)
            hidden -= Counter([c for known in view.known for c in known])
            hidden -= Counter([view.face_up] if view.face_up else [])
            assert Counter(unseen(rule_set, view)) == hidden


@pytest.mark.parametrize("profile", DURAK)
def test_cards_gone_are_those_discarded(profile: str) -> None:
    rule_set = rules(profile)
    rng = random.Random(profile)
    for game in random_positions(rule_set.deal(profile), rng)[::7]:
        discarded = tuple(ids(game.discard, rule_set.pack.packs))
        assert gone(rule_set, game.view(0)) == discarded


@pytest.mark.parametrize("profile", ["burako/duel", "burako/pairs"])
def test_tiles_unseen_are_those_in_other_racks_the_mazo_and_the_muertos(profile: str) -> None:
    rule_set = rules(profile)
    for game in random_positions(rule_set.deal(3), random.Random(3), 400)[::20]:
        for seat in range(rule_set.players):
            view = game.view(seat)
            left = [m for m in view.muertos if m.taken_by is None]
            others = sum(c for s, c in enumerate(view.rack_counts) if s != seat)
            known = sum(len(tiles) for s, tiles in enumerate(view.known) if s != seat)
            found = unseen(rule_set, view)
            assert len(found) == len(set(found)) == others - known + view.mazo + 11 * len(left)


def test_what_each_seat_has_played() -> None:
    game = rules("durak/concise", players=2).deal(3)
    opening = game.default_action()
    seat = game.seat
    game.apply(opening)
    assert played(game.view(0))[seat] == opening.cards
    assert played(game.view(0))[1 - seat] == ()
    hand = rules("burako/duel").deal(3)
    seat = hand.seat
    hand.apply({"a": "draw"})
    thrown = hand.default_action()
    hand.apply(thrown)
    assert played(hand.view(0))[seat] == (thrown.to_json()["tile"],)
