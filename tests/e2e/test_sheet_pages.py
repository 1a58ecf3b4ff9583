"""The pages around a sheet, who may open it, and how each looks: on phones, by day and by night."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import assert_fits, assert_sound
from tests.e2e.conftest import Device, Visit
from tests.e2e.sheet_table import (
    MATCH,
    NAMES,
    connected,
    cut,
    enter_hand,
    expect_all_saved,
    expect_hands,
    expect_totals,
    fill_hand,
    hand_line,
    join,
    link_of,
    mend,
    ready,
    save,
    says,
    start_sheet,
    totals_after,
)
from tests.factories import PASSWORD
from tournaments.models import Player, Sheet, User


def test_start_without_an_account(visit: Visit) -> None:
    page = visit(device="phone", locale="es")
    page.get_by_role("link", name=says("Open a score sheet")).first.click()
    expect(page.locator(".empty")).to_be_visible()
    assert_sound(page)
    page.get_by_role("link", name=says("New sheet")).click()
    assert_sound(page)
    page.get_by_role("button", name=says("Start the match")).click()
    expect(page.locator(".errorlist")).to_have_count(len(NAMES))
    assert_sound(page)
    for seat, name in enumerate(NAMES):
        page.locator(f"#id_seat_{seat}").fill(name)
    page.get_by_role("button", name=says("Start the match")).click()
    ready(page)
    expect(page.locator("#board")).to_contain_text("Beatriz")
    sheet = Sheet.objects.get()
    assert sheet.creator is None
    page.goto("/sheets/")
    expect(page.locator(".sheet-item")).to_contain_text("Carlos")
    assert_sound(page)
    expect(visit("/sheets/", locale="es").locator(".sheet-item")).to_have_count(0)


def test_a_member_finds_the_names_again(visit: Visit, ana: User) -> None:
    page = visit("/sheets/new/", device="phone", locale="es", account=ana)
    expect(page.locator("#id_seat_0")).to_have_value(ana.public_name)
    for seat, name in enumerate(NAMES[1:], start=1):
        page.locator(f"#id_seat_{seat}").fill(name)
    page.get_by_role("button", name=says("Start the match")).click()
    ready(page)
    page.goto("/sheets/new/")
    suggested = page.locator("#known-names option").evaluate_all("all => all.map((o) => o.value)")
    assert set(suggested) == {ana.public_name, *NAMES[1:]}
    for seat, name in enumerate(NAMES[1:], start=1):
        page.locator(f"#id_seat_{seat}").fill(name)
    page.get_by_role("button", name=says("Start the match")).click()
    ready(page)
    assert Player.objects.count() == len(NAMES)  # the same people, not new ones


def test_the_first_wrong_name_takes_the_focus(visit: Visit) -> None:
    page = visit("/sheets/new/", device="phone", locale="es")
    expect(page.locator("[autofocus]")).to_have_count(0)
    for seat in (0, 3):
        page.locator(f"#id_seat_{seat}").fill(NAMES[seat])
    start = page.get_by_role("button", name=says("Start the match"))
    start.click()
    partner = page.locator("#id_seat_2")  # the first side's: above the second side's names
    expect(partner).to_be_focused()
    expect(partner).to_be_in_viewport()
    assert_sound(page)
    partner.fill(NAMES[2])
    start.click()
    expect(page.locator("#id_seat_1")).to_be_focused()


def test_two_people_need_two_names(visit: Visit) -> None:
    page = visit("/sheets/new/", device="phone", locale="es")
    page.locator('[name="seats"][value="2"]').check()
    expect(page.locator("#id_seat_2")).to_be_hidden()
    page.locator("#id_seat_0").fill("Ana")
    page.locator("#id_seat_1").fill("<script>alert(1)</script>")
    page.get_by_role("button", name=says("Start the match")).click()
    ready(page)
    expect(page.locator("h1")).to_contain_text("<script>alert(1)</script>")
    expect(page.locator("#board")).to_contain_text("<script>alert(1)</script>")
    assert_fits(page)


def test_a_withdrawn_link_is_dead_at_once_on_an_open_page(visit: Visit) -> None:
    ana = start_sheet(visit)
    enter_hand(ana, 1, MATCH[0])
    link = link_of(ana)
    gone = frozenset({403, 404, 410})
    carlos = join(visit, link, expect_statuses=gone)
    connected(carlos)
    expect_hands(carlos, 1)

    ana.get_by_role("link", name=says("Share the sheet")).click()
    assert_sound(ana)
    ana.get_by_role("button", name=says("Withdraw the link")).click()
    expect(ana.locator(".alert-success")).to_be_visible()
    expect(carlos.locator("#gone-title")).to_have_text(says("This sheet does not open"))
    expect(carlos.locator("#gone-title")).to_be_focused()
    expect(carlos.locator(".hands")).to_have_count(0)
    assert_sound(carlos)
    carlos.reload()
    expect(carlos.locator("h1")).to_have_text(says("This sheet does not open"))
    fresh = visit(link, locale="es", expect_statuses=gone)
    expect(fresh.locator("h1")).to_have_text(says("This sheet does not open"))

    # A new link opens it again, for who gets it.
    assert_sound(ana)
    ana.get_by_role("button", name=says("Make a link")).click()
    new_link = ana.locator("#share-link").input_value()
    assert new_link != link
    expect(ana.locator("img.qr")).to_be_visible()
    assert ana.locator("img.qr").evaluate("image => image.complete && image.naturalWidth > 0")
    expect_hands(join(visit, new_link), 1)


def test_who_may_write_changes_on_an_open_page(visit: Visit) -> None:
    ana = start_sheet(visit)
    carlos = join(visit, link_of(ana))
    connected(carlos)
    expect(carlos.locator("#enter-hand")).to_be_visible()
    ana.get_by_role("link", name=says("Share the sheet")).click()
    ana.get_by_label(says("Only you"), exact=True).check()
    ana.get_by_role("button", name=says("Save"), exact=True).click()
    expect(carlos.locator("#enter-hand")).to_have_count(0)
    expect(carlos.locator("#actions")).to_contain_text(
        says("You can follow this sheet; writing is up to others.")
    )
    assert_sound(carlos)


def test_what_waits_when_one_may_write_no_more_is_kept_and_not_offered_again(visit: Visit) -> None:
    ana = start_sheet(visit)
    carlos = join(visit, link_of(ana), expect_statuses=frozenset({403}))
    connected(carlos)
    cut(carlos)
    enter_hand(carlos, 1, MATCH[0])
    ana.get_by_role("link", name=says("Share the sheet")).click()
    ana.locator('[name="write_policy"][value="creator"]').check()
    ana.get_by_role("button", name=says("Save"), exact=True).click()
    expect(ana.locator(".alert-success")).to_be_visible()
    mend(carlos)
    refused = carlos.locator(".is-refused")
    expect(refused).to_contain_text(says("You may read this sheet, but not write on it."))
    expect(refused.get_by_role("button")).to_have_count(1)  # only: discard it
    expect_hands(carlos, 0)


def test_a_stranger_finds_nothing(visit: Visit) -> None:
    page = start_sheet(visit)
    stranger = visit(page.url, locale="es", expect_statuses=frozenset({404}))
    expect(stranger.locator("h1")).to_have_text(says("This sheet does not open"))
    assert_sound(stranger)


def test_without_javascript_the_sheet_can_be_read(visit: Visit) -> None:
    page = start_sheet(visit)
    enter_hand(page, 1, MATCH[0])
    link = link_of(page)
    plain = visit(link, device="phone", locale="es", javascript=False)
    expect(plain.locator("#hands td").first).to_have_text("685")
    expect(plain.locator(".board-total").first).to_have_text("685")
    expect(plain.locator("noscript p")).to_be_visible()
    assert_fits(plain)


def test_sheets_of_the_browser_join_the_account(visit: Visit, ana: User) -> None:
    page = start_sheet(visit)
    page.goto("/accounts/login/?next=/sheets/")
    page.locator("[name=login]").fill(ana.email)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main form.form button[type=submit]").first.click()
    page.get_by_role("button", name=says("Keep them in my account")).click()
    expect(page.locator(".alert-success")).to_be_visible()
    assert Sheet.objects.get().creator == ana


@pytest.mark.parametrize("device", ["narrow", "desk"])
def test_every_view_fits(visit: Visit, device: Device) -> None:
    names = ("Maximiliana", "Wolfgang-Amadeus", "Hildegard von Bingen", "Bartholomäus")
    page = start_sheet(visit, names=names, device=device)
    page.locator("#enter-hand").click()
    fill_hand(page, MATCH[0])
    assert_sound(page)
    save(page)
    hand_line(page, 1).click()
    assert_sound(page)
    page.locator("#chart-table summary").click()
    assert_sound(page)
    page.get_by_role("link", name=says("Share the sheet")).click()
    assert_sound(page)


def _tab_to(page: Page, selector: str) -> None:
    """Walk with the Tab key, as somebody without a mouse does."""
    target = page.locator(selector)
    for _ in range(80):
        if target.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} cannot be reached with the Tab key")


def test_the_longest_name_fits(visit: Visit) -> None:
    names = ("<img src=x onerror=alert(1)>", "M" * 40, "W" * 40, "Dora")
    page = start_sheet(visit, names=names)
    friend = join(visit, link_of(page))
    assert_fits(page)
    for each in (page, friend):
        each.locator("#enter-hand").click()
    fill_hand(friend, MATCH[2])  # somebody has the muerto, and is named
    fill_hand(page, MATCH[0])
    assert_fits(page)
    save(page)
    expect_all_saved(page)
    expect(friend.locator("#taken-correct")).to_be_visible()
    assert_fits(friend)
    hand_line(page, 1).click()
    assert_fits(page)
    page.locator("#dispute-1").click()
    page.locator("#f-side-1").check()
    page.locator("#f-1-laid").fill("160")
    page.locator("#f-reason").fill("x" * 200)
    assert_fits(page)
    save(page)
    expect(page.locator("#settle-accept")).to_be_visible()
    assert_fits(page)
    page.get_by_role("link", name=says("Share the sheet")).click()
    assert_fits(page)


def test_a_printed_sheet_is_read_in_black(visit: Visit) -> None:
    page = start_sheet(visit, scheme="dark")
    for number, sheet in enumerate(MATCH, start=1):
        enter_hand(page, number, sheet)
    expect(page.locator("#closing-title")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator("#enter-hand, #confirm-0 >> visible=true")).to_have_count(0)
    for part in (".board-total", ".board-need", ".board-last"):
        for line in page.locator(part).all():
            expect(line).to_have_css("color", "rgb(0, 0, 0)")


def test_a_tap_is_not_lost_when_news_arrive_under_the_finger(visit: Visit) -> None:
    page = start_sheet(visit)
    enter_hand(page, 1, MATCH[0])
    expect_all_saved(page)
    page.locator("#enter-hand").hover()
    page.mouse.down()
    page.evaluate("window.dispatchEvent(new Event('offline'))")  # draws the sheet anew
    page.mouse.up()
    expect(page.locator("#editor-title")).to_have_text(says("Hand %(number)s", number=2))


def test_all_by_keyboard(visit: Visit) -> None:
    page = visit("/sheets/new/", locale="es")
    for seat, name in enumerate(NAMES):
        _tab_to(page, f"#id_seat_{seat}")
        page.keyboard.type(name)
        if seat == 0:
            page.keyboard.press("Escape")  # suggestions, if the browser shows some
    page.keyboard.press("Enter")
    ready(page)
    connected(page)

    _tab_to(page, "#enter-hand")
    page.keyboard.press("Enter")
    expect(page.locator("#editor-title")).to_be_focused()
    _type_hand(page)
    page.keyboard.press("Enter")
    expect(page.locator("#enter-hand")).to_be_focused()
    expect_totals(page, totals_after(MATCH[:1]))
    expect_all_saved(page)

    # Open the hand, correct it, and undo that, still without a mouse.
    _tab_to(page, "#hand-1-line")
    page.keyboard.press("Enter")
    _tab_to(page, "#correct-1")
    page.keyboard.press("Enter")
    expect(page.locator("#editor-title")).to_be_focused()
    _tab_to(page, "#f-1-laid")
    page.keyboard.press("Control+A")
    page.keyboard.type("160")
    _tab_to(page, "#f-reason")
    page.keyboard.type("Eran 160")
    _tab_to(page, "#save-hand")
    page.keyboard.press("Enter")
    expect(hand_line(page, 1)).to_contain_text(says("Corrected"))
    _tab_to(page, "#undo")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Enter")
    expect_totals(page, totals_after(MATCH[:1]))
    expect_all_saved(page)


def _type_hand(page: Page) -> None:
    """The first hand of the match: arrows choose, digits count, the calculator opens and closes."""
    _tab_to(page, "#f-closed-0")
    page.keyboard.press("Space")
    _tab_to(page, "#f-0-pure")
    page.keyboard.press("ArrowUp")
    _tab_to(page, "#f-0-impure-more")
    page.keyboard.press("Enter")
    _tab_to(page, "#f-0-muerto-untouched")
    page.keyboard.press("ArrowLeft")  # around the corner: played
    expect(page.locator("#f-0-muerto-played")).to_be_checked()
    _tab_to(page, "#f-0-laid")
    page.keyboard.type("310")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#f-0-laid-tiles")).to_be_focused()
    for rack, points in enumerate(("0", "25")):
        _tab_to(page, f"#f-0-rack-{rack}")
        page.keyboard.type(points)
    _tab_to(page, "#f-1-pure")
    page.keyboard.type("1")
    _tab_to(page, "#f-1-muerto-untouched")
    page.keyboard.press("Space")
    _tab_to(page, "#f-1-laid")
    page.keyboard.type("150")
    for rack, points in enumerate(("45", "60")):
        _tab_to(page, f"#f-1-rack-{rack}")
        page.keyboard.type(points)
    _tab_to(page, "#save-hand")


def test_every_target_is_large_enough(visit: Visit) -> None:
    page = start_sheet(visit)
    page.locator("#enter-hand").click()
    small = page.evaluate(
        """() => [...document.querySelectorAll("#editor :is(button, a, input)")]
            .map((element) => element.closest("label") ?? element)
            .filter((element) => element.checkVisibility())
            .filter((element) => {
                const { width, height } = element.getBoundingClientRect();
                return Math.min(width, height) < 43.5;
            })
            .map((element) => element.outerHTML.slice(0, 120))"""
    )
    assert small == []
    assert page.locator("#f-0-laid").get_attribute("inputmode") == "numeric"
    expect(page.locator("#spoken")).to_contain_text(re.compile("0"))
