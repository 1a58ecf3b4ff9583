"""The home page: live figures, leaders and results, on a phone and at a desk."""

from fractions import Fraction

import pytest
from playwright.sync_api import Page, expect

from arena.match_states import MatchState
from arena.models import ArenaState
from tests.arena.shown_matches import DUEL, FOUR, bot_playing, match_played
from tests.e2e.browser import assert_fits, assert_sound
from tests.e2e.conftest import Device, Visit
from tests.e2e.match_scene import LONG_NAME
from tests.factories import MatchFactory, MatchRunnerFactory, UserFactory
from tests.tournaments.ladder_kit import result_between
from tournaments.models import Ladder, User
from tournaments.services.ladders import house_ladders_open
from tournaments.services.ratings import rating_result_record

each_device = pytest.mark.parametrize("device", ["phone", "desk"])


def _lively(ana: User) -> None:
    """Two ladders with leaders, others that wait, matches that were played and that are played."""
    bea = UserFactory.create(display_name="Bea")
    names = ("Mustard", LONG_NAME, "Truco", "Pepper & <b>Salt</b>")
    versions = [bot_playing(bea if place % 2 else ana, name) for place, name in enumerate(names)]
    house_ladders_open()
    for ladder in Ladder.objects.filter(hosting="bots", profile__in=[DUEL, FOUR]):
        _results(ladder, [version.bot.competitor_id for version in versions])
    for one in versions[1:]:
        match_played(versions[0], one, requested_by=ana, boards=5)
    MatchFactory.create(versions=versions[:2], state=MatchState.PLAYING, boards=10, boards_over=7)
    MatchFactory.create(versions=versions[2:])
    MatchRunnerFactory.create()
    MatchRunnerFactory.create(sandbox="", queues=["default"])
    ArenaState.objects.update_or_create(pk=1, defaults={"settled": 1234})


def _results(ladder: Ladder, bots: list[int]) -> None:
    number = 0
    for turn in range(6):
        for place, one in enumerate(bots):
            for other in bots[place + 1 :]:
                number += 1
                share = Fraction(11 + (turn * place) % 5, 20)
                source = ladder.pk * 1000 + number
                rating_result_record(result=result_between(ladder, source, one, other, share))


@each_device
def test_with_leaders_and_results(visit: Visit, ana: User, device: Device) -> None:
    _lively(ana)
    page = visit(device=device)
    assert page.locator(".led").count() == 3
    assert page.locator(".led").first.locator(".leader").count() == 3
    assert_sound(page)


@each_device
def test_on_the_first_day(visit: Visit, device: Device) -> None:
    house_ladders_open()
    page = visit(device=device)
    assert page.get_by_text("Nobody leads yet").is_visible()
    assert page.get_by_text("No matches yet").is_visible()
    assert_sound(page)


def test_in_every_language_on_the_narrowest_phone(visit: Visit, ana: User) -> None:
    _lively(ana)
    for language in ("es", "de", "en"):
        page = visit(device="narrow", locale=language)
        assert page.locator("html").get_attribute("lang") == language
        assert_fits(page)


def test_new_results_come_by_themselves_and_the_focus_stays(visit: Visit, ana: User) -> None:
    _lively(ana)
    page = visit()
    leader = page.locator(".led a").first
    leader.focus()
    ArenaState.objects.update(settled=4321)
    _ask_again(page)
    expect(page.get_by_text("4,321")).to_be_visible()
    expect(leader).to_be_focused()
    page.get_by_role("link", name="Refresh").click()
    expect(page.get_by_text("4,321")).to_be_visible()


def _ask_again(page: Page) -> None:
    """As htmx does by itself every few seconds."""
    page.evaluate("htmx.ajax('GET', '/', '#now-panel')")


def test_everything_is_there_without_scripts(visit: Visit, ana: User) -> None:
    _lively(ana)
    page = visit(javascript=False)
    page.get_by_role("link", name="Refresh").click()
    assert page.locator(".led").count() == 3
    page.locator(".leader-name").first.click()
    assert page.locator("h1").count() == 1
