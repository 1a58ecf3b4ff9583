"""The plays a hand offers, remembered by mask: attack, throw and beat (rules 9 to 12).

A set of cards that can be played comes up again and again, so its actions are made once.
The memory is bounded: a server plays for weeks.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, TypeVar

from arena.games.durak.actions import PASS, Action, Kind, action
from arena.games.durak.cards import RANKS, in_card_order
from arena.games.durak.choices import joined, selections
from arena.games.durak.options import DurakOptions
from arena.games.durak.pack import Pack

REMEMBER: Final = 20_000
RANKS_PER_CHUNK: Final = 3
NO_CAP: Final = 1_000  # more than any pack has


Listed = TypeVar("Listed", bound=Sequence[Action])


class Memo(dict[int, Listed]):
    """Actions by mask, made when first asked for."""

    def __init__(self, build: Callable[[int], Listed]) -> None:
        super().__init__()
        self._build = build

    def __missing__(self, mask: int) -> Listed:
        if len(self) >= REMEMBER:
            self.clear()
        made = self[mask] = self._build(mask)
        return made


class Openings:
    """What the attacker may open with: one card, or with O13 several of one rank (rule 9)."""

    def __init__(self, options: DurakOptions, pack: Pack) -> None:
        self._ranks = pack.rank_faces
        self._make = _maker("attack", pack)
        self._most = 4 * options.packs if options.opening_multi else 1
        self._chunks = tuple(
            sum(self._ranks[at : at + RANKS_PER_CHUNK])
            for at in range(pack.lowest_rank, len(RANKS), RANKS_PER_CHUNK)
        )
        self._memos = [Memo(partial(self._chunk, most)) for most in range(self._most + 1)]

    def of(self, faces: int, cap: int) -> Sequence[Action]:
        """All openings with these faces within the cap."""
        memo = self._memos[min(self._most, cap)]
        listed: tuple[Action, ...] = ()
        for chunk in self._chunks:
            part = memo[faces & chunk]
            if not isinstance(part, tuple):
                return joined(*(memo[faces & chunk] for chunk in self._chunks))
            listed += part
        return listed

    def _chunk(self, most: int, faces: int) -> Sequence[Action]:
        held = [faces & rank for rank in self._ranks if faces & rank]
        return joined(*(selections(self._make, cards, 1, most, 0) for cards in held))


class Throws(dict[int, Memo[Sequence[Action]]]):
    """By the room left (rule 11): passing, and the throws of ranks on the table (rule 10)."""

    def __init__(self, options: DurakOptions, pack: Pack, lowest: int) -> None:
        super().__init__()
        self._make = _maker("throw", pack)
        self._most = NO_CAP if options.throw_multi else 1
        self._lowest = lowest

    def __missing__(self, room: int) -> Memo[Sequence[Action]]:
        made = self[room] = Memo(partial(self._build, room))
        return made

    def _build(self, room: int, faces: int) -> Sequence[Action]:
        enough = min(self._most, faces.bit_count())
        if room > enough:
            return self[enough][faces]
        most = min(room, self._most)
        return joined((PASS,), selections(self._make, faces, 1, most, self._lowest))


class Beats(dict[int, Memo[tuple[Action, ...]]]):
    """By the attack card's number: what beats it, after what may be done besides (rule 13)."""

    def __init__(self, pack: Pack, *besides: Action) -> None:
        super().__init__()
        self._many = pack.packs > 1
        self._besides = besides

    def __missing__(self, target: int) -> Memo[tuple[Action, ...]]:
        made = self[target] = Memo(partial(self._build, target))
        return made

    def _build(self, target: int, faces: int) -> tuple[Action, ...]:
        beats = (action("beat", (face,), self._many, target) for face in in_card_order(faces))
        return (*self._besides, *beats)


def _maker(kind: Kind, pack: Pack) -> Callable[[tuple[int, ...]], Action]:
    many = pack.packs > 1
    return lambda faces: action(kind, faces, many)
