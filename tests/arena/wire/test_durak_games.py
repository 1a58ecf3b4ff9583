"""Every profile at every player count: what is on the wire is what the engine shows."""

import random
from dataclasses import replace
from typing import Any

import pytest

from arena.games import rules
from arena.games.durak.actions import Action
from arena.games.durak.game import Game
from arena.games.durak.view import seen
from arena.protocol.v1.durak_pb2 import DurakPosition
from arena.protocol.v1.match_pb2 import GameResult
from arena.protocol.v1.play_pb2 import Decision, GameOver
from arena.protocol.v1.replay_pb2 import Move
from arena.protocol.v1.spectate_pb2 import PublicDeal, PublicMove
from arena.wire.codec import Codec, codec_for
from arena.wire.durak_pieces import long_position, position
from arena.wire.told import Told
from tests.arena.games.durak.random_play import RandomPlayer, table
from tests.arena.games.durak.strategies import profile_tables
from tests.arena.wire.decoding import durak_action, durak_events, durak_position, word

NOT_IN_POSITION = {"seat", "teams", "outcome", "log"}
LIMIT = 40


class Ear:
    """One viewer of one game: all it was told must be what the engine would show it at once."""

    def __init__(self, codec: Codec, game: Game, seat: int | None) -> None:
        self.codec, self.game, self.seat = codec, game, seat
        self.packs = game.rules.options.packs
        self.told = Told()
        self.heard: list[list[object]] = []

    def position(self, message: Any) -> None:  # noqa: ANN401 - a DurakPosition
        plain = durak_position(message, packs=self.packs, players=self.game.rules.players)
        view = replace(self.game.view(self.seat), log=()).to_json()
        if self.seat is None:
            assert not plain.pop("hand")
            assert view.pop("hand") is None
        assert plain == {k: v for k, v in view.items() if k not in NOT_IN_POSITION}

    def events(self, message: Any, first: int) -> None:  # noqa: ANN401 - what has events
        assert first == len(self.heard)
        self.heard += durak_events(message.events, self.packs)
        assert self.told.count == len(self.heard)

    def heard_everything(self) -> None:
        log = self.game.view(self.seat).log
        assert len(self.heard) == len(log)
        if self.game.seat is None or len(log) % 8 == 0:  # a whole log is long
            assert self.heard == [[seat, action.to_json()] for seat, action in log]

    def is_asked(self) -> None:
        assert self.seat is not None
        message = Decision()
        self.codec.fill_decision(message, self.game, self.seat, self.told, LIMIT, ())
        question = message.durak
        self.position(question.position)
        self.events(question, message.first_event)
        self.heard_everything()
        legal = self.game.legal()
        listed = [durak_action(action, self.packs) for action in question.legal]
        assert listed == [legal[n].to_json() for n in range(min(LIMIT, len(legal)))]
        assert question.unlisted == len(legal) - len(listed)

    def watches(self) -> None:
        """As a spectator, who is told what everybody may know as soon as he may."""
        message = PublicMove()
        if self.codec.fill_change(message, self.game, self.told):
            self.position(message.durak.position)
            assert message.durak.events
            self.events(message.durak, message.first_event)
        else:
            assert message == PublicMove()
        # What a call shows may be followed by a throw round whose passes are hidden again.
        shown = len(self.game.view(None).log)
        assert shown <= len(self.heard)
        assert all(action == {"a": "pass"} for _, action in self.heard[shown:])

    def hears_the_end(self) -> None:
        assert self.seat is not None
        message = GameOver()
        self.codec.fill_game_over(message, self.game, self.seat, self.told, ())
        self.events(message.durak, message.first_event)
        if self.game.outcome is not None:
            assert_outcome(message.durak.outcome, self.game)
            self.heard_everything()


def assert_outcome(message: Any, game: Game) -> None:  # noqa: ANN401 - a DurakOutcome
    ended = game.outcome
    assert ended is not None
    assert tuple(message.losers) == ended.losers
    assert tuple(message.order) == ended.order
    assert tuple(message.scores) == ended.scores
    assert word(message, "reason", "REASON_") == ended.reason
    assert message.epaulettes == ended.epaulettes
    assert (message.wearer if message.HasField("wearer") else None) == ended.wearer


def logged(codec: Codec, action: Action) -> Action:
    """Through the log and back."""
    move = Move()
    codec.fill_move(move, action)
    read: Action = codec.read_action(Move.FromString(move.SerializeToString()))
    return read


@pytest.mark.parametrize(("profile", "players"), profile_tables())
def test_a_game_on_the_wire_is_the_game_that_the_engine_shows(profile: str, players: int) -> None:
    rng = random.Random(f"wire {profile} {players}")
    rule_set = table(profile, players)
    codec = codec_for(rule_set)
    game = rule_set.deal(rng.randrange(1000))
    seats = [Ear(codec, game, seat) for seat in range(players)]
    public = Ear(codec, game, None)
    deal = PublicDeal()
    codec.fill_deal(deal, game)
    public.position(deal.durak)
    player = RandomPlayer(rng)
    while game.seat is not None and len(game.log) < 200:
        seats[game.seat].is_asked()
        action = player.choose(game.legal())
        assert logged(codec, action) is action
        game.apply(action)
        public.watches()
    for seat in seats:
        seat.hears_the_end()
    if game.outcome is not None:
        public.heard_everything()
        result = GameResult()
        codec.fill_outcome(result, game.outcome)
        assert_outcome(result.durak, game)


@pytest.mark.parametrize("packs", [1, 2])
def test_a_position_is_the_same_in_bytes_and_in_words(packs: int) -> None:
    rule_set = rules("durak/german-many", players=4, packs=packs)
    player = RandomPlayer(random.Random(packs))
    for seed in range(5):
        game = rule_set.deal(seed)
        while game.seat is not None:
            for seat in (None, *range(4)):
                now = seen(game, seat)
                in_bytes, in_words = position(now, secrets=False), long_position(now, secrets=False)
                assert DurakPosition.FromString(in_bytes) == DurakPosition.FromString(in_words)
            game.apply(player.choose(game.legal()))


def test_many_packs_are_on_the_wire_as_the_engine_shows_them() -> None:
    rule_set = rules("durak/german-many", players=8, packs=4, deck=52)
    codec, player = codec_for(rule_set), RandomPlayer(random.Random(4))
    game = rule_set.deal(4)
    for _ in range(60):
        assert game.seat is not None
        Ear(codec, game, game.seat).is_asked()
        game.apply(player.choose(game.legal()))


def test_who_comes_back_hears_everything_from_the_beginning() -> None:
    rule_set = table("durak/volga", 3)
    codec, game = codec_for(rule_set), rule_set.deal(5)
    for _ in range(20):
        game.apply(game.default_action())
    assert game.seat is not None
    told, again = Told(), Told()
    codec.fill_decision(Decision(), game, game.seat, told, LIMIT, ())
    assert told.count > 0
    once, twice = Decision(), Decision()
    codec.fill_decision(once, game, game.seat, told, LIMIT, ())
    codec.fill_decision(twice, game, game.seat, again, LIMIT, ())
    assert not once.durak.events
    assert once.first_event == told.count
    assert len(twice.durak.events) == told.count
    assert twice.first_event == 0


def test_a_list_without_end_is_cut_and_the_rest_counted() -> None:
    rule_set = rules("durak/german-many", players=8, packs=4, deck=52, hand_size=12, attack_limit=0)
    codec, game = codec_for(rule_set), rule_set.deal(1)
    found = 0
    for _ in range(300):
        if game.seat is None:
            break
        message = Decision()
        codec.fill_decision(message, game, game.seat, Told(), 3, ())
        assert len(message.durak.legal) == min(3, len(game.legal()))
        assert message.durak.unlisted == max(0, len(game.legal()) - 3)
        found = max(found, message.durak.unlisted)
        game.apply(game.legal()[-1])
    assert found > 250


def test_what_was_sent_can_be_changed_without_changing_what_will_be_sent() -> None:
    rule_set = table("durak/volga", 2)
    codec, game = codec_for(rule_set), rule_set.deal(5)
    assert game.seat is not None
    first, second = Decision(), Decision()
    codec.fill_decision(first, game, game.seat, Told(), LIMIT, ())
    before = first.SerializeToString()
    for action in first.durak.legal:
        action.Clear()
    move = Move()
    codec.fill_move(move, game.legal()[0])
    move.durak.Clear()
    codec.fill_decision(second, game, game.seat, Told(), LIMIT, ())
    assert second.SerializeToString() == before


def test_a_game_broken_off_in_a_throw_round_tells_nobody_who_has_just_passed() -> None:
    rule_set = table("durak/volga", 4)
    codec = codec_for(rule_set)
    found = 0
    for seed in range(6):
        game = rule_set.deal(seed)
        player = RandomPlayer(random.Random(seed))
        while game.seat is not None:
            hidden = [s for s in range(4) if len(game.view(s).log) < len(game.log)]
            for seat in hidden:
                found += 1
                message = GameOver()
                codec.fill_game_over(message, game, seat, Told(), ())
                assert not message.durak.HasField("outcome")
                assert message.WhichOneof("end") == "durak"
                assert len(message.durak.events) == len(game.view(seat).log)
            game.apply(player.choose(game.legal()))
    assert found
