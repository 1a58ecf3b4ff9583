"""A bot's standing and two bots head to head: on a phone and at a desk, by day and by night, in
three languages, and without JavaScript."""

from itertools import pairwise

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from arena.models import BotVersion
from tests.e2e.browser import assert_accessible, assert_fits, assert_sound_everywhere
from tests.e2e.conftest import Device, Visit
from tests.e2e.rating_scene import RatingScene, rating_scene
from tournaments.models import User

each_device = pytest.mark.parametrize("device", ["phone", "desk"])


def of(version: BotVersion, query: str = "") -> str:
    return reverse("bots:bot", args=[version.bot.public_id]) + query


def versus(one: BotVersion, other: BotVersion, query: str = "") -> str:
    return reverse("bots:versus", args=[one.bot.public_id, other.bot.public_id]) + query


def pages(scene: RatingScene) -> list[str]:
    """Everything that is laid out in its own way."""
    return [
        of(scene.mustard),
        of(scene.mustard, f"?ladder={scene.four.slug}"),
        of(scene.newcomer),
        versus(scene.mustard, scene.carambola),
        versus(scene.mustard, scene.carambola, f"?ladder={scene.four.slug}"),
        versus(scene.mustard, scene.carambola, f"?ladder={scene.pairs.slug}"),
        versus(scene.mustard, scene.unranked),
        versus(scene.mustard, scene.newcomer),
        versus(scene.mustard, scene.mustard),
    ]


def test_pages_and_languages(visit: Visit, ana: User) -> None:
    scene = rating_scene(ana)
    page = visit(device="phone")
    for path in pages(scene):
        page.goto(path)
        assert page.locator("h1").count() == 1, path
        assert_sound_everywhere(page)
    for locale in ("de", "es"):
        page = visit(of(scene.mustard), locale=locale)
        for path in (of(scene.mustard), versus(scene.mustard, scene.carambola)):
            page.goto(path)
            assert page.locator("html").get_attribute("lang") == locale
            assert_fits(page)
            assert_accessible(page)


def boxes(page: Page, selector: str) -> list[dict[str, float]]:
    found = page.locator(selector).evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().toJSON())"
    )
    assert isinstance(found, list)
    return found


@each_device
def test_the_history_is_drawn_within_its_frame(visit: Visit, ana: User, device: Device) -> None:
    """Labels are read beside each other, and everything stays on its card."""
    scene = rating_scene(ana)
    page = visit(of(scene.mustard), device=device)
    (card,) = boxes(page, "figure.plot")
    for part in boxes(page, ".plot-frame :is(text:not(.plot-between), line, circle)"):
        assert card["left"] <= part["left"]
        assert part["right"] <= card["right"]
    dates = boxes(page, ".plot-date:visible")
    assert len(dates) == (3 if device == "phone" else 5)
    for before, after in pairwise(dates):
        assert before["right"] < after["left"]
    expect(page.get_by_role("img", name="Rating over time")).to_have_count(1)


def test_a_phone_shows_what_matters_and_that_there_is_more(visit: Visit, ana: User) -> None:
    """The ladders stand in one row, the share beside its opponent, and a shade lies on the edge
    behind which a table goes on."""
    scene = rating_scene(ana)
    page = visit(of(scene.mustard, f"?ladder={scene.pairs.slug}"), device="phone", locale="de")
    tabs = boxes(page, ".ladder-tabs a")
    assert len({tab["top"] for tab in tabs}) == 1
    (chosen,) = boxes(page, ".ladder-tabs [aria-current]")
    assert chosen["left"] == min(tab["left"] for tab in tabs)
    (wrap,) = boxes(page, "[aria-labelledby=opponents-title]")
    share = boxes(page, "[aria-labelledby=opponents-title] tbody td")[0]
    assert share["right"] <= wrap["right"]
    layers = page.locator("[aria-labelledby=opponents-title]").evaluate(
        "wrap => getComputedStyle(wrap).backgroundAttachment"
    )
    assert "local" in layers
    assert "scroll" in layers


def test_a_story_without_javascript(visit: Visit, ana: User) -> None:
    """From a ladder's tab to an opponent, and on to the moves of a game."""
    scene = rating_scene(ana)
    page = visit(of(scene.mustard), javascript=False)
    page.get_by_role("navigation", name="Ladders").get_by_role("link").nth(1).click()
    expect(page.get_by_role("heading", name="Rating", exact=True)).to_be_visible()
    page.goto(of(scene.mustard))
    page.locator("figure.plot summary").click()
    expect(page.locator("figure.plot table")).to_be_visible()
    opponents = page.get_by_role("region", name="Results by opponent")
    opponents.get_by_role("link", name=scene.carambola.bot.name).click()
    expect(page.get_by_role("heading", name="The same cards")).to_be_visible()
    page.get_by_role("link", name="Compare the boards").last.click()
    expect(page.get_by_role("heading", name="The same cards")).to_be_visible()
    page.get_by_role("link", name="The other way round").click()
    expect(page.get_by_text(f"As {scene.carambola.bot.name} sees it.")).to_be_visible()
