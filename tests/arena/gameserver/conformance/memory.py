"""A bot with a perfect memory, to see what remembering is worth in a deal set (DESIGN.md).

Every board is played once more from the other seats.  A program that lives through both rotations
knows the hand its opponent now holds, for it held it itself; a program that is started anew for
each ticket, as the runner does it, knows nothing.  `played_set` plays such a set at a real table,
with raw clients that live in one of the two ways.
"""

import asyncio
import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean, stdev

from arena.games.durak.actions import Action
from arena.games.durak.cards import CARD_BIT, RANK_OF, SUIT_OF
from arena.games.durak.game import Game
from arena.games.durak.ruleset import DurakRules
from arena.games.durak.supposing import suppose
from arena.games.durak.view import View
from arena.protocol.v1.durak_pb2 import DurakEvent
from arena.protocol.v1.host_pb2 import SeatTicket
from arena.protocol.v1.play_pb2 import Answer, Decision, GameOver
from arena.wire.durak_views import DurakEyes
from tests.arena.gameserver.conformance.kit import finished
from tests.arena.gameserver.raw_client import connected
from tests.arena.gameserver.raw_host import RawHost, RawTable

AT_ONCE = 24
"""Boards: few enough that most begin when others are over and can be remembered."""
TRUMP = 100
LONGEST = 200

Cards = frozenset[int]
"""As the protocol numbers them."""


@dataclass
class Deal:
    """What a seat has been told of a game."""

    dealer: int
    trump_card: int
    hand: Cards
    """Its own cards at the beginning."""
    other: Cards = frozenset()
    """What the other seat laid and had not taken from this one: its own, as nobody draws."""


@dataclass
class Memory:
    """All deals that one program has seen."""

    deals: list[Deal] = field(default_factory=list)
    recognised: int = 0

    def recall(self, now: Deal) -> Cards:
        """What the other seat was dealt, if exactly one remembered deal fits this one."""
        fitting = [
            others
            for deal in self.deals
            if (deal.dealer, deal.trump_card) == (now.dealer, now.trump_card)
            and (others := _from_this_side(deal, now))
        ]
        if len(fitting) != 1:
            return frozenset()
        self.recognised += 1
        return fitting[0]


def _from_this_side(deal: Deal, now: Deal) -> Cards:
    """The other seat's cards now, if this is that deal, from the same seat or from the other."""
    if deal.hand == now.hand:
        return deal.other
    if deal.other <= now.hand and not deal.hand & now.hand:
        return deal.hand
    return frozenset()


class Forgetful(Memory):
    """Of a bot that thinks as well, but remembers nothing."""

    def recall(self, now: Deal) -> Cards:
        return frozenset()


class Client:
    """Plays one ticket.  All it knows are its rules, its memory, and the messages that come."""

    def __init__(self, rules: DurakRules, seat: int, memory: Memory, chance: str) -> None:
        self._rules = rules
        self._memory = memory
        self._chance = chance
        self._eyes = DurakEyes(rules, seat)
        self._games: dict[int, _Player] = {}

    def answer(self, asked: Decision) -> Answer:
        if asked.game not in self._games:
            # Boards come in any order: each has its own dice, so that it is always played alike.
            rng = random.Random(f"{self._chance} {asked.board}")
            self._games[asked.game] = _Player(self._rules, self._eyes, self._memory, rng)
        place = self._games[asked.game].choose(asked)
        return Answer(decision=asked.decision, legal_index=place)

    def over(self, ended: GameOver) -> None:
        if (player := self._games.pop(ended.game, None)) is not None:
            player.over(ended)

    async def play(self, address: str, token: str) -> None:
        """From hello to goodbye."""
        async with connected(address, token) as stream:
            await stream.hello(self._rules.name)
            while (response := await stream.receive()) is not None:
                for ended in response.games_over:
                    self.over(ended)
                if response.decisions:
                    await stream.answer(*map(self.answer, response.decisions))


class _Player:
    """A client at one game of two seats: it plays what did best in the game it imagines."""

    def __init__(
        self, rules: DurakRules, eyes: DurakEyes, memory: Memory, rng: random.Random
    ) -> None:
        self._rules = rules
        self._eyes = eyes
        self._memory = memory
        self._rng = rng
        self._log = eyes.new_log()
        self._laid: tuple[set[int], set[int]] = (set(), set())
        """By this seat and by the other."""
        self._deal: Deal | None = None
        self._recalled: Cards = frozenset()
        self._pack = [card for card in range(52) if CARD_BIT[card] & rules.pack.cards]

    def choose(self, asked: Decision) -> int:
        """The place of an action in the list."""
        self._note(asked.durak.events)
        position = asked.durak.position
        if self._deal is None:
            hand = frozenset((*position.hand, *self._laid[0]))
            self._deal = Deal(position.dealer, position.trump_card, hand)
            self._recalled = self._memory.recall(self._deal)
        view, legal = self._eyes.question(asked, self._log)
        if len(legal) == 1:
            return 0
        truth = self._imagine(asked, view)
        worth = [self._play_out(truth.copy(), action) for action in legal]
        best = max(worth)
        return self._rng.choice([place for place, points in enumerate(worth) if points == best])

    def over(self, ended: GameOver) -> None:
        """Note what was seen of the other seat."""
        self._note(ended.durak.events)
        if self._deal is not None:
            self._deal.other = frozenset(self._laid[1]) - self._deal.hand
            self._memory.deals.append(self._deal)

    def _note(self, events: Iterable[DurakEvent]) -> None:
        for event in events:
            self._laid[event.seat != self._eyes.seat].update(event.action.cards)

    def _imagine(self, asked: Decision, view: View) -> Game:
        """The cards this seat cannot see put where it thinks they are."""
        position, seat = asked.durak.position, self._eyes.seat
        other = 1 - seat
        certain = list(position.known[other].cards) if position.known else []
        seen = {*position.hand, *self._laid[0], *self._laid[1], *certain, position.face_up}
        unseen = [card for card in self._pack if card not in seen]
        self._rng.shuffle(unseen)
        unseen.sort(key=lambda card: card not in self._recalled)  # what it remembers first
        missing = position.hand_counts[other] - len(certain)
        hands: list[list[str]] = [[], []]
        hands[seat] = list(view.hand or ())
        hands[other] = self._names([*certain, *unseen[:missing]])
        talon = self._names([*unseen[missing:], position.face_up])
        return suppose(self._rules, view, hands, talon)

    def _names(self, cards: list[int]) -> list[str]:
        return [self._eyes.ids[card] for card in cards]

    def _play_out(self, game: Game, action: Action) -> int:
        game.apply(action)
        for _ in range(LONGEST):
            if game.seat is None:
                break
            game.apply(cheapest(game))
        return 0 if game.outcome is None else game.outcome.scores[self._eyes.seat]


def cheapest(game: Game) -> Action:
    """How a game is thought through: the cheapest card; trumps are not thrown in."""
    trump = game.trump.suit

    def price(act: Action) -> int:
        worth = sum(RANK_OF[face] + (TRUMP if SUIT_OF[face] == trump else 0) for face in act.faces)
        if act.kind == "throw":
            return worth - TRUMP // 2
        return worth if act.kind != "take" else 1000

    return min(game.legal(), key=price)


class FreshPrograms:
    """As the runner starts them: one for each ticket."""

    def __init__(self) -> None:
        self.remembering: list[Memory] = []

    def memory_for(self, ticket: SeatTicket) -> Memory:
        """Of the program that plays this ticket; participant 0 is the one that remembers."""
        if ticket.participant:
            return Forgetful()
        self.remembering.append(Memory())
        return self.remembering[-1]


class KeptPrograms(FreshPrograms):
    """As nobody must start them: one for each participant, which lives through all rotations."""

    def memory_for(self, ticket: SeatTicket) -> Memory:
        if ticket.participant or not self.remembering:
            return super().memory_for(ticket)
        return self.remembering[0]


@dataclass(frozen=True)
class Gain:
    """What participant 0, who remembers, scored more than participant 1, board by board."""

    mean: float
    error: float
    """Standard error of the mean; the boards are independent, the rotations of one are not."""
    recognised: int


async def played_set(
    host: RawHost, rules: DurakRules, seed: bytes, boards: int, programs: FreshPrograms
) -> Gain:
    """A bot that remembers against one that does not, over all rotations of a real table."""
    table = await host.open(rules, boards=boards, boards_at_once=AT_ONCE, seed=seed, rotations=None)
    for rotation in range(table.rotations):
        await table.open_for(rotation)
        tickets = [table.tickets[rotation, seat] for seat in range(table.players)]
        await asyncio.gather(*(_play(ticket, rules, programs) for ticket in tickets))
    gains = await _gains(table, boards)
    recognised = sum(memory.recognised for memory in programs.remembering)
    return Gain(fmean(gains), stdev(gains) / sqrt(boards), recognised)


async def _play(ticket: SeatTicket, rules: DurakRules, programs: FreshPrograms) -> None:
    memory = programs.memory_for(ticket)
    chance = f"{ticket.rotation} {ticket.participant}"
    await Client(rules, ticket.seat, memory, chance).play(ticket.address, ticket.token)


async def _gains(table: RawTable, boards: int) -> list[int]:
    over, _ = await finished(table)
    assert len(over.boards) == boards * table.rotations
    gains = [0] * boards
    for result in over.boards:
        assert not result.HasField("forfeit")
        for seat, points in enumerate(result.points):
            remembers = table.tickets[result.rotation, seat].participant == 0
            gains[result.board] += points if remembers else -points
    return gains
