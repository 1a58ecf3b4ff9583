"""One board of one rotation taken out of a log: what was played on it, game by game.

The rest of the log is only leafed through, and no game is played again but those of this board up
to the one that is asked for.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from arena.games.deal_set import board as board_dealt
from arena.games.errors import MalformedAction
from arena.games.interface import AnyAction, Game, Rules
from arena.protocol.v1.replay_pb2 import Move, ReplayHeader, ReplayRecord
from arena.wire.codec import Codec, codec_for
from arena.wire.frames import ReplayRefused, frame, last_record, read_frames
from arena.wire.matches import forfeit_from_wire
from arena.wire.replayed_board import Policy, ReplayedBoard
from arena.wire.results import Fault, Forfeit
from arena.wire.verify import rules_checked


@dataclass(frozen=True, slots=True)
class Decision:
    """A move as it stands in the log."""

    seat: int
    action: AnyAction
    think_ms: int
    fault: Fault | None
    """Why the server decided for the seat, if it did."""
    strikes: int
    """How many strikes the seat then had on the board, if this was one."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One game of a board, judged again."""

    start: Game
    """As it was dealt."""
    end: Game
    decisions: tuple[Decision, ...]
    totals: tuple[tuple[int, ...], tuple[int, ...]]
    """The points of the sides before and after it, where they are added up."""
    forfeit: Forfeit | None
    """Who broke the board off in this game, if somebody did."""


@dataclass(frozen=True, slots=True)
class OneBoard:
    """A board as the log has it."""

    header: ReplayHeader
    rules: Rules[Any]
    seed: bytes
    number: int
    seating: tuple[int, ...]
    """The participant at each seat."""
    games: tuple[tuple[Move, ...], ...]
    forfeit: Forfeit | None

    def game(self, number: int) -> PlayedGame:
        """One of its games, from 0; `ReplayRefused` if it cannot have been played like that."""
        if not 0 <= number < len(self.games):
            raise LookupError(number)
        codec = codec_for(self.rules)
        dealt = board_dealt(self.rules, self.seed, self.number, self.header.games_per_board)
        replayed = ReplayedBoard(self.number, dealt, Policy(self.header.fault_policy))
        strikes = [0] * self.rules.players
        for earlier, moves in enumerate(self.games[:number]):
            _begin(replayed, earlier)
            for _ in _played(replayed, codec, moves, strikes):
                pass
        _begin(replayed, number)
        start, before = replayed.game.copy(), dealt.totals
        decisions = tuple(_played(replayed, codec, self.games[number], strikes))
        is_last = number == len(self.games) - 1
        return PlayedGame(
            start=start,
            end=replayed.game,
            decisions=decisions,
            totals=(before, dealt.totals),
            forfeit=self.forfeit if is_last else None,
        )


def excerpt(data: bytes, *, rotation: int, board: int) -> bytes:
    """A log of this board alone, which `read_board` reads like the whole: small enough to keep."""
    parts: list[bytes] = []
    for record in _records(data, rotation, board):
        if record.HasField("end"):
            del record.end.boards[:]
            record.end.digest = b""
        parts.append(frame(record))
    return b"".join(parts)


def read_board(data: bytes, *, rotation: int, board: int) -> OneBoard:
    """What a log says of a board; `LookupError` if its match has no such board, `ReplayRefused` if
    this cannot be read as a log."""
    header: ReplayHeader | None = None
    seed = b""
    games: dict[int, list[Move]] = {}
    forfeit: Forfeit | None = None
    for record in _records(data, rotation, board):
        match record.WhichOneof("record"):
            case "header":
                header = record.header
            case "game_began":
                games[record.game_began.game] = []
            case "move":
                games[record.move.game].append(record.move)
            case "board_forfeited":
                forfeit = _forfeit(record)
            case "end":
                seed = record.end.seed
    if header is None:
        raise ReplayRefused("The log does not begin with its header.")
    rules = rules_checked(header, seed)
    if rotation >= len(header.rotations) or board >= header.boards:
        raise LookupError(rotation, board)
    if forfeit is not None and any(seat >= rules.players for seat in forfeit.seats):
        raise ReplayRefused("a forfeit must name seats of the table.")
    return OneBoard(
        header=header,
        rules=rules,
        seed=seed,
        number=board,
        seating=tuple(header.rotations[rotation].participants),
        games=tuple(map(tuple, games.values())),
        forfeit=forfeit,
    )


def _records(data: bytes, rotation: int, board: int) -> Iterator[ReplayRecord]:
    """The header, what concerns the board, and the end."""
    last = last_record(data)
    if not last.HasField("end"):
        raise ReplayRefused("The log has no end: it breaks off.")
    here = -1
    own: set[int] = set()
    for record in read_frames(data):
        kind = record.WhichOneof("record")
        if kind == "header":
            yield record
        elif kind == "rotation_began":
            here = record.rotation_began.rotation
            if here > rotation:
                break
            if here == rotation:
                yield record
        elif here == rotation and _concerns(record, board, own):
            yield record
    yield last


def _concerns(record: ReplayRecord, board: int, own: set[int]) -> bool:
    """Whether a record of the rotation is the board's; `own` are the numbers of its games."""
    match record.WhichOneof("record"):
        case "game_began" if record.game_began.board == board:
            own.add(record.game_began.game)
            return True
        case "move":
            return record.move.game in own
        case "board_forfeited":
            return record.board_forfeited.board == board
        case _:
            return False


def _begin(replayed: ReplayedBoard, number: int) -> None:
    if replayed.is_over:
        raise ReplayRefused(f"board {replayed.number} was over before its game {number}.")
    replayed.begin_game(number)


def _played(
    replayed: ReplayedBoard, codec: Codec, moves: Sequence[Move], strikes: list[int]
) -> Iterator[Decision]:
    for move in moves:
        try:
            action = codec.read_action(move)
            fault = Fault(move.fault) if move.fault else None
        except MalformedAction as refused:
            raise ReplayRefused(f"an action cannot be read: {refused}") from None
        except ValueError:
            raise ReplayRefused(f"there is no mistake number {move.fault}.") from None
        replayed.move(move.seat, action, fault=fault is not None)
        if fault is not None:
            strikes[move.seat] += 1
        counted = strikes[move.seat] if fault is not None else 0
        yield Decision(move.seat, action, move.think_ms, fault, counted)


def _forfeit(record: ReplayRecord) -> Forfeit:
    try:
        return forfeit_from_wire(record.board_forfeited.forfeit)
    except ValueError:
        raise ReplayRefused("a forfeit must have one of the reasons there are.") from None
