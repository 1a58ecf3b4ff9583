"""Ladders of people, who are named only if they wish, and leaderboards as files."""

import csv
import io
import json

import pytest
from django.conf import settings as django_settings
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from arena.models import Bot
from tests.arena.bot_kit import text_of
from tests.arena.ladder_scene import LadderScene, bots_of, ladder_at, ladder_scene
from tests.arena.shown_matches import DUEL
from tests.factories import PlayerFactory, UserFactory, competitor_of
from tests.tournaments.ladder_kit import ladder_made
from tournaments.models import Ladder, Player, Rating, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def scene() -> LadderScene:
    return ladder_scene(bots=6, rounds=4)


# People's ladders


@pytest.fixture
def peoples() -> Ladder:
    return Ladder.objects.create(
        slug="burako-duel-2-people", hosting=Ladder.Hosting.PEOPLE, profile="burako/duel", players=2
    )


def person(ladder: Ladder, name: str, *, opened: bool) -> User:
    account = UserFactory.create(display_name=name)
    player = PlayerFactory.create(account=account, history_public=opened)
    Rating.objects.create(ladder=ladder, competitor=competitor_of(player))
    Ladder.objects.filter(pk=ladder.pk).update(ratings_count=1)
    return account


def test_people_are_named_if_they_wish(client: Client, peoples: Ladder) -> None:
    person(peoples, "Rosa", opened=True)
    juan = person(peoples, "Juan", opened=False)
    for query in ("", "sort=seen", "q=Juan"):
        assert "Juan" not in text_of(client.get(ladder_at(peoples, query))).replace("q=Juan", "")
    page = text_of(client.get(ladder_at(peoples)))
    assert "Rosa" in page
    assert "a player" in page
    assert "2 players" in page
    assert "Points per hand" in page
    assert "Deal sets" not in page
    for file in ("ratings.csv", "ratings.json"):
        assert "Juan" not in client.get(ladder_at(peoples, page=file)).content.decode()
    client.force_login(juan)
    assert "Juan" in text_of(client.get(ladder_at(peoples, "mine=on")))


def test_who_is_not_named_is_told_so_and_how_to_change_it(client: Client, peoples: Ladder) -> None:
    rosa = person(peoples, "Rosa", opened=True)
    juan = person(peoples, "Juan", opened=False)
    unrated = PlayerFactory.create(account=UserFactory.create(), history_public=False).account
    said = "Others do not see your name here"
    for reader in (None, rosa, unrated):
        if reader is not None:
            client.force_login(reader)
        assert said not in text_of(client.get(ladder_at(peoples)))
    client.force_login(juan)
    answer = client.get(ladder_at(peoples))
    assert said in text_of(answer)
    own_page = reverse("player", args=[Player.objects.get(account=juan).public_id])
    assert f'<a href="{own_page}">Open my history to everybody</a>' in answer.content.decode()
    assert "Open my history to everybody" in text_of(client.get(own_page))


def test_burako_is_counted_in_hands_also_of_bots(client: Client) -> None:
    burako, durak = ladder_made("burako/duel"), ladder_made(DUEL)
    version = bots_of(1)[0]
    for ladder, counted in ((burako, "Hands Points per hand"), (durak, "Games Points per game")):
        Rating.objects.create(ladder=ladder, competitor_id=version.bot.competitor_id)
        Ladder.objects.filter(pk=ladder.pk).update(ratings_count=1)
        page = text_of(client.get(ladder_at(ladder, "away=on")))
        assert counted in page
        assert "won by those who took more than half against the others" in page


def test_the_minute_is_told_of_those_only_who_are_named(client: Client, peoples: Ladder) -> None:
    person(peoples, "Juan", opened=False)
    minute = Rating.objects.get().last_at.isoformat(timespec="minutes")[:16]
    files = ("ratings.csv", "ratings.json")
    hidden = [ladder_at(peoples), *(ladder_at(peoples, page=file) for file in files)]
    assert not [page for page in hidden if minute in client.get(page).content.decode()]
    Player.objects.update(history_public=True)
    assert all(minute in client.get(page).content.decode() for page in hidden)


def test_an_empty_ladder_of_people(client: Client, peoples: Ladder) -> None:
    assert "Open a score sheet" in text_of(client.get(ladder_at(peoples)))
    about = text_of(client.get(ladder_at(peoples, page="about/")))
    assert "Players are named only if they have opened their history" in about
    assert "both sides wish it" in about
    assert "In the arena" not in about
    assert "The clock" not in about


# Files


def test_the_rows_as_csv(client: Client, scene: LadderScene) -> None:
    Bot.objects.filter(name="Mustard").update(name="=1+1")
    answer = client.get(ladder_at(scene.ladder, page="ratings.csv"))
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert "attachment" in answer["Content-Disposition"]
    rows = list(csv.DictReader(io.StringIO(answer.content.decode())))
    assert [row["place"] for row in rows] == ["1", "2", "3", "4", "5", "6"]
    assert list(rows[0]) == [
        "place", "name", "author", "version", "rating", "error_95", "provisional", "deal_sets",
        "won", "level", "lost", "games", "points", "first_seen", "last_seen", "plays", "page",
    ]  # fmt: skip
    (odd,) = (row for row in rows if "1+1" in row["name"])
    assert odd["name"] == "'=1+1"  # and no spreadsheet calculates it


def test_the_rows_as_json(client: Client, scene: LadderScene) -> None:
    told = json.loads(client.get(ladder_at(scene.ladder, "q=carambola", "ratings.json")).content)
    assert (told["ladder"], told["rated"]) == (scene.ladder.slug, 6)
    (row,) = told["rows"]
    rating = scene.rating(1)
    assert row["name"] == "Carambola"
    assert row["rating"] == pytest.approx(rating.value / 1_000_000, abs=0.01)
    assert row["deal_sets"] == rating.results
    assert row["provisional"] is True


def test_files_are_not_asked_for_without_end(
    client: Client, scene: LadderScene, settings: Settings
) -> None:
    settings.RATE_LIMITS = {**django_settings.RATE_LIMITS, "ladder_download": "2/1h/ip"}
    files = ("ratings.csv", "ratings.json", "ratings.csv")
    statuses = [client.get(ladder_at(scene.ladder, page=file)).status_code for file in files]
    assert statuses == [200, 200, 429]
