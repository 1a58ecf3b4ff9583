"""What is forgotten by itself: sessions that are over, sign-ups that were never proven, sheets that
were never written on."""

import time
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.utils import timezone

from tests.factories import LeagueFactory, UserFactory
from tests.tournaments.sheet_table import open_sheet, write_hands
from tournaments.models import AccountSession, LeagueApplication, Sheet, User
from tournaments.tasks import (
    ANSWERED_APPLICATIONS_KEPT,
    UNUSED_SHEETS_KEPT,
    UNVERIFIED_KEPT,
    account_sessions_prune_task,
    account_unverified_prune_task,
    cache_prune_task,
    league_applications_prune_task,
    sheets_unused_prune_task,
)

pytestmark = pytest.mark.django_db


def test_only_sessions_that_are_over_are_dropped(client: Client) -> None:
    client.force_login(UserFactory.create())
    AccountSession.objects.create(
        session_key="over", session_data="", expire_date=timezone.now() - timedelta(seconds=1)
    )
    account_sessions_prune_task()
    assert AccountSession.objects.count() == 1
    assert not AccountSession.objects.filter(session_key="over").exists()


def test_only_old_sign_ups_without_a_proven_address_are_forgotten() -> None:
    long_ago = timezone.now() - UNVERIFIED_KEPT - timedelta(minutes=1)
    old = {"date_joined": long_ago}
    kept = {
        UserFactory.create(verified=False),  # may still be proven
        UserFactory.create(**old),
        UserFactory.create(verified=False, last_login=timezone.now(), **old),
        UserFactory.create(verified=False, is_staff=True, **old),
    }
    forgotten = UserFactory.create(verified=False, **old)
    account_unverified_prune_task()
    assert set(User.objects.all()) == kept
    assert not User.objects.filter(pk=forgotten.pk).exists()


def test_only_cache_entries_whose_time_is_over_are_dropped() -> None:
    cache.set("over", "an address", timeout=0.01)
    cache.set("running", "an address", timeout=600)
    time.sleep(1.1)  # the table counts whole seconds
    cache_prune_task()
    with connection.cursor() as cursor:
        cursor.execute("SELECT cache_key FROM durako_cache")
        assert [key for (key,) in cursor.fetchall()] == [":1:running"]


def test_only_old_sheets_on_which_nothing_was_written_are_forgotten() -> None:
    unused, used, new = open_sheet(), open_sheet(), open_sheet()
    write_hands(used, 1)
    long_ago = timezone.now() - UNUSED_SHEETS_KEPT - timedelta(minutes=1)
    Sheet.objects.filter(pk__in=(unused.pk, used.pk)).update(created_at=long_ago)
    sheets_unused_prune_task()
    assert set(Sheet.objects.all()) == {used, new}


def test_requests_to_take_part_are_forgotten_long_after_their_answer() -> None:
    long_ago = timezone.now() - ANSWERED_APPLICATIONS_KEPT - timedelta(minutes=1)
    running, over = LeagueFactory.create(state="running"), LeagueFactory.create(state="finished")
    for league, name, state, decided_at in (
        (running, "answered long ago", "declined", long_ago),
        (running, "answered today", "accepted", timezone.now()),
        (running, "still waits", "waiting", None),
        (over, "waits in vain", "waiting", None),
    ):
        LeagueApplication.objects.create(
            league=league, name=name, state=state, decided_at=decided_at, created_at=long_ago
        )
    league_applications_prune_task()
    kept = LeagueApplication.objects.order_by("pk").values_list("name", flat=True)
    assert list(kept) == ["answered today", "still waits"]
