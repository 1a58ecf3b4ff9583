"""Durak's pages of rules on a phone, at a desk and on paper."""

from playwright.sync_api import expect

from tests.e2e.browser import assert_sound_everywhere
from tests.e2e.conftest import Visit

PAGES = [
    "/rules/durak/",
    "/rules/durak/volga/?players=3&cards=spanish",
    "/rules/durak/german-many/?players=8",
]


def test_the_pages_are_sound(visit: Visit) -> None:
    page = visit(device="phone")
    for path in PAGES:
        page.goto(path)
        assert page.locator("h1").count() == 1, path
        assert_sound_everywhere(page)


def test_the_number_of_players_changes_the_page(visit: Visit) -> None:
    page = visit("/rules/durak/", device="phone")
    page.get_by_role("link", name="Secret", exact=True).click()
    expect(page.get_by_text("There are 4 of you at the table")).to_be_visible()
    page.get_by_role("link", name="2 players").click()
    expect(page.get_by_text("There are 2 of you at the table")).to_be_visible()


def test_paper_shows_the_rules_and_nothing_to_press(visit: Visit) -> None:
    page = visit("/rules/durak/german/", device="desk")
    button = page.get_by_role("button", name="Print")
    expect(button).to_be_visible()
    page.emulate_media(media="print")
    expect(button).to_be_hidden()
    expect(page.get_by_text("How many of you play?")).to_be_hidden()
    expect(page.get_by_role("heading", name="A worked bout")).to_be_visible()
