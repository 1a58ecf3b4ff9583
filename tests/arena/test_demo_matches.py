"""The matches of a demo without a sandbox: a first round at once, then a few, never without end.
With a sandbox the reference bots play on the ladders instead."""

import os
import random
import subprocess
import sys
from collections import Counter
from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone
from pytest_django import Settings

from arena.match_states import MatchState
from arena.models import Bot, BotBench, Match
from arena.reference_bots import BURAKO, DURAK, REFERENCE_BOTS
from arena.services import demo_matches
from arena.services.demo_matches import (
    EVERY,
    PROFILES,
    WAITING_MAX,
    boards_of,
    demo_matches_create,
)
from arena.services.ladder_ticks import REST_SECONDS, ladders_tick
from arena.tasks import demo_matches_create_task
from deploy.celery_app import app
from deploy.checks import PRODUCTION
from tests.arena.match_kit import checked_in_a_sandbox
from tests.arena.test_bot_concurrency import at_once
from tests.deploy.service import PROJECT_DIR
from tests.factories import (
    BotFactory,
    BotVersionFactory,
    MatchFactory,
    MatchRunnerFactory,
    UserFactory,
)
from tournaments.demo import HOUSE_ACCOUNT
from tournaments.models import Ladder, Rating, User
from tournaments.selectors.ladders import ladders_open
from tournaments.services.ladders import house_ladders_open, ladder_open

pytestmark = pytest.mark.django_db

FIRST_ROUND = 6 + 2 * 3 + 3
"""Six pairs at the duel of Durak, three at each Burako, and all four at each other Durak."""


@pytest.fixture
def house() -> User:
    return UserFactory.create(email=HOUSE_ACCOUNT.email)


def arrive(house: User, *keys: str) -> list[Bot]:
    """These reference bots have passed their checks."""
    versions = [
        BotVersionFactory.create(
            bot=BotFactory.create(owner=house, name=bot.name),
            profiles=list(bot.profiles),
            active=True,
        )
        for bot in REFERENCE_BOTS
        if bot.key in keys
    ]
    return [version.bot for version in versions]


def arrive_all(house: User) -> list[Bot]:
    return arrive(house, *(bot.key for bot in REFERENCE_BOTS))


def play_all() -> None:
    """Whatever waits is over."""
    Match.objects.filter(state=MatchState.QUEUED).update(
        state=MatchState.VOID, reason="So much for that.", ended_at=timezone.now()
    )


def pass_time(time: timedelta) -> None:
    Match.objects.update(created_at=F("created_at") - time)


def played() -> Counter[tuple[str, frozenset[str]]]:
    """How often who met whom."""
    return Counter(
        (match.profile, frozenset(one.version.bot.name for one in match.participants.all()))
        for match in Match.objects.filter(kind=Match.Kind.DEMO)
    )


def first_round() -> None:
    while demo_matches_create():
        play_all()


def test_what_the_bots_know_is_played() -> None:
    assert set(PROFILES) == {*DURAK, *BURAKO}


def test_two_bots_begin_with_what_two_can_play(house: User) -> None:
    arrive(house, "heuristic")
    assert demo_matches_create() == 0
    arrive(house, "greedy")
    assert demo_matches_create() == WAITING_MAX
    names = frozenset({"Heuristic", "Greedy"})
    assert played() == {("durak/duel24", names): 1, ("burako/duel", names): 1}
    for match in Match.objects.all():
        assert (match.kind, match.state) == ("demo", MatchState.QUEUED)
        assert match.boards == boards_of(match.profile)
        assert not match.rated
        assert match.requested_by is None
    assert demo_matches_create() == 0, "they are to be sent first"
    play_all()
    assert demo_matches_create() == 1
    assert played()["burako/pairs", names] == 1


def test_the_first_round_is_everybody_against_everybody_once(house: User) -> None:
    arrive_all(house)
    first_round()
    assert set(played().values()) == {1}
    assert len(played()) == FIRST_ROUND
    assert {profile for profile, _ in played()} == set(PROFILES)
    everybody = frozenset(bot.name for bot in REFERENCE_BOTS)
    assert played()["durak/volga", everybody] == 1


def test_who_comes_later_is_met_at_once(house: User) -> None:
    arrive(house, "heuristic", "greedy")
    first_round()
    arrive(house, "random", "search")
    first_round()
    assert len(played()) == Match.objects.count() == FIRST_ROUND


def test_afterwards_one_match_every_few_minutes(house: User) -> None:
    arrive(house, "heuristic", "greedy")
    first_round()
    fixtures = len(played())
    pass_time(EVERY - timedelta(seconds=5))
    assert demo_matches_create() == 0
    pass_time(timedelta(seconds=10))
    assert demo_matches_create() == 1
    play_all()
    assert demo_matches_create() == 0
    for _ in range(fixtures - 1):
        pass_time(EVERY)
        assert demo_matches_create() == 1
        play_all()
    assert set(played().values()) == {2}, "everybody's turn comes"


def test_it_does_not_push_in_while_somebody_waits(house: User) -> None:
    arrive(house, "heuristic", "greedy")
    first_round()
    pass_time(EVERY)
    visitor = MatchFactory.create()
    assert demo_matches_create() == 0
    visitor.delete()
    assert demo_matches_create() == 1


def test_the_first_round_waits_for_a_queue_that_is_long(house: User) -> None:
    arrive_all(house)
    MatchFactory.create()
    assert demo_matches_create() == WAITING_MAX - 1
    assert demo_matches_create() == 0


def test_there_is_an_end(house: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo_matches, "MATCHES_MAX", 4)
    arrive(house, "heuristic", "greedy")
    first_round()
    for _ in range(3):
        pass_time(EVERY)
        demo_matches_create()
        play_all()
    assert Match.objects.count() == 4


def test_only_bots_of_the_house_that_may_play(house: User) -> None:
    benched, retired, unchecked, *others = arrive_all(house)
    BotBench.objects.create(bot=benched, version=benched.versions.get(), reason="It failed.")
    Bot.objects.filter(pk=retired.pk).update(retired_at=timezone.now())
    Bot.objects.filter(pk=unchecked.pk).update(active_version=None)
    BotVersionFactory.create(profiles=list(PROFILES), active=True)
    assert len(others) == 1
    assert demo_matches_create() == 0
    BotBench.objects.update(ended_at=timezone.now())
    assert demo_matches_create() == 1
    assert {name for _, names in played() for name in names} == {benched.name, others[0].name}


def test_a_new_version_goes_on_where_the_old_one_was(house: User) -> None:
    bot, _ = arrive(house, "heuristic", "greedy")
    first_round()
    newer = BotVersionFactory.create(bot=bot, profiles=list(PROFILES), active=True)
    assert demo_matches_create() == 0
    pass_time(EVERY)
    assert demo_matches_create() == 1
    assert newer.participations.count() == 1


def test_not_where_the_settings_do_not_allow_a_demo(house: User, settings: Settings) -> None:
    arrive_all(house)
    settings.DEMO_ALLOWED = False
    assert demo_matches_create() == 0
    assert not Match.objects.exists()


def test_with_a_sandbox_they_play_on_every_ladder_of_the_house_instead(house: User) -> None:
    bots = arrive_all(house)
    for bot in bots:
        checked_in_a_sandbox(bot.versions.get())
    assert demo_matches_create() == 0
    house_ladders_open()
    MatchRunnerFactory.create(slots=8)
    assert ladders_tick(rng=random.Random(1)) > 0
    assert set(Match.objects.values_list("ladder__slug", flat=True)) == {
        ladder.slug for ladder in ladders_open(hosting=Ladder.Hosting.BOTS)
    }
    for match in Match.objects.all():
        assert (match.kind, match.rated) == (Match.Kind.LADDER, True)
    table = Match.objects.get(ladder__slug="durak-volga-4")
    assert {one.version.bot for one in table.participants.all()} == set(bots), "readable by all"


def test_one_author_s_bots_do_not_meet_at_large_tables() -> None:
    """Unlike the house's."""
    author = UserFactory.create()
    for bot in arrive_all(author):
        checked_in_a_sandbox(bot.versions.get())
    house_ladders_open()
    MatchRunnerFactory.create(slots=8)
    ladders_tick(rng=random.Random(1))
    assert set(Match.objects.values_list("ladder__players", "profile")) == {
        (2, "durak/volga"), (2, "durak/duel24"), (2, "burako/duel"), (4, "burako/pairs"),
    }  # fmt: skip


@pytest.mark.django_db(transaction=True)
def test_two_schedulers_at_once_make_no_doubles(empty_queues: None) -> None:
    arrive_all(UserFactory.create(email=HOUSE_ACCOUNT.email))
    for _ in range(FIRST_ROUND):
        assert set(at_once([demo_matches_create] * 6)) == {"done"}
        assert Match.objects.filter(state=MatchState.QUEUED).count() <= WAITING_MAX
        play_all()
    assert set(played().values()) == {1}
    assert len(played()) == FIRST_ROUND


def test_the_scheduler_asks_for_it_in_a_demo_only() -> None:
    assert app.conf.beat_schedule["demo-matches-create"]["task"] == demo_matches_create_task.name
    code = "from deploy.celery_app import app; print(*app.conf.beat_schedule)"
    shown = subprocess.run(
        [sys.executable, "-c", code],
        cwd=PROJECT_DIR,
        env={"PATH": os.environ["PATH"], **PRODUCTION},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "scheduler-heartbeat" in shown.stdout
    assert "demo" not in shown.stdout


def test_a_ladder_on_which_nobody_is_new_is_played_now_and_then(house: User) -> None:
    """The machine of whoever tries Durako is not kept busy for nothing."""
    ladder = ladder_open(hosting=Ladder.Hosting.BOTS, profile="durak/duel24")
    bots = arrive_all(house)
    for bot in bots:
        checked_in_a_sandbox(bot.versions.get())
        Rating.objects.create(ladder=ladder, competitor_id=bot.competitor_id, results=29, version=1)
    MatchRunnerFactory.create(slots=8)
    assert ladders_tick(rng=random.Random(1)) == 2, "all of them are new"
    play_all()
    Rating.objects.update(results=30, results_of_version=30, last_at=timezone.now())
    assert ladders_tick() == 0
    for passed, made in ((0.4, 0), (0.2, 1), (0.1, 0), (0.2, 1), (3.0, 2)):
        earlier = timedelta(seconds=REST_SECONDS * passed)
        Rating.objects.update(last_at=F("last_at") - earlier)
        Match.objects.update(created_at=F("created_at") - earlier)
        assert ladders_tick(rng=random.Random(1)) == made, "about one an hour for each of four"
        play_all()
    newer = BotVersionFactory.create(bot=bots[0], profiles=["durak/duel24"], active=True)
    checked_in_a_sandbox(newer)
    assert ladders_tick() == 2, "a new version"
