from arena.protocol.v1 import burako_pb2 as _burako_pb2
from arena.protocol.v1 import durak_pb2 as _durak_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Fault(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FAULT_UNSPECIFIED: _ClassVar[Fault]
    FAULT_TIMEOUT: _ClassVar[Fault]
    FAULT_ILLEGAL: _ClassVar[Fault]
    FAULT_MALFORMED: _ClassVar[Fault]

class ForfeitReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FORFEIT_REASON_UNSPECIFIED: _ClassVar[ForfeitReason]
    FORFEIT_REASON_STRIKES: _ClassVar[ForfeitReason]
    FORFEIT_REASON_NO_START: _ClassVar[ForfeitReason]
    FORFEIT_REASON_DISCONNECTED: _ClassVar[ForfeitReason]
    FORFEIT_REASON_PROTOCOL: _ClassVar[ForfeitReason]
FAULT_UNSPECIFIED: Fault
FAULT_TIMEOUT: Fault
FAULT_ILLEGAL: Fault
FAULT_MALFORMED: Fault
FORFEIT_REASON_UNSPECIFIED: ForfeitReason
FORFEIT_REASON_STRIKES: ForfeitReason
FORFEIT_REASON_NO_START: ForfeitReason
FORFEIT_REASON_DISCONNECTED: ForfeitReason
FORFEIT_REASON_PROTOCOL: ForfeitReason

class TimeControl(_message.Message):
    __slots__ = ("startup_ms", "bank_ms", "increment_ms", "bank_limit_ms", "grace_ms")
    STARTUP_MS_FIELD_NUMBER: _ClassVar[int]
    BANK_MS_FIELD_NUMBER: _ClassVar[int]
    INCREMENT_MS_FIELD_NUMBER: _ClassVar[int]
    BANK_LIMIT_MS_FIELD_NUMBER: _ClassVar[int]
    GRACE_MS_FIELD_NUMBER: _ClassVar[int]
    startup_ms: int
    bank_ms: int
    increment_ms: int
    bank_limit_ms: int
    grace_ms: int
    def __init__(self, startup_ms: _Optional[int] = ..., bank_ms: _Optional[int] = ..., increment_ms: _Optional[int] = ..., bank_limit_ms: _Optional[int] = ..., grace_ms: _Optional[int] = ...) -> None: ...

class FaultPolicy(_message.Message):
    __slots__ = ("on_fault", "strikes")
    class OnFault(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        ON_FAULT_UNSPECIFIED: _ClassVar[FaultPolicy.OnFault]
        ON_FAULT_DEFAULT_ACTION: _ClassVar[FaultPolicy.OnFault]
        ON_FAULT_FORFEIT: _ClassVar[FaultPolicy.OnFault]
    ON_FAULT_UNSPECIFIED: FaultPolicy.OnFault
    ON_FAULT_DEFAULT_ACTION: FaultPolicy.OnFault
    ON_FAULT_FORFEIT: FaultPolicy.OnFault
    ON_FAULT_FIELD_NUMBER: _ClassVar[int]
    STRIKES_FIELD_NUMBER: _ClassVar[int]
    on_fault: FaultPolicy.OnFault
    strikes: int
    def __init__(self, on_fault: _Optional[_Union[FaultPolicy.OnFault, str]] = ..., strikes: _Optional[int] = ...) -> None: ...

class Forfeit(_message.Message):
    __slots__ = ("seats", "reason")
    SEATS_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    seats: _containers.RepeatedScalarFieldContainer[int]
    reason: ForfeitReason
    def __init__(self, seats: _Optional[_Iterable[int]] = ..., reason: _Optional[_Union[ForfeitReason, str]] = ...) -> None: ...

class GameResult(_message.Message):
    __slots__ = ("game", "durak", "burako")
    GAME_FIELD_NUMBER: _ClassVar[int]
    DURAK_FIELD_NUMBER: _ClassVar[int]
    BURAKO_FIELD_NUMBER: _ClassVar[int]
    game: int
    durak: _durak_pb2.DurakOutcome
    burako: _burako_pb2.BurakoOutcome
    def __init__(self, game: _Optional[int] = ..., durak: _Optional[_Union[_durak_pb2.DurakOutcome, _Mapping]] = ..., burako: _Optional[_Union[_burako_pb2.BurakoOutcome, _Mapping]] = ...) -> None: ...

class BoardResult(_message.Message):
    __slots__ = ("rotation", "board", "games", "points", "losers", "forfeit")
    ROTATION_FIELD_NUMBER: _ClassVar[int]
    BOARD_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    LOSERS_FIELD_NUMBER: _ClassVar[int]
    FORFEIT_FIELD_NUMBER: _ClassVar[int]
    rotation: int
    board: int
    games: _containers.RepeatedCompositeFieldContainer[GameResult]
    points: _containers.RepeatedScalarFieldContainer[int]
    losers: _containers.RepeatedScalarFieldContainer[int]
    forfeit: Forfeit
    def __init__(self, rotation: _Optional[int] = ..., board: _Optional[int] = ..., games: _Optional[_Iterable[_Union[GameResult, _Mapping]]] = ..., points: _Optional[_Iterable[int]] = ..., losers: _Optional[_Iterable[int]] = ..., forfeit: _Optional[_Union[Forfeit, _Mapping]] = ...) -> None: ...

class Seating(_message.Message):
    __slots__ = ("participants",)
    PARTICIPANTS_FIELD_NUMBER: _ClassVar[int]
    participants: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, participants: _Optional[_Iterable[int]] = ...) -> None: ...
