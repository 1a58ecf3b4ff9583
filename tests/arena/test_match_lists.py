"""What one's own list asks the database, when there are many matches of others."""

from collections.abc import Iterator
from itertools import cycle, islice, pairwise
from typing import Any

import pytest
from django.core.paginator import Paginator
from django.db import connection
from django.test.utils import CaptureQueriesContext

from arena.models import BotVersion, Match, MatchParticipant
from arena.selectors.matches import matches_of_account
from tests.factories import BotVersionFactory, MatchFactory, UserFactory

pytestmark = pytest.mark.django_db

MATCHES = 10_000
BOTS = 50


def many(versions: list[BotVersion]) -> None:
    """Matches between them, one pair after the other, each asked for by the first one's author."""
    one = MatchFactory.create(versions=versions[:2])
    copied = {
        field.attname: getattr(one, field.attname)
        for field in Match._meta.concrete_fields
        if field.name not in {"id", "public_id", "requested_by"}
    }
    pairs = list(islice(pairwise(cycle(versions)), MATCHES))
    matches = Match.objects.bulk_create(
        Match(**copied, requested_by=first.bot.owner) for first, _second in pairs
    )
    MatchParticipant.objects.bulk_create(
        MatchParticipant(match=match, place=place, side=place, version=version)
        for match, pair in zip(matches, pairs, strict=True)
        for place, version in enumerate(pair)
    )


def tables_read_whole(plan: dict[str, Any]) -> Iterator[str]:
    if plan["Node Type"] == "Seq Scan":
        yield plan["Relation Name"]
    for part in plan.get("Plans", ()):
        yield from tables_read_whole(part)


def test_ones_own_matches_are_found_by_their_keys() -> None:
    """However many others have played."""
    others = [BotVersionFactory.create() for _ in range(BOTS)]
    many(others)
    account = UserFactory.create()
    own = BotVersionFactory.create(bot__owner=account)
    asked_for = MatchFactory.create(versions=others[:2], requested_by=account)
    played = MatchFactory.create(versions=[own, others[0]])
    both = MatchFactory.create(versions=[others[1], own], requested_by=account)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
        with CaptureQueriesContext(connection) as asked:
            page = Paginator(matches_of_account(account=account), 25).get_page(1)
            assert list(page.object_list) == [both, played, asked_for]
        assert len(asked) == 3  # how many, which, and who plays in them
        cursor.execute("SET LOCAL enable_seqscan = on")  # as on a server, unlike in other tests
        for query in asked:
            cursor.execute(f"EXPLAIN (FORMAT JSON) {query['sql']}")
            ((explained,),) = cursor.fetchone()
            whole = set(tables_read_whole(explained["Plan"]))
            assert not whole & {"arena_match", "arena_matchparticipant"}, explained
