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

class ListOpenTablesRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListOpenTablesResponse(_message.Message):
    __slots__ = ("tables",)
    TABLES_FIELD_NUMBER: _ClassVar[int]
    tables: _containers.RepeatedCompositeFieldContainer[OpenTable]
    def __init__(self, tables: _Optional[_Iterable[_Union[OpenTable, _Mapping]]] = ...) -> None: ...

class OpenTable(_message.Message):
    __slots__ = ("table", "match_id", "profile", "participants", "over")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    PROFILE_FIELD_NUMBER: _ClassVar[int]
    PARTICIPANTS_FIELD_NUMBER: _ClassVar[int]
    OVER_FIELD_NUMBER: _ClassVar[int]
    table: str
    match_id: str
    profile: str
    participants: _containers.RepeatedScalarFieldContainer[str]
    over: bool
    def __init__(self, table: _Optional[str] = ..., match_id: _Optional[str] = ..., profile: _Optional[str] = ..., participants: _Optional[_Iterable[str]] = ..., over: _Optional[bool] = ...) -> None: ...

class SpectateRequest(_message.Message):
    __slots__ = ("table", "from_event")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    FROM_EVENT_FIELD_NUMBER: _ClassVar[int]
    table: str
    from_event: int
    def __init__(self, table: _Optional[str] = ..., from_event: _Optional[int] = ...) -> None: ...

class SpectateResponse(_message.Message):
    __slots__ = ("events",)
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    events: _containers.RepeatedCompositeFieldContainer[PublicEvent]
    def __init__(self, events: _Optional[_Iterable[_Union[PublicEvent, _Mapping]]] = ...) -> None: ...

class PublicEvent(_message.Message):
    __slots__ = ("number", "match_began", "rotation_began", "deal", "move", "game_over", "match_ended")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    MATCH_BEGAN_FIELD_NUMBER: _ClassVar[int]
    ROTATION_BEGAN_FIELD_NUMBER: _ClassVar[int]
    DEAL_FIELD_NUMBER: _ClassVar[int]
    MOVE_FIELD_NUMBER: _ClassVar[int]
    GAME_OVER_FIELD_NUMBER: _ClassVar[int]
    MATCH_ENDED_FIELD_NUMBER: _ClassVar[int]
    number: int
    match_began: MatchBegan
    rotation_began: PublicRotation
    deal: PublicDeal
    move: PublicMove
    game_over: PublicGameOver
    match_ended: MatchEnded
    def __init__(self, number: _Optional[int] = ..., match_began: _Optional[_Union[MatchBegan, _Mapping]] = ..., rotation_began: _Optional[_Union[PublicRotation, _Mapping]] = ..., deal: _Optional[_Union[PublicDeal, _Mapping]] = ..., move: _Optional[_Union[PublicMove, _Mapping]] = ..., game_over: _Optional[_Union[PublicGameOver, _Mapping]] = ..., match_ended: _Optional[_Union[MatchEnded, _Mapping]] = ...) -> None: ...

class MatchBegan(_message.Message):
    __slots__ = ("match_id", "rules", "participants", "boards", "rotations", "commitment")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    PARTICIPANTS_FIELD_NUMBER: _ClassVar[int]
    BOARDS_FIELD_NUMBER: _ClassVar[int]
    ROTATIONS_FIELD_NUMBER: _ClassVar[int]
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    rules: _rules_pb2.RuleSet
    participants: _containers.RepeatedScalarFieldContainer[str]
    boards: int
    rotations: int
    commitment: str
    def __init__(self, match_id: _Optional[str] = ..., rules: _Optional[_Union[_rules_pb2.RuleSet, _Mapping]] = ..., participants: _Optional[_Iterable[str]] = ..., boards: _Optional[int] = ..., rotations: _Optional[int] = ..., commitment: _Optional[str] = ...) -> None: ...

class PublicRotation(_message.Message):
    __slots__ = ("rotation", "seating")
    ROTATION_FIELD_NUMBER: _ClassVar[int]
    SEATING_FIELD_NUMBER: _ClassVar[int]
    rotation: int
    seating: _match_pb2.Seating
    def __init__(self, rotation: _Optional[int] = ..., seating: _Optional[_Union[_match_pb2.Seating, _Mapping]] = ...) -> None: ...

class PublicDeal(_message.Message):
    __slots__ = ("game", "board", "durak", "burako")
    GAME_FIELD_NUMBER: _ClassVar[int]
    BOARD_FIELD_NUMBER: _ClassVar[int]
    DURAK_FIELD_NUMBER: _ClassVar[int]
    BURAKO_FIELD_NUMBER: _ClassVar[int]
    game: int
    board: int
    durak: _durak_pb2.DurakPosition
    burako: _burako_pb2.BurakoPosition
    def __init__(self, game: _Optional[int] = ..., board: _Optional[int] = ..., durak: _Optional[_Union[_durak_pb2.DurakPosition, _Mapping]] = ..., burako: _Optional[_Union[_burako_pb2.BurakoPosition, _Mapping]] = ...) -> None: ...

class PublicMove(_message.Message):
    __slots__ = ("game", "first_event", "durak", "burako", "fault", "fault_seat")
    GAME_FIELD_NUMBER: _ClassVar[int]
    FIRST_EVENT_FIELD_NUMBER: _ClassVar[int]
    DURAK_FIELD_NUMBER: _ClassVar[int]
    BURAKO_FIELD_NUMBER: _ClassVar[int]
    FAULT_FIELD_NUMBER: _ClassVar[int]
    FAULT_SEAT_FIELD_NUMBER: _ClassVar[int]
    game: int
    first_event: int
    durak: DurakChange
    burako: BurakoChange
    fault: _match_pb2.Fault
    fault_seat: int
    def __init__(self, game: _Optional[int] = ..., first_event: _Optional[int] = ..., durak: _Optional[_Union[DurakChange, _Mapping]] = ..., burako: _Optional[_Union[BurakoChange, _Mapping]] = ..., fault: _Optional[_Union[_match_pb2.Fault, str]] = ..., fault_seat: _Optional[int] = ...) -> None: ...

class DurakChange(_message.Message):
    __slots__ = ("events", "position")
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    events: _containers.RepeatedCompositeFieldContainer[_durak_pb2.DurakEvent]
    position: _durak_pb2.DurakPosition
    def __init__(self, events: _Optional[_Iterable[_Union[_durak_pb2.DurakEvent, _Mapping]]] = ..., position: _Optional[_Union[_durak_pb2.DurakPosition, _Mapping]] = ...) -> None: ...

class BurakoChange(_message.Message):
    __slots__ = ("events", "position")
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    events: _containers.RepeatedCompositeFieldContainer[_burako_pb2.BurakoEvent]
    position: _burako_pb2.BurakoPosition
    def __init__(self, events: _Optional[_Iterable[_Union[_burako_pb2.BurakoEvent, _Mapping]]] = ..., position: _Optional[_Union[_burako_pb2.BurakoPosition, _Mapping]] = ...) -> None: ...

class PublicGameOver(_message.Message):
    __slots__ = ("game", "board", "durak", "burako", "forfeit")
    GAME_FIELD_NUMBER: _ClassVar[int]
    BOARD_FIELD_NUMBER: _ClassVar[int]
    DURAK_FIELD_NUMBER: _ClassVar[int]
    BURAKO_FIELD_NUMBER: _ClassVar[int]
    FORFEIT_FIELD_NUMBER: _ClassVar[int]
    game: int
    board: int
    durak: _durak_pb2.DurakOutcome
    burako: _burako_pb2.BurakoOutcome
    forfeit: _match_pb2.Forfeit
    def __init__(self, game: _Optional[int] = ..., board: _Optional[int] = ..., durak: _Optional[_Union[_durak_pb2.DurakOutcome, _Mapping]] = ..., burako: _Optional[_Union[_burako_pb2.BurakoOutcome, _Mapping]] = ..., forfeit: _Optional[_Union[_match_pb2.Forfeit, _Mapping]] = ...) -> None: ...

class MatchEnded(_message.Message):
    __slots__ = ("boards", "aborted", "seed")
    BOARDS_FIELD_NUMBER: _ClassVar[int]
    ABORTED_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    boards: _containers.RepeatedCompositeFieldContainer[_match_pb2.BoardResult]
    aborted: str
    seed: bytes
    def __init__(self, boards: _Optional[_Iterable[_Union[_match_pb2.BoardResult, _Mapping]]] = ..., aborted: _Optional[str] = ..., seed: _Optional[bytes] = ...) -> None: ...
