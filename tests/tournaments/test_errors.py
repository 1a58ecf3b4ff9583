"""Pages for what went wrong."""

from collections.abc import Iterator

import pytest
from django.core.exceptions import RequestDataTooBig, SuspiciousOperation, TooManyFieldsSent
from django.db import OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import path, reverse

from deploy import urls
from tests.factories import UserFactory
from tests.tournaments.browsing import log_in
from tournaments.views import errors

pytestmark = pytest.mark.django_db


def _raise(error: Exception) -> None:
    raise error


def boom(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("on purpose")


def suspicious(request: HttpRequest) -> HttpResponse:
    raise SuspiciousOperation("on purpose")


urlpatterns = [*urls.urlpatterns, path("boom", boom), path("suspicious", suspicious)]
handler400, handler403 = urls.handler400, urls.handler403
handler404, handler500 = urls.handler404, urls.handler500


@pytest.fixture
def client_with_errors() -> Client:
    return Client(raise_request_exception=False)


def test_an_unknown_page(client: Client) -> None:
    answer = client.get("/no/such/page")
    assert answer.status_code == 404
    assert "<h1" in answer.content.decode()


@pytest.mark.urls(__name__)
def test_a_suspicious_request_is_a_bad_one(client: Client) -> None:
    assert client.get("/suspicious").status_code == 400


def test_a_wrong_host_is_a_bad_request(client: Client) -> None:
    assert client.get("/", headers={"host": "evil.example"}).status_code == 400


def test_too_much_is_413(client: Client) -> None:
    answer = client.post(reverse("language_set"), {"language": "x" * (2 * 1024 * 1024 + 1)})
    assert answer.status_code == 413
    assert "<h1" in answer.content.decode()


def test_too_many_fields_are_413(client: Client) -> None:
    answer = client.post(reverse("language_set"), {f"field{n}": "" for n in range(1001)})
    assert answer.status_code == 413


@pytest.mark.parametrize("error", [RequestDataTooBig("x"), TooManyFieldsSent("x")])
def test_what_is_too_large_is_told_apart(rf: RequestFactory, error: Exception) -> None:
    request = rf.get("/")
    request.user = UserFactory.create()
    request.session = {}  # type: ignore[assignment]
    assert errors.bad_request(request, exception=error).status_code == 413


def test_a_form_without_its_token_gets_a_page_that_explains() -> None:
    client = Client(enforce_csrf_checks=True)
    answer = client.post(reverse("account_login"), {"login": "a@example.org", "password": "x"})
    assert answer.status_code == 403
    assert "<h1" in answer.content.decode()


@pytest.mark.urls(__name__)
def test_our_own_mistake_is_500_and_asks_the_database_nothing(client_with_errors: Client) -> None:
    log_in(client_with_errors, UserFactory.create().email)
    answer = client_with_errors.get("/boom")
    assert answer.status_code == 500
    with CaptureQueriesContext(connection) as queries:
        page = errors.server_error(RequestFactory().get("/"))
    assert page.content == answer.content
    assert not queries.captured_queries


@pytest.fixture
def no_database(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every question fails, as it does when the server is gone."""
    with connection.execute_wrapper(
        lambda *_: _raise(OperationalError("the server closed the connection"))
    ):
        yield


def test_without_a_database_the_500_page_still_comes(
    client_with_errors: Client, request: pytest.FixtureRequest
) -> None:
    log_in(client_with_errors, UserFactory.create().email)
    request.getfixturevalue("no_database")
    answer = client_with_errors.get(reverse("account_profile"))
    assert answer.status_code == 500
    assert "<h1" in answer.content.decode()
