"""What the tests of the command on line share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.arena.sdk.online.kit import Durako, durako_in, log_in
from tests.arena.sdk.online.naughty import ME, TOKEN, Naughty, naughty_site, says
from tests.asgi_server import OwnServer
from tests.factories import UserFactory
from tournaments.models import User


@pytest.fixture
def site() -> Iterator[Naughty]:
    """A site that does what it is told."""
    with naughty_site() as found:
        yield found


@pytest.fixture
def durako(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Durako:
    """The command, in an empty folder, by somebody who has never logged in."""
    return durako_in(tmp_path, monkeypatch)


@pytest.fixture
def logged_in(durako: Durako, site: Naughty, monkeypatch: pytest.MonkeyPatch) -> Durako:
    """The same, logged in to the site that does what it is told; nobody waits really."""
    site.will(says(ME), at="me/")
    done = durako("login", site.url, "--token-stdin", keys=f"{TOKEN}\n")
    assert done.exit_code == 0, done.output
    site.asked.clear()
    monkeypatch.setattr("time.sleep", site.waits.append)
    return durako


@pytest.fixture
def ana() -> User:
    """An author."""
    return UserFactory.create(display_name="Ana")


@pytest.fixture
def at_site(
    durako: Durako, asgi_server: OwnServer, ana: User, transactional_db: None
) -> Iterator[Durako]:
    """The command of Ana, logged in to the real site."""
    log_in(durako, asgi_server.url, ana)
    yield durako
    asgi_server.wait_until_idle()
