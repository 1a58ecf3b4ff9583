from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class RuleSet(_message.Message):
    __slots__ = ("profile", "players", "durak", "burako")
    PROFILE_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    DURAK_FIELD_NUMBER: _ClassVar[int]
    BURAKO_FIELD_NUMBER: _ClassVar[int]
    profile: str
    players: int
    durak: DurakOptions
    burako: BurakoOptions
    def __init__(self, profile: _Optional[str] = ..., players: _Optional[int] = ..., durak: _Optional[_Union[DurakOptions, _Mapping]] = ..., burako: _Optional[_Union[BurakoOptions, _Mapping]] = ...) -> None: ...

class DurakOptions(_message.Message):
    __slots__ = ("deck", "packs", "naming", "hand_size", "attack_limit", "limit_by_defender_hand", "trump_card", "trump_mode", "first_attacker", "next_game", "redeal", "throw_in", "opening_multi", "pre_defence_window", "throw_multi", "transfer", "transfer_multi", "transfer_count", "show_limit", "transfer_dir", "dir_lasts", "transfer_trump", "transfer_two_left", "after_take", "draw_order", "last_card_win", "teams", "team_end", "epaulettes", "trump_swap", "change_trump", "suit_order", "number_trump", "club_rule", "low_beats_high", "suit_matrix", "quicky", "secret", "weli", "cheating", "stall_limit")
    class Naming(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        NAMING_UNSPECIFIED: _ClassVar[DurakOptions.Naming]
        NAMING_FRENCH: _ClassVar[DurakOptions.Naming]
        NAMING_SPANISH: _ClassVar[DurakOptions.Naming]
    NAMING_UNSPECIFIED: DurakOptions.Naming
    NAMING_FRENCH: DurakOptions.Naming
    NAMING_SPANISH: DurakOptions.Naming
    class TrumpCard(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        TRUMP_CARD_UNSPECIFIED: _ClassVar[DurakOptions.TrumpCard]
        TRUMP_CARD_IN_TALON: _ClassVar[DurakOptions.TrumpCard]
        TRUMP_CARD_OUT_OF_PLAY: _ClassVar[DurakOptions.TrumpCard]
    TRUMP_CARD_UNSPECIFIED: DurakOptions.TrumpCard
    TRUMP_CARD_IN_TALON: DurakOptions.TrumpCard
    TRUMP_CARD_OUT_OF_PLAY: DurakOptions.TrumpCard
    class TrumpMode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        TRUMP_MODE_UNSPECIFIED: _ClassVar[DurakOptions.TrumpMode]
        TRUMP_MODE_SUIT: _ClassVar[DurakOptions.TrumpMode]
        TRUMP_MODE_NONE: _ClassVar[DurakOptions.TrumpMode]
    TRUMP_MODE_UNSPECIFIED: DurakOptions.TrumpMode
    TRUMP_MODE_SUIT: DurakOptions.TrumpMode
    TRUMP_MODE_NONE: DurakOptions.TrumpMode
    class FirstAttacker(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        FIRST_ATTACKER_UNSPECIFIED: _ClassVar[DurakOptions.FirstAttacker]
        FIRST_ATTACKER_LOWEST_TRUMP: _ClassVar[DurakOptions.FirstAttacker]
        FIRST_ATTACKER_DEALER_LEFT: _ClassVar[DurakOptions.FirstAttacker]
    FIRST_ATTACKER_UNSPECIFIED: DurakOptions.FirstAttacker
    FIRST_ATTACKER_LOWEST_TRUMP: DurakOptions.FirstAttacker
    FIRST_ATTACKER_DEALER_LEFT: DurakOptions.FirstAttacker
    class NextGame(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        NEXT_GAME_UNSPECIFIED: _ClassVar[DurakOptions.NextGame]
        NEXT_GAME_DURAK_DEALS_LEFT_ATTACKS: _ClassVar[DurakOptions.NextGame]
        NEXT_GAME_DURAK_ATTACKED_FIRST: _ClassVar[DurakOptions.NextGame]
        NEXT_GAME_DURAK_DEALS_AND_DEFENDS: _ClassVar[DurakOptions.NextGame]
        NEXT_GAME_FIRST_OUT_DEALS_LOWEST_TRUMP: _ClassVar[DurakOptions.NextGame]
        NEXT_GAME_LOWEST_TRUMP_AGAIN: _ClassVar[DurakOptions.NextGame]
    NEXT_GAME_UNSPECIFIED: DurakOptions.NextGame
    NEXT_GAME_DURAK_DEALS_LEFT_ATTACKS: DurakOptions.NextGame
    NEXT_GAME_DURAK_ATTACKED_FIRST: DurakOptions.NextGame
    NEXT_GAME_DURAK_DEALS_AND_DEFENDS: DurakOptions.NextGame
    NEXT_GAME_FIRST_OUT_DEALS_LOWEST_TRUMP: DurakOptions.NextGame
    NEXT_GAME_LOWEST_TRUMP_AGAIN: DurakOptions.NextGame
    class Redeal(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        REDEAL_UNSPECIFIED: _ClassVar[DurakOptions.Redeal]
        REDEAL_OFF: _ClassVar[DurakOptions.Redeal]
        REDEAL_FORCED_S0: _ClassVar[DurakOptions.Redeal]
        REDEAL_DEMAND_S2: _ClassVar[DurakOptions.Redeal]
    REDEAL_UNSPECIFIED: DurakOptions.Redeal
    REDEAL_OFF: DurakOptions.Redeal
    REDEAL_FORCED_S0: DurakOptions.Redeal
    REDEAL_DEMAND_S2: DurakOptions.Redeal
    class ThrowIn(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        THROW_IN_UNSPECIFIED: _ClassVar[DurakOptions.ThrowIn]
        THROW_IN_ATTACKER_ONLY: _ClassVar[DurakOptions.ThrowIn]
        THROW_IN_NEIGHBOURS: _ClassVar[DurakOptions.ThrowIn]
        THROW_IN_ALL: _ClassVar[DurakOptions.ThrowIn]
    THROW_IN_UNSPECIFIED: DurakOptions.ThrowIn
    THROW_IN_ATTACKER_ONLY: DurakOptions.ThrowIn
    THROW_IN_NEIGHBOURS: DurakOptions.ThrowIn
    THROW_IN_ALL: DurakOptions.ThrowIn
    class Transfer(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        TRANSFER_UNSPECIFIED: _ClassVar[DurakOptions.Transfer]
        TRANSFER_OFF: _ClassVar[DurakOptions.Transfer]
        TRANSFER_PLAY: _ClassVar[DurakOptions.Transfer]
        TRANSFER_PLAY_OR_SHOW: _ClassVar[DurakOptions.Transfer]
    TRANSFER_UNSPECIFIED: DurakOptions.Transfer
    TRANSFER_OFF: DurakOptions.Transfer
    TRANSFER_PLAY: DurakOptions.Transfer
    TRANSFER_PLAY_OR_SHOW: DurakOptions.Transfer
    class TransferCount(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        TRANSFER_COUNT_UNSPECIFIED: _ClassVar[DurakOptions.TransferCount]
        TRANSFER_COUNT_ANY: _ClassVar[DurakOptions.TransferCount]
        TRANSFER_COUNT_EQUAL: _ClassVar[DurakOptions.TransferCount]
        TRANSFER_COUNT_AT_LEAST: _ClassVar[DurakOptions.TransferCount]
    TRANSFER_COUNT_UNSPECIFIED: DurakOptions.TransferCount
    TRANSFER_COUNT_ANY: DurakOptions.TransferCount
    TRANSFER_COUNT_EQUAL: DurakOptions.TransferCount
    TRANSFER_COUNT_AT_LEAST: DurakOptions.TransferCount
    class ShowLimit(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        SHOW_LIMIT_UNSPECIFIED: _ClassVar[DurakOptions.ShowLimit]
        SHOW_LIMIT_PER_BOUT: _ClassVar[DurakOptions.ShowLimit]
        SHOW_LIMIT_PER_GAME: _ClassVar[DurakOptions.ShowLimit]
        SHOW_LIMIT_NONE: _ClassVar[DurakOptions.ShowLimit]
    SHOW_LIMIT_UNSPECIFIED: DurakOptions.ShowLimit
    SHOW_LIMIT_PER_BOUT: DurakOptions.ShowLimit
    SHOW_LIMIT_PER_GAME: DurakOptions.ShowLimit
    SHOW_LIMIT_NONE: DurakOptions.ShowLimit
    class TransferDir(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        TRANSFER_DIR_UNSPECIFIED: _ClassVar[DurakOptions.TransferDir]
        TRANSFER_DIR_LEFT: _ClassVar[DurakOptions.TransferDir]
        TRANSFER_DIR_CHOOSE: _ClassVar[DurakOptions.TransferDir]
    TRANSFER_DIR_UNSPECIFIED: DurakOptions.TransferDir
    TRANSFER_DIR_LEFT: DurakOptions.TransferDir
    TRANSFER_DIR_CHOOSE: DurakOptions.TransferDir
    class DirLasts(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        DIR_LASTS_UNSPECIFIED: _ClassVar[DurakOptions.DirLasts]
        DIR_LASTS_BOUT: _ClassVar[DurakOptions.DirLasts]
        DIR_LASTS_GAME: _ClassVar[DurakOptions.DirLasts]
    DIR_LASTS_UNSPECIFIED: DurakOptions.DirLasts
    DIR_LASTS_BOUT: DurakOptions.DirLasts
    DIR_LASTS_GAME: DurakOptions.DirLasts
    class TransferTrump(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        TRANSFER_TRUMP_UNSPECIFIED: _ClassVar[DurakOptions.TransferTrump]
        TRANSFER_TRUMP_ALLOWED: _ClassVar[DurakOptions.TransferTrump]
        TRANSFER_TRUMP_FORBIDDEN: _ClassVar[DurakOptions.TransferTrump]
    TRANSFER_TRUMP_UNSPECIFIED: DurakOptions.TransferTrump
    TRANSFER_TRUMP_ALLOWED: DurakOptions.TransferTrump
    TRANSFER_TRUMP_FORBIDDEN: DurakOptions.TransferTrump
    class TransferTwoLeft(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        TRANSFER_TWO_LEFT_UNSPECIFIED: _ClassVar[DurakOptions.TransferTwoLeft]
        TRANSFER_TWO_LEFT_ALWAYS: _ClassVar[DurakOptions.TransferTwoLeft]
        TRANSFER_TWO_LEFT_NEVER: _ClassVar[DurakOptions.TransferTwoLeft]
        TRANSFER_TWO_LEFT_EQUAL_HANDS: _ClassVar[DurakOptions.TransferTwoLeft]
    TRANSFER_TWO_LEFT_UNSPECIFIED: DurakOptions.TransferTwoLeft
    TRANSFER_TWO_LEFT_ALWAYS: DurakOptions.TransferTwoLeft
    TRANSFER_TWO_LEFT_NEVER: DurakOptions.TransferTwoLeft
    TRANSFER_TWO_LEFT_EQUAL_HANDS: DurakOptions.TransferTwoLeft
    class AfterTake(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        AFTER_TAKE_UNSPECIFIED: _ClassVar[DurakOptions.AfterTake]
        AFTER_TAKE_NONE: _ClassVar[DurakOptions.AfterTake]
        AFTER_TAKE_CAPPED: _ClassVar[DurakOptions.AfterTake]
        AFTER_TAKE_UNCAPPED: _ClassVar[DurakOptions.AfterTake]
    AFTER_TAKE_UNSPECIFIED: DurakOptions.AfterTake
    AFTER_TAKE_NONE: DurakOptions.AfterTake
    AFTER_TAKE_CAPPED: DurakOptions.AfterTake
    AFTER_TAKE_UNCAPPED: DurakOptions.AfterTake
    class DrawOrder(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        DRAW_ORDER_UNSPECIFIED: _ClassVar[DurakOptions.DrawOrder]
        DRAW_ORDER_OPENER_FIRST: _ClassVar[DurakOptions.DrawOrder]
        DRAW_ORDER_MAIN_FIRST: _ClassVar[DurakOptions.DrawOrder]
        DRAW_ORDER_LOSER_FIRST: _ClassVar[DurakOptions.DrawOrder]
    DRAW_ORDER_UNSPECIFIED: DurakOptions.DrawOrder
    DRAW_ORDER_OPENER_FIRST: DurakOptions.DrawOrder
    DRAW_ORDER_MAIN_FIRST: DurakOptions.DrawOrder
    DRAW_ORDER_LOSER_FIRST: DurakOptions.DrawOrder
    class LastCardWin(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        LAST_CARD_WIN_UNSPECIFIED: _ClassVar[DurakOptions.LastCardWin]
        LAST_CARD_WIN_BOUT_END: _ClassVar[DurakOptions.LastCardWin]
        LAST_CARD_WIN_IMMEDIATE: _ClassVar[DurakOptions.LastCardWin]
    LAST_CARD_WIN_UNSPECIFIED: DurakOptions.LastCardWin
    LAST_CARD_WIN_BOUT_END: DurakOptions.LastCardWin
    LAST_CARD_WIN_IMMEDIATE: DurakOptions.LastCardWin
    class Teams(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        TEAMS_UNSPECIFIED: _ClassVar[DurakOptions.Teams]
        TEAMS_NONE: _ClassVar[DurakOptions.Teams]
        TEAMS_2V2: _ClassVar[DurakOptions.Teams]
        TEAMS_2V2V2: _ClassVar[DurakOptions.Teams]
        TEAMS_3V3: _ClassVar[DurakOptions.Teams]
    TEAMS_UNSPECIFIED: DurakOptions.Teams
    TEAMS_NONE: DurakOptions.Teams
    TEAMS_2V2: DurakOptions.Teams
    TEAMS_2V2V2: DurakOptions.Teams
    TEAMS_3V3: DurakOptions.Teams
    class TeamEnd(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        TEAM_END_UNSPECIFIED: _ClassVar[DurakOptions.TeamEnd]
        TEAM_END_LAST_TEAM_HOLDING: _ClassVar[DurakOptions.TeamEnd]
        TEAM_END_FIRST_OUT_WINS: _ClassVar[DurakOptions.TeamEnd]
    TEAM_END_UNSPECIFIED: DurakOptions.TeamEnd
    TEAM_END_LAST_TEAM_HOLDING: DurakOptions.TeamEnd
    TEAM_END_FIRST_OUT_WINS: DurakOptions.TeamEnd
    class Epaulettes(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        EPAULETTES_UNSPECIFIED: _ClassVar[DurakOptions.Epaulettes]
        EPAULETTES_OFF: _ClassVar[DurakOptions.Epaulettes]
        EPAULETTES_TAG: _ClassVar[DurakOptions.Epaulettes]
    EPAULETTES_UNSPECIFIED: DurakOptions.Epaulettes
    EPAULETTES_OFF: DurakOptions.Epaulettes
    EPAULETTES_TAG: DurakOptions.Epaulettes
    class NumberTrump(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        NUMBER_TRUMP_UNSPECIFIED: _ClassVar[DurakOptions.NumberTrump]
        NUMBER_TRUMP_OFF: _ClassVar[DurakOptions.NumberTrump]
        NUMBER_TRUMP_NUMBER_HIGH: _ClassVar[DurakOptions.NumberTrump]
        NUMBER_TRUMP_SUIT_HIGH: _ClassVar[DurakOptions.NumberTrump]
    NUMBER_TRUMP_UNSPECIFIED: DurakOptions.NumberTrump
    NUMBER_TRUMP_OFF: DurakOptions.NumberTrump
    NUMBER_TRUMP_NUMBER_HIGH: DurakOptions.NumberTrump
    NUMBER_TRUMP_SUIT_HIGH: DurakOptions.NumberTrump
    class Quicky(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        QUICKY_UNSPECIFIED: _ClassVar[DurakOptions.Quicky]
        QUICKY_OFF: _ClassVar[DurakOptions.Quicky]
        QUICKY_NO_REDRAW: _ClassVar[DurakOptions.Quicky]
        QUICKY_NO_REDRAW_SERIES: _ClassVar[DurakOptions.Quicky]
    QUICKY_UNSPECIFIED: DurakOptions.Quicky
    QUICKY_OFF: DurakOptions.Quicky
    QUICKY_NO_REDRAW: DurakOptions.Quicky
    QUICKY_NO_REDRAW_SERIES: DurakOptions.Quicky
    class Weli(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        WELI_UNSPECIFIED: _ClassVar[DurakOptions.Weli]
        WELI_OFF: _ClassVar[DurakOptions.Weli]
        WELI_ALL_SIXES: _ClassVar[DurakOptions.Weli]
        WELI_BELLS_SIX: _ClassVar[DurakOptions.Weli]
    WELI_UNSPECIFIED: DurakOptions.Weli
    WELI_OFF: DurakOptions.Weli
    WELI_ALL_SIXES: DurakOptions.Weli
    WELI_BELLS_SIX: DurakOptions.Weli
    class Cheating(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        CHEATING_UNSPECIFIED: _ClassVar[DurakOptions.Cheating]
        CHEATING_OFF: _ClassVar[DurakOptions.Cheating]
        CHEATING_CALLABLE: _ClassVar[DurakOptions.Cheating]
    CHEATING_UNSPECIFIED: DurakOptions.Cheating
    CHEATING_OFF: DurakOptions.Cheating
    CHEATING_CALLABLE: DurakOptions.Cheating
    DECK_FIELD_NUMBER: _ClassVar[int]
    PACKS_FIELD_NUMBER: _ClassVar[int]
    NAMING_FIELD_NUMBER: _ClassVar[int]
    HAND_SIZE_FIELD_NUMBER: _ClassVar[int]
    ATTACK_LIMIT_FIELD_NUMBER: _ClassVar[int]
    LIMIT_BY_DEFENDER_HAND_FIELD_NUMBER: _ClassVar[int]
    TRUMP_CARD_FIELD_NUMBER: _ClassVar[int]
    TRUMP_MODE_FIELD_NUMBER: _ClassVar[int]
    FIRST_ATTACKER_FIELD_NUMBER: _ClassVar[int]
    NEXT_GAME_FIELD_NUMBER: _ClassVar[int]
    REDEAL_FIELD_NUMBER: _ClassVar[int]
    THROW_IN_FIELD_NUMBER: _ClassVar[int]
    OPENING_MULTI_FIELD_NUMBER: _ClassVar[int]
    PRE_DEFENCE_WINDOW_FIELD_NUMBER: _ClassVar[int]
    THROW_MULTI_FIELD_NUMBER: _ClassVar[int]
    TRANSFER_FIELD_NUMBER: _ClassVar[int]
    TRANSFER_MULTI_FIELD_NUMBER: _ClassVar[int]
    TRANSFER_COUNT_FIELD_NUMBER: _ClassVar[int]
    SHOW_LIMIT_FIELD_NUMBER: _ClassVar[int]
    TRANSFER_DIR_FIELD_NUMBER: _ClassVar[int]
    DIR_LASTS_FIELD_NUMBER: _ClassVar[int]
    TRANSFER_TRUMP_FIELD_NUMBER: _ClassVar[int]
    TRANSFER_TWO_LEFT_FIELD_NUMBER: _ClassVar[int]
    AFTER_TAKE_FIELD_NUMBER: _ClassVar[int]
    DRAW_ORDER_FIELD_NUMBER: _ClassVar[int]
    LAST_CARD_WIN_FIELD_NUMBER: _ClassVar[int]
    TEAMS_FIELD_NUMBER: _ClassVar[int]
    TEAM_END_FIELD_NUMBER: _ClassVar[int]
    EPAULETTES_FIELD_NUMBER: _ClassVar[int]
    TRUMP_SWAP_FIELD_NUMBER: _ClassVar[int]
    CHANGE_TRUMP_FIELD_NUMBER: _ClassVar[int]
    SUIT_ORDER_FIELD_NUMBER: _ClassVar[int]
    NUMBER_TRUMP_FIELD_NUMBER: _ClassVar[int]
    CLUB_RULE_FIELD_NUMBER: _ClassVar[int]
    LOW_BEATS_HIGH_FIELD_NUMBER: _ClassVar[int]
    SUIT_MATRIX_FIELD_NUMBER: _ClassVar[int]
    QUICKY_FIELD_NUMBER: _ClassVar[int]
    SECRET_FIELD_NUMBER: _ClassVar[int]
    WELI_FIELD_NUMBER: _ClassVar[int]
    CHEATING_FIELD_NUMBER: _ClassVar[int]
    STALL_LIMIT_FIELD_NUMBER: _ClassVar[int]
    deck: int
    packs: int
    naming: DurakOptions.Naming
    hand_size: int
    attack_limit: int
    limit_by_defender_hand: bool
    trump_card: DurakOptions.TrumpCard
    trump_mode: DurakOptions.TrumpMode
    first_attacker: DurakOptions.FirstAttacker
    next_game: DurakOptions.NextGame
    redeal: DurakOptions.Redeal
    throw_in: DurakOptions.ThrowIn
    opening_multi: bool
    pre_defence_window: bool
    throw_multi: bool
    transfer: DurakOptions.Transfer
    transfer_multi: bool
    transfer_count: DurakOptions.TransferCount
    show_limit: DurakOptions.ShowLimit
    transfer_dir: DurakOptions.TransferDir
    dir_lasts: DurakOptions.DirLasts
    transfer_trump: DurakOptions.TransferTrump
    transfer_two_left: DurakOptions.TransferTwoLeft
    after_take: DurakOptions.AfterTake
    draw_order: DurakOptions.DrawOrder
    last_card_win: DurakOptions.LastCardWin
    teams: DurakOptions.Teams
    team_end: DurakOptions.TeamEnd
    epaulettes: DurakOptions.Epaulettes
    trump_swap: bool
    change_trump: bool
    suit_order: _containers.RepeatedScalarFieldContainer[int]
    number_trump: DurakOptions.NumberTrump
    club_rule: bool
    low_beats_high: bool
    suit_matrix: _containers.RepeatedScalarFieldContainer[bool]
    quicky: DurakOptions.Quicky
    secret: int
    weli: DurakOptions.Weli
    cheating: DurakOptions.Cheating
    stall_limit: int
    def __init__(self, deck: _Optional[int] = ..., packs: _Optional[int] = ..., naming: _Optional[_Union[DurakOptions.Naming, str]] = ..., hand_size: _Optional[int] = ..., attack_limit: _Optional[int] = ..., limit_by_defender_hand: _Optional[bool] = ..., trump_card: _Optional[_Union[DurakOptions.TrumpCard, str]] = ..., trump_mode: _Optional[_Union[DurakOptions.TrumpMode, str]] = ..., first_attacker: _Optional[_Union[DurakOptions.FirstAttacker, str]] = ..., next_game: _Optional[_Union[DurakOptions.NextGame, str]] = ..., redeal: _Optional[_Union[DurakOptions.Redeal, str]] = ..., throw_in: _Optional[_Union[DurakOptions.ThrowIn, str]] = ..., opening_multi: _Optional[bool] = ..., pre_defence_window: _Optional[bool] = ..., throw_multi: _Optional[bool] = ..., transfer: _Optional[_Union[DurakOptions.Transfer, str]] = ..., transfer_multi: _Optional[bool] = ..., transfer_count: _Optional[_Union[DurakOptions.TransferCount, str]] = ..., show_limit: _Optional[_Union[DurakOptions.ShowLimit, str]] = ..., transfer_dir: _Optional[_Union[DurakOptions.TransferDir, str]] = ..., dir_lasts: _Optional[_Union[DurakOptions.DirLasts, str]] = ..., transfer_trump: _Optional[_Union[DurakOptions.TransferTrump, str]] = ..., transfer_two_left: _Optional[_Union[DurakOptions.TransferTwoLeft, str]] = ..., after_take: _Optional[_Union[DurakOptions.AfterTake, str]] = ..., draw_order: _Optional[_Union[DurakOptions.DrawOrder, str]] = ..., last_card_win: _Optional[_Union[DurakOptions.LastCardWin, str]] = ..., teams: _Optional[_Union[DurakOptions.Teams, str]] = ..., team_end: _Optional[_Union[DurakOptions.TeamEnd, str]] = ..., epaulettes: _Optional[_Union[DurakOptions.Epaulettes, str]] = ..., trump_swap: _Optional[bool] = ..., change_trump: _Optional[bool] = ..., suit_order: _Optional[_Iterable[int]] = ..., number_trump: _Optional[_Union[DurakOptions.NumberTrump, str]] = ..., club_rule: _Optional[bool] = ..., low_beats_high: _Optional[bool] = ..., suit_matrix: _Optional[_Iterable[bool]] = ..., quicky: _Optional[_Union[DurakOptions.Quicky, str]] = ..., secret: _Optional[int] = ..., weli: _Optional[_Union[DurakOptions.Weli, str]] = ..., cheating: _Optional[_Union[DurakOptions.Cheating, str]] = ..., stall_limit: _Optional[int] = ...) -> None: ...

class BurakoOptions(_message.Message):
    __slots__ = ("tile_values", "pure_canasta", "impure_canasta", "close", "muerto_not_played", "muerto_played", "opening_points", "target_points", "hand_limit", "time_limit_minutes", "unplayed_rack_free", "pierna_of_twos", "opening_per", "may_end_hand")
    class UnplayedRackFree(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        UNPLAYED_RACK_FREE_UNSPECIFIED: _ClassVar[BurakoOptions.UnplayedRackFree]
        UNPLAYED_RACK_FREE_CLOSER: _ClassVar[BurakoOptions.UnplayedRackFree]
        UNPLAYED_RACK_FREE_BOTH: _ClassVar[BurakoOptions.UnplayedRackFree]
    UNPLAYED_RACK_FREE_UNSPECIFIED: BurakoOptions.UnplayedRackFree
    UNPLAYED_RACK_FREE_CLOSER: BurakoOptions.UnplayedRackFree
    UNPLAYED_RACK_FREE_BOTH: BurakoOptions.UnplayedRackFree
    class OpeningPer(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        OPENING_PER_UNSPECIFIED: _ClassVar[BurakoOptions.OpeningPer]
        OPENING_PER_SIDE: _ClassVar[BurakoOptions.OpeningPer]
        OPENING_PER_PLAYER: _ClassVar[BurakoOptions.OpeningPer]
    OPENING_PER_UNSPECIFIED: BurakoOptions.OpeningPer
    OPENING_PER_SIDE: BurakoOptions.OpeningPer
    OPENING_PER_PLAYER: BurakoOptions.OpeningPer
    TILE_VALUES_FIELD_NUMBER: _ClassVar[int]
    PURE_CANASTA_FIELD_NUMBER: _ClassVar[int]
    IMPURE_CANASTA_FIELD_NUMBER: _ClassVar[int]
    CLOSE_FIELD_NUMBER: _ClassVar[int]
    MUERTO_NOT_PLAYED_FIELD_NUMBER: _ClassVar[int]
    MUERTO_PLAYED_FIELD_NUMBER: _ClassVar[int]
    OPENING_POINTS_FIELD_NUMBER: _ClassVar[int]
    TARGET_POINTS_FIELD_NUMBER: _ClassVar[int]
    HAND_LIMIT_FIELD_NUMBER: _ClassVar[int]
    TIME_LIMIT_MINUTES_FIELD_NUMBER: _ClassVar[int]
    UNPLAYED_RACK_FREE_FIELD_NUMBER: _ClassVar[int]
    PIERNA_OF_TWOS_FIELD_NUMBER: _ClassVar[int]
    OPENING_PER_FIELD_NUMBER: _ClassVar[int]
    MAY_END_HAND_FIELD_NUMBER: _ClassVar[int]
    tile_values: BurakoTileValues
    pure_canasta: int
    impure_canasta: int
    close: int
    muerto_not_played: int
    muerto_played: int
    opening_points: int
    target_points: int
    hand_limit: int
    time_limit_minutes: int
    unplayed_rack_free: BurakoOptions.UnplayedRackFree
    pierna_of_twos: bool
    opening_per: BurakoOptions.OpeningPer
    may_end_hand: bool
    def __init__(self, tile_values: _Optional[_Union[BurakoTileValues, _Mapping]] = ..., pure_canasta: _Optional[int] = ..., impure_canasta: _Optional[int] = ..., close: _Optional[int] = ..., muerto_not_played: _Optional[int] = ..., muerto_played: _Optional[int] = ..., opening_points: _Optional[int] = ..., target_points: _Optional[int] = ..., hand_limit: _Optional[int] = ..., time_limit_minutes: _Optional[int] = ..., unplayed_rack_free: _Optional[_Union[BurakoOptions.UnplayedRackFree, str]] = ..., pierna_of_twos: _Optional[bool] = ..., opening_per: _Optional[_Union[BurakoOptions.OpeningPer, str]] = ..., may_end_hand: _Optional[bool] = ...) -> None: ...

class BurakoTileValues(_message.Message):
    __slots__ = ("joker", "two", "ace", "low", "high")
    JOKER_FIELD_NUMBER: _ClassVar[int]
    TWO_FIELD_NUMBER: _ClassVar[int]
    ACE_FIELD_NUMBER: _ClassVar[int]
    LOW_FIELD_NUMBER: _ClassVar[int]
    HIGH_FIELD_NUMBER: _ClassVar[int]
    joker: int
    two: int
    ace: int
    low: int
    high: int
    def __init__(self, joker: _Optional[int] = ..., two: _Optional[int] = ..., ace: _Optional[int] = ..., low: _Optional[int] = ..., high: _Optional[int] = ...) -> None: ...
