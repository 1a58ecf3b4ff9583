"""A supposed game is the real one to its viewer, and goes on like it if the cards are the same."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games.durak.actions import DEMAND
from arena.games.durak.conflicts import profile_named
from arena.games.durak.game import Game
from arena.games.durak.profiles import PROFILES
from arena.games.durak.ruleset import DurakRules
from arena.games.durak.supposing import CannotSuppose, suppose
from arena.games.durak.view import View
from tests.arena.games.durak.oracle.cards import physical
from tests.arena.games.durak.random_play import RandomPlayer, pack_of, table
from tests.arena.games.durak.strategies import Choose, draw_rule_set

HONEST = [name for name in PROFILES if name != "durak/german-cheat"]
Hidden = tuple[list[list[str]], list[str], list[list[str]]]
LOOKED_AT = 150
COMPARED = 5
LONGEST = 50


def hidden(game: Game) -> Hidden:
    """The true hands, talon and secret cards."""
    truth = game.reveal()
    hands, talon, secrets = truth["hands"], truth["talon"], truth["secret"]
    assert isinstance(hands, list)
    assert isinstance(talon, list)
    assert isinstance(secrets, list)
    return hands, talon, secrets


def supposed_truly(game: Game) -> Game:
    assert game.seat is not None
    return suppose(game.rules, game.view(game.seat), *hidden(game))


def positions(rules: DurakRules, rng: random.Random) -> list[Game]:
    """Some positions of a random game."""
    game = rules.deal(rng.getrandbits(32))
    player = RandomPlayer(rng)
    found: list[Game] = []
    while game.seat is not None and len(found) < LOOKED_AT:
        found.append(game.copy())
        game.apply(player.choose(game.legal()))
    return rng.sample(found, min(len(found), COMPARED))


def truth_without_log(game: Game) -> dict[str, object]:
    return {name: value for name, value in game.reveal().items() if name != "log"}


def go_on_alike(real: Game, unreal: Game, rng: random.Random) -> None:
    """The same answers to the same questions, to the end or for long enough."""
    since, told = len(real.log), len(unreal.log)
    player = RandomPlayer(rng)
    for _ in range(LONGEST):
        assert (real.seat, real.phase) == (unreal.seat, unreal.phase)
        assert real.legal()[:50] == unreal.legal()[:50]
        assert len(real.legal()) == len(unreal.legal())
        if real.seat is None:
            break
        answer = player.choose(real.legal())
        if answer is DEMAND:  # what a redeal brings cannot be supposed
            break
        real.apply(answer)
        unreal.apply(answer)
    assert truth_without_log(real) == truth_without_log(unreal)
    assert real.log[since:] == unreal.log[told:]


def check_true_cards(rules: DurakRules, rng: random.Random) -> None:
    for game in positions(rules, rng):
        assert game.seat is not None
        unreal = supposed_truly(game)
        assert unreal.view(game.seat) == game.view(game.seat)
        go_on_alike(game, unreal, rng)


@pytest.mark.parametrize("profile", HONEST)
def test_with_the_true_cards_the_supposed_game_is_the_real_one(profile: str) -> None:
    rng = random.Random(profile)
    for players in profile_named(profile).players:
        check_true_cards(table(profile, players), rng)


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 2**32))
def test_whatever_the_options(seed: int) -> None:
    rng = random.Random(seed)
    drawn = draw_rule_set(Choose(rng.choice))
    options = replace(drawn.options, cheating="off")
    check_true_cards(DurakRules("durak/concise", options, drawn.players), rng)


def other_truth(
    game: Game, rng: random.Random
) -> tuple[list[list[str]], list[str], list[list[str]]]:
    """Deal what the seat to act cannot have seen anew among the places it lies in."""
    assert game.seat is not None
    view = game.view(game.seat)
    hands, talon, secrets = hidden(game)
    seen = set(view.hand or ()) | {card for known in view.known for card in known}
    seen |= {view.face_up} if view.face_up else set()
    places: list[tuple[list[str], int]] = [
        (cards, place)
        for cards in (*hands, talon, *secrets)
        for place, card in enumerate(cards)
        if card not in seen
    ]
    unseen = [cards[place] for cards, place in places]
    rng.shuffle(unseen)
    for (cards, place), card in zip(places, unseen, strict=True):
        cards[place] = card
    return hands, talon, secrets


@pytest.mark.parametrize("profile", HONEST)
def test_with_other_cards_the_viewer_sees_no_difference(profile: str) -> None:
    rng = random.Random(profile)
    for players in profile_named(profile).players:
        rules = table(profile, players)
        for game in positions(rules, rng):
            assert game.seat is not None
            unreal = suppose(rules, game.view(game.seat), *other_truth(game, rng))
            assert unreal.view(game.seat) == game.view(game.seat)
            assert unreal.legal()[:50] == game.legal()[:50]
            player = RandomPlayer(rng)
            for _ in range(LONGEST):
                if unreal.seat is not None:
                    unreal.apply(player.choose(unreal.legal()))


def test_a_supposed_game_can_be_played_to_its_end() -> None:
    rng = random.Random(5)
    for game in positions(table("durak/volga", 3), rng):
        assert game.seat is not None
        unreal = suppose(game.rules, game.view(game.seat), *other_truth(game, rng))
        while unreal.seat is not None:
            unreal.apply(unreal.default_action())
        assert unreal.outcome is not None


def test_a_redeal_deals_some_other_shuffle() -> None:
    rules = table("durak/german", 2)
    game = next(game for seed in range(1000) if (game := rules.deal(seed)).phase == "redeal")
    unreal = supposed_truly(game)
    unreal.apply(DEMAND)
    assert unreal.redeals == 1
    assert sorted(map(len, hidden(unreal)[0])) == [6, 6]
    while unreal.seat is not None:
        unreal.apply(unreal.default_action())


# What is refused


def a_view(profile: str = "durak/volga") -> tuple[Game, View]:
    game = table(profile, 2).deal(3)
    game.apply(game.default_action())
    assert game.seat is not None
    return game, game.view(game.seat)


def test_cheating_cannot_be_supposed() -> None:
    game, _ = a_view("durak/german-cheat")
    with pytest.raises(CannotSuppose, match="cheating"):
        supposed_truly(game)


def test_only_the_seat_that_is_asked_sees_the_whole_question() -> None:
    game, _ = a_view()
    assert game.seat is not None
    for seat in (None, 1 - game.seat):
        with pytest.raises(CannotSuppose, match="to act"):
            suppose(game.rules, game.view(seat), *hidden(game))


def test_the_rules_must_be_those_of_the_view() -> None:
    game, view = a_view()
    with pytest.raises(CannotSuppose, match="3 players"):
        suppose(table("durak/volga", 3), view, *hidden(game))


def test_supposed_cards_must_agree_with_the_view() -> None:
    game, view = a_view()
    assert game.seat is not None
    me, other = game.seat, 1 - game.seat
    rules = game.rules

    def refused(match: str, hands: list[list[str]], talon: list[str], view: View = view) -> None:
        with pytest.raises(CannotSuppose, match=match):
            suppose(rules, view, hands, talon)

    hands, talon, _ = hidden(game)
    refused("hands of", [[], hands[1]], talon)
    refused("in the talon", hands, talon[1:])
    refused("no card of this pack", hands, ["2H", *talon[1:]])
    refused("no card", hands, ["joker", *talon[1:]])
    refused("face up", hands, [*talon[1:], talon[0]])
    refused("named twice", [[cards[0]] * len(cards) for cards in hands], talon)

    mine = list(hands)
    mine[me], mine[other] = [*hands[me][1:], hands[other][0]], [*hands[other][1:], hands[me][0]]
    refused("own hand", mine, talon)

    doubled = list(hands)
    doubled[other] = [*hands[other][1:], talon[0]]
    refused("one place", doubled, talon)

    told = tuple((hands[other][0],) if seat == other else () for seat in range(2))
    moved = list(hands)
    moved[other] = [*hands[other][1:], talon[0]]
    refused("seen some cards", moved, [hands[other][0], *talon[1:]], replace(view, known=told))


def test_what_has_been_discarded_stays_so() -> None:
    rng = random.Random(8)
    found = positions(table("durak/concise", 2), rng)
    game = next(game for game in found if game.discard and game.talon)
    assert game.seat is not None
    view = game.view(game.seat)
    hands, talon, _ = hidden(game)
    in_play = {card for cards in (*hands, talon) for card in cards}
    in_play |= {physical(c) for lying in view.table for c in (lying.card, lying.beaten_by) if c}
    gone = next(card for card in pack_of(game.rules) if card not in in_play)
    other = 1 - game.seat
    never_shown = next(card for card in hands[other] if card not in view.known[other])
    hands[other] = [gone if card == never_shown else card for card in hands[other]]
    with pytest.raises(CannotSuppose, match="discarded"):
        suppose(game.rules, view, hands, talon)
