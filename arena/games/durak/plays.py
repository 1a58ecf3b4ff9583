"""The plays a hand offers, remembered by mask: attack, throw and beat (rules 9 to 12).

A set of cards that can be played comes up again and again, so its actions are made once.
The memory is bounded: a server plays for weeks.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar

from arena.games.durak.actions import PASS, Action, Kind, action
from arena.games.durak.cards import RANKS, in_card_order
from arena.games.durak.choices import joined, selections
from arena.games.durak.options import DurakOptions
from arena.games.durak.pack import Pack

if TYPE_CHECKING:
    from arena.games.durak.state import State

REMEMBER: Final = 20_000
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
        self._make = Single("attack", pack).lay
        self._most = 4 * options.packs if options.opening_multi else 1
        held = len(RANKS) - pack.lowest_rank
        self._thirds = tuple(
            sum(
                self._ranks[
                    pack.lowest_rank + held * n // 3 : pack.lowest_rank + held * (n + 1) // 3
                ]
            )
            for n in range(3)
        )
        self._plain = not options.opening_multi or (options.packs == 1 and not pack.welis)
        """Whether the ways to open are so few that they are always listed."""
        self._memos = [Memo(partial(self._third, most)) for most in range(self._most + 1)]

    def of(self, faces: int, cap: int) -> Sequence[Action]:
        """All openings with these faces within the cap; looked up in three parts."""
        memo = self._memos[min(self._most, cap)]
        low, middle, high = self._thirds
        if self._plain:
            return memo[faces & low] + memo[faces & middle] + memo[faces & high]  # type: ignore[operator, no-any-return]
        return joined(memo[faces & low], memo[faces & middle], memo[faces & high])

    def lister_of_single_cards(self) -> Callable[["State"], Sequence[Action]]:
        """`of` for games without O13, as a function of the game: this is asked at every bout."""
        (low, middle, high), memo = self._thirds, self._memos[1]

        def listed(game: "State") -> Sequence[Action]:
            hand = game.hands[game.main]
            return memo[hand & low] + memo[hand & middle] + memo[hand & high]  # type: ignore[operator, no-any-return]

        return listed

    def _third(self, most: int, faces: int) -> Sequence[Action]:
        held = [faces & rank for rank in self._ranks if faces & rank]
        return joined(*(selections(self._make, cards, 1, most, 0) for cards in held))


class Throws(dict[int, Memo[Sequence[Action]]]):
    """By the room left (rule 11): passing, and the throws of ranks on the table (rule 10)."""

    def __init__(self, options: DurakOptions, pack: Pack, lowest: int) -> None:
        super().__init__()
        self._make = Single("throw", pack).lay
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
        self._pack = pack
        self._besides = besides

    def __missing__(self, target: int) -> Memo[tuple[Action, ...]]:
        single = Single("beat", self._pack, target)
        made = self[target] = Memo(partial(self._build, single))
        return made

    def _build(self, single: "Single", faces: int) -> tuple[Action, ...]:
        return (*self._besides, *[single[face] for face in in_card_order(faces)])


class Single(dict[int, Action]):
    """The actions of one kind with one card, by face."""

    def __init__(self, kind: Kind, pack: Pack, target: int | None = None) -> None:
        super().__init__()
        self._kind = kind
        self._many = pack.packs > 1
        self._target = target

    def __missing__(self, face: int) -> Action:
        made = self[face] = action(self._kind, (face,), self._many, self._target)
        return made

    def lay(self, faces: tuple[int, ...]) -> Action:
        """The action with these cards, one or more."""
        if len(faces) == 1:
            return self[faces[0]]
        return action(self._kind, faces, self._many)
