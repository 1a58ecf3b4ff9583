"""Passing the attack on (1C, O16 to O23)."""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from arena.games.durak.actions import Action, Side, action
from arena.games.durak.cards import RANK_FACES, RANK_OF, bits
from arena.games.durak.choices import Faces, joined, selections
from arena.games.durak.options import DurakOptions
from arena.games.durak.pack import Pack
from arena.games.durak.plays import NO_CAP, REMEMBER, SHARED
from arena.games.durak.seating import CLOCKWISE, COUNTER_CLOCKWISE

if TYPE_CHECKING:
    from arena.games.durak.state import State

SIDES: Final[dict[Side, int]] = {"L": CLOCKWISE, "R": COUNTER_CLOCKWISE}  # T11
SHOWS_PER_PERIOD: Final = 1  # O19: one ticket per seat, in a bout or in a game


class Transfers:
    """Lists the transfers of the defender.  Nobody asks once a card has been beaten (T1)."""

    def __init__(self, options: DurakOptions, pack: Pack, lowest: int) -> None:
        self._pack = pack
        self._many = pack.packs > 1
        self._limit = options.attack_limit or NO_CAP
        self._multi = options.transfer_multi
        self._any_count = options.transfer_count == "any"
        self._equal_count = options.transfer_count == "equal"
        self._two_left = options.transfer_two_left
        self._no_trumps = options.transfer_trump == "forbidden"
        self._may_be_barred = self._no_trumps or self._two_left != "always"
        self._choose = options.transfer_dir == "choose"
        self._show = options.transfer == "play_or_show"
        self._show_limited = options.show_limit != "none"
        self._plays = _shared_plays(self._many, lowest)

    def of(self, game: "State", *, any_rank: bool = False) -> Sequence[Action]:
        """All legal transfers; `any_rank` is what a cheat may try besides (CH1)."""
        hand = game.hands[game.defender]
        # T1: all attack cards have one rank.  Where a cheat stood they need not; then the
        # first attack card's rank counts, as S2 says (A2-18).
        same_rank = hand & RANK_FACES[RANK_OF[game.attacks[0]]]
        cards = hand if any_rank else same_rank
        if not cards or (self._may_be_barred and self._is_barred(game)):
            return ()
        if self._pack.welis:
            cards = self._pack.playable(cards)
        if self._no_trumps:
            cards &= ~game.beating.trumps
        if not self._choose:
            return self._towards(game, None, cards, same_rank)
        return joined(*[self._towards(game, side, cards, same_rank) for side in SIDES])

    def _towards(
        self, game: "State", side: Side | None, cards: int, same_rank: int
    ) -> Sequence[Action]:
        """T2 with O17 and O18; nothing is beaten yet, so all cards lying are open."""
        lying = len(game.attacks)
        target = game.ring.foe[game.dir if side is None else SIDES[side]][game.defender]
        # T3, T4: how many cards can be added; holds also with O6 false.
        capacity = min(self._limit, game.hands[target].bit_count()) - lying
        if capacity < 0:
            return ()
        least = 1 if self._any_count else lying
        most = lying if self._equal_count else capacity if self._multi else 1
        most = min(most, capacity)
        plays = self._plays[side, least, most, cards] if least <= most else ()
        if self._show and (shows := self._shows(game, same_rank, side)):
            return joined(plays, shows)
        return plays

    def _is_barred(self, game: "State") -> bool:
        if game.ring.size == 2 and (  # O23
            self._two_left == "never" or (self._two_left == "equal_hands" and not game.level)
        ):
            return True
        return self._no_trumps and any(  # O22
            game.beating.trumps >> face & 1 for face in game.attacks
        )

    def _shows(self, game: "State", cards: int, side: Side | None) -> Sequence[Action]:
        """T5, T9: a ticket counts as one card."""
        cards &= game.beating.printed_trumps & ~game.shown
        if not cards or (not self._any_count and len(game.attacks) > 1):
            return ()
        if self._show_limited and game.tickets[game.defender] >= SHOWS_PER_PERIOD:
            return ()
        return tuple([action("show", (face,), self._many, dir=side) for face in bits(cards)])


class _Plays(dict[tuple[Side | None, int, int, int], Sequence[Action]]):
    """The transfers by side, least and most cards, and the mask of the cards."""

    def __init__(self, many: bool, lowest: int) -> None:  # noqa: FBT001
        super().__init__()
        self._many = many
        self._lowest = lowest

    def __missing__(self, key: tuple[Side | None, int, int, int]) -> Sequence[Action]:
        if len(self) >= REMEMBER:
            self.clear()
        side, least, most, cards = key

        def make(faces: Faces) -> Action:
            return action("transfer", faces, self._many, dir=side)

        made = joined(selections(make, cards, least, most, self._lowest))
        if type(made) is tuple:  # longer sequences are large, and made in no time
            self[key] = made
        return made


_shared_plays: Final = lru_cache(maxsize=SHARED)(_Plays)
"""Rule sets share what they remember."""
