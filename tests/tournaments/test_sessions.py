"""Sessions that know their account."""

import pytest
from asgiref.sync import async_to_sync
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.base import UpdateError
from django.core.management import call_command
from django.utils import timezone

from tests.factories import UserFactory
from tournaments.models import AccountSession
from tournaments.services.accounts import account_sessions_end
from tournaments.sessions import SessionStore

pytestmark = pytest.mark.django_db


def test_a_visitors_session_has_no_account() -> None:
    session = SessionStore()
    session["a"] = 1
    session.save()
    assert AccountSession.objects.get().account_id is None


def test_sync_and_async_write_the_account_down() -> None:
    account = UserFactory.create()
    for save in (SessionStore.save, async_to_sync(SessionStore.asave)):
        session = SessionStore()
        session[SESSION_KEY] = str(account.pk)
        save(session)
        assert AccountSession.objects.get().account_id == account.pk
        account_sessions_end(account_id=account.pk)
        assert not AccountSession.objects.exists()


def test_a_request_that_was_running_does_not_bring_an_ended_session_back() -> None:
    session = SessionStore()
    session[SESSION_KEY] = "1"
    session.save()
    account_sessions_end(account_id=1)
    with pytest.raises(UpdateError):
        session.save()
    assert not AccountSession.objects.exists()


def test_expired_sessions_are_cleared_by_djangos_command() -> None:
    SessionStore().create()
    AccountSession.objects.update(expire_date=timezone.now())
    call_command("clearsessions")
    assert not AccountSession.objects.exists()


def test_the_model_leads_back_to_its_store() -> None:
    assert AccountSession.get_session_store_class() is SessionStore
