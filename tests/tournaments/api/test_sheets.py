"""Opening score sheets by programs, sharing them, and having them rated."""

import uuid

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings
from django.urls import reverse

from scoring.burako import SEED_RULES, BurakoRuleSet
from tests.api_document import conforms
from tests.factories import PlayerFactory, RuleSetVersionFactory, UserFactory
from tests.scoring.burako.books import LEVEL
from tests.tournaments.api.doors import Doors, Plain, doors_of, faults, with_key
from tests.tournaments.rated_sheet_kit import account_of, member, people_ladder, table
from tests.tournaments.sheet_table import open_sheet, write
from tournaments.models import Player, Sheet, User
from tournaments.services.people import player_create, player_of_account
from tournaments.services.rule_sets import rule_set_archive, rule_set_create
from tournaments.sheet_access import Visitor

pytestmark = pytest.mark.django_db
TWO = {"seats": [{"name": "Bea"}, {"name": "Carl"}]}


@pytest.fixture
def ana() -> User:
    return UserFactory.create(display_name="Ana")


@pytest.fixture
def doors(ana: User) -> Doors:
    return doors_of(ana)


def test_a_match_is_opened_read_and_listed(doors: Doors, ana: User) -> None:
    bea = player_create(name="Bea", actor=ana)
    own = player_of_account(account=ana).public_id
    body = {
        "seats": [{"player": own}, {"name": "Carl"}, {"name": "Bea"}, {"name": "Dora"}],
        "first_starter": 2,
        "write_policy": "players",
    }
    answer = doors.api("post", "sheets", body=body)
    state = conforms(answer)
    assert answer.status_code == 201
    assert answer["Location"] == f"http://testserver/api/v1/sheets/{state['id']}/"
    assert state["names"] == [["Ana", "Bea"], ["Carl", "Dora"]]
    assert (state["next"]["starter"], state["write_policy"]) == (2, "players")
    sheet = Sheet.objects.get()
    assert sheet.creator == ana
    seated = {seat.number: seat.player for seat in sheet.seats.all()}
    assert seated[2] == bea
    assert all(player is not None for player in seated.values())
    assert set(Player.objects.filter(known_by=ana)) == {seated[1], bea, seated[3]}
    assert conforms(doors.api("get", "sheet", state["id"])) == state
    (row,) = conforms(doors.api("get", "sheets"))["results"]
    assert [side["name"] for side in row["sides"]] == ["Ana and Bea", "Carl and Dora"]
    assert (row["id"], row["is_mine"], row["status"]) == (state["id"], True, "playing")
    assert conforms(doors.api("get", "sheets", data={"status": "confirmed"}))["results"] == []


def test_a_name_means_the_same_at_both_doors(doors: Doors, ana: User) -> None:
    known = player_create(name="Bea", actor=ana)
    doors.api("post", "sheets", body={"seats": [{"name": "Ana"}, {"name": " Bea "}]})
    form = {"seats": "2", "seat_0": "Ana", "seat_1": " Bea "}
    doors.browser.post(reverse("sheets:new"), form)
    one, two = Sheet.objects.all()
    for sheet in (one, two):
        players = [seat.player for seat in sheet.seats.order_by("number")]
        assert players == [player_of_account(account=ana), known]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"seats": [{"name": "Bea"}]}, {"seats": "min_length"}),
        ({"seats": [{"name": "Bea"}] * 5}, {"seats": "max_length"}),
        ({"seats": [{"name": f"Bea {n}"} for n in range(3)]}, {"seats": "invalid"}),
        ({"seats": [{"name": "Bea"}, {"name": "bea"}]}, {"seats.1.name": "invalid"}),
        ({"seats": [{"name": "Bea"}, {"name": "..."}]}, {"seats.1.name": "no_letter_or_digit"}),
        ({"seats": [{"name": "Bea"}, {"player": "nobody"}]}, {"seats.1.player": "invalid"}),
        ({"seats": [{"name": "Bea"}, {}]}, {"seats.1": "name_or_player"}),
        ({"seats": [{"name": "Bea"}, {"nmae": "Carl"}]}, {"seats.1.nmae": "unknown_field"}),
        ({"seats": "Bea"}, {"seats": "not_a_list"}),
        ({"first_starter": 2}, {"first_starter": "invalid"}),
        ({"first_starter": 4}, {"first_starter": "max_value"}),
        ({"write_policy": "nobody"}, {"write_policy": "invalid_choice"}),
        ({"rule_set": "nothing"}, {"rule_set": "invalid"}),
    ],
)
def test_faults_are_at_the_names_that_were_sent(
    doors: Doors, change: Plain, fault: dict[str, str]
) -> None:
    answer = doors.api("post", "sheets", body={**TWO, **change})
    assert (answer.status_code, faults(answer)) == (422, fault)
    assert not Sheet.objects.exists()
    assert not Player.objects.filter(name="Bea").exists()


def test_nobody_seats_somebody_who_is_on_anothers_list(doors: Doors) -> None:
    theirs = player_create(name="Somebody's guest", actor=UserFactory.create())
    seats = [{"name": "Bea"}, {"player": theirs.public_id}]
    answer = doors.api("post", "sheets", body={"seats": seats})
    assert list(faults(answer)) == ["seats.1.player"]
    assert "Somebody's guest" not in answer.content.decode()


def test_rules_that_one_knows_can_be_played_while_they_are_in_force(
    doors: Doors, ana: User
) -> None:
    theirs = RuleSetVersionFactory.create(values=BurakoRuleSet(close=300).as_dict())
    body = {**TWO, "rule_set": theirs.rule_set.public_id}
    assert conforms(doors.api("post", "sheets", body=body))["rules"]["values"]["close"] == 300
    own = rule_set_create(owner=ana, name="Club", rules=SEED_RULES).rule_set
    rule_set_archive(rule_set=own, actor=ana, archived=True)
    answer = doors.api("post", "sheets", body={**TWO, "rule_set": own.public_id})
    assert list(faults(answer)) == ["rule_set"]


def test_the_same_call_twice_opens_one_sheet(doors: Doors) -> None:
    header = with_key()
    first, again = (doors.api("post", "sheets", body=TWO, **header) for _ in range(2))
    assert (first.status_code, first.json()) == (201, again.json())
    assert again["Location"] == first["Location"]
    assert Sheet.objects.count() == 1
    sheet, header = first.json()["id"], with_key()
    first, again = (doors.api("post", "sheet_rematch", sheet, **header) for _ in range(2))
    assert (first.status_code, first.json()) == (201, again.json())
    assert Sheet.objects.count() == 2


def test_a_rematch_is_the_same_again_and_the_next_seat_begins(doors: Doors) -> None:
    state = doors.api("post", "sheets", body=TWO).json()
    again = conforms(doors.api("post", "sheet_rematch", state["id"]))
    assert again["id"] != state["id"]
    assert (again["names"], again["next"]["starter"]) == (state["names"], 1)
    assert again["you"]["role"] == "creator"


def test_pages_and_programs_share_the_limit_of_new_sheets(doors: Doors) -> None:
    cache.clear()
    with override_settings(RATE_LIMITS={"sheet_create": "2/1h/key"}):
        sheet = doors.api("post", "sheets", body=TWO).json()["id"]
        form = {"seats": "2", "seat_0": "Ana", "seat_1": "Dora"}
        assert doors.browser.post(reverse("sheets:new"), form).status_code == 302
        for answer in (
            doors.api("post", "sheets", body=TWO),
            doors.api("post", "sheet_rematch", sheet),
        ):
            assert (answer.status_code, answer.json()["code"]) == (429, "throttled")
            conforms(answer)
    assert Sheet.objects.count() == 2


def test_without_an_account_sheets_are_opened_on_the_pages() -> None:
    assert Doors().api("post", "sheets", body=TWO).status_code == 401
    assert Doors().api("get", "sheets").json()["results"] == []


def test_a_list_costs_the_same_however_long_it_is(doors: Doors, ana: User) -> None:
    doors.api("get", "me")  # a token's use is noted once a while
    counts = []
    for more in (2, 15):
        for _ in range(more):
            open_sheet(Visitor(account=ana))
        with CaptureQueriesContext(connection) as queries:
            conforms(doors.api("get", "sheets"))
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_sheet_costs_the_same_however_much_is_on_it(doors: Doors, ana: User) -> None:
    creator = Visitor(account=ana)
    sheet = open_sheet(creator)
    doors.api("get", "me")
    counts = []
    for numbers in ([1], [2, 3, 4, 5]):
        for number in numbers:
            write(sheet, "hand", creator, number=number, sheet=LEVEL)
        with CaptureQueriesContext(connection) as queries:
            conforms(doors.api("get", "sheet", sheet.public_id))
        counts.append(len(queries))
    assert counts[0] == counts[1]


# Sharing


def test_a_link_is_told_renewed_and_withdrawn(doors: Doors) -> None:
    sheet = doors.api("post", "sheets", body=TWO).json()["id"]
    first = conforms(doors.api("get", "sheet_link", sheet))
    assert first["address"] == f"http://testserver/s/{first['token']}/"
    guest = Doors(program=Client(headers={"Durako-Link": first["token"]}))
    assert guest.api("get", "sheet", sheet).status_code == 200
    second = conforms(doors.api("post", "sheet_link", sheet))
    assert second["token"] != first["token"]
    dead = guest.api("get", "sheet", sheet)
    assert (dead.status_code, dead.json()["code"]) == (404, "revoked")
    assert doors.api("delete", "sheet_link", sheet).status_code == 204
    none = {"address": None, "token": None, "created_at": None}
    assert conforms(doors.api("get", "sheet_link", sheet)) == none
    guest = Doors(program=Client(headers={"Durako-Link": second["token"]}))
    assert guest.api("get", "sheet", sheet).status_code == 404


def test_no_answer_that_is_kept_holds_a_link(doors: Doors) -> None:
    answer = doors.api("post", "sheets", body=TWO, **with_key())
    token = doors.api("get", "sheet_link", answer.json()["id"]).json()["token"]
    assert token not in answer.content.decode()
    sheet = answer.json()["id"]
    one, two = (doors.api("post", "sheet_link", sheet, **with_key("same")) for _ in range(2))
    assert one.json()["token"] != two.json()["token"]


def test_guessing_links_ends_soon() -> None:
    cache.clear()
    sheet = open_sheet()
    answers = [
        Doors(program=Client(headers={"Durako-Link": f"{number:043}"}))
        .api("get", "sheet", sheet.public_id)
        .status_code
        for number in range(31)
    ]
    assert answers == [404] * 30 + [429]


def test_who_may_write_is_decided_anew(doors: Doors) -> None:
    sheet = doors.api("post", "sheets", body=TWO).json()["id"]
    changed = conforms(doors.api("patch", "sheet", sheet, body={"write_policy": "creator"}))
    assert changed["write_policy"] == "creator"
    assert Sheet.objects.get().write_policy == "creator"
    for body in ({}, {"write_policy": "nobody"}):
        assert list(faults(doors.api("patch", "sheet", sheet, body=body))) == ["write_policy"]


# Rating


def test_both_sides_wish_and_the_match_is_rated() -> None:
    people_ladder()
    one = table(member("Ana"), member("Beto"))
    ana, beto = (doors_of(account_of(player)) for player in one.players)
    sheet = one.sheet.public_id
    told = conforms(ana.api("get", "sheet_rating", sheet))
    assert (told["ladder"], told["obstacle"], told["agreed"]) == (
        "burako-duel-2-people",
        None,
        False,
    )
    assert [side["is_yours"] for side in told["sides"]] == [True, False]
    told = conforms(ana.api("post", "sheet_rating", sheet, body={"side": 0}))
    assert [side["agreed"] for side in told["sides"]] == [True, False]
    path = reverse("api:sheet_rating", args=[sheet])
    assert ana.program.delete(f"{path}?side=0").status_code == 204
    assert not ana.api("get", "sheet_rating", sheet).json()["sides"][0]["agreed"]
    ana.api("post", "sheet_rating", sheet, body={"side": 0})
    assert conforms(beto.api("post", "sheet_rating", sheet, body={"side": 1}))["agreed"]
    one.play()
    one.confirm()
    told = conforms(beto.api("get", "sheet_rating", sheet))
    assert (told["counts"], told["confirmed"]) == (True, True)
    assert told["sides"][0]["members"][0]["change"] > 0
    late = beto.program.delete(f"{path}?side=1")
    assert (late.status_code, late.json()["code"]) == (409, "counts")


def test_nobody_wishes_for_another_at_either_door() -> None:
    people_ladder()
    one = table(member("Ana"), member("Beto"))
    sheet, ana = one.sheet.public_id, doors_of(account_of(one.players[0]))
    path = reverse("sheets:rating", args=[sheet])
    said = ana.browser.post(
        path, {"side": 1, "wish": "yes"}, headers={"Accept": "application/json"}
    )
    answer = ana.api("post", "sheet_rating", sheet, body={"side": 1})
    for found in (said, answer):
        assert (found.status_code, found.json()["code"]) == (403, "not_your_side")
    for bad in ({}, {"side": 2}, {"side": "x"}):
        assert list(faults(ana.api("post", "sheet_rating", sheet, body=bad))) == ["side"]
    assert faults(ana.api("delete", "sheet_rating", sheet)) == {"side": "required"}


def test_what_stands_in_the_way_is_a_code_and_a_sentence() -> None:
    people_ladder()
    ana = member("Ana")
    guest = PlayerFactory.create(created_by=account_of(ana))
    doors = doors_of(account_of(ana))
    seats = [{"player": ana.public_id}, {"player": guest.public_id}]
    sheet = doors.api("post", "sheets", body={"seats": seats}).json()["id"]
    told = conforms(doors.api("get", "sheet_rating", sheet))
    assert told["obstacle"] == "no_account"
    assert told["text"]
    refused = doors.api("post", "sheet_rating", sheet, body={"side": 0})
    assert (refused.status_code, refused.json()["code"]) == (409, "no_account")
    only_names = doors.api("post", "sheets", body=TWO).json()["id"]
    told = conforms(doors.api("get", "sheet_rating", only_names))
    assert (told["obstacle"], told["sides"]) == ("no_account", [])


def test_an_unknown_sheet_is_none() -> None:
    doors = doors_of(UserFactory.create())
    for name in ("sheet", "sheet_link", "sheet_rating", "sheet_events"):
        assert conforms(doors.api("get", name, uuid.uuid4()))["status"] == 404
