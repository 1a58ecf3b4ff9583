"""What bots printed is kept for a while only: it is most of what matches leave behind."""

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from arena.models import Match, MatchRun

OUTPUTS_KEPT: Final = timedelta(days=30)
"""After the end of the match."""
_AT_ONCE: Final = 500


def match_outputs_are_gone(*, match: Match) -> bool:
    """Whether what was printed in it is no longer kept."""
    return match.ended_at is not None and match.ended_at < timezone.now() - OUTPUTS_KEPT


def match_outputs_prune() -> int:
    """Empty what is older, and what bots printed whose author's account was erased while they
    played: nobody can read that. Returns how many runs had printed something."""
    is_old = Q(participant__match__ended_at__lt=timezone.now() - OUTPUTS_KEPT)
    is_nobodys = Q(participant__version__bot__owner=None)
    unread = MatchRun.objects.filter(is_old | is_nobodys)
    printed = unread.exclude(stdout="", stderr="").order_by("pk")
    pruned = 0
    while emptied := _some_empty(printed):
        pruned += emptied
    return pruned


@transaction.atomic
def _some_empty(runs: QuerySet[MatchRun]) -> int:
    """A few at a time, and none that somebody holds: an account is being erased then."""
    free = runs.select_for_update(of=("self",), skip_locked=True)
    keys = list(free.values_list("pk", flat=True)[:_AT_ONCE])
    return MatchRun.objects.filter(pk__in=keys).update(stdout="", stderr="")
