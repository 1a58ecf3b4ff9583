"""Burako on the wire: what the engine shows, written down number by number.

What somebody may see is the engine's business (`arena.games.burako.view`); nothing here looks at a
hand except through it.
"""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final

from google.protobuf.internal.containers import RepeatedCompositeFieldContainer

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
)
from arena.games.burako.outcome import Outcome
from arena.games.burako.reading import (
    MOST_MELDS,
    MOST_STEPS,
    NO_PLAN,
    consultation,
    discarding,
    extension,
    judge_length,
    new_meld,
    new_melds,
)
from arena.games.burako.tiles import BY_ID, COLOURS, in_pack_order, mask_of
from arena.games.burako.view import Seen, SeenEntry, seen, visible_since
from arena.games.errors import MalformedAction
from arena.protocol.v1.burako_pb2 import (
    BurakoAction,
    BurakoEvent,
    BurakoMeldEnd,
    BurakoNewMeld,
    BurakoOutcome,
    BurakoPhase,
    BurakoPosition,
    BurakoSideScore,
    BurakoTiles,
)
from arena.protocol.v1.match_pb2 import GameResult
from arena.protocol.v1.play_pb2 import Answer, Decision, GameOver
from arena.protocol.v1.replay_pb2 import Move
from arena.protocol.v1.spectate_pb2 import PublicDeal, PublicGameOver, PublicMove
from arena.wire.told import Told
from arena.wire.words import names_of, numbers_of
from scoring.burako import End, Escalera
from scoring.burako.hand import LineCode, SideScore

if TYPE_CHECKING:
    from arena.games.burako.game import Game

_PHASES: Final = numbers_of(BurakoPhase, "BURAKO_PHASE_")
_ENDS: Final = {
    End.LOW: BurakoMeldEnd.BURAKO_MELD_END_LOW,
    End.HIGH: BurakoMeldEnd.BURAKO_MELD_END_HIGH,
    End.SET: BurakoMeldEnd.BURAKO_MELD_END_SET,
}
_END_OF: Final = {number: end for end, number in _ENDS.items()}
_COLOUR_NUMBER: Final = {colour: number for number, colour in enumerate(COLOURS)}
_REASONS: Final = numbers_of(BurakoOutcome.Reason, "REASON_")
_SCORE_FIELDS: Final = {
    LineCode.CLOSE: "close",
    LineCode.PURE_CANASTAS: "canastas",
    LineCode.IMPURE_CANASTAS: "canastas",
    LineCode.MUERTO_PLAYED: "muerto",
    LineCode.MUERTO_NOT_PLAYED: "muerto",
    LineCode.LAID: "melded",
    LineCode.LAID_AGAINST: "melded",
    LineCode.RACK: "racks",
    LineCode.RACK_FREE: "racks",
}
_KINDS: Final = {number: name for name, number in BurakoAction.Kind.items()}
_PARTS: Final = ("melds", "tiles", "meld", "end", "close", "plan")
_PARTS_OF: Final[dict[int, frozenset[str]]] = {
    BurakoAction.KIND_DRAW: frozenset(),
    BurakoAction.KIND_TAKE_POZO: frozenset(),
    BurakoAction.KIND_END_HAND: frozenset(),
    BurakoAction.KIND_MELD: frozenset(("melds",)),
    BurakoAction.KIND_EXTEND: frozenset(("meld", "end", "tiles")),
    BurakoAction.KIND_CONSULT: frozenset(("plan",)),
    BurakoAction.KIND_ANSWER: frozenset(("close",)),
    BurakoAction.KIND_DISCARD: frozenset(("tiles",)),
}
_PLANNED: Final = frozenset(
    (BurakoAction.KIND_MELD, BurakoAction.KIND_EXTEND, BurakoAction.KIND_DISCARD)
)
_UNSEEN_CONSULT: Final = BurakoAction(kind=BurakoAction.KIND_CONSULT)
_FIXED: Final[dict[Action, BurakoAction]] = {
    DRAW: BurakoAction(kind=BurakoAction.KIND_DRAW),
    TAKE_POZO: BurakoAction(kind=BurakoAction.KIND_TAKE_POZO),
    END_HAND: BurakoAction(kind=BurakoAction.KIND_END_HAND),
    YES: BurakoAction(kind=BurakoAction.KIND_ANSWER, close=True),
    NO: BurakoAction(kind=BurakoAction.KIND_ANSWER, close=False),
}
_WITHOUT_PARTS: Final[dict[int, Action]] = {
    BurakoAction.KIND_DRAW: DRAW,
    BurakoAction.KIND_TAKE_POZO: TAKE_POZO,
    BurakoAction.KIND_END_HAND: END_HAND,
}
_DISCARDED: Final = tuple(
    BurakoAction(kind=BurakoAction.KIND_DISCARD, tiles=[discard.tile]) for discard in DISCARDS
)


class BurakoCodec:
    """See `arena.wire.codec.Codec`."""

    def fill_decision(  # noqa: PLR0917 - the protocol of codecs
        self,
        message: Decision,
        game: "Game",
        seat: int,
        told: Told,
        limit: int,
        totals: Sequence[int],
    ) -> None:
        """What the seat is asked."""
        message.first_event = told.count
        question = message.burako
        _write_position(question.position, seen(game, seat))
        _write_events(question.events, _news(game, seat, told))
        legal = game.legal()
        unlisted = len(legal) - limit
        if unlisted > 0:
            question.unlisted = unlisted
            question.legal.extend(map(_action, islice(legal, limit)))
        else:
            question.legal.extend(map(_action, legal))
        question.match_totals.extend(totals)

    def fill_game_over(
        self, message: GameOver, game: "Game", seat: int, told: Told, totals: Sequence[int]
    ) -> None:
        """How the hand ended for the seat."""
        message.first_event = told.count
        end = message.burako
        end.SetInParent()
        if game.outcome is not None:
            _write_outcome(end.outcome, game.outcome)
            _write_position(end.position, seen(game, seat))
        _write_events(end.events, _news(game, seat, told))
        end.match_totals.extend(totals)

    def fill_move(self, message: Move, action: Action) -> None:
        """What was played; the log keeps plans too."""
        message.burako.CopyFrom(_action(action))

    def read_action(self, message: Answer | Move) -> Action:
        """The action, judged as its text form would be."""
        if message.WhichOneof("action") != "burako":
            raise MalformedAction('Send the action in "burako", or name it with "legal_index".')
        return _read(message.burako)

    def fill_outcome(self, message: GameResult | PublicGameOver, outcome: Outcome) -> None:
        """How a hand ended."""
        _write_outcome(message.burako, outcome)

    def fill_deal(self, message: PublicDeal, game: "Game") -> None:
        """The position as everybody sees it."""
        _write_position(message.burako, seen(game, None))

    def fill_change(self, message: PublicMove, game: "Game", told: Told) -> bool:
        """What everybody has come to know, and the position afterwards."""
        first = told.count
        news = _news(game, None, told)
        if not news:
            return False
        message.first_event = first
        _write_events(message.burako.events, news)
        _write_position(message.burako.position, seen(game, None))
        return True


def _write_position(message: BurakoPosition, now: Seen) -> None:
    message.phase = _PHASES[now.phase]
    if now.to_act is not None:
        message.to_act = now.to_act
    message.starter = now.starter
    if now.rack:
        message.rack.extend(in_pack_order(now.rack))
    if now.drawn is not None:
        message.drawn = now.drawn
    message.rack_counts.extend(now.rack_counts)
    if any(now.known):
        message.known.extend([BurakoTiles(tiles=in_pack_order(tiles)) for tiles in now.known])
    melds = message.melds
    for meld, owner in zip(now.melds, now.owners, strict=True):
        wildcard = meld.wildcard
        entry = melds.add(
            side=owner,
            tiles=[BY_ID[tile.id] for tile in meld.tiles],
            wildcard=None if wildcard is None else BY_ID[wildcard.id],
        )
        if isinstance(meld, Escalera):
            entry.colour = _COLOUR_NUMBER[meld.colour]
            entry.at = meld.start
        else:
            entry.at = meld.number
    message.pozo.extend(now.pozo)
    message.mazo = now.mazo
    for taken_by, unplayed in zip(now.taken_by, now.unplayed, strict=True):
        message.muertos.add(taken_by=taken_by, unplayed=unplayed)
    message.canastas.extend(now.canastas)
    message.opened.extend(now.opened)
    message.takes = now.takes
    message.pozo_closed = now.pozo_closed
    if now.asker is not None:
        message.asker = now.asker
    message.consulted = now.consulted
    if now.answer is not None:
        message.answer = now.answer


def _news(game: "Game", seat: int | None, told: Told) -> Sequence[SeenEntry]:
    news, told.place = visible_since(game, seat, told.place)
    told.count += len(news)
    return news


def _write_events(
    events: RepeatedCompositeFieldContainer[BurakoEvent], news: Iterable[SeenEntry]
) -> None:
    for seat, action in news:
        events.add(seat=seat, action=_UNSEEN_CONSULT if action is None else _action(action))


def _action(action: Action) -> BurakoAction:
    """The action as a message that nobody may change."""
    if isinstance(action, Discard):
        return _DISCARDED[action.tile]
    if isinstance(action, Lay):
        return BurakoAction(kind=BurakoAction.KIND_MELD, melds=[_new_meld(m) for m in action.melds])
    if isinstance(action, Extend):
        return BurakoAction(
            kind=BurakoAction.KIND_EXTEND,
            meld=action.meld,
            end=_ENDS[action.end],
            tiles=action.tiles,
        )
    if isinstance(action, Consult):
        return BurakoAction(
            kind=BurakoAction.KIND_CONSULT, plan=[_action(step) for step in action.plan]
        )
    return _FIXED[action]


def _new_meld(meld: NewMeld) -> BurakoNewMeld:
    return BurakoNewMeld(colour=meld.colour, at=meld.at, tiles=meld.tiles)


def _read(sent: BurakoAction) -> Action:
    needed = _PARTS_OF.get(sent.kind)
    if needed is None:
        raise MalformedAction(f'Set "kind" to one of: {names_of(BurakoAction.Kind)}.')
    given = {field.name for field, _ in sent.ListFields()} - {"kind"}
    if given != needed:
        raise _wrong_parts(_KINDS[sent.kind], given, needed)
    match sent.kind:
        case BurakoAction.KIND_MELD:
            judge_length(sent.melds, "melds", MOST_MELDS)
            return new_melds([_read_meld(meld) for meld in sent.melds])
        case BurakoAction.KIND_EXTEND:
            if sent.end not in _END_OF:
                raise MalformedAction(f'Set "end" to one of: {names_of(BurakoMeldEnd)}.')
            return extension(sent.meld, _END_OF[sent.end], sent.tiles)
        case BurakoAction.KIND_CONSULT:
            judge_length(sent.plan, "plan", MOST_STEPS)
            if any(step.kind not in _PLANNED for step in sent.plan):
                raise MalformedAction(NO_PLAN)
            return consultation([_read(step) for step in sent.plan])
        case BurakoAction.KIND_DISCARD:
            if len(sent.tiles) > 1:
                raise MalformedAction("Name one tile: a discard is one.")
            return discarding(sent.tiles[0])
        case BurakoAction.KIND_ANSWER:
            return YES if sent.close else NO
        case kind:
            return _WITHOUT_PARTS[kind]


def _read_meld(sent: BurakoNewMeld) -> NewMeld:
    return new_meld(sent.colour if sent.HasField("colour") else None, sent.at, sent.tiles)


def _wrong_parts(kind: str, given: set[str], needed: frozenset[str]) -> MalformedAction:
    """About the first part that is missing or one too many."""
    for name in _PARTS:
        if name in needed and name not in given:
            return MalformedAction(f'Add "{name}": the action {kind} needs it.')
        if name in given and name not in needed:
            return MalformedAction(f'Leave out "{name}": the action {kind} has none.')
    raise AssertionError("All parts are as they must be.")


def _write_outcome(message: BurakoOutcome, outcome: Outcome) -> None:
    for score in outcome.score.sides:
        message.sides.append(_side_score(score))
    message.reason = _REASONS[outcome.reason]
    if outcome.closer is not None:
        message.closed_by = outcome.closer
    sides = outcome.tiles.sides
    for seat in range(len(outcome.teams)):
        rack = sides[seat % len(sides)].racks[seat // len(sides)]
        message.racks.add(tiles=in_pack_order(mask_of(BY_ID[tile.id] for tile in rack)))


def _side_score(score: SideScore) -> BurakoSideScore:
    sums = dict.fromkeys(_SCORE_FIELDS.values(), 0)
    for line in score.lines:
        sums[_SCORE_FIELDS[line.code]] += line.amount
    return BurakoSideScore(**sums, total=score.total)
