"""What happens on a ladder: what is played and waits, what was played last, what was corrected."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from arena.match_states import UNDER_WAY, MatchState
from arena.models import Match
from arena.selectors.matches import matches_public, matches_shown
from tournaments.models import Ladder, LadderEntry, RatingEvent
from tournaments.results import match_source

WAITING_COUNTED: Final = 100
QUEUE_SHOWN: Final = 5
UNDER_WAY_SHOWN: Final = 5
LATEST_SHOWN: Final = 8
CORRECTIONS_SHOWN: Final = 5
CORRECTED_COUNTED: Final = 1_000


@dataclass(frozen=True, slots=True)
class Correction:
    """A result that was declared void after it had counted."""

    at: datetime
    match: Match | None
    """The match of bots that it was, with who played."""
    ratings: int
    """How many were corrected, or one more than are counted."""


@dataclass(frozen=True, slots=True)
class LadderNow:
    """A ladder at this moment."""

    waiting: int
    """How many wait, or one more than are counted."""
    queue: Sequence[Match]
    """Those of them that have waited longest."""
    under_way: Sequence[Match]
    """One more than are shown, if there are more."""
    latest: Sequence[Match]
    corrections: Sequence[Correction]


def ladder_now(*, ladder: Ladder) -> LadderNow:
    """A few questions, however much was played."""
    queued = Match.objects.filter(ladder=ladder, state=MatchState.QUEUED)
    under_way = matches_public().filter(ladder=ladder, state__in=UNDER_WAY)
    return LadderNow(
        waiting=queued[: WAITING_COUNTED + 1].count(),
        queue=list(matches_shown(queued.order_by("created_at", "pk"))[:QUEUE_SHOWN]),
        under_way=list(under_way[: UNDER_WAY_SHOWN + 1]),
        latest=list(ladder_results(ladder=ladder)),
        corrections=ladder_corrections(ladder=ladder),
    )


def ladder_results(*, ladder: Ladder, most: int = LATEST_SHOWN) -> list[Match]:
    """The matches that counted last, the latest first."""
    # Voided matches, and those that ran without a sandbox, keep their numbers. The number is asked
    # for as well because of the index.
    settled = matches_public(state=MatchState.SETTLED).filter(
        ladder=ladder, rated=True, settled_number__isnull=False
    )
    return list(settled.order_by("-settled_number")[:most])


def ladder_corrections(*, ladder: Ladder, most: int = CORRECTIONS_SHOWN) -> list[Correction]:
    """What was declared void last, the latest first."""
    void = LadderEntry.objects.filter(ladder=ladder, kind=LadderEntry.Kind.VOID)
    entries = list(void.order_by("-number")[:most])
    prefix = match_source("")
    names = [one.source.removeprefix(prefix) for one in entries if one.source.startswith(prefix)]
    matches = {one.public_id: one for one in matches_public().filter(public_id__in=names)}
    return [
        Correction(
            at=entry.at,
            match=matches.get(entry.source.removeprefix(prefix)),
            ratings=RatingEvent.objects.filter(ladder=ladder, number=entry.number)[
                : CORRECTED_COUNTED + 1
            ].count(),
        )
        for entry in entries
    ]
