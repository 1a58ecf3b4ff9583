from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class BurakoPhase(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BURAKO_PHASE_UNSPECIFIED: _ClassVar[BurakoPhase]
    BURAKO_PHASE_DRAW: _ClassVar[BurakoPhase]
    BURAKO_PHASE_PLAY: _ClassVar[BurakoPhase]
    BURAKO_PHASE_ANSWER: _ClassVar[BurakoPhase]
    BURAKO_PHASE_OVER: _ClassVar[BurakoPhase]

class BurakoMeldEnd(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BURAKO_MELD_END_UNSPECIFIED: _ClassVar[BurakoMeldEnd]
    BURAKO_MELD_END_LOW: _ClassVar[BurakoMeldEnd]
    BURAKO_MELD_END_HIGH: _ClassVar[BurakoMeldEnd]
    BURAKO_MELD_END_SET: _ClassVar[BurakoMeldEnd]
BURAKO_PHASE_UNSPECIFIED: BurakoPhase
BURAKO_PHASE_DRAW: BurakoPhase
BURAKO_PHASE_PLAY: BurakoPhase
BURAKO_PHASE_ANSWER: BurakoPhase
BURAKO_PHASE_OVER: BurakoPhase
BURAKO_MELD_END_UNSPECIFIED: BurakoMeldEnd
BURAKO_MELD_END_LOW: BurakoMeldEnd
BURAKO_MELD_END_HIGH: BurakoMeldEnd
BURAKO_MELD_END_SET: BurakoMeldEnd

class BurakoNewMeld(_message.Message):
    __slots__ = ("colour", "at", "tiles")
    COLOUR_FIELD_NUMBER: _ClassVar[int]
    AT_FIELD_NUMBER: _ClassVar[int]
    TILES_FIELD_NUMBER: _ClassVar[int]
    colour: int
    at: int
    tiles: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, colour: _Optional[int] = ..., at: _Optional[int] = ..., tiles: _Optional[_Iterable[int]] = ...) -> None: ...

class BurakoAction(_message.Message):
    __slots__ = ("kind", "melds", "tiles", "meld", "end", "close", "plan")
    class Kind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        KIND_UNSPECIFIED: _ClassVar[BurakoAction.Kind]
        KIND_DRAW: _ClassVar[BurakoAction.Kind]
        KIND_TAKE_POZO: _ClassVar[BurakoAction.Kind]
        KIND_END_HAND: _ClassVar[BurakoAction.Kind]
        KIND_MELD: _ClassVar[BurakoAction.Kind]
        KIND_EXTEND: _ClassVar[BurakoAction.Kind]
        KIND_CONSULT: _ClassVar[BurakoAction.Kind]
        KIND_ANSWER: _ClassVar[BurakoAction.Kind]
        KIND_DISCARD: _ClassVar[BurakoAction.Kind]
    KIND_UNSPECIFIED: BurakoAction.Kind
    KIND_DRAW: BurakoAction.Kind
    KIND_TAKE_POZO: BurakoAction.Kind
    KIND_END_HAND: BurakoAction.Kind
    KIND_MELD: BurakoAction.Kind
    KIND_EXTEND: BurakoAction.Kind
    KIND_CONSULT: BurakoAction.Kind
    KIND_ANSWER: BurakoAction.Kind
    KIND_DISCARD: BurakoAction.Kind
    KIND_FIELD_NUMBER: _ClassVar[int]
    MELDS_FIELD_NUMBER: _ClassVar[int]
    TILES_FIELD_NUMBER: _ClassVar[int]
    MELD_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    CLOSE_FIELD_NUMBER: _ClassVar[int]
    PLAN_FIELD_NUMBER: _ClassVar[int]
    kind: BurakoAction.Kind
    melds: _containers.RepeatedCompositeFieldContainer[BurakoNewMeld]
    tiles: _containers.RepeatedScalarFieldContainer[int]
    meld: int
    end: BurakoMeldEnd
    close: bool
    plan: _containers.RepeatedCompositeFieldContainer[BurakoAction]
    def __init__(self, kind: _Optional[_Union[BurakoAction.Kind, str]] = ..., melds: _Optional[_Iterable[_Union[BurakoNewMeld, _Mapping]]] = ..., tiles: _Optional[_Iterable[int]] = ..., meld: _Optional[int] = ..., end: _Optional[_Union[BurakoMeldEnd, str]] = ..., close: _Optional[bool] = ..., plan: _Optional[_Iterable[_Union[BurakoAction, _Mapping]]] = ...) -> None: ...

class BurakoEvent(_message.Message):
    __slots__ = ("seat", "action")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    seat: int
    action: BurakoAction
    def __init__(self, seat: _Optional[int] = ..., action: _Optional[_Union[BurakoAction, _Mapping]] = ...) -> None: ...

class BurakoMeld(_message.Message):
    __slots__ = ("side", "colour", "at", "tiles", "wildcard")
    SIDE_FIELD_NUMBER: _ClassVar[int]
    COLOUR_FIELD_NUMBER: _ClassVar[int]
    AT_FIELD_NUMBER: _ClassVar[int]
    TILES_FIELD_NUMBER: _ClassVar[int]
    WILDCARD_FIELD_NUMBER: _ClassVar[int]
    side: int
    colour: int
    at: int
    tiles: _containers.RepeatedScalarFieldContainer[int]
    wildcard: int
    def __init__(self, side: _Optional[int] = ..., colour: _Optional[int] = ..., at: _Optional[int] = ..., tiles: _Optional[_Iterable[int]] = ..., wildcard: _Optional[int] = ...) -> None: ...

class BurakoMuerto(_message.Message):
    __slots__ = ("taken_by", "unplayed")
    TAKEN_BY_FIELD_NUMBER: _ClassVar[int]
    UNPLAYED_FIELD_NUMBER: _ClassVar[int]
    taken_by: int
    unplayed: bool
    def __init__(self, taken_by: _Optional[int] = ..., unplayed: _Optional[bool] = ...) -> None: ...

class BurakoTiles(_message.Message):
    __slots__ = ("tiles",)
    TILES_FIELD_NUMBER: _ClassVar[int]
    tiles: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, tiles: _Optional[_Iterable[int]] = ...) -> None: ...

class BurakoPosition(_message.Message):
    __slots__ = ("phase", "to_act", "starter", "rack", "drawn", "rack_counts", "known", "melds", "pozo", "mazo", "muertos", "canastas", "opened", "takes", "pozo_closed", "asker", "consulted", "answer")
    PHASE_FIELD_NUMBER: _ClassVar[int]
    TO_ACT_FIELD_NUMBER: _ClassVar[int]
    STARTER_FIELD_NUMBER: _ClassVar[int]
    RACK_FIELD_NUMBER: _ClassVar[int]
    DRAWN_FIELD_NUMBER: _ClassVar[int]
    RACK_COUNTS_FIELD_NUMBER: _ClassVar[int]
    KNOWN_FIELD_NUMBER: _ClassVar[int]
    MELDS_FIELD_NUMBER: _ClassVar[int]
    POZO_FIELD_NUMBER: _ClassVar[int]
    MAZO_FIELD_NUMBER: _ClassVar[int]
    MUERTOS_FIELD_NUMBER: _ClassVar[int]
    CANASTAS_FIELD_NUMBER: _ClassVar[int]
    OPENED_FIELD_NUMBER: _ClassVar[int]
    TAKES_FIELD_NUMBER: _ClassVar[int]
    POZO_CLOSED_FIELD_NUMBER: _ClassVar[int]
    ASKER_FIELD_NUMBER: _ClassVar[int]
    CONSULTED_FIELD_NUMBER: _ClassVar[int]
    ANSWER_FIELD_NUMBER: _ClassVar[int]
    phase: BurakoPhase
    to_act: int
    starter: int
    rack: _containers.RepeatedScalarFieldContainer[int]
    drawn: int
    rack_counts: _containers.RepeatedScalarFieldContainer[int]
    known: _containers.RepeatedCompositeFieldContainer[BurakoTiles]
    melds: _containers.RepeatedCompositeFieldContainer[BurakoMeld]
    pozo: _containers.RepeatedScalarFieldContainer[int]
    mazo: int
    muertos: _containers.RepeatedCompositeFieldContainer[BurakoMuerto]
    canastas: _containers.RepeatedScalarFieldContainer[int]
    opened: _containers.RepeatedScalarFieldContainer[bool]
    takes: int
    pozo_closed: bool
    asker: int
    consulted: bool
    answer: bool
    def __init__(self, phase: _Optional[_Union[BurakoPhase, str]] = ..., to_act: _Optional[int] = ..., starter: _Optional[int] = ..., rack: _Optional[_Iterable[int]] = ..., drawn: _Optional[int] = ..., rack_counts: _Optional[_Iterable[int]] = ..., known: _Optional[_Iterable[_Union[BurakoTiles, _Mapping]]] = ..., melds: _Optional[_Iterable[_Union[BurakoMeld, _Mapping]]] = ..., pozo: _Optional[_Iterable[int]] = ..., mazo: _Optional[int] = ..., muertos: _Optional[_Iterable[_Union[BurakoMuerto, _Mapping]]] = ..., canastas: _Optional[_Iterable[int]] = ..., opened: _Optional[_Iterable[bool]] = ..., takes: _Optional[int] = ..., pozo_closed: _Optional[bool] = ..., asker: _Optional[int] = ..., consulted: _Optional[bool] = ..., answer: _Optional[bool] = ...) -> None: ...

class BurakoQuestion(_message.Message):
    __slots__ = ("position", "events", "legal", "unlisted", "match_totals")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    LEGAL_FIELD_NUMBER: _ClassVar[int]
    UNLISTED_FIELD_NUMBER: _ClassVar[int]
    MATCH_TOTALS_FIELD_NUMBER: _ClassVar[int]
    position: BurakoPosition
    events: _containers.RepeatedCompositeFieldContainer[BurakoEvent]
    legal: _containers.RepeatedCompositeFieldContainer[BurakoAction]
    unlisted: int
    match_totals: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, position: _Optional[_Union[BurakoPosition, _Mapping]] = ..., events: _Optional[_Iterable[_Union[BurakoEvent, _Mapping]]] = ..., legal: _Optional[_Iterable[_Union[BurakoAction, _Mapping]]] = ..., unlisted: _Optional[int] = ..., match_totals: _Optional[_Iterable[int]] = ...) -> None: ...

class BurakoSideScore(_message.Message):
    __slots__ = ("melded", "canastas", "close", "muerto", "racks", "total")
    MELDED_FIELD_NUMBER: _ClassVar[int]
    CANASTAS_FIELD_NUMBER: _ClassVar[int]
    CLOSE_FIELD_NUMBER: _ClassVar[int]
    MUERTO_FIELD_NUMBER: _ClassVar[int]
    RACKS_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    melded: int
    canastas: int
    close: int
    muerto: int
    racks: int
    total: int
    def __init__(self, melded: _Optional[int] = ..., canastas: _Optional[int] = ..., close: _Optional[int] = ..., muerto: _Optional[int] = ..., racks: _Optional[int] = ..., total: _Optional[int] = ...) -> None: ...

class BurakoOutcome(_message.Message):
    __slots__ = ("sides", "reason", "closed_by", "racks")
    class Reason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        REASON_UNSPECIFIED: _ClassVar[BurakoOutcome.Reason]
        REASON_CLOSED: _ClassVar[BurakoOutcome.Reason]
        REASON_MAZO_EMPTY: _ClassVar[BurakoOutcome.Reason]
        REASON_STALLED: _ClassVar[BurakoOutcome.Reason]
        REASON_ENDED: _ClassVar[BurakoOutcome.Reason]
    REASON_UNSPECIFIED: BurakoOutcome.Reason
    REASON_CLOSED: BurakoOutcome.Reason
    REASON_MAZO_EMPTY: BurakoOutcome.Reason
    REASON_STALLED: BurakoOutcome.Reason
    REASON_ENDED: BurakoOutcome.Reason
    SIDES_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    CLOSED_BY_FIELD_NUMBER: _ClassVar[int]
    RACKS_FIELD_NUMBER: _ClassVar[int]
    sides: _containers.RepeatedCompositeFieldContainer[BurakoSideScore]
    reason: BurakoOutcome.Reason
    closed_by: int
    racks: _containers.RepeatedCompositeFieldContainer[BurakoTiles]
    def __init__(self, sides: _Optional[_Iterable[_Union[BurakoSideScore, _Mapping]]] = ..., reason: _Optional[_Union[BurakoOutcome.Reason, str]] = ..., closed_by: _Optional[int] = ..., racks: _Optional[_Iterable[_Union[BurakoTiles, _Mapping]]] = ...) -> None: ...

class BurakoEnd(_message.Message):
    __slots__ = ("outcome", "events", "match_totals", "position")
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    MATCH_TOTALS_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    outcome: BurakoOutcome
    events: _containers.RepeatedCompositeFieldContainer[BurakoEvent]
    match_totals: _containers.RepeatedScalarFieldContainer[int]
    position: BurakoPosition
    def __init__(self, outcome: _Optional[_Union[BurakoOutcome, _Mapping]] = ..., events: _Optional[_Iterable[_Union[BurakoEvent, _Mapping]]] = ..., match_totals: _Optional[_Iterable[int]] = ..., position: _Optional[_Union[BurakoPosition, _Mapping]] = ...) -> None: ...
