"""Leagues on the staff's site: to look at, and handed on when they are nobody's."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.arena.operator_kit import operator, operator_client
from tests.factories import LeagueFactory, UserFactory
from tests.tournaments.browsing import Page
from tests.tournaments.leagues.kit import events
from tournaments.models import League

pytestmark = pytest.mark.django_db


@pytest.fixture
def browser() -> Client:
    return operator_client(operator())


def _hand_on(browser: Client, league: League, email: str) -> Page:
    where = reverse("admin:tournaments_league_hand_on", args=[league.pk])
    return Page(browser.post(where, {"email": email, "note": "The club asked."}, follow=True))


def _page(browser: Client, league: League) -> str:
    where = reverse("admin:tournaments_league_change", args=[league.pk])
    return str(browser.get(where).content.decode())


def test_a_league_without_an_owner_is_handed_on(browser: Client) -> None:
    league, new = LeagueFactory.create(owner=None), UserFactory.create()
    assert "Hand on" in _page(browser, league)
    assert "belongs to" in _hand_on(browser, league, new.email.upper()).text
    league.refresh_from_db()
    assert league.owner == new
    (event,) = events(league)
    assert (event.action, event.note) == ("owner_changed", "The club asked.")
    assert "Hand on" not in _page(browser, league)


def test_one_that_has_an_owner_is_not(browser: Client) -> None:
    league, other = LeagueFactory.create(), UserFactory.create()
    assert "has an owner" in _hand_on(browser, league, other.email).text
    league.refresh_from_db()
    assert league.owner != other


def test_the_new_owner_must_be_somebody(browser: Client) -> None:
    league = LeagueFactory.create(owner=None)
    assert "No account has this address" in _hand_on(browser, league, "no@example.org").text
    suspended = UserFactory.create(is_active=False)
    assert "suspended" in _hand_on(browser, league, suspended.email).text
    assert not events(league)
