from arena.protocol.v1 import burako_pb2 as _burako_pb2
from arena.protocol.v1 import durak_pb2 as _durak_pb2
from arena.protocol.v1 import hello_pb2 as _hello_pb2
from arena.protocol.v1 import match_pb2 as _match_pb2
from arena.protocol.v1 import rules_pb2 as _rules_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class PlayRequest(_message.Message):
    __slots__ = ("hello", "answers")
    HELLO_FIELD_NUMBER: _ClassVar[int]
    ANSWERS_FIELD_NUMBER: _ClassVar[int]
    hello: _hello_pb2.ClientHello
    answers: _containers.RepeatedCompositeFieldContainer[Answer]
    def __init__(self, hello: _Optional[_Union[_hello_pb2.ClientHello, _Mapping]] = ..., answers: _Optional[_Iterable[_Union[Answer, _Mapping]]] = ...) -> None: ...

class Answer(_message.Message):
    __slots__ = ("decision", "legal_index", "durak", "burako")
    DECISION_FIELD_NUMBER: _ClassVar[int]
    LEGAL_INDEX_FIELD_NUMBER: _ClassVar[int]
    DURAK_FIELD_NUMBER: _ClassVar[int]
    BURAKO_FIELD_NUMBER: _ClassVar[int]
    decision: int
    legal_index: int
    durak: _durak_pb2.DurakAction
    burako: _burako_pb2.BurakoAction
    def __init__(self, decision: _Optional[int] = ..., legal_index: _Optional[int] = ..., durak: _Optional[_Union[_durak_pb2.DurakAction, _Mapping]] = ..., burako: _Optional[_Union[_burako_pb2.BurakoAction, _Mapping]] = ...) -> None: ...

class PlayResponse(_message.Message):
    __slots__ = ("welcome", "notices", "games_over", "decisions", "goodbye")
    WELCOME_FIELD_NUMBER: _ClassVar[int]
    NOTICES_FIELD_NUMBER: _ClassVar[int]
    GAMES_OVER_FIELD_NUMBER: _ClassVar[int]
    DECISIONS_FIELD_NUMBER: _ClassVar[int]
    GOODBYE_FIELD_NUMBER: _ClassVar[int]
    welcome: Welcome
    notices: _containers.RepeatedCompositeFieldContainer[Notice]
    games_over: _containers.RepeatedCompositeFieldContainer[GameOver]
    decisions: _containers.RepeatedCompositeFieldContainer[Decision]
    goodbye: Goodbye
    def __init__(self, welcome: _Optional[_Union[Welcome, _Mapping]] = ..., notices: _Optional[_Iterable[_Union[Notice, _Mapping]]] = ..., games_over: _Optional[_Iterable[_Union[GameOver, _Mapping]]] = ..., decisions: _Optional[_Iterable[_Union[Decision, _Mapping]]] = ..., goodbye: _Optional[_Union[Goodbye, _Mapping]] = ...) -> None: ...

class Welcome(_message.Message):
    __slots__ = ("version", "seat", "rules", "teams", "boards", "boards_at_once", "time_control", "fault_policy", "max_message_bytes", "max_listed_actions", "resumed", "commitment")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    TEAMS_FIELD_NUMBER: _ClassVar[int]
    BOARDS_FIELD_NUMBER: _ClassVar[int]
    BOARDS_AT_ONCE_FIELD_NUMBER: _ClassVar[int]
    TIME_CONTROL_FIELD_NUMBER: _ClassVar[int]
    FAULT_POLICY_FIELD_NUMBER: _ClassVar[int]
    MAX_MESSAGE_BYTES_FIELD_NUMBER: _ClassVar[int]
    MAX_LISTED_ACTIONS_FIELD_NUMBER: _ClassVar[int]
    RESUMED_FIELD_NUMBER: _ClassVar[int]
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    version: _hello_pb2.ProtocolVersion
    seat: int
    rules: _rules_pb2.RuleSet
    teams: _containers.RepeatedScalarFieldContainer[int]
    boards: int
    boards_at_once: int
    time_control: _match_pb2.TimeControl
    fault_policy: _match_pb2.FaultPolicy
    max_message_bytes: int
    max_listed_actions: int
    resumed: bool
    commitment: str
    def __init__(self, version: _Optional[_Union[_hello_pb2.ProtocolVersion, _Mapping]] = ..., seat: _Optional[int] = ..., rules: _Optional[_Union[_rules_pb2.RuleSet, _Mapping]] = ..., teams: _Optional[_Iterable[int]] = ..., boards: _Optional[int] = ..., boards_at_once: _Optional[int] = ..., time_control: _Optional[_Union[_match_pb2.TimeControl, _Mapping]] = ..., fault_policy: _Optional[_Union[_match_pb2.FaultPolicy, _Mapping]] = ..., max_message_bytes: _Optional[int] = ..., max_listed_actions: _Optional[int] = ..., resumed: _Optional[bool] = ..., commitment: _Optional[str] = ...) -> None: ...

class Decision(_message.Message):
    __slots__ = ("decision", "game", "board", "first_event", "allowed_ms", "strikes", "durak", "burako")
    DECISION_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    BOARD_FIELD_NUMBER: _ClassVar[int]
    FIRST_EVENT_FIELD_NUMBER: _ClassVar[int]
    ALLOWED_MS_FIELD_NUMBER: _ClassVar[int]
    STRIKES_FIELD_NUMBER: _ClassVar[int]
    DURAK_FIELD_NUMBER: _ClassVar[int]
    BURAKO_FIELD_NUMBER: _ClassVar[int]
    decision: int
    game: int
    board: int
    first_event: int
    allowed_ms: int
    strikes: int
    durak: _durak_pb2.DurakQuestion
    burako: _burako_pb2.BurakoQuestion
    def __init__(self, decision: _Optional[int] = ..., game: _Optional[int] = ..., board: _Optional[int] = ..., first_event: _Optional[int] = ..., allowed_ms: _Optional[int] = ..., strikes: _Optional[int] = ..., durak: _Optional[_Union[_durak_pb2.DurakQuestion, _Mapping]] = ..., burako: _Optional[_Union[_burako_pb2.BurakoQuestion, _Mapping]] = ...) -> None: ...

class GameOver(_message.Message):
    __slots__ = ("game", "board", "board_over", "first_event", "durak", "burako", "forfeit")
    GAME_FIELD_NUMBER: _ClassVar[int]
    BOARD_FIELD_NUMBER: _ClassVar[int]
    BOARD_OVER_FIELD_NUMBER: _ClassVar[int]
    FIRST_EVENT_FIELD_NUMBER: _ClassVar[int]
    DURAK_FIELD_NUMBER: _ClassVar[int]
    BURAKO_FIELD_NUMBER: _ClassVar[int]
    FORFEIT_FIELD_NUMBER: _ClassVar[int]
    game: int
    board: int
    board_over: bool
    first_event: int
    durak: _durak_pb2.DurakEnd
    burako: _burako_pb2.BurakoEnd
    forfeit: _match_pb2.Forfeit
    def __init__(self, game: _Optional[int] = ..., board: _Optional[int] = ..., board_over: _Optional[bool] = ..., first_event: _Optional[int] = ..., durak: _Optional[_Union[_durak_pb2.DurakEnd, _Mapping]] = ..., burako: _Optional[_Union[_burako_pb2.BurakoEnd, _Mapping]] = ..., forfeit: _Optional[_Union[_match_pb2.Forfeit, _Mapping]] = ...) -> None: ...

class Notice(_message.Message):
    __slots__ = ("decision", "code", "text", "strikes")
    class Code(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        CODE_UNSPECIFIED: _ClassVar[Notice.Code]
        CODE_TIMEOUT: _ClassVar[Notice.Code]
        CODE_ILLEGAL: _ClassVar[Notice.Code]
        CODE_MALFORMED: _ClassVar[Notice.Code]
        CODE_STALE: _ClassVar[Notice.Code]
        CODE_UNKNOWN: _ClassVar[Notice.Code]
    CODE_UNSPECIFIED: Notice.Code
    CODE_TIMEOUT: Notice.Code
    CODE_ILLEGAL: Notice.Code
    CODE_MALFORMED: Notice.Code
    CODE_STALE: Notice.Code
    CODE_UNKNOWN: Notice.Code
    DECISION_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    STRIKES_FIELD_NUMBER: _ClassVar[int]
    decision: int
    code: Notice.Code
    text: str
    strikes: int
    def __init__(self, decision: _Optional[int] = ..., code: _Optional[_Union[Notice.Code, str]] = ..., text: _Optional[str] = ..., strikes: _Optional[int] = ...) -> None: ...

class Goodbye(_message.Message):
    __slots__ = ("boards", "aborted")
    BOARDS_FIELD_NUMBER: _ClassVar[int]
    ABORTED_FIELD_NUMBER: _ClassVar[int]
    boards: _containers.RepeatedCompositeFieldContainer[_match_pb2.BoardResult]
    aborted: str
    def __init__(self, boards: _Optional[_Iterable[_Union[_match_pb2.BoardResult, _Mapping]]] = ..., aborted: _Optional[str] = ...) -> None: ...
