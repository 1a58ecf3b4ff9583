"""What every seat, and everybody, may know at every moment of a match, from its log and its seed.

Worked out from the whole truth of the engines, without their views and without the codec: a seat
knows the cards it has held, the cards that were laid or shown, and those that lie face up.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from arena.games.burako import game as burako
from arena.games.burako import view as burako_view
from arena.games.burako.actions import Consult
from arena.games.burako.tiles import mask_of
from arena.games.deal_set import Board, board
from arena.games.durak import game as durak
from arena.games.durak import view as durak_view
from arena.games.durak.cards import CARD_BIT
from arena.games.interface import Rules
from arena.protocol.v1 import burako_pb2, durak_pb2
from arena.protocol.v1.replay_pb2 import ReplayRecord
from tests.arena.gameserver.conformance.plain_actions import burako_json, durak_json

CARDS = frozenset(
    (
        "DurakAction.cards", "DurakTableCard.card", "DurakTableCard.beaten_by", "DurakCards.cards",
        "DurakPosition.hand", "DurakPosition.trump_card", "DurakPosition.face_up",
        "DurakPosition.shown",
        "BurakoNewMeld.tiles", "BurakoAction.tiles", "BurakoMeld.tiles", "BurakoMeld.wildcard",
        "BurakoTiles.tiles", "BurakoPosition.rack", "BurakoPosition.drawn", "BurakoPosition.pozo",
    )
)  # fmt: skip
"""The fields that hold cards or tiles."""
OTHERS = frozenset(
    (
        "DurakAction.target", "DurakEvent.seat", "DurakTableCard.seat", "DurakPosition.to_act",
        "DurakPosition.hand_counts", "DurakPosition.secret_counts", "DurakPosition.trump_suit",
        "DurakPosition.trump_rank", "DurakPosition.talon", "DurakPosition.discard",
        "DurakPosition.dealer", "DurakPosition.opener", "DurakPosition.main",
        "DurakPosition.defender", "DurakPosition.cap", "DurakPosition.active", "DurakPosition.out",
        "DurakPosition.tickets", "DurakPosition.barred", "DurakPosition.idle_bouts",
        "DurakPosition.redeals", "DurakQuestion.unlisted", "DurakOutcome.losers",
        "DurakOutcome.order", "DurakOutcome.scores", "DurakOutcome.epaulettes",
        "DurakOutcome.wearer",
        "BurakoNewMeld.colour", "BurakoNewMeld.at", "BurakoAction.meld", "BurakoEvent.seat",
        "BurakoMeld.side", "BurakoMeld.colour", "BurakoMeld.at", "BurakoMuerto.taken_by",
        "BurakoPosition.to_act", "BurakoPosition.starter", "BurakoPosition.rack_counts",
        "BurakoPosition.mazo", "BurakoPosition.canastas", "BurakoPosition.takes",
        "BurakoPosition.asker", "BurakoQuestion.unlisted", "BurakoQuestion.match_totals",
        "BurakoSideScore.melded", "BurakoSideScore.canastas", "BurakoSideScore.close",
        "BurakoSideScore.muerto", "BurakoSideScore.racks", "BurakoSideScore.total",
        "BurakoOutcome.closed_by", "BurakoEnd.match_totals",
    )
)  # fmt: skip
"""Numbers that are none."""
WHOLE_NUMBERS = frozenset(
    (
        FieldDescriptor.TYPE_UINT32, FieldDescriptor.TYPE_UINT64, FieldDescriptor.TYPE_SINT32,
        FieldDescriptor.TYPE_SINT64, FieldDescriptor.TYPE_INT32, FieldDescriptor.TYPE_INT64,
        FieldDescriptor.TYPE_FIXED32, FieldDescriptor.TYPE_FIXED64, FieldDescriptor.TYPE_SFIXED32,
        FieldDescriptor.TYPE_SFIXED64, FieldDescriptor.TYPE_BYTES, FieldDescriptor.TYPE_STRING,
    )
)  # fmt: skip


def number_fields() -> set[str]:
    """All fields of both games that could carry a card."""
    return {
        f"{message.name}.{entry.name}"
        for file in (durak_pb2.DESCRIPTOR, burako_pb2.DESCRIPTOR)
        for message in file.message_types_by_name.values()
        for entry in message.fields
        if entry.type in WHOLE_NUMBERS
    }


def cards_in(message: Message) -> int:
    """All cards or tiles that stand anywhere in a message, as a mask; a renamed six is itself."""
    mask = 0
    for entry, value in message.ListFields():
        values = value if entry.is_repeated else [value]
        if entry.message_type is not None:
            for part in values:
                mask |= cards_in(part)
        elif (name := f"{message.DESCRIPTOR.name}.{entry.name}") in CARDS:
            for number in values:
                mask |= CARD_BIT[number] if name.startswith("Durak") else 1 << number
    return mask


@dataclass
class GameFacts:
    """One game: what was known whenever a seat was asked, and at the end."""

    asked: list[tuple[int, int, int, tuple[int, ...]]] = field(default_factory=list)
    """Per decision: the seat, all it may know, its hand, and how many cards each seat holds."""
    end: list[int] = field(default_factory=list)
    """Per seat, and last for everybody, all that may be known when the game is over."""
    public: dict[int, int] = field(default_factory=dict)
    """By the number of public log entries: what everybody may know as long as there are so many."""


def _told(game: Any) -> int:  # noqa: ANN401
    """How many entries of the log everybody may read: the one thing taken from the views."""
    if isinstance(game, durak.Game):
        return len(durak_view.visible_since(game, None, 0)[0])
    return len(burako_view.visible_since(game, None, 0)[0])


class Knowledge:
    """What each seat, and last everybody, has seen of one game."""

    def __init__(self, game: Any, facts: GameFacts) -> None:  # noqa: ANN401 - of either game
        self.game = game
        self.facts = facts
        self.seen = [0] * (game.rules.players + 1)
        self._read = 0
        self._redeals = 0
        self.look()

    @property
    def hands(self) -> list[int]:
        game = self.game
        return list(game.hands if isinstance(game, durak.Game) else game.racks)

    def look(self) -> None:
        """Everybody looks at the table, and into his own hand."""
        game = self.game
        if isinstance(game, durak.Game):
            if game.redeals != self._redeals:  # other cards, as if nothing had been seen
                self._redeals = game.redeals
                self.seen = [0] * len(self.seen)
            openly = game.turned
            if game.trump_card is not None:
                openly |= 1 << game.trump_card
            if game.rules.options.change_trump and not game.talon:  # CT1: shown when it is drawn
                order = game.orders(game.redeals)
                assert order is not None
                options = game.rules.options
                dealt = game.rules.players * (options.hand_size + options.secret)
                openly |= order[dealt + 1]
        else:
            openly = mask_of(game.pozo)
            if game.outcome is not None:  # racks are counted openly
                for rack in game.racks:
                    openly |= rack
        for actor, action in game.log[self._read :]:
            if isinstance(action, Consult):  # its plan is nobody else's business
                self.seen[actor] |= cards_of_plan(action)
            else:
                openly |= laid_by(action)
        self._read = len(game.log)
        for seat, hand in enumerate([*self.hands, 0]):
            self.seen[seat] |= openly | hand
        told = _told(game)
        self.facts.public[told] = self.facts.public.get(told, 0) | self.seen[-1]
        self.facts.end = list(self.seen)


def laid_by(action: Any) -> int:  # noqa: ANN401 - of either game
    """The cards that an action shows to everybody."""
    if hasattr(action, "bits"):
        return int(action.bits)
    if hasattr(action, "mask"):
        return int(action.mask)
    return 1 << action.tile if hasattr(action, "tile") else 0


def cards_of_plan(action: Consult) -> int:
    mask = 0
    for step in action.plan:
        mask |= laid_by(step)
    return mask


def facts_of(rules: Rules[Any], log: list[ReplayRecord]) -> dict[tuple[int, int], GameFacts]:
    """The facts of every game, by rotation and number."""
    header, end = log[0].header, log[-1].end
    found: dict[tuple[int, int], GameFacts] = {}
    rotation = -1
    boards: dict[int, Board] = {}
    playing: dict[int, Knowledge] = {}
    for record in log:
        match record.WhichOneof("record"):
            case "rotation_began":
                rotation += 1
                boards, playing = {}, {}
            case "game_began":
                number = record.game_began.board
                if number in boards:
                    boards[number].next_game()
                else:
                    boards[number] = board(rules, end.seed, number, header.games_per_board)
                facts = found[rotation, record.game_began.game] = GameFacts()
                playing[record.game_began.game] = Knowledge(boards[number].game, facts)
            case "move":
                _play(playing[record.move.game], record)
    return found


def _play(knowledge: Knowledge, record: ReplayRecord) -> None:
    move, game, hands = record.move, knowledge.game, knowledge.hands
    counts = tuple(hand.bit_count() for hand in hands)
    knowledge.facts.asked.append((move.seat, knowledge.seen[move.seat], hands[move.seat], counts))
    if move.HasField("durak"):
        game.apply(durak_json(move.durak, game.rules.options.packs), move.seat)
    else:
        assert isinstance(game, burako.Game)
        game.apply(burako_json(move.burako), move.seat)
    knowledge.look()


def asked_of(facts: GameFacts, seat: int) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """What a seat knew, held and counted whenever it was asked."""
    return ((seen, hand, counts) for asked, seen, hand, counts in facts.asked if asked == seat)
