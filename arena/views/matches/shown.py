"""A match as lists and its own page show it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from arena.match_sentences import short_text
from arena.match_sides import match_sides
from arena.match_states import MatchState
from arena.match_words import kind_text
from arena.models import Match
from arena.profile_choices import profile_shown
from arena.selectors.match_queue import QueuePlace
from arena.selectors.matches import match_participants
from arena.views.bots.shown import Badge


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


def match_badge(state: str) -> Badge:
    """The state as one word; style and icon only repeat it."""
    return {
        MatchState.QUEUED: Badge(_("waits"), "badge-note", "waiting"),
        MatchState.SENT: Badge(_("about to begin"), "badge-note", "running"),
        MatchState.PLAYING: Badge(_("being played"), "badge-note", "running"),
        MatchState.SETTLED: Badge(_("played"), "badge-good", "passed"),
        MatchState.VOID: Badge(_("void"), "badge-caution", "broken"),
    }[MatchState(state)]
