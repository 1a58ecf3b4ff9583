"""What the tests of bots share."""

from collections.abc import Iterator

import pytest

from arena.models import BotVersion, Match
from tests.arena.bots import Runner, runner
from tests.arena.match_kit import MatchWorkers, match_workers
from tests.arena.shown_matches import bot_playing, match_played
from tests.factories import UserFactory
from tournaments.models import User


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


@pytest.fixture
def ana() -> User:
    return UserFactory.create(display_name="Ana")


@pytest.fixture
def bea() -> User:
    return UserFactory.create(display_name="Bea")


@pytest.fixture
def mustard(ana: User) -> BotVersion:
    return bot_playing(ana, "Mustard")


@pytest.fixture
def pepper(bea: User) -> BotVersion:
    return bot_playing(bea, "Pepper")


@pytest.fixture
def played(ana: User, mustard: BotVersion, pepper: BotVersion) -> Match:
    """What Ana asked for: her bot against Bea's."""
    return match_played(mustard, pepper, requested_by=ana)
