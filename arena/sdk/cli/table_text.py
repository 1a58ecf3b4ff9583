"""A position in words and signs, as one seat saw it, or with all hands open."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from arena.games.burako.game import Game as BurakoGame
from arena.games.burako.notation import laid_notation, tile_notation
from arena.games.burako.tiles import BY_ID, COLOURS
from arena.games.burako.view import MeldView
from arena.games.durak.cards import read_face
from arena.games.durak.game import Game as DurakGame
from arena.games.interface import AnyAction, Game, Rules

_ASKED = {
    "redeal": "is asked about a redeal",
    "swap": "is asked about swapping the trump card",
    "open": "opens",
    "pre": "may throw in before the defence",
    "defend": "defends",
    "add": "may throw in",
    "after": "may throw in after the taking",
    "call": "may call a cheat",
    "draw": "draws",
    "play": "plays",
    "answer": "answers the partner",
}


_DONE = {
    "attack": "attacks with",
    "throw": "throws in",
    "beat": "beats",
    "transfer": "passes on",
    "show": "passes on by showing",
    "take": "takes",
    "pass": "passes",
    "swap": "swaps the trump card",
    "call": "calls a cheat",
    "redeal": "answers about a redeal",
    "draw": "draws",
    "take_pozo": "takes the pozo",
    "end_hand": "ends the hand",
    "meld": "lays",
    "extend": "adds",
    "consult": "asks whether to close",
    "answer": "answers",
    "discard": "discards",
}
_PLAIN = frozenset(("take", "pass", "swap", "call", "draw", "take_pozo", "end_hand", "consult"))
"""These need no signs after their words."""


def action_words(rules: Rules[Any], action: AnyAction) -> str:
    """What was done, with the short notation where that says more."""
    words = _DONE[action.kind]
    return words if action.kind in _PLAIN else f"{words} {rules.notation(action)}"


def position_lines(game: Game, names: Sequence[str], seat: int | None) -> list[str]:
    """What is on the table; `seat` None shows every hand."""
    lines = _durak(game, names, seat) if isinstance(game, DurakGame) else _burako(game, names, seat)
    return list(lines)


def asked_line(game: Game, names: Sequence[str]) -> str:
    """Who has to do what."""
    if game.seat is None:
        return "The game is over."
    return f"{names[game.seat]} (seat {game.seat}) {_ASKED.get(game.phase, game.phase)}."


def _durak(game: DurakGame, names: Sequence[str], seat: int | None) -> Iterator[str]:
    rules = game.rules
    packs = rules.options.packs
    view = game.view(seat)

    def cards(ids: Iterable[str]) -> str:
        faces = (read_face(card, packs) for card in ids)
        return " ".join(rules.card_name(face) for face in faces if face is not None)

    trump = cards([view.trump_card]) if view.trump_card else "none"
    yield f"trump {trump}   talon {view.talon}   discarded {view.discard}"
    for number, name in enumerate(names):
        shown = seat is None or number == seat
        hand: Any = game.view(number).hand if shown else None
        held = cards(hand) if hand is not None else f"{view.hand_counts[number]} cards"
        if hand is None and view.known[number]:
            held += f", among them {cards(view.known[number])}"
        role = {view.main: "attacks", view.defender: "defends"}.get(number, "")
        role = "out" if number in view.out else role
        yield f"  {number} {name:16.16} {role:8} {held}"
    lying = [
        f"{cards([card.card])}/{cards([card.beaten_by]) if card.beaten_by else '?'}"
        for card in view.table
    ]
    yield f"table {'   '.join(lying) or 'empty'}"


def _burako(game: Any, names: Sequence[str], seat: int | None) -> Iterator[str]:  # noqa: ANN401
    assert isinstance(game, BurakoGame)
    view = game.view(seat)
    pozo = " ".join(_tile(tile) for tile in view.pozo) or "empty"
    yield f"mazo {view.mazo}   pozo {pozo}"
    for number, name in enumerate(names):
        shown = seat is None or number == seat
        rack: Any = game.view(number).rack if shown else None
        held = _by_colour(rack) if rack is not None else f"{view.rack_counts[number]} tiles"
        yield f"  {number} {name:16.16} {held}"
    for number, lying in enumerate(view.melds):
        canasta = lying.meld.canasta
        word = "" if canasta is None else f"   {canasta.value} canasta"
        yield f"  meld {number} of side {lying.side}: {_meld(lying)}{word}"
    for side, muerto in enumerate(view.muertos):
        if muerto.taken_by is not None:
            yield f"  the muerto of side {side} was taken by {names[muerto.taken_by]}"


def _tile(tile_id: str) -> str:
    return tile_notation(BY_ID[tile_id])


def _by_colour(rack: Sequence[str]) -> str:
    tiles = [_tile(tile) for tile in rack]
    return "  ".join(" ".join(group) for _, group in groupby(tiles, key=lambda tile: tile[0]))


def _meld(lying: MeldView) -> str:
    data = lying.meld.as_dict()
    tiles = data["tiles"]
    assert isinstance(tiles, list)
    numbers = [BY_ID[tile] for tile in tiles]
    if data["t"] == "run":
        colour = next(i for i, colour in enumerate(COLOURS) if colour.value == data["c"])
        return laid_notation(colour, int(str(data["start"])), numbers)
    return laid_notation(None, int(str(data["n"])), numbers)
