"""What the tests of the command on line share."""

from collections.abc import Iterator

import pytest

from tests.arena.sdk.online.naughty import Naughty, naughty_site


@pytest.fixture
def site() -> Iterator[Naughty]:
    """A site that does what it is told."""
    with naughty_site() as found:
        yield found
