"""Two people agree that their match is rated; it counts, and their pages and the ladder tell it."""

import os
import re
from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.e2e.browser import assert_sound
from tests.e2e.conftest import Device, Visit
from tests.e2e.sheet_table import ready
from tests.tournaments.rated_sheet_kit import (
    Table,
    account_of,
    member,
    people_ladder,
    rated_match,
    table,
)
from tournaments.models import Pair, Player

each_device = pytest.mark.parametrize("device", ["phone", "desk"])
each_language = pytest.mark.parametrize("language", ["en", "es", "de"])


def keep_picture(page: Page, name: str) -> None:
    """For who looks at them: set E2E_PICTURES to a folder."""
    if folder := os.environ.get("E2E_PICTURES"):
        page.emulate_media(color_scheme="light")
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


def open_sheet_as(visit: Visit, one: Table, seat: int, device: Device) -> Page:
    path = reverse("sheets:sheet", args=[one.sheet.public_id])
    page = visit(path, device=device, account=account_of(one.players[seat]))
    ready(page)
    return page


@each_device
def test_two_agree_and_confirm_and_read_their_ratings(visit: Visit, device: Device) -> None:
    ladder = people_ladder()
    one = table(member("Ana", history_public=True), member("Beto"))
    one.play()
    ana, beto = (open_sheet_as(visit, one, seat, device) for seat in (0, 1))
    panel = beto.locator("#rating")
    expect(panel.get_by_role("heading", name="Rate this match")).to_be_visible()
    ana.locator("#rating-agree").click()
    expect(ana.locator("#rating")).to_contain_text("Waiting for Beto to agree.")
    expect(ana.locator("#rating-back")).to_be_focused()
    expect(panel.get_by_text("Agrees")).to_be_visible()  # without a reload
    assert_sound(beto)
    keep_picture(beto, f"agree-{device}")
    beto.locator("#rating-agree").click()
    expect(ana.locator("#rating")).to_contain_text("Both sides agree.")
    keep_picture(ana, f"agreed-{device}")
    ana.locator("#confirm-0").click()
    beto.locator("#confirm-1").click()
    for page in (ana, beto):
        expect(page.locator("#rating")).to_contain_text("This match is rated")
        expect(page.locator("#rating .rating-change")).to_have_text(
            [re.compile(r"\+\d+"), re.compile("\N{MINUS SIGN}\\d+")]
        )
    assert_sound(ana)
    keep_picture(ana, f"rated-{device}")
    ana.locator("#rating").get_by_role("link", name="See the ladder").click()
    ana.wait_for_url(f"**{reverse('ladders:ladder', args=[ladder.slug])}")
    keep_picture(ana, f"ladder-{device}")
    rows = ana.locator("tbody tr")
    expect(rows).to_have_count(2)
    expect(ana.locator("main")).not_to_contain_text("Beto")
    ana.get_by_role("main").get_by_role("link", name="Ana").first.click()
    expect(ana.get_by_role("heading", name="Rating", exact=True)).to_be_visible()
    expect(ana.locator(".standing")).to_contain_text("rank of 2 players")


def test_without_a_connection_the_panel_says_that_it_needs_one(visit: Visit) -> None:
    people_ladder()
    one = table(member("Ana"), member("Beto"))
    page = open_sheet_as(visit, one, 0, "phone")
    page.locator("#rating-fold > summary").click()
    offline = page.locator(".rating-offline")
    expect(offline).to_be_hidden()
    page.context.set_offline(True)
    expect(offline).to_be_visible()
    expect(page.locator("#rating-agree")).to_be_disabled()
    assert_sound(page)
    keep_picture(page, "offline-phone")
    page.context.set_offline(False)
    expect(offline).to_be_hidden()
    page.locator("#rating-agree").click()
    expect(page.locator("#rating-back")).to_be_visible()


def test_without_scripts_one_agrees_with_a_form(visit: Visit) -> None:
    people_ladder()
    one = table(member("Ana"), member("Beto"))
    path = reverse("sheets:sheet", args=[one.sheet.public_id])
    page = visit(path, javascript=False, account=account_of(one.players[0]))
    page.locator("#rating-fold > summary").click()
    page.locator("#rating-agree").click()
    expect(page.locator("#rating")).to_contain_text("Waiting for Beto to agree.")


def scene() -> tuple[Player, Player, tuple[Pair, Pair]]:
    """Ana has met Beto often, alone and in pairs, under long names and short ones."""
    people_ladder()
    people_ladder(4)
    ana = member("Ana", history_public=True)
    beto = member("Beto Fernández de la Cuadra", history_public=True)
    carl, dora = member("Carl"), member("Dora", history_public=True)
    for winner in (0, 1, 0, 0):
        rated_match(ana, beto, winner=winner)
    taken_back = rated_match(ana, carl, winner=1)
    rated_match(ana, carl)
    taken_back.reopen()
    rated_match(ana, beto, dora, carl)
    return ana, beto, (Pair.objects.get(first=ana), Pair.objects.get(first=beto))


@pytest.mark.long
@each_device
def test_the_pages_of_players_and_of_two_against_each_other(visit: Visit, device: Device) -> None:
    ana, beto, pairs = scene()
    page = visit(device=device, account=account_of(ana))
    pair_ids = [pair.public_id for pair in pairs]
    for name, path in {
        "player": reverse("player", args=[ana.public_id]),
        "player-pairs": reverse("player", args=[ana.public_id]) + "?ladder=burako-pairs-4-people",
        "versus": reverse("players_versus", args=[ana.public_id, beto.public_id]),
        "pairs": reverse("pairs_versus", args=pair_ids),
    }.items():
        page.goto(path)
        page.evaluate("document.querySelectorAll('main details').forEach((one) => one.open = true)")
        assert_sound(page)
        keep_picture(page, f"{name}-{device}")


@pytest.mark.long
@each_language
def test_every_language(visit: Visit, language: str) -> None:
    ana, beto, _pairs = scene()
    page = visit(locale=language, device="phone")
    for path in (
        reverse("player", args=[ana.public_id]),
        reverse("players_versus", args=[ana.public_id, beto.public_id]),
    ):
        page.goto(path)
        expect(page.locator("html")).to_have_attribute("lang", language)
        assert_sound(page)
