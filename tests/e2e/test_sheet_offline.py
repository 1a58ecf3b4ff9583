"""A bad connection: nothing is lost, nothing is counted twice, and everybody sees what is saved."""

from playwright.sync_api import Page, Route, expect

from tests.e2e.browser import assert_accessible, assert_sound
from tests.e2e.conftest import Visit
from tests.e2e.sheet_table import (
    MATCH,
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
    open_form,
    ready,
    save,
    says,
    start_sheet,
    totals_after,
)
from tournaments.models import SheetEntry

STALE = frozenset({409})


def _kept_for_offline(page: Page) -> None:
    expect(page.locator("html")).to_have_attribute("data-offline-ready", "yes")


def _written() -> list[tuple[str, int]]:
    """What the database holds: kinds and hand numbers, in order."""
    entries = SheetEntry.objects.order_by("seq")
    return [(entry.kind, entry.payload["number"]) for entry in entries]


def test_the_connection_is_cut_in_the_middle_of_a_hand(visit: Visit) -> None:
    page = start_sheet(visit)
    friend = join(visit, link_of(page))
    _kept_for_offline(page)
    connected(page)
    enter_hand(page, 1, MATCH[0])
    expect_all_saved(page)

    # In the middle of the second hand the connection goes; the rest is typed and saved without.
    open_form(page, 2)
    page.locator("#f-closed-1").check()
    page.locator("#f-0-laid").fill("80")
    cut(page)
    fill_hand(page, MATCH[1])
    save(page)
    expect(hand_line(page, 2)).to_contain_text(says("Not yet saved"))
    enter_hand(page, 3, MATCH[2])
    expect_totals(page, totals_after(MATCH[:3]))
    expect(page.locator("#pending li")).to_have_count(2)
    assert_sound(page)

    # A half-typed hand, and then the page is loaded again, still without a connection.
    open_form(page, 4)
    page.locator("#f-1-laid").fill("220")
    page.reload()
    ready(page)
    expect(page.locator("#f-1-laid")).to_have_value("220")
    page.locator("#editor-back").click()
    expect_hands(page, 3)
    expect_totals(page, totals_after(MATCH[:3]))
    expect(page.locator("#pending li")).to_have_count(2)
    assert _written() == [("hand", 1)]

    # The connection is back: everything arrives in order, once, and the draft is still there.
    mend(page)
    expect_all_saved(page)
    assert _written() == [("hand", 1), ("hand", 2), ("hand", 3)]
    for each in (page, friend):
        expect_hands(each, 3)
        expect_totals(each, totals_after(MATCH[:3]))
    page.locator("#enter-hand").click()
    expect(page.locator("#f-1-laid")).to_have_value("220")
    fill_hand(page, MATCH[3])
    save(page)
    expect_all_saved(page)
    assert _written()[-1] == ("hand", 4)


def test_a_lost_answer_does_not_count_twice(visit: Visit) -> None:
    page = start_sheet(visit)
    lost: list[str] = []

    def lose_first_answer(route: Route) -> None:
        if lost:
            route.continue_()
            return
        route.fetch()  # the server writes it down …
        lost.append(route.request.url)
        route.abort("internetdisconnected")  # … and nobody hears of it

    page.route("**/entries/", lose_first_answer)
    enter_hand(page, 1, MATCH[0])
    expect_all_saved(page)
    assert lost
    expect_hands(page, 1)
    assert _written() == [("hand", 1)]


def test_a_stale_hand_is_refused_and_both_versions_are_shown(visit: Visit) -> None:
    ana = start_sheet(visit)
    carlos = join(visit, link_of(ana), expect_statuses=STALE)
    connected(carlos)
    cut(carlos)
    enter_hand(carlos, 1, MATCH[1])
    enter_hand(carlos, 2, MATCH[2])
    open_form(carlos, 3)
    carlos.locator("#f-1-laid").fill("220")  # a hand that he has only begun
    carlos.locator("#editor-back").click()
    enter_hand(ana, 1, MATCH[0])
    expect_all_saved(ana)
    mend(carlos)

    refused = carlos.locator(".is-refused")
    expect(refused).to_contain_text(says("Refused"))
    expect(refused.locator(".versions").first).to_contain_text(says("Yours"))
    expect(carlos.locator("#connection")).to_have_attribute("data-tone", "bad")
    expect_hands(carlos, 1)  # what stood behind it waits for the decision
    expect_totals(carlos, totals_after(MATCH[:1]))
    assert _written() == [("hand", 1)]
    assert_sound(carlos)

    # His first hand was the table's second: it goes back into the form, and out again as that.
    refused.get_by_role("button", name=says("Mine is hand %(number)s", number=2)).click()
    expect(carlos.locator("#f-1-laid")).to_have_value("360")
    save(carlos)
    # The one behind it was called hand 2 as well: it is refused in turn, and becomes hand 3.
    again = says("Mine is hand %(number)s", number=3)
    carlos.get_by_role("button", name=again).click()
    save(carlos)
    expect_all_saved(carlos)
    assert _written() == [("hand", 1), ("hand", 2), ("hand", 3)]
    for page in (ana, carlos):
        expect_totals(page, totals_after(MATCH[:3]))
    carlos.locator("#enter-hand").click()
    expect(carlos.locator("#f-1-laid")).to_have_value("220")
    carlos.locator("#taken-next").click()
    expect(carlos.locator("#editor-title")).to_have_text(says("Hand %(number)s", number=4))


def test_a_refused_hand_corrects_what_is_written_or_is_discarded(visit: Visit) -> None:
    ana = start_sheet(visit)
    carlos = join(visit, link_of(ana), expect_statuses=STALE)
    connected(carlos)
    cut(carlos)
    enter_hand(carlos, 1, MATCH[1])
    enter_hand(ana, 1, MATCH[0])
    expect_all_saved(ana)
    mend(carlos)
    correct = says("Correct hand %(number)s with mine", number=1)
    carlos.get_by_role("button", name=correct).click()
    expect(carlos.locator("#f-1-laid")).to_have_value("360")
    carlos.locator("#f-reason").fill("La otra era de otra mesa")
    save(carlos)
    expect_all_saved(carlos)
    expect_totals(ana, totals_after(MATCH[1:2]))

    # The same again, but now his is simply wrong: it goes, and nothing else changes.
    cut(carlos)
    enter_hand(carlos, 2, MATCH[3])
    enter_hand(ana, 2, MATCH[2])
    expect_all_saved(ana)
    mend(carlos)
    carlos.locator(".is-refused").get_by_role("button", name=says("Discard mine")).click()
    assert_accessible(carlos)
    carlos.locator("#ask-yes").click()
    expect_all_saved(carlos)
    for page in (ana, carlos):
        expect_totals(page, totals_after(MATCH[1:3]))
    assert _written() == [("hand", 1), ("correct", 1), ("hand", 2)]


def test_a_hand_written_elsewhere_while_typing_is_shown_in_the_form(visit: Visit) -> None:
    ana = start_sheet(visit)
    carlos = join(visit, link_of(ana))
    connected(carlos)
    open_form(carlos, 1)
    fill_hand(carlos, MATCH[1])
    enter_hand(ana, 1, MATCH[0])
    taken = says("Hand %(number)s has just been written on another device.", number=1)
    expect(carlos.locator(".editor-notice")).to_contain_text(taken)
    carlos.locator("#f-1-rack-1").focus()  # at the end of the form, the notice out of sight
    line = carlos.locator(".editor-foot .foot-notice")
    expect(line).to_have_text(taken)
    expect(line).to_be_in_viewport()
    assert_sound(carlos)
    carlos.locator("#taken-next").click()
    expect(carlos.locator("#editor-title")).to_have_text(says("Hand %(number)s", number=2))
    expect(line).to_be_hidden()
    save(carlos)
    for page in (ana, carlos):
        expect_totals(page, totals_after(MATCH[:2]))


def test_an_impossible_hand_entered_offline_comes_back_with_the_reason(visit: Visit) -> None:
    page = start_sheet(visit, expect_statuses=frozenset({422}))
    connected(page)
    cut(page)
    open_form(page, 1)
    fill_hand(page, MATCH[0])
    page.locator("#f-0-laid").fill("311")
    save(page)
    mend(page)
    refused = page.locator(".is-refused")
    reason = says("No set of tiles is worth %(points)s points; count again.", points=311)
    expect(refused).to_contain_text(reason)
    refused.get_by_role("button", name=says("Correct it and send it again")).click()
    expect(page.locator("#f-0-laid-error")).to_contain_text(reason)
    page.locator("#f-0-laid").fill("310")
    save(page)
    expect_all_saved(page)
    expect_totals(page, totals_after(MATCH[:1]))


def test_news_arrive_where_events_cannot(visit: Visit) -> None:
    ana = start_sheet(visit)
    link = link_of(ana)
    carlos = visit("/sheets/", device="phone", locale="es")
    carlos.route("**/events/", lambda route: route.abort("internetdisconnected"))
    carlos.goto(link)
    ready(carlos)
    enter_hand(ana, 1, MATCH[0])
    expect_hands(carlos, 1)
    enter_hand(carlos, 2, MATCH[1])
    expect(carlos.locator("#connection")).to_have_text(says("Everything is saved."))
    expect_totals(ana, totals_after(MATCH[:2]))


def test_two_tabs_of_one_browser_share_what_waits(visit: Visit) -> None:
    page = start_sheet(visit)
    _kept_for_offline(page)
    other = page.context.new_page()
    other.goto(page.url)
    ready(other)
    cut(page)
    enter_hand(page, 1, MATCH[0])
    expect(hand_line(other, 1)).to_contain_text(says("Not yet saved"))
    enter_hand(other, 2, MATCH[1])
    mend(page)
    for each in (page, other):
        expect_all_saved(each)
        expect_totals(each, totals_after(MATCH[:2]))
    assert _written() == [("hand", 1), ("hand", 2)]


def test_the_list_and_other_pages_without_a_connection(visit: Visit) -> None:
    page = start_sheet(visit)
    _kept_for_offline(page)
    page.goto("/sheets/")
    expect(page.locator(".sheet-item")).to_have_count(1)
    _kept_for_offline(page)
    page.context.set_offline(True)
    page.reload()
    page.locator(".sheet-item").click()
    ready(page)
    page.goto("/sheets/new/")
    expect(page.locator("h1")).to_have_text(says("No connection"))
    page.get_by_role("link", name=says("My sheets")).click()
    expect(page.locator(".sheet-item")).to_have_count(1)
