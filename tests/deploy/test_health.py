"""/healthz and /readyz."""

import kombu
import pytest
from django.db import DatabaseError
from django.test import Client

from deploy import health
from deploy.celery_app import app


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
        raise DatabaseError("gone")

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
