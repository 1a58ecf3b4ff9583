"""The operators are told of trouble: each in their language, and not more often than is useful."""

import logging
import smtplib
from collections.abc import Iterator
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.core import mail
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop

from arena.models import OperatorNotice
from arena.services.operator_mail import (
    KEPT_FOR,
    MAIL_PAUSE,
    NOTICES_IN_A_MAIL,
    operator_notices_prune,
    operators_mail,
    operators_tell,
)
from tests.factories import UserFactory
from tests.threads import at_once
from tournaments.models import User

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def operator() -> User:
    return UserFactory.create(email="op@example.org", display_name="Olga", is_staff=True)


@pytest.fixture
def broken_mail() -> Iterator[None]:
    server = "django.core.mail.backends.locmem.EmailBackend"
    with patch(f"{server}.send_messages", side_effect=smtplib.SMTPServerDisconnected("gone")):
        yield


def tell(subject: str = "A match is void", text: str = "Nobody could play it.") -> None:
    operators_tell(subject=subject, text=text)


def time_passes(by: timedelta) -> None:
    for notice in OperatorNotice.objects.exclude(mailed_at=None):
        assert notice.mailed_at is not None
        notice.mailed_at -= by
        notice.save()


def test_active_staff_are_told_when_it_is_certain(operator: User) -> None:
    UserFactory.create()
    UserFactory.create(is_staff=True, is_active=False)
    with transaction.atomic():
        tell()
        assert mail.outbox == []
    (sent,) = mail.outbox
    assert sent.to == ["op@example.org"]
    assert sent.subject == "[Durako] A match is void"
    assert "Hello Olga" in sent.body
    assert "Nobody could play it." in sent.body
    assert "/operators/" in sent.body


def test_what_is_taken_back_is_not_told(operator: User) -> None:
    with transaction.atomic():
        tell()
        transaction.set_rollback(True)
    assert mail.outbox == []
    assert not OperatorNotice.objects.exists()


def test_there_is_one_mail_in_ten_minutes_and_it_says_how_often(operator: User) -> None:
    tell()
    for _ in range(3):
        tell()
    tell(subject="No runner is ready", text="Matches wait.")
    operators_mail()
    assert len(mail.outbox) == 1
    time_passes(MAIL_PAUSE)
    assert operators_mail() == 1
    sent = mail.outbox[-1]
    assert sent.subject == "[Durako] The arena needs a look: 4 notices"
    assert "A match is void (3 times, last at" in sent.body
    assert "No runner is ready\n" in sent.body
    time_passes(MAIL_PAUSE)
    assert operators_mail() == 0


def test_the_same_again_is_one_line(operator: User) -> None:
    tell()
    tell()
    tell()
    time_passes(MAIL_PAUSE)
    operators_mail()
    assert mail.outbox[-1].subject == "[Durako] A match is void (2 times)"


def test_a_long_list_is_cut(operator: User) -> None:
    tell()
    for number in range(NOTICES_IN_A_MAIL + 2):
        tell(text=f"Number {number:02}.")
    time_passes(MAIL_PAUSE)
    operators_mail()
    body = mail.outbox[-1].body
    assert "Number 09." in body
    assert "Number 10." not in body
    assert "And 2 more" in body


def test_everybody_reads_it_in_their_language(operator: User) -> None:
    UserFactory.create(email="ines@example.org", is_staff=True, language="es")
    operators_tell(
        subject=gettext_noop("Suspended"),
        text=gettext_noop("Please use at most %(max)d characters."),
        params={"max": 7},
    )
    english, spanish = sorted(mail.outbox, key=lambda sent: sent.to, reverse=True)
    assert "Please use at most 7 characters." in english.body
    assert "7 caracteres" in spanish.body


def test_a_broken_mail_server_is_logged_and_harms_nobody(
    operator: User, broken_mail: None, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR), transaction.atomic():
        tell()
    assert "An operator could not be told." in caplog.text
    assert OperatorNotice.objects.get().times == 1


def test_a_mail_server_that_does_not_answer_is_asked_once(
    operator: User, caplog: pytest.LogCaptureFixture
) -> None:
    UserFactory.create(is_staff=True)
    backend = "django.core.mail.backends.locmem.EmailBackend"
    refused = patch(f"{backend}.open", side_effect=ConnectionRefusedError)
    with refused as asked, caplog.at_level(logging.ERROR):
        tell()
    assert asked.call_count == 1
    assert "The mail server does not answer" in caplog.text
    assert mail.outbox == []


def test_without_staff_the_log_says_it(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        tell()
    assert "There is no staff to tell of: A match is void" in caplog.text


def test_of_many_at_once_one_mails(operator: User) -> None:
    assert at_once([tell] * 8) == ["done"] * 8
    assert len(mail.outbox) == 1
    told = sum(notice.times for notice in OperatorNotice.objects.all())
    assert told == 8


def test_old_notices_are_forgotten(operator: User) -> None:
    tell()
    tell()
    time_passes(KEPT_FOR + timedelta(seconds=1))
    assert operator_notices_prune() == 1
    assert OperatorNotice.objects.get().mailed_at is None
    assert OperatorNotice.objects.get().first_at <= timezone.now()
