"""What a seat can do, as interned values: equal actions are one object.

So comparing and hashing cost nothing, the legality check of a played action is a search by
identity, and whatever the engine needs of an action is worked out once.
"""

from threading import Lock
from typing import Final, Literal, NoReturn, Self
from weakref import WeakValueDictionary

from arena.games.durak.cards import CARD_BIT, ONE_PACK, RANK_FACES, RANK_OF, face_id
from arena.games.durak.notation import notation

Kind = Literal[
    "redeal", "swap", "attack", "throw", "beat", "transfer", "show", "take", "pass", "call"
]
Side = Literal["L", "R"]
_Key = tuple[Kind, tuple[int, ...], bool, int | None, Side | None, bool | None]

_single: Final[dict[_Key, "Action"]] = {}
_several: Final[WeakValueDictionary[_Key, "Action"]] = WeakValueDictionary()
"""Actions with several cards are too many to be kept for ever."""
_interning: Final = Lock()


class Action:
    """One action (1H).  Make it with `action`, with `DurakRules.action`, or take a legal one."""

    __slots__ = (
        "__weakref__", "bits", "cards", "demand", "dir", "faces", "kind", "many", "match", "target"
    )  # fmt: skip

    kind: Kind
    faces: tuple[int, ...]
    """The faces laid or shown, in the order given."""
    many: bool
    """Whether the pack has several copies, so that ids name them."""
    target: int | None
    """For a beat, the number of the attack card, from 0."""
    dir: Side | None
    demand: bool | None
    cards: tuple[str, ...]
    bits: int
    """The physical cards as a mask."""
    match: int
    """All faces of the ranks laid that a pack has: what may be thrown in after them (rule 10)."""

    def __new__(cls, *_: object) -> Self:
        raise TypeError("Take an action from game.legal() or read one with rules.action().")

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("Actions never change.")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError("Actions never change.")

    @property
    def card(self) -> str:
        """The one card of a beat or a show."""
        return self.cards[0]

    def to_json(self) -> dict[str, object]:
        """The form of 1H."""
        data: dict[str, object] = {"a": self.kind}
        match self.kind:
            case "redeal":
                data["demand"] = self.demand
            case "attack" | "throw" | "transfer":
                data["cards"] = list(self.cards)
            case "beat":
                data["target"] = self.target
                data["card"] = self.card
            case "show":
                data["card"] = self.card
        if self.dir is not None:
            data["dir"] = self.dir
        return data

    def __str__(self) -> str:
        return notation(self)

    def __repr__(self) -> str:
        return f"<Action {self.to_json()}>"

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return (
            action,
            (self.kind, self.faces, self.many, self.target, self.dir, self.demand),
        )


def action(  # noqa: PLR0917 - unpickling passes them in order
    kind: Kind,
    faces: tuple[int, ...] = (),
    many: bool = False,  # noqa: FBT001, FBT002
    target: int | None = None,
    dir: Side | None = None,  # noqa: A002 - the name of 1H
    demand: bool | None = None,  # noqa: FBT001
) -> Action:
    """The one action with these parts."""
    key: _Key = (kind, faces, many, target, dir, demand)
    interned = _several if len(faces) > 1 else _single
    found = interned.get(key)
    if found is not None:
        return found
    with _interning:
        return interned.setdefault(key, _make(key))


def _make(key: _Key) -> Action:
    kind, faces, many, target, side, demand = key
    made = object.__new__(Action)
    laid = match = 0
    for face in faces:
        laid |= CARD_BIT[face]
        match |= RANK_FACES[RANK_OF[face]]
    if not many:  # short numbers are quicker to combine
        match &= ONE_PACK
    parts = {
        "kind": kind,
        "faces": faces,
        "many": many,
        "target": target,
        "dir": side,
        "demand": demand,
        "cards": tuple(face_id(face, 2 if many else 1) for face in faces),
        "bits": laid,
        "match": match,
    }
    for name, value in parts.items():
        object.__setattr__(made, name, value)
    return made


PASS: Final = action("pass")
TAKE: Final = action("take")
CALL: Final = action("call")
SWAP: Final = action("swap")
DEMAND: Final = action("redeal", demand=True)
NO_DEMAND: Final = action("redeal", demand=False)
