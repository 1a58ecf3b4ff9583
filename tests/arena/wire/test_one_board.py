"""One board out of a log: what the whole log says of it, and nothing else is played for it."""

import random
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games import deal_set
from arena.sdk.recorded import recorded
from arena.wire import one_board
from arena.wire.frames import ReplayRefused, read_frames
from arena.wire.one_board import OneBoard, excerpt, read_board
from tests.arena.wire.played import Played, Trouble, match_of, play

SERIES = play(match_of("durak/volga", 3, boards=4, games=3), random.Random(5))
HANDS = play(match_of("burako/pairs", boards=2), random.Random(2))
TROUBLED = play(
    match_of("durak/duel24", boards=6), random.Random(3), Trouble(faults=0.1, gone=0.005)
)
ABSENT = play(match_of("durak/duel24", boards=2), random.Random(4), Trouble(absent=(1,)))


def boards_of(played: Played) -> list[tuple[int, int, OneBoard]]:
    return [
        (rotation, board, read_board(played.data, rotation=rotation, board=board))
        for rotation in range(len(played.spec.rotations))
        for board in range(played.spec.boards)
    ]


@pytest.mark.parametrize("played", [SERIES, HANDS, TROUBLED, ABSENT])
def test_every_game_is_the_one_that_was_played(played: Played) -> None:
    whole = recorded(played.data)
    for rotation, board, read in boards_of(played):
        games = [one for one in whole.games if (one.rotation, one.board) == (rotation, board)]
        assert len(read.games) == len(games)
        assert read.seating == played.spec.rotations[rotation]
        for number, known in enumerate(games):
            game = read.game(number)
            assert game.start.reveal() == known.position(0).reveal()
            assert game.end.reveal() == known.position(len(known.moves)).reveal()
            assert [(one.seat, one.action, one.think_ms, one.fault) for one in game.decisions] == [
                (one.seat, one.action, one.think_ms, one.fault) for one in known.moves
            ]
            assert game.forfeit == known.forfeit
            assert game.totals[0] == known.totals


def test_strikes_are_counted_on_the_board() -> None:
    for _, _, read in boards_of(TROUBLED):
        strikes: dict[int, int] = {}
        for number in range(len(read.games)):
            for one in read.game(number).decisions:
                strikes[one.seat] = strikes.get(one.seat, 0) + (one.fault is not None)
                assert one.strikes == (strikes[one.seat] if one.fault else 0)


def test_a_board_that_never_began_has_a_forfeit_and_no_games() -> None:
    read = read_board(ABSENT.data, rotation=0, board=1)
    assert read.games == ()
    assert read.forfeit is not None
    assert read.forfeit.seats == (1,)
    with pytest.raises(LookupError):
        read.game(0)


@pytest.mark.parametrize("played", [SERIES, HANDS, TROUBLED, ABSENT])
def test_an_excerpt_says_the_same_and_is_short(played: Played) -> None:
    for rotation, board, read in boards_of(played):
        part = excerpt(played.data, rotation=rotation, board=board)
        assert read_board(part, rotation=rotation, board=board) == read
        moves = [one for one in read_frames(part) if one.HasField("move")]
        assert len(moves) == sum(map(len, read.games))


def test_no_other_board_is_dealt() -> None:
    with patch.object(one_board, "board_dealt", wraps=deal_set.board) as dealt:
        read_board(SERIES.data, rotation=1, board=2).game(1)
    assert [call.args[2] for call in dealt.call_args_list] == [2]


@pytest.mark.parametrize(("rotation", "board"), [(3, 0), (0, 4), (99, 99)])
def test_what_the_match_has_not_is_not_found(rotation: int, board: int) -> None:
    with pytest.raises(LookupError):
        read_board(SERIES.data, rotation=rotation, board=board)


@pytest.mark.parametrize("number", [-1, 3, 10**9])
def test_a_game_that_the_board_has_not_is_not_found(number: int) -> None:
    with pytest.raises(LookupError):
        read_board(SERIES.data, rotation=0, board=0).game(number)


@pytest.mark.parametrize("data", [b"", b"every card of a match", b"\x00", SERIES.data[:-5]])
def test_what_is_no_log_is_refused(data: bytes) -> None:
    with pytest.raises(ReplayRefused):
        read_board(data, rotation=0, board=0)


@given(place=st.integers(0, len(SERIES.data) - 1), byte=st.integers(0, 255), cut=st.booleans())
def test_a_damaged_log_is_read_or_refused(place: int, byte: int, cut: bool) -> None:
    data = bytearray(SERIES.data)
    data[place] = byte
    if cut:
        del data[place:]
    try:
        read = read_board(bytes(data), rotation=0, board=1)
        for number in range(len(read.games)):
            read.game(number)
    except (ReplayRefused, LookupError):
        pass
