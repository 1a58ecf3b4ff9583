"""A bot with a perfect memory, to see what remembering is worth in a deal set (DESIGN.md).

Every board is played once more from the other seats.  A process that lives through both rotations
knows the hand its opponent now holds, for it held it itself; a process that is started anew for
each rotation knows nothing.  `played_set` plays such a set in one of the two ways.
"""

import random
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

from arena.games.deal_set import board, usual_rotations
from arena.games.durak.actions import Action
from arena.games.durak.cards import RANK_OF, SUIT_OF, bits
from arena.games.durak.game import Game
from arena.games.durak.ruleset import DurakRules

IMAGINED = 1
"""How many ways to fill the cards it does not know a bot thinks through."""
TRUMP = 100
LONGEST = 200


@dataclass
class Deal:
    """What a seat remembers of a game; cards as masks."""

    dealer: int
    trump_card: int | None
    hand: int
    """Its own cards when it was asked first, and what it had laid before."""
    other: int = 0
    """Cards that the other seat laid and had not taken from this one: its own, as nobody draws."""


class Bot:
    """Thinks through what could be; what it remembers narrows down what could be.

    Both kinds of bots are this one: without memories it deals the unseen cards at random.
    """

    def __init__(self, rng: random.Random, *, remembers: bool) -> None:
        self._rng = rng
        self._remembers = remembers
        self._seen: list[Deal] = []
        self.recognised = 0

    def sits_down(self, seat: int) -> "Player":
        return Player(self, seat, self._rng)

    def recall(self, now: Deal) -> int:
        """The other seat's first hand, if exactly one remembered deal fits this one."""
        fitting = [
            deal.hand
            for deal in self._seen
            if (deal.dealer, deal.trump_card) == (now.dealer, now.trump_card)
            and not deal.other & ~now.hand
            and not deal.hand & now.hand
        ]
        if len(fitting) != 1:
            return 0
        self.recognised += 1
        return fitting[0]

    def remember(self, deal: Deal) -> None:
        if self._remembers:
            self._seen.append(deal)


class Player:
    """The bot at one board of two seats.  Of the game it reads only what its seat may know."""

    def __init__(self, bot: Bot, seat: int, rng: random.Random) -> None:
        self._bot = bot
        self._seat = seat
        self._rng = rng
        self._deal: Deal | None = None
        self._recalled = 0

    def choose(self, game: Game) -> Action:
        """The action that came out best in the games it imagined."""
        if self._deal is None:
            laid = sum(act.bits for seat, act in game.log if seat == self._seat)
            self._deal = Deal(game.dealer, game.trump_card, game.hands[self._seat] | laid)
            self._recalled = self._bot.recall(self._deal)
        legal = game.legal()
        if len(legal) == 1:
            return legal[0]
        truths = [self._imagine(game) for _ in range(IMAGINED)]
        worth = {
            place: sum(self._play_out(truth.copy(), act) for truth in truths)
            for place, act in enumerate(legal)
        }
        best = max(worth.values())
        return legal[self._rng.choice([place for place in worth if worth[place] == best])]

    def over(self, game: Game) -> None:
        """Note how it began, and what was seen of the other seat in the first bout."""
        if self._deal is None:
            return
        for seat, act in game.log:
            if seat != self._seat:
                self._deal.other |= act.bits & ~self._deal.hand
        self._bot.remember(self._deal)

    def _imagine(self, game: Game) -> Game:
        """The game with the cards this seat cannot see put where it thinks they are."""
        other = 1 - self._seat
        count = game.hands[other].bit_count()
        certain = game.hands[other] & game.known[other]
        unseen = (game.hands[other] | sum(game.talon)) & ~certain & ~game.turned
        laid = 0
        for seat, act in game.log:
            if seat == other:
                laid |= act.bits
        remembered = self._recalled & ~laid & unseen
        rest = [1 << card for card in bits(unseen & ~remembered)]
        self._rng.shuffle(rest)
        first = [1 << card for card in bits(certain)] + [1 << card for card in bits(remembered)]
        cards = [*first, *rest]
        twin = game.copy()
        twin.hands[other] = sum(cards[:count])
        places = [place for place, card in enumerate(twin.talon) if card != game.turned]
        for place, card in zip(places, cards[count:], strict=True):
            twin.talon[place] = card
        return twin

    def _play_out(self, game: Game, act: Action) -> int:
        game.apply(act)
        for _ in range(LONGEST):
            if game.seat is None:
                break
            game.apply(cheapest(game))
        return 0 if game.outcome is None else game.outcome.scores[self._seat]


def cheapest(game: Game) -> Action:
    """How a game is thought through: the cheapest card; trumps are not thrown in."""
    trump = game.trump.suit

    def price(act: Action) -> int:
        worth = sum(RANK_OF[face] + (TRUMP if SUIT_OF[face] == trump else 0) for face in act.faces)
        if act.kind == "throw":
            return worth - TRUMP // 2
        return worth if act.kind != "take" else 1000

    return min(game.legal(), key=price)


@dataclass(frozen=True)
class Gain:
    """What participant 0 scored more than participant 1, board by board."""

    mean: float
    error: float
    """Standard error of the mean; the boards are independent, the rotations of one are not."""
    recognised: int


def played_set(rules: DurakRules, seed: bytes, boards: int, *, keeps_memory: bool) -> Gain:
    """A bot that remembers against one that does not; `keeps_memory`: over the rotations, too."""
    rng = random.Random(seed)
    remembering, plain = Bot(rng, remembers=True), Bot(rng, remembers=False)
    recognised = 0
    gains = [0] * boards
    for rotation, seating in enumerate(usual_rotations(rules)):
        if rotation and not keeps_memory:
            recognised += remembering.recognised
            remembering, plain = Bot(rng, remembers=True), Bot(rng, remembers=False)
        bots = [(remembering, plain)[participant] for participant in seating]
        for number in range(boards):
            scores = play_board(rules, seed, number, bots)
            gains[number] += scores[seating.index(0)] - scores[seating.index(1)]
    mean = fmean(gains)
    return Gain(mean, stdev(gains) / sqrt(boards), recognised + remembering.recognised)


def play_board(rules: DurakRules, seed: bytes, number: int, bots: list[Bot]) -> tuple[int, ...]:
    one = board(rules, seed, number)
    game = one.game
    assert isinstance(game, Game)
    players = [bot.sits_down(seat) for seat, bot in enumerate(bots)]
    while game.seat is not None:
        seat = game.seat
        game.apply(players[seat].choose(game))
    for player in players:
        player.over(game)
    return one.points()
