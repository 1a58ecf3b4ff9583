"""Limits of the pages hold for programs, whatever else they send along."""

import json
from collections.abc import Callable

import pytest
from django.test import Client
from pytest_django import Settings

from tests.api_client import client_with_token
from tests.api_document import conforms
from tests.factories import LeagueFactory, UserFactory, running_league
from tests.tournaments.ladder_kit import ladder_made
from tests.tournaments.leagues.page_scenes import nothing_played, round_published
from tournaments.league_access import LeagueVisitor
from tournaments.selectors.leagues import league_find
from tournaments.services.leagues.rounds import rounds_draft

pytestmark = pytest.mark.django_db
JSON = "application/json"
TRIES = 6


def statuses(call: Callable[[int], object]) -> list[int]:
    return [call(number).status_code for number in range(TRIES)]  # type: ignore[attr-defined]


@pytest.mark.parametrize("with_key", [False, True])
def test_refused_calls_are_counted_also_those_with_a_key(
    settings: Settings, *, with_key: bool
) -> None:
    """Each would be taken back with its count otherwise, and accounts looked up without end."""
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "league_official": "3/1h/user"}
    owner = UserFactory.create()
    path = f"/api/v1/leagues/{LeagueFactory.create(owner=owner).public_id}/officials/"
    client = client_with_token(owner)

    def ask(number: int) -> object:
        headers = {"Idempotency-Key": str(number)} if with_key else {}
        body = {"email_or_name": "nobody@example.org", "role": "scorer"}
        answer = client.post(path, body, content_type=JSON, headers=headers)
        conforms(answer)
        return answer

    assert statuses(ask) == [422, 422, 422, 429, 429, 429]


@pytest.mark.parametrize("with_key", [False, True])
def test_guessed_links_are_counted_also_with_a_key(settings: Settings, *, with_key: bool) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "api_link_wrong": "3/15m/ip"}
    league = running_league(2, visibility="private")
    path = f"/api/v1/leagues/{league.public_id}/applications/"
    client = client_with_token(UserFactory.create())

    def ask(number: int) -> object:
        headers = {"Durako-Link": "x" * 43}
        if with_key:
            headers["Idempotency-Key"] = str(number)
        return client.post(path, {"name": "Wanda"}, content_type=JSON, headers=headers)

    assert statuses(ask) == [404, 404, 404, 429, 429, 429]
    assert int(ask(99)["Retry-After"]) > 0  # type: ignore[index]


def test_leaderboards_as_files_are_counted_with_those_of_the_pages(settings: Settings) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "ladder_download": "3/10m/ip"}
    slug = ladder_made().slug
    client = Client()
    assert client.get(f"/ladders/{slug}/ratings.csv").status_code == 200
    calls = statuses(lambda _number: client.get(f"/api/v1/ladders/{slug}/ratings.csv"))
    assert calls == [200, 200, 429, 429, 429, 429]


def test_ones_own_ratings_need_a_token_made_for_it() -> None:
    path = f"/api/v1/ladders/{ladder_made().slug}/ratings/?mine=true"
    account = UserFactory.create()
    assert conforms(Client().get(path))["code"] == "not_authenticated"
    assert (
        conforms(client_with_token(account, ["sheets:read"]).get(path))["code"] == "scope_missing"
    )
    assert conforms(client_with_token(account, ["bots:read"]).get(path))["results"] == []


def test_a_date_that_nobody_means_is_refused_at_its_field() -> None:
    owner = UserFactory.create()
    league = running_league(4, owner=owner)
    round_published(league, nothing_played)
    rounds_draft(public_id=league.public_id, visitor=LeagueVisitor(owner))
    found = league_find(public_id=league.public_id)
    assert found is not None
    body = {
        "first": "9999-12-31T12:00:00Z",
        "every": 7,
        "days": 6,
        "revision": found.revision,
    }
    path = f"/api/v1/leagues/{league.public_id}/rounds/dates/"
    answer = client_with_token(owner).post(path, body, content_type=JSON)
    assert [one["field"] for one in conforms(answer)["errors"]] == ["first"]


def test_an_address_without_its_slash_is_not_sent_on() -> None:
    """A call that writes would arrive elsewhere as one that reads."""
    client = client_with_token(UserFactory.create())
    answer = client.post("/api/v1/leagues", {"name": "Cup"}, content_type=JSON)
    assert answer.status_code == 404
    assert "slash" in json.loads(answer.content)["detail"]


def test_whoever_chose_wrongly_is_told_the_choices() -> None:
    client = client_with_token(UserFactory.create())
    answer = client.post("/api/v1/leagues/", {"name": "Cup", "game": "chess"}, content_type=JSON)
    (fault,) = conforms(answer)["errors"]
    assert "burako" in fault["detail"]
    assert "durak" in fault["detail"]
