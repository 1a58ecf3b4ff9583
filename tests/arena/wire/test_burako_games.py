"""Every flag, hands of careless and of keen players: on the wire is what the engine shows."""

import random
from dataclasses import replace
from typing import Any

import pytest

from arena.games.burako.actions import Consult
from arena.games.burako.game import Game
from arena.games.burako.ruleset import BurakoRules
from arena.protocol.v1.match_pb2 import GameResult
from arena.protocol.v1.play_pb2 import Decision, GameOver
from arena.protocol.v1.replay_pb2 import Move
from arena.protocol.v1.spectate_pb2 import PublicDeal, PublicMove
from arena.wire.codec import Codec, codec_for
from arena.wire.told import Told
from tests.arena.games.burako.table import ALL_RULES, DUEL, PAIRS, PLAYERS, Player, keen_player
from tests.arena.wire.decoding import (
    burako_action,
    burako_events,
    burako_position,
    tile_ids,
    word,
)

NOT_IN_POSITION = {"seat", "outcome", "log"}
LIMIT = 25
TOTALS = (-40, 1250)


class Ear:
    """One viewer of one hand: all it was told must be what the engine would show it at once."""

    def __init__(self, codec: Codec, game: Game, seat: int | None) -> None:
        self.codec, self.game, self.seat = codec, game, seat
        self.told = Told()
        self.heard: list[list[object]] = []

    def position(self, message: Any) -> None:  # noqa: ANN401 - a BurakoPosition
        plain = burako_position(message, players=self.game.rules.players)
        view = replace(self.game.view(self.seat), log=()).to_json()
        if self.seat is None:
            assert not plain.pop("rack")
            assert view.pop("rack") is None
        assert plain == {k: v for k, v in view.items() if k not in NOT_IN_POSITION}

    def events(self, message: Any, first: int) -> None:  # noqa: ANN401 - what has events
        assert first == len(self.heard)
        self.heard += burako_events(message.events)
        assert self.told.count == len(self.heard) == len(self.game.log)
        if self.game.seat is None or len(self.heard) % 16 == 0:  # a whole log is long
            assert self.heard == self.game.view(self.seat).to_json()["log"]

    def is_asked(self) -> None:
        assert self.seat is not None
        message = Decision()
        self.codec.fill_decision(message, self.game, self.seat, self.told, LIMIT, TOTALS)
        question = message.burako
        self.position(question.position)
        self.events(question, message.first_event)
        legal = self.game.legal()
        listed = [burako_action(action) for action in question.legal]
        assert listed == [action.to_json() for action in legal[:LIMIT]]
        assert question.unlisted == len(legal) - len(listed)
        assert tuple(question.match_totals) == TOTALS

    def watches(self) -> None:
        message = PublicMove()
        assert self.codec.fill_change(message, self.game, self.told)
        self.position(message.burako.position)
        self.events(message.burako, message.first_event)
        assert not self.codec.fill_change(PublicMove(), self.game, self.told)

    def hears_the_end(self) -> None:
        assert self.seat is not None
        message = GameOver()
        self.codec.fill_game_over(message, self.game, self.seat, self.told, TOTALS)
        self.events(message.burako, message.first_event)
        assert_outcome(message.burako.outcome, self.game)
        self.position(message.burako.position)
        assert tuple(message.burako.match_totals) == TOTALS


def assert_outcome(message: Any, game: Game) -> None:  # noqa: ANN401 - a BurakoOutcome
    ended = game.outcome
    assert ended is not None
    assert [side.total for side in message.sides] == list(ended.totals)
    for side in message.sides:
        parts = (side.melded, side.canastas, side.close, side.muerto, side.racks)
        assert sum(parts) == side.total
        assert side.racks <= 0
    assert word(message, "reason", "REASON_") == ended.reason
    closer = (f"closed-by-{message.closed_by}",) if message.HasField("closed_by") else ()
    assert closer == ended.tags
    for seat, rack in enumerate(message.racks):
        assert tile_ids(rack.tiles) == list(game.view(seat).rack or ())
    assert len(message.racks) == game.rules.players


def logged(codec: Codec, action: object) -> object:
    """Through the log and back."""
    move = Move()
    codec.fill_move(move, action)
    read: object = codec.read_action(Move.FromString(move.SerializeToString()))
    return read


@pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
@pytest.mark.parametrize("rules", ALL_RULES, ids=lambda r: f"{r.name}-{ALL_RULES.index(r)}")
def test_a_hand_on_the_wire_is_the_hand_that_the_engine_shows(
    rules: BurakoRules, player: Player
) -> None:
    rng = random.Random(f"wire {rules.to_json()}")
    codec = codec_for(rules)
    game = rules.deal(seed=f"wire {rules.name}")
    seats = [Ear(codec, game, seat) for seat in range(rules.players)]
    public = Ear(codec, game, None)
    deal = PublicDeal()
    codec.fill_deal(deal, game)
    public.position(deal.burako)
    while game.seat is not None:
        seats[game.seat].is_asked()
        action = player(game, rng)
        assert logged(codec, action) == action
        game.apply(action)
        public.watches()
    for seat in seats:
        seat.hears_the_end()
    assert game.outcome is not None
    result = GameResult()
    codec.fill_outcome(result, game.outcome)
    assert_outcome(result.burako, game)


def test_only_the_asker_is_told_the_plan_of_a_consultation() -> None:
    codec, found = codec_for(PAIRS), 0
    for seed in range(60):
        game, rng = PAIRS.deal(seed=seed), random.Random(seed)
        while game.seat is not None:
            if game.phase == "answer" and game.asker is not None:
                found += 1
                (asker, action) = game.log[-1]
                assert isinstance(action, Consult)
                assert logged(codec, action) == action
                for seat in range(4):
                    message = GameOver()
                    codec.fill_game_over(message, game, seat, Told(), TOTALS)
                    told = message.burako.events[-1].action
                    assert not message.burako.HasField("outcome")
                    assert len(told.plan) == (len(action.plan) if seat == asker else 0)
                change = PublicMove()
                codec.fill_change(change, game, Told())
                assert not change.burako.events[-1].action.plan
            game.apply(keen_player(game, rng))
    assert found


def test_points_come_from_where_the_kernel_says() -> None:
    found = set()
    for seed in range(12):
        game, rng = DUEL.deal(seed=seed), random.Random(seed)
        while game.seat is not None:
            game.apply(keen_player(game, rng))
        assert game.outcome is not None
        message = GameResult()
        codec_for(DUEL).fill_outcome(message, game.outcome)
        for side, score in zip(message.burako.sides, game.outcome.score.sides, strict=True):
            lines = {line.code.value: line.amount for line in score.lines}
            racks = sum(line.amount for line in score.lines if line.code.value == "rack")
            assert side.close == lines.get("close", 0)
            assert side.canastas == sum(
                lines.get(f"{kind}_canastas", 0) for kind in ("pure", "impure")
            )
            assert side.muerto == sum(
                lines.get(f"muerto_{kind}", 0) for kind in ("played", "not_played")
            )
            assert side.racks == racks
            found |= {name for name in ("close", "canastas", "muerto", "racks", "melded")
                      if getattr(side, name)}  # fmt: skip
    assert found == {"close", "canastas", "muerto", "racks", "melded"}
