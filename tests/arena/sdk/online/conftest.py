"""What the tests of the command on line share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.arena.sdk.online.kit import Durako, durako_in
from tests.arena.sdk.online.naughty import ME, TOKEN, Naughty, naughty_site, says


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
