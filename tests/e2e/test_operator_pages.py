"""The operators' pages in a browser: sound on a phone and at a desk, live, and without a script."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from arena.models import ArenaState, Bot, Match, OperatorEvent
from arena.services.operations import arena_pause
from tests.arena.match_kit import playing_version
from tests.arena.operator_kit import REASON, operator, operator_client
from tests.arena.operator_scene import operator_scene
from tests.asgi_server import OwnServer
from tests.e2e.browser import assert_fits, assert_sound
from tests.e2e.conftest import Visit
from tournaments.models import User

PAGE = "/operators/"


@pytest.fixture
def olga(site: OwnServer) -> User:
    return operator()


def let_in(page: Page, account: User) -> Page:
    """With a session that has shown the second factor; the way there is tested elsewhere."""
    session = operator_client(account).session.session_key
    origin = page.url.partition("/privacy")[0]
    page.context.add_cookies([{"name": "sessionid", "value": str(session), "url": origin}])
    return page


def of_match(match: Match) -> str:
    return reverse("operators:match", args=[match.public_id])


def of_bot(bot: Bot) -> str:
    return reverse("operators:bot", args=[bot.public_id])


def look_at(page: Page, paths: list[str]) -> None:
    for path in paths:
        page.goto(path)
        assert page.locator("h1").count() == 1, path
        assert_sound(page)


def test_they_are_sound_on_a_phone(visit: Visit, olga: User) -> None:
    scene = operator_scene(olga, mode=ArenaState.Mode.DRAINING)
    page = let_in(visit("/privacy/", device="phone"), olga)
    look_at(page, [PAGE, of_match(scene.silent), of_bot(scene.benched.bot)])


def test_they_are_sound_at_a_desk(visit: Visit, olga: User) -> None:
    page = let_in(visit("/privacy/"), olga)
    look_at(page, [PAGE])  # with nothing in it
    scene = operator_scene(olga)
    other = playing_version(bot__name="Pepper").bot
    look_at(page, [PAGE, of_match(scene.given_up), of_bot(other)])


def test_nothing_scrolls_sideways_on_the_narrowest_phone(visit: Visit, olga: User) -> None:
    page = let_in(visit("/privacy/", device="narrow"), olga)
    scene = operator_scene(olga)
    for path in (PAGE, of_match(scene.settled), of_bot(scene.benched.bot)):
        page.goto(path)
        assert_fits(page)


def test_an_open_page_follows_and_keeps_what_is_being_written(visit: Visit, olga: User) -> None:
    page = let_in(visit("/privacy/"), olga)
    page.goto(PAGE)
    reason = page.get_by_label("Reason")
    expect(page.locator("#mode-badge")).to_have_text("running")
    reason.fill("Half a sen")
    arena_pause(by=operator(display_name="Bea"), reason=REASON)
    expect(page.locator("#mode-badge")).to_have_text("paused")
    expect(page.get_by_role("button", name="Pause")).to_be_disabled()
    expect(page.get_by_role("button", name="Resume")).to_be_enabled()
    expect(page.locator("#log")).to_contain_text(REASON)
    expect(reason).to_have_value("Half a sen")
    expect(reason).to_be_focused()
    page.get_by_role("button", name="Resume").click()
    expect(page.get_by_role("status").first).to_contain_text("The arena is running again")
    assert OperatorEvent.objects.latest("pk").reason == "Half a sen"


def test_an_open_page_keeps_the_focus_and_says_the_new_mode(visit: Visit, olga: User) -> None:
    page = let_in(visit("/privacy/"), olga)
    scene = operator_scene(olga)
    page.goto(PAGE)
    link = page.locator(f"#now a[href='{of_match(scene.silent)}']").first
    link.focus()
    arena_pause(by=operator(display_name="Bea"), reason=REASON)
    expect(page.locator("#mode-said[role=status]")).to_contain_text("Nothing new is sent.")
    expect(link).to_be_focused()


def test_who_is_staff_no_longer_sees_it_no_longer(visit: Visit, olga: User) -> None:
    page = let_in(visit("/privacy/", expect_statuses=frozenset({403})), olga)
    page.goto(PAGE)
    expect(page.locator("#mode-badge")).to_be_visible()
    User.objects.filter(pk=olga.pk).update(is_staff=False)
    arena_pause(by=operator(display_name="Bea"), reason=REASON)
    expect(page.locator("#mode-badge")).to_have_count(0)


def test_without_a_script_it_works_too(visit: Visit, olga: User) -> None:
    page = let_in(visit("/privacy/", javascript=False), olga)
    page.goto(PAGE)
    page.get_by_label("Reason").fill(REASON)
    page.get_by_role("button", name="Drain").click()
    expect(page.get_by_role("status").first).to_contain_text("The arena is being drained")
    expect(page.locator("#mode-badge")).to_have_text("draining")
    page.get_by_role("link", name="Refresh").click()
    expect(page.locator("#log")).to_contain_text(REASON)
