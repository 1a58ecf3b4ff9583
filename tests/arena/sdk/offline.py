"""Games between bots in this process, one after the other: enough to test how they play."""

from collections.abc import Sequence
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, NamedTuple

from arena.games.deal_set import usual_rotations
from arena.games.interface import Game, Outcome, Rules
from arena.sdk import Bot, Clock, End
from arena.sdk.bot import seated


def play(
    game: Game, bots: Sequence[type[Bot]], seed: str = "", clock: Clock | None = None
) -> Outcome:
    """Play a game to its end with one bot at each seat."""
    players = [
        seated(bot, rules=game.rules, seat=seat, random=Random(f"{seed}/{seat}"))
        for seat, bot in enumerate(bots)
    ]
    for player in players:
        player.start()
    while game.seat is not None:
        legal = game.legal()
        answer = players[game.seat].choose(game.view(game.seat), legal, clock or Clock())
        game.apply(legal[answer] if isinstance(answer, int) else answer)
    outcome = game.outcome
    assert outcome is not None
    for player in players:
        player.over(End(outcome=outcome, scores=outcome.scores))
    return outcome


class Result(NamedTuple):
    """The average per deal and its standard error."""

    mean: float
    error: float

    @property
    def least(self) -> float:
        """What it is at least, but for one time in a thousand."""
        return self.mean - 3.1 * self.error


def duel(
    rules: Rules[Any], one: type[Bot], other: type[Bot], deals: int, seed: str = "duel"
) -> Result:
    """One bot (with its team) against others at every other seat, every deal from every seat.

    Durak: the share of the games that `one` survived.  Burako: the points it is ahead in a hand.
    """
    results: list[float] = []
    for number in range(deals):
        of_deal: list[float] = []
        for rotation in usual_rotations(rules):
            seat = rotation.index(0)
            mine = [team == rules.teams[seat] for team in rules.teams]
            bots = [one if is_mine else other for is_mine in mine]
            scores = play(rules.deal(f"{seed}/{number}"), bots, f"{number}/{rotation}").scores
            if rules.name.startswith("burako"):
                of_deal.append(scores[seat] - scores[mine.index(False)])
            else:
                of_deal.append(scores[seat] / 2)
        results.append(fmean(of_deal))
    return Result(fmean(results), stdev(results) / sqrt(deals))
