"""What the tests of bots share."""

from collections.abc import Iterator

import pytest

from tests.arena.bots import Runner, runner
from tests.arena.match_kit import MatchWorkers, match_workers


@pytest.fixture
def queue(request: pytest.FixtureRequest) -> Iterator[Runner]:
    """The runners' queue, read by the test itself."""
    marker = request.node.get_closest_marker("django_db")
    with runner(commits=marker.kwargs.get("transaction", False)) as found:
        yield found


@pytest.fixture
def workers(request: pytest.FixtureRequest) -> Iterator[MatchWorkers]:
    """The match workers' queue, read by the test itself."""
    marker = request.node.get_closest_marker("django_db")
    with match_workers(commits=marker.kwargs.get("transaction", False)) as found:
        yield found
