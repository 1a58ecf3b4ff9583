"""Burako on the wire: what the engine shows, written down number by number.

What somebody may see is the engine's business (`arena.games.burako.view`); nothing here looks at a
hand except through it.  What is sent with every decision is put together in `burako_pieces`.
"""

from collections.abc import Iterable, Sequence
from itertools import starmap
from typing import TYPE_CHECKING, Final

from google.protobuf.internal.containers import RepeatedCompositeFieldContainer

from arena.games.burako.actions import DRAW, END_HAND, NO, TAKE_POZO, YES, Action, NewMeld
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
from arena.games.burako.tiles import BY_ID, in_pack_order, mask_of
from arena.games.burako.view import SeenEntry, seen, visible_since
from arena.games.errors import MalformedAction
from arena.protocol.v1.burako_pb2 import (
    BurakoAction,
    BurakoEvent,
    BurakoMeldEnd,
    BurakoNewMeld,
    BurakoOutcome,
    BurakoQuestion,
    BurakoSideScore,
)
from arena.protocol.v1.match_pb2 import GameResult
from arena.protocol.v1.play_pb2 import Answer, Decision, GameOver
from arena.protocol.v1.replay_pb2 import Move
from arena.protocol.v1.spectate_pb2 import PublicDeal, PublicGameOver, PublicMove
from arena.wire.burako_pieces import (
    ENDS,
    action_message,
    event,
    legal,
    match_totals,
    move,
    position,
)
from arena.wire.pieces import FIRST_EVENT, inside, tag_of
from arena.wire.told import Told
from arena.wire.words import names_of, numbers_of
from scoring.burako.hand import LineCode, SideScore

if TYPE_CHECKING:
    from arena.games.burako.game import Game

END_OF: Final = {number: end for end, number in ENDS.items()}
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
_WITHOUT_PARTS: Final[dict[int, Action]] = {
    BurakoAction.KIND_DRAW: DRAW,
    BurakoAction.KIND_TAKE_POZO: TAKE_POZO,
    BurakoAction.KIND_END_HAND: END_HAND,
}


_QUESTION: Final = tag_of(Decision, "burako")
_POSITION: Final = tag_of(BurakoQuestion, "position")


class BurakoCodec:
    """See `arena.wire.codec.Codec`."""

    def question(
        self, game: "Game", seat: int, told: Told, limit: int, totals: Sequence[int]
    ) -> bytes:
        """What the seat is asked."""
        first = FIRST_EVENT[told.count]
        actions = game.legal()
        parts = [inside(_POSITION, position(seen(game, seat)))]
        parts += starmap(event, _news(game, seat, told))
        parts += legal(actions, limit)
        parts.append(match_totals(*totals))
        if len(actions) > limit:
            parts.append(BurakoQuestion(unlisted=len(actions) - limit).SerializeToString())
        return first + inside(_QUESTION, b"".join(parts))

    def fill_decision(  # noqa: PLR0917 - the protocol of codecs
        self,
        message: Decision,
        game: "Game",
        seat: int,
        told: Told,
        limit: int,
        totals: Sequence[int],
    ) -> None:
        """What the seat is asked, as a message."""
        message.MergeFromString(self.question(game, seat, told, limit, totals))

    def fill_game_over(
        self, message: GameOver, game: "Game", seat: int, told: Told, totals: Sequence[int]
    ) -> None:
        """How the hand ended for the seat."""
        message.first_event = told.count
        end = message.burako
        end.SetInParent()
        if game.outcome is not None:
            _write_outcome(end.outcome, game.outcome)
            end.position.MergeFromString(position(seen(game, seat)))
        _write_events(end.events, _news(game, seat, told))
        end.match_totals.extend(totals)

    def fill_move(self, message: Answer | Move, action: Action) -> None:
        """What was played; the log keeps plans too."""
        message.burako.CopyFrom(action_message(action))

    def move(self, action: Action) -> bytes:
        """The same, encoded."""
        return move(action)

    def read_action(self, message: Answer | Move) -> Action:
        """The action, judged as its text form would be."""
        if message.WhichOneof("action") != "burako":
            raise MalformedAction('Send the action in "burako", or name it with "legal_index".')
        return read(message.burako)

    def fill_outcome(self, message: GameResult | PublicGameOver, outcome: Outcome) -> None:
        """How a hand ended."""
        _write_outcome(message.burako, outcome)

    def fill_deal(self, message: PublicDeal, game: "Game") -> None:
        """The position as everybody sees it."""
        message.burako.MergeFromString(position(seen(game, None)))

    def fill_change(self, message: PublicMove, game: "Game", told: Told) -> bool:
        """What everybody has come to know, and the position afterwards."""
        first = told.count
        news = _news(game, None, told)
        if not news:
            return False
        message.first_event = first
        _write_events(message.burako.events, news)
        message.burako.position.MergeFromString(position(seen(game, None)))
        return True


def _news(game: "Game", seat: int | None, told: Told) -> Sequence[SeenEntry]:
    news, told.place = visible_since(game, seat, told.place)
    told.count += len(news)
    return news


def _write_events(
    events: RepeatedCompositeFieldContainer[BurakoEvent], news: Iterable[SeenEntry]
) -> None:
    for seat, action in news:
        events.add(seat=seat, action=action_message(action))


def read(sent: BurakoAction) -> Action:
    """The action of a message, judged as its text form would be."""
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
            if sent.end not in END_OF:
                raise MalformedAction(f'Set "end" to one of: {names_of(BurakoMeldEnd)}.')
            return extension(sent.meld, END_OF[sent.end], sent.tiles)
        case BurakoAction.KIND_CONSULT:
            judge_length(sent.plan, "plan", MOST_STEPS)
            if any(step.kind not in _PLANNED for step in sent.plan):
                raise MalformedAction(NO_PLAN)
            return consultation([read(step) for step in sent.plan])
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
