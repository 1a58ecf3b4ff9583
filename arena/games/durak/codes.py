"""Every reason for which a Durak rule set is refused or warned about, with its sentence.

Reasons that concern only the shape of the data are in `scoring.reading`.

A code is part of the public interface: it may be added, never renamed or re-used.
"""

from enum import StrEnum
from typing import Final

from scoring.reading import SHAPE_TEMPLATES


class Code(StrEnum):
    """Stable names of the reasons; the sentence stands in `TEMPLATES`."""

    # names and shapes
    UNKNOWN_PROFILE = "unknown_profile"
    UNKNOWN_OPTION = "unknown_option"
    NOT_EVERY_SUIT_ONCE = "not_every_suit_once"
    # validity of cards and players, V1
    NOT_ENOUGH_CARDS = "not_enough_cards"
    # one option against another (RULES 1B, last column)
    DECK_48_NEEDS_SPANISH = "deck_48_needs_spanish"
    SPANISH_NEEDS_36_OR_48 = "spanish_needs_36_or_48"
    PACKS_NEED_SHOW_LIMIT = "packs_need_show_limit"
    OUT_OF_PLAY_WITH_SWAP = "out_of_play_with_swap"
    OUT_OF_PLAY_WITH_CHANGE = "out_of_play_with_change"
    NO_TRUMP_SO_NO_TRUMP_CARD = "no_trump_so_no_trump_card"
    NO_TRUMP_SO_NO_LOWEST = "no_trump_so_no_lowest"
    NO_TRUMP_SO_NO_SHOW = "no_trump_so_no_show"
    NO_TRUMP_SO_NOT_THIS = "no_trump_so_not_this"
    COUNT_NEEDS_MULTI = "count_needs_multi"
    LASTING_NEEDS_CHOICE = "lasting_needs_choice"
    NO_TRUMP_PASSED_SO_NO_SHOW = "no_trump_passed_so_no_show"
    ONLY_FOR_TWO = "only_for_two"
    TEAMS_NEED_PLAYERS = "teams_need_players"
    TEAM_END_NEEDS_TEAMS = "team_end_needs_teams"
    QUICKY_WITH_OUT_OF_PLAY = "quicky_with_out_of_play"
    QUICKY_NEVER_DRAWS = "quicky_never_draws"
    WELI_NEEDS_SIXES = "weli_needs_sixes"
    # warnings: legal, but probably not what was meant
    REDEAL_COMMON = "redeal_common"
    HAND_LIMIT_EXPERIMENT = "hand_limit_experiment"
    CHEATING_UNRATED = "cheating_unrated"


TEMPLATES: Final[dict[str, str]] = {
    **SHAPE_TEMPLATES,
    Code.UNKNOWN_PROFILE: "No Durak profile has this name; choose one of: %(choices)s.",
    Code.UNKNOWN_OPTION: "Remove “%(name)s”: Durak has no such option.",
    Code.NOT_EVERY_SUIT_ONCE: "Name each of D, C, H and S once, the lowest suit first.",
    Code.NOT_ENOUGH_CARDS: (
        "%(players)s players need %(needed)s cards and there are only %(cards)s; "
        "take fewer players, smaller hands, a larger deck or more packs."
    ),
    Code.DECK_48_NEEDS_SPANISH: (
        "The pack of 48 is the Spanish one; set naming to spanish or choose 24, 36 or 52 cards."
    ),
    Code.SPANISH_NEEDS_36_OR_48: (
        "Spanish cards come in packs of 36 or 48; choose one of these or set naming to french."
    ),
    Code.PACKS_NEED_SHOW_LIMIT: (
        "With several packs tickets must be limited; set show_limit to per_bout or per_game."
    ),
    Code.OUT_OF_PLAY_WITH_SWAP: (
        "The trump card cannot be swapped while it is out of play; "
        "turn trump_swap off or set trump_card to in_talon."
    ),
    Code.OUT_OF_PLAY_WITH_CHANGE: (
        "Trump cannot change while the trump card is out of play; "
        "turn change_trump off or set trump_card to in_talon."
    ),
    Code.NO_TRUMP_SO_NO_TRUMP_CARD: (
        "Without trumps no card is turned up; leave trump_card at in_talon."
    ),
    Code.NO_TRUMP_SO_NO_LOWEST: (
        "Without trumps nobody holds the lowest one; set first_attacker to dealer_left."
    ),
    Code.NO_TRUMP_SO_NO_SHOW: "Without trumps there is no ticket to show; set transfer to play.",
    Code.NO_TRUMP_SO_NOT_THIS: (
        "Without trumps this option means nothing; leave it out or set trump_mode to suit."
    ),
    Code.COUNT_NEEDS_MULTI: (
        "Passing on a fixed number of cards takes several at once; "
        "set transfer_multi to true or transfer_count to any."
    ),
    Code.LASTING_NEEDS_CHOICE: (
        "A direction can last only if it can be chosen; "
        "set transfer_dir to choose or dir_lasts to bout."
    ),
    Code.NO_TRUMP_PASSED_SO_NO_SHOW: (
        "A ticket is a trump and trumps may not pass on an attack; "
        "set transfer to play or transfer_trump to allowed."
    ),
    Code.ONLY_FOR_TWO: "“%(value)s” is a rule for two players; choose another value here.",
    Code.TEAMS_NEED_PLAYERS: (
        "Teams of %(teams)s need exactly %(needed)s players; "
        "change the number of players or the teams."
    ),
    Code.TEAM_END_NEEDS_TEAMS: (
        "Without teams no team can win; choose teams or set team_end to last_team_holding."
    ),
    Code.QUICKY_WITH_OUT_OF_PLAY: (
        "In a quicky no card is drawn; set trump_card to in_talon or turn quicky off."
    ),
    Code.QUICKY_NEVER_DRAWS: "In a quicky the trump card is never drawn; turn this or quicky off.",
    Code.WELI_NEEDS_SIXES: (
        "A pack of 24 cards has no sixes; choose a larger deck or turn weli off."
    ),
    Code.REDEAL_COMMON: (
        "With %(hand_size)s cards in a hand the redeal becomes common; "
        "think of turning it off or of dealing six cards."
    ),
    Code.HAND_LIMIT_EXPERIMENT: (
        "A defender may now face more cards than are in the hand; "
        "this is meant for experiments only."
    ),
    Code.CHEATING_UNRATED: "Games with cheating are never rated.",
}
