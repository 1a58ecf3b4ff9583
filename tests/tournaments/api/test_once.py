"""Idempotency keys: the same call again does nothing again, and each account has its own."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.api_client import client_with_token
from tests.api_document import conforms
from tests.factories import UserFactory
from tournaments.models import ApiCall, Player
from tournaments.services.api_calls import KEPT, api_calls_prune

pytestmark = pytest.mark.django_db
PLAYERS = "/api/v1/players/"
JSON = "application/json"


def add(client: Client, name: str = "Rosa", key: str = "one") -> object:
    return client.post(PLAYERS, {"name": name}, content_type=JSON, headers={"Idempotency-Key": key})


@pytest.fixture
def program() -> Client:
    return client_with_token(UserFactory.create())


def test_the_same_call_again_is_told_the_same(program: Client) -> None:
    first, again = add(program), add(program)
    assert conforms(first) == conforms(again)
    assert first["Location"] == again["Location"]  # type: ignore[index]
    assert again["Idempotency-Replayed"] == "true"  # type: ignore[index]
    assert Player.objects.filter(name="Rosa").count() == 1


def test_another_call_with_the_key_is_refused(program: Client) -> None:
    add(program)
    assert conforms(add(program, name="Juan"))["code"] == "idempotency_key_reused"
    assert not Player.objects.filter(name="Juan").exists()


def test_a_refused_call_can_be_mended_with_the_same_key(program: Client) -> None:
    assert conforms(add(program, name=""))["status"] == 422
    assert conforms(add(program))["name"] == "Rosa"


def test_keys_are_each_accounts_own(program: Client) -> None:
    other = client_with_token(UserFactory.create())
    mine, theirs = conforms(add(program)), conforms(add(other))
    assert mine["id"] != theirs["id"]


@pytest.mark.parametrize("key", ["", "x" * 256, "schlüssel"])
def test_a_key_that_is_none_is_refused(program: Client, key: str) -> None:
    assert conforms(add(program, key=key))["errors"][0]["code"] == "bad_idempotency_key"


def test_what_was_told_is_kept_sealed_and_for_a_day(program: Client) -> None:
    told = conforms(add(program))
    kept = ApiCall.objects.get()
    assert told["id"] not in kept.body_sealed
    assert api_calls_prune() == 0
    ApiCall.objects.update(created_at=timezone.now() - KEPT - timedelta(seconds=1))
    assert conforms(add(program))["id"] != told["id"]
    ApiCall.objects.update(created_at=timezone.now() - KEPT - timedelta(seconds=1))
    assert api_calls_prune() == 1


def test_a_token_without_the_scope_is_told_nothing_of_an_earlier_call() -> None:
    account = UserFactory.create()
    add(client_with_token(account))
    answer = add(client_with_token(account, ["bots:write"]))
    assert conforms(answer)["code"] == "scope_missing"
