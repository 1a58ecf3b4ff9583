"""What is said about a hand that is retold."""

from typing import Final

TOLD_TEMPLATES: Final[dict[str, str]] = {
    "told.turn": "Turn %(number)s: %(who)s",
    "told.mazo": "Tiles in the mazo: %(tiles)s.",
    "told.pozo": "In the pozo: %(tiles)s.",
    "told.pozo_empty": "The pozo is empty.",
    "told.draw": "%(who)s draws %(tiles)s.",
    "told.take_pozo": "%(who)s takes the pozo: %(tiles)s.",
    "told.end_hand": "%(who)s lets the hand end instead of taking the pozo.",
    "told.meld": "%(who)s lays %(melds)s.",
    "told.escalera": "the escalera %(tiles)s",
    "told.pierna": "the pierna %(tiles)s",
    "told.extend": "%(who)s adds %(tiles)s to %(meld)s.",
    "told.consult": "%(who)s asks %(other)s whether to close.",
    "told.answer_yes": "%(who)s answers: close.",
    "told.answer_no": "%(who)s answers: play on.",
    "told.discard": "%(who)s discards %(tiles)s.",
    "told.opened": "That is the first melding, with %(points)s points.",
    "told.pure": "It is a pure canasta now: %(tiles)s.",
    "told.impure": "It is an impure canasta now: %(tiles)s.",
    "told.muerto": "The rack is empty: %(who)s takes the muerto and plays on. In it: %(tiles)s.",
    "told.muerto_later": "The rack is empty: %(who)s takes the muerto for the next turn. "
    "In it: %(tiles)s.",
    "told.closed": "With the last tile %(who)s closes the hand.",
    "told.mazo_empty": "The mazo is empty and the pozo cannot be taken: the hand is over.",
    "told.stalled": "The mazo is empty, and the pozo has only gone round: the hand is over.",
}
