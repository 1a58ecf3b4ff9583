"""Where a match stands, in a line or a sentence."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from arena.match_outcome import outcome_sentence
from arena.match_reasons import reason_in_words
from arena.match_sides import Side
from arena.match_states import MatchState
from arena.match_words import place_text
from arena.models import Match
from arena.selectors.match_queue import QueuePlace


def short_text(match: Match, sides: Sequence[Side], place: QueuePlace | None) -> str:
    """One line about where it stands."""
    state = MatchState(match.state)
    if state is MatchState.SETTLED:
        return outcome_sentence(match, sides)
    if state is MatchState.VOID:
        return reason_in_words(match.reason)
    if state is MatchState.QUEUED:
        return place_text(place)
    if state is MatchState.PLAYING:
        return progress_text(match)
    return ""


def progress_text(match: Match) -> str:
    """How far the playing is."""
    return _("%(over)d of %(all)d boards") % {
        "over": min(match.boards_over, match.boards_in_all),
        "all": match.boards_in_all,
    }


def state_sentence(match: Match, sides: Sequence[Side], place: QueuePlace | None) -> str:
    """Where a match stands; open pages read it out when it changes."""
    state = MatchState(match.state)
    if state is MatchState.QUEUED:
        waits = _("It waits for its turn.")
        again = _("It was broken off through no fault of the bots, and waits to be played anew.")
        return " ".join(filter(None, [again if match.attempt else waits, place_text(place)]))
    if state is MatchState.SENT:
        return _("A worker has it, and it is about to begin.")
    if state is MatchState.PLAYING:
        return _("It is being played: %(progress)s are over.") % {"progress": progress_text(match)}
    if state is MatchState.SETTLED:
        return outcome_sentence(match, sides)
    return _("It is void, and cost nobody anything.")
