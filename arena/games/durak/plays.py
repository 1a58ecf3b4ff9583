"""The plays a hand offers, remembered by mask: attack, throw and beat (rules 9 to 12).

A set of cards that can be played comes up again and again, so its actions are made once.
The memory is bounded: a server plays for weeks.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from arena.games.durak.actions import PASS, TAKE, Action, action
from arena.games.durak.cards import RANKS, in_card_order
from arena.games.durak.choices import Selections, joined
from arena.games.durak.options import DurakOptions
from arena.games.durak.pack import Pack

REMEMBER: Final = 20_000
RANKS_PER_CHUNK: Final = 3
NO_CAP: Final = 1_000  # more than any pack has


class Memo(dict[int, Sequence[Action]]):
    """Actions by mask, made when first asked for."""

    def __init__(self, build: Callable[[int], Sequence[Action]]) -> None:
        super().__init__()
        self._build = build

    def __missing__(self, mask: int) -> Sequence[Action]:
        if len(self) >= REMEMBER:
            self.clear()
        made = self[mask] = self._build(mask)
        return made


class Openings:
    """What the attacker may open with: one card, or with O13 several of one rank (rule 9)."""

    def __init__(self, options: DurakOptions, pack: Pack) -> None:
        self._pack = pack
        self._make = _maker("attack", pack)
        self._multi = options.opening_multi
        self._rank_size = 4 * options.packs
        ranks = pack.rank_faces
        self._chunks = tuple(
            sum(ranks[at : at + RANKS_PER_CHUNK])
            for at in range(pack.lowest_rank, len(RANKS), RANKS_PER_CHUNK)
        )
        self._memos: dict[int, Memo] = {}

    def of(self, faces: int, cap: int) -> Sequence[Action]:
        """All openings with these faces within the cap."""
        most = min(cap, self._rank_size) if self._multi else 1
        memo = self._memos.get(most)
        if memo is None:
            memo = self._memos[most] = Memo(partial(self._chunk, most))
        parts = [memo[faces & chunk] for chunk in self._chunks]
        if self._multi and (self._rank_size > 4 or self._pack.welis):
            return joined(*parts)
        return sum(parts, ())  # type: ignore[arg-type]  # all of them are tuples here

    def _chunk(self, most: int, faces: int) -> Sequence[Action]:
        found = [faces & rank for rank in self._pack.rank_faces if faces & rank]
        return joined(*(Selections(self._make, held, 1, most, 0) for held in found))


class Throws:
    """What a seat may add: cards of ranks on the table, within the room left (rules 10, 11)."""

    def __init__(self, options: DurakOptions, pack: Pack, lowest: int) -> None:
        self._make = _maker("throw", pack)
        self._multi = options.throw_multi
        self._lowest = lowest
        self._memos: dict[int, Memo] = {}

    def of(self, faces: int, room: int) -> Sequence[Action]:
        """Passing, and all throws of these faces that find room."""
        memo = self._memos.get(room)
        if memo is None:
            most = room if self._multi else 1
            memo = self._memos[room] = Memo(partial(self._build, most))
        return memo[faces]

    def _build(self, most: int, faces: int) -> Sequence[Action]:
        return joined((PASS,), Selections(self._make, faces, 1, most, self._lowest))


class Beats:
    """What the defender may beat with; masks come from `Beating`."""

    def __init__(self, pack: Pack) -> None:
        self._many = pack.packs > 1
        self._plain: list[Memo] = []
        self._with_take: list[Memo] = []

    def of(self, target: int, faces: int) -> Sequence[Action]:
        """Each of the faces upon the attack card `target`."""
        self._prepare(target)
        return self._plain[target][faces]

    def or_take(self, target: int, faces: int) -> Sequence[Action]:
        """The same when this is the only open card, with giving up before it (rule 13)."""
        self._prepare(target)
        return self._with_take[target][faces]

    def _prepare(self, target: int) -> None:
        while len(self._plain) <= target:
            number = len(self._plain)
            self._plain.append(Memo(partial(self._build, (), number)))
            self._with_take.append(Memo(partial(self._build, (TAKE,), number)))

    def _build(self, before: tuple[Action, ...], target: int, faces: int) -> tuple[Action, ...]:
        return (
            *before,
            *(action("beat", (face,), self._many, target) for face in in_card_order(faces)),
        )


def _maker(kind: str, pack: Pack) -> Callable[[tuple[int, ...]], Action]:
    many = pack.packs > 1
    if kind == "attack":
        return lambda faces: action("attack", faces, many)
    return lambda faces: action("throw", faces, many)
