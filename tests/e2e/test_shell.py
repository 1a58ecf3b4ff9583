"""What surrounds every page: languages, the keyboard, no JavaScript, and what went wrong."""

import logging

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django import Settings

from arena.match_states import MatchState
from arena.models import ArenaState
from arena.services.workers import worker_presence_record
from tests.e2e.browser import assert_accessible, assert_fits
from tests.e2e.conftest import Device, Visit
from tests.factories import PASSWORD, BotFactory, BotVersionFactory, MatchFactory
from tournaments.models import User

LANGUAGES = {"es": "Español", "de": "Deutsch", "en": "English"}


def _choose_language(page: Page, code: str) -> None:
    page.locator(".site-tools details:first-child summary").click()
    page.get_by_role("button", name=LANGUAGES[code], exact=True).click()
    expect(page.locator("html")).to_have_attribute("lang", code)


@pytest.mark.parametrize("javascript", [True, False], ids=["javascript", "no-javascript"])
@pytest.mark.parametrize("device", ["phone", "desk"])
def test_language_switch_keeps_the_page(visit: Visit, device: Device, *, javascript: bool) -> None:
    page = visit("/accounts/login/?next=/privacy/", device=device, javascript=javascript)
    for code in LANGUAGES:
        _choose_language(page, code)
        assert page.url.endswith("/accounts/login/?next=/privacy/")


def test_the_browsers_language_is_the_first_guess(visit: Visit) -> None:
    expect(visit(locale="es-AR").locator("html")).to_have_attribute("lang", "es")
    expect(visit(locale="de-AT").locator("html")).to_have_attribute("lang", "de")
    expect(visit(locale="fi").locator("html")).to_have_attribute("lang", "en")


@pytest.mark.parametrize("code", LANGUAGES)
def test_home_is_accessible_in_every_language(visit: Visit, code: str) -> None:
    page = visit(device="phone", locale=code)
    expect(page.locator("html")).to_have_attribute("lang", code)
    assert_accessible(page)


@pytest.mark.parametrize("device", ["phone", "desk"])
def test_home_with_matches(visit: Visit, device: Device) -> None:
    long, other = (BotFactory.create(name=name) for name in ("Unpronounceable" * 2, "Greedy"))
    versions = [BotVersionFactory.create(bot=bot) for bot in (long, other)]
    MatchFactory.create(state=MatchState.PLAYING, versions=versions, boards_over=1)
    settled = MatchFactory.create(state=MatchState.SETTLED, versions=versions)
    settled.participants.update(points=-67340)
    ArenaState.objects.update_or_create(pk=1, defaults={"settled": 1})
    page = visit(device=device)
    rows = page.locator(".news-row")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("1 of 4 boards")
    expect(rows.last).to_contain_text("\N{MINUS SIGN}67,340 points each")
    assert_fits(page)
    assert_accessible(page)


def test_the_whole_navigation_is_in_sight(visit: Visit, ana: User) -> None:
    """Except for the narrowest phones, on which it scrolls."""
    page = visit(account=ana)
    fits = {"en": (390, 820, 1024), "de": (390, 820, 1024), "es": (820, 1024)}
    for language, widths in fits.items():
        _choose_language(page, language)
        for width in widths:
            page.set_viewport_size({"width": width, "height": 800})
            hidden = page.locator(".site-nav").evaluate("nav => nav.scrollWidth - nav.clientWidth")
            assert hidden == 0, (language, width)
        page.set_viewport_size({"width": 1280, "height": 800})


def test_an_account_keeps_its_language(visit: Visit, ana: User) -> None:
    page = visit(account=ana)
    _choose_language(page, "es")
    ana.refresh_from_db()
    assert ana.language == "es"


def test_home_by_keyboard(visit: Visit) -> None:
    page = visit()
    focused = page.locator(":focus")
    page.keyboard.press("Tab")
    expect(focused).to_have_text("Skip to the content")
    assert focused.evaluate("link => link.getBoundingClientRect().top >= 0")
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    page.keyboard.press("Tab")
    expect(focused).to_have_text("Create an account")

    page = visit()
    focused = page.locator(":focus")
    names = ("Skip to", "Durako", "Ladders", "Matches", "Build a bot", "Organize", "EN")
    for expected in names:
        page.keyboard.press("Tab")
        expect(focused).to_contain_text(expected)
        outline = focused.evaluate("element => getComputedStyle(element).outlineStyle")
        assert outline == "solid", f"{expected}: no visible focus"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(focused).to_have_text("English")
    page.keyboard.press("Escape")
    expect(focused).to_contain_text("EN")
    expect(page.locator(".site-tools details[open]")).to_have_count(0)
    page.keyboard.press("Enter")
    for _ in range(3):
        page.keyboard.press("Tab")
    expect(focused).to_have_text("Deutsch")
    page.keyboard.press("Enter")
    expect(page.locator("html")).to_have_attribute("lang", "de")


def test_log_in_by_keyboard(visit: Visit, ana: User) -> None:
    page = visit("/accounts/login/")
    page.get_by_label("Email").focus()
    page.keyboard.type(ana.email)
    for _ in range(5):
        page.keyboard.press("Tab")
        if page.get_by_label("Password", exact=True).evaluate("e => e === document.activeElement"):
            break
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator(".who")).to_have_text("Ana Fernández")
    page.locator(".site-tools details:last-child summary").focus()
    page.keyboard.press("Enter")
    while page.locator(":focus").inner_text() != "Sign out":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()


def test_everything_works_without_javascript(visit: Visit, ana: User) -> None:
    page = visit(device="phone", javascript=False)
    expect(page.locator("#now .stat").filter(has_text="member")).to_contain_text("1")
    page.get_by_role("link", name="Refresh").click()
    expect(page.locator("h1")).to_be_visible()
    page.get_by_role("link", name="Sign in").click()
    page.get_by_label("Email").fill(ana.email)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.locator("main").get_by_role("button").click()
    page.locator(".site-tools details:last-child summary").click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()


def test_the_panel_renews_itself(visit: Visit, ana: User) -> None:
    page = visit()
    expect(page.get_by_text("The arena is resting", exact=True)).to_be_visible()
    page.clock.install()
    page.reload()
    ArenaState.objects.update_or_create(pk=1, defaults={"settled": 2})
    worker_presence_record(name="one", queues=["matches"], started_at=timezone.now())
    page.clock.run_for(16_000)
    expect(page.get_by_text("The arena is running", exact=True)).to_be_visible()
    expect(page.locator("#now .stat").filter(has_text="matches played")).to_contain_text("2")
    expect(page.locator("h1")).to_have_count(1)
    assert_accessible(page)


def test_menus_close_when_one_turns_elsewhere(visit: Visit, ana: User) -> None:
    page = visit(device="phone", account=ana)
    summaries = page.locator(".site-tools summary")
    summaries.nth(0).click()
    assert_accessible(page)
    summaries.nth(1).click()
    expect(page.locator(".site-tools details[open]")).to_have_count(1)
    assert_accessible(page)
    page.locator("footer p").click()
    expect(page.locator(".site-tools details[open]")).to_have_count(0)


def test_an_unknown_address(visit: Visit) -> None:
    page = visit("/no/such/page/", expect_statuses=frozenset({404}))
    expect(page.locator("h1")).to_have_text("There is nothing at this address")
    page.get_by_role("link", name="Go to the home page").click()
    expect(page.locator("#now")).to_be_visible()


def test_a_form_without_its_cookie(visit: Visit) -> None:
    page = visit("/accounts/login/", expect_statuses=frozenset({403}))
    page.get_by_label("Email").fill("ana@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.context.clear_cookies()
    page.locator("main").get_by_role("button").click()
    expect(page.locator("h1")).to_have_text("Your form was not accepted")


def test_a_failure_of_ours(
    visit: Visit, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.ROOT_URLCONF = "tests.e2e.error_urls"
    with caplog.at_level(logging.CRITICAL, logger="django.request"):
        page = visit("/fail/", expect_statuses=frozenset({500}))
        expect(page.locator("h1")).to_have_text("Something went wrong on our side")


def test_printing_leaves_the_shell_out(visit: Visit) -> None:
    page = visit("/privacy/")
    page.emulate_media(media="print")
    expect(page.locator(".site-header")).to_be_hidden()
    expect(page.locator("h1")).to_be_visible()
