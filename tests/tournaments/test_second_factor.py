"""The second factor: for everybody who wants it, kept safely, behind the same lock-out."""

import pytest
from allauth.mfa.models import Authenticator
from django.core import mail
from django.db import transaction
from django.test import Client, override_settings
from django.urls import reverse

from tests.factories import UserFactory, give_second_factor
from tests.totp import totp
from tests.tournaments.browsing import (
    is_logged_in,
    log_in,
    log_in_fully,
    open_page,
    reauthenticate,
    send,
    totp_code,
)
from tournaments.sealing import seal, unseal

pytestmark = pytest.mark.django_db

TOO_MANY = "Too many failed login attempts"


def test_setting_it_up_and_using_it(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    account = UserFactory.create()
    log_in(client, account.email)
    assert open_page(client, "mfa_activate_totp").url == reverse("account_reauthenticate")
    reauthenticate(client)
    page = open_page(client, "mfa_activate_totp")
    assert "data:image/svg+xml" in page.text
    secret = client.session["mfa.totp.secret"]
    assert send(client, "mfa_activate_totp", code="000000").errors("code")
    # This test's transaction never commits: what waits for it must happen inside the request.
    monkeypatch.setattr(transaction, "on_commit", lambda callback: callback())
    page = send(client, "mfa_activate_totp", code=totp(secret))
    assert page.url == reverse("mfa_view_recovery_codes")
    assert mail.outbox[-1].to == [account.email], "its owner is told"

    fresh = Client()
    assert log_in(fresh, account.email).url == reverse("mfa_authenticate")
    assert not is_logged_in(fresh)
    assert send(fresh, "mfa_authenticate", code=totp_code(account)).url == reverse("home")
    assert is_logged_in(fresh)


def test_a_recovery_code_works_once(client: Client) -> None:
    account = UserFactory.create()
    give_second_factor(account)
    recovery = Authenticator.objects.get(user=account, type=Authenticator.Type.RECOVERY_CODES)
    code = recovery.wrap().get_unused_codes()[0]
    log_in(client, account.email)
    assert send(client, "mfa_authenticate", code=code).url == reverse("home")
    again = Client()
    log_in(again, account.email)
    assert send(again, "mfa_authenticate", code=code).errors("code")


def test_a_code_works_once(client: Client) -> None:
    account = UserFactory.create()
    give_second_factor(account)
    code = totp_code(account)
    log_in(client, account.email)
    send(client, "mfa_authenticate", code=code)
    again = Client()
    log_in(again, account.email)
    assert send(again, "mfa_authenticate", code=code).errors("code")


def test_five_wrong_codes_lock_the_account(client: Client) -> None:
    account = UserFactory.create()
    give_second_factor(account)
    log_in(client, account.email)
    for _ in range(5):
        assert TOO_MANY not in send(client, "mfa_authenticate", code="000000").text
    assert TOO_MANY in send(client, "mfa_authenticate", code=totp_code(account)).text
    fresh = Client(REMOTE_ADDR="192.0.2.7")
    log_in(fresh, account.email)
    assert TOO_MANY in send(fresh, "mfa_authenticate", code=totp_code(account)).text
    other = UserFactory.create()
    give_second_factor(other)
    assert log_in_fully(Client(), other).url == reverse("home")


def test_members_may_switch_it_off(client: Client) -> None:
    account = UserFactory.create()
    give_second_factor(account)
    log_in_fully(client, account)
    reauthenticate(client)
    send(client, "mfa_deactivate_totp")
    assert not Authenticator.objects.exists()


def test_staff_may_not_switch_it_off(client: Client) -> None:
    account = UserFactory.create(is_staff=True)
    give_second_factor(account)
    log_in_fully(client, account)
    reauthenticate(client)
    page = send(client, "mfa_deactivate_totp")
    assert "Staff need a second factor" in page.text
    assert Authenticator.objects.filter(type=Authenticator.Type.TOTP).exists()


def test_its_secrets_are_not_readable_in_the_database() -> None:
    account = UserFactory.create()
    give_second_factor(account)
    for authenticator in Authenticator.objects.all():
        wrapped = authenticator.wrap()
        stored = str(authenticator.data)
        if authenticator.type == Authenticator.Type.TOTP:
            assert unseal(authenticator.data["secret"]) not in stored
        else:
            assert not any(code in stored for code in wrapped.get_unused_codes())


def test_a_changed_secret_key_still_opens_what_the_old_one_sealed() -> None:
    with override_settings(SECRET_KEY="the old one"):
        sealed = seal("JBSWY3DPEHPK3PXP")
    with override_settings(SECRET_KEY="the new one", SECRET_KEY_FALLBACKS=["the old one"]):
        assert unseal(sealed) == "JBSWY3DPEHPK3PXP"
