"""Following a league by a program: that something is new, and nothing once the right is gone."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from django.urls import reverse

from tests.api_client import token_for
from tests.asgi_server import AsgiServer
from tests.factories import UserFactory, running_league
from tests.tournaments.leagues.kit import owner
from tests.tournaments.leagues.organizing import named_league
from tests.tournaments.listening import Listener, listening
from tournaments.models import League, LeagueOfficial, User
from tournaments.selectors.league_links import league_link_token
from tournaments.services.leagues.entries import entry_add
from tournaments.services.leagues.links import link_make, link_revoke
from tournaments.services.leagues.officials import official_remove

pytestmark = pytest.mark.django_db(transaction=True)

Follow = Callable[..., Listener]


@pytest.fixture
def follow(asgi_server: AsgiServer) -> Iterator[Follow]:
    with ExitStack() as stack:

        def open_stream(league: League, account: User | None = None, *, link: str = "") -> Listener:
            headers = {"Durako-Link": link} if link else {}
            if account is not None:
                headers["Authorization"] = f"Bearer {token_for(account)}"
            path = reverse("api:league_events", args=[league.public_id])
            return stack.enter_context(listening(asgi_server, path, sent=headers))

        yield open_stream


def test_everybody_hears_that_something_is_new_and_not_what(follow: Follow) -> None:
    league = running_league(4, format="swiss")
    streams = [follow(league), follow(league, league.owner)]
    first = [one.next() for one in streams]
    assert [(one.name, one.data) for one in first] == [("state", {})] * 2
    entry_add(public_id=league.public_id, visitor=owner(league), names=["Zoe"])
    after = [one.next() for one in streams]
    assert [(one.name, one.data) for one in after] == [("state", {})] * 2
    assert after[0].id != first[0].id


def test_strangers_follow_neither_private_leagues_nor_drafts(follow: Follow) -> None:
    for league in (running_league(2, visibility="private"), named_league(2)):
        for account in (None, UserFactory.create()):
            assert follow(league, account).response.status == 404
        assert follow(league, league.owner).next().name == "state"


def test_whoever_loses_an_office_or_a_link_is_told_so(follow: Follow) -> None:
    league = running_league(4, visibility="private")
    scorer = UserFactory.create()
    LeagueOfficial.objects.create(league=league, account=scorer, role="scorer")
    link = link_make(public_id=league.public_id, visitor=owner(league), kind="join")
    streams = [follow(league, scorer), follow(league, link=league_link_token(link=link))]
    assert [one.next().name for one in streams] == ["state"] * 2
    official_remove(public_id=league.public_id, visitor=owner(league), account_id=scorer.pk)
    link_revoke(public_id=league.public_id, visitor=owner(league), link_id=link.pk)
    for stream in streams:
        heard = [one.name for one in stream.events()]
        assert heard[-1] == "revoked"
