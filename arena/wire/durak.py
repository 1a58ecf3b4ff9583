"""Durak on the wire: what the engine shows, written down number by number.

What somebody may see is the engine's business (`arena.games.durak.view`); nothing here looks at a
game except through it.  What is sent with every decision is put together in `durak_pieces`.
"""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final

from google.protobuf.internal.containers import RepeatedCompositeFieldContainer

from arena.games.durak.actions import Action, Kind, Side
from arena.games.durak.outcome import Outcome
from arena.games.durak.state import LogEntry
from arena.games.durak.view import seen, visible_since
from arena.games.errors import MalformedAction
from arena.protocol.v1.durak_pb2 import (
    DurakAction,
    DurakDirection,
    DurakEvent,
    DurakOutcome,
    DurakQuestion,
)
from arena.protocol.v1.match_pb2 import GameResult
from arena.protocol.v1.play_pb2 import Answer, Decision, GameOver
from arena.protocol.v1.replay_pb2 import Move
from arena.protocol.v1.spectate_pb2 import PublicDeal, PublicGameOver, PublicMove
from arena.wire.durak_pieces import (
    DIRECTIONS,
    KINDS,
    SHORT_PACKS,
    action_message,
    event,
    legal,
    long_position,
    move,
    position,
)
from arena.wire.pieces import FIRST_EVENT, inside, tag_of
from arena.wire.told import Told
from arena.wire.words import names_of, numbers_of

if TYPE_CHECKING:
    from arena.games.durak.game import Game
    from arena.games.durak.ruleset import DurakRules

KIND_OF: Final[dict[int, Kind]] = {number: kind for kind, number in KINDS.items()}  # type: ignore[misc]
SIDE_OF: Final[dict[int, Side | None]] = {number or 0: side for side, number in DIRECTIONS.items()}
_REASONS: Final = numbers_of(DurakOutcome.Reason, "REASON_")


_QUESTION: Final = tag_of(Decision, "durak")
_POSITION: Final = tag_of(DurakQuestion, "position")


class DurakCodec:
    """See `arena.wire.codec.Codec`."""

    def __init__(self, rules: "DurakRules") -> None:
        self._make = rules.reader.make
        self._has_secrets = rules.options.secret > 0
        self._encode = position if rules.options.packs <= SHORT_PACKS else long_position

    def question(
        self,
        game: "Game",
        seat: int,
        told: Told,
        limit: int,
        totals: Sequence[int],  # noqa: ARG002 - a series of Durak adds nothing up
    ) -> bytes:
        """What the seat is asked."""
        first = FIRST_EVENT[told.count]
        actions = game.legal()
        parts = [inside(_POSITION, self._position(game, seat))]
        parts += map(event, _news(game, seat, told))
        if len(actions) <= limit:
            parts += map(legal, actions)
        else:
            parts += map(legal, islice(actions, limit))
            parts.append(DurakQuestion(unlisted=len(actions) - limit).SerializeToString())
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
        self,
        message: GameOver,
        game: "Game",
        seat: int,
        told: Told,
        totals: Sequence[int],  # noqa: ARG002
    ) -> None:
        """How the game ended for the seat."""
        message.first_event = told.count
        message.durak.SetInParent()
        if game.outcome is not None:
            _write_outcome(message.durak.outcome, game.outcome)
        _write_events(message.durak.events, _news(game, seat, told))

    def fill_move(self, message: Answer | Move, action: Action) -> None:
        """What was played."""
        message.durak.CopyFrom(action_message(action))

    def move(self, action: Action) -> bytes:
        """The same, encoded."""
        return move(action)

    def read_action(self, message: Answer | Move) -> Action:
        """The action, judged as its text form would be."""
        if message.WhichOneof("action") != "durak":
            raise MalformedAction('Send the action in "durak", or name it with "legal_index".')
        return self.read(message.durak)

    def read(self, sent: DurakAction) -> Action:
        """The same, of the message alone."""
        kind = KIND_OF.get(sent.kind)
        if kind is None:
            raise MalformedAction(f'Set "kind" to one of: {names_of(DurakAction.Kind)}.')
        if sent.direction not in SIDE_OF:
            raise MalformedAction(f'Set "direction" to one of: {names_of(DurakDirection)}.')
        return self._make(
            kind,
            sent.cards,
            target=sent.target if sent.HasField("target") else None,
            side=SIDE_OF[sent.direction],
            demand=sent.demand if sent.HasField("demand") else None,
        )

    def fill_outcome(self, message: GameResult | PublicGameOver, outcome: Outcome) -> None:
        """How a game ended."""
        _write_outcome(message.durak, outcome)

    def fill_deal(self, message: PublicDeal, game: "Game") -> None:
        """The position as everybody sees it."""
        message.durak.MergeFromString(self._position(game, None))

    def fill_change(self, message: PublicMove, game: "Game", told: Told) -> bool:
        """What everybody has come to know, and the position afterwards."""
        first = told.count
        news = _news(game, None, told)
        if not news:
            return False
        message.first_event = first
        _write_events(message.durak.events, news)
        message.durak.position.MergeFromString(self._position(game, None))
        return True

    def _position(self, game: "Game", seat: int | None) -> bytes:
        return self._encode(seen(game, seat), secrets=self._has_secrets)


def _news(game: "Game", seat: int | None, told: Told) -> Sequence[LogEntry]:
    news, told.place = visible_since(game, seat, told.place)
    told.count += len(news)
    return news


def _write_events(
    events: RepeatedCompositeFieldContainer[DurakEvent], news: Iterable[LogEntry]
) -> None:
    for seat, action in news:
        events.add(seat=seat, action=action_message(action))


def _write_outcome(message: DurakOutcome, outcome: Outcome) -> None:
    message.losers.extend(outcome.losers)
    message.order.extend(outcome.order)
    message.scores.extend(outcome.scores)
    message.reason = _REASONS[outcome.reason]
    message.epaulettes = outcome.epaulettes
    if outcome.wearer is not None:
        message.wearer = outcome.wearer
