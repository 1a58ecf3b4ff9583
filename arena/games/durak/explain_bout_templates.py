"""The sentences about the deal and one bout; see `explain_templates`."""

from typing import Final

BOUT_TEMPLATES: Final[dict[str, str]] = {
    # Setup
    "setup.alone": "There are %(players)s of you at the table, and everybody plays alone.",
    "setup.teams": "There are %(players)s of you at the table, and you play in teams.",
    "setup.pack": "You play with %(cards)s cards. The ranks from low to high are %(ranks)s.",
    "setup.packs": (
        "You play with %(packs)s packs of %(cards)s cards, shuffled together. "
        "The ranks from low to high are %(ranks)s."
    ),
    "setup.naming.french": "The suits are %(suits)s.",
    "setup.naming.spanish": "You play with Spanish cards. The suits are %(suits)s.",
    "setup.identical": "Two cards that look the same never beat each other.",
    "setup.secret": (
        "First everybody gets %(secret)s secret cards, face down. "
        "Nobody may look at them, not even you at your own."
    ),
    "setup.deal": ("Everybody gets %(hand)s cards, one at a time, starting at the dealer's left."),
    "setup.deal_one": "Everybody gets one card, starting at the dealer's left.",
    "setup.trump.in_talon": (
        "The next card is turned up: its suit is trump. "
        "This trump card lies under the draw pile and is drawn last."
    ),
    "setup.trump.stays": (
        "The next card is turned up: its suit is trump. "
        "This trump card stays where it is, because nobody draws."
    ),
    "setup.trump.changing": (
        "The next card is turned up: its suit is trump, for now. "
        "This trump card lies almost at the bottom of the draw pile."
    ),
    "setup.trump.out_of_play": (
        "The next card is turned up: its suit is trump. The card itself is out of play."
    ),
    "setup.trump.dealt": (
        "All cards are dealt, so the dealer shows the last one: its suit is trump. "
        "This trump card stays in the dealer's hand."
    ),
    "setup.trump.none": "There are no trumps.",
    "setup.redeal.off": "You play the hand you are dealt.",
    "setup.redeal.forced_s0": (
        "If anybody holds five or more cards of one suit, only red cards or only black cards, "
        "the same dealer shuffles and deals again."
    ),
    "setup.redeal.colours": (
        "If anybody holds only red cards or only black cards, "
        "the same dealer shuffles and deals again."
    ),
    "setup.redeal.demand_s2": (
        "If you are dealt five or more cards of one suit, you may ask for a new deal. "
        "The same dealer then shuffles and deals again."
    ),
    "setup.spanish_colours": "The red suits are %(red)s; the black ones are %(black)s.",
    # Who attacks
    "start.lowest_trump": "In the first game, whoever holds the lowest trump attacks first.",
    "start.nobody": "If nobody holds a trump, the player at the dealer's left does.",
    "start.tie": (
        "Of two equal lowest trumps, the one with the lower next trump counts, "
        "then the one nearer to the dealer's left."
    ),
    "start.dealer_left": "In the first game, the player at the dealer's left attacks first.",
    "start.dealer_defends": "In the first game, the dealer defends and the other player attacks.",
    "start.defender": "The next player to the attacker's left defends.",
    "start.defender_two": "The other player defends.",
    "start.defender_teams": "The next opponent to the attacker's left defends.",
    "start.then": (
        "If you defend yourself, you attack next. "
        "If you take, you are skipped and the player at your left attacks."
    ),
    "start.then_two": (
        "If you defend yourself, you attack next. If you take, the other player attacks again."
    ),
    "start.out": "Players who are out of the game are passed over.",
    # Attack
    "attack.one": "You open a bout with one card, whichever you like.",
    "attack.multi": (
        "You open a bout with one card, whichever you like, or with several of the same rank."
    ),
    "attack.rank": (
        "Every later attack card must have a rank that already lies on the table, "
        "as an attack card or as a defence card."
    ),
    "attack.limit_and_hand": (
        "The limit for attack cards in a bout is %(limit)s, and there are never more than the "
        "defender held on becoming the defender."
    ),
    "attack.limit": (
        "The limit for attack cards in a bout is %(limit)s, even if the defender holds fewer cards."
    ),
    "attack.hand": (
        "A bout has no more attack cards than the defender held on becoming the defender."
    ),
    "attack.no_limit": "The number of attack cards in a bout has no limit.",
    "attack.empty_handed": (
        "A defender without cards must take, unless everything on the table is beaten."
    ),
    # Defence
    "defence.beat": (
        "You beat each attack card with one card: a higher one of the same suit or, "
        "if the attack card is no trump, any trump. Only a higher trump beats a trump."
    ),
    "defence.beat_mostly": (
        "As a rule, you beat each attack card with one card: a higher one of the same suit or, "
        "if the attack card is no trump, any trump. Only a higher trump beats a trump."
    ),
    "defence.beat_same_suit": (
        "You beat each attack card with one card: a higher one of the same suit."
    ),
    "defence.beat_same_suit_mostly": (
        "As a rule, you beat each attack card with one card: a higher one of the same suit."
    ),
    "defence.exceptions": "The special rules below change this for some cards.",
    "defence.give_up": "You may give up at any time, even if you could beat.",
    "defence.success": (
        "When everything is beaten and nobody adds a card, your defence has succeeded: "
        "the cards on the table are discarded, face down."
    ),
    # Passing on
    "transfer.off": "You cannot pass an attack on: you beat it or you take.",
    "transfer.any": (
        "While nothing is beaten, you may pass the attack on instead: "
        "add one or more cards of the same rank."
    ),
    "transfer.one": (
        "While nothing is beaten, you may pass the attack on instead: add a card of the same rank."
    ),
    "transfer.equal": (
        "While nothing is beaten, you may pass the attack on instead: "
        "add cards of the same rank, exactly as many as lie there."
    ),
    "transfer.at_least": (
        "While nothing is beaten, you may pass the attack on instead: "
        "add cards of the same rank, at least as many as lie there."
    ),
    "transfer.left": (
        "The next player to your left must then face all these cards, "
        "and you become the main attacker."
    ),
    "transfer.left_teams": (
        "Your next opponent to the left must then face all these cards, "
        "and you become the main attacker."
    ),
    "transfer.choose": (
        "You choose a side. The next player on that side must then face all these cards, "
        "and you become the main attacker."
    ),
    "transfer.choose_teams": (
        "You choose a side. Your next opponent on that side must then face all these cards, "
        "and you become the main attacker."
    ),
    "transfer.two": (
        "The other player must then face all these cards, and you become the main attacker."
    ),
    "transfer.dir_lasts.bout": "The next bout runs clockwise again.",
    "transfer.dir_lasts.game": "From then on, play runs in the direction chosen last.",
    "transfer.show": (
        "If you hold a trump of that rank, it is enough to show it as your ticket. "
        "It stays in your hand, and no card is added."
    ),
    "transfer.show_or_play": "You either show or play, never both at once.",
    "transfer.show_counts_one": (
        "A ticket counts as one card, so it passes on a single attack card only."
    ),
    "transfer.show_limit.none": "You may show the same card only once in a bout.",
    "transfer.show_limit.per_bout": "You may show one ticket in a bout.",
    "transfer.show_limit.per_game": "You may show one ticket in the whole game.",
    "transfer.no_trump": (
        "Trumps are not passed on: neither an attack with a trump in it, nor by playing a trump."
    ),
    "transfer.capacity": (
        "You may pass on only if the next defender holds at least as many cards "
        "as will then attack."
    ),
    "transfer.capacity_and_limit": (
        "You may pass on only if the next defender holds at least as many cards "
        "as will then attack, and only up to the limit of %(limit)s for attack cards."
    ),
    "transfer.again": "The new defender has the same rights and may pass the attack on again.",
    "transfer.two_left.always": "You may still pass on when only two of you are left.",
    "transfer.two_left.never": "When only two of you are left, nothing is passed on any more.",
    "transfer.two_left.equal_hands": (
        "When only two of you are left, you may pass on only if both held the same number of "
        "cards when the bout began."
    ),
    "transfer.two_players.equal_hands": (
        "You may pass on only if both of you held the same number of cards when the bout began."
    ),
    # Throwing in
    "throw.two": "Only the attacker may add cards.",
    "throw.attacker_only": "Only the main attacker may add cards.",
    "throw.neighbours": (
        "Two may add cards: the main attacker, and the defender's nearest opponent on the "
        "other side. When only two of you are left, only the attacker may."
    ),
    "throw.all": "Everybody but the defender may add cards.",
    "throw.all_teams": "Everybody but the defender and the defender's team may add cards.",
    "throw.main": (
        "The main attacker is whoever opened the bout or, after that, passed the attack on last."
    ),
    "throw.main_opener": "The main attacker is whoever opened the bout.",
    "throw.when": "You may add cards whenever everything on the table is beaten.",
    "throw.when_pre": (
        "You may add cards before the defender's first answer and whenever everything on the "
        "table is beaten."
    ),
    "throw.multi": "You may add several cards at once.",
    "throw.single": "You add one card at a time.",
    # Taking
    "take.all": "If you give up, you take every card on the table into your hand.",
    "take.after.none": "Nobody may add cards once you have given up.",
    "take.after.capped": (
        "Before you do, those who may throw in may still add fitting cards, within the limit."
    ),
    "take.after.capped_no_limit": (
        "Before you do, those who may throw in may still add fitting cards."
    ),
    "take.after.uncapped": (
        "Before you do, those who may throw in may still add every fitting card they hold: "
        "the limit no longer counts."
    ),
}
