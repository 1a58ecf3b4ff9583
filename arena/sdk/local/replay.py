"""The replay of a match that was played here: the same format as the game server's."""

from collections.abc import Mapping
from dataclasses import replace

from arena.sdk.local.values import BoardPlayed
from arena.sdk.trouble import Place
from arena.wire.frames import read_frames
from arena.wire.match_spec import MatchSpec
from arena.wire.replay_writer import ReplayWriter
from arena.wire.results import BoardResult, GameResult


def replay_of(
    spec: MatchSpec, played: Mapping[tuple[int, int], BoardPlayed], opened_at_ms: int
) -> bytes:
    """The log of all boards that are over in all rotations, up to the first that is not.

    A match that was stopped early is so the shorter match that was played to its end.
    """
    boards = complete_boards(spec, played)
    if not boards:
        raise ValueError("No board is over in all rotations, so there is nothing to replay.")
    spec = replace(spec, boards=boards, boards_at_once=0)
    writer = ReplayWriter(spec, opened_at_ms)
    results: list[BoardResult] = []
    for rotation in range(len(spec.rotations)):
        writer.rotation_began(rotation)
        first = 0
        for board in range(boards):
            one = played[rotation, board]
            for record in read_frames(one.records):
                if record.HasField("game_began"):
                    record.game_began.game += first
                elif record.HasField("move"):
                    record.move.game += first
                writer.add(record)
            games = tuple(GameResult(game.game + first, game.outcome) for game in one.result.games)
            results.append(replace(one.result, games=games))
            first += len(games)
    writer.ended(results, "")
    return bytes(writer.data)


def complete_boards(spec: MatchSpec, played: Mapping[tuple[int, int], BoardPlayed]) -> int:
    """How many boards, from the first on, are over in all rotations."""
    rotations = range(len(spec.rotations))
    for board in range(spec.boards):
        if any((rotation, board) not in played for rotation in rotations):
            return board
    return spec.boards


def decision_in_replay(data: bytes, place: Place) -> int | None:
    """The number, from 1 and over the whole replay, of the decision that a trouble was about.

    `place` as offline play tells it: the game's number on its board, the seat's decision in it.
    """
    rotation = -1
    number = 0
    games: dict[int, list[int]] = {}
    made = 0
    for record in read_frames(data):
        if record.HasField("rotation_began"):
            rotation = record.rotation_began.rotation
            games = {}
        elif record.HasField("game_began"):
            games.setdefault(record.game_began.board, []).append(record.game_began.game)
        elif record.HasField("move"):
            number += 1
            on_board = games.get(place.board if place.board is not None else -1, [])
            if (
                rotation == place.rotation
                and record.move.seat == place.seat
                and record.move.game in on_board
                and on_board.index(record.move.game) == place.game
            ):
                made += 1
                if made == place.decision:
                    return number
    return None
