"""The one way of matches' results into the tournaments.

Events are only added to; records are what they add up to, kept beside them for the pages. Ratings
are made from the same events, in the order of settlement.
"""

from collections import Counter
from collections.abc import Iterable

from django.db import transaction
from django.db.models import F

from tournaments.models import CompetitorRecord, ResultEvent
from tournaments.results import SettledResult, match_source, outcomes
from tournaments.services.ratings import rating_result_record, rating_result_void

Kind = ResultEvent.Kind


@transaction.atomic
def result_settle(*, result: SettledResult) -> list[ResultEvent]:
    """Let it count. Called once for each match, in the transaction that settles it; a second time
    is refused by the database."""
    named = outcomes([side.points for side in result.sides])
    events = ResultEvent.objects.bulk_create(
        ResultEvent(
            kind=Kind.SETTLED,
            match=result.match,
            number=result.number,
            side=place,
            competitor_id=side.competitor_id,
            profile=result.profile,
            rated=result.rated,
            points=side.points,
            outcome=named[place],
        )
        for place, side in enumerate(result.sides)
    )
    _records_add(events, sign=1)
    if result.rating is not None:
        rating_result_record(result=result.rating)
    return events


@transaction.atomic
def result_void(*, match: str) -> bool:
    """Let it count no longer; returns whether it did count."""
    settled = list(ResultEvent.objects.select_for_update().filter(match=match))
    if not settled or any(event.kind == Kind.VOIDED for event in settled):
        return False
    for event in settled:
        event.pk = None
        event.kind = Kind.VOIDED
    events = ResultEvent.objects.bulk_create(settled)
    _records_add(events, sign=-1)
    rating_result_void(source=match_source(match))
    return True


def records_rebuilt() -> dict[tuple[int, str, bool], Counter[str]]:
    """What all events add up to, by competitor, profile and whether it was rated; without what
    adds up to nothing."""
    sums: dict[tuple[int, str, bool], Counter[str]] = {}
    for event in ResultEvent.objects.order_by("pk").iterator():
        key = (event.competitor_id, event.profile, event.rated)
        sign = 1 if event.kind == Kind.SETTLED else -1
        counted = sums.setdefault(key, Counter())
        counted[event.outcome] += sign
        counted["points"] += sign * event.points
    return {key: Counter(found) for key, counted in sums.items() if (found := _nonzero(counted))}


def records_stored() -> dict[tuple[int, str, bool], Counter[str]]:
    """The records in the form of `records_rebuilt`."""
    return {
        (record.competitor_id, record.profile, record.rated): Counter(found)
        for record in CompetitorRecord.objects.iterator()
        if (
            found := _nonzero(
                {
                    "won": record.won,
                    "level": record.level,
                    "lost": record.lost,
                    "points": record.points,
                }
            )
        )
    }


def _nonzero(counted: dict[str, int]) -> dict[str, int]:
    return {name: number for name, number in counted.items() if number}


def _records_add(events: Iterable[ResultEvent], *, sign: int) -> None:
    """In the order of their keys, so that two settlements never wait for each other in a ring."""
    for event in sorted(events, key=lambda one: (one.competitor_id, one.side)):
        key = {
            "competitor_id": event.competitor_id,
            "profile": event.profile,
            "rated": event.rated,
        }
        changes = {
            event.outcome: F(event.outcome) + sign,
            "points": F("points") + sign * event.points,
        }
        record = CompetitorRecord.objects.filter(**key)
        if not record.update(**changes):  # the first result of this kind
            CompetitorRecord.objects.bulk_create([CompetitorRecord(**key)], ignore_conflicts=True)
            record.update(**changes)
