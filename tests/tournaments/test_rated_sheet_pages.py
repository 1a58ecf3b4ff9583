"""The panel on a sheet's page: who has agreed, what is missing, why not, and what happened."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from scoring.burako import BurakoRuleSet
from tests.factories import PlayerFactory
from tests.tournaments.rated_sheet_kit import (
    Table,
    account_of,
    member,
    people_ladder,
    rated_match,
    table,
)
from tests.tournaments.sheet_table import Plain, guests_phone, open_sheet
from tournaments.models import LadderEntry, Player
from tournaments.services.sheets import SeatSpec
from tournaments.sheet_access import Visitor

pytestmark = pytest.mark.django_db

SCRIPT = {"Accept": "application/json"}


def browser_of(player: Player) -> Client:
    client = Client()
    client.force_login(account_of(player))
    return client


def words(html: str) -> str:
    return re.sub(r"\s+", " ", unescape(strip_tags(html)))


def panel(client: Client, one: Table) -> str:
    """What the panel says; it is the same in the page and by itself."""
    page = client.get(reverse("sheets:sheet", args=[one.sheet.public_id])).content.decode()
    start = page.index('<div id="rating"')
    inside = page[page.index(">", start) + 1 : page.index('<div id="rematch"')]
    alone = client.get(reverse("sheets:rating", args=[one.sheet.public_id]), headers=SCRIPT)
    assert words(alone.json()["panel"]).strip() == words(inside).strip()
    return words(inside)


def say(client: Client, one: Table, side: object, wish: str, **options: Plain) -> Plain:
    path = reverse("sheets:rating", args=[one.sheet.public_id])
    return client.post(path, {"side": side, "wish": wish}, **options)


def test_two_players_agree_on_their_phones_and_read_what_happened() -> None:
    people_ladder()
    one = table(member("Ana"), member("Beto"))
    ana, beto = map(browser_of, one.players)
    assert "Ana Agree" in panel(ana, one)
    assert "Beto Not agreed yet" in panel(ana, one)
    said = say(ana, one, 0, "yes")
    assert said.headers["Location"] == reverse("sheets:sheet", args=[one.sheet.public_id])
    assert "Waiting for Beto to agree." in panel(ana, one)
    assert "Ana Agrees" in panel(beto, one)
    answer = say(beto, one, 1, "yes", headers=SCRIPT)
    assert "Both sides agree." in words(answer.json()["panel"])
    one.play()
    one.confirm()
    told = panel(beto, one)
    assert "This match is rated It counts on the ladder Burako for two (people)." in told
    assert re.search(r"Ana \+\d+ Beto \N{MINUS SIGN}\d+", told)
    assert "rating-form" not in told
    too_late = say(beto, one, 1, "no", headers=SCRIPT)
    assert (too_late.status_code, too_late.json()["code"]) == (409, "not_rated")
    assert "This match is rated" in words(too_late.json()["panel"])
    said = say(beto, one, 1, "no")
    assert said.status_code == 302
    page = beto.get(said.headers["Location"]).content.decode()
    assert "This match is rated already." in page


def test_partners_read_that_each_has_a_rating() -> None:
    people_ladder(4)
    one = rated_match(*(member(name) for name in ("Ana", "Carl", "Bea", "Dora")))
    told = panel(browser_of(one.players[3]), one)
    assert "Each partner has a rating of their own." in told
    assert re.search(r"Ana \+\d+ Bea \+\d+ Carl .\d+ Dora .\d+", told)


def test_who_only_has_the_link_reads_and_cannot_agree() -> None:
    people_ladder()
    one = table(member("Ana"), member("Beto"))
    phone = guests_phone(one.sheet)
    assert "Only who plays here can agree: log in if that is you." in panel(phone.client, one)
    assert say(phone.client, one, 0, "yes").status_code == 403
    denied = say(phone.client, one, 0, "yes", headers=SCRIPT)
    assert (denied.status_code, denied.json()["code"]) == (403, "not_your_side")


@pytest.mark.parametrize("side", ["1", "2", "-1", "", "x" * 10_000, "\x00"])
def test_nobody_agrees_for_others(side: str) -> None:
    people_ladder()
    one = table(member("Ana"), member("Beto"))
    for wish in ("yes", "no"):
        assert say(browser_of(one.players[0]), one, side, wish).status_code == 403
    assert not one.sheet.wishes.exists()


def test_why_it_is_not_rated_is_said() -> None:
    people_ladder()
    one = table(member("Ana"), member("Beto"), rules=BurakoRuleSet(target_points=2000))
    ana = browser_of(one.players[0])
    assert "This match is played by a club's own rules." in panel(ana, one)
    refused = say(ana, one, 0, "yes", headers=SCRIPT)
    assert refused.status_code == 409
    assert "club's own rules" in refused.json()["message"]
    assert not LadderEntry.objects.exists()


def test_who_has_no_account_is_named_with_the_way_to_one() -> None:
    people_ladder()
    ana, dora = member("Ana"), member("Dora")
    dora.known_by.add(account_of(ana))
    carl = PlayerFactory.create(name="Carl", created_by=account_of(ana))
    carl.known_by.add(account_of(ana))
    seats = (
        SeatSpec(is_creator=True),
        SeatSpec(player_id=carl.public_id),
        SeatSpec(player_id=dora.public_id),
        SeatSpec(name="Beto"),
    )
    sheet = open_sheet(Visitor(account=account_of(ana)), seats=seats)
    one = Table(sheet, (ana,))
    path = reverse("sheets:rating", args=[sheet.public_id])

    def links(client: Client) -> list[str]:
        assert "Without an account: Carl, Beto. Only matches" in panel(client, one)
        return re.findall(r'href="([^"]+)"', client.get(path, headers=SCRIPT).json()["panel"])

    invite = reverse("player_invite", args=[carl.public_id])
    assert links(browser_of(ana)) == [invite, reverse("people")]
    assert browser_of(ana).get(invite).status_code == 200
    assert links(browser_of(dora)) == []
    assert "can invite them" in panel(browser_of(dora), one)
    assert links(guests_phone(sheet).client) == [reverse("account_signup")]


def test_strangers_are_not_told_whether_the_sheet_exists() -> None:
    one = table(member("Ana"), member("Beto"))
    stranger = browser_of(member("Carl"))
    path = reverse("sheets:rating", args=[one.sheet.public_id])
    assert stranger.get(path).status_code == 404
    assert say(stranger, one, 0, "yes").status_code == 404


def test_the_state_names_the_sides_that_agree_so_that_open_pages_look_again() -> None:
    people_ladder()
    one = table(member("Ana"), member("Beto"))
    one.wish(1)
    state = browser_of(one.players[0]).get(reverse("sheets:state", args=[one.sheet.public_id]))
    assert state.json()["wishes"] == [1]
