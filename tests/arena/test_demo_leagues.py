"""A first run has a league of the reference bots that plays itself."""

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from arena.models import Bot
from arena.reference_bots import REFERENCE_BOTS
from arena.services.demo_leagues import PROFILE, demo_league_create
from arena.tasks import demo_matches_create_task
from tests.arena.league_kit import play_all
from tests.arena.match_kit import MatchWorkers, match_workers
from tests.arena.test_bot_concurrency import at_once
from tests.factories import BotFactory, BotVersionFactory, MatchRunnerFactory, UserFactory
from tournaments.demo import DEMO_ACCOUNTS, HOUSE_ACCOUNT
from tournaments.models import League, User

pytestmark = pytest.mark.django_db

PLAYING = [bot for bot in REFERENCE_BOTS if PROFILE in bot.profiles]


@pytest.fixture(autouse=True)
def workers(request: pytest.FixtureRequest, settings: Settings) -> Iterator[MatchWorkers]:
    settings.DEMO_ALLOWED = True
    marker = request.node.get_closest_marker("django_db")
    with match_workers(commits=bool(marker and marker.kwargs.get("transaction"))) as found:
        yield found


@pytest.fixture
def organizer() -> User:
    return UserFactory.create(email=DEMO_ACCOUNTS[0].email)


@pytest.fixture
def house() -> User:
    return UserFactory.create(email=HOUSE_ACCOUNT.email)


def check_passed(house: User, count: int = len(PLAYING)) -> None:
    for bot in PLAYING[:count]:
        BotVersionFactory.create(
            bot=BotFactory.create(owner=house, name=bot.name),
            profiles=list(bot.profiles),
            active=True,
        )


def test_it_is_a_public_round_robin_of_all_reference_bots_that_know_the_rules(
    organizer: User, house: User, workers: MatchWorkers
) -> None:
    check_passed(house)
    league = demo_league_create()
    assert league is not None
    assert (league.owner, league.visibility) == (organizer, League.Visibility.PUBLIC)
    entered = Bot.objects.filter(competitor__league_entries__league=league)
    assert {bot.name for bot in entered} == {bot.name for bot in PLAYING}
    MatchRunnerFactory.create(slots=4)
    assert play_all(league, workers).state == League.State.FINISHED
    assert league.fixtures.count() == len(PLAYING) * (len(PLAYING) - 1) // 2


def test_it_waits_for_the_last_of_them(organizer: User, house: User) -> None:
    check_passed(house, len(PLAYING) - 1)
    assert demo_league_create() is None
    assert not League.objects.exists()


def test_it_is_made_once_whatever_became_of_it(organizer: User, house: User) -> None:
    check_passed(house)
    demo_matches_create_task()
    League.objects.update(state=League.State.CANCELLED, name="Another")
    demo_matches_create_task()
    assert League.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_at_once_make_one(organizer: User, house: User) -> None:
    check_passed(house)
    assert at_once([demo_league_create] * 4) == ["done"] * 4
    assert League.objects.count() == 1


def test_there_is_none_without_a_demo(organizer: User, house: User, settings: Settings) -> None:
    check_passed(house)
    settings.DEMO_ALLOWED = False
    assert demo_league_create() is None


def test_there_is_none_without_its_organizer(house: User) -> None:
    check_passed(house)
    assert demo_league_create() is None
