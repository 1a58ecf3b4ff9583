"""The pages of ladders: accessible by day and by night, on a phone and at a desk."""

import re

from playwright.sync_api import Page, expect

from arena.match_states import MatchState
from tests.arena.ladder_scene import LadderScene, ladder_scene, seen_ago
from tests.arena.shown_matches import bench, match_played
from tests.e2e.browser import assert_fits, assert_sound_everywhere
from tests.e2e.conftest import Visit
from tests.factories import MatchFactory
from tournaments.models import Rating, User
from tournaments.services.ladders import house_ladders_open


def scene_with_all(ana: User) -> LadderScene:
    """Ana's bot leads; somebody is benched, somebody was seen long ago, and something is played."""
    scene = ladder_scene(bots=14, rounds=34, owner=ana)
    house_ladders_open()
    seen_ago(scene.rating(3), days=3)
    bench(scene.versions[4].bot)
    usual = {"versions": scene.versions[:2], "ladder": scene.ladder, "rated": True}
    match_played(*scene.versions[:2], ladder=scene.ladder, rated=True)
    MatchFactory.create(**usual, state=MatchState.PLAYING)
    return scene


def paths(scene: LadderScene) -> list[str]:
    board = f"/ladders/{scene.ladder.slug}/"
    return [
        "/ladders/",
        board,
        f"{board}?away=on&sort=seen",
        f"{board}?q=nothing-like-that",
        f"{board}about/",
        "/ladders/durak-volga-4/",
        "/ladders/burako-pairs-4-people/",
        "/ladders/burako-pairs-4-people/about/",
    ]


def look_at(page: Page, addresses: list[str]) -> None:
    for path in addresses:
        page.goto(path)
        assert page.locator("h1").count() == 1, path
        assert_sound_everywhere(page)


def test_pages_are_sound_and_fit_in_other_languages(visit: Visit, ana: User) -> None:
    addresses = paths(scene_with_all(ana))
    look_at(visit(device="phone", account=ana), addresses)
    for locale in ("es", "de"):
        page = visit(device="phone", locale=locale)
        for path in addresses:
            page.goto(path)
            expect(page.locator("html")).to_have_attribute("lang", locale)
            assert_fits(page)


def wide(page: Page, selector: str) -> float:
    box = page.locator(selector).bounding_box()
    assert box
    return box["width"]


def test_nothing_scrolls_sideways_between_a_tablet_and_a_desk(visit: Visit, ana: User) -> None:
    """Also where numbers have many digits and headings long words."""
    scene = ladder_scene(bots=12, rounds=8, owner=ana)
    Rating.objects.filter(pk=scene.rating(0).pk).update(won=1204, level=1013, lost=1105)
    for locale in ("en", "de", "es"):
        page = visit(f"/ladders/{scene.ladder.slug}/", locale=locale)
        expect(page.locator("html")).to_have_attribute("lang", locale)
        for width in (768, 820, 960, 1024, 1200, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            assert_fits(page)
            table, board = (wide(page, one) for one in (".board-table", "#board"))
            assert table <= board, (locale, width)


def test_searching_and_sorting_by_keyboard(visit: Visit, ana: User) -> None:
    """Only the table changes, the address tells what is shown, and going back brings it back."""
    scene = ladder_scene(bots=6, rounds=3, owner=ana)
    page = visit(f"/ladders/{scene.ladder.slug}/")
    rows = page.locator("#board tbody tr")
    expect(rows).to_have_count(6)
    page.get_by_role("searchbox").press_sequentially("truco")
    expect(rows).to_have_count(1)
    expect(page).to_have_url(re.compile("q=truco"))
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.get_by_role("link", name="Last seen").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("q=truco&sort=seen"))
    expect(page.get_by_role("link", name="Last seen")).to_have_attribute("aria-current", "true")
    page.get_by_role("searchbox").fill("")
    expect(rows).to_have_count(6)
    expect(page).to_have_url(re.compile("sort=seen"))
    page.go_back()
    expect(rows).to_have_count(1)


def test_without_scripts(visit: Visit, ana: User) -> None:
    scene = ladder_scene(bots=6, rounds=3, owner=ana)
    page = visit(f"/ladders/{scene.ladder.slug}/", javascript=False)
    page.get_by_role("link", name="Deal sets").click()
    page.get_by_role("searchbox").fill("truco")
    page.get_by_role("button", name="Find").click()
    expect(page.locator("#board tbody tr")).to_have_count(1)
    assert "sort=results" in page.url


def test_a_row_leads_to_its_bot(visit: Visit, ana: User) -> None:
    scene = ladder_scene(bots=4, rounds=3, owner=ana)
    page = visit("/ladders/", device="phone")
    page.get_by_role("link", name="Duel with 24 cards").click()
    page.get_by_role("link", name="Mustard").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Mustard")
    assert scene.versions[0].bot.public_id in page.url
