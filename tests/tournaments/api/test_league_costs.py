"""Calls about a league cost as many queries with 64 entries as with 8."""

from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.api_client import client_with_token
from tests.factories import running_league
from tests.tournaments.api.league_doors import call
from tests.tournaments.leagues.kit import owner
from tests.tournaments.leagues.organizing import round_drawn
from tournaments.models import League, LeagueApplication
from tournaments.services.leagues.links import link_make

pytestmark = pytest.mark.django_db

MOST_QUERIES = 20
PUBLIC = ("league", "league_entries", "league_entries_csv")
ORGANIZERS = (
    "league_log",
    "league_applications",
    "league_officials",
    "league_links",
)


def league_of(size: int, **fields: Any) -> League:  # noqa: ANN401
    """With as many applications as entries, and with matches that have links."""
    usual: dict[str, Any] = {"format": "swiss", "rounds_planned": 4}
    league = running_league(size, **(usual | fields))
    drawn = round_drawn(league)
    for entry in league.entries.all():
        LeagueApplication.objects.create(league=league, name=f"Friend of {entry.pk}")
    if not league.is_of_bots:
        for fixture in drawn.fixtures.all():
            link_make(
                public_id=league.public_id,
                visitor=owner(league),
                kind="fixture",
                fixture=fixture.public_id,
            )
    league.refresh_from_db()
    return league


def queries(client: Client, name: str, league: League, **more: object) -> int:
    cache.clear()
    address = {"public_id": league.public_id, **more}
    query = {} if name in {"league", "league_entries_csv", "league_entry"} else {"page_size": "100"}
    with CaptureQueriesContext(connection) as counted:
        assert call(client, "GET", name, address, query).status_code == 200, name
    return len(counted)


@pytest.mark.parametrize(
    "fields", [{}, {"game": "durak", "competitors": "bot"}, {"competitors": "pair"}]
)
def test_a_league_costs_the_same_however_many_play(fields: dict[str, object]) -> None:
    leagues = [league_of(size, **fields) for size in (8, 64)]
    for name in PUBLIC:
        small, large = (queries(Client(), name, one) for one in leagues)
        assert small == large <= MOST_QUERIES, name
    organizers = [client_with_token(one.owner) for one in leagues if one.owner is not None]
    for name in (*PUBLIC, *ORGANIZERS):
        small, large = (
            queries(client, name, one) for client, one in zip(organizers, leagues, strict=True)
        )
        assert small == large <= MOST_QUERIES, name
    small, large = (
        queries(client, "league_entry", one, entry_id=one.entries.order_by("seed")[0].pk)
        for client, one in zip(organizers, leagues, strict=True)
    )
    assert small == large <= MOST_QUERIES


def test_a_list_of_leagues_costs_the_same_however_many_there_are() -> None:
    account = running_league(2, visibility="private").owner
    assert account is not None

    def counted() -> list[int]:
        found = []
        for client in (Client(), client_with_token(account)):
            with CaptureQueriesContext(connection) as made:
                assert call(client, "GET", "leagues", data={"page_size": "100"}).status_code == 200
            found.append(len(made))
        return found

    running_league(2)
    few = counted()
    for _ in range(20):
        running_league(2, owner=account)
    assert counted() == few
    assert max(few) <= MOST_QUERIES
