"""A hand of Burako retold turn by turn: every action, and what it led to."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from arena.games.burako.actions import (
    Action,
    Answer,
    Consult,
    Discard,
    Draw,
    EndHand,
    Extend,
    Lay,
    NewMeld,
    TakePozo,
)
from arena.games.burako.game import Game
from arena.games.burako.notation import tile_notation
from arena.games.burako.table import SIDES
from arena.games.burako.tiles import BY_ID, COLOURS, TILE, in_pack_order, mask_of, points_of
from arena.games.burako.told_words import TOLD_TEMPLATES
from arena.games.told import Holding, Line, Passage
from scoring.burako import Escalera, Meld, is_natural_in_escalera
from scoring.burako.melds import CANASTA
from scoring.messages import Message, Parameter, Who, message


@dataclass(frozen=True, slots=True)
class _Move:
    """One action, with the hand before and after it."""

    number: int
    seat: int
    action: Action
    before: Game
    after: Game

    @property
    def who(self) -> Who:
        return Who(self.seat)


def _say(code: str, /, **params: Parameter) -> Message:
    return message(TOLD_TEMPLATES, f"told.{code}", **params)


def held(game: Game) -> tuple[Holding, ...]:
    """Everybody's rack."""
    return tuple(Holding(seat, _pieces(rack)) for seat, rack in enumerate(game.racks))


def muertos(game: Game) -> tuple[tuple[str, ...], ...]:
    """What lies in the muerto of each side, until it is taken."""
    return tuple(_pieces(side.muerto) for side in game.sides)


def meld_shown(meld: Meld) -> tuple[str, ...]:
    """A meld as it lies; a wildcard stands in square brackets."""
    wildcard = meld.wildcard
    return tuple(
        f"[{_tile(tile.id)}]" if wildcard is not None and tile.id == wildcard.id else _tile(tile.id)
        for tile in meld.tiles
    )


def passages(game: Game, actions: Iterable[Action]) -> Iterator[Passage]:
    """Play these actions and tell them; whoever does it has judged them before."""
    turn: list[_Move] = []
    turns = 0
    for number, action in enumerate(actions):
        assert game.seat is not None
        before, seat = game.copy(), game.seat
        game.apply(action)
        turn.append(_Move(number, seat, action, before, game.copy()))
        if game.phase in {"draw", "over"}:
            turns += 1
            yield _passage(turn, turns)
            turn = []
    if turn:
        yield _passage(turn, turns + 1)


def _passage(turn: list[_Move], number: int) -> Passage:
    start, last = turn[0].before, turn[-1].after
    lines = [line for move in turn for line in _lines(move)]
    if last.reason in {"mazo_empty", "stalled"}:
        lines.append(Line(_say(str(last.reason))))
    return Passage(
        title=_say("turn", number=number, who=turn[0].who),
        situation=(_say("mazo", tiles=len(start.mazo)), _pozo(start)),
        held=(Holding(turn[0].seat, _pieces(start.racks[turn[0].seat])),),
        lines=tuple(lines),
    )


def _pozo(game: Game) -> Message:
    if not game.pozo:
        return _say("pozo_empty")
    return _say("pozo", tiles=_joined(map(tile_notation, game.pozo)))


def _lines(move: _Move) -> Iterator[Line]:
    action = move.action
    yield Line(_TELLERS[type(action)](move), str(action), (move.number,))
    if isinstance(action, Lay | Extend):
        yield from map(Line, _after_laying(move))
    elif isinstance(action, Discard):
        yield from map(Line, _after_discard(move))


def _draw(move: _Move) -> Message:
    assert move.after.drawn is not None
    return _say("draw", who=move.who, tiles=tile_notation(move.after.drawn))


def _take_pozo(move: _Move) -> Message:
    taken = _joined(_pieces(mask_of(move.before.pozo)))
    return _say("take_pozo", who=move.who, tiles=taken)


def _end_hand(move: _Move) -> Message:
    return _say("end_hand", who=move.who)


def _meld(move: _Move) -> Message:
    assert isinstance(move.action, Lay)
    return _say("meld", who=move.who, melds=tuple(_new(meld) for meld in move.action.melds))


def _new(meld: NewMeld) -> Message:
    colour = meld.colour
    if colour is None:
        tiles = [_set_tile(tile, meld.at) for tile in meld.tiles]
        return _say("pierna", tiles=_joined(tiles))
    placed = enumerate(meld.tiles, meld.at)
    tiles = [
        _in_place(tile, natural=is_natural_in_escalera(TILE[tile], COLOURS[colour], position))
        for position, tile in placed
    ]
    return _say("escalera", tiles=_joined(tiles))


def _extend(move: _Move) -> Message:
    action = move.action
    assert isinstance(action, Extend)
    old, new = move.before.melds[action.meld], move.after.melds[action.meld]
    fresh = new.wildcard is not None and old.wildcard is None
    added = [
        _in_place(tile, natural=not (fresh and new.wildcard == TILE[tile])) for tile in action.tiles
    ]
    kind = "escalera" if isinstance(old, Escalera) else "pierna"
    meld = (_say(kind, tiles=_joined(meld_shown(old))),)
    return _say("extend", who=move.who, tiles=_joined(added), meld=meld)


def _consult(move: _Move) -> Message:
    assert move.after.seat is not None
    return _say("consult", who=move.who, other=Who(move.after.seat))


def _answer(move: _Move) -> Message:
    assert isinstance(move.action, Answer)
    return _say("answer_yes" if move.action.close else "answer_no", who=move.who)


def _discard(move: _Move) -> Message:
    assert isinstance(move.action, Discard)
    return _say("discard", who=move.who, tiles=tile_notation(move.action.tile))


_TELLERS: Final[dict[type, Callable[[_Move], Message]]] = {
    Draw: _draw,
    TakePozo: _take_pozo,
    EndHand: _end_hand,
    Lay: _meld,
    Extend: _extend,
    Consult: _consult,
    Answer: _answer,
    Discard: _discard,
}
TOLD_TYPES: Final = frozenset(_TELLERS)
"""Every type of action that has a sentence."""


def _after_laying(move: _Move) -> Iterator[Message]:
    """2B.12, 2B.13 and 2C.17."""
    before, after, action = move.before, move.after, move.action
    assert isinstance(action, Lay | Extend)
    if after.opened[move.seat] and not before.opened[move.seat]:
        yield _say("opened", points=points_of(after.rules.options.tile_values, action.mask))
    grown = range(len(before.melds), len(after.melds))
    for number in (action.meld,) if isinstance(action, Extend) else grown:
        meld = after.melds[number]
        earlier = before.melds[number] if number < len(before.melds) else None
        if len(meld.tiles) >= CANASTA and (earlier is None or earlier.canasta != meld.canasta):
            yield _say(str(meld.canasta), tiles=_joined(meld_shown(meld)))
    yield from _muerto(move, "muerto")


def _after_discard(move: _Move) -> Iterator[Message]:
    """2C.18 and 2C.20."""
    if move.after.reason == "closed":
        yield _say("closed", who=move.who)
    yield from _muerto(move, "muerto_later")


def _muerto(move: _Move, code: str) -> Iterator[Message]:
    side = move.seat % SIDES
    lay_there = move.before.sides[side].muerto
    if lay_there and not move.after.sides[side].muerto:
        yield _say(code, who=move.who, tiles=_joined(_pieces(lay_there)))


def _pieces(mask: int) -> tuple[str, ...]:
    return tuple(map(tile_notation, in_pack_order(mask)))


def _tile(tile_id: str) -> str:
    return tile_notation(BY_ID[tile_id])


def _set_tile(tile: int, number: int) -> str:
    return _in_place(tile, natural=TILE[tile].number == number and TILE[tile].colour is not None)


def _in_place(tile: int, *, natural: bool) -> str:
    return tile_notation(tile) if natural else f"[{tile_notation(tile)}]"


def _joined(pieces: Iterable[str]) -> str:
    return " ".join(pieces)
