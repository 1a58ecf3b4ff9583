"""The public pages of leagues: accessible by day and by night, on a phone and at a desk."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import assert_fits, assert_sound
from tests.e2e.conftest import Device, Visit
from tests.e2e.league_scene import LeagueScene, league_scene
from tests.tournaments.leagues.kit import owner
from tests.tournaments.leagues.playing import give_result
from tournaments.league_results import Total
from tournaments.models import Fixture, League, User
from tournaments.selectors.league_links import league_link_token
from tournaments.services.leagues.answers import fixture_decide
from tournaments.services.leagues.links import link_make


def at(league: League, *parts: object) -> str:
    return f"/leagues/{league.public_id}/" + "".join(f"{part}/" for part in parts)


def match_at(fixture: Fixture) -> str:
    return at(fixture.league, "matches", fixture.public_id)


def paths(scene: LeagueScene) -> list[str]:
    states = (Fixture.State.PLANNED, Fixture.State.ENTERED, Fixture.State.DISPUTED)
    played = scene.in_state(scene.swiss, Fixture.State.CONFIRMED)
    return [
        "/leagues/",
        "/leagues/?q=nothing-like-that",
        at(scene.swiss),
        at(scene.swiss, "matches"),
        at(scene.swiss, "about"),
        at(scene.everybody, "crosstable"),
        at(scene.knockout),
        at(scene.groups),
        at(scene.groups, "crosstable"),
        at(scene.groups, "bracket"),
        at(scene.draft),
        *(match_at(scene.in_state(scene.swiss, state)) for state in states),
        match_at(played),
        match_at(scene.next_of(scene.durak)),
        match_at(scene.in_state(scene.everybody, Fixture.State.POSTPONED)),
    ]


@pytest.mark.parametrize("device", ["phone", pytest.param("desk", marks=pytest.mark.long)])
def test_pages_are_sound(visit: Visit, ana: User, device: Device) -> None:
    scene = league_scene(ana)
    page = visit(device=device, account=ana)
    for path in paths(scene):
        page.goto(path)
        assert page.locator("h1").count() == 1, path
        page.evaluate(
            "for (const one of document.querySelectorAll('main details')) one.open = true"
        )
        assert_sound(page)


def test_nothing_scrolls_sideways_on_the_narrowest_phone(visit: Visit, ana: User) -> None:
    scene = league_scene(ana)
    page = visit(device="narrow", account=ana)
    for path in paths(scene):
        page.goto(path)
        assert_fits(page)


@pytest.mark.long
@pytest.mark.parametrize("locale", ["es", "de"])
def test_other_languages_fit(visit: Visit, ana: User, locale: str) -> None:
    scene = league_scene(ana)
    page = visit(device="phone", locale=locale)
    for path in paths(scene):
        if path == at(scene.draft):
            continue  # its organizers' only
        page.goto(path)
        expect(page.locator("html")).to_have_attribute("lang", locale)
        assert_fits(page)


def test_a_row_says_why_by_keyboard(visit: Visit, ana: User) -> None:
    scene = league_scene(ana)
    page = visit(at(scene.swiss), device="phone")
    row = page.locator(".standings tbody tr").first
    row.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(row.locator("details p")).to_be_visible()
    expect(row.locator("details p")).to_contain_text("stands above")


def test_an_open_page_follows(visit: Visit, ana: User) -> None:
    """A result arrives while somebody reads: what they have unfolded stays so."""
    scene = league_scene(ana)
    fixture = scene.next_of(scene.groups)
    page = visit(at(scene.groups), device="phone")
    why = page.locator(".standings-why").first
    why.locator("summary").click()
    fixture_decide(
        fixture_id=fixture.public_id,
        visitor=owner(scene.groups),
        entered=Total(3050, 2210),
        note="Told by phone",
        revision=fixture.revision,
    )
    expect(page.locator(".match-list")).to_contain_text("3050")
    expect(page.locator("#league-status")).to_contain_text("is over")
    expect(why.locator("p")).to_be_visible()


def test_a_half_written_form_survives_and_is_said_to_be_old(visit: Visit, ana: User) -> None:
    scene = league_scene(ana)
    fixture = scene.next_of(scene.groups)
    page = visit(match_at(fixture), device="phone", account=ana)
    page.get_by_text("Only enter the total").click()
    points = page.locator("#total_points_first")
    points.fill("2990")
    fixture_decide(
        fixture_id=fixture.public_id,
        visitor=owner(scene.groups),
        entered=Total(3050, 2210),
        note="Told by phone",
        revision=fixture.revision,
    )
    expect(page.locator("#match-changed")).to_be_visible()
    expect(page.locator(".match-board")).to_contain_text("3050")
    expect(points).to_have_value("2990")
    page.get_by_role("link", name="Show it as it is now").click()
    expect(page.locator("#match-changed")).to_be_hidden()


@pytest.mark.parametrize("javascript", [True, False], ids=["scripts", "no scripts"])
def test_games_of_durak_are_entered(visit: Visit, ana: User, javascript: bool) -> None:
    scene = league_scene(ana)
    fixture = scene.next_of(scene.durak)
    page = visit(match_at(fixture), device="phone", account=ana, javascript=javascript)
    form = page.locator("#enter")
    rows = form.locator(".games-row")
    expect(rows).to_have_count(5)
    form.get_by_role("button", name="Another game").click()
    expect(rows).to_have_count(6)
    expect(rows.last).to_contain_text("Game 6:")
    for number in range(5):
        page.locator(f"#games_durak_{number}").select_option(str(number % 2))
    page.locator("#games_epaulettes_0").select_option("1")
    form.get_by_role("button", name="Save the games").click()
    expect(page.get_by_text("The result is saved and counts.")).to_be_visible()
    fixture.refresh_from_db()
    assert fixture.state == Fixture.State.CONFIRMED


def test_a_correction_is_looked_at_first(visit: Visit, ana: User) -> None:
    """By keyboard: the choice, the numbers, the note, what it changes, and then it is saved."""
    scene = league_scene(ana)
    fixture = scene.in_state(scene.everybody, Fixture.State.CONFIRMED)
    page = visit(match_at(fixture), account=ana)
    page.get_by_text("Correct the result").focus()
    page.keyboard.press("Enter")
    page.get_by_label("This total").focus()
    page.keyboard.press("Space")
    page.locator("#decide_points_first").fill("120")
    page.keyboard.press("Tab")
    page.keyboard.type("3990")
    page.locator("#decide_note").focus()
    page.keyboard.type("Read the wrong sheet")
    page.keyboard.press("Enter")
    preview = page.locator("#preview")
    expect(preview).to_contain_text("Nothing is saved yet.")
    page.get_by_role("button", name="Save it").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".match-board")).to_contain_text("3990")
    expect(page.get_by_text("Read the wrong sheet").first).to_be_visible()


def test_a_rounds_link_leads_through_its_matches(visit: Visit, ana: User) -> None:
    """Without an account, without scripts: list, match, total, back to the list."""
    scene = league_scene(ana)
    league = scene.everybody
    number = scene.next_of(league).round.number
    link = link_make(public_id=league.public_id, visitor=owner(league), kind="round", round=number)
    page = visit(f"/l/{league_link_token(link=link)}/", device="phone", javascript=False)
    expect(page.get_by_text("You may enter scores")).to_be_visible()
    page.locator(".match-line", has_text="to be played").first.get_by_role("link").click()
    page.get_by_text("Only enter the total").click()
    page.locator("#total_points_first").fill("3010")
    page.locator("#total_points_second").fill("1850")
    page.get_by_role("button", name="Save the total").click()
    expect(page).to_have_url(re.compile(rf"/rounds/{number}/$"))
    expect(page.locator(".match-list").first).to_contain_text("3010")


def test_asking_for_a_place_on_a_phone(visit: Visit, ana: User) -> None:
    scene = league_scene(ana)
    league = scene.swiss
    link = link_make(public_id=league.public_id, visitor=owner(league), kind="join")
    page = visit(f"/l/{league_link_token(link=link)}/", device="phone")
    assert_sound(page)
    page.get_by_label("Your name").fill("Rosa")
    page.get_by_label("Your partner's name").fill("Juan")
    page.get_by_role("button", name="Ask for a place").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Thank you")
    assert_sound(page)


def test_on_paper_there_is_no_navigation(visit: Visit, ana: User) -> None:
    scene = league_scene(ana)
    give_result(scene.next_of(scene.knockout), 3000, 10)
    page = visit(at(scene.swiss))
    page.emulate_media(media="print")
    for path in (
        at(scene.swiss),
        at(scene.swiss, "matches"),
        at(scene.everybody, "crosstable"),
        at(scene.knockout),
    ):
        page.goto(path)
        for hidden in (".site-header", ".site-footer", ".league-tabs", ".breadcrumbs"):
            expect(page.locator(hidden)).to_be_hidden()
        expect(page.locator("h1")).to_be_visible()
        assert _background(page) == "rgb(255, 255, 255)"


def _background(page: Page) -> str:
    colour: str = page.evaluate("getComputedStyle(document.body).backgroundColor")
    return colour
