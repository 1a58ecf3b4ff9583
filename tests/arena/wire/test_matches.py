"""Results on the wire."""

import random
from enum import Enum
from typing import Any

import pytest
from google.protobuf.internal.enum_type_wrapper import EnumTypeWrapper

from arena.games import rules
from arena.games.deal_set import board
from arena.games.interface import AnyRules
from arena.protocol.v1 import match_pb2
from arena.wire import results
from arena.wire.codec import codec_for
from arena.wire.matches import (
    board_result_to_wire,
    forfeit_from_wire,
    forfeit_to_wire,
)
from arena.wire.results import BoardResult, Forfeit, ForfeitReason, GameResult

VOLGA = rules("durak/volga", players=3)
DUEL = rules("burako/duel", target_points=100, hand_limit=2)


@pytest.mark.parametrize(
    ("ours", "theirs", "prefix"),
    [
        (results.Fault, match_pb2.Fault, "FAULT_"),
        (results.ForfeitReason, match_pb2.ForfeitReason, "FORFEIT_REASON_"),
    ],
)
def test_faults_and_reasons_are_numbered_as_on_the_wire(
    ours: type[Enum], theirs: EnumTypeWrapper, prefix: str
) -> None:
    assert {f"{prefix}{member.name}": member.value for member in ours} == {
        name: number for name, number in theirs.items() if number
    }


@pytest.mark.parametrize("reason", ForfeitReason)
def test_forfeits_come_back_as_they_were(reason: ForfeitReason) -> None:
    forfeit = Forfeit((0, 2), reason)
    encoded = forfeit_to_wire(forfeit).SerializeToString()
    assert forfeit_from_wire(match_pb2.Forfeit.FromString(encoded)) == forfeit


@pytest.mark.parametrize("reason", [0, 77])
def test_a_forfeit_without_a_reason_is_refused(reason: int) -> None:
    message = match_pb2.Forfeit(seats=[1])
    message.reason = reason  # type: ignore[assignment]
    with pytest.raises(ValueError, match=str(reason)):
        forfeit_from_wire(message)


@pytest.mark.parametrize("rule_set", [VOLGA, DUEL], ids=repr)
def test_a_board_that_was_played_to_its_end(rule_set: AnyRules) -> None:
    on, rng = board(rule_set, b"s" * 32, 3, games=2), random.Random(1)
    game: Any = on.game
    while True:
        while game.seat is not None:
            game.apply(game.legal()[rng.randrange(len(game.legal()))])
        if on.is_over:
            break
        game = on.next_game()
    result = BoardResult(
        rotation=1,
        board=3,
        games=tuple(GameResult(7 + n, outcome) for n, outcome in enumerate(on.outcomes)),
        points=on.points(),
        losers=on.losers(),
        forfeit=None,
    )
    message = board_result_to_wire(codec_for(rule_set), result)
    assert (message.rotation, message.board) == (1, 3)
    assert tuple(message.points) == on.points()
    assert tuple(message.losers) == on.losers()
    assert not message.HasField("forfeit")
    assert [entry.game for entry in message.games] == [7, 8][: len(on.outcomes)]
    for entry, outcome in zip(message.games, on.outcomes, strict=True):
        expected = match_pb2.GameResult(game=entry.game)
        codec_for(rule_set).fill_outcome(expected, outcome)
        assert entry == expected
        assert entry.WhichOneof("outcome") == rule_set.name.split("/")[0]


def test_a_board_that_was_forfeited_has_a_game_without_an_outcome() -> None:
    result = BoardResult(
        rotation=0,
        board=0,
        games=(GameResult(0, None),),
        points=(2, 0, 2),
        losers=(1,),
        forfeit=Forfeit((1,), ForfeitReason.NO_START),
    )
    message = board_result_to_wire(codec_for(VOLGA), result)
    assert len(message.games) == 1
    assert message.games[0].WhichOneof("outcome") is None
    assert forfeit_from_wire(message.forfeit) == result.forfeit
