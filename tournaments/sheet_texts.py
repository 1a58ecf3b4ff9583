"""Every text that the score sheet's scripts show, translated for the reader.

The scripts hold no sentence of their own: the page hands them this table as JSON, and they fill in
what stands as ``%(name)s``. A pair of texts is chosen from by the number ``n``: one, and more.
"""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

Counted = dict[str, str]
Texts = dict[str, str | Counted]


def sheet_texts() -> Texts:
    """The whole table in the language of the request."""
    parts: tuple[Mapping[str, str | Counted], ...] = (
        _board(),
        _hand_form(),
        _breakdown(),
        _editor(),
        _hands(),
        _ending(),
        _saving(),
    )
    return {name: text for part in parts for name, text in part.items()}


def _board() -> Texts:
    return {
        "won": _("Won the match"),
        "needs": {
            "one": ngettext("needs %(n)s more point", "needs %(n)s more points", 1),
            "other": ngettext("needs %(n)s more point", "needs %(n)s more points", 2),
        },
        "behind": {
            "one": ngettext("%(n)s point behind", "%(n)s points behind", 1),
            "other": ngettext("%(n)s point behind", "%(n)s points behind", 2),
        },
        "last_hand": _("%(points)s in the last hand"),
        "next_hand": _("Hand %(number)s: %(name)s starts"),
        "hands_left": {
            "one": ngettext("%(n)s hand left", "%(n)s hands left", 1),
            "other": ngettext("%(n)s hand left", "%(n)s hands left", 2),
        },
        "minutes_left": {
            "one": ngettext("%(n)s minute left", "%(n)s minutes left", 1),
            "other": ngettext("%(n)s minute left", "%(n)s minutes left", 2),
        },
        "minutes_over": _("The time is over: finish this hand"),
        "includes_waiting": {
            "one": ngettext(
                "with %(n)s entry that is not yet saved",
                "with %(n)s entries that are not yet saved",
                1,
            ),
            "other": ngettext(
                "with %(n)s entry that is not yet saved",
                "with %(n)s entries that are not yet saved",
                2,
            ),
        },
        "totals_spoken": _("%(first)s: %(first_points)s. %(second)s: %(second_points)s."),
        "chart_title": _("The match so far"),
        "chart_words": {
            "one": ngettext(
                "After %(n)s hand: %(first)s %(first_points)s points, "
                "%(second)s %(second_points)s.",
                "After %(n)s hands: %(first)s %(first_points)s points, "
                "%(second)s %(second_points)s.",
                1,
            ),
            "other": ngettext(
                "After %(n)s hand: %(first)s %(first_points)s points, "
                "%(second)s %(second_points)s.",
                "After %(n)s hands: %(first)s %(first_points)s points, "
                "%(second)s %(second_points)s.",
                2,
            ),
        },
        "chart_as_table": _("The same as a table"),
        "hand_column": _("Hand"),
    }


def _hand_form() -> Texts:
    return {
        "who_closed": _("Who closed?"),
        "nobody": _("Nobody"),
        "closed": _("Closed"),
        "yes": _("yes"),
        "no": _("no"),
        "pure_canastas": _("Pure canastas"),
        "impure_canastas": _("Impure canastas"),
        "muerto": _("Muerto"),
        "muerto_untouched": _("Not taken"),
        "muerto_taken_unplayed": _("Taken, not played"),
        "muerto_played": _("Played"),
        "muerto_rack": _("Who holds the muerto that was not played?"),
        "laid_points": _("Points laid"),
        "rack_of": _("Left with %(name)s"),
        "breakdown_of": _("How the points of %(side)s add up"),
        "one_fewer": _("One fewer: %(what)s"),
        "one_more": _("One more: %(what)s"),
        "count_tiles": _("Tiles"),
        "count_tiles_of": _("Count by tiles: %(what)s"),
        "calculator_title": _("Count by tiles"),
        "calculator_use": _("Use this sum"),
        "calculator_clear": _("Start again"),
        "kind_low": _("3 to 7"),
        "kind_high": _("8 to 13"),
        "kind_ace": _("Ace"),
        "kind_two": _("Two"),
        "kind_joker": _("Joker"),
        "points_each": {
            "one": ngettext("%(n)s point each", "%(n)s points each", 1),
            "other": ngettext("%(n)s point each", "%(n)s points each", 2),
        },
        "points": {
            "one": ngettext("%(n)s point", "%(n)s points", 1),
            "other": ngettext("%(n)s point", "%(n)s points", 2),
        },
        "tiles": {
            "one": ngettext("%(n)s tile", "%(n)s tiles", 1),
            "other": ngettext("%(n)s tile", "%(n)s tiles", 2),
        },
        "cancel": _("Cancel"),
    }


def _breakdown() -> Texts:
    """Named after `scoring.burako.LineCode`."""
    return {
        "line_close": _("Closing"),
        "line_pure_canastas": _("Pure canastas"),
        "line_impure_canastas": _("Impure canastas"),
        "line_muerto_played": _("Muerto played"),
        "line_muerto_not_played": _("Muerto not played"),
        "line_laid": _("Points laid"),
        "line_laid_against": _("Points laid, without a canasta"),
        "line_rack": _("Left with %(name)s"),
        "line_rack_free": _("Unplayed muerto of %(name)s"),
        "not_counted": _("%(points)s, not counted"),
        "total": _("Total"),
    }


def _editor() -> Texts:
    return {
        "enter_hand": _("Enter hand %(number)s"),
        "go_on_with_hand": _("Go on with hand %(number)s"),
        "title_hand": _("Hand %(number)s"),
        "title_correct": _("Correct hand %(number)s"),
        "title_dispute": _("What was hand %(number)s?"),
        "save_hand": _("Save"),
        "save_correct": _("Save"),
        "save_dispute": _("Send"),
        "back_to_sheet": _("Back to the sheet"),
        "starts": _("%(name)s starts"),
        "reason": _("Reason"),
        "reason_help": _("In a few words; both sides see it."),
        "reason_correct_help": _("Why the hand changes, in a few words; both sides see it."),
        "reason_dispute_help": _("What is wrong, in a few words; both sides see it."),
        "who_disputes": _("Who objects?"),
        "missing_closed": _("Say who closed the hand, or nobody."),
        "missing_muerto": _("Say what became of the muerto."),
        "missing_points": _("Enter the points, 0 if there are none."),
        "not_a_number": _("Enter a whole number, 0 or more."),
        "missing_reason": _("Give a reason in a few words."),
        "missing_side": _("Say which side objects."),
        "yours": _("Yours"),
        "written": _("Written"),
        "claimed": _("Objection"),
        "hand_taken": _("Hand %(number)s has just been written on another device."),
        "hand_taken_what": _("Compare both, then decide what yours is."),
        "hand_taken_same": _("Yours says the same: nothing is missing, you can discard it."),
        "hand_changed": _("Hand %(number)s was changed on another device. Compare both versions."),
        "taken_correct": _("Correct hand %(number)s with mine"),
        "taken_next": _("Mine is hand %(number)s"),
        "go_on_with_mine": _("Go on with mine"),
        "correct_and_send": _("Correct it and send it again"),
        "discard_mine": _("Discard mine"),
        "discard_title": _("Discard this entry?"),
        "discard_what": _("It was never saved and will be gone from this device."),
    }


def _hands() -> Texts:
    return {
        "hands_title": _("Hands"),
        "hand": _("Hand %(number)s"),
        "no_hands": _("No hand yet"),
        "no_hands_what": _("Play the first hand, then enter it here together."),
        "no_hands_wait": _("The first hand appears here as soon as it is written."),
        "running_total": _("running total"),
        "corrected": _("Corrected"),
        "disputed": _("Disputed"),
        "after_the_end": _("Not counted: after the end"),
        "earlier_versions": _("Earlier versions"),
        "undone": _("Undone"),
        "old_value": _("no longer valid:"),
        "correct_hand": _("Correct hand %(number)s"),
        "dispute_hand": _("Object to hand %(number)s"),
        "undo_hand": _("Undo hand %(number)s"),
        "undo_correct": _("Undo the correction of hand %(number)s"),
        "undo_settle": _("Undo the correction of hand %(number)s"),
        "undo_time_up": _("Undo the end by time"),
        "undo_what": _("Both sides see that it was undone, and what it said."),
        "undo_yes": _("Undo"),
        "time_up": _("The time is up"),
        "time_up_what": _(
            "The match ends here and the higher total wins. Enter the last hand first if it counts."
        ),
        "time_up_yes": _("End the match"),
        "read_only": _("You can follow this sheet; writing is up to others."),
    }


def _ending() -> Texts:
    return {
        "match_over": _("The match is over"),
        "side_won": _("Won by %(side)s."),
        "drawn": _("Nobody wins: a draw."),
        "ended_by_target": _("The target was reached."),
        "ended_by_hands": _("All hands have been played."),
        "ended_by_time": _("The time was up."),
        "confirm_what": _("Look through the hands. Each side confirms the result for itself."),
        "confirm_after_saving": _("You can confirm as soon as everything is saved."),
        "confirm": _("Confirm"),
        "confirm_for": _("Confirm for %(side)s"),
        "confirmed": _("Confirmed"),
        "not_confirmed_yet": _("Not confirmed yet"),
        "match_confirmed": _("Confirmed by both sides"),
        "match_counts": _("The result counts. What was written stays as it is."),
        "reopen": _("Ask to reopen the match"),
        "reopen_for": _("Ask to reopen the match for %(side)s"),
        "reopen_what": _("It opens when the other side agrees. Until then the result counts."),
        "reopen_yes": _("Ask the other side"),
        "reopen_asked": _("%(side)s would like to reopen the match."),
        "reopen_agree": _("Agree for %(side)s"),
        "reopen_refuse": _("Leave it confirmed"),
        "withdraw": _("Take it back"),
        "dispute_title": _("Hand %(number)s is disputed"),
        "dispute_by": _("%(side)s object:"),
        "dispute_what": _(
            "%(side)s can accept the objection: it becomes a correction. "
            "Or the objection is taken back."
        ),
        "dispute_accept": _("Accept for %(side)s"),
        "dispute_withdraw": _("Take it back for %(side)s"),
    }


def _saving() -> Texts:
    return {
        "saved": _("Saved"),
        "not_yet_saved": _("Not yet saved"),
        "refused": _("Refused"),
        "refused_unknown": _("The server did not accept this entry. Correct it or discard it."),
        "sending": _("Being sent …"),
        "waits_for_connection": _("Kept on this device; sent as soon as there is a connection."),
        "waits_for_decision": _("Waits until you have decided about the entry before it."),
        "pending_title": _("Not yet saved"),
        "entry_hand": _("Hand %(number)s"),
        "entry_correct": _("Correction of hand %(number)s"),
        "entry_undo": _("Undo"),
        "entry_time_up": _("The time is up"),
        "entry_confirm": _("Confirmation of %(side)s"),
        "entry_dispute": _("Objection to hand %(number)s"),
        "entry_settle": _("Answer to the objection"),
        "entry_reopen": _("Request to reopen"),
        "entry_reopen_answer": _("Answer to the request to reopen"),
        "connection_live": _("Saved. Other devices see it at once."),
        "connection_saved": _("Everything is saved."),
        "connection_sending": {
            "one": ngettext("Saving %(n)s entry …", "Saving %(n)s entries …", 1),
            "other": ngettext("Saving %(n)s entry …", "Saving %(n)s entries …", 2),
        },
        "connection_offline": _("No connection. You can go on writing; it is kept here."),
        "connection_offline_waiting": {
            "one": ngettext(
                "No connection. %(n)s entry is kept on this device and sent later.",
                "No connection. %(n)s entries are kept on this device and sent later.",
                1,
            ),
            "other": ngettext(
                "No connection. %(n)s entry is kept on this device and sent later.",
                "No connection. %(n)s entries are kept on this device and sent later.",
                2,
            ),
        },
        "connection_refused": _("An entry was refused. Decide below what becomes of it."),
        "connection_no_storage": _(
            "This browser keeps nothing: do not close the page before everything is saved."
        ),
        "gone_title": _("This sheet does not open"),
        "gone_what": _("The link was withdrawn. Ask whoever keeps the sheet for a new one."),
        "gone_unsent": {
            "one": ngettext(
                "%(n)s entry was never saved. It is still kept on this device.",
                "%(n)s entries were never saved. They are still kept on this device.",
                1,
            ),
            "other": ngettext(
                "%(n)s entry was never saved. It is still kept on this device.",
                "%(n)s entries were never saved. They are still kept on this device.",
                2,
            ),
        },
        "my_sheets": _("My sheets"),
    }
