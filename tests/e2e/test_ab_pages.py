"""The pages of A/B tests: accessible by day and by night, on a phone and at a desk."""

import random

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from arena.models import AbTest
from arena.services.ab_tests import ab_test_stop
from tests.arena.ab_kit import drawn, open_matches, take
from tests.arena.match_kit import match_workers
from tests.arena.shown_matches import DUEL, FOUR
from tests.e2e.ab_scene import AbScene, ab_scene
from tests.e2e.browser import assert_fits, assert_sound_everywhere
from tests.e2e.conftest import Visit
from tournaments.models import User


def of(test: AbTest) -> str:
    return reverse("ab:test", args=[test.public_id])


def pages(scene: AbScene) -> list[str]:
    new = reverse("ab:new")
    return [
        reverse("ab:list"),
        new,
        f"{new}?profile={FOUR}&elo=10",
        *map(of, (scene.fresh, scene.running, scene.passed, scene.failed, scene.undecided)),
        *map(of, (scene.stopped, scene.of_four)),
    ]


def look_at(page: Page, paths: list[str]) -> None:
    for path in paths:
        page.goto(path)
        assert page.locator("h1").count() == 1, path
        assert_sound_everywhere(page)


@pytest.mark.long
def test_every_page_and_the_longest_in_every_language(visit: Visit, ana: User) -> None:
    scene = ab_scene(ana)
    page = visit(device="phone", account=ana)
    look_at(page, pages(scene))
    every_column_of_the_deal_sets_is_in_sight(page, of(scene.passed))
    for locale in ("es", "de"):
        page = visit(of(scene.passed), device="phone", locale=locale, account=ana)
        expect(page.locator("html")).to_have_attribute("lang", locale)
        for path in (of(scene.passed), reverse("ab:new"), reverse("ab:list")):
            page.goto(path)
            assert_fits(page)


def every_column_of_the_deal_sets_is_in_sight(page: Page, path: str) -> None:
    page.goto(path)
    page.locator("details:has(#steps-title)").evaluate("fold => { fold.open = true }")
    hidden = page.locator("[aria-labelledby=steps-title]").evaluate(
        "wrap => wrap.scrollWidth - wrap.clientWidth"
    )
    assert hidden == 0


def test_a_test_is_begun_and_followed(visit: Visit, ana: User) -> None:
    """What is chosen changes what is offered; what is settled is there without being asked for."""
    scene = ab_scene(ana)
    with match_workers(commits=True):
        ab_test_stop(test=scene.fresh, by=ana)  # or the quota is used up
    page = visit(reverse("ab:new"), account=ana)
    page.get_by_label("Rules").select_option(DUEL)
    expect(page.get_by_label("4 players")).to_have_count(0)
    page.get_by_label("Rules").select_option(FOUR)
    expect(page.get_by_label("4 players")).to_be_visible()
    cost = page.locator(".queue-now")
    expect(cost).not_to_contain_text("it gives up after 200 deal sets")
    page.get_by_label("10 Elo", exact=True).check()
    expect(cost).to_contain_text("it gives up after 200 deal sets")
    with match_workers(commits=True):
        page.get_by_role("button", name="Begin the test").click()
        expect(page.locator("h1")).to_contain_text("Is version 2 stronger than version 1?")
    test = AbTest.objects.latest("pk")
    assert (test.profile, test.players, test.elo1) == (FOUR, 2, 10)
    status = page.locator("#ab-status")
    expect(status).to_contain_text("It has begun")
    rng = random.Random(2)
    with match_workers(commits=True):
        take(open_matches(test)[0], drawn(rng, 0.5, test.boards))
        expect(status).to_contain_text("after 1 deal set")
        while test.is_running:
            take(open_matches(test)[0], drawn(rng, 0.8, test.boards))
            test.refresh_from_db()
    expect(status).to_contain_text("Version 2 is stronger than version 1")
    expect(page.get_by_role("link", name="Ask again")).to_be_visible()


def test_without_scripts(visit: Visit, ana: User) -> None:
    scene = ab_scene(ana)
    page = visit(reverse("ab:new"), javascript=False, account=ana)
    page.get_by_label("Rules").select_option(DUEL)
    page.get_by_role("button", name="Take these versions and rules").click()
    expect(page.get_by_label("4 players")).to_have_count(0)
    page.goto(of(scene.running))
    page.get_by_role("button", name="Stop the test").click()
    expect(page.locator("#ab-status")).to_contain_text("It was stopped")
