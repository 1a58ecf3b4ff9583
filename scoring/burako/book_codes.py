"""Every reason for which the book of a match refuses an entry, with its sentence.

A code is part of the public interface: it may be added, never renamed or re-used.
"""

from enum import StrEnum
from typing import Final


class BookCode(StrEnum):
    """Stable names of the reasons; the sentence stands in `BOOK_TEMPLATES`."""

    UNKNOWN_KIND = "unknown_kind"
    SHEET_OR_TILES = "sheet_or_tiles"
    STALE_HAND = "stale_hand"
    NO_SUCH_HAND = "no_such_hand"
    WRONG_VERSION = "wrong_version"
    NOTHING_CHANGED = "nothing_changed"
    NOTHING_TO_UNDO = "nothing_to_undo"
    STALE_UNDO = "stale_undo"
    MATCH_OVER = "match_over"
    MATCH_NOT_OVER = "match_not_over"
    NO_HANDS = "no_hands"
    TIME_NOT_LIMITED = "time_not_limited"
    STALE_CONFIRM = "stale_confirm"
    ALREADY_CONFIRMED = "already_confirmed"
    CONFIRMED = "confirmed"
    NOT_CONFIRMED = "not_confirmed"
    DISPUTE_OPEN = "dispute_open"
    NO_SUCH_DISPUTE = "no_such_dispute"
    REOPEN_ASKED = "reopen_asked"
    REOPEN_NOT_ASKED = "reopen_not_asked"
    REOPEN_NEEDS_OTHER_SIDE = "reopen_needs_other_side"


BOOK_TEMPLATES: Final[dict[str, str]] = {
    BookCode.UNKNOWN_KIND: "This page is too old for the sheet. Reload it and try again.",
    BookCode.SHEET_OR_TILES: "Enter the hand either by its points or by its tiles.",
    BookCode.STALE_HAND: (
        "Hand %(number)s is written already; the next one is hand %(expected)s. "
        "Look at what is there, then enter yours again or correct it."
    ),
    BookCode.NO_SUCH_HAND: "There is no hand %(number)s on this sheet. Look at it again.",
    BookCode.WRONG_VERSION: (
        "Hand %(number)s was changed meanwhile. Look at it again before you change it."
    ),
    BookCode.NOTHING_CHANGED: "These are the values that hand %(number)s has already.",
    BookCode.NOTHING_TO_UNDO: "There is nothing to undo on this sheet.",
    BookCode.STALE_UNDO: (
        "Something else was written meanwhile. Look at the sheet again before you undo."
    ),
    BookCode.MATCH_OVER: "The match is over: no hand follows. Correct a hand if one is wrong.",
    BookCode.MATCH_NOT_OVER: "The match is not over yet. Play on and confirm at the end.",
    BookCode.NO_HANDS: "Write down at least one hand first.",
    BookCode.TIME_NOT_LIMITED: "This match has no time limit, so time cannot end it.",
    BookCode.STALE_CONFIRM: (
        "The sheet was changed meanwhile. Look at the hands again before you confirm them."
    ),
    BookCode.ALREADY_CONFIRMED: "This side has confirmed already; the other one has not yet.",
    BookCode.CONFIRMED: "Both sides have confirmed this match. Ask to reopen it first.",
    BookCode.NOT_CONFIRMED: "This match is still open: simply correct what is wrong.",
    BookCode.DISPUTE_OPEN: "Hand %(number)s is disputed. Settle that first.",
    BookCode.NO_SUCH_DISPUTE: "This dispute is settled already. Look at the sheet again.",
    BookCode.REOPEN_ASKED: "Somebody has asked to reopen this match. Answer that first.",
    BookCode.REOPEN_NOT_ASKED: "Nobody is asking to reopen this match any more.",
    BookCode.REOPEN_NEEDS_OTHER_SIDE: (
        "The other side has to agree. You can only take your request back."
    ),
}
