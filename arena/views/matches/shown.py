"""A match as lists and its own page show it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from arena.match_reasons import reason_in_words
from arena.match_states import MatchState
from arena.models import Match
from arena.profile_choices import profile_shown
from arena.selectors.match_queue import QueuePlace
from arena.selectors.matches import match_participants
from arena.views.bots.shown import Badge
from arena.views.matches.outcome_words import outcome_sentence
from arena.views.matches.result import Side, match_sides
from arena.views.matches.words import kind_text, match_badge, place_text


@dataclass(frozen=True)
class ListedMatch:
    """A match in a list."""

    public_id: str
    names: Sequence[str]
    rules: str
    kind: str
    badge: Badge
    at: datetime
    text: str
    """What came of it, or how far it is."""
    boards_over: int
    boards_in_all: int
    is_playing: bool


def listed(match: Match, place: QueuePlace | None = None) -> ListedMatch:
    """With its participants; `place` if somebody wants to know when it begins."""
    sides = match_sides(match_participants(match=match))
    return ListedMatch(
        public_id=match.public_id,
        names=[side.name for side in sides],
        rules=profile_shown(match.profile).title,
        kind=kind_text(match),
        badge=match_badge(match.state),
        at=match.ended_at or match.created_at,
        text=short_text(match, sides, place),
        boards_over=min(match.boards_over, match.boards_in_all),
        boards_in_all=match.boards_in_all,
        is_playing=match.state == MatchState.PLAYING,
    )


def listed_all(
    matches: Sequence[Match], places: Mapping[int, QueuePlace] | None = None
) -> list[ListedMatch]:
    """`places` by the matches' keys."""
    return [listed(match, (places or {}).get(match.pk)) for match in matches]


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
