"""Actions from foreign JSON or numbers: strict, and every refusal says what to send instead."""

from collections.abc import Mapping, Sequence
from typing import Final

from arena.games.durak.actions import (
    CALL,
    DEMAND,
    NO_DEMAND,
    PASS,
    SWAP,
    TAKE,
    Action,
    Kind,
    Side,
    action,
)
from arena.games.durak.cards import (
    BLOCK,
    CARD_BIT,
    FACES,
    MAX_ID_LENGTH,
    MAX_PACKS,
    PLACE_OF,
    read_face,
)
from arena.games.errors import MalformedAction

Parts = tuple[bool, bool, bool, bool]
"""Whether an action has cards, a target, a direction, an answer about a redeal."""
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


_PART_NAMES: Final = ("cards", "target", "direction", "demand")
_PARTS: Final[dict[str, Parts]] = {
    "redeal": (False, False, False, True),
    "beat": (True, True, False, False),
    **dict.fromkeys(("attack", "throw", "transfer", "show"), (True, False, False, False)),
    **dict.fromkeys(_FIXED, (False, False, False, False)),
}
_PASSED_ON: Final = frozenset(("transfer", "show"))
_ONE_CARD: Final = frozenset(("beat", "show"))
_LAYING: Final = frozenset(("attack", "throw", "transfer"))


class ActionReader:
    """Reads the form of 1H for one rule set."""

    def __init__(self, *, packs: int, choose_dir: bool, lowest_faces: int) -> None:
        self._packs = packs
        self._choose_dir = choose_dir
        self._lowest = lowest_faces
        chosen = dict.fromkeys(_PASSED_ON, (True, False, True, False)) if choose_dir else {}
        self._parts: dict[str, Parts] = {**_PARTS, **chosen}

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
                return self.make(kind, self._cards(data["cards"]), side=data.get("dir"))
            case "beat":
                return self.make(
                    "beat", (self._face(data["card"]),), target=_target(data["target"])
                )
            case "show":
                return self.make("show", (self._face(data["card"]),), side=data.get("dir"))
            case "redeal":
                return self.make("redeal", demand=_yes_no(data["demand"]))
            case _:
                return _FIXED[kind]

    def make(
        self,
        kind: Kind,
        faces: Sequence[int] = (),
        *,
        target: int | None = None,
        side: Side | None = None,
        demand: bool | None = None,
    ) -> Action:
        """The action of these parts, None where there is none; every form of it ends here.

        `MalformedAction` if a part is missing, is one too many or can be no part of an action.
        """
        needed = self._parts[kind]
        given = (bool(faces), target is not None, side is not None, demand is not None)
        if given != needed:
            raise _wrong_parts(kind, given, needed)
        if not faces:
            return _FIXED[kind] if demand is None else DEMAND if demand else NO_DEMAND
        laid = self._judged(faces)
        if kind in _ONE_CARD and len(laid) > 1:
            raise MalformedAction(f'Name one card: the action "{kind}" is made with one.')
        if target is not None and target >= MAX_TARGET:
            raise _no_target()
        if kind in _LAYING:
            laid = in_laying_order(laid, self._lowest)
        return action(kind, laid, self._packs > 1, target, side)

    def _judged(self, faces: Sequence[int]) -> tuple[int, ...]:
        if len(faces) > MAX_CARDS:
            raise MalformedAction(f"Name at most {MAX_CARDS} cards in one action.")
        most = FACES if self._packs > 1 else BLOCK
        for face in faces:
            if not 0 <= face < most:
                raise MalformedAction(f"{face} is no card; cards are numbers from 0 to {most - 1}.")
        if len({CARD_BIT[face] for face in faces}) < len(faces):
            raise MalformedAction("Name each card only once in an action.")
        return tuple(faces)

    def _check_fields(self, kind: str, data: Mapping[object, object]) -> None:
        needed = _FIELDS[kind]
        if self._choose_dir and kind in _PASSED_ON:
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
        return tuple(self._face(item) for item in value)

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


def _wrong_parts(kind: str, given: Sequence[bool], needed: Sequence[bool]) -> MalformedAction:
    """About the first part that is missing or one too many."""
    for name, there, wanted in zip(_PART_NAMES, given, needed, strict=True):
        if wanted and not there:
            return MalformedAction(f'Add "{name}": the action "{kind}" needs it.')
        if there and not wanted:
            return MalformedAction(f'Leave out "{name}": the action "{kind}" has none.')
    raise AssertionError("All parts are as they must be.")


def _target(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise _no_target()
    return value


def _no_target() -> MalformedAction:
    return MalformedAction('Set "target" to the number of an attack card, counted from 0.')


def _yes_no(value: object) -> bool:
    if not isinstance(value, bool):
        raise MalformedAction('Set "demand" to true or false.')
    return value
