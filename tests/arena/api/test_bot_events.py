"""Programs follow the checks of a version live, while their token may."""

import http.client
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest
from django.test import Client
from django.urls import reverse

from arena.models import BotVersion
from arena.services.bots import bot_retire
from tests.api_client import client_with_token, token_for
from tests.arena.bot_kit import ToldCheck, bot_sent_in
from tests.arena.bots import Runner
from tests.asgi_server import AsgiServer
from tests.factories import UserFactory
from tests.tournaments.listening import PATIENCE_SECONDS, Listener
from tournaments.live.hub import LiveHub
from tournaments.models import ApiToken, User
from tournaments.services.api_tokens import api_token_revoke
from tournaments.services.moderation import account_suspend

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def version(queue: Runner) -> BotVersion:
    return bot_sent_in(UserFactory.create())


def address(version: BotVersion) -> str:
    return reverse("api:bot_version_events", args=[version.bot.public_id, version.number])


def author(version: BotVersion) -> User:
    assert version.bot.owner is not None
    return version.bot.owner


@contextmanager
def following(server: AsgiServer, version: BotVersion, last_id: str = "") -> Iterator[Listener]:
    """As its author."""
    connection = http.client.HTTPConnection(server.host, server.port, timeout=PATIENCE_SECONDS)
    headers = {"Authorization": f"Bearer {token_for(author(version))}"}
    if last_id:
        headers["Last-Event-ID"] = last_id
    connection.request("GET", address(version), headers=headers)
    with closing(Listener(connection)) as listener:
        yield listener


def test_a_program_hears_of_every_step(asgi_server: AsgiServer, version: BotVersion) -> None:
    check = ToldCheck(version)
    with following(asgi_server, version) as listener:
        assert listener.response.headers["Content-Type"] == "text/event-stream"
        seen = [listener.next()]
        check.running(1)
        seen.append(listener.next())
        check.valid()
        seen.append(listener.next())
        bot_retire(bot=version.bot, by=author(version))
        seen.append(listener.next())
    assert {(event.name, str(event.data)) for event in seen} == {("state", "{}")}
    assert len({event.id for event in seen}) == 4


def test_whoever_has_seen_it_hears_of_what_is_new_only(
    asgi_server: AsgiServer, version: BotVersion
) -> None:
    with following(asgi_server, version) as listener:
        first = listener.next()
    with following(asgi_server, version, first.id) as listener:
        ToldCheck(version).running(1)
        assert listener.next().id != first.id


def test_a_suspended_author_hears_no_more(asgi_server: AsgiServer, version: BotVersion) -> None:
    with following(asgi_server, version) as listener:
        listener.next()
        staff = UserFactory.create(is_staff=True)
        account_suspend(account=author(version), actor=staff, reason="A test.")
        assert [event.name for event in listener.events()] in ([], ["revoked"])


def test_a_token_that_was_revoked_hears_no_more(
    asgi_server: AsgiServer, version: BotVersion
) -> None:
    with following(asgi_server, version) as listener:
        listener.next()
        api_token_revoke(account=author(version), token_id=ApiToken.objects.get().pk)
        ToldCheck(version).running(1)
        assert [event.name for event in listener.events()] in ([], ["revoked"])


def test_nobody_else_follows_it(version: BotVersion) -> None:
    assert Client().get(address(version)).status_code == 401
    assert client_with_token(UserFactory.create()).get(address(version)).status_code == 403


def test_too_many_followers_are_asked_to_come_back(
    version: BotVersion, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LiveHub, "has_room", lambda hub, topic: False)
    answer = client_with_token(author(version)).get(address(version))
    assert (answer.status_code, answer.json()["code"]) == (503, "too_many_followers")
    assert int(answer["Retry-After"]) > 0
