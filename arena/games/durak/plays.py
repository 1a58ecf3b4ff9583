"""The plays a hand offers, remembered by mask: attack, throw and beat (rules 9 to 12).

A set of cards that can be played comes up again and again, so its actions are made once.
Whole hands hardly ever come up again, though, so a hand is looked up in a few parts of some
ranks each, and a part seen for the first time is put together from its ranks.
The memory is bounded: a server plays for weeks.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from arena.games.durak.actions import PASS, TAKE, Action, Kind, action
from arena.games.durak.cards import in_card_order, lowest_bit
from arena.games.durak.choices import Faces, joined, selections
from arena.games.durak.options import DurakOptions
from arena.games.durak.pack import Pack

if TYPE_CHECKING:
    from arena.games.durak.state import State

REMEMBER: Final = 20_000
REMEMBER_ACTIONS: Final = 100_000  # in the lists of one memo together
SHARED: Final = 32  # kinds of pack whose plays are remembered at a time
NO_CAP: Final = 1_000  # more than any pack has


Listed = TypeVar("Listed", bound=Sequence[Action])


class Memo(dict[int, Listed]):
    """Actions by mask, made when first asked for.

    Sequences too long to be listed are not kept: they are made in no time, and are large.
    """

    def __init__(self, build: Callable[[int], Listed]) -> None:
        super().__init__()
        self._build = build
        self._actions = 0

    def __missing__(self, mask: int) -> Listed:
        made = self._build(mask)
        if type(made) is tuple:
            self._actions += len(made)
            if self._actions > REMEMBER_ACTIONS:
                self.clear()
                self._actions = len(made)
            self[mask] = made
        return made


class Part(NamedTuple):
    """Some ranks that follow each other.  `(hand & faces) >> shift` is the key to their plays.

    Dictionaries look at the low bits of a key first, so keys begin at the lowest bit.
    """

    faces: int
    shift: int
    ranks: tuple[int, ...]


def parts(pack: Pack, count: int) -> tuple[Part, ...]:
    """The pack in so many parts, the lowest ranks first."""
    ranks = pack.rank_faces[pack.lowest_rank :]
    cuts = [len(ranks) * n // count for n in range(count + 1)]
    cut = [ranks[start:end] for start, end in pairwise(cuts)]
    return tuple(Part(sum(some), lowest_bit(sum(some)), some) for some in cut)


class ByRank(dict[int, tuple[Action, ...]]):
    """Plays of one rank each within a part: after `first` those of every rank, in order."""

    def __init__(
        self,
        part: Part,
        of_rank: Memo[tuple[Action, ...]],
        first: tuple[Action, ...] = (),
    ) -> None:
        super().__init__()
        self._part = part
        self._of_rank = of_rank
        self._first = first

    def __missing__(self, key: int) -> tuple[Action, ...]:
        if len(self) >= REMEMBER:
            self.clear()
        _, shift, ranks = self._part
        made, of_rank, faces = self._first, self._of_rank, key << shift
        for rank in ranks:
            held = faces & rank
            if held:
                made += of_rank[held]
        self[key] = made
        return made


class Laid(dict[Faces, Action]):
    """The actions of one kind by the faces laid."""

    def __init__(self, kind: Kind, pack: Pack, target: int | None = None) -> None:
        super().__init__()
        self._kind = kind
        self._many = pack.packs > 1
        self._target = target

    def __missing__(self, faces: Faces) -> Action:
        if len(self) >= REMEMBER:
            self.clear()
        made = self[faces] = action(self._kind, faces, self._many, self._target)
        return made

    def one_by_one(self, faces: int) -> tuple[Action, ...]:
        """Each of these faces alone."""
        return tuple(map(self.__getitem__, zip(in_card_order(faces))))


class Openings:
    """What the attacker may open with: one card, or with O13 several of one rank (rule 9)."""

    def __init__(self, pack: Pack, most: int) -> None:
        self._make = Laid("attack", pack).__getitem__
        self._most = most
        self._ranks = pack.rank_faces
        self._thirds = parts(pack, 3)
        self.are_few = most == 1 or (pack.packs == 1 and not pack.welis)
        """Whether the ways to open can always be listed."""
        self._plays = [self._within(most) for most in range(most + 1)] if self.are_few else []

    def of(self, faces: int, cap: int) -> Sequence[Action]:
        """All openings with these faces within the cap."""
        held = [faces & rank for rank in self._ranks if faces & rank]
        most = min(self._most, cap)
        return joined(*(selections(self._make, cards, 1, most, 0) for cards in held))

    def lister(self) -> Callable[["State"], Sequence[Action]]:
        """`of` as a function of the game, looked up: this is asked at every bout."""
        (low, from_low, _), (middle, from_middle, _), (high, from_high, _) = self._thirds
        highest = self._most
        plays = self._plays

        def listed(game: "State") -> Sequence[Action]:
            hand, cap = game.hands[game.main], game.cap
            lows, middles, highs = plays[min(highest, cap)]
            return (
                lows[(hand & low) >> from_low]
                + middles[(hand & middle) >> from_middle]
                + highs[(hand & high) >> from_high]
            )

        return listed

    def _within(self, most: int) -> list[ByRank]:
        of_rank = Memo(partial(self._of_rank, most))
        return [ByRank(part, of_rank) for part in self._thirds]

    def _of_rank(self, most: int, faces: int) -> tuple[Action, ...]:
        return tuple(selections(self._make, faces, 1, most, 0))


class Throws(dict[int, Memo[Sequence[Action]]]):
    """By the room left (rule 11): passing, and the throws of ranks on the table (rule 10)."""

    def __init__(self, pack: Pack, most: int, lowest: int) -> None:
        super().__init__()
        self._make = Laid("throw", pack).__getitem__
        self._most = most
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


class Beats(dict[int, tuple[ByRank, ByRank, ByRank]]):
    """By the attack card's number: taking or beating it with low cards; low; high (rule 13)."""

    def __init__(self, pack: Pack) -> None:
        super().__init__()
        self._pack = pack
        self.halves = parts(pack, 2)

    def __missing__(self, target: int) -> tuple[ByRank, ByRank, ByRank]:
        low, high = self.halves
        of_rank = Memo(Laid("beat", self._pack, target).one_by_one)
        made = ByRank(low, of_rank, (TAKE,)), ByRank(low, of_rank), ByRank(high, of_rank)
        self[target] = made
        return made

    def of(self, target: int, faces: int) -> tuple[Action, ...]:
        """Each of these faces on the attack card of this number."""
        _, *plays = self[target]
        low, high = (
            play[(faces & part.faces) >> part.shift]
            for play, part in zip(plays, self.halves, strict=True)
        )
        return low + high


# Plays belong to the pack and one option at most, so rule sets share what they remember.

_shared_openings: Final = lru_cache(maxsize=SHARED)(Openings)
_shared_throws: Final = lru_cache(maxsize=SHARED)(Throws)
beats_for: Final = lru_cache(maxsize=SHARED)(Beats)


def openings_for(options: DurakOptions, pack: Pack) -> Openings:
    """O13: one card, or several of one rank."""
    return _shared_openings(pack, 4 * options.packs if options.opening_multi else 1)


def throws_for(options: DurakOptions, pack: Pack, lowest: int) -> Throws:
    """O15: one card at a time, or several."""
    return _shared_throws(pack, NO_CAP if options.throw_multi else 1, lowest)
