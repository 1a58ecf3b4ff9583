"""A solid Burako player that follows rules of thumb.

A hand is won by canastas, and by getting through the rack to the muerto before the others do.  So
this player lays what brings a canasta nearer, spends wildcards only where they bring one, takes
the pozo when enough of it is useful, and throws away what is least useful to itself and to its
opponents.  It closes when that leaves its side ahead, and asks its partner before.
"""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final

from arena.games.burako.actions import DRAW, NO, TAKE_POZO, YES, Consult, Discard, Extend, Lay
from arena.games.burako.tiles import BY_ID
from arena.sdk import BurakoBot, Clock
from arena.sdk.tiles import (
    CANASTA,
    colour,
    fits,
    is_joker,
    is_wild,
    laid,
    melds_of,
    number,
    openings_in_view,
    points,
    side_of,
    wildcards,
)

if TYPE_CHECKING:
    from arena.games.burako.actions import Action
    from arena.games.burako.view import View

LOOKED_AT: Final = 1500
"""Large racks can be laid in thousands of ways; the first ones are enough."""
OPENINGS: Final = 200
RID: Final = 5.0
"""What it is worth to be rid of a tile."""
UNKNOWN: Final = 10.0
"""What an unknown tile counts on average."""
NEW_MELD: Final = 15.0
"""What it costs to begin another meld instead of making one longer."""
LONGER: Final = 4.0
"""For each tile of a meld, what it is worth to make it longer."""
JOKER: Final = 70.0
A_TWO: Final = 45.0
"""What wildcards are worth in the rack."""
SPOILED: Final = 50.0
"""What it costs to make a meld impure that might have become a pure canasta."""
FIRST_CANASTA: Final = 150.0
"""Without a canasta all that was laid counts against its side, and nobody can close."""
MUERTO: Final = 60.0
"""What it is worth to come to the muerto."""
OPENING: Final = 60.0
"""What it is worth to have opened."""
STOCK: Final = 10
"""How many tiles to keep after the muerto until there is a canasta: whoever has only a few draws
one and throws one away for ever, and feeds the opponents."""
POZO: Final = 5.0
"""How useful the pozo must be to be better than a tile of the mazo."""
DANGER: Final = 15.0
"""What it costs to throw away a tile that fits the opponents' melds."""


class HeuristicBurako(BurakoBot):
    """Plays by what tiles are good for."""

    def choose(self, view: "View", legal: "Sequence[Action]", clock: Clock) -> "Action":
        """One rule of thumb for each question."""
        self.view = view
        self.rack = view.rack or ()
        self.side = side_of(self.seat)
        self.mine = dict(melds_of(view, self.side))
        match view.phase:
            case "draw":
                return self.draw(legal)
            case "answer":
                return YES if self.closing_pays() else NO
            case _:
                return self.lay(legal) or self.discard(legal)

    # Drawing

    def draw(self, legal: "Sequence[Action]") -> "Action":
        """Take the pozo if enough of it is useful."""
        if TAKE_POZO not in legal or DRAW not in legal:
            return legal[0]
        together = (*self.rack, *self.view.pozo)
        useful = sum(self.usefulness(tile, together) for tile in self.view.pozo)
        return TAKE_POZO if useful > POZO else DRAW

    def usefulness(self, tile: str, together: Iterable[str]) -> float:
        """What a tile is good for: as a wildcard, in our melds, or beside others in the rack."""
        if is_wild(tile):
            return JOKER if is_joker(tile) else A_TWO
        fitting = [len(meld.tiles) for meld in self.mine.values() if fits(meld, tile)]
        in_melds = 15.0 + LONGER * max(fitting) if fitting else 0.0
        return in_melds + sum(beside(tile, other) for other in together if other != tile)

    # Laying

    def lay(self, legal: "Sequence[Action]") -> "Action | None":
        """What gains most, if anything gains; what closes the hand only if that pays."""
        plays: list[Lay | Extend] = [
            action for action in islice(legal, LOOKED_AT) if isinstance(action, Lay | Extend)
        ]
        plays += islice(openings_in_view(self.rules, self.view), OPENINGS)
        best = max(plays, key=self.gain, default=None)
        if best is not None and self.closes(best):
            if self.closing_pays() and self.view.answer is not False:
                return self.ask_partner(best) or best
            best = max((a for a in plays if not self.closes(a)), key=self.gain, default=None)
        return best if best is not None and self.gain(best) > 0 else None

    def gain(self, action: "Lay | Extend") -> float:
        """What laying these tiles brings: points, a canasta, the way to the muerto."""
        tiles, wild = laid(action), wildcards(self.view, action)
        gain = points(self.rules, *tiles) + RID * len(tiles)
        gain -= sum(JOKER if is_joker(tile) else A_TWO for tile in wild)
        if isinstance(action, Extend):
            gain += self.gain_of_growing(action, spoils=bool(wild))
        else:
            for new in action.melds:
                gain += self.canasta(0, len(new.tiles), impure=bool(wild)) - NEW_MELD
        if not self.view.opened[self.seat]:
            gain += OPENING
        left = len(self.rack) - len(tiles)
        if not self.took_muerto(self.side):
            return gain + MUERTO if left <= 1 else gain
        starves = left < STOCK and not self.view.canastas[self.side] and isinstance(action, Lay)
        return gain - FIRST_CANASTA if starves else gain

    def gain_of_growing(self, action: "Extend", *, spoils: bool) -> float:
        """What it brings that a meld of ours grows, and what a wildcard spoils in it."""
        meld = self.mine[action.meld]
        before, after = len(meld.tiles), len(meld.tiles) + len(action.tiles)
        gain = LONGER * before
        if spoils and meld.wildcard is None and before > 3:
            gain -= SPOILED if before < CANASTA else 2 * SPOILED
        return gain + self.canasta(before, after, impure=spoils or meld.wildcard is not None)

    def canasta(self, before: int, after: int, *, impure: bool) -> float:
        """What it is worth that a meld grows, if it becomes a canasta."""
        if not before < CANASTA <= after:
            return 0.0
        first = 0.0 if self.view.canastas[self.side] else FIRST_CANASTA
        return first + (100.0 if impure else 200.0)

    def took_muerto(self, side: int) -> bool:
        """Whether a side has its muerto."""
        return self.view.muertos[side].taken_by is not None

    # Closing

    def closes(self, action: "Lay | Extend") -> bool:
        """Whether only the closing discard is left after this."""
        return self.took_muerto(self.side) and len(self.rack) - len(laid(action)) == 1

    def ask_partner(self, action: "Lay | Extend") -> Consult | None:
        """The question whether to close, if there is a partner who has not been asked."""
        if self.rules.players == 2 or self.view.consulted:
            return None
        (last,) = set(self.rack) - set(laid(action))
        return Consult((action, Discard(BY_ID[last])))

    def closing_pays(self) -> bool:
        """Whether our side is ahead if the hand ends now, or the others would soon end it."""
        view = self.view
        they = range(1 - self.side, self.rules.players, 2)
        ready = self.took_muerto(1 - self.side) and view.canastas[1 - self.side] > 0
        if ready and min(view.rack_counts[seat] for seat in they) <= 3:
            return True
        return 100.0 + self.worth_of(self.side) > self.worth_of(1 - self.side)

    def worth_of(self, side: int) -> float:
        """The points of a side if the hand ended now, as far as one can see."""
        view = self.view
        racks = sum(view.rack_counts[seat] for seat in range(side, self.rules.players, 2))
        if view.phase == "play" and side == self.side:
            racks -= len(self.rack)  # they are being laid
        lying = [meld for _, meld in melds_of(view, side)]
        laid_points = sum(points(self.rules, *(t.id for t in meld.tiles)) for meld in lying)
        worth = -UNKNOWN * racks - (0.0 if self.took_muerto(side) else 100.0)
        if not view.canastas[side]:
            return worth - laid_points
        long = [meld for meld in lying if meld.canasta is not None]
        return worth + laid_points + sum(100.0 if meld.wildcard else 200.0 for meld in long)

    # Discarding

    def discard(self, legal: "Sequence[Action]") -> "Action":
        """The tile that is least useful to us and to our opponents."""
        tiles = [a for a in islice(legal, LOOKED_AT) if isinstance(a, Discard)]
        return min(tiles, key=lambda action: self.keeping(laid(action)[0]))

    def keeping(self, tile: str) -> float:
        """What it is worth to keep a tile: its use, and that the opponents do not get it."""
        theirs = (meld for _, meld in melds_of(self.view, 1 - self.side))
        danger = DANGER if any(fits(meld, tile) for meld in theirs) else 0.0
        return self.usefulness(tile, self.rack) + danger - 0.1 * points(self.rules, tile)


def beside(tile: str, other: str) -> float:
    """How much a tile of the rack helps another: to a pierna, or to an escalera."""
    if is_wild(other):
        return 0.0
    if number(tile) == number(other):
        return 6.0
    if colour(tile) != colour(other):
        return 0.0
    apart = abs(number(tile) - number(other))
    if 1 in {number(tile), number(other)}:  # the 1 stands below the 2 and above the 13
        apart = min(apart, 13 - apart)
    return {1: 8.0, 2: 5.0}.get(apart, 0.0)
