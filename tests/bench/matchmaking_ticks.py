"""The child of `bench_matchmaking`: ticks of the ladders in one database, timed."""

import json
import random
from statistics import median
from typing import Final

from django.db import connection, transaction
from django.utils import timezone

from arena.models import BotVersion, Validation, WorkerPresence
from arena.runner.sandbox.names import BWRAP
from arena.selectors.ladder_field import bots_rateable, ladder_field
from arena.services.ladder_ticks import ladders_tick
from scoring.matchmaking import tables_next
from tests.bench.ladder_shape import SLUG
from tests.bench.page_visits import Stopwatch, Took
from tests.factories import MatchRunnerFactory
from tournaments.models import Ladder, Rating

TICKS: Final = 15
SLOTS: Final = 4


def prepare() -> None:
    """Everybody may be rated, and some matches can be played at once."""
    Validation.objects.bulk_create(
        Validation(
            version_id=version,
            verdict=Validation.Verdict.VALID,
            sandbox=BWRAP,
            ended_at=timezone.now(),
        )
        for version in BotVersion.objects.values_list("pk", flat=True)
    )
    MatchRunnerFactory.create(slots=SLOTS)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def runner_seen() -> None:
    WorkerPresence.objects.update(seen_at=timezone.now())


def tick() -> int:
    """As the scheduler has it done, but for the commit: the next one finds the same."""
    with transaction.atomic():
        made = ladders_tick(rng=random.Random(1))
        transaction.set_rollback(True)
    return made


def choose() -> int:
    """Who plays on the ladder of many bots, without the matches."""
    ladder = Ladder.objects.get(slug=SLUG)
    field = ladder_field(ladder=ladder, bots=bots_rateable()[ladder.profile])
    rng = random.Random(1)
    tables_next(field.candidates, tables=2 * SLOTS, sides=2, rng=rng, lately=field.lately)
    return len(field.candidates)


def plain_query() -> int:
    """All ratings of the ladder, four columns of them."""
    rows = Rating.objects.filter(ladder__slug=SLUG)
    return len(rows.values_list("competitor_id", "value", "variance", "last_at"))


def main() -> None:
    prepare()
    made, candidates = tick(), choose()
    works = {"tick": tick, "choose": choose, "query": plain_query}
    took: dict[str, list[Took]] = {name: [] for name in works}
    watch = Stopwatch()
    for _ in range(TICKS):  # in turn, so that a busy machine disturbs all alike
        runner_seen()
        for name, work in works.items():
            took[name].append(watch.took(work))
    told = {name: [median(clock) for clock in zip(*of, strict=True)] for name, of in took.items()}
    print(json.dumps({"made": made, "candidates": candidates, **told}))
