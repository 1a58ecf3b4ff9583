"""The profile page and the language."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import UserFactory, give_second_factor
from tests.tournaments.browsing import log_in, log_in_fully, open_page, send
from tournaments.models import User
from tournaments.services.accounts import account_profile_update

pytestmark = pytest.mark.django_db


def html_language(client: Client, **headers: str) -> str:
    return client.get(reverse("account_login"), headers=headers)["Content-Language"]


def test_changing_name_and_language(client: Client) -> None:
    account = UserFactory.create()
    log_in(client, account.email)
    page = send(client, "account_profile", display_name="  New   Name ", language="de")
    assert page.url == reverse("account_profile")
    account.refresh_from_db()
    assert (account.display_name, account.language) == ("New Name", "de")


def test_the_page_links_to_everything_about_an_account(client: Client) -> None:
    account = UserFactory.create()
    log_in(client, account.email)
    page = open_page(client, "account_profile")
    for name in ("account_email", "account_change_password", "mfa_index", "account_delete"):
        assert f'href="{reverse(name)}"' in page.text
        assert open_page(client, name).status == 200


def test_the_page_says_whether_a_second_factor_is_on(client: Client) -> None:
    account = UserFactory.create()
    give_second_factor(account)
    log_in_fully(client, account)
    assert open_page(client, "account_profile").response.context["has_second_factor"]  # type: ignore[attr-defined]


def test_a_hidden_name_stays_hidden_when_it_is_changed(client: Client) -> None:
    account = UserFactory.create(name_hidden=True)
    log_in(client, account.email)
    page = send(client, "account_profile", display_name="Another", language="")
    assert f"Player {account.pk}" in page.text
    account.refresh_from_db()
    assert account.public_name == f"Player {account.pk}"


def test_nothing_else_can_be_smuggled_in(client: Client) -> None:
    account = UserFactory.create()
    log_in(client, account.email)
    data = {"is_staff": "on", "is_superuser": "on", "email": "eve@example.org"}
    send(client, "account_profile", display_name="Eve", language="", **data)
    stored = User.objects.get()
    assert (stored.is_staff, stored.is_superuser, stored.email) == (False, False, account.email)


def test_the_service_refuses_what_the_form_would() -> None:
    with pytest.raises(Exception, match="not a valid choice"):
        account_profile_update(account=UserFactory.create(), display_name="Ana", language="xx")


def test_the_browsers_language_is_used_and_an_unknown_one_is_english(client: Client) -> None:
    assert html_language(client, accept_language="es-AR,es;q=0.9") == "es"
    assert html_language(client, accept_language="de") == "de"
    assert html_language(client, accept_language="fr,ja;q=0.8") == "en"
    assert html_language(client, accept_language="\x00;;q=nonsense") == "en"
    assert html_language(client) == "en"


def test_a_visitors_choice_wins_over_the_browsers(client: Client) -> None:
    answer = client.post(reverse("language_set"), {"language": "es", "next": "/privacy/"})
    assert answer["Location"] == "/privacy/"
    assert html_language(client, accept_language="de") == "es"
    assert "sessionid" not in client.cookies


def test_an_accounts_choice_wins_over_cookie_and_browser(client: Client) -> None:
    account = UserFactory.create()
    client.post(reverse("language_set"), {"language": "es"})
    log_in(client, account.email)
    assert client.get(reverse("account_profile"))["Content-Language"] == "es"
    User.objects.update(language="de")
    answer = client.get(reverse("account_profile"), headers={"accept-language": "es"})
    assert answer["Content-Language"] == "de"
    client.post(reverse("language_set"), {"language": "en"})
    account.refresh_from_db()
    assert account.language == "en"


@pytest.mark.parametrize(
    "target", ["https://evil.example/", "//evil.example", "javascript:alert(1)", "\x00", ""]
)
def test_the_language_switch_leads_nowhere_else(client: Client, target: str) -> None:
    answer = client.post(reverse("language_set"), {"language": "es", "next": target})
    assert answer["Location"] == "/"


@pytest.mark.parametrize("language", ["", "xx", "fr", "\x00", "e" * 10_000, "../en"])
def test_an_unknown_language_is_a_bad_request(client: Client, language: str) -> None:
    assert client.post(reverse("language_set"), {"language": language}).status_code == 400
    assert "django_language" not in client.cookies


def test_a_link_does_not_switch_the_language(client: Client) -> None:
    assert client.get(reverse("language_set"), {"language": "es"}).status_code == 405


def test_a_visitors_page_asks_nothing_about_accounts(client: Client) -> None:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(reverse("home")).status_code == 200
    tables = ("tournaments_accountsession", "django_session", "account_emailaddress", "mfa_")
    asked = [query["sql"] for query in queries]
    assert not [sql for sql in asked if any(f'FROM "{table}' in sql for table in tables[:2])]
    assert not [sql for sql in asked if '"tournaments_user"."password"' in sql]
