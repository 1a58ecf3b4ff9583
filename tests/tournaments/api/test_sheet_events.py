"""Following a sheet by a program: what is new, and nothing once the right to it is gone."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from django.urls import reverse

from tests.api_client import token_for
from tests.asgi_server import AsgiServer
from tests.factories import PlayerFactory, UserFactory
from tests.scoring.burako.books import HOME_WINS
from tests.tournaments.listening import Listener, listening
from tests.tournaments.sheet_table import GUEST_CREATOR, open_sheet, token_of, write, write_hands
from tournaments.models import ApiToken, Sheet, User
from tournaments.services.api_tokens import api_token_revoke
from tournaments.services.moderation import account_suspend
from tournaments.services.sheets import SeatSpec, sheet_link_revoke, sheet_policy_set
from tournaments.sheet_access import Visitor

pytestmark = pytest.mark.django_db(transaction=True)

Follow = Callable[..., Listener]


@pytest.fixture
def follow(asgi_server: AsgiServer) -> Iterator[Follow]:
    with ExitStack() as stack:

        def open_stream(
            sheet: Sheet, account: User | None = None, *, link: str = "", last_id: str = ""
        ) -> Listener:
            headers = {"Durako-Link": link} if link else {}
            if account is not None:
                headers["Authorization"] = f"Bearer {token_for(account)}"
            path = reverse("api:sheet_events", args=[sheet.public_id])
            stream = listening(asgi_server, path, sent=headers, last_id=last_id)
            return stack.enter_context(stream)

        yield open_stream


def seated() -> tuple[Sheet, User, User]:
    """A sheet, its creator, and somebody who plays on it."""
    creator, account = UserFactory.create(), UserFactory.create()
    player = PlayerFactory.create(account=account)
    player.known_by.add(creator)
    seats = [SeatSpec(player_id=player.public_id), SeatSpec(name="Carl")]
    return open_sheet(Visitor(account=creator), seats=seats), creator, account


def test_creator_player_and_link_holder_hear_of_an_entry(follow: Follow) -> None:
    sheet, creator, player = seated()
    streams = [
        follow(sheet, creator),
        follow(sheet, player),
        follow(sheet, link=token_of(sheet)),
    ]
    assert [one.next().data for one in streams] == [{"seq": 0}] * 3
    write(sheet, "hand", Visitor(account=creator), number=1, sheet=HOME_WINS)
    told = [one.next() for one in streams]
    assert [(event.name, event.data) for event in told] == [("state", {"seq": 1})] * 3
    write(sheet, "hand", Visitor(account=creator), number=2, sheet=HOME_WINS)
    assert [one.next().data for one in streams] == [{"seq": 2}] * 3
    again = follow(sheet, player, last_id=told[1].id)
    assert again.next().data == {"seq": 2}


def test_a_revoked_link_is_dead_at_once(follow: Follow) -> None:
    sheet = open_sheet()
    token = token_of(sheet)
    stream = follow(sheet, link=token)
    stream.next()
    sheet_link_revoke(public_id=sheet.public_id, visitor=GUEST_CREATOR)
    assert stream.next().name == "revoked"
    assert stream.ended()
    refused = follow(sheet, link=token).response
    assert refused.status == 404
    assert b'"revoked"' in refused.read()


def test_other_rights_are_news(follow: Follow) -> None:
    sheet = open_sheet()
    stream = follow(sheet, link=token_of(sheet))
    before = stream.next()
    sheet_policy_set(public_id=sheet.public_id, visitor=GUEST_CREATOR, write_policy="creator")
    after = stream.next()
    assert (after.data, after.id != before.id) == (before.data, True)


def test_a_stream_ends_with_the_account_and_with_its_token(follow: Follow) -> None:
    sheet, creator, player = seated()
    one, two = follow(sheet, player), follow(sheet, creator)
    one.next()
    two.next()
    account_suspend(account=player, actor=UserFactory.create(is_staff=True), reason="Cheated.")
    assert one.ended()
    api_token_revoke(account=creator, token_id=ApiToken.objects.get(account=creator).pk)
    assert two.ended()


def test_strangers_get_no_stream(follow: Follow) -> None:
    sheet, other = open_sheet(), open_sheet()
    for listener in (
        follow(sheet),
        follow(sheet, UserFactory.create()),
        follow(sheet, link=token_of(other)),
        follow(sheet, link="guessed"),
    ):
        assert listener.response.status == 404
        assert b"no_sheet" in listener.response.read()


def test_there_is_an_end_to_how_many_can_follow(
    follow: Follow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.live.hub.FOLLOWERS_OF_A_TOPIC_MAX", 1)
    sheet = open_sheet()
    first = follow(sheet, link=token_of(sheet))
    first.next()
    refused = follow(sheet, link=token_of(sheet)).response
    assert refused.status == 503
    assert b"too_many_followers" in refused.read()
    write_hands(sheet, 1)
    assert first.next().data == {"seq": 1}
