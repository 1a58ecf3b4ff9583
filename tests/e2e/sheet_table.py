"""A table with phones on it: what the browser tests of the score sheet share."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils import translation
from django.utils.translation import gettext
from playwright.sync_api import Locator, Page, Route, expect

from scoring.burako import SEED_RULES, read_sheet
from tests.e2e.conftest import Device, Scheme, Visit
from tests.e2e.hands import MOUSE, Hands

Hand = dict[str, Any]
NAMES = ("Ana", "Carlos", "Beatriz", "Dora")  # clockwise: partners sit opposite
ENTRIES = "**/entries/"


def says(text: str, **values: object) -> str:
    """A text as the page says it in Spanish, translated already or not yet."""
    with translation.override("es"):
        said: str = gettext(text)
    return said % values if values else said


def side(  # one parameter for each field of a side
    *,
    closed: bool = False,
    pure: int = 0,
    impure: int = 0,
    muerto: str = "played",
    laid: int = 0,
    racks: Sequence[int] = (),
    muerto_rack: int | None = None,
) -> dict[str, Any]:
    return {
        "closed": closed,
        "pure_canastas": pure,
        "impure_canastas": impure,
        "muerto": muerto,
        "laid_points": laid,
        "rack_points": list(racks),
        "muerto_rack": muerto_rack,
    }


def hand(first: Mapping[str, Any], second: Mapping[str, Any]) -> Hand:
    return {"sides": [dict(first), dict(second)]}


# A whole match of four to 3000: 685:145, 380:1070, 1080:1325, 1935:1680, 3035:1875.
MATCH: list[Hand] = [
    hand(
        side(closed=True, pure=1, impure=1, laid=310, racks=(0, 25)),
        side(pure=1, muerto="untouched", laid=150, racks=(45, 60)),
    ),
    hand(
        side(muerto="untouched", laid=80, racks=(80, 45)),
        side(closed=True, pure=2, impure=1, laid=360, racks=(35, 0)),
    ),
    hand(
        side(closed=True, pure=2, muerto="taken_unplayed", laid=300, racks=(0, 145), muerto_rack=1),
        side(impure=1, laid=210, racks=(20, 35)),
    ),
    hand(
        side(closed=True, pure=1, impure=2, laid=370, racks=(0, 15)),
        side(pure=1, laid=220, racks=(40, 25)),
    ),
    hand(
        side(closed=True, pure=2, impure=2, laid=420, racks=(20, 0)),
        side(impure=1, laid=180, racks=(55, 30)),
    ),
]


def totals_after(hands: Sequence[Hand]) -> tuple[int, int]:
    """What the kernel makes of these hands."""
    scores = [read_sheet(SEED_RULES, each, seats=4).accepted().totals for each in hands]
    return (sum(score[0] for score in scores), sum(score[1] for score in scores))


def shown(points: int) -> str:
    """A number as the page writes it."""
    return str(points).replace("-", "\N{MINUS SIGN}")


def start_sheet(
    visit: Visit,
    *,
    names: Sequence[str] = NAMES,
    device: Device = "phone",
    scheme: Scheme = "light",
    locale: str = "es",
    expect_statuses: frozenset[int] = frozenset(),
) -> Page:
    """A new sheet, started as a visitor does: from the navigation, without an account."""
    page = visit(device=device, scheme=scheme, locale=locale, expect_statuses=expect_statuses)
    page.get_by_role("navigation").get_by_role("link", name=says("Organize")).click()
    page.get_by_role("link", name=says("New sheet")).click()
    page.locator(f'[name="seats"][value="{len(names)}"]').check()
    for seat, name in enumerate(names):
        page.locator(f"#id_seat_{seat}").fill(name)
    page.get_by_role("button", name=says("Start the match")).click()
    ready(page)
    return page


def ready(page: Page) -> None:
    """The scripts have taken the sheet over."""
    expect(page.locator("#sheet-app[data-ready]")).to_be_attached()


def connected(page: Page) -> None:
    """Whatever happens elsewhere arrives at once."""
    line = page.locator("#connection")
    expect(line).to_contain_text(says("Saved. Other devices see it at once."))


def link_of(page: Page) -> str:
    """The sheet's link, as the share page shows it; the page comes back to the sheet."""
    page.get_by_role("link", name=says("Share the sheet")).click()
    link = page.locator("#share-link").input_value()
    page.get_by_role("link", name=says("Back to the sheet")).last.click()
    ready(page)
    return link


def join(
    visit: Visit,
    link: str,
    *,
    device: Device = "phone",
    expect_statuses: frozenset[int] = frozenset(),
) -> Page:
    """Another phone opens the link."""
    page = visit(link, device=device, locale="es", expect_statuses=expect_statuses)
    ready(page)
    return page


def open_form(page: Page, number: int) -> None:
    page.locator("#enter-hand").click()
    expect(page.locator("#editor-title")).to_have_text(says("Hand %(number)s", number=number))


def fill_hand(page: Page, sheet: Hand, *, by: Hands = MOUSE) -> None:
    """Type a hand into the open form."""
    closer = next((n for n, each in enumerate(sheet["sides"]) if each["closed"]), "none")
    by.choose(page.locator(f"#f-closed-{closer}"))
    for number, each in enumerate(sheet["sides"]):
        by.type(page.locator(f"#f-{number}-pure"), str(each["pure_canastas"]))
        by.type(page.locator(f"#f-{number}-impure"), str(each["impure_canastas"]))
        by.choose(page.locator(f"#f-{number}-muerto-{each['muerto']}"))
        by.type(page.locator(f"#f-{number}-laid"), str(each["laid_points"]))
        for rack, points in enumerate(each["rack_points"]):
            by.type(page.locator(f"#f-{number}-rack-{rack}"), str(points))
        if each["muerto_rack"] is not None and len(each["rack_points"]) > 1:
            by.choose(page.locator(f"#f-{number}-muerto-rack-{each['muerto_rack']}"))


def save(page: Page, *, by: Hands = MOUSE) -> None:
    """Save the form and be back at the sheet."""
    by.press(page.locator("#save-hand"))
    expect(page.locator("#editor")).to_be_hidden()


def enter_hand(page: Page, number: int, sheet: Hand) -> None:
    open_form(page, number)
    fill_hand(page, sheet)
    save(page)


def hand_line(page: Page, number: int) -> Locator:
    return page.locator(f"#hand-{number}-line")


def expect_totals(page: Page, totals: Sequence[int]) -> None:
    for number, total in enumerate(totals):
        expect(page.locator(f'[data-total="{number}"]')).to_have_text(shown(total))


def expect_hands(page: Page, count: int) -> None:
    expect(page.locator(".hands > li")).to_have_count(count)


def expect_all_saved(page: Page) -> None:
    """Nothing waits, nothing was refused."""
    expect(page.locator("#pending")).to_be_hidden()
    expect(page.locator("#connection")).to_have_attribute("data-tone", "good")


def cut(page: Page) -> None:
    """No connection any more. The browser's own switch may miss what a page sends while it loads
    again, so entries are stopped beside it."""
    page.context.route(ENTRIES, stop)
    page.context.set_offline(True)
    expect(page.locator("#connection")).to_contain_text(re.compile(said_offline()))


def mend(page: Page) -> None:
    """The connection is back."""
    page.context.unroute(ENTRIES, stop)
    page.context.set_offline(False)


def stop(route: Route) -> None:
    route.abort("internetdisconnected")


def said_offline() -> str:
    """Both offline lines begin alike."""
    return re.escape(says("No connection. You can go on writing; it is kept here.").split(".")[0])
