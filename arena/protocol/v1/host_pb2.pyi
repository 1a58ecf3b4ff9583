from arena.protocol.v1 import match_pb2 as _match_pb2
from arena.protocol.v1 import play_pb2 as _play_pb2
from arena.protocol.v1 import rules_pb2 as _rules_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Spectating(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SPECTATING_UNSPECIFIED: _ClassVar[Spectating]
    SPECTATING_LIVE: _ClassVar[Spectating]
    SPECTATING_AFTER_END: _ClassVar[Spectating]
SPECTATING_UNSPECIFIED: Spectating
SPECTATING_LIVE: Spectating
SPECTATING_AFTER_END: Spectating

class OpenTableRequest(_message.Message):
    __slots__ = ("match_id", "attempt", "rules", "participants", "rotations", "boards", "games_per_board", "boards_at_once", "seed", "time_control", "fault_policy", "spectating", "unveiled", "opener", "exact_clocks")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    ATTEMPT_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    PARTICIPANTS_FIELD_NUMBER: _ClassVar[int]
    ROTATIONS_FIELD_NUMBER: _ClassVar[int]
    BOARDS_FIELD_NUMBER: _ClassVar[int]
    GAMES_PER_BOARD_FIELD_NUMBER: _ClassVar[int]
    BOARDS_AT_ONCE_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    TIME_CONTROL_FIELD_NUMBER: _ClassVar[int]
    FAULT_POLICY_FIELD_NUMBER: _ClassVar[int]
    SPECTATING_FIELD_NUMBER: _ClassVar[int]
    UNVEILED_FIELD_NUMBER: _ClassVar[int]
    OPENER_FIELD_NUMBER: _ClassVar[int]
    EXACT_CLOCKS_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    attempt: int
    rules: _rules_pb2.RuleSet
    participants: _containers.RepeatedScalarFieldContainer[str]
    rotations: _containers.RepeatedCompositeFieldContainer[_match_pb2.Seating]
    boards: int
    games_per_board: int
    boards_at_once: int
    seed: bytes
    time_control: _match_pb2.TimeControl
    fault_policy: _match_pb2.FaultPolicy
    spectating: Spectating
    unveiled: bool
    opener: str
    exact_clocks: bool
    def __init__(self, match_id: _Optional[str] = ..., attempt: _Optional[int] = ..., rules: _Optional[_Union[_rules_pb2.RuleSet, _Mapping]] = ..., participants: _Optional[_Iterable[str]] = ..., rotations: _Optional[_Iterable[_Union[_match_pb2.Seating, _Mapping]]] = ..., boards: _Optional[int] = ..., games_per_board: _Optional[int] = ..., boards_at_once: _Optional[int] = ..., seed: _Optional[bytes] = ..., time_control: _Optional[_Union[_match_pb2.TimeControl, _Mapping]] = ..., fault_policy: _Optional[_Union[_match_pb2.FaultPolicy, _Mapping]] = ..., spectating: _Optional[_Union[Spectating, str]] = ..., unveiled: _Optional[bool] = ..., opener: _Optional[str] = ..., exact_clocks: _Optional[bool] = ...) -> None: ...

class OpenTableResponse(_message.Message):
    __slots__ = ("table", "tickets")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    TICKETS_FIELD_NUMBER: _ClassVar[int]
    table: str
    tickets: _containers.RepeatedCompositeFieldContainer[SeatTicket]
    def __init__(self, table: _Optional[str] = ..., tickets: _Optional[_Iterable[_Union[SeatTicket, _Mapping]]] = ...) -> None: ...

class SeatTicket(_message.Message):
    __slots__ = ("rotation", "seat", "participant", "address", "token")
    ROTATION_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PARTICIPANT_FIELD_NUMBER: _ClassVar[int]
    ADDRESS_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    rotation: int
    seat: int
    participant: int
    address: str
    token: str
    def __init__(self, rotation: _Optional[int] = ..., seat: _Optional[int] = ..., participant: _Optional[int] = ..., address: _Optional[str] = ..., token: _Optional[str] = ...) -> None: ...

class WatchTableRequest(_message.Message):
    __slots__ = ("table", "from_event")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    FROM_EVENT_FIELD_NUMBER: _ClassVar[int]
    table: str
    from_event: int
    def __init__(self, table: _Optional[str] = ..., from_event: _Optional[int] = ...) -> None: ...

class WatchTableResponse(_message.Message):
    __slots__ = ("events",)
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    events: _containers.RepeatedCompositeFieldContainer[TableEvent]
    def __init__(self, events: _Optional[_Iterable[_Union[TableEvent, _Mapping]]] = ...) -> None: ...

class TableEvent(_message.Message):
    __slots__ = ("number", "rotation_opened", "seat_changed", "board_over", "rotation_closed", "table_over", "seat_fault")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    ROTATION_OPENED_FIELD_NUMBER: _ClassVar[int]
    SEAT_CHANGED_FIELD_NUMBER: _ClassVar[int]
    BOARD_OVER_FIELD_NUMBER: _ClassVar[int]
    ROTATION_CLOSED_FIELD_NUMBER: _ClassVar[int]
    TABLE_OVER_FIELD_NUMBER: _ClassVar[int]
    SEAT_FAULT_FIELD_NUMBER: _ClassVar[int]
    number: int
    rotation_opened: RotationOpened
    seat_changed: SeatChanged
    board_over: _match_pb2.BoardResult
    rotation_closed: RotationClosed
    table_over: TableOver
    seat_fault: SeatFault
    def __init__(self, number: _Optional[int] = ..., rotation_opened: _Optional[_Union[RotationOpened, _Mapping]] = ..., seat_changed: _Optional[_Union[SeatChanged, _Mapping]] = ..., board_over: _Optional[_Union[_match_pb2.BoardResult, _Mapping]] = ..., rotation_closed: _Optional[_Union[RotationClosed, _Mapping]] = ..., table_over: _Optional[_Union[TableOver, _Mapping]] = ..., seat_fault: _Optional[_Union[SeatFault, _Mapping]] = ...) -> None: ...

class RotationOpened(_message.Message):
    __slots__ = ("rotation",)
    ROTATION_FIELD_NUMBER: _ClassVar[int]
    rotation: int
    def __init__(self, rotation: _Optional[int] = ...) -> None: ...

class RotationClosed(_message.Message):
    __slots__ = ("rotation",)
    ROTATION_FIELD_NUMBER: _ClassVar[int]
    rotation: int
    def __init__(self, rotation: _Optional[int] = ...) -> None: ...

class SeatChanged(_message.Message):
    __slots__ = ("seat", "connected", "detail")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CONNECTED_FIELD_NUMBER: _ClassVar[int]
    DETAIL_FIELD_NUMBER: _ClassVar[int]
    seat: int
    connected: bool
    detail: str
    def __init__(self, seat: _Optional[int] = ..., connected: _Optional[bool] = ..., detail: _Optional[str] = ...) -> None: ...

class SeatFault(_message.Message):
    __slots__ = ("seat", "game", "decision", "fault", "detail", "asked", "answered")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    FAULT_FIELD_NUMBER: _ClassVar[int]
    DETAIL_FIELD_NUMBER: _ClassVar[int]
    ASKED_FIELD_NUMBER: _ClassVar[int]
    ANSWERED_FIELD_NUMBER: _ClassVar[int]
    seat: int
    game: int
    decision: int
    fault: _match_pb2.Fault
    detail: str
    asked: _play_pb2.Decision
    answered: _play_pb2.Answer
    def __init__(self, seat: _Optional[int] = ..., game: _Optional[int] = ..., decision: _Optional[int] = ..., fault: _Optional[_Union[_match_pb2.Fault, str]] = ..., detail: _Optional[str] = ..., asked: _Optional[_Union[_play_pb2.Decision, _Mapping]] = ..., answered: _Optional[_Union[_play_pb2.Answer, _Mapping]] = ...) -> None: ...

class TableOver(_message.Message):
    __slots__ = ("aborted", "boards", "replay_bytes", "usage")
    ABORTED_FIELD_NUMBER: _ClassVar[int]
    BOARDS_FIELD_NUMBER: _ClassVar[int]
    REPLAY_BYTES_FIELD_NUMBER: _ClassVar[int]
    USAGE_FIELD_NUMBER: _ClassVar[int]
    aborted: str
    boards: _containers.RepeatedCompositeFieldContainer[_match_pb2.BoardResult]
    replay_bytes: int
    usage: _containers.RepeatedCompositeFieldContainer[SeatUsage]
    def __init__(self, aborted: _Optional[str] = ..., boards: _Optional[_Iterable[_Union[_match_pb2.BoardResult, _Mapping]]] = ..., replay_bytes: _Optional[int] = ..., usage: _Optional[_Iterable[_Union[SeatUsage, _Mapping]]] = ...) -> None: ...

class SeatUsage(_message.Message):
    __slots__ = ("rotation", "seat", "decisions", "think_ms", "longest_ms", "strikes", "startup_ms")
    ROTATION_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DECISIONS_FIELD_NUMBER: _ClassVar[int]
    THINK_MS_FIELD_NUMBER: _ClassVar[int]
    LONGEST_MS_FIELD_NUMBER: _ClassVar[int]
    STRIKES_FIELD_NUMBER: _ClassVar[int]
    STARTUP_MS_FIELD_NUMBER: _ClassVar[int]
    rotation: int
    seat: int
    decisions: int
    think_ms: int
    longest_ms: int
    strikes: int
    startup_ms: int
    def __init__(self, rotation: _Optional[int] = ..., seat: _Optional[int] = ..., decisions: _Optional[int] = ..., think_ms: _Optional[int] = ..., longest_ms: _Optional[int] = ..., strikes: _Optional[int] = ..., startup_ms: _Optional[int] = ...) -> None: ...

class AbortTableRequest(_message.Message):
    __slots__ = ("table", "reason")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    table: str
    reason: str
    def __init__(self, table: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class AbortTableResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ReadReplayRequest(_message.Message):
    __slots__ = ("table",)
    TABLE_FIELD_NUMBER: _ClassVar[int]
    table: str
    def __init__(self, table: _Optional[str] = ...) -> None: ...

class ReadReplayResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: bytes
    def __init__(self, data: _Optional[bytes] = ...) -> None: ...

class CloseTableRequest(_message.Message):
    __slots__ = ("table",)
    TABLE_FIELD_NUMBER: _ClassVar[int]
    table: str
    def __init__(self, table: _Optional[str] = ...) -> None: ...

class CloseTableResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListTablesRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListTablesResponse(_message.Message):
    __slots__ = ("tables",)
    TABLES_FIELD_NUMBER: _ClassVar[int]
    tables: _containers.RepeatedCompositeFieldContainer[TableStatus]
    def __init__(self, tables: _Optional[_Iterable[_Union[TableStatus, _Mapping]]] = ...) -> None: ...

class TableStatus(_message.Message):
    __slots__ = ("table", "match_id", "attempt", "rotation", "over")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    ATTEMPT_FIELD_NUMBER: _ClassVar[int]
    ROTATION_FIELD_NUMBER: _ClassVar[int]
    OVER_FIELD_NUMBER: _ClassVar[int]
    table: str
    match_id: str
    attempt: int
    rotation: int
    over: bool
    def __init__(self, table: _Optional[str] = ..., match_id: _Optional[str] = ..., attempt: _Optional[int] = ..., rotation: _Optional[int] = ..., over: _Optional[bool] = ...) -> None: ...

class DrainRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class DrainResponse(_message.Message):
    __slots__ = ("playing",)
    PLAYING_FIELD_NUMBER: _ClassVar[int]
    playing: int
    def __init__(self, playing: _Optional[int] = ...) -> None: ...
