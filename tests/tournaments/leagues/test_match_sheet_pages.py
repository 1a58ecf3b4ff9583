"""The page of a league's score sheet: what it says of the league, and who may use it."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.scoring.burako.books import HOME_WINS
from tests.tournaments.leagues.match_kit import link_to, match, player
from tests.tournaments.leagues.sheet_kit import Scene
from tests.tournaments.rated_sheet_kit import people_ladder
from tests.tournaments.sheet_table import Phone, open_sheet
from tournaments.models import LeagueLink, SheetEntry

pytestmark = pytest.mark.django_db


def player_phone(scene: Scene, side: int) -> Phone:
    phone = Phone(scene.sheet)
    account = player(scene.fixture, side).account
    assert account is not None
    phone.client.force_login(account)
    return phone


def scorer_phone(scene: Scene, link: LeagueLink) -> Phone:
    """Has opened the league's link for this match, and has no account."""
    phone = Phone(scene.sheet)
    phone.session_set(league_links=[link.pk])
    return phone


def test_it_leads_back_to_its_match_and_asks_nothing_about_rating() -> None:
    people_ladder()
    scene = Scene.of(match(rated=True, name="Autumn Cup"))
    phone = player_phone(scene, 0)
    page = phone.client.get(phone.path("sheet")).content.decode()
    there = reverse("leagues:match", args=[scene.fixture.league.public_id, scene.fixture.public_id])
    assert f'href="{there}"' in page
    assert "Counts for Autumn Cup" in page
    for absent in ("Rate this match", "Rematch", "Share the sheet"):
        assert absent not in page
    answer = phone.client.post(phone.path("rating"), {"side": "0", "wish": "yes"}, follow=True)
    assert "belongs to a league" in answer.content.decode()
    assert not scene.sheet.wishes.exists()


def test_an_ordinary_sheet_says_nothing_about_leagues() -> None:
    phone = Phone(open_sheet())
    phone.session_set(sheet_secret="the secret of a session")
    assert "Counts for" not in phone.client.get(phone.path("sheet")).content.decode()


def test_who_has_the_leagues_link_writes_until_it_is_revoked() -> None:
    scene = Scene.of(match())
    link = link_to(scene.fixture)
    phone = scorer_phone(scene, link)
    you = phone.state()["you"]
    assert (you["role"], you["may_write"], you["may_manage"], you["sides"]) == (
        "link", True, False, [0, 1],
    )  # fmt: skip
    entry_id = uuid.uuid4()
    for _time in range(2):
        assert phone.write("hand", entry_id, number=1, sheet=HOME_WINS).status_code == 200
    assert SheetEntry.objects.count() == 1
    LeagueLink.objects.update(revoked_at=timezone.now())
    refused = phone.write("hand", number=2, sheet=HOME_WINS)
    assert refused.status_code == 403
    assert phone.state()["you"]["may_write"] is False


def test_a_private_leagues_sheet_is_hidden_from_strangers() -> None:
    scene = Scene.of(match(visibility="private"))
    phone = Phone(scene.sheet, Client())
    assert phone.client.get(phone.path("sheet")).status_code == 404
    assert phone.client.get(phone.path("state")).status_code == 404


def test_what_is_refused_because_of_the_league_is_said_on_the_sheet() -> None:
    scene = Scene.of(match())
    phone = player_phone(scene, 0)
    scene.fixture.league.state = "finished"
    scene.fixture.league.save()
    refused = phone.write("hand", number=1, sheet=HOME_WINS)
    assert refused.status_code == 403
    assert refused.json()["message"]
