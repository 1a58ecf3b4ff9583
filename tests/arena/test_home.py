"""The home page says what is true at this moment, for the same price however much there is."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from arena.models import WorkerPresence
from arena.selectors.workers import PRESENT_WITHIN, service_now
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def _worker(name: str, *, queues: list[str], seen_ago: timedelta = timedelta(0)) -> None:
    now = timezone.now()
    WorkerPresence.objects.create(
        name=name, queues=queues, started_at=now - seen_ago, seen_at=now - seen_ago
    )


def test_nothing_yet() -> None:
    now = service_now()
    assert (now.members, now.workers, now.last_heartbeat) == (0, 0, None)
    assert not now.is_running


def test_counts_members_with_a_proved_address() -> None:
    UserFactory.create()
    UserFactory.create(verified=False)
    UserFactory.create(is_active=False)
    assert service_now().members == 1


def test_counts_workers_that_beat_lately_and_not_the_scheduler() -> None:
    _worker("present", queues=["matches"])
    _worker("lost", queues=["matches"], seen_ago=PRESENT_WITHIN * 2)
    _worker("scheduler", queues=[])
    now = service_now()
    assert now.workers == 1
    assert now.is_running


def test_last_sign_of_life_is_told_even_when_all_are_gone() -> None:
    _worker("lost", queues=["matches"], seen_ago=timedelta(hours=2))
    now = service_now()
    assert not now.is_running
    assert now.last_heartbeat is not None


def test_two_queries_however_many_rows(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(20):
        UserFactory.create()
        _worker(f"worker-{number}", queues=["matches"])
    with django_assert_num_queries(2):
        answer = client.get("/")
    assert answer.status_code == 200


def test_htmx_gets_only_the_panel(client: Client) -> None:
    part = client.get("/", headers=HTMX)
    assert "<html" not in part.content.decode()
    assert "Happening now" in part.content.decode()
    assert "HX-Request" in part["Vary"]


def test_only_reading(client: Client) -> None:
    assert client.head("/").status_code == 200
    assert client.post("/").status_code == 405
