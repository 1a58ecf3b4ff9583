"""Whatever goes wrong is told in one form."""

import json

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404
from django.test import Client, override_settings
from rest_framework import exceptions

from scoring.burako import BookRefusedError
from scoring.burako.book_codes import BookCode
from tests.api_client import client_with_token
from tests.api_document import conforms, operations
from tests.factories import UserFactory
from tournaments.api.problems import problem_of
from tournaments.league_access import Denial as LeagueDenial
from tournaments.league_access import LeagueDeniedError
from tournaments.problem_details import Problem
from tournaments.sheet_access import Denial as SheetDenial
from tournaments.sheet_access import SheetDeniedError

ME = "/api/v1/me/"
JSON = "application/json"


def said(error: Exception) -> Problem:
    found = problem_of(error)
    assert found is not None
    return found


def test_faults_at_fields_can_be_mended() -> None:
    error = ValidationError({"name": ValidationError("Say it.", code="taken"), "days": "No."})
    problem = said(error)
    assert problem.status == 422
    assert [(one.field, one.code, one.detail) for one in problem.errors] == [
        ("name", "taken", "Say it."),
        ("days", "invalid", "No."),
    ]


def test_faults_at_no_field_are_about_how_things_stand() -> None:
    assert said(ValidationError("Too many.", code="quota")) == Problem(409, "quota", "Too many.")


def test_nested_fields_have_paths() -> None:
    error = exceptions.ValidationError({"seats": [{}, {"name": ["Say it."]}], "x": ["a", "b"]})
    assert [one.field for one in said(error).errors] == ["seats.1.name", "x", "x"]


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (Http404(), 404),
        (PermissionDenied("Not yours."), 403),
        (SheetDeniedError(SheetDenial.NO_SHEET), 404),
        (SheetDeniedError(SheetDenial.MAY_NOT_WRITE), 403),
        (LeagueDeniedError(LeagueDenial.NO_LEAGUE), 404),
        (LeagueDeniedError(LeagueDenial.NOT_YOURS), 403),
        (LeagueDeniedError(LeagueDenial.WRONG_TIME), 409),
    ],
)
def test_refusals_of_services_have_their_status_and_a_sentence(
    error: Exception, status: int
) -> None:
    problem = said(error)
    assert problem.status == status
    assert problem.detail.endswith(".")


def test_what_nobody_expected_is_no_refusal() -> None:
    assert problem_of(KeyError("oops")) is None


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("body", "kind", "status", "code"),
    [
        ("{", JSON, 400, "not_json"),
        ('{"name": NaN}', JSON, 400, "not_json"),
        ('{"name": "\\u0000"}', JSON, 400, "not_json"),
        ('{"name": "\\ud800"}', JSON, 400, "not_json"),
        ("[" * 100_000, JSON, 400, "not_json"),
        ("[1]", JSON, 422, "bad_fields"),
        ('{"nmae": "Rosa"}', JSON, 422, "bad_fields"),
        ('{"language": "tlh"}', JSON, 422, "bad_fields"),
        ("name=Rosa", "application/x-www-form-urlencoded", 415, "unsupported_media_type"),
        ('{"name": "' + "x" * 3_000_000 + '"}', JSON, 413, "too_large"),
    ],
)
def test_bodies_that_cannot_be_taken(body: str, kind: str, status: int, code: str) -> None:
    client = client_with_token(UserFactory.create())
    answer = client.patch(ME, body, content_type=kind)
    assert (answer.status_code, conforms(answer)["code"]) == (status, code)


@pytest.mark.django_db
def test_a_name_that_nobody_knows_is_named() -> None:
    client = client_with_token(UserFactory.create())
    answer = client.patch(ME, {"nmae": "Rosa"}, content_type=JSON)
    (fault,) = conforms(answer)["errors"]
    assert (fault["field"], fault["code"]) == ("nmae", "unknown_field")
    assert "history_public" in fault["detail"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("get", "/api/v1/nowhere/", 404),
        ("get", "/api/v1/ladders/no-such/", 404),
        ("delete", "/api/v1/ladders/", 405),
        ("options", "/api/v1/ladders/", 405),
        ("get", "/api/v1/ladders/?sort=%00", 422),
        ("get", "/api/v1/ladders/?cursor=nonsense", 422),
        ("get", "/api/v1/ladders/?page_size=0", 422),
        ("get", "/api/v1/ladders/?page_size=1000", 422),
        ("get", "/api/v1/ladders/?page_size=3.0", 422),
    ],
)
def test_addresses_that_cannot_be_answered(method: str, path: str, status: int) -> None:
    answer = getattr(client_with_token(UserFactory.create()), method)(path)
    assert answer.status_code == status
    assert answer["Content-Type"] == "application/problem+json"
    told = json.loads(answer.content)
    assert told["status"] == status
    assert told["detail"].endswith(".")


@pytest.mark.django_db
def test_sentences_are_in_the_language_that_was_asked_for() -> None:
    spanish = Client().get("/api/v1/nowhere/", headers={"Accept-Language": "es"})
    english = Client().get("/api/v1/nowhere/")
    assert json.loads(spanish.content)["code"] == json.loads(english.content)["code"]
    assert json.loads(spanish.content)["detail"] != json.loads(english.content)["detail"]


@pytest.mark.django_db
def test_what_breaks_is_told_as_a_problem_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.api.ladders.ladders_all", lambda: 1 / 0)
    answer = Client(raise_request_exception=False).get("/api/v1/ladders/")
    assert answer.status_code == 500
    assert json.loads(answer.content)["code"] == "broken"


@pytest.mark.django_db
@override_settings(API_CALLS_A_MINUTE={"account": 3, "address": 2})
def test_calls_are_counted_by_account_and_by_address() -> None:
    account = UserFactory.create()
    one, another = client_with_token(account), client_with_token(account)
    first = one.get(ME)
    assert (first["RateLimit-Limit"], first["RateLimit-Remaining"]) == ("3", "2")
    another.get(ME)
    one.get("/api/v1/nothing-is-here/")  # no call of the interface
    assert another.get(ME)["RateLimit-Remaining"] == "0"
    refused = one.get(ME)
    assert (refused.status_code, conforms(refused)["code"]) == (429, "throttled")
    assert 0 < int(refused["Retry-After"]) <= 60
    stranger = Client()
    wrong = Client(headers={"Authorization": "Bearer nonsense"})
    assert stranger.get("/api/v1/ladders/").status_code == 200
    assert wrong.get("/api/v1/ladders/").status_code == 401
    assert wrong.get("/api/v1/ladders/").status_code == 429


@pytest.mark.django_db
def test_answers_are_for_one_reader() -> None:
    answer = client_with_token(UserFactory.create()).get(ME)
    assert "Authorization" in answer["Vary"]
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.django_db
def test_every_read_refuses_parameters_that_nobody_knows() -> None:
    """Without things of their own, most addresses are answered with 404: what is asked is read
    after that. Those without a placeholder are tried here."""
    client = client_with_token(UserFactory.create())
    tried = 0
    for method, path, _said in operations().values():
        if method == "get" and "{" not in path:
            answer = client.get(path, {"no_such_parameter": "1"})
            assert answer.status_code == 422, path
            assert conforms(answer)["errors"][0]["code"] == "unknown_field"
            tried += 1
    assert tried


def test_a_book_that_refuses_is_a_conflict() -> None:
    assert said(BookRefusedError(BookCode.NOTHING_TO_UNDO)).status == 409
