from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class DurakDirection(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DURAK_DIRECTION_UNSPECIFIED: _ClassVar[DurakDirection]
    DURAK_DIRECTION_LEFT: _ClassVar[DurakDirection]
    DURAK_DIRECTION_RIGHT: _ClassVar[DurakDirection]

class DurakPhase(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DURAK_PHASE_UNSPECIFIED: _ClassVar[DurakPhase]
    DURAK_PHASE_REDEAL: _ClassVar[DurakPhase]
    DURAK_PHASE_SWAP: _ClassVar[DurakPhase]
    DURAK_PHASE_OPEN: _ClassVar[DurakPhase]
    DURAK_PHASE_PRE: _ClassVar[DurakPhase]
    DURAK_PHASE_DEFEND: _ClassVar[DurakPhase]
    DURAK_PHASE_ADD: _ClassVar[DurakPhase]
    DURAK_PHASE_AFTER: _ClassVar[DurakPhase]
    DURAK_PHASE_CALL: _ClassVar[DurakPhase]
    DURAK_PHASE_OVER: _ClassVar[DurakPhase]
DURAK_DIRECTION_UNSPECIFIED: DurakDirection
DURAK_DIRECTION_LEFT: DurakDirection
DURAK_DIRECTION_RIGHT: DurakDirection
DURAK_PHASE_UNSPECIFIED: DurakPhase
DURAK_PHASE_REDEAL: DurakPhase
DURAK_PHASE_SWAP: DurakPhase
DURAK_PHASE_OPEN: DurakPhase
DURAK_PHASE_PRE: DurakPhase
DURAK_PHASE_DEFEND: DurakPhase
DURAK_PHASE_ADD: DurakPhase
DURAK_PHASE_AFTER: DurakPhase
DURAK_PHASE_CALL: DurakPhase
DURAK_PHASE_OVER: DurakPhase

class DurakAction(_message.Message):
    __slots__ = ("kind", "cards", "target", "direction", "demand")
    class Kind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        KIND_UNSPECIFIED: _ClassVar[DurakAction.Kind]
        KIND_REDEAL: _ClassVar[DurakAction.Kind]
        KIND_SWAP: _ClassVar[DurakAction.Kind]
        KIND_ATTACK: _ClassVar[DurakAction.Kind]
        KIND_THROW: _ClassVar[DurakAction.Kind]
        KIND_BEAT: _ClassVar[DurakAction.Kind]
        KIND_TRANSFER: _ClassVar[DurakAction.Kind]
        KIND_SHOW: _ClassVar[DurakAction.Kind]
        KIND_TAKE: _ClassVar[DurakAction.Kind]
        KIND_PASS: _ClassVar[DurakAction.Kind]
        KIND_CALL: _ClassVar[DurakAction.Kind]
    KIND_UNSPECIFIED: DurakAction.Kind
    KIND_REDEAL: DurakAction.Kind
    KIND_SWAP: DurakAction.Kind
    KIND_ATTACK: DurakAction.Kind
    KIND_THROW: DurakAction.Kind
    KIND_BEAT: DurakAction.Kind
    KIND_TRANSFER: DurakAction.Kind
    KIND_SHOW: DurakAction.Kind
    KIND_TAKE: DurakAction.Kind
    KIND_PASS: DurakAction.Kind
    KIND_CALL: DurakAction.Kind
    KIND_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    DIRECTION_FIELD_NUMBER: _ClassVar[int]
    DEMAND_FIELD_NUMBER: _ClassVar[int]
    kind: DurakAction.Kind
    cards: _containers.RepeatedScalarFieldContainer[int]
    target: int
    direction: DurakDirection
    demand: bool
    def __init__(self, kind: _Optional[_Union[DurakAction.Kind, str]] = ..., cards: _Optional[_Iterable[int]] = ..., target: _Optional[int] = ..., direction: _Optional[_Union[DurakDirection, str]] = ..., demand: _Optional[bool] = ...) -> None: ...

class DurakEvent(_message.Message):
    __slots__ = ("seat", "action")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    seat: int
    action: DurakAction
    def __init__(self, seat: _Optional[int] = ..., action: _Optional[_Union[DurakAction, _Mapping]] = ...) -> None: ...

class DurakTableCard(_message.Message):
    __slots__ = ("card", "seat", "beaten_by")
    CARD_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    BEATEN_BY_FIELD_NUMBER: _ClassVar[int]
    card: int
    seat: int
    beaten_by: int
    def __init__(self, card: _Optional[int] = ..., seat: _Optional[int] = ..., beaten_by: _Optional[int] = ...) -> None: ...

class DurakCards(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, cards: _Optional[_Iterable[int]] = ...) -> None: ...

class DurakPosition(_message.Message):
    __slots__ = ("phase", "to_act", "hand", "hand_counts", "secret_counts", "known", "table", "trump_suit", "trump_rank", "trump_card", "face_up", "talon", "discard", "dealer", "opener", "main", "defender", "direction", "cap", "active", "out", "shown", "tickets", "barred", "idle_bouts", "redeals")
    PHASE_FIELD_NUMBER: _ClassVar[int]
    TO_ACT_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    HAND_COUNTS_FIELD_NUMBER: _ClassVar[int]
    SECRET_COUNTS_FIELD_NUMBER: _ClassVar[int]
    KNOWN_FIELD_NUMBER: _ClassVar[int]
    TABLE_FIELD_NUMBER: _ClassVar[int]
    TRUMP_SUIT_FIELD_NUMBER: _ClassVar[int]
    TRUMP_RANK_FIELD_NUMBER: _ClassVar[int]
    TRUMP_CARD_FIELD_NUMBER: _ClassVar[int]
    FACE_UP_FIELD_NUMBER: _ClassVar[int]
    TALON_FIELD_NUMBER: _ClassVar[int]
    DISCARD_FIELD_NUMBER: _ClassVar[int]
    DEALER_FIELD_NUMBER: _ClassVar[int]
    OPENER_FIELD_NUMBER: _ClassVar[int]
    MAIN_FIELD_NUMBER: _ClassVar[int]
    DEFENDER_FIELD_NUMBER: _ClassVar[int]
    DIRECTION_FIELD_NUMBER: _ClassVar[int]
    CAP_FIELD_NUMBER: _ClassVar[int]
    ACTIVE_FIELD_NUMBER: _ClassVar[int]
    OUT_FIELD_NUMBER: _ClassVar[int]
    SHOWN_FIELD_NUMBER: _ClassVar[int]
    TICKETS_FIELD_NUMBER: _ClassVar[int]
    BARRED_FIELD_NUMBER: _ClassVar[int]
    IDLE_BOUTS_FIELD_NUMBER: _ClassVar[int]
    REDEALS_FIELD_NUMBER: _ClassVar[int]
    phase: DurakPhase
    to_act: int
    hand: _containers.RepeatedScalarFieldContainer[int]
    hand_counts: _containers.RepeatedScalarFieldContainer[int]
    secret_counts: _containers.RepeatedScalarFieldContainer[int]
    known: _containers.RepeatedCompositeFieldContainer[DurakCards]
    table: _containers.RepeatedCompositeFieldContainer[DurakTableCard]
    trump_suit: int
    trump_rank: int
    trump_card: int
    face_up: int
    talon: int
    discard: int
    dealer: int
    opener: int
    main: int
    defender: int
    direction: DurakDirection
    cap: int
    active: _containers.RepeatedScalarFieldContainer[int]
    out: _containers.RepeatedScalarFieldContainer[int]
    shown: _containers.RepeatedScalarFieldContainer[int]
    tickets: _containers.RepeatedScalarFieldContainer[int]
    barred: _containers.RepeatedScalarFieldContainer[int]
    idle_bouts: int
    redeals: int
    def __init__(self, phase: _Optional[_Union[DurakPhase, str]] = ..., to_act: _Optional[int] = ..., hand: _Optional[_Iterable[int]] = ..., hand_counts: _Optional[_Iterable[int]] = ..., secret_counts: _Optional[_Iterable[int]] = ..., known: _Optional[_Iterable[_Union[DurakCards, _Mapping]]] = ..., table: _Optional[_Iterable[_Union[DurakTableCard, _Mapping]]] = ..., trump_suit: _Optional[int] = ..., trump_rank: _Optional[int] = ..., trump_card: _Optional[int] = ..., face_up: _Optional[int] = ..., talon: _Optional[int] = ..., discard: _Optional[int] = ..., dealer: _Optional[int] = ..., opener: _Optional[int] = ..., main: _Optional[int] = ..., defender: _Optional[int] = ..., direction: _Optional[_Union[DurakDirection, str]] = ..., cap: _Optional[int] = ..., active: _Optional[_Iterable[int]] = ..., out: _Optional[_Iterable[int]] = ..., shown: _Optional[_Iterable[int]] = ..., tickets: _Optional[_Iterable[int]] = ..., barred: _Optional[_Iterable[int]] = ..., idle_bouts: _Optional[int] = ..., redeals: _Optional[int] = ...) -> None: ...

class DurakQuestion(_message.Message):
    __slots__ = ("position", "events", "legal", "unlisted")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    LEGAL_FIELD_NUMBER: _ClassVar[int]
    UNLISTED_FIELD_NUMBER: _ClassVar[int]
    position: DurakPosition
    events: _containers.RepeatedCompositeFieldContainer[DurakEvent]
    legal: _containers.RepeatedCompositeFieldContainer[DurakAction]
    unlisted: int
    def __init__(self, position: _Optional[_Union[DurakPosition, _Mapping]] = ..., events: _Optional[_Iterable[_Union[DurakEvent, _Mapping]]] = ..., legal: _Optional[_Iterable[_Union[DurakAction, _Mapping]]] = ..., unlisted: _Optional[int] = ...) -> None: ...

class DurakOutcome(_message.Message):
    __slots__ = ("losers", "order", "scores", "reason", "epaulettes", "wearer")
    class Reason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        REASON_UNSPECIFIED: _ClassVar[DurakOutcome.Reason]
        REASON_DURAK: _ClassVar[DurakOutcome.Reason]
        REASON_DRAW: _ClassVar[DurakOutcome.Reason]
        REASON_STALLED: _ClassVar[DurakOutcome.Reason]
        REASON_LAST_CARD: _ClassVar[DurakOutcome.Reason]
        REASON_TEAM_HOLDING: _ClassVar[DurakOutcome.Reason]
        REASON_FIRST_OUT: _ClassVar[DurakOutcome.Reason]
    REASON_UNSPECIFIED: DurakOutcome.Reason
    REASON_DURAK: DurakOutcome.Reason
    REASON_DRAW: DurakOutcome.Reason
    REASON_STALLED: DurakOutcome.Reason
    REASON_LAST_CARD: DurakOutcome.Reason
    REASON_TEAM_HOLDING: DurakOutcome.Reason
    REASON_FIRST_OUT: DurakOutcome.Reason
    LOSERS_FIELD_NUMBER: _ClassVar[int]
    ORDER_FIELD_NUMBER: _ClassVar[int]
    SCORES_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    EPAULETTES_FIELD_NUMBER: _ClassVar[int]
    WEARER_FIELD_NUMBER: _ClassVar[int]
    losers: _containers.RepeatedScalarFieldContainer[int]
    order: _containers.RepeatedScalarFieldContainer[int]
    scores: _containers.RepeatedScalarFieldContainer[int]
    reason: DurakOutcome.Reason
    epaulettes: int
    wearer: int
    def __init__(self, losers: _Optional[_Iterable[int]] = ..., order: _Optional[_Iterable[int]] = ..., scores: _Optional[_Iterable[int]] = ..., reason: _Optional[_Union[DurakOutcome.Reason, str]] = ..., epaulettes: _Optional[int] = ..., wearer: _Optional[int] = ...) -> None: ...

class DurakEnd(_message.Message):
    __slots__ = ("outcome", "events")
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    outcome: DurakOutcome
    events: _containers.RepeatedCompositeFieldContainer[DurakEvent]
    def __init__(self, outcome: _Optional[_Union[DurakOutcome, _Mapping]] = ..., events: _Optional[_Iterable[_Union[DurakEvent, _Mapping]]] = ...) -> None: ...
