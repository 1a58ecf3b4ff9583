"""The home page says what is true at this moment, for the same price however much there is."""

from collections.abc import Iterator
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from arena.match_states import MatchState
from arena.models import ArenaState, Bot, Match, WorkerPresence
from arena.selectors.figures import figures, figures_count
from arena.selectors.match_news import match_news
from arena.selectors.workers import PRESENT_WITHIN, service_now
from arena.views.home import LADDERS_SHOWN
from scoring.ladder import TERMS
from tests.arena.bot_kit import text_of
from tests.factories import (
    BotFactory,
    BotVersionFactory,
    MatchFactory,
    MatchRunnerFactory,
    UserFactory,
)
from tests.tournaments.ladder_kit import ladder_made, result_between
from tournaments.demo import HOUSE_ACCOUNT
from tournaments.models import Ladder
from tournaments.services.ratings import rating_result_record

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def nothing_counted_before() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def _worker(name: str, *, queues: list[str], seen_ago: timedelta = timedelta(0)) -> None:
    now = timezone.now()
    WorkerPresence.objects.create(
        name=name, queues=queues, started_at=now - seen_ago, seen_at=now - seen_ago
    )


def test_nothing_yet() -> None:
    now = service_now()
    assert (now.workers, now.last_heartbeat) == (0, None)
    assert (figures().bots, figures().members) == (0, 0)
    assert not now.is_running


def test_counts_members_with_a_proved_address() -> None:
    UserFactory.create()
    UserFactory.create(verified=False)
    UserFactory.create(is_active=False)
    assert figures_count().members == 1


def test_counts_bots_that_play() -> None:
    BotVersionFactory.create(active=True)
    BotVersionFactory.create()
    retired = BotVersionFactory.create(active=True)
    Bot.objects.filter(pk=retired.bot_id).update(retired_at=timezone.now())
    assert figures_count().bots == 1


def test_what_takes_long_to_count_is_counted_now_and_then(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    BotVersionFactory.create(active=True)
    assert figures().bots == 1
    BotVersionFactory.create(active=True)
    with django_assert_num_queries(1):  # the cache's own
        assert figures().bots == 1
    cache.clear()
    assert figures().bots == 2


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


def rated_bots(ladder: Ladder, count: int) -> list[Bot]:
    """The strongest first: each has beaten all that come after it."""
    versions = [
        BotVersionFactory.create(profiles=[ladder.profile], active=True) for _ in range(count)
    ]
    bots = [version.bot for version in versions]
    number = Match.objects.count() * 1000 + ladder.pk * 100_000
    for place, bot in enumerate(bots):
        for other in bots[place + 1 :]:
            number += 1
            result = result_between(
                ladder, number, bot.competitor_id, other.competitor_id, Fraction(3, 4)
            )
            rating_result_record(result=result)
    return bots


@pytest.mark.parametrize("count", [3, 9])
def test_as_many_queries_however_many_rows(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, count: int
) -> None:
    for number in range(count):
        UserFactory.create()
        _worker(f"worker-{number}", queues=["matches"])
        MatchFactory.create(state=MatchState.PLAYING)
    for profile in ("durak/volga", "durak/duel24"):
        rated_bots(ladder_made(profile), count)
    _settled(count)
    client.get("/")
    with django_assert_num_queries(14):
        answer = client.get("/")
    assert answer.status_code == 200


def test_the_leaders_of_each_ladder_best_first(client: Client) -> None:
    ladder = ladder_made("durak/volga", 4)
    ladder_made("burako/duel")
    bots = rated_bots(ladder, 4)
    page = client.get("/").content.decode()
    text = text_of(client.get("/"))
    names = [text.index(bot.name) for bot in bots[:3]]
    assert names == sorted(names)
    assert bots[3].name not in text
    assert "4 are rated · 6 results" in text
    best = ladder.ratings.order_by("-value")[0]
    assert f"{round(best.value / 1_000_000)}? (provisional) ±" in text
    assert f"{round(best.value / 1_000_000)}? (provisional) ±" in text_of(client.get("/ladders/"))
    enough = TERMS.provisional_results
    ladder.ratings.update(results=enough, results_of_version=enough)
    for address in ("/", "/ladders/"):
        assert f"{round(best.value / 1_000_000)} ±" in text_of(client.get(address))
    for address in (
        reverse("ladders:ladder", args=[ladder.slug]),
        reverse("bots:bot", args=[bots[0].public_id]),
    ):
        assert f'href="{address}"' in page
    assert "Nobody leads these ladders yet: Burako" in text


def test_a_retired_bot_leads_no_more(client: Client) -> None:
    bots = rated_bots(ladder_made(), 3)
    Bot.objects.filter(pk=bots[0].pk).update(retired_at=timezone.now())
    text = text_of(client.get("/"))
    assert bots[0].name not in text
    assert bots[1].name in text


def test_ladders_without_results_are_an_invitation(client: Client) -> None:
    assert "Who leads" not in text_of(client.get("/"))
    ladder = ladder_made()
    text = text_of(client.get("/"))
    assert "Nobody leads yet" in text
    assert reverse("ladders:about", args=[ladder.slug]) in client.get("/").content.decode()


def test_all_open_ladders_are_counted_also_those_that_are_not_shown(client: Client) -> None:
    for players in range(2, LADDERS_SHOWN + 4):
        ladder_made("durak/volga", players)
    Ladder.objects.filter(players=2).update(is_open=False)
    answer = client.get("/")
    assert len(answer.context["not_led"]) == LADDERS_SHOWN
    assert answer.context["ladders_count"] == LADDERS_SHOWN + 1
    assert f"open ladders {LADDERS_SHOWN + 1}" in text_of(answer)


def test_the_latest_matches_in_words(client: Client) -> None:
    (older, newer) = _settled(2, profile="burako/pairs")
    for match, points in ((older, (700, 3100)), (newer, (3000, 1200))):
        for side, scored in enumerate(points):
            match.participants.filter(side=side).update(points=scored)
    Match.objects.filter(pk=older.pk).update(ended_at=timezone.now() - timedelta(hours=1))
    first, second = match_news().latest
    assert (first, second) == (newer, older)
    text = text_of(client.get("/"))
    assert "matches played 2" in text
    best = older.participants.filter(side=1)[0].version.bot.name
    assert f"{best} won, by 3,100 points to 700." in text
    assert "Burako in pairs" in text
    assert "No matches yet" not in text
    for match in (older, newer):
        address = reverse("matches:match", kwargs={"public_id": match.public_id})
        assert f'href="{address}"' in client.get("/").content.decode()


def test_lists_name_the_winner_that_the_rating_knows(client: Client) -> None:
    """One took two boards of three by a little, the other the third by a lot."""
    (match,) = _settled(1, profile="burako/duel")
    boards = [(900, 800), (900, 800), (0, 2000)]
    results: list[dict[str, Any]] = [
        {"rotation": 0, "board": number, "points": points, "losers": [], "forfeit": None}
        for number, points in enumerate(boards)
    ]
    Match.objects.filter(pk=match.pk).update(results=results)
    for side, points in enumerate((1800, 3600)):
        match.participants.filter(side=side).update(points=points)
    one, other = (each.version.bot for each in match.participants.order_by("side"))
    bot_page = reverse("bots:bot", args=[one.public_id])
    for page in ("/", reverse("matches:list"), bot_page):
        text = text_of(client.get(page))
        assert f"{one.name} beat " in text, page
        assert "it took 66.7 % of 3 boards, although with 1800 points fewer." in text
        assert f"{other.name} won" not in text
        assert f"{other.name} beat" not in text


def test_what_waits_is_counted(client: Client) -> None:
    MatchFactory.create()
    MatchFactory.create()
    assert "matches in the queue 2" in text_of(client.get("/"))


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
