"""What is done in a league, as its log tells it: one act and one sentence for every kind of change.

Whoever did it and when stand beside the sentence. What changed stands in the event's `before` and
`after`: by the names of the model's fields, or by words of the act's own.
"""

from enum import StrEnum
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class LeagueAct(StrEnum):
    """A kind of change."""

    # The league
    CREATED = "created"
    CHANGED = "changed"
    STARTED = "started"
    FINISHED = "finished"
    REOPENED = "reopened"
    CALLED_OFF = "called_off"
    OFFICIAL_ADDED = "official_added"
    OFFICIAL_REMOVED = "official_removed"
    OWNER_CHANGED = "owner_changed"
    # Who takes part
    ENTRY_ADDED = "entry_added"
    ENTRIES_IMPORTED = "entries_imported"
    ENTRY_REMOVED = "entry_removed"
    ENTRY_WITHDRAWN = "entry_withdrawn"
    ENTRY_DISQUALIFIED = "entry_disqualified"
    ENTRY_RETURNED = "entry_returned"
    ENTRY_RESTS = "entry_rests"
    ENTRIES_SEEDED = "entries_seeded"
    APPLIED = "applied"
    APPLICATION_ACCEPTED = "application_accepted"
    APPLICATION_DECLINED = "application_declined"
    LINK_MADE = "link_made"
    LINK_REVOKED = "link_revoked"
    # Rounds
    ROUNDS_DRAFTED = "rounds_drafted"
    ROUND_DISCARDED = "round_discarded"
    ROUND_EDITED = "round_edited"
    ROUND_PUBLISHED = "round_published"
    ROUND_UNPUBLISHED = "round_unpublished"
    ROUND_DATED = "round_dated"
    # Matches: the event names both entries, the round and the match
    SHEET_OPENED = "sheet_opened"
    RESULT_ENTERED = "result_entered"
    RESULT_CONFIRMED = "result_confirmed"
    RESULT_DISPUTED = "result_disputed"
    RESULT_DECIDED = "result_decided"
    RESULT_CORRECTED = "result_corrected"
    RESULT_WITHDRAWN = "result_withdrawn"
    FIXTURE_POSTPONED = "fixture_postponed"
    FIXTURE_RESUMED = "fixture_resumed"
    FIXTURE_CALLED_OFF = "fixture_called_off"
    BOTS_FAILED = "bots_failed"
    # Penalties and bonuses
    ADJUSTED = "adjusted"
    ADJUSTMENT_CANCELLED = "adjustment_cancelled"

    def sentence(self, *, entry: str = "", other: str = "", round_number: int | None = None) -> str:
        """What was done, with the names of whom it is about."""
        named = {"entry": entry, "other": other, "round": round_number or ""}
        return str(_SENTENCES[self]) % named


_SENTENCES: Final[dict[LeagueAct, Promise]] = {
    LeagueAct.CREATED: _("The league was created."),
    LeagueAct.CHANGED: _("The settings were changed."),
    LeagueAct.STARTED: _("The league was started."),
    LeagueAct.FINISHED: _("The league was finished."),
    LeagueAct.REOPENED: _("The league was reopened."),
    LeagueAct.CALLED_OFF: _("The league was called off."),
    LeagueAct.OFFICIAL_ADDED: _("Somebody was given an office."),
    LeagueAct.OFFICIAL_REMOVED: _("Somebody lost an office."),
    LeagueAct.OWNER_CHANGED: _("The league was handed over."),
    LeagueAct.ENTRY_ADDED: _("%(entry)s was entered."),
    LeagueAct.ENTRIES_IMPORTED: _("A list of entries was imported."),
    LeagueAct.ENTRY_REMOVED: _("%(entry)s was taken off the list."),
    LeagueAct.ENTRY_WITHDRAWN: _("%(entry)s withdrew."),
    LeagueAct.ENTRY_DISQUALIFIED: _("%(entry)s was disqualified."),
    LeagueAct.ENTRY_RETURNED: _("%(entry)s plays again."),
    LeagueAct.ENTRY_RESTS: _("The rounds that %(entry)s sits out were changed."),
    LeagueAct.ENTRIES_SEEDED: _("The seeds were changed."),
    LeagueAct.APPLIED: _("Somebody asked to take part."),
    LeagueAct.APPLICATION_ACCEPTED: _("%(entry)s asked to take part and was entered."),
    LeagueAct.APPLICATION_DECLINED: _("Somebody who asked to take part was declined."),
    LeagueAct.LINK_MADE: _("A link was made."),
    LeagueAct.LINK_REVOKED: _("A link was switched off."),
    LeagueAct.ROUNDS_DRAFTED: _("Pairings were drafted, from round %(round)s on."),
    LeagueAct.ROUND_DISCARDED: _("The draft of round %(round)s was thrown away."),
    LeagueAct.ROUND_EDITED: _("The draft of round %(round)s was changed by hand."),
    LeagueAct.ROUND_PUBLISHED: _("Round %(round)s was published."),
    LeagueAct.ROUND_UNPUBLISHED: _("Round %(round)s was taken back and is a draft again."),
    LeagueAct.ROUND_DATED: _("The dates of round %(round)s were changed."),
    LeagueAct.SHEET_OPENED: _(
        "Round %(round)s, %(entry)s against %(other)s: a score sheet was opened."
    ),
    LeagueAct.RESULT_ENTERED: _(
        "Round %(round)s, %(entry)s against %(other)s: a result was entered."
    ),
    LeagueAct.RESULT_CONFIRMED: _(
        "Round %(round)s, %(entry)s against %(other)s: the result was confirmed."
    ),
    LeagueAct.RESULT_DISPUTED: _(
        "Round %(round)s, %(entry)s against %(other)s: a side objected to the result."
    ),
    LeagueAct.RESULT_DECIDED: _(
        "Round %(round)s, %(entry)s against %(other)s: the result was decided."
    ),
    LeagueAct.RESULT_CORRECTED: _(
        "Round %(round)s, %(entry)s against %(other)s: the result was corrected."
    ),
    LeagueAct.RESULT_WITHDRAWN: _(
        "Round %(round)s, %(entry)s against %(other)s: the result was taken back."
    ),
    LeagueAct.FIXTURE_POSTPONED: _(
        "Round %(round)s, %(entry)s against %(other)s: the match was postponed."
    ),
    LeagueAct.FIXTURE_RESUMED: _(
        "Round %(round)s, %(entry)s against %(other)s: the match is to be played after all."
    ),
    LeagueAct.FIXTURE_CALLED_OFF: _(
        "Round %(round)s, %(entry)s against %(other)s: the match will not be played."
    ),
    LeagueAct.BOTS_FAILED: _(
        "Round %(round)s, %(entry)s against %(other)s: the arena could not play the match."
    ),
    LeagueAct.ADJUSTED: _("%(entry)s was given a penalty or a bonus."),
    LeagueAct.ADJUSTMENT_CANCELLED: _("A penalty or bonus of %(entry)s was cancelled."),
}
