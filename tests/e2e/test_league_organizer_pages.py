"""The pages of a league's organizers: accessible by day and by night, on a phone and at a desk;
they work without scripts and with the keyboard."""

import re
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.arena.shown_matches import DUEL, bot_playing
from tests.e2e.browser import assert_fits, assert_sound
from tests.e2e.conftest import Device, Visit
from tests.factories import LeagueFactory, PlayerFactory
from tests.tournaments.leagues.organizing import (
    BusyScene,
    busy_scene,
    named_league,
    round_drawn,
    started_league,
)
from tournaments.models import League, User


def paths(scene: BusyScene, ana: User) -> list[str]:
    here = f"/leagues/{scene.league.public_id}/"
    draft = started_league(7, owner=ana, name="A draft", competitors="pair", tables=2)
    number = round_drawn(draft, publish=False).number
    empty = LeagueFactory.create(owner=ana, name="Just created")
    bots = LeagueFactory.create(owner=ana, competitors="bot", game="durak", profile=DUEL)
    bot_playing(ana, "Mustard", [DUEL])
    named = named_league(3, owner=ana)
    return [
        "/leagues/new/",
        f"{here}today/",
        f"{here}settings/",
        f"{here}settings/finish/",
        f"{here}settings/call-off/",
        f"{here}entries/",
        f"{here}entries/import/",
        f"{here}entries/{scene.entry_id}/",
        f"{here}draw/",
        f"{here}draw/1/",
        f"{here}adjustments/",
        f"{here}links/",
        f"{here}officials/",
        f"{here}officials/{scene.helper.pk}/hand-over/",
        f"{here}log/",
        f"{here}log/?kind=adjustments",
        f"/leagues/{draft.public_id}/draw/",
        f"/leagues/{draft.public_id}/draw/{number}/",
        f"/leagues/{draft.public_id}/draw/{number}/edit/",
        f"/leagues/{empty.public_id}/today/",
        f"/leagues/{empty.public_id}/entries/",
        f"/leagues/{empty.public_id}/settings/",
        f"/leagues/{bots.public_id}/entries/",
        f"/leagues/{bots.public_id}/settings/",
        f"/leagues/{named.public_id}/entries/seeds/",
        f"/leagues/{named.public_id}/settings/start/",
    ]


@pytest.mark.parametrize("device", ["phone", pytest.param("desk", marks=pytest.mark.long)])
def test_pages_are_sound(visit: Visit, ana: User, device: Device) -> None:
    addresses = paths(busy_scene(ana), ana)
    page = visit(device=device, account=ana)
    for path in addresses:
        page.goto(path)
        assert page.locator("h1").count() == 1, path
        assert_sound(page)


def test_nothing_scrolls_sideways_on_the_narrowest_phone(visit: Visit, ana: User) -> None:
    addresses = paths(busy_scene(ana), ana)
    page = visit(device="narrow", account=ana)
    for path in addresses:
        page.goto(path)
        assert_fits(page)


@pytest.mark.long
@pytest.mark.parametrize("locale", ["es", "de"])
def test_other_languages_fit(visit: Visit, ana: User, locale: str) -> None:
    addresses = paths(busy_scene(ana), ana)
    page = visit(device="phone", locale=locale, account=ana)
    for path in addresses:
        page.goto(path)
        expect(page.locator("html")).to_have_attribute("lang", locale)
        assert_fits(page)


def go_on(page: Page) -> None:
    page.get_by_role("button", name="Continue").last.click()


def heading(page: Page, text: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(text)


def test_a_new_league_without_scripts(visit: Visit, ana: User) -> None:
    """All steps, a tie-break moved on the way, back and forth, and created."""
    page = visit("/leagues/new/", device="phone", account=ana, javascript=False)
    page.get_by_label("Name of the league").fill("Thursday evening")
    page.get_by_label("People, each on their own").check()
    go_on(page)
    heading(page, "How do you play?")
    expect(page.get_by_label("Groups", exact=True)).to_be_hidden()
    page.get_by_label("Groups, then play-offs").check()
    page.get_by_label("Groups (optional)").fill("4")
    go_on(page)
    page.get_by_role("button", name="Down: Head-to-head").click()
    expect(page.locator(".tie-breaks li").first).to_contain_text("Point difference")
    page.get_by_role("button", name="Back").click()
    expect(page.get_by_label("Groups (optional)")).to_have_value("4")
    go_on(page)
    expect(page.locator(".tie-breaks li").first).to_contain_text("Point difference")
    go_on(page)
    heading(page, "Is this right?")
    expect(page.get_by_role("main")).to_contain_text("4 groups")
    page.get_by_role("button", name="Create the league").click()
    expect(page.get_by_role("heading", name="What to do next")).to_be_visible()
    assert League.objects.get().tie_breaks[0] == "point_difference"


def test_tie_breaks_move_in_place_and_keep_the_focus(visit: Visit, ana: User) -> None:
    league = LeagueFactory.create(owner=ana, tie_breaks=["wins", "buchholz", "points_for"])
    page = visit(f"/leagues/{league.public_id}/settings/", device="phone", account=ana)
    page.get_by_label("Tables").fill("7")
    down = page.get_by_role("button", name="Down: Wins")
    for place in (1, 2):
        down.focus()
        page.keyboard.press("Enter")
        expect(page.locator("ol.tie-breaks > li").nth(place)).to_contain_text("Wins")
    expect(page.get_by_label("Tables")).to_have_value("7")
    up = page.get_by_role("button", name="Up: Wins")
    up.focus()
    page.keyboard.press("Enter")
    expect(page.locator("ol.tie-breaks > li").nth(1)).to_contain_text("Wins")
    expect(up).to_be_focused()
    page.get_by_role("button", name="Save").last.click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    league.refresh_from_db()
    assert (league.tie_breaks, league.tables) == (["buchholz", "wins", "points_for"], 7)


def test_from_an_empty_list_to_a_published_round_by_keyboard(visit: Visit, ana: User) -> None:
    """Enter four by name, start, draw, read why, publish: no pointer needed."""
    league = LeagueFactory.create(owner=ana, format="swiss", rounds_planned=2)
    PlayerFactory.create(name="Bea Ruiz", created_by=ana)
    page = visit(f"/leagues/{league.public_id}/entries/", device="phone", account=ana)
    for name in ("Bea Ruiz", "Carlos", "Dora", "Emil"):
        page.get_by_label("Name", exact=True).focus()
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        expect(page.locator("ol.rows")).to_contain_text(name)
    page.goto(f"/leagues/{league.public_id}/today/")
    press(page, "link", "Start the league")
    press(page, "button", "Start the league")
    press(page, "link", "Draw it")
    press(page, "button", "Draw")
    heading(page, "Round 1")
    page.locator(".why summary").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".why li").first).to_be_visible()
    press(page, "button", "Publish")
    expect(page.get_by_text("Published: everybody can see it.")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/draw/1/$"))


def press(page: Page, role: Literal["link", "button"], name: str) -> None:
    """With the keyboard: focus, and Enter."""
    page.get_by_role(role, name=re.compile(f"^{name}")).first.focus()
    page.keyboard.press("Enter")


def test_a_round_is_changed_by_hand_on_a_phone(visit: Visit, ana: User) -> None:
    league = started_league(4, owner=ana)
    drawn = round_drawn(league, publish=False)
    first, second = drawn.fixtures.order_by("place")
    page = visit(f"/leagues/{league.public_id}/draw/1/edit/", device="phone", account=ana)
    for place, entry in (("0-1", second.first_id), ("1-0", first.second_id)):
        page.locator(f"#id_table-{place}").select_option(str(entry))
    page.get_by_role("button", name="Check").last.click()
    expect(page.get_by_role("alert").or_(page.get_by_role("status"))).to_be_visible()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    assert list(drawn.fixtures.order_by("place").values_list("first_id", "second_id")) == [
        (first.first_id, second.first_id),
        (first.second_id, second.second_id),
    ]
