"""What a seat is told over the wire is, on the author's side, the engine's own view again."""

import copy
import dataclasses
import doctest
import pickle
import random
from typing import Any

import pytest

from arena.games import profiles, rules
from arena.games.burako.planning import closing_plan, openings
from arena.games.interface import Game, Rules
from arena.protocol.v1.durak_pb2 import DurakAction, DurakEvent, DurakQuestion
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
        self.log: Log[Any] = self.eyes.new_log()

    def comes_back(self) -> None:
        """The server tells everything again; what was known here may or may not be lost."""
        self.told.forget()

    def is_asked(self, game: Game) -> None:
        message = Decision()
        self.codec.fill_decision(message, game, self.number, self.told, LISTED, ())
        sent = Decision.FromString(message.SerializeToString())
        view, legal = self.eyes.question(sent, self.log)
        truth: Any = game.view(self.number)
        assert view == truth
        assert truth == view
        assert view.to_json() == truth.to_json()
        assert type(view.log) is tuple
        assert list(legal) == list(game.legal()[:LISTED])

    def hears_of_the_end(self, game: Game) -> None:
        message = GameOver()
        self.codec.fill_game_over(message, game, self.number, self.told, ())
        sent = GameOver.FromString(message.SerializeToString())
        assert self.eyes.ended(sent, self.log) == game.outcome
        seen: Any = game.view(self.number)
        assert self.log.entries(sent) == seen.log


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
    game: Game = rule_set.deal(1)
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
    log = eyes_for(rules("durak/volga"), 0).new_log()
    told = [_told(0, 1, 0, 1), _told(2, 0), _told(2, 1, 1)]
    for message in told:
        log.tell(message)
    assert [seat for seat, _ in log.entries(told[-1])] == [1, 0, 1, 1]
    assert [seat for seat, _ in log.entries(told[1])] == [1, 0, 1]
    log.tell(told[-1])
    log.tell(_told(5, 1))
    with pytest.raises(EventsMissingError, match="from number 5 on were told, but only 4"):
        log.entries(told[-1])


def _told(first: int, *seats: int) -> Decision:
    action = DurakAction(kind=DurakAction.KIND_PASS)
    events = [DurakEvent(seat=seat, action=action) for seat in seats]
    return Decision(first_event=first, durak=DurakQuestion(events=events))


def test_what_is_kept_does_not_grow_without_end() -> None:
    kept: Kept[Decision, int] = Kept(Decision, lambda message: message.decision)
    for number in range(MOST + 10):
        assert kept.all([Decision(decision=number)]) == (number,)
    assert len(kept) == 10
    assert kept.all([Decision(decision=number) for number in (7, MOST + 1)]) == (7, MOST + 1)


def test_the_example_of_the_module() -> None:
    tested = doctest.testmod(views)
    assert tested.attempted
    assert not tested.failed


def _asked(profile: str) -> tuple[Any, Any, Any]:
    """A position after a few moves: the view over the wire, the actions, and the engine's view."""
    game: Any = rules(profile, players=2).deal(5)
    for _ in range(12):
        game.apply(game.legal()[-1])
    seat = Seat(game.rules, game.seat)
    message = Decision()
    seat.codec.fill_decision(message, game, seat.number, seat.told, LISTED, ())
    view, legal = seat.eyes.question(message, seat.log)
    return view, legal, game


@pytest.mark.parametrize("profile", ["durak/volga", "burako/duel"])
def test_a_view_over_the_wire_is_a_view_in_every_respect(profile: str) -> None:
    view, _, game = _asked(profile)
    truth = game.view(game.seat)
    assert isinstance(view, type(truth))
    assert hash(view) == hash(truth)
    assert {view, truth} == {truth}
    assert view != game.view(None)
    assert view != "something else"
    pickled = pickle.loads(pickle.dumps(view))  # noqa: S301 - our own
    for copied in (copy.copy(view), copy.deepcopy(view), pickled):
        assert type(copied) is type(truth)
        assert copied == truth
    assert dataclasses.asdict(view) == dataclasses.asdict(truth)
    assert dataclasses.replace(view, phase="over") == dataclasses.replace(truth, phase="over")
    assert repr(view).partition("(")[2] == repr(truth).partition("(")[2]
    assert view.phase == truth.phase
    with pytest.raises(dataclasses.FrozenInstanceError):
        view.phase = "over"
    with pytest.raises(AttributeError, match="A view has no part 'hands'"):
        _ = view.hands


def test_an_older_view_keeps_its_log_when_the_game_goes_on() -> None:
    game: Any = rules("durak/volga", players=2).deal(5)
    seats = [Seat(game.rules, number) for number in range(2)]
    kept = []
    while game.seat is not None:
        seat = seats[game.seat]
        message = Decision()
        seat.codec.fill_decision(message, game, seat.number, seat.told, LISTED, ())
        kept.append((seat.eyes.question(message, seat.log)[0], game.view(game.seat)))
        game.apply(game.legal()[0])
    assert all(view == truth for view, truth in kept)


@pytest.mark.parametrize("profile", ["durak/volga", "burako/duel"])
def test_actions_are_a_sequence_like_any_other(profile: str) -> None:
    _, legal, game = _asked(profile)
    truth = list(game.legal())
    assert len(legal) == len(truth) > 1
    assert legal[-1] == truth[-1]
    assert legal.index(legal[-1]) == len(truth) - 1
    assert legal.index(legal[0]) == 0
    assert legal[1:] == tuple(truth[1:])
    assert list(legal) == truth
    assert legal[1] == truth[1]
    assert list(reversed(legal)) == truth[::-1]
    assert truth[0] in legal
    assert "pass" not in legal
    assert legal == tuple(truth)
    assert legal == _asked(profile)[1]
    assert hash(legal) == hash(tuple(truth))
    assert repr(legal) == repr(tuple(truth))
    with pytest.raises(ValueError, match="not in tuple"):
        legal.index("pass")
    with pytest.raises(IndexError):
        _ = legal[len(truth)]
