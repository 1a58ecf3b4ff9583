"""Tokens: made on a page, used by programs, revoked, and never readable again."""

from datetime import timedelta

import pytest
from django.core import mail
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.api_client import client_with_token, token_for
from tests.api_document import conforms
from tests.factories import UserFactory
from tests.tournaments.browsing import log_in, reauthenticate
from tournaments.api_scopes import SCOPES, scope_is_covered
from tournaments.models import ApiToken
from tournaments.services.accounts import account_delete
from tournaments.services.api_tokens import TOKENS_MAX, api_token_create
from tournaments.services.moderation import account_suspend

pytestmark = pytest.mark.django_db
ME = "/api/v1/me/"


def call(text: str) -> Client:
    return Client(headers={"Authorization": f"Bearer {text}"})


def test_a_token_tells_whose_it_is() -> None:
    account = UserFactory.create(display_name="Rosa", language="es")
    told = conforms(client_with_token(account, ["bots:write"]).get(ME))
    assert told["name"] == "Rosa"
    assert told["token"]["scopes"] == ["bots:write"]


def test_only_a_hash_is_kept() -> None:
    text = token_for(UserFactory.create())
    row = ApiToken.objects.values().get()
    assert text not in {str(value) for value in row.values()}
    assert text.startswith(row["beginning"])
    assert len(row["beginning"]) < len(text) / 3


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer ", "Bearer nonsense", "Basic abc", "Bearer " + "x" * 5000]
)
def test_a_wrong_token_is_refused_with_a_sentence_even_where_none_is_needed(header: str) -> None:
    answer = Client(headers={"Authorization": header}).get("/api/v1/ladders/")
    problem = conforms(answer)
    assert (answer.status_code, problem["code"]) == (401, "bad_token")
    assert answer["WWW-Authenticate"].startswith("Bearer")


def test_a_revoked_token_opens_nothing() -> None:
    account = UserFactory.create()
    text = token_for(account)
    browser = Client()
    browser.force_login(account)
    browser.post(reverse("api_token_revoke", args=[ApiToken.objects.get().pk]))
    assert call(text).get(ME).status_code == 401


def test_nobody_revokes_anothers_token() -> None:
    text = token_for(UserFactory.create())
    stranger = Client()
    stranger.force_login(UserFactory.create())
    stranger.post(reverse("api_token_revoke", args=[ApiToken.objects.get().pk]))
    assert call(text).get(ME).status_code == 200


def test_a_token_ends() -> None:
    text = token_for(UserFactory.create())
    past = timezone.now() - timedelta(seconds=1)
    ApiToken.objects.update(created_at=past - timedelta(days=1), expires_at=past)
    assert call(text).get(ME).status_code == 401


def test_a_suspended_accounts_token_opens_nothing() -> None:
    account = UserFactory.create()
    text = token_for(account)
    account_suspend(account=account, actor=UserFactory.create(is_staff=True), reason="Test.")
    assert call(text).get(ME).status_code == 401


def test_tokens_go_with_their_account() -> None:
    account = UserFactory.create()
    text = token_for(account)
    account_delete(account=account)
    assert call(text).get(ME).status_code == 401
    assert not ApiToken.objects.exists()


def test_cookies_open_nothing() -> None:
    browser = Client()
    browser.force_login(UserFactory.create())
    assert browser.get(ME).status_code == 401


def test_the_last_use_is_written_once_a_minute() -> None:
    text = token_for(UserFactory.create())
    call(text).get(ME)
    first = ApiToken.objects.get().last_used_at
    assert first is not None
    call(text).get(ME)
    assert ApiToken.objects.get().last_used_at == first
    ApiToken.objects.update(last_used_at=first - timedelta(minutes=2))
    call(text).get(ME)
    again = ApiToken.objects.get().last_used_at
    assert again is not None
    assert again > first - timedelta(minutes=1)


def test_a_token_does_what_its_scopes_say_and_no_more() -> None:
    account = UserFactory.create()
    readers = client_with_token(account, ["people:read"])
    answer = readers.patch(ME, {"language": "de"}, content_type="application/json")
    problem = conforms(answer)
    assert (answer.status_code, problem["code"]) == (403, "scope_missing")
    assert "people:write" in problem["detail"]
    writers = client_with_token(account, ["people:write"])
    assert conforms(writers.patch(ME, {"language": "de"}, content_type="application/json"))
    account.refresh_from_db()
    assert account.language == "de"


def test_who_may_write_may_read_in_the_same_area_only() -> None:
    held = frozenset({"bots:write"})
    assert scope_is_covered("bots:read", held)
    assert not scope_is_covered("matches:read", held)
    assert not scope_is_covered("bots:write", frozenset({"bots:read"}))


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("scopes", {"scopes": []}),
        ("scopes", {"scopes": ["everything"]}),
        ("scopes", {"scopes": ["bots:read", "staff:write"]}),
        ("days", {"days": 10_000}),
        ("name", {"name": "x"}),
    ],
)
def test_a_token_is_refused_at_the_field_that_is_wrong(
    field: str, change: dict[str, object]
) -> None:
    good: dict[str, object] = {"name": "laptop", "scopes": ["bots:read"], "days": 30}
    with pytest.raises(ValidationError) as caught:
        api_token_create(account=UserFactory.create(), **{**good, **change})  # type: ignore[arg-type]
    assert field in caught.value.error_dict


def test_there_is_an_end_to_tokens_but_not_to_ended_ones() -> None:
    account = UserFactory.create()
    for _number in range(TOKENS_MAX):
        token_for(account)
    with pytest.raises(ValidationError):
        token_for(account)
    ApiToken.objects.filter(pk=ApiToken.objects.latest("pk").pk).update(revoked_at=timezone.now())
    assert token_for(account)


def test_the_page_makes_a_token_shows_it_once_and_writes_a_mail(
    django_capture_on_commit_callbacks: object,
) -> None:
    account = UserFactory.create()
    browser = Client()
    log_in(browser, account.email)
    reauthenticate(browser)
    form = browser.get(reverse("api_token_new"), {"name": "laptop", "scope": "bots:write"})
    assert form.context["form"].initial["scopes"] == ["bots:write"]
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        made = browser.post(
            reverse("api_token_new"), {"name": "laptop", "scopes": ["bots:write"], "days": "90"}
        )
    text = made.context["text"]
    assert text in made.content.decode()
    assert made["Cache-Control"].find("no-store") >= 0
    assert call(text).get(ME).status_code == 200
    listed = browser.get(reverse("api_tokens")).content.decode()
    assert text not in listed
    assert ApiToken.objects.get().beginning in listed
    (sent,) = mail.outbox
    assert "laptop" in sent.body
    assert text not in sent.body


def test_making_a_token_asks_for_the_password_once_more() -> None:
    browser = Client()
    log_in(browser, UserFactory.create().email)
    answer = browser.post(
        reverse("api_token_new"), {"name": "laptop", "scopes": list(SCOPES), "days": "90"}
    )
    assert answer.status_code == 302
    assert not ApiToken.objects.exists()
