"""What ran without a sandbox never counts: from a runner's report to who may be rated."""

import asyncio
import json
import logging
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from arena.models import BotVersion, Validation
from arena.runner.orders import Verdict
from arena.runner.sandbox.choose import driver_named
from arena.runner.sandbox.insecure import InsecureDriver
from arena.runner.sandbox.names import BWRAP, INSECURE, ISOLATING, KNOWN
from arena.selectors.bots import version_may_be_rated
from arena.services.scavenging import LEASE, validations_scavenge
from arena.services.validations import validation_report_record
from arena.tasks import validation_report
from tests.arena.bots import Runner, age, only, owner_of, report_of, submit
from tests.factories import BotFactory, BotVersionFactory, MatchRunnerFactory
from tournaments.services.ladders import ladder_open

pytestmark = pytest.mark.django_db

SENTENCE = "This version was checked without a sandbox."
NEVER = "it will never be rated"
NO_SANDBOX = "On this machine bots play without a sandbox."


def _reported(queue: Runner, version: BotVersion, sandbox: str) -> BotVersion:
    """Valid, says a runner with this sandbox, over the queue."""
    report = report_of(queue.order_of(version), Verdict.VALID, sandbox=sandbox)
    validation_report(json.loads(json.dumps(report.to_json())))
    version.refresh_from_db()
    return version


def _page(version: BotVersion) -> str:
    client = Client()
    client.force_login(owner_of(version.bot))
    where = reverse("bots:version", args=[version.bot.public_id, version.number])
    return str(client.get(where).content.decode())


def test_the_names_are_the_drivers_and_only_those_that_isolate_count(tmp_path: Path) -> None:
    assert {driver_named(name).name for name in KNOWN} == KNOWN
    assert {InsecureDriver.name} == KNOWN - ISOLATING
    for name in KNOWN:
        found = asyncio.run(driver_named(name).probe(tmp_path))
        assert found.isolates is (name in ISOLATING)


def test_what_passed_in_a_sandbox_may_be_rated(queue: Runner) -> None:
    version = _reported(queue, submit(BotFactory.create()), BWRAP)
    assert (version.state, only().sandbox) == (BotVersion.State.VALID, BWRAP)
    assert version_may_be_rated(version=version)
    assert NEVER not in _page(version)


def test_what_passed_without_a_sandbox_plays_and_is_never_rated(
    queue: Runner, settings: Settings
) -> None:
    settings.DEBUG = True
    version = _reported(queue, submit(BotFactory.create()), INSECURE)
    assert (version.state, only().sandbox) == (BotVersion.State.VALID, INSECURE)
    assert version.bot.active_version == version
    assert not version_may_be_rated(version=version)
    settings.DEBUG = False  # it stays so, wherever this database is used later
    assert not version_may_be_rated(version=version)
    page = _page(version)
    assert SENTENCE in page
    assert NEVER in page


@pytest.mark.parametrize("verdict", [None, *Verdict])
def test_a_server_that_is_not_for_development_believes_no_insecure_runner(
    queue: Runner, caplog: pytest.LogCaptureFixture, verdict: Verdict | None
) -> None:
    submit(BotFactory.create())
    (order,) = queue.orders
    before = Validation.objects.values().get()
    report = report_of(order, verdict, sandbox=INSECURE)
    with caplog.at_level(logging.WARNING):
        validation_report(json.loads(json.dumps(report.to_json())))
    assert "is ignored: its runner isolates nothing" in caplog.text
    assert Validation.objects.values().get() == before
    assert BotVersion.objects.get().state == BotVersion.State.CHECKING
    assert validation_report_record(report=report_of(order, Verdict.VALID)), "others are believed"


def test_a_report_that_names_no_sandbox_is_not_believed(queue: Runner) -> None:
    submit(BotFactory.create())
    (order,) = queue.orders
    assert not validation_report_record(report=report_of(order, Verdict.VALID, sandbox=""))
    assert only().verdict == ""


def test_an_earlier_check_in_a_sandbox_does_not_count_for_the_one_that_was_passed(
    queue: Runner, settings: Settings
) -> None:
    """The runner with the sandbox was lost on the way; one without took the order over."""
    settings.DEBUG = True
    version = submit(BotFactory.create())
    assert queue.answer(version, None)
    assert only().sandbox == BWRAP
    age(only(), LEASE + timedelta(seconds=1))
    assert validations_scavenge() == 1
    assert only().sandbox == ""
    assert not version_may_be_rated(version=_reported(queue, version, INSECURE))


@pytest.mark.parametrize("verdict", [Verdict.INVALID, Verdict.BROKEN])
def test_a_sandbox_alone_is_not_enough(queue: Runner, verdict: Verdict) -> None:
    version = submit(BotFactory.create())
    assert not version_may_be_rated(version=version)
    assert queue.answer(version, verdict)
    assert only().sandbox == BWRAP
    assert not version_may_be_rated(version=version)


def test_a_version_of_whose_check_nothing_is_known_is_not_rated() -> None:
    assert not version_may_be_rated(version=BotVersionFactory.create())


def test_ladders_say_that_nothing_is_rated_where_there_is_no_sandbox(
    client: Client, settings: Settings
) -> None:
    ladder, peoples = (
        ladder_open(hosting=hosting, profile="burako/duel") for hosting in ("bots", "people")
    )
    runner = MatchRunnerFactory.create(sandbox=INSECURE)
    settings.DEBUG = True
    pages = {
        reverse("ladders:list"): True,
        reverse("ladders:ladder", args=[ladder.slug]): True,
        reverse("ladders:ladder", args=[peoples.slug]): False,
    }
    for page, says_so in pages.items():
        assert (NO_SANDBOX in client.get(page).content.decode()) is says_so
    MatchRunnerFactory.create(sandbox=BWRAP)  # another machine
    for page in pages:
        assert NO_SANDBOX not in client.get(page).content.decode()
    runner.delete()
    assert NO_SANDBOX not in client.get(reverse("ladders:list")).content.decode()
