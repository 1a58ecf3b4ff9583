"""Writing the event log of a match, which is its replay: append-only and compact."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from arena.games.interface import AnyAction, Rules
from arena.games.shuffle import commitment
from arena.protocol.v1 import match_pb2
from arena.protocol.v1.replay_pb2 import Move, ReplayHeader, ReplayRecord
from arena.wire.codec import codec_for
from arena.wire.frames import FORMAT, framed, sealed_end, varint
from arena.wire.match_spec import MatchSpec
from arena.wire.match_spec_messages import fault_policy_to_wire, time_control_to_wire
from arena.wire.matches import board_result_to_wire, forfeit_to_wire
from arena.wire.pieces import KEPT, inside, tag_of
from arena.wire.results import BoardResult, Fault, Forfeit
from arena.wire.rules import rules_to_wire

_MILLISECONDS: Final = 1000
_MOVE: Final = tag_of(ReplayRecord, "move")
_THINK_MS: Final = tag_of(Move, "think_ms")
_FAULT: Final = tag_of(Move, "fault")


class GameRecords:
    """What happened on some boards, as bytes that are only ever added to."""

    __slots__ = ("_codec", "data", "records")

    def __init__(self, rules: Rules[Any]) -> None:
        self.data = bytearray()
        self.records = 0
        self._codec = codec_for(rules)

    @property
    def size(self) -> int:
        """Its length in bytes."""
        return len(self.data)

    def read(self, from_byte: int) -> bytes:
        """Everything from a place on: whole records, if the place is an earlier size."""
        with memoryview(self.data) as everything, everything[from_byte:] as wanted:
            return bytes(wanted)

    def game_began(self, game: int, board: int) -> None:
        """A game is dealt."""
        record = ReplayRecord()
        record.game_began.game = game
        record.game_began.board = board
        record.game_began.SetInParent()
        self.add(record)

    def move(
        self, game: int, seat: int, action: AnyAction, think: float, fault: Fault | None
    ) -> None:
        """A decision was made by a seat, or for it, after so many seconds."""
        move = _whose(game, seat) + self._codec.move(action)
        move += _THINK_MS + varint(int(think * _MILLISECONDS))
        if fault is not None:
            move += _FAULT + varint(fault.value)  # numbered alike
        self.append(framed(inside(_MOVE, move)))

    def board_forfeited(self, board: int, forfeit: Forfeit) -> None:
        """A board was forfeited; whatever game it was in is over."""
        record = ReplayRecord()
        record.board_forfeited.board = board
        record.board_forfeited.forfeit.CopyFrom(forfeit_to_wire(forfeit))
        self.add(record)

    def add(self, record: ReplayRecord) -> None:
        """Any record."""
        self.append(framed(record.SerializeToString()))

    def append(self, frame: bytes) -> None:
        """A record as it stands in the log; everything written ends here."""
        self.data += frame
        self.records += 1


class ReplayWriter(GameRecords):
    """The log of a whole match, from its header to the seed revealed at the end."""

    __slots__ = ("_seed",)

    def __init__(self, spec: MatchSpec, opened_at_ms: int) -> None:
        super().__init__(spec.rules)
        self._seed = spec.seed
        self.add(ReplayRecord(header=_header(spec, opened_at_ms)))

    def rotation_began(self, rotation: int) -> None:
        """A rotation begins; its games are numbered anew."""
        record = ReplayRecord()
        record.rotation_began.rotation = rotation
        record.rotation_began.SetInParent()
        self.add(record)

    def ended(self, boards: Sequence[BoardResult], aborted: str) -> None:
        """The match is over: its results, and the seed that everything can be checked with."""
        record = ReplayRecord()
        record.end.boards.extend(board_result_to_wire(self._codec, board) for board in boards)
        record.end.aborted = aborted
        record.end.seed = self._seed
        self.append(sealed_end(self.data, record))


@lru_cache(maxsize=KEPT)
def _whose(game: int, seat: int) -> bytes:
    """The fields of a `Move` that tell whose it was."""
    return Move(game=game, seat=seat).SerializeToString()


def _header(spec: MatchSpec, opened_at_ms: int) -> ReplayHeader:
    return ReplayHeader(
        format=FORMAT,
        match_id=spec.match_id,
        rules=rules_to_wire(spec.rules),
        participants=spec.participants,
        rotations=[match_pb2.Seating(participants=seating) for seating in spec.rotations],
        boards=spec.boards,
        games_per_board=spec.games_per_board,
        commitment=commitment(spec.seed),
        time_control=time_control_to_wire(spec.time_control),
        fault_policy=fault_policy_to_wire(spec.fault_policy),
        opened_at_ms=opened_at_ms,
    )
