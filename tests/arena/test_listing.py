"""Long lists are cut, and say so."""

import pytest
from django.test import Client
from django.urls import reverse

from arena.match_states import MatchState
from tests.arena.bot_kit import text_of
from tests.factories import BotVersionFactory, MatchFactory
from tournaments.views import listing

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def three_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "LISTED_MOST", 3)


@pytest.mark.parametrize(("count", "said"), [(3, "3 bots"), (4, "The first 3 bots.")])
def test_bots(client: Client, count: int, said: str) -> None:
    for _ in range(count):
        BotVersionFactory.create(active=True)
    assert said in text_of(client.get(reverse("bots:list")))


@pytest.mark.parametrize(("count", "said"), [(3, "3 matches"), (4, "The newest 3 matches")])
def test_matches(client: Client, count: int, said: str) -> None:
    for _ in range(count):
        MatchFactory.create(state=MatchState.SETTLED)
    assert said in text_of(client.get(reverse("matches:list")))


def test_what_is_beyond_the_list_has_no_page(client: Client) -> None:
    for _ in range(5):
        MatchFactory.create(state=MatchState.SETTLED)
    last = client.get(reverse("matches:list"), {"page": 10**9}).context["page"]
    assert (last.number, last.paginator.num_pages, last.paginator.count) == (1, 1, 3)
