"""Which rule sets can be played at all: the last column of RULES 1B, T10 and V1."""

from arena.games.durak.options import DurakOptions
from tests.arena.games.durak.oracle.dealing import cards_needed

TEAM_SEATS = {"2v2": 4, "2v2v2": 6, "3v3": 6}


def is_valid(options: DurakOptions, players: int) -> bool:
    return not any(
        (
            not _cards_go_together(options, players),
            not _trumps_go_together(options),
            not _transfers_go_together(options),
            not _seats_go_together(options, players),
        )
    )


def _cards_go_together(options: DurakOptions, players: int) -> bool:
    if options.deck == 48 and options.naming != "spanish":
        return False
    if options.naming == "spanish" and options.deck not in (36, 48):
        return False
    if options.weli != "off" and options.deck == 24:
        return False
    pack = options.deck * options.packs
    return cards_needed(options, players, pack) <= pack


def _trumps_go_together(options: DurakOptions) -> bool:
    moving = options.trump_swap or options.change_trump
    if moving and (options.trump_card == "out_of_play" or options.quicky != "off"):
        return False
    if options.quicky != "off" and options.trump_card == "out_of_play":
        return False
    if options.trump_mode == "suit":
        return True
    return (
        options.trump_card == "in_talon"
        and options.transfer != "play_or_show"
        and not moving
        and options.number_trump == "off"
        and options.suit_order == DurakOptions().suit_order
        and options.first_attacker == "dealer_left"
    )


def _transfers_go_together(options: DurakOptions) -> bool:
    if options.packs > 1 and options.show_limit == "none":
        return False
    if options.transfer_count != "any" and not options.transfer_multi:
        return False
    if options.dir_lasts == "game" and options.transfer_dir != "choose":
        return False
    return options.transfer_trump == "allowed" or options.transfer != "play_or_show"


def _seats_go_together(options: DurakOptions, players: int) -> bool:
    for_two = (
        options.next_game == "durak_deals_and_defends"
        or options.draw_order == "loser_first"
        or options.last_card_win == "immediate"
    )
    if for_two and players != 2:
        return False
    if options.teams == "none":
        return options.team_end == "last_team_holding"
    return TEAM_SEATS[options.teams] == players
