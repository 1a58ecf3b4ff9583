"""Random games of the engine, for properties, soaks and recorded games."""

import json
import random
from collections.abc import Iterator, Sequence

from arena.games import rules
from arena.games.durak.actions import Action
from arena.games.durak.game import Game
from arena.games.durak.ruleset import DurakRules
from tests.arena.games.durak.oracle.cards import full_pack

FIRST = (0.0, 0.1, 0.3, 0.6)
"""How often a player takes the first action, which is to take or pass wherever one can: the
careless give hands away quickly, the careful let them grow."""


class RandomPlayer:
    """Plays any legal action; each game has its own temper."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._first = rng.choice(FIRST)

    def choose(self, legal: Sequence[Action]) -> Action:
        if self._rng.random() < self._first:
            return legal[0]
        return legal[self._rng.randrange(len(legal))]


def steps(game: Game, player: RandomPlayer) -> Iterator[tuple[int, Action]]:
    """Play to the end; yields each question's seat and answer after it was applied."""
    while game.seat is not None:
        seat, action = game.seat, player.choose(game.legal())
        game.apply(action)
        yield seat, action


def finished(rule_set: DurakRules, seed: int) -> Game:
    """A whole random game; the same for the same seed."""
    game = rule_set.deal(seed)
    for _ in steps(game, RandomPlayer(random.Random(seed))):
        pass
    return game


def table(profile: str, players: int) -> DurakRules:
    rule_set: DurakRules = rules(profile, players=players)
    return rule_set


def pack_of(rule_set: DurakRules) -> list[str]:
    """The ids of the whole pack."""
    return full_pack(rule_set.options.deck, rule_set.options.packs)


def text(data: object) -> str:
    """JSON in one spelling, to compare by."""
    return json.dumps(data, sort_keys=True, allow_nan=False)


def is_whole(game: Game) -> bool:
    """Every card of the pack lies in exactly one place, while the game lasts."""
    places = [*game.hands, *game.secrets, *game.talon, game.table, game.discard]
    if game.rules.options.trump_card == "out_of_play" and game.trump_card is not None:
        places.append(1 << game.trump_card)
    together = 0
    for place in places:
        together |= place
    count = sum(place.bit_count() for place in places)
    return together == game.start.cards and count == together.bit_count()
