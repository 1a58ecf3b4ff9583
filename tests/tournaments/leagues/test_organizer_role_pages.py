"""Every page of the organizers as everybody: owner, co-organizer, scorer, player, stranger."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from tests.factories import LeagueEntryFactory, PlayerFactory, UserFactory
from tests.tournaments.leagues.organizing import BusyScene, browser_of, busy_scene
from tournaments.models import League

pytestmark = pytest.mark.django_db

ORGANIZERS = ("owner", "helper")


def nothing(_: BusyScene) -> tuple[object, ...]:
    """The address needs nothing but the league."""
    return ()


READ: dict[str, Callable[[BusyScene], tuple[object, ...]]] = {
    "today": nothing,
    "settings": nothing,
    "entries": nothing,
    "entries_import": nothing,
    "entries_seed": nothing,
    "entry": lambda scene: (scene.entry_id,),
    "draw": nothing,
    "draw_round": lambda _: (1,),
    "adjustments": nothing,
    "links": nothing,
    "log": nothing,
}
OWNER_ONLY: dict[str, Callable[[BusyScene], tuple[object, ...]]] = {
    "officials": nothing,
    "hand_over": lambda scene: (scene.helper.pk,),
}
WRITE: dict[str, Callable[[BusyScene], tuple[object, ...]]] = {
    "application": lambda scene: (scene.application_id,),
    "adjustment_drop": lambda scene: (scene.adjustment_id,),
    "link_drop": lambda scene: (scene.link_id,),
}


@pytest.fixture
def scene() -> BusyScene:
    return busy_scene()


@pytest.fixture
def browsers(scene: BusyScene) -> dict[str, Client]:
    player = UserFactory.create()
    LeagueEntryFactory.create(
        league=scene.league, players=[PlayerFactory.create(account=player)], joined_round=9
    )
    return {
        "owner": browser_of(scene.owner),
        "helper": browser_of(scene.helper),
        "scorer": browser_of(scene.scorer),
        "player": browser_of(player),
        "stranger": browser_of(UserFactory.create()),
    }


def url(scene: BusyScene, name: str, more: tuple[object, ...]) -> str:
    return reverse(f"leagues:{name}", args=[scene.league.public_id, *more])


def test_organizers_read_their_pages_and_nobody_else(
    scene: BusyScene, browsers: dict[str, Client]
) -> None:
    for name, more in READ.items():
        for who, client in browsers.items():
            status = client.get(url(scene, name, more(scene))).status_code
            assert status == (200 if who in ORGANIZERS else 403), (name, who)


def test_only_the_owner_sees_the_officials(scene: BusyScene, browsers: dict[str, Client]) -> None:
    for name, more in OWNER_ONLY.items():
        for who, client in browsers.items():
            status = client.get(url(scene, name, more(scene))).status_code
            assert status == (200 if who == "owner" else 403), (name, who)


def test_what_writes_is_refused_to_everybody_else(
    scene: BusyScene, browsers: dict[str, Client]
) -> None:
    for who, client in browsers.items():
        for name, more in WRITE.items():
            status = client.post(url(scene, name, more(scene))).status_code
            assert status == (302 if who in ORGANIZERS else 403), (name, who)
        removed = client.post(url(scene, "official_drop", (0,))).status_code
        assert removed == (302 if who == "owner" else 403), who


def test_visitors_log_in_first(scene: BusyScene) -> None:
    for name, more in {**READ, **OWNER_ONLY, **WRITE}.items():
        answer = Client().get(url(scene, name, more(scene)))
        if name not in WRITE:
            assert answer.status_code == 302, name
            assert answer["Location"].startswith(reverse("account_login"))


def test_strangers_are_not_told_that_a_private_league_exists(scene: BusyScene) -> None:
    League.objects.update(visibility=League.Visibility.PRIVATE)
    stranger = browser_of(UserFactory.create())
    for name, more in READ.items():
        assert stranger.get(url(scene, name, more(scene))).status_code == 404, name
    unknown = reverse("leagues:today", args=["no-such-league"])
    assert stranger.get(unknown).status_code == 404


def test_nothing_can_be_changed_when_the_league_is_over(scene: BusyScene) -> None:
    League.objects.update(state=League.State.FINISHED)
    client = browser_of(scene.owner)
    for name in ("today", "settings", "entries", "draw", "adjustments", "links", "log"):
        assert client.get(url(scene, name, ())).status_code == 200, name
    for name in ("entries_import", "entries_seed"):
        assert client.get(url(scene, name, ())).status_code == 403, name
    data = {"name": "Somebody else"}
    assert client.post(url(scene, "entries", ()), data).status_code == 403
    assert client.post(url(scene, "adjustment_drop", (scene.adjustment_id,))).status_code == 403


def test_accounts_are_not_looked_up_without_end(scene: BusyScene, settings: Settings) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "league_official": "1/1h/user"}
    url = reverse("leagues:officials", args=[scene.league.public_id])
    asked = {"email_or_name": "nobody@example.org", "role": "scorer"}
    browser = browser_of(scene.owner)
    assert [browser.post(url, asked).status_code for _ in range(2)] == [200, 429]
