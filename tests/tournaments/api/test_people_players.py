"""One's list of people by programs: the same list, the same rules, the same refusals."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.api_client import client_with_token
from tests.api_document import conforms
from tests.factories import PlayerFactory, UserFactory
from tests.tournaments.api.doors import Doors, Plain, doors_of, faults, suspended, with_key
from tournaments.models import Player, PlayerInvitation, User
from tournaments.services import people
from tournaments.services.invitations import invitation_create
from tournaments.services.people import pair_get_or_create, player_create, player_of_account

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> User:
    return UserFactory.create(display_name="Ana")


@pytest.fixture
def doors(ana: User) -> Doors:
    return doors_of(ana)


def test_whom_one_adds_is_on_the_page_and_the_other_way_round(doors: Doors, ana: User) -> None:
    answer = doors.api("post", "players", body={"name": "  Bea   López "})
    added = conforms(answer)
    assert answer.status_code == 201
    assert answer["Location"] == f"http://testserver/api/v1/players/{added['id']}/"
    assert (added["name"], added["is_guest"], added["has_account"]) == ("Bea López", True, False)
    assert "Bea López" in doors.page("people").content.decode()
    doors.browser.post(reverse("people"), {"name": "Carl"})
    listed = conforms(doors.api("get", "players"))["results"]
    assert [one["name"] for one in listed] == ["Bea López", "Carl"]
    assert conforms(doors.api("get", "player", added["id"]))["name"] == "Bea López"


def test_renaming_and_taking_off_the_list(doors: Doors, ana: User) -> None:
    guest = player_create(name="Bea", actor=ana)
    renamed = conforms(doors.api("patch", "player", guest.public_id, body={"name": "Beatriz"}))
    assert renamed["name"] == "Beatriz"
    assert doors.api("delete", "player", guest.public_id).status_code == 204
    assert not Player.objects.filter(pk=guest.pk).exists()
    assert doors.api("delete", "player", guest.public_id).status_code == 404


def test_somebody_with_an_account_can_be_taken_off_but_not_renamed(doors: Doors, ana: User) -> None:
    bea = PlayerFactory.create(account=UserFactory.create(display_name="Beatriz"))
    bea.known_by.add(ana)
    (row,) = conforms(doors.api("get", "players"))["results"]
    assert (row["name"], row["is_guest"], row["is_readable"]) == ("Beatriz", False, False)
    assert doors.api("patch", "player", bea.public_id, body={"name": "X2"}).status_code == 404
    assert doors.api("get", "player", bea.public_id).status_code == 404
    assert doors.api("delete", "player", bea.public_id).status_code == 204
    assert conforms(doors.api("get", "players"))["results"] == []


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "name"),
        ({"name": ""}, "name"),
        ({"name": "x"}, "name"),
        ({"name": "a" * 41}, "name"),
        ({"name": "...."}, "name"),
        ({"name": "Ana\u202etxt"}, "name"),
        ({"name": ["Bea"]}, "name"),
        ({"name": "Bea", "nmae": "Bea"}, "nmae"),
    ],
)
def test_a_bad_name_is_refused_at_its_field(
    doors: Doors, ana: User, body: Plain, field: str
) -> None:
    guest = player_create(name="Bea", actor=ana)
    for answer in (
        doors.api("post", "players", body=body),
        doors.api("patch", "player", guest.public_id, body=body),
    ):
        assert answer.status_code == 422
        assert list(faults(answer)) == [field]
    assert Player.objects.filter(created_by=ana).count() == 1


def test_a_full_list_takes_nobody(doors: Doors, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "PLAYERS_MAX", 0)
    answer = doors.api("post", "players", body={"name": "Bea"})
    assert (answer.status_code, answer.json()["code"]) == (409, "too_many_players")


def test_the_same_call_twice_adds_one(doors: Doors, ana: User) -> None:
    header = with_key()
    first, again = (doors.api("post", "players", body={"name": "Bea"}, **header) for _ in range(2))
    assert first.json() == again.json()
    assert again["Idempotency-Replayed"] == "true"
    assert Player.objects.filter(created_by=ana).count() == 1
    other = doors.api("post", "players", body={"name": "Carl"}, **header)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")


def test_a_list_costs_the_same_however_long_it_is(doors: Doors, ana: User) -> None:
    doors.api("get", "me")  # a token's use is noted once a while
    counts = []
    for more in (2, 20):
        for number in range(more):
            guest = player_create(name=f"Guest {more} {number}", actor=ana)
            invitation_create(player=guest, actor=ana)
            member = PlayerFactory.create(account=UserFactory.create())
            member.known_by.add(ana)
            pair_get_or_create(players=(guest, member), actor=ana)
        for name in ("players", "pairs"):
            with CaptureQueriesContext(connection) as queries:
                conforms(doors.api("get", name, data={"page_size": 100}))
            counts.append(len(queries))
    assert counts[:2] == counts[2:]


def test_pages_follow_one_another(doors: Doors, ana: User) -> None:
    names = [f"Guest {number:02}" for number in range(7)]
    for name in names:
        player_create(name=name, actor=ana)
    found: list[str] = []
    address = reverse("api:players") + "?page_size=3"
    while address:
        page = doors.program.get(address).json()
        found += [one["name"] for one in page["results"]]
        address = page["next"]
    assert found == names


@pytest.mark.parametrize("cursor", ["x", "cD0A", "cD0lMDA=", "bz05OTk5OTk5OTk5"])
def test_a_made_up_cursor_is_refused(doors: Doors, ana: User, cursor: str) -> None:
    player_create(name="Bea", actor=ana)
    answer = doors.api("get", "players", data={"cursor": cursor})
    assert answer.status_code in {200, 422}
    history = doors.api("get", "player_history", _own(ana), data={"cursor": "cD1nYXJiYWdl"})
    assert (history.status_code, faults(history)) == (422, {"cursor": "bad_cursor"})


def _own(account: User) -> str:
    return player_of_account(account=account).public_id


# Others


def everybody() -> dict[str, Doors]:
    return {
        "stranger": doors_of(UserFactory.create()),
        "nobody": Doors(),
        "suspended": suspended(),
    }


def test_nobody_reads_or_changes_anothers_guest(ana: User) -> None:
    guest = player_create(name="Bea the guest", actor=ana)
    invitation_create(player=guest, actor=ana)
    for who, doors in everybody().items():
        assert doors.page("player", guest.public_id).status_code == 404, who
        for method, name, body in (
            ("get", "player", None),
            ("get", "player_history", None),
            ("get", "player_ratings", None),
            ("patch", "player", {"name": "Mine"}),
            ("delete", "player", None),
            ("post", "player_invitation", None),
            ("delete", "player_invitation", None),
        ):
            answer = doors.api(method, name, guest.public_id, body=body)
            assert answer.status_code in {401, 404}, (who, method, name)
            assert "Bea the guest" not in answer.content.decode()
        assert "Bea the guest" not in doors.api("get", "players").content.decode()
        assert "Bea the guest" not in doors.api("get", "pairs").content.decode()
    guest.refresh_from_db()
    assert guest.name == "Bea the guest"
    assert PlayerInvitation.objects.get().revoked_at is None


def test_a_token_without_the_scope_reads_no_list(ana: User) -> None:
    doors = Doors(program=client_with_token(ana, ["sheets:write"]))
    for name in ("players", "pairs"):
        answer = doors.api("get", name)
        assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing")
    reader = Doors(program=client_with_token(ana, ["people:read"]))
    assert reader.api("get", "players").status_code == 200
    assert reader.api("post", "players", body={"name": "Bea"}).status_code == 403


# Invitations


def test_a_guest_is_invited_and_claims_the_results(doors: Doors, ana: User) -> None:
    guest = player_create(name="Bea", actor=ana)
    old = conforms(doors.api("post", "player_invitation", guest.public_id))
    link = conforms(doors.api("post", "player_invitation", guest.public_id))
    assert link["address"] == f"http://testserver/invitations/{link['token']}/"
    assert Doors().browser.get(old["address"]).status_code == 410
    assert Doors().browser.get(link["address"]).status_code == 200
    (row,) = doors.api("get", "players").json()["results"]
    assert row["invited_until"] == link["expires_at"]
    beatriz = UserFactory.create(display_name="Beatriz")
    told = conforms(Doors().api("get", "invitation", link["token"]))
    assert (told["player"], told["invited_by"], told["is_yours"]) == ("Bea", "Ana", False)
    assert Doors().api("post", "invitation", link["token"]).status_code == 401
    claimer = doors_of(beatriz)
    claimed = conforms(claimer.api("post", "invitation", link["token"]))
    assert (claimed["name"], claimed["is_you"]) == ("Beatriz", True)
    again = claimer.api("post", "invitation", link["token"])
    assert (again.status_code, again.json()["code"]) == (409, "used")
    assert claimer.api("get", "invitation", link["token"]).status_code == 404


def test_a_withdrawn_or_made_up_link_is_dead_at_both_doors(doors: Doors, ana: User) -> None:
    guest = player_create(name="Bea", actor=ana)
    token = doors.api("post", "player_invitation", guest.public_id).json()["token"]
    assert doors.api("delete", "player_invitation", guest.public_id).status_code == 204
    other = doors_of(UserFactory.create())
    for dead in (token, "x" * 43):
        assert other.page("invitation", dead).status_code == 410
        assert other.api("get", "invitation", dead).status_code == 404
    assert other.api("post", "invitation", token).json()["code"] == "revoked"
    assert other.api("post", "invitation", "x" * 43).status_code == 404


def test_two_at_one_table_cannot_become_one(doors: Doors, ana: User) -> None:
    guest = player_create(name="Bea", actor=ana)
    pair_get_or_create(players=(player_of_account(account=ana), guest))
    token = doors.api("post", "player_invitation", guest.public_id).json()["token"]
    answer = doors.api("post", "invitation", token)
    assert (answer.status_code, answer.json()["code"]) == (409, "same_table")


def test_no_answer_that_is_kept_holds_a_secret(doors: Doors, ana: User) -> None:
    """Idempotency keeps answers: those with a secret in them must not take a key."""
    guest = player_create(name="Bea", actor=ana)
    one, two = (
        doors.api("post", "player_invitation", guest.public_id, **with_key("same"))
        for _ in range(2)
    )
    assert one.json()["token"] != two.json()["token"]
