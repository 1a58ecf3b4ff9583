"""Erasing an account."""

import threading
import time

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from tests.factories import UserFactory, give_second_factor
from tests.tournaments.browsing import (
    is_logged_in,
    log_in,
    open_page,
    reauthenticate,
    send,
)
from tournaments.models import AccountSession, ModerationEvent, User
from tournaments.services.accounts import account_delete
from tournaments.services.moderation import account_hide_name

pytestmark = pytest.mark.django_db


def test_the_page_says_what_goes_and_what_stays(client: Client) -> None:
    log_in(client, UserFactory.create().email)
    reauthenticate(client)
    page = open_page(client, "account_delete")
    assert "What is erased" in page.text
    assert "What stays public" in page.text
    assert "Deleted player" in page.text


def test_it_needs_the_password_again(client: Client) -> None:
    log_in(client, UserFactory.create().email)
    assert open_page(client, "account_delete").url == reverse("account_reauthenticate")
    send(client, "account_delete", confirm="on")
    assert User.objects.exists()


def test_the_password_is_asked_for_again_after_a_while(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    log_in(client, UserFactory.create().email)
    reauthenticate(client)
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 301)
    send(client, "account_delete", confirm="on")
    assert User.objects.exists()


def test_without_the_tick_nothing_happens(client: Client) -> None:
    log_in(client, UserFactory.create().email)
    reauthenticate(client)
    assert send(client, "account_delete").errors("confirm")
    assert User.objects.exists()


def test_everything_of_the_account_is_erased_and_nothing_else(client: Client) -> None:
    other, staff = UserFactory.create(), UserFactory.create(is_staff=True)
    account = UserFactory.create()
    elsewhere, others_client = Client(), Client()
    log_in(elsewhere, account.email)
    log_in(others_client, other.email)
    log_in(client, account.email)
    reauthenticate(client)
    give_second_factor(account)
    account_hide_name(account=account, actor=staff, reason="Rude.")

    page = send(client, "account_delete", confirm="on")
    assert page.url == reverse("home")
    assert "Your account is erased" in page.text
    assert not User.objects.filter(pk=account.pk).exists()
    assert not EmailAddress.objects.filter(email=account.email).exists()
    assert not Authenticator.objects.exists()
    assert not ModerationEvent.objects.exists()
    assert not AccountSession.objects.filter(account_id=account.pk).exists()
    assert not is_logged_in(client)
    assert not is_logged_in(elsewhere)
    assert is_logged_in(others_client)
    assert set(User.objects.all()) == {other, staff}


def test_a_moderators_deeds_outlive_their_account() -> None:
    staff, account = UserFactory.create(is_staff=True), UserFactory.create()
    account_hide_name(account=account, actor=staff, reason="Rude.")
    account_delete(account=staff)
    assert ModerationEvent.objects.get().actor is None


def test_the_last_superuser_stays(client: Client) -> None:
    root = UserFactory.create(is_staff=True, is_superuser=True)
    UserFactory.create(is_staff=True, is_superuser=True, is_active=False)
    log_in(client, root.email)
    reauthenticate(client)
    page = send(client, "account_delete", confirm="on")
    assert "last superuser" in page.errors("__all__")[0]
    assert User.objects.filter(pk=root.pk).exists()
    UserFactory.create(is_staff=True, is_superuser=True)
    account_delete(account=root)
    assert not User.objects.filter(pk=root.pk).exists()


def test_the_address_can_be_used_again(client: Client) -> None:
    account = UserFactory.create(email="ana@example.org")
    account_delete(account=account)
    UserFactory.create(email="ana@example.org")


@pytest.mark.django_db(transaction=True)
def test_the_last_two_superusers_cannot_leave_at_the_same_moment() -> None:
    roots = [UserFactory.create(is_staff=True, is_superuser=True) for _ in range(2)]
    start = threading.Barrier(2)
    refused: list[User] = []

    def leave(root: User) -> None:
        start.wait()
        try:
            with transaction.atomic():
                account_delete(account=root)
                time.sleep(0.2)  # hold the locks for long enough to meet the other
        except ValidationError:
            refused.append(root)
        finally:
            connection.close()

    threads = [threading.Thread(target=leave, args=(root,)) for root in roots]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert User.objects.get() in refused
