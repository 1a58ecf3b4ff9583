"""Actions from foreign JSON or numbers: strict, and every refusal says what to send instead.

In a pierna the order of tiles is free (2G), so it is put in order here: the same tiles are always
the same action.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from arena.games.burako.actions import (
    DISCARDS,
    DRAW,
    END_HAND,
    NO,
    TAKE_POZO,
    YES,
    Action,
    Consult,
    Discard,
    Extend,
    Lay,
    NewMeld,
    extend,
    lay,
)
from arena.games.burako.tiles import BY_ID, COLOURS, COUNT, ID, NUMBERS, PLACE_IN_PACK, TILE
from arena.games.errors import MalformedAction
from scoring.burako import End, Kind
from scoring.burako.melds import HIGH_ACE, SHORTEST
from scoring.reading import shown

MOST_MELDS: Final = COUNT // SHORTEST
MOST_STEPS: Final = COUNT
_FIXED: Final[dict[str, Action]] = {"draw": DRAW, "take_pozo": TAKE_POZO, "end_hand": END_HAND}
_FIELDS: Final[dict[str, tuple[str, ...]]] = {
    **dict.fromkeys(_FIXED, ()),
    "meld": ("melds",),
    "extend": ("meld", "end", "tiles"),
    "consult": ("plan",),
    "answer": ("close",),
    "discard": ("tile",),
}
PLANNED: Final = frozenset(("meld", "extend", "discard"))
NO_PLAN: Final = "A plan is made of melds, extensions and one discard."
_ENDS: Final = {end.value: end for end in End}
_COLOURS: Final = {colour.value: number for number, colour in enumerate(COLOURS)}


def read_action(data: object) -> Action:
    """The action, or `MalformedAction` with a sentence."""
    fields = _object(data, 'Send an action as an object, such as {"a": "draw"}.')
    kind = fields.get("a")
    if not isinstance(kind, str) or kind not in _FIELDS:
        raise MalformedAction(f'Set "a" to one of: {", ".join(_FIELDS)}.')
    _check_fields(fields, ("a", *_FIELDS[kind]), f'the action "{kind}"')
    match kind:
        case "meld":
            return _read_lay(fields["melds"])
        case "extend":
            return _read_extend(fields)
        case "consult":
            return _read_plan(fields["plan"])
        case "answer":
            if not isinstance(fields["close"], bool):
                raise MalformedAction('Set "close" to true or false.')
            return YES if fields["close"] else NO
        case "discard":
            return discarding(_tile(fields["tile"]))
        case _:
            return _FIXED[kind]


def _read_lay(value: object) -> Lay:
    return new_melds([_read_meld(item) for item in _list(value, "melds", MOST_MELDS)])


def _read_meld(data: object) -> NewMeld:
    fields = _object(data, 'Send each meld as an object with "t" set to "run" or "set".')
    kind = fields.get("t")
    if kind == "run":
        _check_fields(fields, ("t", "c", "start", "tiles"), "a run")
        colour = fields["c"]
        if not isinstance(colour, str) or colour not in _COLOURS:
            raise MalformedAction(f'Set "c" to one of: {", ".join(_COLOURS)}.')
        start = _number(fields["start"], "start", 1, HIGH_ACE)
        return new_meld(_COLOURS[colour], start, _tiles(fields["tiles"]))
    if kind == "set":
        _check_fields(fields, ("t", "n", "tiles"), "a set")
        number = _number(fields["n"], "n", 1, NUMBERS)
        return new_meld(None, number, _tiles(fields["tiles"]))
    raise MalformedAction('Set "t" of a meld to "run" or "set".')


def _read_extend(fields: Mapping[str, object]) -> Extend:
    end = fields["end"]
    if not isinstance(end, str) or end not in _ENDS:
        raise MalformedAction(f'Set "end" to one of: {", ".join(_ENDS)}.')
    meld = _number(fields["meld"], "meld", 0, MOST_MELDS)
    return extension(meld, _ENDS[end], _tiles(fields["tiles"]))


def _read_plan(value: object) -> Consult:
    steps: list[Action] = []
    for item in _list(value, "plan", MOST_STEPS):
        kind = item.get("a") if isinstance(item, Mapping) else None
        if not isinstance(kind, str) or kind not in PLANNED:
            raise MalformedAction(NO_PLAN)
        steps.append(read_action(item))
    return consultation(steps)


# What every form of an action ends in: parts as numbers, judged here and nowhere else.


def new_melds(melds: Sequence[NewMeld]) -> Lay:
    """The action that lays these, made with `new_meld`."""
    judge_length(melds, "melds", MOST_MELDS)
    action = lay(melds)
    if action.mask.bit_count() != sum(len(meld.tiles) for meld in melds):
        raise MalformedAction("Name each tile once: no tile can lie in two places.")
    return action


def new_meld(colour: int | None, at: int, tiles: Sequence[int]) -> NewMeld:
    """An escalera of this colour from this position, or a pierna of this number."""
    if colour is None:
        _judge_number(at, "at", 1, NUMBERS)
        return NewMeld(None, at, in_pierna_order(_judged(tiles)))
    _judge_number(colour, "colour", 0, len(COLOURS) - 1)
    _judge_number(at, "at", 1, HIGH_ACE)
    return NewMeld(colour, at, _judged(tiles))


def extension(meld: int, end: End, tiles: Sequence[int]) -> Extend:
    """The action that adds these tiles to a meld."""
    _judge_number(meld, "meld", 0, MOST_MELDS)
    added = _judged(tiles)
    return extend(meld, end, in_pierna_order(added) if end is End.SET else added)


def consultation(steps: Sequence[Action]) -> Consult:
    """The question to the partner with this plan."""
    judge_length(steps, "plan", MOST_STEPS)
    plan = tuple(step for step in steps if isinstance(step, Lay | Extend | Discard))
    if len(plan) < len(steps):
        raise MalformedAction(NO_PLAN)
    return Consult(plan)


def discarding(tile: int) -> Discard:
    """The action that throws this tile."""
    return DISCARDS[_judged((tile,))[0]]


def judge_length(parts: Sequence[object], name: str, most: int) -> None:
    """A list that is empty, or longer than any hand allows, is no part of an action."""
    if not parts:
        raise MalformedAction(f'Set "{name}" to a list that is not empty.')
    if len(parts) > most:
        raise MalformedAction(f'Send at most {most} entries in "{name}".')


def _judged(tiles: Sequence[int]) -> tuple[int, ...]:
    judge_length(tiles, "tiles", COUNT)
    for tile in tiles:
        if not 0 <= tile < COUNT:
            raise MalformedAction(f"{tile} is no tile; tiles are numbers from 0 to {COUNT - 1}.")
    if len(set(tiles)) != len(tiles):
        twice = next(tile for index, tile in enumerate(tiles) if tile in tiles[:index])
        raise MalformedAction(f"Name each tile once: {ID[twice]} stands there twice.")
    return tuple(tiles)


def _judge_number(value: int, name: str, least: int, most: int) -> None:
    if not least <= value <= most:
        raise MalformedAction(f'Set "{name}" to a whole number from {least} to {most}.')


def in_pierna_order(tiles: Sequence[int]) -> tuple[int, ...]:
    """By colour and copy, what can be wild last."""

    def order(tile: int) -> tuple[bool, bool, int]:
        kind = TILE[tile].kind
        return (kind is Kind.JOKER, kind is Kind.TWO, PLACE_IN_PACK[tile])

    return tuple(sorted(tiles, key=order))


def _object(data: object, otherwise: str) -> Mapping[str, object]:
    if not isinstance(data, Mapping):
        raise MalformedAction(otherwise)
    return data


def _check_fields(fields: Mapping[str, object], names: Sequence[str], what: str) -> None:
    for name in names:
        if name not in fields:
            raise MalformedAction(f'Add "{name}": {what} needs it.')
    if len(fields) > len(names):
        allowed = ", ".join(f'"{name}"' for name in names)
        raise MalformedAction(f"Send only {allowed} with {what}.")


def _list(value: object, name: str, most: int) -> Sequence[object]:
    parts = value if isinstance(value, list | tuple) else ()
    judge_length(parts, name, most)
    return parts


def _tiles(value: object) -> tuple[int, ...]:
    return tuple(_tile(item) for item in _list(value, "tiles", COUNT))


def _tile(value: object) -> int:
    found = BY_ID.get(value) if isinstance(value, str) else None
    if found is None:
        raise MalformedAction(
            f"“{shown(value)}” is not a tile; write tiles like g7#2, or J#1 for a joker."
        )
    return found


def _number(value: object, name: str, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise MalformedAction(f'Set "{name}" to a whole number from {least} to {most}.')
    _judge_number(value, name, least, most)
    return value
