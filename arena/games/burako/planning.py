"""For players: what `Game.legal` does not list because it has no end of variants.

`openings` and `openings_in_view` find ways to open with several melds at once (2B.13),
`closing_plan` a way to close the hand from here, which is what a consultation needs (2C.22).  All
use only what the seat to act may know: its rack and the table.
"""

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Final

from arena.games.burako.actions import Consult, Discard, Extend, Lay, NewMeld, Step, lay
from arena.games.burako.legal import legal_plays
from arena.games.burako.shapes import MeldTables
from arena.games.burako.table import SIDES, least_left
from arena.games.burako.tiles import BY_ID, FACES, mask_of, points_of
from arena.games.burako.view import View
from scoring.burako.melds import CANASTA, SHORTEST

if TYPE_CHECKING:
    from arena.games.burako.game import Game
    from arena.games.burako.ruleset import BurakoRules

MOST_POSITIONS: Final = 2000
"""How many positions `closing_plan` looks at before it gives up."""


def openings(game: "Game") -> Iterator[Lay]:
    """The openings of the seat to act, those with the fewest melds first.

    Only openings that fall short if any of their melds is left out: once open, the rest can be
    laid one by one.  Identical tiles count once.  Large racks have very many; take what you need.
    """
    seat = game.seat
    if seat is None or game.phase != "play" or game.opened[seat]:
        return iter(())
    least_left = game.sides[seat % SIDES].least_left
    return _Openings(game.rules, game.racks[seat], least_left).found()


def openings_in_view(rules: "BurakoRules", view: View) -> Iterator[Lay]:
    """The same for a bot, who has only a view of the hand."""
    seat = view.seat
    if seat is None or view.rack is None or seat != view.to_act:
        return iter(())
    if view.phase != "play" or view.opened[seat]:
        return iter(())
    side = seat % SIDES
    taken = view.muertos[side].taken_by is not None
    rack = mask_of(BY_ID[tile_id] for tile_id in view.rack)
    return _Openings(rules, rack, least_left(taken=taken, canastas=view.canastas[side])).found()


class _Openings:
    """The search for openings of one rack."""

    def __init__(self, rules: "BurakoRules", rack: int, least: tuple[int, int]) -> None:
        self._need = rules.options.opening_points
        self._values = rules.options.tile_values
        self._tables = rules.tables
        self._rack = rack
        self._least = least

    def found(self) -> Iterator[Lay]:
        """All of them, lazily."""
        for melds in range(1, self._rack.bit_count() // SHORTEST + 1):
            yield from self.with_melds(self._rack, (), 0, melds)

    def with_melds(
        self, rack: int, chosen: tuple[NewMeld, ...], points: int, melds: int
    ) -> Iterator[Lay]:
        """All that add exactly so many melds, in ascending order of their faces."""
        if points >= self._need:
            return  # with one more it could do without one
        if points + points_of(self._values, rack) < self._need:
            return
        if melds == 1:
            for new in _new_melds(self._tables, rack, after=chosen):
                action = lay((*chosen, new))
                laid = points_of(self._values, action.mask)
                if laid >= self._need and self._is_minimal(action) and self._leaves_enough(action):
                    yield action
            return
        # Every meld, also of those out of order: none that follows can be worth more.
        worth = [self._worth(new) for new in _new_melds(self._tables, rack)]
        most = max(worth, default=0) * (melds - 1)
        for new in _new_melds(self._tables, rack, after=chosen):
            laid = points + self._worth(new)
            if laid + most >= self._need:
                action = lay((*chosen, new))
                yield from self.with_melds(rack & ~action.mask, action.melds, laid, melds - 1)

    def _worth(self, new: NewMeld) -> int:
        return points_of(self._values, mask_of(new.tiles))

    def _is_minimal(self, action: Lay) -> bool:
        total = points_of(self._values, action.mask)
        least = min(self._worth(new) for new in action.melds)
        return total - least < self._need

    def _leaves_enough(self, action: Lay) -> bool:
        """2C.19, where the partner has taken the muerto and each player opens alone."""
        canasta = any(len(new.tiles) >= CANASTA for new in action.melds)
        return (self._rack & ~action.mask).bit_count() >= self._least[canasta]


def _new_melds(tables: MeldTables, rack: int, after: tuple[NewMeld, ...] = ()) -> Iterator[NewMeld]:
    """What can be laid from the rack; only what does not come before the last of `after`."""
    for action in legal_plays(tables, rack, (), (0, 0)):
        if isinstance(action, Lay):
            (new,) = action.melds
            if not after or _faces(new) >= _faces(after[-1]):
                yield new


def _faces(new: NewMeld) -> tuple[int, int, tuple[int, ...]]:
    """The meld without its copies, for an order in which equal melds are equal."""
    colour = -1 if new.colour is None else new.colour
    return colour, new.at, tuple(tile % FACES for tile in new.tiles)


def closing_plan(game: "Game", most_positions: int = MOST_POSITIONS) -> Consult | None:
    """A consultation with a plan that closes, if the seat to act may ask and one is found.

    Looks first where most tiles go at once, and at `most_positions` positions at most.
    """
    seat = game.seat
    if seat is None or game.phase != "play" or game.rules.players == SIDES or game.consulted:
        return None
    if game.sides[seat % SIDES].muerto:
        return None
    for plan in islice(_ways_down(game, seat), most_positions):
        if plan is not None:
            return Consult(plan)
    return None


def _ways_down(game: "Game", seat: int) -> Iterator[tuple[Step, ...] | None]:
    """Plans, and None for every position that is none; depth first, no position expanded twice.

    A step is taken only when its turn comes: a large rack has thousands and few are looked at.
    """
    seen: set[tuple[int, tuple[object, ...]]] = set()
    position, plan = game, tuple[Step, ...]()
    stack: list[tuple[Game, tuple[Step, ...], Step]] = []
    while True:
        rack = position.racks[seat]
        key = (rack, position.melds)
        if rack.bit_count() == 1 and position.sides[seat % SIDES].canastas:
            yield (*plan, Discard(rack.bit_length() - 1))
        else:
            yield None
            if key not in seen:
                steps = [a for a in position.legal() if isinstance(a, Lay | Extend)]
                steps.sort(key=lambda step: step.mask.bit_count())
                stack += [(position, plan, step) for step in steps]
        seen.add(key)
        if not stack:
            return
        before, plan, step = stack.pop()
        plan = (*plan, step)
        position = before.copy()
        position.apply(step)
