"""/healthz and /readyz."""

import kombu
import pytest
from django.db import InterfaceError
from django.test import Client, override_settings
from pytest_django import DjangoAssertNumQueries

from deploy import health
from deploy.celery_app import app


@pytest.fixture(autouse=True)
def _forget_answers() -> None:
    health._answers.clear()


def test_a_load_balancer_may_ask_by_address_and_without_tls(client: Client) -> None:
    with override_settings(ALLOWED_HOSTS=["durako.example"], SECURE_SSL_REDIRECT=True):
        assert client.get("/healthz", headers={"host": "10.1.2.3"}).status_code == 200
        assert client.get("/", headers={"host": "10.1.2.3"}).status_code == 400


@pytest.mark.django_db
def test_readyz_is_asked_of_the_parts_once_in_a_moment(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.get("/readyz")
    with django_assert_num_queries(0):
        assert client.get("/readyz").status_code == 200


def test_healthz_needs_no_database(client: Client) -> None:
    response = client.get("/healthz")
    assert response.status_code == 200
    assert response.json() == {"status": "ok"}
    assert "no-store" in response["Cache-Control"]


@pytest.mark.django_db
def test_readyz_asks_the_database_and_the_queue(client: Client) -> None:
    response = client.get("/readyz")
    assert response.status_code == 200
    assert response.json() == {"status": "ok", "database": "ok", "queue": "ok"}


@pytest.mark.django_db
def test_readyz_says_which_part_does_not_answer(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise InterfaceError("gone")

    monkeypatch.setattr(health, "MigrationExecutor", refuse)
    dead = kombu.Connection("redis://127.0.0.1:1/0")
    monkeypatch.setattr(app, "connection_for_write", lambda: dead)
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json() == {
        "status": "not ready",
        "database": "no answer",
        "queue": "no answer",
    }
