"""What every test with a database starts from."""

import gc
from collections.abc import Iterator
from zlib import crc32

import hypothesis
import pytest
from django.conf import settings
from django.core.cache import cache
from django.utils import translation

from arena.runner.runtime import Runtime
from deploy.celery_app import app as celery_app
from tests.arena.runner.hosted_runtime import hosted_runtime
from tests.asgi_server import OwnServer, serving
from tests.emptying import emptying_install
from tests.one_migration import one_migration_install
from tests.real_queues import queues_empty

celery_app.set_current()  # tests may make others, but this one sends what services order
emptying_install()
one_migration_install()

# A busy machine is slow, which says nothing about a property.
hypothesis.settings.register_profile(
    "house",
    deadline=None,
    max_examples=60,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("house")

# Files that start whole services; the longest of all.
_SERVICES = ("tests/deploy/test_launcher",)
# Files that wait for programs and browsers.
_LONG = (
    "tests/deploy/", "tests/e2e/", "tests/security/sandbox/",
    "tests/arena/pipeline/", "tests/arena/protocol/", "tests/arena/runner/",
)  # fmt: skip


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """`make test` gives out files in this order: those that start services first, the rest mixed,
    so that those who wait leave the cores to those who calculate, and no long one comes last."""
    items.sort(key=lambda item: _turn(item.nodeid.partition("::")[0]))


def pytest_collection_finish() -> None:
    """Thousands of tests and all that they import stay to the end: the search for garbage need not
    look through them again and again. And nearly all of what a test makes is gone when nobody holds
    it any more; what holds itself waits for a hundred thousand others, and memory is there."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)


def _turn(file: str) -> float:
    if file.startswith(_SERVICES):
        return -1.0
    mixed = crc32(file.encode()) / 2**32
    return mixed / 2 if file.startswith(_LONG) else mixed


@pytest.fixture(autouse=True)
def _english() -> None:
    """A request leaves its language behind in the thread that made it; begin without it."""
    translation.activate(settings.LANGUAGE_CODE)


@pytest.fixture(autouse=True)
def _empty_cache(request: pytest.FixtureRequest) -> None:
    """Tests that commit leave their rate limits behind: no model, no flush. Begin without them."""
    marker = request.node.get_closest_marker("django_db")
    if marker is not None:
        transactional = marker.kwargs.get("transaction", False)
        request.getfixturevalue("transactional_db" if transactional else "db")
        cache.clear()


@pytest.fixture
def empty_queues() -> None:
    """Tests that commit leave their orders in the real queue. Begin without them."""
    queues_empty()


@pytest.fixture(scope="session")
def asgi_server(django_db_setup: None) -> Iterator[OwnServer]:
    """The site behind a real ASGI server; for tests that commit."""
    with serving() as server:
        yield server


@pytest.fixture(scope="session")
def runtime() -> Runtime:
    """What submitted bots run in, as on a server."""
    return hosted_runtime()
