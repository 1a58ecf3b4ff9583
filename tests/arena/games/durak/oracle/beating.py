"""Which card beats which: rule 12 and the trump class of NT1, line by line."""

from functools import cache
from typing import NamedTuple

from arena.games.durak.options import DurakOptions
from tests.arena.games.durak.oracle.cards import (
    SUITS,
    deck_ranks,
    height,
    rank,
    suit,
)


class Trump(NamedTuple):
    """What the turned card says; empty strings where nothing is trump."""

    suit: str = ""
    rank: str = ""  # only with O33


def trump_of(options: DurakOptions, turned: str) -> Trump:
    if options.trump_mode == "none":
        return Trump()
    if options.number_trump == "off":
        return Trump(suit(turned))
    return Trump(suit(turned), rank(turned))


def in_class(card: str, trump: Trump) -> bool:
    return suit(card) == trump.suit or rank(card) == trump.rank


def strength(options: DurakOptions, card: str, trump: Trump) -> tuple[int, int]:
    """The NT1 order inside the trump class."""
    is_suit, is_number = suit(card) == trump.suit, rank(card) == trump.rank
    by_suit = options.suit_order.index(suit(card))
    if options.number_trump == "number_high":
        if is_suit and is_number:
            return 3, 0
        return (2, by_suit) if is_number else (1, height(card))
    if is_suit:
        return 2, height(card)
    return 1, by_suit


def low_high_pair(options: DurakOptions, defence: str, attack: str) -> bool:
    """O35: the pack's lowest rank against its highest, in one suit."""
    ranks = deck_ranks(options.deck)
    return (
        options.low_beats_high
        and suit(defence) == suit(attack)
        and rank(defence) == ranks[0]
        and rank(attack) == ranks[-1]
    )


@cache
def beats(options: DurakOptions, trump: Trump, defence: str, attack: str) -> bool:
    same_suit = suit(defence) == suit(attack)
    higher = height(defence) > height(attack)
    if same_suit and rank(defence) == rank(attack):
        return False
    if options.club_rule and suit(attack) == "C":  # a
        return same_suit and (higher or low_high_pair(options, defence, attack))
    if low_high_pair(options, defence, attack):  # b
        return True
    if options.suit_matrix[SUITS.index(suit(defence))][SUITS.index(suit(attack))]:  # c
        return True
    if in_class(attack, trump):  # d
        return in_class(defence, trump) and (
            strength(options, defence, trump) > strength(options, attack, trump)
        )
    return in_class(defence, trump) or (same_suit and higher)  # e
