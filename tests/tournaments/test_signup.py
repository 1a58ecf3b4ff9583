"""Signing up: a proven address, a public name, and nothing learnt about other people."""

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse

from tests.factories import PASSWORD, UserFactory
from tests.tournaments.browsing import (
    Page,
    is_logged_in,
    log_in,
    mailed_code,
    open_page,
    reauthenticate,
    send,
)
from tournaments.models import User

pytestmark = pytest.mark.django_db


def sign_up(client: Client, email: str = "ana@example.org", name: str = "Ana") -> Page:
    return send(
        client,
        "account_signup",
        email=email,
        display_name=name,
        password1=PASSWORD,
        password2=PASSWORD,
    )


def test_sign_up_asks_for_a_code_and_then_logs_in(client: Client) -> None:
    page = sign_up(client, "Ana@Example.org", "  Ana   B ")
    assert page.url == reverse("account_email_verification_sent")
    assert mail.outbox[0].to == ["ana@example.org"]
    assert mail.outbox[0].subject.startswith("[Durako] ")
    assert not is_logged_in(client)

    page = send(client, "account_email_verification_sent", code=mailed_code())
    assert page.url == reverse("home")
    assert is_logged_in(client)
    account = User.objects.get()
    assert (account.email, account.display_name) == ("ana@example.org", "Ana B")
    assert EmailAddress.objects.get(user=account).verified


def test_a_wrong_code_does_not_let_in(client: Client) -> None:
    sign_up(client)
    page = send(client, "account_email_verification_sent", code="WRONG1")
    assert page.errors("code")
    assert not is_logged_in(client)


def test_codes_cannot_be_guessed_on_and_on(client: Client) -> None:
    sign_up(client)
    code = mailed_code()
    for _ in range(3):
        send(client, "account_email_verification_sent", code="WRONG1")
    send(client, "account_email_verification_sent", code=code)
    assert not is_logged_in(client)


def test_without_the_code_a_log_in_only_leads_back_to_it(client: Client) -> None:
    UserFactory.create(email="ana@example.org", verified=False)
    assert log_in(client, "ana@example.org").url == reverse("account_email_verification_sent")
    assert not is_logged_in(client)


def test_a_known_address_looks_like_a_new_one(client: Client) -> None:
    UserFactory.create(email="ana@example.org")
    known, new = sign_up(client), sign_up(Client(), "new@example.org")
    assert (known.url, known.status) == (new.url, new.status)
    assert "already exists" in mail.outbox[0].body
    assert User.objects.count() == 2


def test_the_language_of_the_page_becomes_the_accounts(client: Client) -> None:
    client.cookies["django_language"] = "de"
    sign_up(client)
    assert User.objects.get().language == "de"


@pytest.fixture
def blind_to_known_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other sign-up is stored after the check and before the save."""
    monkeypatch.setattr(
        "allauth.account.internal.flows.manage_email.email_already_exists",
        lambda value: (value, False),
    )


@pytest.mark.usefixtures("blind_to_known_addresses")
def test_two_sign_ups_at_the_same_moment(client: Client) -> None:
    UserFactory.create(email="ana@example.org", verified=False)
    page = sign_up(client)
    assert page.status == 200
    assert User.objects.count() == 1


def test_changing_the_address_needs_a_code_sent_to_the_new_one(client: Client) -> None:
    account = UserFactory.create(email="old@example.org")
    log_in(client, "old@example.org")
    reauthenticate(client)
    send(client, "account_email", email="New@example.org", action_add="")
    account.refresh_from_db()
    assert account.email == "old@example.org"
    assert mail.outbox[-1].to == ["new@example.org"]
    send(client, "account_email_verification_sent", code=mailed_code())
    account.refresh_from_db()
    assert account.email == "new@example.org"
    assert EmailAddress.objects.get().email == "new@example.org"
    assert mail.outbox[-1].to == ["old@example.org"], "the old address is told"


@pytest.mark.parametrize("verified", [True, False])
def test_an_address_of_somebody_else_is_not_taken_over(client: Client, verified: bool) -> None:
    account, other = (
        UserFactory.create(),
        UserFactory.create(email="taken@example.org", verified=verified),
    )
    log_in(client, account.email)
    reauthenticate(client)
    send(client, "account_email", email="taken@example.org", action_add="")
    page = send(client, "account_email_verification_sent", code=mailed_code())
    assert page.errors("code")
    account.refresh_from_db()
    other.refresh_from_db()
    assert account.email != "taken@example.org"
    assert other.email == "taken@example.org"


def test_sign_up_page_asks_for_the_name_before_the_password(client: Client) -> None:
    text = open_page(client, "account_signup").text
    assert text.index('name="email"') < text.index('name="display_name"')
    assert text.index('name="display_name"') < text.index('name="password1"')
