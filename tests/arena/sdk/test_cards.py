"""Durak's cards as bots see them."""

import pytest

from arena.games import rules
from arena.games.durak.game import Game
from arena.sdk.cards import Cards, by_rank, by_suit, rank, suit


def cards_of(profile: str, trump: str, **options: object) -> Cards:
    """The cards of a game in which this card was turned up."""
    rule_set = rules(profile, players=2, **options)
    pack = [rule_set.pack.id(bit.bit_length() - 1) for bit in rule_set.pack.order]
    pack.remove(trump)
    secret = 2 * rule_set.options.secret
    pack.insert(2 * rule_set.options.hand_size + secret, trump)
    game: Game = rule_set.deal_stacked([pack])
    return Cards.of(rule_set, game.view(0))


@pytest.mark.parametrize(
    ("card", "has_rank", "has_suit"),
    [("6H", "6", "H"), ("10S", "10", "S"), ("AD#2", "A", "D"), ("6H@S", "6", "S"),
     ("6H#2@C", "6", "C")],
)  # fmt: skip
def test_what_stands_on_a_card(card: str, has_rank: str, has_suit: str) -> None:
    assert (rank(card), suit(card)) == (has_rank, has_suit)


def test_cards_by_rank_and_suit() -> None:
    hand = ["6H", "6S", "10H#2", "6H@C"]
    assert by_rank(hand) == {"6": ["6H", "6S", "6H@C"], "10": ["10H#2"]}
    assert by_suit(hand) == {"H": ["6H", "10H#2"], "S": ["6S"], "C": ["6H@C"]}


def test_trumps_are_stronger_than_all_others() -> None:
    cards = cards_of("durak/concise", "9D")
    hand = ["AS", "6D", "6C", "KD", "10H"]
    assert cards.weakest_first(hand) == ["6C", "10H", "AS", "6D", "KD"]
    assert [card for card in hand if cards.is_trump(card)] == ["6D", "KD"]
    assert (cards.strength("6C"), cards.strength("AS"), cards.ranks) == (0, 8, 9)
    assert cards.strength("6D") == cards.ranks


def test_what_beats_what_is_the_game_s_own_rule() -> None:
    cards = cards_of("durak/concise", "9D")
    assert cards.beats("6D", "AS")
    assert not cards.beats("6D", "9D")
    assert not cards.beats("AS", "6C")
    clubs = cards_of("durak/german-clubs", "9D")
    assert not clubs.beats("AD", "6C")
    with pytest.raises(ValueError, match="no card"):
        cards.beats("6D", "1Z")


def test_number_trumps_count_as_trumps() -> None:
    cards = cards_of("durak/german-number-trump-high", "8D")
    assert cards.is_trump("8S")
    assert cards.strength("8S") > cards.strength("AD")


def test_a_six_that_can_be_named_trump_is_worth_one() -> None:
    cards = cards_of("durak/german-weli", "9D")
    assert cards.is_trump("6S")
    assert cards.strength("6S") == cards.strength("6S@D") == cards.strength("6D") == cards.ranks


def test_without_trumps_only_ranks_count() -> None:
    rule_set = rules("durak/german-no-trump", players=2)
    cards = Cards.of(rule_set, rule_set.deal(1).view(0))
    assert not any(map(cards.is_trump, ["6S", "AD", "AC"]))
