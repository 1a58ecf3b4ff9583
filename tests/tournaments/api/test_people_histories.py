"""What players and pairs have played: programs read what pages show, and no name more."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.api_document import conforms
from tests.factories import PairFactory, PlayerFactory, UserFactory, confirmed_result
from tests.tournaments.api.doors import Doors, Plain, doors_of, suspended
from tests.tournaments.rated_sheet_kit import account_of, member, people_ladder, rated_match
from tournaments.models import Pair, Player
from tournaments.services.people import player_create

pytestmark = pytest.mark.django_db


def of(player: Player) -> Doors:
    return doors_of(account_of(player))


def both(doors: Doors, name: str, page: str, *ids: str) -> tuple[int, int]:
    """What the interface and the page answer to the same question; who has no right may also be
    asked for a token that works."""
    api, shown = doors.api("get", name, *ids).status_code, doors.page(page, *ids).status_code
    return (404 if api == 401 else api), shown


def test_a_player_is_read_by_the_same_people_at_both_doors() -> None:
    ana, open_bea = member("Ana"), member("Bea", history_public=True)
    guest = player_create(name="Carl", actor=account_of(ana))
    strangers = {"stranger": of(member("Zoe")), "nobody": Doors()}
    for who, doors, expected in (
        ("own", of(ana), {ana: 200, open_bea: 200, guest: 200}),
        *((who, doors, {ana: 404, open_bea: 200, guest: 404}) for who, doors in strangers.items()),
    ):
        for player, status in expected.items():
            for name in ("player", "player_history", "player_ratings"):
                assert both(doors, name, "player", player.public_id) == (status, status), (
                    who,
                    name,
                )
    gone = suspended()
    for player in (ana, guest):
        assert both(gone, "player", "player", player.public_id) == (404, 404)


def test_a_pair_is_read_by_the_same_people_at_both_doors() -> None:
    ana, bea = member("Ana"), member("Bea", history_public=True)
    closed = PairFactory.create(first=ana, second=bea)
    opened = PairFactory.create(first=bea, second=member("Carl", history_public=True))
    for doors, expected in (
        (of(ana), {closed: 200, opened: 200}),
        (of(bea), {closed: 200, opened: 200}),
        (of(member("Zoe")), {closed: 404, opened: 200}),
        (Doors(), {closed: 404, opened: 200}),
        (suspended(), {closed: 404}),
    ):
        for pair, status in expected.items():
            for name in ("pair", "pair_history"):
                assert both(doors, name, "pair", pair.public_id) == (status, status)


@pytest.mark.parametrize("kind", ["players", "pairs"])
def test_who_reads_two_against_each_other(kind: str) -> None:
    ana, bea, carl, dora = (member(name) for name in ("Ana", "Bea", "Carl", "Dora"))
    confirmed_result([ana, bea], [carl, dora])
    one, two, never = ana.public_id, carl.public_id, member("Eve").public_id
    if kind == "pairs":
        one, two = (Pair.objects.get(first=first).public_id for first in (ana, carl))
        never = PairFactory.create(first=member("Eve"), second=member("Fay")).public_id
    for doors, status in (
        (of(ana), 200),
        (of(carl), 200),
        (of(member("Zoe")), 404),
        (Doors(), 404),
        (suspended(), 404),
    ):
        for name in (f"{kind}_versus", f"{kind}_versus_matches"):
            assert both(doors, name, f"{kind}_versus", one, two) == (status, status)
            assert both(doors, name, f"{kind}_versus", one, never) == (404, 404)
            assert both(doors, name, f"{kind}_versus", one, one) == (404, 404)


def test_a_history_says_what_the_page_says() -> None:
    ana, bea, carl = member("Ana"), member("Bea"), member("Carl", history_public=True)
    confirmed_result([ana, carl], [bea, "Somebody"], points=(3000, 1200), hands=9)
    confirmed_result([carl], [ana], points=(100, 100), hands=2)
    doors = of(ana)
    latest, first = conforms(doors.api("get", "player_history", ana.public_id))["results"]
    assert (latest["outcome"], latest["points"], latest["hands"]) == ("drawn", 100, 2)
    assert first["partners"] == [{"id": carl.public_id, "name": "Carl"}]
    assert first["opponents"] == [{"id": "", "name": "Bea"}, {"id": "", "name": "Somebody"}]
    told = conforms(doors.api("get", "player", ana.public_id))
    page = doors.page("player", ana.public_id).context
    assert told["summary"]["points"] == page["summary"].points == 3100
    assert told["summary"]["drawn"] == 1
    shown = [(str(match.sheet_id), match.outcome) for match in page["matches"]]
    assert [(latest["sheet"], latest["outcome"]), (first["sheet"], first["outcome"])] == shown
    assert {one["name"]: one["matches"] for one in told["opponents"]} == {"Carl": 1, "Bea": 1}
    assert [pair["name"] for pair in told["pairs"]] == ["Ana and Carl"]


def test_strangers_read_no_name_and_no_sheet_of_those_who_are_closed() -> None:
    ana, bea = member("Ana", history_public=True), member("Bea the closed")
    partner = player_create(name="Guest of Ana", actor=account_of(ana))
    confirmed_result([ana, partner], [bea, "Just a name"])
    for doors in (of(member("Zoe")), Doors()):
        for name in ("player", "player_history"):
            answer = doors.api("get", name, ana.public_id)
            text = answer.content.decode()
            for secret in ("Bea the closed", "Guest of Ana", "Just a name", bea.public_id):
                assert secret not in text
        (match,) = conforms(doors.api("get", "player_history", ana.public_id))["results"]
        assert match["sheet"] is None
        assert match["opponents"] == [{"id": "", "name": ""}] * 2


def test_matches_of_two_are_told_hand_by_hand_and_added_up_by_ladder() -> None:
    people_ladder()
    ana, beto = member("Ana"), member("Beto")
    rated_match(ana, beto)
    doors = of(ana)
    told = conforms(doors.api("get", "players_versus", ana.public_id, beto.public_id))
    assert (told["one"]["name"], told["two"]) == ("Ana", {"id": "", "name": "Beto"})
    (score,) = told["scores"]
    assert (score["ladder"], score["won"], score["lost"]) == ("burako-duel-2-people", 1, 0)
    matches = doors.api("get", "players_versus_matches", ana.public_id, beto.public_id)
    (match,) = conforms(matches)["results"]
    assert match["rated"]["ladder"] == "burako-duel-2-people"
    assert match["rated"]["change"] > 0
    assert match["sheet"] is None
    assert [hand["total"] for hand in match["played"]] == [600, 1200, 1800, 2400, 3000]
    (rating,) = conforms(doors.api("get", "player_ratings", ana.public_id))["results"]
    assert (rating["results"], rating["won"], rating["hands"]) == (1, 1, 5)
    detail = conforms(doors.api("get", "player_rating", ana.public_id, rating["ladder"]))
    assert detail["place"] == 1
    assert detail["history"][-1]["rating"] == rating["rating"]
    assert detail["opponents"][0]["who"] == {"id": "", "name": "Beto"}
    assert doors.api("get", "player_rating", ana.public_id, "no-ladder").status_code == 404


def test_pairs_are_listed_and_told() -> None:
    ana, bea, carl, dora = (member(name) for name in ("Ana", "Bea", "Carl", "Dora"))
    confirmed_result([ana, bea], [carl, dora])
    doors = of(ana)
    (listed,) = conforms(doors.api("get", "pairs"))["results"]
    assert listed["name"] == "Ana and Bea"
    assert listed["players"] == [
        {"id": ana.public_id, "name": "Ana"},
        {"id": "", "name": "Bea"},
    ]
    told = conforms(doors.api("get", "pair", listed["id"]))
    assert (told["summary"]["won"], told["opponents"][0]["name"]) == (1, "Carl and Dora")
    (match,) = conforms(doors.api("get", "pair_history", listed["id"]))["results"]
    assert (match["partners"], len(match["opponents"])) == ([], 2)
    other = told["opponents"][0]["id"]
    versus = conforms(doors.api("get", "pairs_versus", listed["id"], other))
    assert versus["summary"]["matches"] == 1
    again = conforms(doors.api("get", "pairs_versus_matches", listed["id"], other))
    assert len(again["results"]) == 1


def test_a_history_costs_the_same_however_long_it_is() -> None:
    ana, bea = member("Ana"), member("Bea")
    doors = of(ana)
    asked: list[Callable[[], Plain]] = [
        lambda: doors.api("get", "player", ana.public_id),
        lambda: doors.api("get", "player_history", ana.public_id),
        lambda: doors.api("get", "players_versus", ana.public_id, bea.public_id),
        lambda: doors.api("get", "players_versus_matches", ana.public_id, bea.public_id),
    ]
    doors.api("get", "me")  # a token's use is noted once a while
    counts = []
    for more in (2, 12):
        for _ in range(more):
            confirmed_result([ana, PlayerFactory.create()], [bea, member("Other")])
        for ask in asked:
            with CaptureQueriesContext(connection) as queries:
                assert ask().status_code == 200
            counts.append(len(queries))
    assert counts[:4] == counts[4:]


def test_a_history_comes_in_pages() -> None:
    ana, bea = member("Ana"), member("Bea")
    for points in range(7):
        confirmed_result([ana], [bea], points=(points, 3000))
    doors = of(ana)
    page = doors.api("get", "player_history", ana.public_id, data={"page_size": 3}).json()
    found = page["results"]
    while page["next"]:
        page = doors.program.get(page["next"]).json()
        found += page["results"]
    assert [match["points"] for match in found] == [6, 5, 4, 3, 2, 1, 0]


def test_a_guests_history_names_no_sheet() -> None:
    owner = UserFactory.create()
    guest = player_create(name="Bea", actor=owner)
    confirmed_result([guest], [member("Carl")])
    (match,) = doors_of(owner).api("get", "player_history", guest.public_id).json()["results"]
    assert match["sheet"] is None
    assert match["opponents"] == [{"id": "", "name": "Carl"}]
