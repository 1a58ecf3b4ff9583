"""Bots that fail again and again sit out, and come back with a version that validates."""

from typing import Any

import pytest
from django.utils import timezone

from arena.match_reasons import BETTER_VERSION, FAILED_AGAIN_AND_AGAIN
from arena.models import Bot, BotVersion, Match, OperatorEvent, Validation
from arena.selectors.benching import bot_benching
from arena.services.benching import bot_bench, bot_unbench
from arena.services.match_orders import matches_dispatch
from arena.services.match_reports import match_result_record
from arena.services.validations import version_activate
from tests.arena.match_kit import MatchWorkers, created, playing_version, replay_of, result_of
from tests.arena.wire.played import Trouble
from tests.factories import BotVersionFactory, MatchRunnerFactory

pytestmark = pytest.mark.django_db


def played(workers: MatchWorkers, versions: list[BotVersion], *, fails: bool) -> Match:
    """A match in which the second one never starts, or all is well."""
    match = created(versions=versions)
    assert matches_dispatch() == 1
    order = workers.order_of(match)
    # Seat 1 of the first rotation is the second one, who forfeits half of all boards.
    replay = replay_of(order, Trouble(absent=(1,)) if fails else None)
    assert match_result_record(result=result_of(order, replay=replay))
    return match


@pytest.fixture
def pair(workers: MatchWorkers) -> list[BotVersion]:
    MatchRunnerFactory.create(slots=1)
    return [playing_version(), playing_version()]


def test_three_failed_matches_in_a_row_bench_a_bot(
    workers: MatchWorkers, pair: list[BotVersion], mailoutbox: list[Any]
) -> None:
    for fails in (True, True, False, True, True):
        played(workers, pair, fails=fails)
        assert bot_benching(bot=pair[1].bot) is None
    match = played(workers, pair, fails=True)
    benching = bot_benching(bot=pair[1].bot)
    assert benching is not None
    assert (benching.match, benching.reason) == (match, FAILED_AGAIN_AND_AGAIN)
    assert bot_benching(bot=pair[0].bot) is None
    (mail,) = mailoutbox
    assert pair[1].bot.owner is not None
    assert mail.to == [pair[1].bot.owner.email]
    assert pair[1].bot.public_name in mail.subject
    assert "three matches in a row" in mail.body
    assert f"\nhttp://testserver/matches/{match.public_id}/\n" in mail.body
    assert f"\nhttp://testserver/bots/{pair[1].bot.public_id}/\n" in mail.body
    assert f"durako watch durako-{match.public_id}.durako\n" in mail.body
    assert f"durako debug durako-{match.public_id}.durako bot.py --decision N\n" in mail.body
    assert OperatorEvent.objects.get().action == "bench"


def test_a_new_version_that_plays_brings_it_back(
    workers: MatchWorkers, pair: list[BotVersion]
) -> None:
    for _ in range(3):
        played(workers, pair, fails=True)
    bot = Bot.objects.get(pk=pair[1].bot_id)
    version_activate(bot=bot, version=pair[1], by=None)
    assert bot_benching(bot=bot) is not None  # the same one again is no news
    untried = BotVersionFactory.create(bot=bot, active=True)  # valid before it was benched
    assert bot_benching(bot=bot) is not None
    version_activate(bot=bot, version=pair[1], by=None)
    better = BotVersionFactory.create(bot=bot, number=untried.number + 1)
    Validation.objects.create(version=better, verdict="valid", ended_at=timezone.now())
    version_activate(bot=bot, version=better, by=None)
    assert bot_benching(bot=bot) is None
    assert OperatorEvent.objects.latest("pk").reason == BETTER_VERSION
    # Its predecessor's failures are not its own.
    played(workers, [pair[0], better], fails=True)
    assert bot_benching(bot=bot) is None


def test_what_staff_decided_no_version_takes_back(pair: list[BotVersion]) -> None:
    bot = pair[0].bot
    assert bot_bench(bot=bot, reason="It cheats.") is not None
    better = BotVersionFactory.create(bot=bot)
    Validation.objects.create(version=better, verdict="valid", ended_at=timezone.now())
    version_activate(bot=bot, version=better, by=None)
    assert bot_benching(bot=bot) is not None


def test_who_is_benched_without_a_match_is_told_without_one(
    pair: list[BotVersion], mailoutbox: list[Any]
) -> None:
    bot_bench(bot=pair[0].bot, reason="It cheats.")
    (mail,) = mailoutbox
    assert "It cheats.\n\nThe staff decided this" in mail.body
    assert f"/bots/{pair[0].bot.public_id}/" in mail.body
    assert "/matches/" not in mail.body
    assert "durako debug" not in mail.body


def test_benching_twice_is_once(pair: list[BotVersion]) -> None:
    bot = pair[0].bot
    assert bot_bench(bot=bot, reason="It cheats.") is not None
    assert bot_bench(bot=bot, reason="It cheats.") is None
    assert bot_unbench(bot=bot)
    assert not bot_unbench(bot=bot)
    actions = OperatorEvent.objects.order_by("pk").values_list("action", flat=True)
    assert list(actions) == ["bench", "unbench"]


def test_a_mail_that_cannot_be_sent_undoes_nothing(
    pair: list[BotVersion], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr("arena.services.benching.send_mail", refuse)
    assert bot_bench(bot=pair[0].bot, reason="It cheats.") is not None
    assert bot_benching(bot=pair[0].bot) is not None
