"""The home page says what is true at this moment, for the same price however much there is."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from arena.match_states import MatchState
from arena.models import ArenaState, Match, WorkerPresence
from arena.selectors.match_news import match_news, sides_of
from arena.selectors.workers import PRESENT_WITHIN, service_now
from tests.arena.bot_kit import text_of
from tests.factories import (
    BotFactory,
    BotVersionFactory,
    MatchFactory,
    MatchRunnerFactory,
    UserFactory,
)
from tournaments.demo import HOUSE_ACCOUNT

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def _worker(name: str, *, queues: list[str], seen_ago: timedelta = timedelta(0)) -> None:
    now = timezone.now()
    WorkerPresence.objects.create(
        name=name, queues=queues, started_at=now - seen_ago, seen_at=now - seen_ago
    )


def test_nothing_yet() -> None:
    now = service_now()
    assert (now.members, now.workers, now.last_heartbeat) == (0, 0, None)
    assert not now.is_running


def test_counts_members_with_a_proved_address() -> None:
    UserFactory.create()
    UserFactory.create(verified=False)
    UserFactory.create(is_active=False)
    assert service_now().members == 1


def test_counts_workers_that_beat_lately_and_not_the_scheduler() -> None:
    _worker("present", queues=["matches"])
    _worker("lost", queues=["matches"], seen_ago=PRESENT_WITHIN * 2)
    _worker("scheduler", queues=[])
    now = service_now()
    assert now.workers == 1
    assert now.is_running


def test_last_sign_of_life_is_told_even_when_all_are_gone() -> None:
    _worker("lost", queues=["matches"], seen_ago=timedelta(hours=2))
    now = service_now()
    assert not now.is_running
    assert now.last_heartbeat is not None


def _settled(count: int, **values: object) -> list[Match]:
    made = [MatchFactory.create(state=MatchState.SETTLED, **values) for _ in range(count)]
    ArenaState.objects.update_or_create(pk=1, defaults={"settled": Match.objects.count()})
    return made


@pytest.mark.parametrize("count", [2, 12])
def test_eight_queries_however_many_rows(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, count: int
) -> None:
    for number in range(count):
        UserFactory.create()
        _worker(f"worker-{number}", queues=["matches"])
        MatchFactory.create(state=MatchState.PLAYING)
    _settled(count)
    with django_assert_num_queries(8):
        answer = client.get("/")
    assert answer.status_code == 200


def test_the_latest_matches_best_side_first(client: Client) -> None:
    (older, newer) = _settled(2, profile="burako/pairs")
    for match, points in ((older, (700, 3100)), (newer, (3000, 1200))):
        for side, scored in enumerate(points):
            match.participants.filter(side=side).update(points=scored)
    Match.objects.filter(pk=older.pk).update(ended_at=timezone.now() - timedelta(hours=1))
    first, second = match_news().latest
    assert (first, second) == (newer, older)
    assert [side.points for side in sides_of(first)] == [3000, 1200]
    assert [side.points for side in sides_of(second)] == [3100, 700], "partners are one side"
    text = text_of(client.get("/"))
    assert "matches played 2" in text
    best = older.participants.filter(side=1)[0].version.bot.name
    assert f"{best} 3,100 · " in text
    assert "Burako in pairs" in text
    assert "No matches yet" not in text
    for match in (older, newer):
        address = reverse("matches:match", kwargs={"public_id": match.public_id})
        assert f'href="{address}"' in client.get("/").content.decode()


def test_a_match_that_is_being_played_shows_how_far_it_is(client: Client) -> None:
    MatchFactory.create(state=MatchState.PLAYING, boards=10, boards_over=7)
    text = text_of(client.get("/"))
    assert "being played 7 of 20 boards" in text


def test_void_matches_are_no_news(client: Client) -> None:
    MatchFactory.create(state=MatchState.VOID)
    MatchFactory.create()
    assert "No matches yet" in text_of(client.get("/"))


def test_the_first_matches_of_a_demo_are_announced(client: Client, settings: Settings) -> None:
    house = UserFactory.create(email=HOUSE_ACCOUNT.email)
    _worker("present", queues=["default"])
    begins = "The first matches begin in a minute"
    BotFactory.create(owner=house)
    assert begins not in text_of(client.get("/")), "nobody is there to check them"
    MatchRunnerFactory.create()
    assert begins in text_of(client.get("/"))
    settings.DEMO_ALLOWED = False
    assert begins not in text_of(client.get("/"))


def test_names_are_only_text(client: Client) -> None:
    bot = BotFactory.create(name="<b>Bold</b>")
    one, other = (BotVersionFactory.create(bot=of) for of in (bot, BotFactory.create()))
    _settled(1, versions=[one, other])
    page = client.get("/").content.decode()
    assert "<b>Bold</b>" not in page
    assert "&lt;b&gt;Bold" in page


def test_htmx_gets_only_the_panel(client: Client) -> None:
    part = client.get("/", headers=HTMX)
    assert "<html" not in part.content.decode()
    assert "Happening now" in part.content.decode()
    assert "HX-Request" in part["Vary"]


def test_only_reading(client: Client) -> None:
    assert client.head("/").status_code == 200
    assert client.post("/").status_code == 405
