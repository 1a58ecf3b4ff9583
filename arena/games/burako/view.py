"""What a seat may know, and nothing more: its own rack, and what lies open.

Hidden are the other racks (the partner's too), the mazo, the muertos, the tiles others draw from
the mazo, and the plan of somebody else's consultation (2C.22).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from arena.games.burako.actions import Action
from arena.games.burako.outcome import Outcome
from arena.games.burako.state import Phase
from arena.games.burako.tiles import ID, ids_of
from scoring.burako import Meld

if TYPE_CHECKING:
    from arena.games.burako.game import Game

SeenEntry = tuple[int, Action | None]
"""A seat and its action; None for a consultation whose plan the viewer may not see."""


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
    log: tuple[SeenEntry, ...]

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


class Seen(NamedTuple):
    """The same in the engine's own numbers: tiles as masks, nothing spelled out.

    Whatever anybody is shown of a position is made of this, a `View` and what goes over the wire.
    """

    phase: Phase
    to_act: int | None
    starter: int
    rack: int
    """Empty for a spectator."""
    drawn: int | None
    rack_counts: list[int]
    known: Sequence[int]
    melds: tuple[Meld, ...]
    owners: tuple[int, ...]
    pozo: Sequence[int]
    mazo: int
    taken_by: tuple[int | None, int | None]
    unplayed: tuple[bool, bool]
    canastas: tuple[int, int]
    opened: Sequence[bool]
    takes: int
    pozo_closed: bool
    asker: int | None
    consulted: bool
    answer: bool | None


def seen(game: "Game", seat: int | None) -> Seen:
    """What a seat may know of the position; None: what everybody may.

    Valid until the hand goes on.
    """
    first, second = game.sides
    return Seen(
        game.phase,
        game.seat,
        game.starter,
        0 if seat is None else game.racks[seat],
        game.drawn if seat is not None and _turn_of(game) == seat else None,
        list(map(int.bit_count, game.racks)),
        game.known,
        game.melds,
        game.owners,
        game.pozo,
        len(game.mazo),
        (first.taken_by, second.taken_by),
        (first.unplayed, second.unplayed),
        (first.canastas, second.canastas),
        game.opened,
        game.takes,
        game.pozo_closed,
        game.asker,
        game.consulted,
        game.answer,
    )


def view_of(game: "Game", seat: int | None) -> View:
    """Everything here is public or the seat's own."""
    players = game.rules.players
    if seat is not None and not 0 <= seat < players:
        raise ValueError(f"There are seats 0 to {players - 1}.")
    now = seen(game, seat)
    return View(
        seat=seat,
        phase=now.phase,
        to_act=now.to_act,
        starter=now.starter,
        rack=None if seat is None else tuple(ids_of(now.rack)),
        drawn=None if now.drawn is None else ID[now.drawn],
        rack_counts=tuple(now.rack_counts),
        known=tuple(tuple(ids_of(known)) for known in now.known),
        melds=tuple(
            MeldView(owner, meld) for meld, owner in zip(now.melds, now.owners, strict=True)
        ),
        pozo=tuple(ID[tile] for tile in now.pozo),
        mazo=now.mazo,
        muertos=tuple(map(MuertoView, now.taken_by, now.unplayed)),
        canastas=now.canastas,
        opened=tuple(now.opened),
        takes=now.takes,
        pozo_closed=now.pozo_closed,
        asker=now.asker,
        consulted=now.consulted,
        answer=now.answer,
        outcome=game.outcome,
        log=tuple(visible_since(game, seat, 0)[0]),
    )


def visible_since(game: "Game", seat: int | None, place: int) -> tuple[Sequence[SeenEntry], int]:
    """What the viewer may know of the log from `place` on, and the place to go on from later.

    Told bit by bit, from each time's place to the next, it is the same as told at once.
    """
    news = game.log[place:]
    return [
        entry if entry[1].kind != "consult" or entry[0] == seat else (entry[0], None)
        for entry in news
    ], place + len(news)


def _turn_of(game: "Game") -> int | None:
    """Whose turn it is: while the partner answers, still the asker's."""
    return game.seat if game.asker is None else game.asker
