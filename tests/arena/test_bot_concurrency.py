"""Many at once on the real database: nothing is lost, and nothing is there twice."""

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from pytest_django import Settings

from arena.models import Bot, BotVersion, Validation
from arena.runner.orders import Verdict
from arena.services.bots import (
    BOTS_MAX,
    bot_create,
    bot_create_submitted,
    bot_version_activate,
)
from arena.services.scavenging import validations_scavenge
from arena.services.validation_orders import UNDER_WAY_MAX
from arena.services.validations import validation_report_record
from tests.arena.bots import Runner, owner_of, report_of, submit
from tests.factories import BOT_SOURCE, PROFILE, BotFactory, BotVersionFactory, UserFactory
from tournaments.models import Competitor
from tournaments.services.accounts import account_delete

pytestmark = pytest.mark.django_db(transaction=True)

UPLOADS = 100
THREADS = 16  # each holds a connection


@pytest.fixture(autouse=True)
def storage(tmp_path: Path, settings: Settings) -> Path:
    settings.MEDIA_ROOT = tmp_path / "media"
    return tmp_path / "media"


def at_once(jobs: Sequence[Callable[[], object]], threads: int = THREADS) -> list[str]:
    """Run all jobs in threads that start together; "done", or why not."""
    barrier = threading.Barrier(min(threads, len(jobs)))
    waited = threading.local()

    def run(job: Callable[[], object]) -> str:
        if not hasattr(waited, "once"):
            waited.once = True
            barrier.wait(timeout=60)
        try:
            job()
        except ValidationError as error:
            return str(error.messages[0])
        except (Bot.DoesNotExist, BotVersion.DoesNotExist):
            return "gone"
        else:
            return "done"
        finally:
            connection.close()

    with ThreadPoolExecutor(min(threads, len(jobs))) as pool:
        return list(pool.map(run, jobs))


@pytest.mark.long
def test_a_hundred_uploads_at_once(queue: Runner, storage: Path) -> None:
    """Of one bot: numbered without gaps, one file for equal bytes, each checked when it is its
    turn, two at a time. tests/arena/test_upload_rush.py sends those of many over HTTP."""
    bot = BotFactory.create()
    sources = [f"number = {n % 10}\n".encode() for n in range(UPLOADS)]
    jobs = [partial(submit, bot, data=source, note=str(n)) for n, source in enumerate(sources)]
    assert Counter(at_once(jobs)) == {"done": UPLOADS}
    versions = list(bot.versions.order_by("number"))
    assert [version.number for version in versions] == list(range(1, UPLOADS + 1))
    assert sorted(int(version.note) for version in versions) == list(range(UPLOADS))
    files = [one for one in storage.rglob("*") if one.is_file()]
    assert {one.name for one in files} == {version.digest for version in versions}
    assert len(files) == 10
    assert all(one.read_bytes() in sources for one in files)
    assert Validation.objects.filter(attempt=0).count() == UPLOADS - UNDER_WAY_MAX
    answered = 0
    while answered < len(queue.orders):
        assert validation_report_record(report=report_of(queue.orders[answered], Verdict.VALID))
        answered += 1
    assert answered == UPLOADS
    assert [order.attempt for order in queue.orders] == [1] * UPLOADS
    assert not BotVersion.objects.exclude(state="valid").exists()
    bot.refresh_from_db()
    assert bot.active_version == versions[-1]


def test_a_form_sent_many_times_at_once_is_one_bot_and_one_version(queue: Runner) -> None:
    owner = UserFactory.create()
    new = partial(
        bot_create_submitted,
        owner=owner,
        name="Rosa",
        description="",
        file_name="bot.py",
        data=BOT_SOURCE,
        profiles=[PROFILE],
    )
    assert Counter(at_once([new] * 8)) == {"done": 8}
    bot = Bot.objects.get()
    again = partial(submit, bot, data=BOT_SOURCE + b"# two", after=1, same_again=False)
    assert Counter(at_once([again] * 8)) == {"done": 8}
    assert sorted(bot.versions.values_list("number", flat=True)) == [1, 2]
    assert len(queue.orders) == 2


def test_of_many_who_want_one_name_one_gets_it() -> None:
    owners = [UserFactory.create() for _ in range(8)]
    names = ["Rosa", "ROSA", "rosa", " Rosa "] * 2
    jobs = [
        partial(bot_create, owner=owner, name=name)
        for owner, name in zip(owners, names, strict=True)
    ]
    assert Counter(at_once(jobs)) == {"done": 1, "Another bot has this name: choose another.": 7}
    assert Competitor.objects.count() == 1


def test_nobody_passes_the_limit_together() -> None:
    owner = UserFactory.create()
    jobs = [partial(bot_create, owner=owner, name=f"Bot {n}") for n in range(BOTS_MAX + 8)]
    assert Counter(at_once(jobs))["done"] == BOTS_MAX
    assert owner.bots.count() == BOTS_MAX


def test_one_verdict_counts_however_many_arrive_at_once(queue: Runner) -> None:
    bot = BotFactory.create()
    submit(bot)
    (order,) = queue.orders
    counted: list[bool] = []

    def tell(number: int) -> None:
        verdict = (Verdict.VALID, Verdict.INVALID)[number % 2]
        counted.append(validation_report_record(report=report_of(order, verdict, number=number)))

    at_once([partial(tell, number) for number in range(1, 17)])
    assert Counter(counted) == {True: 1, False: 15}
    version, validation = BotVersion.objects.get(), Validation.objects.get()
    assert version.state == validation.verdict
    bot.refresh_from_db()
    assert (bot.active_version == version) == (version.state == "valid")


def test_everything_at_once_ends_in_order(queue: Runner) -> None:
    """Uploads, verdicts, activations and scavengers: no deadlock, and every check ends."""
    owner = UserFactory.create()
    bots = [BotFactory.create(owner=owner) for _ in range(3)]
    for bot in bots:
        BotVersionFactory.create(bot=bot)

    def answer_all() -> None:
        for order in queue.orders:
            validation_report_record(report=report_of(order, Verdict.VALID))

    jobs: list[Callable[[], object]] = []
    for n in range(12):
        bot = bots[n % 3]
        jobs += [
            partial(submit, bot),
            answer_all,
            validations_scavenge,
            partial(bot_version_activate, bot=bot, number=1, by=owner),
        ]
    assert Counter(at_once(jobs)) == {"done": len(jobs)}
    while Validation.objects.filter(verdict="").exists():
        answer_all()
    assert not BotVersion.objects.exclude(state="valid").exists()
    assert Validation.objects.count() == len(queue.orders) == 12


def test_an_account_that_is_erased_while_its_bots_are_busy(queue: Runner) -> None:
    bot = BotFactory.create()
    owner = owner_of(bot)
    submit(bot)
    (order,) = queue.orders

    def tell() -> None:
        validation_report_record(report=report_of(order, Verdict.VALID))

    jobs: list[Callable[[], object]] = [
        partial(account_delete, account=owner),
        tell,
        partial(bot_version_activate, bot=bot, number=1, by=owner),
        validations_scavenge,
    ]
    outcomes = at_once(jobs)
    assert outcomes[0] == outcomes[1] == outcomes[3] == "done"
    assert not Bot.objects.exists()
    assert not BotVersion.objects.exists()
    assert not Validation.objects.exists()
