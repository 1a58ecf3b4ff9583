"""Score sheets at both doors: whoever is refused by the page is refused by the interface."""

import uuid
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from scoring.burako import BurakoRuleSet
from tests.api_client import client_with_token
from tests.factories import PlayerFactory, UserFactory
from tests.scoring.burako.books import HOME_WINS, LEVEL, Payload
from tests.tournaments.api.doors import JSON, Doors, doors_of
from tests.tournaments.leagues.match_kit import match, organizer
from tests.tournaments.leagues.sheet_kit import Scene
from tests.tournaments.sheet_table import open_sheet, token_of, write
from tournaments.models import LeagueLink, Sheet, User
from tournaments.selectors.league_links import league_link_token
from tournaments.services.leagues.links import link_make, link_revoke
from tournaments.services.moderation import account_suspend
from tournaments.services.sheets import SeatSpec, sheet_link_rotate
from tournaments.sheet_access import Visitor

pytestmark = pytest.mark.django_db

ONE_HAND = BurakoRuleSet(target_points=None, hand_limit=1)
LINK = "Durako-Link"


class Who(StrEnum):
    REVOKED = "with a revoked link"  # first: the others open the new one
    CREATOR = "creator"
    PLAYER = "a player with an account"
    LINK = "with the link only"
    MEMBER_LINK = "with an account and the link"
    OTHER = "with another sheet's link"
    MEMBER = "somebody with an account"
    STRANGER = "a stranger"


READERS = {Who.CREATOR, Who.PLAYER, Who.LINK, Who.MEMBER_LINK}


@dataclass
class Table:
    """Ana, who created the sheet, against Carl; both have accounts."""

    policy: str = "link"
    rules: BurakoRuleSet = ONE_HAND
    ana: User = field(default_factory=UserFactory.create)
    carl: User = field(default_factory=UserFactory.create)

    def __post_init__(self) -> None:
        carl = PlayerFactory.create(account=self.carl)
        carl.known_by.add(self.ana)
        seats = [SeatSpec(is_creator=True), SeatSpec(player_id=carl.public_id)]
        self.creator = Visitor(account=self.ana)
        self.sheet = open_sheet(
            self.creator, seats=seats, write_policy=self.policy, rules=self.rules
        )

    def doors(self, who: Who) -> Doors:
        accounts = {Who.CREATOR: self.ana, Who.PLAYER: self.carl, Who.MEMBER: UserFactory.create()}
        if who in accounts:
            return doors_of(accounts[who])
        if who is Who.STRANGER:
            return Doors()
        sheet = open_sheet() if who is Who.OTHER else self.sheet
        doors = opened(sheet, UserFactory.create() if who is Who.MEMBER_LINK else None)
        if who is Who.REVOKED:
            sheet_link_rotate(public_id=self.sheet.public_id, visitor=self.creator)
        return doors

    def everybody(self) -> dict[Who, Doors]:
        return {who: self.doors(who) for who in Who}


def opened(sheet: Sheet, account: User | None = None) -> Doors:
    """Somebody who has the sheet's link."""
    token = token_of(sheet)
    doors = Doors() if account is None else doors_of(account)
    doors.browser.get(reverse("sheets:link", args=[token]))
    headers = {LINK: token}
    if account is not None:
        headers |= {"Authorization": str(client_with_token(account).defaults["HTTP_AUTHORIZATION"])}
    doors.program = Client(headers=headers)
    return doors


def status(answer: Any) -> int:  # noqa: ANN401 - an answer
    """Programs are told of a dead link as of no sheet; who has no token is asked for one."""
    return 404 if answer.status_code in {401, 410} else int(answer.status_code)


def tried(doors: Doors, sheet: Sheet, kind: str, payload: Payload) -> list[tuple[int, str]]:
    """What writing would answer at both doors; it is taken back at once."""
    body = {"entry_id": str(uuid.uuid4()), "kind": kind, "payload": payload}
    found = []
    for client, path in (
        (doors.browser, reverse("sheets:entries", args=[sheet.public_id])),
        (doors.program, reverse("api:sheet_entries", args=[sheet.public_id])),
    ):
        with transaction.atomic():
            answer = client.post(path, body, content_type=JSON)
            transaction.set_rollback(True)
        found.append((status(answer), answer.json().get("code", "")))
    return found


@pytest.mark.parametrize("policy", Sheet.WritePolicy.values)
def test_who_may_read(policy: str) -> None:
    table = Table(policy=policy)
    sheet = table.sheet.public_id
    for who, doors in table.everybody().items():
        expected = 200 if who in READERS else 404
        page, api = doors.page("sheets:state", sheet), doors.api("get", "sheet", sheet)
        assert (status(page), status(api)) == (expected, expected), who
        if expected == 200:
            assert api.json() == page.json(), who
        else:
            assert api.json()["code"] == page.json()["code"], who
        body = {"sheet": HOME_WINS}
        path = reverse("sheets:preview", args=[sheet])
        assert status(doors.browser.post(path, body, content_type=JSON)) == expected, who
        assert status(doors.api("post", "sheet_preview", sheet, body=body)) == expected, who
        assert status(doors.api("get", "sheet_rating", sheet)) == expected, who
        if who not in READERS:
            assert status(doors.api("get", "sheet_events", sheet)) == 404, who
        listed = doors.api("get", "sheets").json()["results"]
        assert [one["id"] == str(sheet) for one in listed].count(True) == (expected == 200), who


@pytest.mark.long
@pytest.mark.parametrize("policy", Sheet.WritePolicy.values)
@pytest.mark.parametrize("kind", ["hand", "correct", "undo", "time_up"])
def test_who_may_write_hands(policy: str, kind: str) -> None:
    table = Table(policy=policy, rules=BurakoRuleSet(time_limit_minutes=60))
    payload: Payload = {
        "hand": {"number": 1, "sheet": HOME_WINS},
        "correct": {"number": 1, "version": 1, "sheet": LEVEL, "reason": "counted again"},
    }.get(kind, {})
    if kind != "hand":
        write(table.sheet, "hand", table.creator, number=1, sheet=HOME_WINS)
    if kind == "undo":
        payload = {"entry": str(table.sheet.entries.get().entry_id)}
    writers = {"creator": {Who.CREATOR}, "players": {Who.CREATOR, Who.PLAYER}, "link": READERS}
    for who, doors in table.everybody().items():
        page, api = tried(doors, table.sheet, kind, payload)
        assert page == api, who
        assert (api[0] == 200) is (who in writers[policy]), who


@pytest.mark.long
@pytest.mark.parametrize("policy", Sheet.WritePolicy.values)
def test_who_speaks_for_a_side(policy: str) -> None:
    table = Table(policy=policy)
    write(table.sheet, "hand", table.creator, number=1, sheet=HOME_WINS)
    for who, doors in table.everybody().items():
        for side in (0, 1):
            page, api = tried(doors, table.sheet, "confirm", {"side": side, "seen": 1})
            assert page == api, who
            speaks = (who is Who.CREATOR and side == 0) or (who is Who.PLAYER and side == 1)
            assert (api[0] == 200) is speaks, (who, side)


def test_only_the_creator_shares_and_decides() -> None:
    table = Table()
    sheet = table.sheet.public_id
    for who, doors in table.everybody().items():
        expected = 200 if who is Who.CREATOR else 403 if who in READERS else 404
        assert status(doors.page("sheets:share", sheet)) == expected, who
        if who is Who.LINK:  # by a link alone nothing but entries is written
            expected = 404
        for method, name, body in (
            ("get", "sheet_link", None),
            ("patch", "sheet", {"write_policy": "link"}),
            ("post", "sheet_link", None),
            ("delete", "sheet_link", None),
        ):
            with transaction.atomic():
                answer = doors.api(method, name, sheet, body=body)
                transaction.set_rollback(True)
            found = 200 if answer.status_code == 204 else status(answer)
            assert found == expected, (who, method, name)


@pytest.mark.parametrize("policy", Sheet.WritePolicy.values)
def test_who_may_have_a_rematch(policy: str) -> None:
    """Who has no account opens sheets on the pages only."""
    table = Table(policy=policy)
    sheet = table.sheet.public_id
    for who, doors in table.everybody().items():
        with transaction.atomic():
            page = status(doors.browser.post(reverse("sheets:rematch", args=[sheet])))
            api = status(doors.api("post", "sheet_rematch", sheet))
            transaction.set_rollback(True)
        assert api == (404 if who is Who.LINK else {302: 201}.get(page, page)), who


def test_a_suspended_player_is_a_stranger_at_both_doors() -> None:
    table = Table()
    doors = table.doors(Who.PLAYER)
    assert doors.api("get", "sheet", table.sheet.public_id).status_code == 200
    account_suspend(account=table.carl, actor=UserFactory.create(is_staff=True), reason="A test.")
    assert doors.page("sheets:state", table.sheet.public_id).status_code == 404
    for name in ("sheet", "sheets", "sheet_rating", "sheet_events"):
        args = () if name == "sheets" else (table.sheet.public_id,)
        assert doors.api("get", name, *args).status_code == 401


def test_a_whole_address_is_a_link_too() -> None:
    sheet = open_sheet()
    address = f"https://durako.example{reverse('sheets:link', args=[token_of(sheet)])}"
    doors = Doors(program=Client(headers={LINK: address}))
    assert doors.api("get", "sheet", sheet.public_id).json()["you"]["role"] == "link"
    (only,) = doors.api("get", "sheets").json()["results"]
    assert (only["id"], only["is_mine"]) == (str(sheet.public_id), False)


def test_a_token_needs_the_scope_and_a_link_does_not_replace_it() -> None:
    table = Table()
    sheet = table.sheet.public_id
    program = client_with_token(table.ana, ["sheets:read"])
    doors = Doors(program=program)
    assert doors.api("get", "sheet", sheet).status_code == 200
    hand = {"entry_id": str(uuid.uuid4()), "kind": "time_up", "payload": {}}
    for method, name, body in (
        ("post", "sheet_entries", hand),
        ("patch", "sheet", {"write_policy": "creator"}),
        ("post", "sheet_link", None),
        ("post", "sheet_rematch", None),
    ):
        answer = doors.api(method, name, sheet, body=body)
        assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing"), name
    other = Doors(program=client_with_token(table.ana, ["people:write"]))
    assert other.api("get", "sheet", sheet).status_code == 403
    assert other.api("get", "sheets").status_code == 403


def test_the_sheet_of_a_leagues_match_follows_the_leagues_rules() -> None:
    scene = Scene.of(match(visibility="private"))
    fixture = scene.fixture
    link = link_make(
        public_id=fixture.league.public_id,
        visitor=organizer(fixture),
        kind=LeagueLink.Kind.FIXTURE,
        fixture=fixture.public_id,
    )
    token = league_link_token(link=link)
    doors = Doors()
    sheet = scene.sheet.public_id
    assert doors.api("get", "sheet", sheet).status_code == 404
    doors.browser.get(reverse("leagues:link", args=[token]))
    doors.program = Client(headers={LINK: token})
    assert doors.page("sheets:state", sheet).status_code == 200
    assert doors.api("get", "sheet", sheet).json()["you"]["may_write"]
    assert tried(doors, scene.sheet, "hand", {"number": 1, "sheet": HOME_WINS}) == [(200, "")] * 2
    rating = doors.api("get", "sheet_rating", sheet).json()
    assert (rating["obstacle"], rating["sides"]) == ("of_a_league", [])
    link_revoke(public_id=fixture.league.public_id, visitor=organizer(fixture), link_id=link.pk)
    dead = doors.api("get", "sheet", sheet)
    assert (dead.status_code, dead.json()["code"]) == (404, "revoked")
