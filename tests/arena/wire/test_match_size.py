"""However large a match is ordered, its goodbye can be read by a gRPC client as it comes."""

from contextlib import suppress
from typing import Any

import pytest

from arena.games import profiles, rules
from arena.games.burako.tiles import COUNT
from arena.games.deal_set import most_games
from arena.games.interface import AnyRules
from arena.protocol.v1 import match_pb2
from arena.protocol.v1.burako_pb2 import BurakoOutcome, BurakoSideScore, BurakoTiles
from arena.protocol.v1.durak_pb2 import DurakOutcome
from arena.protocol.v1.play_pb2 import Goodbye, PlayResponse
from arena.wire.match_spec import (
    MOST_BOARDS,
    MOST_GAMES,
    MOST_ROTATIONS,
    MatchSpec,
    SpecRefusedError,
    most_boards,
)

READ_BY_DEFAULT = 4 * 1024 * 1024
"""What gRPC's clients accept in one message."""
FAR = -(2**31)
"""Takes as many bytes as a number of points can."""


def _spec(chosen: AnyRules, boards: int, games: int = 1) -> MatchSpec:
    return MatchSpec(
        match_id="large",
        rules=chosen,
        participants=("x",) * chosen.players,
        boards=boards,
        games_per_board=games,
        seed=bytes(32),
    )


def _longest_game(chosen: AnyRules) -> match_pb2.GameResult:
    seats = range(chosen.players)
    result = match_pb2.GameResult(game=MOST_GAMES)
    if chosen.name.startswith("durak/"):
        result.durak.CopyFrom(
            DurakOutcome(
                losers=seats,
                order=seats,
                scores=[2 for _ in seats],
                reason=DurakOutcome.REASON_DURAK,
                epaulettes=4,
                wearer=1,
            )
        )
        return result
    side = BurakoSideScore(melded=FAR, canastas=FAR, close=FAR, muerto=FAR, racks=FAR, total=FAR)
    racks = [BurakoTiles(tiles=range(seat, COUNT, chosen.players)) for seat in seats]
    result.burako.CopyFrom(
        BurakoOutcome(
            sides=[side, side], reason=BurakoOutcome.REASON_CLOSED, closed_by=1, racks=racks
        )
    )
    return result


def _longest_goodbye(spec: MatchSpec) -> PlayResponse:
    seats = range(spec.rules.players)
    board = match_pb2.BoardResult(
        rotation=MOST_ROTATIONS,
        board=MOST_BOARDS,
        games=[_longest_game(spec.rules)] * most_games(spec.rules, spec.games_per_board),
        points=[FAR for _ in seats],
        losers=seats,
        forfeit=match_pb2.Forfeit(seats=seats, reason=match_pb2.FORFEIT_REASON_PROTOCOL),
    )
    return PlayResponse(goodbye=Goodbye(boards=[board] * spec.boards))


def _largest(chosen: AnyRules) -> MatchSpec:
    """What is accepted, not what is said to be."""
    for boards in range(MOST_BOARDS, 0, -1):
        with suppress(SpecRefusedError):
            return _spec(chosen, boards)
    raise AssertionError("not even one board is accepted")


@pytest.mark.parametrize("name", profiles())
def test_the_goodbye_of_the_most_boards_can_be_read(name: str) -> None:
    profile = profiles()[name]
    chosen = rules(name, max(profile.players))
    spec = _largest(chosen)
    assert spec.boards == most_boards(chosen)
    assert _longest_goodbye(spec).ByteSize() < READ_BY_DEFAULT


@pytest.mark.parametrize(
    ("name", "boards", "games", "options"),
    [
        ("durak/german", 10, 1000, {}),
        ("burako/pairs", 10, 1, {"hand_limit": 1000}),
        ("burako/pairs", 1000, 1, {"hand_limit": 10}),
    ],
)
def test_the_goodbye_of_the_most_games_can_be_read(
    name: str, boards: int, games: int, options: dict[str, Any]
) -> None:
    spec = _spec(rules(name, **options), boards, games)
    assert _longest_goodbye(spec).ByteSize() < READ_BY_DEFAULT


def test_a_match_that_can_have_more_hands_is_refused() -> None:
    with pytest.raises(SpecRefusedError, match="each of these can have 1000"):
        _spec(rules("burako/pairs", hand_limit=1000), 11)
