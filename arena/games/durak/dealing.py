"""The deal: secret cards, hands, trump card, redeals and the first attacker (rules 3 to 7, O11).

An order of the pack is a sequence of card bits, the first dealt first.  It is used up like this:
secret cards one at a time from the dealer's left, then hands one at a time from the dealer's
left, then the card turned up, then (O31) the card face down below it, then the talon from its
top.  If the hands use the pack up, the last card dealt is shown instead (rule 5).
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from arena.games.durak.cards import PRINTED_SUIT_OF, RANK_OF, RED_CARDS, SUIT_CARDS
from arena.games.durak.options import DurakOptions
from arena.games.durak.trumps import Trump

if TYPE_CHECKING:
    from arena.games.durak.state import State

MAX_REDEALS: Final = 50  # O11 [R], then play on
REDEAL_SUIT: Final = 5  # O11: five or more of a suit (A0-5, A2-3)

Orders = Callable[[int], Sequence[int] | None]
"""The order for the n-th deal of a game, n = 0 and then one more per redeal; None: no more."""


class Dealt(NamedTuple):
    """One deal, before anybody has looked."""

    hands: list[int]
    secrets: list[int]
    talon: list[int]
    """As bits, the next card to be drawn last."""
    turned: int | None
    """The card that fixes trump."""
    shown_by_dealer: bool
    """Rule 5: the turned card is the last one dealt and stays in the dealer's hand."""


class Dealing:
    """How a rule set deals."""

    def __init__(self, options: DurakOptions, players: int) -> None:
        self._players = players
        self._hand_size = options.hand_size
        self._secret = options.secret
        self._trump = options.trump_mode == "suit"
        self.out_of_play = options.trump_card == "out_of_play"
        self._hidden = 1 if options.change_trump else 0
        self._number = options.number_trump != "off"
        self._redeal = options.redeal
        self.on_demand = options.redeal == "demand_s2"  # O11

    @property
    def cards_needed(self) -> int:
        """How many cards a pack must have at least; rule 5 needs no card to turn (V1)."""
        return self._players * (self._hand_size + self._secret)

    def fits(self, size: int) -> bool:
        """Whether a pack of this size can be dealt (V1), also a short one of a quicky series.

        The options were checked for the full pack; O37 excludes what bars rule 5.
        """
        return size >= self.cards_needed

    def deal(self, order: Sequence[int], dealer: int) -> Dealt:
        """Hand out the pack."""
        dealt = self._players * self._secret
        secrets = self._round(order[:dealt], dealer)
        rest = order[dealt:]
        dealt = self._players * self._hand_size
        hands = self._round(rest[:dealt], dealer)
        rest = rest[dealt:]
        if not self._trump:
            return Dealt(hands, secrets, list(rest[::-1]), None, shown_by_dealer=False)
        if not rest:
            return Dealt(hands, secrets, [], order[-1], shown_by_dealer=True)
        below = () if self.out_of_play else rest[: 1 + self._hidden]
        talon = [*below[::-1], *rest[: self._hidden : -1]]
        return Dealt(hands, secrets, talon, rest[0], shown_by_dealer=False)

    def _round(self, cards: Sequence[int], dealer: int) -> list[int]:
        """One card at a time, starting at the dealer's left (rule 3)."""
        players = self._players
        return [sum(cards[(seat - dealer - 1) % players :: players]) for seat in range(players)]

    def trump_of(self, turned: int | None) -> Trump:
        """What a turned card makes trump (rule 4, NT1)."""
        if turned is None:
            return Trump()
        face = turned.bit_length() - 1
        return Trump(PRINTED_SUIT_OF[face], RANK_OF[face] if self._number else None)

    def must_redeal(self, hands: Sequence[int]) -> bool:
        """O11 forced_s0: five of a suit, all red or all black."""
        return self._redeal == "forced_s0" and any(
            has_five_of_a_suit(hand) or is_one_colour(hand) for hand in hands
        )

    def may_demand(self, hands: Sequence[int], dealer: int) -> list[int]:
        """O11 demand_s2: who is asked, from the dealer's left."""
        if not self.on_demand:
            return []
        order = [(dealer + step) % self._players for step in range(1, self._players + 1)]
        return [seat for seat in order if has_five_of_a_suit(hands[seat])]


def has_five_of_a_suit(hand: int) -> bool:
    """Printed suits, of the hand alone."""
    return any((hand & suit).bit_count() >= REDEAL_SUIT for suit in SUIT_CARDS)


def is_one_colour(hand: int) -> bool:
    """All red or all black; copas and oros are red (A0-4)."""
    return not hand & RED_CARDS or not hand & ~RED_CARDS


def lowest_trump_seat(game: "State") -> int:
    """Rule 7 with O2's ties; nobody holds a trump: the dealer's left.

    Equal trumps are compared together: whoever holds more of the lowest has the lower next
    one, and a seat with none left loses the tie.
    """
    players, hands = game.rules.players, game.hands
    seats = [(game.dealer + step) % players for step in range(1, players + 1)]
    for equals in game.beating.trumps_from_lowest:
        holders = [seat for seat in seats if hands[seat] & equals]
        if len(holders) == 1:
            return holders[0]
        if holders:
            most = max((hands[seat] & equals).bit_count() for seat in holders)
            seats = [seat for seat in holders if (hands[seat] & equals).bit_count() == most]
            if len(seats) == 1:
                return seats[0]
    return seats[0]
