"""What a seat is told over the wire is, on the author's side, the engine's own view again."""

import doctest
import random
from typing import Any

import pytest

from arena.games import profiles, rules
from arena.games.burako.planning import closing_plan, openings
from arena.games.interface import Game, Rules
from arena.protocol.v1.play_pb2 import Decision, GameOver
from arena.wire import views
from arena.wire.codec import codec_for
from arena.wire.kept import MOST, Kept
from arena.wire.told import Told
from arena.wire.views import EventsMissingError, Eyes, Log, eyes_for

LISTED = 256
MOST_MOVES = 1500


class Seat:
    """What is told to one seat, and what it makes of it."""

    def __init__(self, rule_set: Rules[Any], number: int) -> None:
        self.number = number
        self.codec = codec_for(rule_set)
        self.told = Told()
        self.eyes: Eyes = eyes_for(rule_set, number)
        self.log: Log[Any] = Log()

    def comes_back(self) -> None:
        """The server tells everything again; what was known here may or may not be lost."""
        self.told.forget()

    def is_asked(self, game: Game) -> None:
        message = Decision()
        self.codec.fill_decision(message, game, self.number, self.told, LISTED, ())
        sent = Decision.FromString(message.SerializeToString())
        view, legal = self.eyes.question(sent, self.log)
        assert view == game.view(self.number)
        assert type(view.log) is tuple
        assert list(legal) == list(game.legal()[:LISTED])

    def hears_of_the_end(self, game: Game) -> None:
        message = GameOver()
        self.codec.fill_game_over(message, game, self.number, self.told, ())
        sent = GameOver.FromString(message.SerializeToString())
        assert self.eyes.ended(sent, self.log) == game.outcome
        seen: Any = game.view(self.number)
        assert tuple(self.log.told) == seen.log


def _choice(game: Any, chance: random.Random) -> Any:  # noqa: ANN401 - of any game
    """Mostly anything; in Burako now and then what is never listed."""
    is_burako = game.rules.name.startswith("burako/")
    if is_burako and game.phase == "play" and chance.random() < 0.3:
        plan = closing_plan(game, 50) or next(openings(game), None)
        if plan is not None:
            return plan
    legal = game.legal()
    return legal[chance.randrange(min(len(legal), LISTED))]


def _all_rules() -> list[Rules[Any]]:
    return [
        rules(name, players=players)
        for name, profile in profiles().items()
        for players in {profile.default_players, profile.players[-1]}
    ]


@pytest.mark.parametrize("rule_set", _all_rules(), ids=lambda r: f"{r.name}-{r.players}")
def test_every_decision_and_every_end_comes_back_as_it_was(rule_set: Rules[Any]) -> None:
    chance = random.Random(rule_set.name)
    for seed in range(2):
        game: Game = rule_set.deal(seed)
        seats = [Seat(rule_set, number) for number in range(rule_set.players)]
        for _ in range(MOST_MOVES):
            if game.seat is None:
                break
            seats[game.seat].is_asked(game)
            if chance.random() < 0.05:
                seats[game.seat].comes_back()
                seats[game.seat].is_asked(game)
            game.apply(_choice(game, chance))
        for seat in seats:
            seat.hears_of_the_end(game)


def test_events_that_do_not_join_on_are_refused() -> None:
    log: Log[int] = Log()
    log.tell(0, [1, 2, 3])
    log.tell(2, [4])
    assert log.told == [1, 2, 4]
    with pytest.raises(EventsMissingError, match="from number 4 on were told, but only 3"):
        log.tell(4, [5])


def test_what_is_kept_does_not_grow_without_end() -> None:
    kept: Kept[Decision, int] = Kept(lambda message: message.decision)
    for number in range(MOST + 10):
        assert kept.one(Decision(decision=number)) == number
    assert len(kept._values) == 10
    assert kept.all([Decision(decision=number) for number in (7, MOST + 1)]) == (7, MOST + 1)


def test_the_example_of_the_module() -> None:
    tested = doctest.testmod(views)
    assert tested.attempted
    assert not tested.failed
