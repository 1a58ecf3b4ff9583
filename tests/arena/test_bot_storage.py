"""Submitted files: once by content, whole or not at all, and no longer than they are needed."""

import hashlib
from pathlib import Path

import pytest
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from pytest_django import Settings

from arena.models import Bot, BotActivation, BotVersion, Validation
from arena.runner.archives import archive_read as read_by_the_runner
from arena.runner.orders import Verdict
from arena.selectors.archives import (
    ARCHIVES,
    ArchiveDamagedError,
    archive_read,
    archive_stored_name,
)
from arena.selectors.bots import bot_has_played
from arena.services.archives import archive_release, archives_unused_prune
from arena.services.validations import validation_report_record
from arena.tasks import archives_unused_prune_task
from tests.arena.bots import Runner, owner_of, report_of, submit
from tests.factories import BOT_SOURCE, BotFactory, UserFactory, confirmed_result
from tournaments.models import Competitor, SheetResultSide
from tournaments.services.accounts import account_delete

pytestmark = pytest.mark.django_db

DIGEST = hashlib.sha256(BOT_SOURCE).hexdigest()


@pytest.fixture(autouse=True)
def storage(tmp_path: Path, settings: Settings) -> Path:
    """An empty storage."""
    settings.MEDIA_ROOT = tmp_path / "media"
    return tmp_path / "media"


def stored(storage: Path) -> list[str]:
    return sorted(str(one.relative_to(storage)) for one in storage.rglob("*") if one.is_file())


def test_equal_bytes_are_one_file_at_the_place_where_runners_look(
    queue: Runner, storage: Path
) -> None:
    first, second = submit(BotFactory.create()), submit(BotFactory.create(), file_name="other.py")
    assert stored(storage) == [f"bots/{DIGEST[:2]}/{DIGEST}"]
    assert archive_read(version=first) == archive_read(version=second) == BOT_SOURCE
    assert read_by_the_runner(storage / ARCHIVES, DIGEST) == BOT_SOURCE


@pytest.mark.parametrize("damage", [b"", BOT_SOURCE[:-1], b"something else"])
def test_a_damaged_file_is_noticed_and_replaced_by_the_next_upload(
    queue: Runner, storage: Path, damage: bytes
) -> None:
    version = submit(BotFactory.create())
    (storage / archive_stored_name(DIGEST)).write_bytes(damage)
    with pytest.raises(ArchiveDamagedError):
        archive_read(version=version)
    submit(BotFactory.create())
    assert archive_read(version=version) == BOT_SOURCE
    (storage / archive_stored_name(DIGEST)).unlink()
    with pytest.raises(ArchiveDamagedError):
        archive_read(version=version)


def test_a_storage_that_keeps_something_else_is_not_believed(
    queue: Runner, storage: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = default_storage.save

    def elsewhere(name: str, content: object) -> str:
        return save(f"{name}_1", content)  # type: ignore[arg-type]

    monkeypatch.setattr(default_storage, "save", elsewhere)
    with pytest.raises(ValidationError, match="Nothing of it was kept"):
        submit(BotFactory.create())
    assert stored(storage) == []
    assert not BotVersion.objects.exists()


def test_what_nobody_needs_is_tidied_up(queue: Runner, storage: Path) -> None:
    assert archives_unused_prune() == 0  # nothing was ever stored
    submit(BotFactory.create())
    left = default_storage.save(archive_stored_name("0" * 64), ContentFile(b"left"))
    (storage / ARCHIVES / "00" / "not a digest").touch()
    assert left in stored(storage)
    archives_unused_prune_task()
    assert stored(storage) == ["bots/00/not a digest", f"bots/{DIGEST[:2]}/{DIGEST}"]
    assert not archive_release(digest=DIGEST)


# Erasing an account


def test_bots_that_never_played_go_with_their_author(queue: Runner, storage: Path) -> None:
    bot = BotFactory.create(description="Mine.")
    for _ in range(3):
        queue.answer(submit(bot, note="Mine."), Verdict.VALID)
    submit(bot, data=b"only = 'mine'\n")
    shared = submit(BotFactory.create())
    (order,) = (one for one in queue.orders if one.attempt and one.program.digest != DIGEST)
    assert not bot_has_played(bot=bot)
    account_delete(account=owner_of(bot))
    assert Bot.objects.get() == shared.bot
    assert BotVersion.objects.get() == shared
    assert Validation.objects.get().version == shared
    assert not BotActivation.objects.exists()
    assert Competitor.objects.count() == 1
    assert stored(storage) == [f"bots/{DIGEST[:2]}/{DIGEST}"]
    assert not validation_report_record(report=report_of(order, Verdict.VALID))


def test_bots_that_played_stay_without_a_name(queue: Runner, storage: Path) -> None:
    bot = BotFactory.create(name="Rosa", description="Mine.")
    queue.answer(submit(bot, note="Mine."), Verdict.VALID)
    checking = submit(bot, note="Mine, too.")
    queue.answer(checking, None, number=1)
    side = confirmed_result(["A"], ["B"]).sides.get(number=0)
    SheetResultSide.objects.filter(pk=side.pk).update(competitor=bot.competitor)
    assert bot_has_played(bot=bot)
    account_delete(account=owner_of(bot))
    bot.refresh_from_db()
    assert (bot.owner, bot.name, bot.description) == (None, "", "")
    assert bot.is_retired
    assert bot.active_version is not None
    assert set(bot.versions.values_list("number", "note", "state")) == {
        (1, "", "valid"),
        (2, "", "unchecked"),
    }
    for validation in Validation.objects.all():
        assert (validation.steps, validation.log, validation.usage) == ([], "", [])
        assert validation.is_over
    assert stored(storage)  # what was played can be played again
    BotFactory.create(name="Rosa")


def test_an_account_without_bots_is_erased_as_before() -> None:
    account_delete(account=UserFactory.create())
