"""schemathesis over the whole document, against a running server, with a token and without."""

import pytest
from pytest_django import Settings

from tests.api_client import token_for
from tests.api_fuzz import Fuzz, tags
from tests.api_things import known_links, known_things
from tests.asgi_server import OwnServer
from tests.factories import UserFactory

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.timeout(3600),
    pytest.mark.long,
]


@pytest.mark.parametrize("who", ["stranger", "account"])
@pytest.mark.parametrize("tag", tags())
def test_a_part(tag: str, who: str, asgi_server: OwnServer, settings: Settings) -> None:
    settings.API_CALLS_A_MINUTE = {"account": 10**9, "address": 10**9}
    settings.RATE_LIMITS = dict.fromkeys(settings.RATE_LIMITS, "1000000/1h/ip")
    account = UserFactory.create()
    known = known_things(account)
    fuzz = Fuzz(
        site=asgi_server.url,
        known=known,
        token=token_for(account) if who == "account" else "",
        links=known_links(account) if who == "stranger" else (),
    )
    assert list(fuzz.faults(tag)) == []
