"""Everybody's share of the workers' time, as the fair order counts it; see `arena.fair_order`.

Whoever changes shares holds the arena's row.
"""

from collections.abc import Iterable

from django.db.models import F

from arena.fair_order import FairOrder, charge
from arena.models import Match, MatchShare
from arena.runner.match_orders import ProgramRun
from arena.services.match_steps import arena_state_lock


def shares_store(*, fair: FairOrder) -> None:
    """Whose turns were taken."""
    rows = [MatchShare(account_id=key, finish=finish) for key, finish in fair.changed.items()]
    MatchShare.objects.bulk_create(
        rows, update_conflicts=True, update_fields=["finish"], unique_fields=["account"]
    )


def share_correct(*, match: Match, runs: Iterable[ProgramRun]) -> None:
    """A match was played, or its time was over: what it took counts, not what was expected of
    it."""
    arena_state_lock()
    spent = _seconds_at_the_table(runs)
    if spent:
        late = charge(match.requested_by_id, spent - match.cost)
        shares = MatchShare.objects.filter(account_id=match.requested_by_id)
        shares.update(finish=F("finish") + late)


def share_give_back(*, match: Match) -> None:
    """An attempt came to nothing by a fault of ours: it costs its requester nothing."""
    arena_state_lock()
    shares = MatchShare.objects.filter(account_id=match.requested_by_id)
    shares.update(finish=F("finish") - charge(match.requested_by_id, match.cost))


def _seconds_at_the_table(runs: Iterable[ProgramRun]) -> float:
    """Rotations are played one after the other, and each takes as long as its last program. How
    long the result was on its way, which may be our fault, does not count."""
    longest: dict[int, float] = {}
    for run in runs:
        longest[run.rotation] = max(longest.get(run.rotation, 0.0), run.wall_seconds)
    return sum(longest.values())
