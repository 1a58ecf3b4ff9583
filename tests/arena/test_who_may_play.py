"""One rule says who may play, and whoever asks gets the same answer."""

from collections.abc import Callable

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from arena.match_states import MatchState
from arena.models import Bot, BotBench, BotVersion
from arena.selectors.challenges import bots_judged, bots_to_challenge
from arena.selectors.playing import Hindrance, bots_able, bots_hindered, versions_may_play
from arena.services.match_orders import matches_dispatch
from tests.arena.bots import owner_of
from tests.arena.match_kit import MatchWorkers, created, playing_version
from tests.factories import PROFILE, BotVersionFactory, MatchFactory, MatchRunnerFactory

pytestmark = pytest.mark.django_db


def retire(bot: Bot) -> None:
    bot.retired_at = timezone.now()
    bot.save()


def deactivate(bot: Bot) -> None:
    bot.active_version = None
    bot.save()


def suspend(bot: Bot) -> None:
    owner = owner_of(bot)
    owner.is_active = False
    owner.save()


def bench(bot: Bot) -> None:
    version = bot.versions.get()
    BotBench.objects.create(bot=bot, version=version, reason="It fails.")


def bench_and_bring_back(bot: Bot) -> None:
    bench(bot)
    BotBench.objects.update(ended_at=timezone.now())


CASES: dict[Callable[[Bot], None], Hindrance | None] = {
    retire: Hindrance.RETIRED,
    deactivate: Hindrance.NOT_PLAYING,
    suspend: Hindrance.NOT_PLAYING,
    bench: Hindrance.BENCHED,
    bench_and_bring_back: None,
}


@pytest.mark.parametrize("change", CASES)
def test_everybody_says_the_same(change: Callable[[Bot], None], workers: MatchWorkers) -> None:
    versions = [playing_version(), playing_version()]
    match = created(versions=versions)
    changed, other = (version.bot for version in versions)
    change(changed)
    hindrance = CASES[change]
    bot = Bot.objects.select_related("owner", "active_version").get(pk=changed.pk)
    assert bots_hindered(bots=[bot, other]) == ({bot.pk: hindrance} if hindrance else {})
    assert [judged.hindrance for judged in bots_judged(bots=[bot])] == [hindrance]
    for found in (bots_able(), bots_to_challenge(profile=PROFILE, but=[])):
        assert other in found
        assert (bot in found) is (hindrance is None)
    MatchRunnerFactory.create()
    assert matches_dispatch() == (0 if hindrance else 1)
    match.refresh_from_db()
    assert match.state == (MatchState.VOID if hindrance else MatchState.SENT)


def test_a_pinned_version_that_is_not_valid_is_not_sent(workers: MatchWorkers) -> None:
    """Although its bot plays, with another one."""
    bot = playing_version().bot
    pinned = BotVersionFactory.create(bot=bot, number=2, state=BotVersion.State.INVALID)
    match = MatchFactory.create(versions=[pinned, playing_version()])
    assert bot in bots_able()
    MatchRunnerFactory.create()
    assert matches_dispatch() == 0
    match.refresh_from_db()
    assert match.state == MatchState.VOID


def test_the_bench_is_asked_once(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for _ in range(4):
        playing_version()
    rows = BotVersion.objects.select_related("bot__owner", "bot__active_version")
    versions = list(rows)
    with django_assert_num_queries(1):
        assert versions_may_play(versions=versions)
