"""The sentences about the game around the bouts; see `explain_templates`."""

from typing import Final

GAME_TEMPLATES: Final[dict[str, str]] = {
    # Drawing
    "draw.up_to": (
        "After each bout everybody with fewer than %(hand)s cards draws up to %(hand)s, "
        "one player after the other."
    ),
    "draw.up_to_one": "After each bout everybody without cards draws one.",
    "draw.order.opener_first": (
        "Whoever opened the bout draws first, then the others in turn; the defender draws last."
    ),
    "draw.order.main_first": (
        "The main attacker draws first, then the others in turn; the defender draws last."
    ),
    "draw.order.two": "The attacker draws first, then the defender.",
    "draw.order.loser_first": "Whoever lost the bout draws first.",
    "draw.empty": "When the draw pile is empty, you play on without drawing.",
    "draw.never": "Nobody draws: you play with the cards you were dealt.",
    # End of the game
    "end.out": (
        "Once the draw pile is empty, you are out if you hold no cards at the end of a bout."
    ),
    "end.out_undrawn": "You are out if you hold no cards at the end of a bout.",
    "end.immediate": (
        "Once the draw pile is empty, you win at once by playing your last card, "
        "in attack or in defence."
    ),
    "end.immediate_undrawn": (
        "You win at once by playing your last card, in attack or in defence."
    ),
    "end.immediate_later": (
        "If the draw pile runs out after a bout and leaves you without cards, you win too."
    ),
    "end.durak": "The last player with cards is the durak, the fool, and loses.",
    "end.durak_two": "The other player is the durak, the fool, and loses.",
    "end.draw": "If the last players run out of cards in the same bout, the game is a draw.",
    "end.order": (
        "Whoever is out in an earlier bout finishes before the others; within a bout, "
        "whoever played the last card earlier."
    ),
    "end.epaulettes": (
        "If the durak takes in the last bout and the last attack card is a %(lowest)s, "
        "the durak wears an epaulette. If the last two are, both from the same player, "
        "there is one for each shoulder. This is for honour only."
    ),
    "end.epaulettes_teams": (
        "If a player of the losing team takes in the last bout and the last attack card "
        "is a %(lowest)s, that player wears an epaulette. If the last two are, both from the "
        "same player, there is one for each shoulder. This is for honour only."
    ),
    # Teams
    "teams.2v2": "Two teams of two play against each other. Partners sit opposite.",
    "teams.2v2v2": "Three teams of two play against each other. Partners sit opposite.",
    "teams.3v3": "Two teams of three play against each other. The teams sit alternately.",
    "teams.peace": (
        "You never attack your own team, never add cards against it "
        "and never play defence cards for it."
    ),
    "teams.last_team_holding": (
        "The game ends when only one team still has players in the game; that team loses."
    ),
    "teams.draw": "If the last hands run empty in the same bout, the game is a draw.",
    "teams.first_out_wins": (
        "The first player to go out wins for the whole team. "
        "If several go out in the same bout, whoever played the last card first counts."
    ),
    "teams.others_lose": "Both other teams lose.",
    # Special rules
    "special.swap": (
        "If you hold the %(lowest)s of trumps, you may swap it for the trump card, as long as "
        "nobody has drawn that card. You may do so before a bout or when it is your turn; "
        "everybody sees it."
    ),
    "special.change": (
        "One more card lies face down below the trump card. Whoever draws it shows it, "
        "and its suit is trump from the next bout on."
    ),
    "special.change_number": (
        "One more card lies face down below the trump card. Whoever draws it shows it, "
        "and its suit and rank are trump from the next bout on."
    ),
    "special.number": "All cards of the trump card's rank are trumps too, in every suit.",
    "special.number_high": (
        "These number trumps are higher than the trump suit. From low to high their suits are "
        "%(suits)s, but the one of the trump suit is the highest card of all."
    ),
    "special.suit_high": (
        "These number trumps are lower than every card of the trump suit. "
        "From low to high their suits are %(suits)s."
    ),
    "special.clubs": (
        "A card of %(suit)s is beaten only by a higher card of %(suit)s. No trump helps."
    ),
    "special.clubs_no_trump": (
        "A card of %(suit)s is beaten only by a higher card of %(suit)s, whatever else holds."
    ),
    "special.clubs_trump": "If %(suit)s are trump, they still beat the other suits.",
    "special.low_beats_high": (
        "The %(lowest)s beats the %(highest)s of the same suit, among trumps too."
    ),
    "special.low_beats_high_no_trump": "The %(lowest)s beats the %(highest)s of the same suit.",
    "special.low_beats_high_clubs": "This holds for %(suit)s too.",
    "special.matrix": (
        "Any card of %(suit)s beats any card of these suits, whatever their ranks: %(others)s."
    ),
    "special.secret": (
        "When you run out of cards and would be out, you pick up your secret cards and play on."
    ),
    "special.secret_immediate": (
        "When you play your last card and would win, you pick up your secret cards and play on."
    ),
    "special.weli.all_sixes": (
        "When you play a %(six)s, you may name any suit for it. The rank stays the same."
    ),
    "special.weli.bells_six": (
        "When you play the %(six)s of %(suit)s, you may name any suit for it. "
        "The rank stays the same."
    ),
    "special.weli_lapses": (
        "The name counts while the card lies on the table. In a hand its own suit counts."
    ),
    "special.cheat": (
        "You may cheat: play a card that does not beat, or whose rank does not fit. "
        "It must be your own card and your turn, and the limits still hold."
    ),
    "special.cheat_call": (
        "After every card played, each of the others may call a cheat. "
        "If the call is right, the play is undone and must be repeated by the rules."
    ),
    "special.cheat_penalty": (
        "If the injured player calls it, the cheat also draws a penalty card. With no card left "
        "to draw, an attacker may add no more cards in this bout and a defender must take."
    ),
    "special.cheat_injured": (
        "The injured player is the defender when somebody attacks, "
        "and the main attacker when the defender plays."
    ),
    "special.cheat_false": "If your call is wrong, you may not throw in for the rest of the bout.",
    # Next game
    "next.durak_deals_left_attacks": (
        "The durak deals the next game, and the player at the durak's left attacks first."
    ),
    "next.durak_attacked_first": (
        "In the next game the durak is attacked first, by the player at the durak's right. "
        "The deal passes to the left."
    ),
    "next.durak_deals_and_defends": "The durak deals the next game and defends first.",
    "next.first_out_deals_lowest_trump": (
        "Whoever was out first deals the next game. The lowest trump attacks first again."
    ),
    "next.first_out_deals_no_trump": (
        "Whoever was out first deals the next game. The player at the dealer's left attacks first."
    ),
    "next.lowest_trump_again": (
        "In the next game the lowest trump attacks first again. The deal passes to the left."
    ),
    "next.no_trump_again": (
        "In the next game the player at the dealer's left attacks first. "
        "The deal passes to the left."
    ),
    "next.durak_of_a_team": (
        "Here the durak is the losing player who defended in the last bout or, if none did, the "
        "nearest one still in the game to the left of whoever opened it."
    ),
    "next.drawn": (
        "After a draw or a shared loss, the first attacker is found as in the first game, "
        "and the deal passes to the left."
    ),
    "next.series": (
        "The cards you played stay out of the next game. Its pack is the draw pile, the trump "
        "card and whatever the losers still hold."
    ),
    "next.series_dealt": (
        "The cards you played stay out of the next game. "
        "Its pack is whatever the losers still hold."
    ),
    "next.series_refill": "If these cards are too few to deal, the full pack is used again.",
    # On this server
    "server.deals": "The server shuffles and deals. It draws the dealer of the first game.",
    "server.turns": (
        "One player is asked at a time. When cards may be added, the main attacker is asked first, "
        "then everybody else who may, starting at the defender's left."
    ),
    "server.turns_alone": "One player is asked at a time.",
    "server.discards": "You never see the discarded cards again, only how many there are.",
    "server.default": (
        "If you do not answer in time, the server plays for you: it opens with your lowest card, "
        "no trump if possible; it takes when you defend; otherwise it passes."
    ),
    "server.default_no_trump": (
        "If you do not answer in time, the server plays for you: it opens with your lowest card; "
        "it takes when you defend; otherwise it passes."
    ),
    "server.redeals": "After 50 new deals in a row you play with the cards you have.",
    "server.stall_default": (
        "A game that goes in circles is stopped: after 12 bouts for every player still in it, "
        "in which no card is discarded or drawn and nobody goes out."
    ),
    "server.stall": (
        "A game that goes in circles is stopped. In a row, so many bouts may pass in which no card "
        "is discarded or drawn and nobody goes out: %(bouts)s."
    ),
    "server.stall_loser": (
        "The player who then holds the most cards loses; equal hands share the loss."
    ),
    "server.stall_loser_teams": (
        "The team that then holds the most cards loses; equal teams share the loss."
    ),
    "server.unrated": "These games are never rated.",
    "server.changed": "Options that differ from “%(profile)s”: %(names)s.",
}
