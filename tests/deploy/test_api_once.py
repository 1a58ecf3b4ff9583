"""The same creating call fifty times at once, with one key, against a running server: one thing."""

import json
import threading
import urllib.error
import urllib.request
import uuid
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pytest
from pytest_django import Settings

from arena.models import AbTest, Match
from tests.api_client import token_for
from tests.arena.shown_matches import DUEL, bot_playing
from tests.asgi_server import OwnServer
from tests.factories import BotVersionFactory, UserFactory
from tournaments.api.once import HEADER
from tournaments.models import League, Player, RuleSet, Sheet, User

pytestmark = pytest.mark.django_db(transaction=True)
AT_ONCE = 50
TRIES = 200
"""A call that is being worked on is answered with "ask again"; whoever asks again has it in the
end."""


@dataclass(frozen=True)
class Creation:
    """A call, what it sends, and how many there are of what it makes."""

    path: str
    body: Callable[[User], dict[str, object]]
    count: Callable[[User], int]


def _challenge(account: User) -> dict[str, object]:
    own, other = bot_playing(account, "Own"), bot_playing(UserFactory.create(), "Other")
    return {
        "bot": own.bot.public_id,
        "opponents": [other.bot.public_id],
        "profile": DUEL,
        "boards": 10,
    }


def _ab_test(account: User) -> dict[str, object]:
    old = bot_playing(account, "Own", profiles=[DUEL])
    new = BotVersionFactory.create(bot=old.bot, profiles=[DUEL])
    named = [{"bot": old.bot.public_id, "version": one.number} for one in (new, old)]
    return {"new": named[0], "old": named[1], "profile": DUEL}


CREATIONS = [
    Creation(
        "/api/v1/players/",
        lambda _account: {"name": "Rosa"},
        lambda account: Player.objects.filter(created_by=account).count(),
    ),
    Creation(
        "/api/v1/rule-sets/",
        lambda _account: {"name": "Our club"},
        lambda account: RuleSet.objects.filter(owner=account).count(),
    ),
    Creation(
        "/api/v1/sheets/",
        lambda _account: {"seats": [{"name": "Rosa"}, {"name": "Juan"}]},
        lambda account: Sheet.objects.filter(creator=account).count(),
    ),
    Creation(
        "/api/v1/leagues/",
        lambda _account: {"name": "Thursday league"},
        lambda account: League.objects.filter(owner=account).count(),
    ),
    Creation(
        "/api/v1/challenges/",
        _challenge,
        lambda account: Match.objects.filter(requested_by=account).count(),
    ),
    Creation(
        "/api/v1/ab-tests/",
        _ab_test,
        lambda account: AbTest.objects.filter(owner=account).count(),
    ),
]


@dataclass(frozen=True)
class Call:
    """A creating call that is sent again and again."""

    address: str
    token: str
    key: str
    body: bytes

    def send(self) -> tuple[int, dict[str, object], bool]:
        """The status, what was told, and whether it was told before."""
        request = urllib.request.Request(
            self.address,
            data=self.body,
            headers={
                "Authorization": f"Bearer {self.token}",
                "Content-Type": "application/json",
                HEADER: self.key,
            },
        )
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                again = answer.headers.get("Idempotency-Replayed") == "true"
                return answer.status, json.load(answer), again
        except urllib.error.HTTPError as error:
            return error.code, json.load(error), False

    def insist(self) -> tuple[int, dict[str, object], bool]:
        """Until it is no longer being worked on."""
        for _try in range(TRIES):
            status, told, again = self.send()
            if told.get("code") != "in_progress":
                return status, told, again
            threading.Event().wait(0.05)
        raise AssertionError("it is worked on for ever")


@pytest.mark.long
@pytest.mark.parametrize("creation", CREATIONS, ids=lambda creation: creation.path)
def test_fifty_at_once_make_one(
    creation: Creation, asgi_server: OwnServer, settings: Settings
) -> None:
    settings.API_CALLS_A_MINUTE = {"account": 10**9, "address": 10**9}
    account = UserFactory.create()
    body = json.dumps(creation.body(account)).encode()
    before = creation.count(account)
    call = Call(asgi_server.url + creation.path, token_for(account), str(uuid.uuid4()), body)
    with ThreadPoolExecutor(AT_ONCE) as threads:
        answers = list(threads.map(lambda _number: call.insist(), range(AT_ONCE)))
    assert Counter(status for status, _told, _again in answers) == {201: AT_ONCE}
    assert len({json.dumps(told, sort_keys=True) for _status, told, _again in answers}) == 1
    assert sum(not again for _status, _told, again in answers) == 1
    assert creation.count(account) == before + 1


def test_what_fifty_send_without_a_key_is_fifty_things(asgi_server: OwnServer) -> None:
    """That the test above could fail."""
    account = UserFactory.create()
    calls = [
        Call(f"{asgi_server.url}/api/v1/players/", token_for(account), str(uuid.uuid4()), body)
        for body in [b'{"name": "Rosa"}'] * 5
    ]
    with ThreadPoolExecutor(5) as threads:
        list(threads.map(Call.insist, calls))
    assert Player.objects.filter(created_by=account).count() == 5
