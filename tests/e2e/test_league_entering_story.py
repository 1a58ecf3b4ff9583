"""Two ways into a league: by a link, with approval, from another phone; and by a list, of which
every row is explained before anything is saved."""

from playwright.sync_api import FilePayload, Page, expect

from tests.e2e.browser import assert_sound
from tests.e2e.conftest import Visit
from tests.e2e.hands import FINGERS
from tests.e2e.league_pages import Desk, about
from tests.factories import LeagueFactory, UserFactory
from tournaments.models import League, LeagueEntry, User
from tournaments.services.people import player_create


def _at(visit: Visit, account: User, league: League, page: str) -> Desk:
    """A phone on one of the organizers' pages."""
    path = f"/leagues/{league.public_id}/{page}"
    return Desk(visit(path, device="phone", account=account), FINGERS)


def _entered(page: Page) -> list[str]:
    return page.locator("ol.rows .row-main").all_inner_texts()


def test_by_a_link_with_approval(visit: Visit, ana: User) -> None:
    league = LeagueFactory.create(owner=ana, name="Winter cup", competitors="pair")
    organizer = _at(visit, ana, league, "links/")
    organizer.press("Make the link")
    link = organizer.page.get_by_label("Link", exact=True).input_value()
    expect(organizer.page.get_by_alt_text("QR code of the link below")).to_be_visible()
    assert_sound(organizer.page)

    # One has an account, the other has none and is declined.
    bea = UserFactory.create(display_name="Bea")
    for account, fields in (
        (bea, {"Your partner's name": "Carlos"}),
        (None, {"Your name": "Mallory", "Your partner's name": "Trudy"}),
    ):
        guest = Desk(visit(link, device="phone", account=account), FINGERS)
        for label, text in fields.items():
            guest.type(label, text)
        assert_sound(guest.page)
        guest.press("Ask for a place")
        expect(guest.page.locator("h1")).to_have_text("Thank you")
    assert not LeagueEntry.objects.filter(league=league).exists(), "asking is not being let in"

    organizer.manage("Today")
    organizer.manage("Entries")
    organizer.press(about("Let in", "Bea"))
    organizer.press(about("Decline", "Mallory"))
    assert _entered(organizer.page) == ["Bea and Carlos"]
    expect(organizer.page.locator("#applications")).to_have_count(0)

    # Once it is switched off, the link says so.
    organizer.manage("Links")
    organizer.press(about("Switch it off", "Asking to take part"))
    late = visit(link, device="phone", expect_statuses=frozenset({403, 404, 410}))
    expect(late.locator("main")).to_contain_text("This link has been switched off.")


def test_by_a_list_with_a_preview(visit: Visit, ana: User) -> None:
    league = LeagueFactory.create(owner=ana, name="Winter cup")
    player_create(name="Beatriz Montenegro", actor=ana)
    lines = ["name,seed", "Carlos,1", "Beatriz Montenego,2", "Dora,first", "Carlos,3"]
    chosen: FilePayload = {
        "name": "people.csv",
        "mimeType": "text/csv",
        "buffer": "\n".join(lines).encode(),
    }
    desk = _at(visit, ana, league, "entries/import/")
    desk.page.get_by_label("Or a file").set_input_files(chosen)
    desk.press("Preview")
    rows = desk.page.locator("ol.rows > li")
    for number, said in enumerate(
        [
            "will be added to your list",
            "Is this Beatriz Montenegro?",
            "A seed is a number",
            "line 2",
        ]
    ):
        expect(rows.nth(number)).to_contain_text(said)
    assert_sound(desk.page)
    assert not LeagueEntry.objects.filter(league=league).exists(), "nothing is saved yet"

    _say_who_is_meant(desk)
    desk.press("Enter them")
    desk.expect_said("2 entered.")
    before = _entered(desk.page)
    assert before == ["Carlos", "Beatriz Montenegro"]

    # The same file twice changes nothing.
    desk.follow("From a list")
    desk.page.get_by_label("Or a file").set_input_files(chosen)
    desk.press("Preview")
    _say_who_is_meant(desk)
    desk.press("Enter them")
    desk.expect_said("Nothing changed")
    assert _entered(desk.page) == before
    assert League.objects.get(pk=league.pk).entries.count() == 2


def _say_who_is_meant(desk: Desk) -> None:
    desk.by.pick(desk.page.get_by_label("Line 3: who is meant?"), "It is Beatriz Montenegro")
