"""Actions from foreign JSON: strict, and every refusal says what to send instead."""

from collections.abc import Mapping
from typing import Final

from arena.games.durak.actions import CALL, DEMAND, NO_DEMAND, PASS, SWAP, TAKE, Action, action
from arena.games.durak.cards import CARD_BIT, MAX_ID_LENGTH, MAX_PACKS, PLACE_OF, read_face
from arena.games.errors import MalformedAction

MAX_CARDS: Final = 52 * MAX_PACKS  # nobody can hold more
MAX_TARGET: Final = MAX_CARDS
_FIXED: Final[dict[str, Action]] = {"swap": SWAP, "take": TAKE, "pass": PASS, "call": CALL}
_FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "redeal": ("demand",),
    "attack": ("cards",),
    "throw": ("cards",),
    "beat": ("target", "card"),
    "transfer": ("cards",),
    "show": ("card",),
    **dict.fromkeys(_FIXED, ()),
}


class ActionReader:
    """Reads the form of 1H for one rule set."""

    def __init__(self, *, packs: int, choose_dir: bool, lowest_faces: int) -> None:
        self._packs = packs
        self._choose_dir = choose_dir
        self._lowest = lowest_faces

    def read(self, data: object) -> Action:
        """The action, or `MalformedAction` with a sentence."""
        if not isinstance(data, Mapping):
            raise MalformedAction('Send an action as an object, such as {"a": "pass"}.')
        kind = data.get("a")
        if not isinstance(kind, str) or kind not in _FIELDS:
            raise MalformedAction(f'Set "a" to one of: {", ".join(_FIELDS)}.')
        self._check_fields(kind, data)
        match kind:
            case "attack" | "throw" | "transfer":
                faces = in_laying_order(self._cards(data["cards"]), self._lowest)
                side = data.get("dir")
                return action(kind, faces, self._packs > 1, dir=side)
            case "beat":
                return action(
                    "beat", (self._face(data["card"]),), self._packs > 1, _target(data["target"])
                )
            case "show":
                face = self._face(data["card"])
                return action("show", (face,), self._packs > 1, dir=data.get("dir"))
            case "redeal":
                return DEMAND if _yes_no(data["demand"]) else NO_DEMAND
            case _:
                return _FIXED[kind]

    def _check_fields(self, kind: str, data: Mapping[object, object]) -> None:
        needed = _FIELDS[kind]
        if self._choose_dir and kind in {"transfer", "show"}:
            needed = (*needed, "dir")
            if data.get("dir") not in ("L", "R"):
                raise MalformedAction('Set "dir" to "L" (clockwise) or "R" (counter-clockwise).')
        for name in needed:
            if name not in data:
                raise MalformedAction(f'Add "{name}": the action "{kind}" needs it.')
        if len(data) > len(needed) + 1:
            allowed = ", ".join(f'"{name}"' for name in ("a", *needed))
            raise MalformedAction(f'Send only {allowed} with the action "{kind}".')

    def _cards(self, value: object) -> tuple[int, ...]:
        if not isinstance(value, list | tuple) or not value:
            raise MalformedAction('Set "cards" to a list of at least one card.')
        if len(value) > MAX_CARDS:
            raise MalformedAction(f"Name at most {MAX_CARDS} cards in one action.")
        faces = tuple(self._face(item) for item in value)
        if len({CARD_BIT[face] for face in faces}) < len(faces):
            raise MalformedAction("Name each card only once in an action.")
        return faces

    def _face(self, value: object) -> int:
        if not isinstance(value, str) or len(value) > MAX_ID_LENGTH:
            raise MalformedAction('Name a card by its id, such as "10H".')
        face = read_face(value, self._packs)
        if face is None:
            example = '"10H#2"' if self._packs > 1 else '"10H"'
            raise MalformedAction(
                f'"{value}" is no card; write rank and suit, such as {example}'
                ' (a six named spades: "6H@S").'
                if self._packs == 1
                else f'"{value}" is no card; write rank, suit and copy, such as {example}'
                ' (a six named spades: "6H#1@S").'
            )
        return face


def in_laying_order(faces: tuple[int, ...], lowest: int) -> tuple[int, ...]:
    """The order in which several cards lie (EP1: "in the order given"), in its one spelling.

    The order counts for epaulettes alone, so only as to where cards of the lowest rank lie
    among the others.  Cards that no rule tells apart are therefore put in card order: thus
    every play has one form, and `legal()` lists it once.  `lowest` is empty without O29.
    """
    if len(faces) == 1:
        return faces
    low = iter(sorted((f for f in faces if lowest >> f & 1), key=PLACE_OF.__getitem__))
    rest = iter(sorted((f for f in faces if not lowest >> f & 1), key=PLACE_OF.__getitem__))
    return tuple(next(low) if lowest >> face & 1 else next(rest) for face in faces)


def _target(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < MAX_TARGET:
        raise MalformedAction('Set "target" to the number of an attack card, counted from 0.')
    return value


def _yes_no(value: object) -> bool:
    if not isinstance(value, bool):
        raise MalformedAction('Set "demand" to true or false.')
    return value
