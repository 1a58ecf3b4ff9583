"""What a seat may know, and nothing more: its own rack, and what lies open.

Hidden are the other racks (the partner's too), the mazo, the muertos, the tiles others draw from
the mazo, and the plan of somebody else's consultation (2C.22).
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arena.games.burako.actions import Action, Consult
from arena.games.burako.outcome import Outcome
from arena.games.burako.tiles import ID, ids_of
from scoring.burako import Meld

if TYPE_CHECKING:
    from arena.games.burako.game import Game


@dataclass(frozen=True, slots=True)
class MeldView:
    """A meld on the table; its number there is its place in `View.melds`."""

    side: int
    meld: Meld

    def to_json(self) -> dict[str, object]:
        """The meld as in 2G, with its side and its wildcard."""
        wildcard = self.meld.wildcard
        return {
            "side": self.side,
            **self.meld.as_dict(),
            "wildcard": None if wildcard is None else wildcard.id,
            "canasta": None if self.meld.canasta is None else self.meld.canasta.value,
        }


@dataclass(frozen=True, slots=True)
class MuertoView:
    """What everybody knows of a side's muerto."""

    taken_by: int | None
    unplayed: bool
    """Taken, but its taker has done nothing since (2C.21)."""

    def to_json(self) -> dict[str, object]:
        """Plain data."""
        return {"taken_by": self.taken_by, "unplayed": self.unplayed}


@dataclass(frozen=True, slots=True)
class View:
    """One position through the eyes of one seat, or of a spectator (`seat` None)."""

    seat: int | None
    phase: str
    to_act: int | None
    starter: int
    rack: tuple[str, ...] | None
    drawn: str | None
    """The tile that this seat has drawn from the mazo in this turn."""
    rack_counts: tuple[int, ...]
    known: tuple[tuple[str, ...], ...]
    """Per seat, tiles in its rack that came with the pozo, so that everybody has seen them."""
    melds: tuple[MeldView, ...]
    pozo: tuple[str, ...]
    """The last discard stands last."""
    mazo: int
    muertos: tuple[MuertoView, ...]
    canastas: tuple[int, ...]
    opened: tuple[bool, ...]
    """Per seat, whether its next meld may be worth anything (2B.13)."""
    takes: int
    pozo_closed: bool
    """2D.24."""
    asker: int | None
    """Who waits for the partner's answer (2C.22)."""
    consulted: bool
    answer: bool | None
    """What the partner answered in this turn."""
    outcome: Outcome | None
    log: tuple[tuple[int, Action | None], ...]
    """Seats and actions; None for a consultation whose plan this seat may not see."""

    def to_json(self) -> dict[str, object]:
        """Plain data for the wire."""
        return {
            "seat": self.seat,
            "phase": self.phase,
            "to_act": self.to_act,
            "starter": self.starter,
            "rack": None if self.rack is None else list(self.rack),
            "drawn": self.drawn,
            "rack_counts": list(self.rack_counts),
            "known": [list(tiles) for tiles in self.known],
            "melds": [meld.to_json() for meld in self.melds],
            "pozo": list(self.pozo),
            "mazo": self.mazo,
            "muertos": [muerto.to_json() for muerto in self.muertos],
            "canastas": list(self.canastas),
            "opened": list(self.opened),
            "takes": self.takes,
            "pozo_closed": self.pozo_closed,
            "asker": self.asker,
            "consulted": self.consulted,
            "answer": self.answer,
            "outcome": None if self.outcome is None else self.outcome.to_json(),
            "log": [
                [seat, {"a": "consult"} if action is None else action.to_json()]
                for seat, action in self.log
            ],
        }


def view_of(game: "Game", seat: int | None) -> View:
    """Everything here is public or the seat's own."""
    players = game.rules.players
    if seat is not None and not 0 <= seat < players:
        raise ValueError(f"There are seats 0 to {players - 1}.")
    drawn = game.drawn if game.drawn is not None and _turn_of(game) == seat else None
    return View(
        seat=seat,
        phase=game.phase,
        to_act=game.seat,
        starter=game.starter,
        rack=None if seat is None else tuple(ids_of(game.racks[seat])),
        drawn=None if drawn is None else ID[drawn],
        rack_counts=tuple(rack.bit_count() for rack in game.racks),
        known=tuple(tuple(ids_of(known)) for known in game.known),
        melds=tuple(
            MeldView(owner, meld) for meld, owner in zip(game.melds, game.owners, strict=True)
        ),
        pozo=tuple(ID[tile] for tile in game.pozo),
        mazo=len(game.mazo),
        muertos=tuple(MuertoView(side.taken_by, side.unplayed) for side in game.sides),
        canastas=tuple(side.canastas for side in game.sides),
        opened=tuple(game.opened),
        takes=game.takes,
        pozo_closed=game.pozo_closed,
        asker=game.asker,
        consulted=game.consulted,
        answer=game.answer,
        outcome=game.outcome,
        log=tuple(_seen(entry, seat) for entry in game.log),
    )


def _turn_of(game: "Game") -> int | None:
    """Whose turn it is: while the partner answers, still the asker's."""
    return game.seat if game.asker is None else game.asker


def _seen(entry: tuple[int, Action], seat: int | None) -> tuple[int, Action | None]:
    actor, action = entry
    return (actor, None) if isinstance(action, Consult) and actor != seat else (actor, action)
