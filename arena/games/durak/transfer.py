"""Passing the attack on (1C, O16 to O23)."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from arena.games.durak.actions import Action, Side, action
from arena.games.durak.cards import RANK_FACES, RANK_OF, bits
from arena.games.durak.choices import joined, selections
from arena.games.durak.options import DurakOptions
from arena.games.durak.pack import Pack
from arena.games.durak.plays import NO_CAP, Memo
from arena.games.durak.seating import CLOCKWISE, COUNTER_CLOCKWISE

if TYPE_CHECKING:
    from arena.games.durak.state import State

SIDES: Final[dict[Side, int]] = {"L": CLOCKWISE, "R": COUNTER_CLOCKWISE}  # T11
SHOWS_PER_PERIOD: Final = 1  # O19: one ticket per seat, in a bout or in a game


class Transfers:
    """Lists the transfers of the defender.  Nobody asks once a card has been beaten (T1)."""

    def __init__(self, options: DurakOptions, pack: Pack, lowest: int) -> None:
        self._pack = pack
        self._lowest = lowest
        self._many = pack.packs > 1
        self._limit = options.attack_limit or NO_CAP
        self._multi = options.transfer_multi
        self._count = options.transfer_count
        self._two_left = options.transfer_two_left
        self._no_trumps = options.transfer_trump == "forbidden"
        self._choose = options.transfer_dir == "choose"
        self._show = options.transfer == "play_or_show"
        self._simple = not self._choose and not self._show
        self._show_limited = options.show_limit != "none"
        self._memos: dict[tuple[int, int, Side | None], Memo[Sequence[Action]]] = {}

    def of(self, game: "State", *, any_rank: bool = False) -> Sequence[Action]:
        """All legal transfers; `any_rank` is what a cheat may try besides (CH1)."""
        hand = game.hands[game.defender]
        # T1: all attack cards have one rank.  Where a cheat stood they need not; then the
        # first attack card's rank counts, as S2 says (A2-18).
        same_rank = RANK_FACES[RANK_OF[game.attacks[0]]]
        cards = hand if any_rank else hand & same_rank
        if not cards or self._is_barred(game):
            return ()
        if self._pack.welis:
            cards = self._pack.playable(cards)
        if self._no_trumps:
            cards &= ~game.beating.trumps
        if self._simple:
            return self._plays(cards, len(game.attacks), self._capacity(game, game.dir), None)
        parts: list[Sequence[Action]] = []
        for side in ("L", "R") if self._choose else (None,):
            capacity = self._capacity(game, SIDES[side] if side else game.dir)
            parts.append(self._plays(cards, len(game.attacks), capacity, side))
            if self._show and capacity >= 0:
                parts.append(self._shows(game, hand & same_rank, side))
        return joined(*parts)

    def _capacity(self, game: "State", direction: int) -> int:
        """T3, T4: how many cards can be added; holds also with O6 false."""
        target = game.ring.foe[direction][game.defender]
        return min(self._limit, game.hands[target].bit_count()) - len(game.attacks)

    def _is_barred(self, game: "State") -> bool:
        if game.ring.size == 2 and (  # O23
            self._two_left == "never" or (self._two_left == "equal_hands" and not game.level)
        ):
            return True
        return self._no_trumps and any(  # O22
            game.beating.trumps >> face & 1 for face in game.attacks
        )

    def _plays(self, cards: int, lying: int, capacity: int, side: Side | None) -> Sequence[Action]:
        """T2 with O17 and O18; nothing is beaten yet, so all cards lying are open."""
        least = 1 if self._count == "any" else lying
        most = lying if self._count == "equal" else capacity if self._multi else 1
        most = min(most, capacity)
        if least > most:
            return ()
        memo = self._memos.get((least, most, side))
        if memo is None:
            memo = Memo(partial(self._build, least, most, side))
            self._memos[least, most, side] = memo
        return memo[cards]

    def _build(self, least: int, most: int, side: Side | None, cards: int) -> Sequence[Action]:
        def make(faces: tuple[int, ...]) -> Action:
            return action("transfer", faces, self._many, dir=side)

        return joined(selections(make, cards, least, most, self._lowest))

    def _shows(self, game: "State", cards: int, side: Side | None) -> Sequence[Action]:
        """T5, T9: a ticket counts as one card."""
        if self._count != "any" and len(game.attacks) > 1:
            return ()
        if self._show_limited and game.tickets[game.defender] >= SHOWS_PER_PERIOD:
            return ()
        cards &= game.beating.printed_trumps & ~game.shown
        return tuple(action("show", (face,), self._many, dir=side) for face in bits(cards))
