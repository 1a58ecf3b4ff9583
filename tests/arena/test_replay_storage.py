"""Replays stay as long as their match; what a settlement left behind that failed goes."""

import os
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.files.storage import default_storage
from django.utils import timezone
from pytest_django import Settings

from arena.selectors.matches import REPLAYS, match_replay, replay_is_whole, replay_stored_name
from arena.services.match_reports import match_result_record
from arena.services.replays import UNUSED_FOR, replay_store, replays_unused_prune
from arena.tasks import match_leftovers_prune_task
from tests.arena.match_kit import MatchWorkers, replay_of, result_of, sent

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def storage(tmp_path: Path, settings: Settings) -> Path:
    """An empty storage."""
    settings.MEDIA_ROOT = tmp_path / "media"
    return tmp_path / "media"


def make_old(digest: str) -> None:
    when = (timezone.now() - UNUSED_FOR - timedelta(minutes=1)).timestamp()
    os.utime(default_storage.path(replay_stored_name(digest)), (when, when))


def test_a_replay_that_no_match_needs_goes_after_a_day(
    workers: MatchWorkers, storage: Path
) -> None:
    assert replays_unused_prune() == 0  # nothing was ever stored
    match = sent()
    assert match_result_record(result=result_of(workers.order_of(match)))
    match.refresh_from_db()
    left, fresh = replay_store(data=b"left behind"), replay_store(data=b"about to be settled")
    make_old(match.replay_digest)
    make_old(left)
    (storage / REPLAYS / left[:2] / "not a digest").touch()
    match_leftovers_prune_task()
    assert not replay_is_whole(digest=left)
    assert replay_is_whole(digest=fresh)
    assert match_replay(match=match) == replay_of(workers.order_of(match))
    assert (storage / REPLAYS / left[:2] / "not a digest").exists()


def test_a_replay_that_comes_again_has_its_day_again() -> None:
    """Its match may be settled at the moment when others are removed."""
    digest = replay_store(data=b"told twice")
    make_old(digest)
    assert replay_store(data=b"told twice") == digest
    assert replays_unused_prune() == 0
    assert replay_is_whole(digest=digest)
    assert len(list(Path(default_storage.path(REPLAYS)).rglob("*"))) == 2, "a folder, a file"
