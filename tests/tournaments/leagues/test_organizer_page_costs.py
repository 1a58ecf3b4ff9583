"""The organizers' pages cost as many queries in a large league as in a small one."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import running_league
from tests.tournaments.leagues.kit import owner
from tests.tournaments.leagues.organizing import browser_of, round_drawn
from tests.tournaments.leagues.playing import give_result, play_published
from tournaments.models import Fixture, League, LeagueApplication
from tournaments.services.leagues.adjustments import adjustment_add

pytestmark = pytest.mark.django_db

PAGES = ("today", "settings", "entries", "entries_seed", "draw", "adjustments", "links", "log")
MOST_QUERIES = 32  # with nothing in the cache


def league_of(size: int) -> League:
    """A round is played, in the second everything is disputed, and everybody is fined."""
    league = running_league(size, format="swiss", rounds_planned=4)
    round_drawn(league)
    play_published(league)
    League.objects.filter(pk=league.pk).update(revision=league.revision + 1)
    for fixture in round_drawn(league).fixtures.all():
        give_result(fixture, 1, 2, state=Fixture.State.DISPUTED)
    for entry in league.entries.all():
        adjustment_add(
            public_id=league.public_id,
            visitor=owner(league),
            entry_id=entry.pk,
            points=league.points_win,
            reason="Everybody is welcome",
        )
        LeagueApplication.objects.create(league=league, name=f"Friend of {entry.pk}")
    league.refresh_from_db()
    return league


def queries(browser: Client, league: League, name: str, *more: object) -> int:
    cache.clear()
    path = reverse(f"leagues:{name}", args=[league.public_id, *more])
    with CaptureQueriesContext(connection) as counted:
        assert browser.get(path).status_code == 200, path
    return len(counted)


def test_pages_cost_as_many_queries_however_many_play() -> None:
    small, large = league_of(4), league_of(24)
    for name in PAGES:
        costs = [queries(browser_of(league.owner), league, name) for league in (small, large)]
        assert costs[0] == costs[1] <= MOST_QUERIES, name
    costs = [queries(browser_of(one.owner), one, "draw_round", 2) for one in (small, large)]
    assert costs[0] == costs[1] <= MOST_QUERIES


def test_a_draft_costs_as_many_queries_however_many_play() -> None:
    costs: dict[str, list[int]] = {"draw_round": [], "draw_edit": [], "entry": []}
    for size in (4, 24):
        league = running_league(size, format="swiss")
        round_drawn(league, publish=False)
        browser = browser_of(league.owner)
        entry = league.entries.order_by("seed")[0].pk
        for name, counted in costs.items():
            counted.append(queries(browser, league, name, entry if name == "entry" else 1))
    for name, counted in costs.items():
        assert counted[0] == counted[1] <= MOST_QUERIES, name
