from arena.protocol.v1 import burako_pb2 as _burako_pb2
from arena.protocol.v1 import durak_pb2 as _durak_pb2
from arena.protocol.v1 import match_pb2 as _match_pb2
from arena.protocol.v1 import rules_pb2 as _rules_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ReplayRecord(_message.Message):
    __slots__ = ("header", "rotation_began", "game_began", "move", "board_forfeited", "end")
    HEADER_FIELD_NUMBER: _ClassVar[int]
    ROTATION_BEGAN_FIELD_NUMBER: _ClassVar[int]
    GAME_BEGAN_FIELD_NUMBER: _ClassVar[int]
    MOVE_FIELD_NUMBER: _ClassVar[int]
    BOARD_FORFEITED_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    header: ReplayHeader
    rotation_began: RotationBegan
    game_began: GameBegan
    move: Move
    board_forfeited: BoardForfeited
    end: ReplayEnd
    def __init__(self, header: _Optional[_Union[ReplayHeader, _Mapping]] = ..., rotation_began: _Optional[_Union[RotationBegan, _Mapping]] = ..., game_began: _Optional[_Union[GameBegan, _Mapping]] = ..., move: _Optional[_Union[Move, _Mapping]] = ..., board_forfeited: _Optional[_Union[BoardForfeited, _Mapping]] = ..., end: _Optional[_Union[ReplayEnd, _Mapping]] = ...) -> None: ...

class ReplayHeader(_message.Message):
    __slots__ = ("format", "match_id", "rules", "participants", "rotations", "boards", "games_per_board", "commitment", "time_control", "fault_policy", "opened_at_ms")
    FORMAT_FIELD_NUMBER: _ClassVar[int]
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    PARTICIPANTS_FIELD_NUMBER: _ClassVar[int]
    ROTATIONS_FIELD_NUMBER: _ClassVar[int]
    BOARDS_FIELD_NUMBER: _ClassVar[int]
    GAMES_PER_BOARD_FIELD_NUMBER: _ClassVar[int]
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    TIME_CONTROL_FIELD_NUMBER: _ClassVar[int]
    FAULT_POLICY_FIELD_NUMBER: _ClassVar[int]
    OPENED_AT_MS_FIELD_NUMBER: _ClassVar[int]
    format: int
    match_id: str
    rules: _rules_pb2.RuleSet
    participants: _containers.RepeatedScalarFieldContainer[str]
    rotations: _containers.RepeatedCompositeFieldContainer[_match_pb2.Seating]
    boards: int
    games_per_board: int
    commitment: str
    time_control: _match_pb2.TimeControl
    fault_policy: _match_pb2.FaultPolicy
    opened_at_ms: int
    def __init__(self, format: _Optional[int] = ..., match_id: _Optional[str] = ..., rules: _Optional[_Union[_rules_pb2.RuleSet, _Mapping]] = ..., participants: _Optional[_Iterable[str]] = ..., rotations: _Optional[_Iterable[_Union[_match_pb2.Seating, _Mapping]]] = ..., boards: _Optional[int] = ..., games_per_board: _Optional[int] = ..., commitment: _Optional[str] = ..., time_control: _Optional[_Union[_match_pb2.TimeControl, _Mapping]] = ..., fault_policy: _Optional[_Union[_match_pb2.FaultPolicy, _Mapping]] = ..., opened_at_ms: _Optional[int] = ...) -> None: ...

class RotationBegan(_message.Message):
    __slots__ = ("rotation",)
    ROTATION_FIELD_NUMBER: _ClassVar[int]
    rotation: int
    def __init__(self, rotation: _Optional[int] = ...) -> None: ...

class GameBegan(_message.Message):
    __slots__ = ("game", "board")
    GAME_FIELD_NUMBER: _ClassVar[int]
    BOARD_FIELD_NUMBER: _ClassVar[int]
    game: int
    board: int
    def __init__(self, game: _Optional[int] = ..., board: _Optional[int] = ...) -> None: ...

class Move(_message.Message):
    __slots__ = ("game", "seat", "durak", "burako", "think_ms", "fault")
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DURAK_FIELD_NUMBER: _ClassVar[int]
    BURAKO_FIELD_NUMBER: _ClassVar[int]
    THINK_MS_FIELD_NUMBER: _ClassVar[int]
    FAULT_FIELD_NUMBER: _ClassVar[int]
    game: int
    seat: int
    durak: _durak_pb2.DurakAction
    burako: _burako_pb2.BurakoAction
    think_ms: int
    fault: _match_pb2.Fault
    def __init__(self, game: _Optional[int] = ..., seat: _Optional[int] = ..., durak: _Optional[_Union[_durak_pb2.DurakAction, _Mapping]] = ..., burako: _Optional[_Union[_burako_pb2.BurakoAction, _Mapping]] = ..., think_ms: _Optional[int] = ..., fault: _Optional[_Union[_match_pb2.Fault, str]] = ...) -> None: ...

class BoardForfeited(_message.Message):
    __slots__ = ("board", "forfeit")
    BOARD_FIELD_NUMBER: _ClassVar[int]
    FORFEIT_FIELD_NUMBER: _ClassVar[int]
    board: int
    forfeit: _match_pb2.Forfeit
    def __init__(self, board: _Optional[int] = ..., forfeit: _Optional[_Union[_match_pb2.Forfeit, _Mapping]] = ...) -> None: ...

class ReplayEnd(_message.Message):
    __slots__ = ("boards", "aborted", "seed", "digest")
    BOARDS_FIELD_NUMBER: _ClassVar[int]
    ABORTED_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    boards: _containers.RepeatedCompositeFieldContainer[_match_pb2.BoardResult]
    aborted: str
    seed: bytes
    digest: bytes
    def __init__(self, boards: _Optional[_Iterable[_Union[_match_pb2.BoardResult, _Mapping]]] = ..., aborted: _Optional[str] = ..., seed: _Optional[bytes] = ..., digest: _Optional[bytes] = ...) -> None: ...
