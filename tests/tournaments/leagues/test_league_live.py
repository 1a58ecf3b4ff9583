"""Open pages of a league hear of changes, and of nothing that they may not know any more."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from django.urls import reverse

from tests.asgi_server import AsgiServer
from tests.factories import UserFactory, running_league
from tests.tournaments.leagues.kit import owner
from tests.tournaments.leagues.organizing import browser_of
from tests.tournaments.listening import Listener, listening
from tournaments.league_access import LeagueVisitor
from tournaments.models import League, LeagueOfficial, User
from tournaments.services.leagues.officials import official_remove
from tournaments.services.leagues.rounds import round_publish, rounds_draft

pytestmark = pytest.mark.django_db(transaction=True)

Follow = Callable[[League, User | None], Listener]


@pytest.fixture
def follow(asgi_server: AsgiServer) -> Iterator[Follow]:
    with ExitStack() as stack:

        def follow(league: League, account: User | None) -> Listener:
            browser = browser_of(account)
            session = browser.cookies["sessionid"].value if account is not None else ""
            path = reverse("leagues:events", args=[league.public_id])
            return stack.enter_context(listening(asgi_server, path, session=session))

        yield follow


def draw(league: League) -> None:
    public_id, visitor = league.public_id, owner(league)
    drawn = rounds_draft(public_id=public_id, visitor=visitor)
    round_publish(public_id=public_id, visitor=visitor, number=drawn[0].number)


def test_everybody_hears_that_something_is_new_and_not_what(follow: Follow) -> None:
    league = running_league(4, format="swiss")
    listener = follow(league, None)
    first = listener.next()
    assert (first.name, first.data) == ("state", {})
    draw(league)
    after = listener.next()
    assert (after.name, after.data) == ("state", {})
    assert after.id != first.id


def test_strangers_cannot_follow_a_private_league(follow: Follow) -> None:
    league = running_league(4, visibility=League.Visibility.PRIVATE)
    for account in (None, UserFactory.create()):
        assert follow(league, account).response.status == 404
    assert follow(league, league.owner).next().name == "state"


def test_whoever_loses_the_right_is_told_so_at_the_next_change(follow: Follow) -> None:
    league = running_league(4, visibility=League.Visibility.PRIVATE)
    scorer = UserFactory.create()
    LeagueOfficial.objects.create(league=league, account=scorer, role=LeagueOfficial.Role.SCORER)
    listener = follow(league, scorer)
    assert listener.next().name == "state"
    official_remove(
        public_id=league.public_id, visitor=LeagueVisitor(league.owner), account_id=scorer.pk
    )
    assert listener.next().name == "revoked"
    assert listener.ended()
