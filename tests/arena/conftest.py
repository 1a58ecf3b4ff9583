"""What the tests of bots share."""

from collections.abc import Iterator

import pytest

from tests.arena.bots import Runner, runner


@pytest.fixture
def queue(request: pytest.FixtureRequest) -> Iterator[Runner]:
    """The runners' queue, read by the test itself."""
    marker = request.node.get_closest_marker("django_db")
    with runner(commits=marker.kwargs.get("transaction", False)) as found:
        yield found
