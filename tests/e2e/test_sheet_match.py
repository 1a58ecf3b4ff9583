"""A whole match on phones, in Spanish: two devices, corrections, disputes, the end."""

import re
from dataclasses import replace

from playwright.sync_api import Page, expect

from scoring.burako import SEED_RULES
from tests.e2e.browser import assert_sound
from tests.e2e.conftest import Visit
from tests.e2e.sheet_table import (
    MATCH,
    NAMES,
    connected,
    enter_hand,
    expect_all_saved,
    expect_hands,
    expect_totals,
    fill_hand,
    hand,
    hand_line,
    join,
    link_of,
    open_form,
    ready,
    save,
    says,
    side,
    start_sheet,
    totals_after,
)
from tournaments.models import SheetEntry, SheetResult, User
from tournaments.services.rule_sets import rule_set_create

# The second hand as it should have been: 40 points less laid by those who closed.
SECOND_CORRECTED = hand(
    MATCH[1]["sides"][0],
    side(closed=True, pure=2, impure=1, laid=320, racks=(35, 0)),
)


def test_a_match_to_3000_on_two_phones(visit: Visit) -> None:
    ana = start_sheet(visit)
    carlos = join(visit, link_of(ana))
    for page in (ana, carlos):
        connected(page)
    assert_sound(ana)

    # They take turns; each sees the other's hand at once.
    for number, sheet in enumerate(MATCH, start=1):
        writer, reader = (ana, carlos) if number % 2 else (carlos, ana)
        enter_hand(writer, number, sheet)
        for page in (writer, reader):
            expect_hands(page, number)
            expect_totals(page, totals_after(MATCH[:number]))
        expect_all_saved(writer)
    for page in (ana, carlos):
        expect(page.locator("#closing-title")).to_have_text(says("The match is over"))
        expect(page.locator("#enter-hand")).to_have_count(0)
    assert_sound(ana)

    _correct_the_second_hand(carlos)
    corrected = [MATCH[0], SECOND_CORRECTED, *MATCH[2:]]
    for page in (ana, carlos):
        expect_totals(page, totals_after(corrected))
    _the_old_value_is_visible(ana)
    assert_sound(ana)

    # Both sides confirm, each on one phone; the other sees it at once, and it counts once.
    ana.locator("#confirm-0").click()
    expect(carlos.locator("#confirm-0")).to_have_count(0)
    carlos.locator("#confirm-1").click()
    for page in (ana, carlos):
        expect(page.locator("#closing-title")).to_have_text(says("Confirmed by both sides"))
    assert SheetResult.objects.filter(voided_at=None).count() == 1
    assert_sound(carlos)

    # Reopened with consent, and the rematch.
    ana.locator("#reopen-0").click()
    ana.get_by_label(says("Reason"), exact=True).fill("Una canasta era impura")
    ana.locator("#ask-yes").click()
    carlos.locator("#reopen-agree").click()
    expect(ana.locator("#closing-title")).to_have_text(says("The match is over"))
    assert not SheetResult.objects.filter(voided_at=None).exists()
    ana.get_by_role("button", name=says("Rematch")).click()
    expect_hands(ana, 0)
    expect_totals(ana, (0, 0))


def _correct_the_second_hand(page: Page) -> None:
    hand_line(page, 2).click()
    page.locator("#correct-2").click()
    expect(page.locator("#f-1-laid")).to_have_value("360")
    page.locator("#f-1-laid").fill("320")
    page.locator("#save-hand").click()  # without a reason it stays open and says so
    expect(page.locator("#f-reason-error")).to_have_text(says("Give a reason in a few words."))
    page.locator("#f-reason").fill("Contamos dos veces una pierna")
    save(page)


def _the_old_value_is_visible(page: Page) -> None:
    expect(hand_line(page, 2)).to_contain_text(says("Corrected"))
    hand_line(page, 2).click()
    earlier = page.locator("#hand-2 .earlier")
    expect(earlier).to_contain_text("Contamos dos veces una pierna")
    expect(earlier.locator("del").last).to_contain_text("+925")
    expect(earlier).to_contain_text(f"{says('Points laid')}: 360")


def test_a_dispute_is_settled(visit: Visit) -> None:
    ana = start_sheet(visit)
    enter_hand(ana, 1, MATCH[0])
    enter_hand(ana, 2, MATCH[1])
    carlos = join(visit, link_of(ana))
    connected(carlos)

    hand_line(carlos, 2).click()
    carlos.locator("#dispute-2").click()
    carlos.locator("#f-side-0").check()
    fill_hand(carlos, SECOND_CORRECTED)
    carlos.locator("#f-reason").fill("Faltan puntos")
    assert_sound(carlos)
    save(carlos)

    for page in (ana, carlos):
        expect(page.locator("#closing-title")).to_have_text(
            says("Hand %(number)s is disputed", number=2)
        )
    differing = ana.locator(".versions .differs")
    expect(differing).to_have_count(1)
    expect(differing).to_contain_text("360")
    expect(differing).to_contain_text("320")
    assert_sound(ana)

    ana.locator("#settle-accept").click()
    for page in (ana, carlos):
        expect_totals(page, totals_after([MATCH[0], SECOND_CORRECTED]))
        expect(page.locator("#closing")).to_be_hidden()


def test_an_objection_is_taken_back(visit: Visit) -> None:
    page = start_sheet(visit)
    enter_hand(page, 1, MATCH[0])
    hand_line(page, 1).click()
    page.locator("#dispute-1").click()
    page.locator("#f-side-1").check()
    page.locator("#f-1-laid").fill("160")
    page.locator("#f-reason").fill("Eran 160")
    save(page)
    page.locator("#settle-withdraw").click()
    expect(page.locator("#closing")).to_be_hidden()
    expect_totals(page, totals_after(MATCH[:1]))


def test_undo(visit: Visit) -> None:
    page = start_sheet(visit)
    enter_hand(page, 1, MATCH[0])
    page.locator("#undo").click()
    page.locator("#ask-yes").click()
    expect_hands(page, 0)
    expect_totals(page, (0, 0))
    enter_hand(page, 1, MATCH[1])
    expect_totals(page, totals_after(MATCH[1:2]))
    expect_all_saved(page)
    kinds = SheetEntry.objects.order_by("seq").values_list("kind", flat=True)
    assert list(kinds) == ["hand", "undo", "hand"]


def test_a_match_by_the_clock_under_the_clubs_own_rules(visit: Visit, ana: User) -> None:
    rules = replace(SEED_RULES, time_limit_minutes=90, hand_limit=10)
    version = rule_set_create(owner=ana, name="Club de los jueves", rules=rules)
    address = f"/sheets/new/?rules={version.rule_set.public_id}"  # as the page of these rules links
    page = visit(address, device="phone", locale="es", account=ana)
    for seat, name in enumerate(NAMES[1:], start=1):
        page.locator(f"#id_seat_{seat}").fill(name)
    expect(page.locator(".more > summary")).to_contain_text("Club de los jueves")
    page.locator(".more > summary").click()
    page.locator("#id_first_starter").select_option("1")
    assert_sound(page)
    page.get_by_role("button", name=says("Start the match")).click()
    expect(page.locator(".board-foot")).to_contain_text("90")
    expect(page.locator(".board-foot")).to_contain_text("Carlos")
    enter_hand(page, 1, MATCH[1])
    page.locator("#time-up").click()
    page.locator("#ask-yes").click()
    expect(page.locator("#closing")).to_contain_text(says("The time was up."))
    expect(page.locator("#enter-hand")).to_have_count(0)
    page.locator("#undo").click()
    page.locator("#ask-yes").click()
    expect(page.locator("#enter-hand")).to_be_visible()


def test_a_phone_whose_clock_is_wrong_shows_the_tables_time(visit: Visit, ana: User) -> None:
    rules = replace(SEED_RULES, time_limit_minutes=90)
    version = rule_set_create(owner=ana, name="Club de los jueves", rules=rules)
    address = f"/sheets/new/?rules={version.rule_set.public_id}"
    page = visit(address, device="phone", locale="es", account=ana)
    for seat, name in enumerate(NAMES[1:], start=1):
        page.locator(f"#id_seat_{seat}").fill(name)
    page.get_by_role("button", name=says("Start the match")).click()
    ready(page)
    page.clock.set_fixed_time("2060-01-01T00:00:00Z")
    page.reload()
    connected(page)
    expect(page.locator(".board-foot")).to_contain_text(re.compile(r"\b(8\d|90)\b"))


def test_the_impossible_is_refused_at_its_field(visit: Visit) -> None:
    page = start_sheet(visit)
    page.locator("#enter-hand").click()
    page.locator("#save-hand").click()
    expect(page.locator("#f-closed-error")).to_be_visible()
    expect(page.locator("#f-closed-0")).to_be_focused()
    expect(page.locator("#f-1-rack-1-error")).to_be_visible()
    assert_sound(page)

    fill_hand(page, MATCH[0])
    page.locator("#f-0-laid").fill("311")
    error = page.locator("#f-0-laid-error")
    expect(error).to_contain_text(
        says("No set of tiles is worth %(points)s points; count again.", points=311)
    )
    expect(page.locator("#f-0-laid")).to_have_attribute("aria-invalid", "true")
    assert_sound(page)
    page.locator("#save-hand").click()
    expect(page.locator("#f-0-laid")).to_be_focused()
    page.locator("#f-0-laid").fill("310")
    expect(error).to_be_hidden()
    save(page)
    expect_totals(page, totals_after(MATCH[:1]))


def test_what_is_no_whole_number_is_said_and_never_turned_into_another(visit: Visit) -> None:
    page = start_sheet(visit)
    open_form(page, 1)
    fill_hand(page, MATCH[0])
    wrong = {"#f-0-pure": "1.5", "#f-0-laid": "12.5", "#f-1-laid": "abc", "#f-1-rack-0": "-50"}
    for field, typed in wrong.items():
        right = page.locator(field).input_value()
        page.locator(field).fill("")
        page.locator(field).press_sequentially(typed)
        error = page.locator(f"{field}-error")
        expect(error).to_have_text(says("Enter a whole number, 0 or more."))
        page.locator("#save-hand").click()
        expect(page.locator(field)).to_be_focused()
        expect(page.locator(field)).to_have_value(typed)
        expect(page.locator(field)).to_have_attribute("aria-invalid", "true")
        assert_sound(page)
        page.locator(field).fill(right)
        expect(error).to_be_hidden()
    assert not SheetEntry.objects.exists()
    save(page)
    expect_totals(page, totals_after(MATCH[:1]))


def test_counting_by_tiles_fills_the_field(visit: Visit) -> None:
    page = start_sheet(visit)
    page.locator("#enter-hand").click()
    page.locator("#f-0-laid-tiles").click()
    dialog = page.get_by_role("dialog")
    joker = dialog.get_by_role("button", name=says("One more: %(what)s", what=says("Joker")))
    low = dialog.get_by_role("button", name=says("One more: %(what)s", what=says("3 to 7")))
    for _ in range(3):
        joker.click()  # there are only two
    for _ in range(4):
        low.click()
    fewer = says("One fewer: %(what)s", what=says("3 to 7"))
    dialog.get_by_role("button", name=fewer).click()
    expect(dialog.locator("output.score")).to_contain_text("115")
    assert_sound(page)
    dialog.get_by_role("button", name=says("Use this sum")).click()
    expect(page.locator("#f-0-laid")).to_have_value("115")
    expect(page.locator("#f-0-laid-tiles")).to_be_focused()


def test_a_match_of_two(visit: Visit) -> None:
    page = start_sheet(visit, names=("Ana", "Carlos"))
    page.locator("#enter-hand").click()
    page.locator("#f-closed-0").check()
    expect(page.locator("#f-0-rack-0")).to_have_value("0")  # who closes alone holds nothing
    expect(page.locator("#f-0-rack-1")).to_have_count(0)
    alone = hand(
        side(closed=True, pure=1, impure=1, laid=310, racks=(0,)),
        side(pure=1, muerto="untouched", laid=150, racks=(45,)),
    )
    fill_hand(page, alone)
    save(page)
    expect_totals(page, (710, 205))
    expect_all_saved(page)
