"""Logging in and out, the lock-out, and the way back with a new password."""

import threading
import time

import pytest
from django.core import mail
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.urls import reverse

from tests.factories import PASSWORD, UserFactory, give_second_factor
from tests.tournaments.browsing import (
    Page,
    is_logged_in,
    log_in,
    log_in_fully,
    mailed_link,
    open_page,
    reauthenticate,
    send,
    totp_code,
)
from tournaments.models import User

pytestmark = pytest.mark.django_db

TOO_MANY = "Too many failed login attempts"
QUARTER_OF_AN_HOUR = 15 * 60


def fail(client: Client, email: str, times: int = 5) -> list[Page]:
    return [log_in(client, email, "wrong password") for _ in range(times)]


def pass_time(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + seconds)


def test_log_in_and_out(client: Client) -> None:
    account = UserFactory.create()
    assert log_in(client, account.email).url == reverse("home")
    assert is_logged_in(client)
    open_page(client, "account_logout")
    assert is_logged_in(client), "a link alone must not log out"
    send(client, "account_logout")
    assert not is_logged_in(client)


def test_the_greeting_is_in_the_language_of_the_page_it_is_shown_on(client: Client) -> None:
    account = UserFactory.create(language="de")
    page = log_in(client, account.email).text
    assert '<html lang="de"' in page
    assert f"Du bist als {account.display_name} angemeldet." in page


def test_a_wrong_password_and_an_unknown_address_look_the_same(client: Client) -> None:
    account = UserFactory.create()
    wrong = log_in(client, account.email, "wrong password").errors("__all__")
    assert wrong
    assert log_in(client, "nobody@example.org").errors("__all__") == wrong


def test_five_wrong_passwords_lock_the_account_for_a_while(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    account = UserFactory.create()
    for page in fail(client, account.email):
        assert TOO_MANY not in page.text
    assert TOO_MANY in log_in(client, account.email).text
    assert TOO_MANY in log_in(Client(REMOTE_ADDR="192.0.2.7"), account.email).text, "everywhere"
    pass_time(monkeypatch, QUARTER_OF_AN_HOUR - 60)
    assert TOO_MANY in log_in(client, account.email).text
    pass_time(monkeypatch, 120)
    assert log_in(client, account.email).url == reverse("home")


def test_an_unknown_address_is_locked_in_the_same_way(client: Client) -> None:
    fail(client, "nobody@example.org")
    assert TOO_MANY in log_in(client, "nobody@example.org").text


def test_four_failures_lock_nothing_and_success_forgets_nothing(client: Client) -> None:
    account = UserFactory.create()
    fail(client, account.email, 4)
    assert log_in(client, account.email).url == reverse("home")
    send(client, "account_logout")
    fail(client, account.email, 1)
    assert TOO_MANY in log_in(client, account.email).text


def test_other_accounts_from_the_same_address_stay_open(client: Client) -> None:
    locked, other = UserFactory.create(), UserFactory.create()
    fail(client, locked.email)
    assert log_in(client, other.email).url == reverse("home")


@pytest.mark.parametrize(
    "spelling", ["ANA@EXAMPLE.ORG", "  ana@example.org ", "Ana@Example.Org", "\tana@example.org"]
)
def test_the_lock_out_is_not_fooled_by_spelling(client: Client, spelling: str) -> None:
    UserFactory.create(email="ana@example.org")
    fail(client, spelling, 4)
    fail(client, "ana@example.org", 1)
    assert TOO_MANY in log_in(client, spelling).text
    assert TOO_MANY in log_in(client, "ana@example.org").text


def test_letters_that_only_look_alike_open_nothing() -> None:
    """The Kelvin sign is a small k once lowered; the long s is no s for a log-in."""
    UserFactory.create(email="kiss@example.org")
    client = Client()
    fail(client, "\u212aiss@example.org")
    assert TOO_MANY in log_in(client, "kiss@example.org").text
    log_in(client, "ki\u017fs@example.org")
    assert not is_logged_in(client)


def test_the_lock_out_is_not_fooled_by_the_host_header() -> None:
    account = UserFactory.create()
    for port in range(5):
        client = Client(headers={"host": f"localhost:{8000 + port}"})
        log_in(client, account.email, "wrong password")
    assert TOO_MANY in log_in(Client(headers={"host": "127.0.0.1"}), account.email).text


@pytest.mark.django_db(transaction=True)
def test_guesses_at_the_same_moment_are_counted_one_by_one() -> None:
    account = UserFactory.create()
    start = threading.Barrier(12)
    answers: list[str] = []

    def guess() -> None:
        start.wait()
        data = {"login": account.email, "password": "wrong password"}
        answers.append(Client().post(reverse("account_login"), data).content.decode())
        connection.close()

    threads = [threading.Thread(target=guess) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    cache.clear()  # this test's rows are not rolled back
    assert len(answers) == 12
    assert sum("are not correct" in answer for answer in answers) <= 5


def test_an_untrusted_forwarded_address_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    accounts = [UserFactory.create() for _ in range(7)]
    for number, account in enumerate(accounts[:6]):
        fail(Client(headers={"x-forwarded-for": f"192.0.2.{number}"}), account.email)
    pass_time(monkeypatch, 61)  # the limit on all log-ins, thirty a minute, is another matter
    assert TOO_MANY in log_in(Client(), accounts[6].email).text


def lock_address(accounts: list[User]) -> None:
    for account in accounts:
        fail(Client(), account.email)


def test_thirty_failures_from_one_address_stop_it_and_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lock_address([UserFactory.create() for _ in range(6)])
    account = UserFactory.create()
    pass_time(monkeypatch, 61)  # the limit on all log-ins, thirty a minute, is another matter
    assert TOO_MANY in log_in(Client(), account.email).text
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    assert log_in(elsewhere, account.email).url == reverse("home")


def test_an_own_account_with_a_second_factor_does_not_reopen_an_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mine = UserFactory.create()
    give_second_factor(mine)
    client = Client()
    log_in_fully(client, mine)
    pass_time(monkeypatch, 61)
    lock_address([UserFactory.create() for _ in range(6)])
    pass_time(monkeypatch, 61)
    page = send(client, "mfa_reauthenticate", code=totp_code(mine))
    assert TOO_MANY not in page.text
    assert TOO_MANY in log_in(Client(), UserFactory.create().email).text


def test_too_many_log_ins_in_a_minute_get_a_page_that_says_so() -> None:
    account = UserFactory.create()
    for _ in range(30):
        Client().post(reverse("account_login"), {"login": account.email})
    page = log_in(Client(), account.email)
    assert page.status == 429
    assert "Wait a few minutes" in page.text


def test_re_authentication_is_behind_the_same_lock(client: Client) -> None:
    account = UserFactory.create()
    log_in(client, account.email)
    for _ in range(5):
        send(client, "account_reauthenticate", password="wrong password")
    assert TOO_MANY in reauthenticate(client).text


def test_a_password_reset_opens_the_lock(client: Client) -> None:
    account = UserFactory.create()
    fail(client, account.email)
    page = send(client, "account_reset_password", email=account.email.upper())
    assert page.url == reverse("account_reset_password_done")
    form = client.get(mailed_link(), follow=True)
    new = "another long password"
    path = form.request["PATH_INFO"]
    client.post(path, {"password1": new, "password2": new}, follow=True)
    assert log_in(client, account.email, new).url == reverse("home")


def test_a_password_reset_ends_other_sessions_and_its_link_works_once(client: Client) -> None:
    account = UserFactory.create()
    elsewhere = Client()
    log_in(elsewhere, account.email)
    send(client, "account_reset_password", email=account.email)
    link = mailed_link()
    path = client.get(link, follow=True).request["PATH_INFO"]
    new = {"password1": "another long password", "password2": "another long password"}
    client.post(path, new)
    assert not is_logged_in(elsewhere)
    assert "password1" not in Client().get(link, follow=True).content.decode()


def test_a_password_reset_tells_nobody_who_has_an_account(client: Client) -> None:
    known = send(client, "account_reset_password", email=UserFactory.create().email)
    unknown = send(client, "account_reset_password", email="nobody@example.org")
    assert (known.status, known.url) == (unknown.status, unknown.url)
    assert [message.to for message in mail.outbox][1] == ["nobody@example.org"]


def test_changing_the_password_needs_the_old_one_and_logs_out_everywhere(client: Client) -> None:
    account = UserFactory.create()
    elsewhere = Client()
    log_in(elsewhere, account.email)
    log_in(client, account.email)
    new = {"password1": "another long password", "password2": "another long password"}
    page = send(client, "account_change_password", oldpassword="wrong password", **new)
    assert page.errors("oldpassword")
    send(client, "account_change_password", oldpassword=PASSWORD, **new)
    assert not is_logged_in(client)
    assert not is_logged_in(elsewhere)
    assert mail.outbox[-1].to == [account.email], "its owner is told"


def test_the_old_password_cannot_be_guessed_on_and_on(client: Client) -> None:
    account = UserFactory.create()
    log_in(client, account.email)
    pages = [send(client, "account_change_password", oldpassword="wrong") for _ in range(11)]
    assert [page.status for page in pages[-2:]] == [200, 429]


@pytest.mark.parametrize("password", ["short1!", "password123", "12345678901234"])
def test_weak_passwords_are_refused_with_a_sentence(client: Client, password: str) -> None:
    page = send(
        client,
        "account_signup",
        email="ana@example.org",
        display_name="Ana",
        password1=password,
        password2=password,
    )
    assert page.errors("password1")
