"""The end of a hand: its tiles handed to the kernel, and the whole truth for replays."""

from typing import TYPE_CHECKING

from arena.games.burako.outcome import Outcome, Reason, outcome
from arena.games.burako.table import SIDES
from arena.games.burako.tiles import ID, ids_of, kernel_tiles, tiles_of
from scoring.burako import HandTiles, Muerto, SideTiles

if TYPE_CHECKING:
    from arena.games.burako.game import Game


def outcome_of(game: "Game", reason: Reason) -> Outcome:
    """The result of a hand that is over."""
    closer = game.log[-1][0] if reason == "closed" else None
    return outcome(
        rules=game.rules.options,
        seats=game.rules.players,
        tiles=HandTiles((_side_tiles(game, 0, closer), _side_tiles(game, 1, closer))),
        reason=reason,
        closer=closer,
    )


def _side_tiles(game: "Game", number: int, closer: int | None) -> SideTiles:
    side = game.sides[number]
    if side.muerto:
        muerto = Muerto.UNTOUCHED
    else:
        muerto = Muerto.TAKEN_UNPLAYED if side.unplayed else Muerto.PLAYED
    # 2E: a muerto that its taker has not begun to play is still exactly his rack, for drawing
    # begins the turn that plays it, and no hand ends between a draw and its discard.
    rack = side.taken_by // SIDES if side.unplayed and side.taken_by is not None else None
    return SideTiles(
        closed=closer is not None and closer % SIDES == number,
        muerto=muerto,
        melds=tuple(m for m, owner in zip(game.melds, game.owners, strict=True) if owner == number),
        racks=tuple(kernel_tiles(tiles_of(rack)) for rack in game.racks[number::SIDES]),
        muerto_rack=rack,
    )


def reveal(game: "Game") -> dict[str, object]:
    """Plain data; the mazo is listed in the order in which it will be drawn."""
    return {
        "phase": game.phase,
        "seat": game.seat,
        "starter": game.starter,
        "racks": [ids_of(rack) for rack in game.racks],
        "known": [ids_of(known) for known in game.known],
        "mazo": [ID[tile] for tile in reversed(game.mazo)],
        "pozo": [ID[tile] for tile in game.pozo],
        "muertos": [ids_of(side.muerto) for side in game.sides],
        "taken_by": [side.taken_by for side in game.sides],
        "unplayed": [side.unplayed for side in game.sides],
        "canastas": [side.canastas for side in game.sides],
        "melds": [
            {"side": owner, **meld.as_dict()}
            for meld, owner in zip(game.melds, game.owners, strict=True)
        ],
        "opened": list(game.opened),
        "drawn": None if game.drawn is None else ID[game.drawn],
        "takes": game.takes,
        "asker": game.asker,
        "consulted": game.consulted,
        "answer": game.answer,
        "outcome": None if game.outcome is None else game.outcome.to_json(),
        "log": game.log_to_json(),
    }
