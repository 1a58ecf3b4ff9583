"""Rule sets by programs: values with their faults at the names that were sent."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.burako import SEED_RULES, BurakoRuleSet
from tests.api_document import conforms
from tests.factories import RuleSetVersionFactory, UserFactory
from tests.tournaments.api.doors import Doors, Plain, doors_of, faults, suspended, with_key
from tournaments.models import RuleSet, RuleSetVersion, User
from tournaments.selectors.rule_sets import house_rule_version
from tournaments.services import rule_sets
from tournaments.services.rule_sets import rule_set_create

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> User:
    return UserFactory.create(display_name="Ana")


@pytest.fixture
def doors(ana: User) -> Doors:
    return doors_of(ana)


def test_a_clubs_rules_are_saved_changed_archived_and_restored(doors: Doors, ana: User) -> None:
    body = {"name": "Club Norte", "values": {"close": 150, "tile_values": {"joker": 60}}}
    answer = doors.api("post", "rule_sets", body=body)
    made = conforms(answer)
    assert answer.status_code == 201
    assert answer["Location"].endswith(f"/api/v1/rule-sets/{made['id']}/")
    version = RuleSetVersion.objects.get(rule_set__owner=ana)
    assert version.rules.close == 150
    assert version.rules.tile_values.joker == 60
    assert version.rules.pure_canasta == SEED_RULES.pure_canasta
    assert (made["version"], made["owner"], made["is_mine"]) == (1, "Ana", True)
    assert "The side that closed gets +150 for it." in made["changes"]
    change = {"values": {"close": 200, "hand_limit": 12}}
    changed = conforms(doors.api("patch", "rule_set", made["id"], body=change))
    assert (changed["version"], changed["name"]) == (2, "Club Norte")
    assert changed["values"]["tile_values"]["joker"] == 60
    old = conforms(doors.api("get", "rule_set_version", made["id"], 1))
    assert (old["version"], old["latest"], old["values"]["close"]) == (1, 2, 150)
    assert [one["number"] for one in old["versions"]] == [2, 1]
    renamed = conforms(doors.api("patch", "rule_set", made["id"], body={"name": "Club Sur"}))
    assert (renamed["version"], renamed["name"]) == (2, "Club Sur")
    assert conforms(doors.api("post", "rule_set_archive", made["id"]))["is_archived"]
    assert not conforms(doors.api("post", "rule_set_restore", made["id"]))["is_archived"]


def test_what_was_told_can_be_sent_back(doors: Doors) -> None:
    house = house_rule_version().rule_set
    told = conforms(doors.api("get", "rule_set", house.public_id))
    assert told["is_house"]
    made = doors.api("post", "rule_sets", body={"name": "Mine", "values": told["values"]})
    assert conforms(made)["values"] == told["values"] == SEED_RULES.as_dict()


def test_rules_can_be_based_on_others(doors: Doors) -> None:
    other = rule_set_create(
        owner=UserFactory.create(), name="Theirs", rules=BurakoRuleSet(close=300, hand_limit=5)
    )
    body = {"name": "Mine", "based_on": other.rule_set.public_id, "values": {"close": 10}}
    made = conforms(doors.api("post", "rule_sets", body=body))
    assert (made["values"]["close"], made["values"]["hand_limit"]) == (10, 5)
    answer = doors.api("post", "rule_sets", body={"name": "Mine", "based_on": "nothing"})
    assert faults(answer) == {"based_on": "no_rule_set"}


@pytest.mark.parametrize(
    ("values", "fault"),
    [
        ({"close": -1}, {"values.close": "min_value"}),
        ({"close": "many"}, {"values.close": "invalid"}),
        ({"close": 9**99}, {"values.close": "max_value"}),
        ({"tile_values": {"joker": 0}}, {"values.tile_values.joker": "min_value"}),
        ({"tile_values": {"queen": 5}}, {"values.tile_values.queen": "unknown_field"}),
        ({"target_points": None}, {"values.target_points": "no_match_end"}),
        ({"opening_points": 9000}, {"values.opening_points": "out_of_range"}),
        ({"opening_per": "nobody"}, {"values.opening_per": "invalid_choice"}),
        ({"closing": 5}, {"values.closing": "unknown_field"}),
        ({"schema": 2}, {"values.schema": "max_value"}),
    ],
)
def test_a_bad_value_is_refused_at_the_name_that_was_sent(
    doors: Doors, ana: User, values: Plain, fault: dict[str, str]
) -> None:
    answer = doors.api("post", "rule_sets", body={"name": "Club", "values": values})
    assert (answer.status_code, faults(answer)) == (422, fault)
    own = rule_set_create(owner=ana, name="Club", rules=SEED_RULES).rule_set
    answer = doors.api("patch", "rule_set", own.public_id, body={"values": values})
    assert (answer.status_code, faults(answer)) == (422, fault)
    assert own.versions.count() == 1


def test_limits_hold_here_too(doors: Doors, ana: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rule_sets, "RULE_SETS_MAX", 1)
    monkeypatch.setattr(rule_sets, "VERSIONS_MAX", 1)
    made = doors.api("post", "rule_sets", body={"name": "Club"}).json()
    full = doors.api("post", "rule_sets", body={"name": "Another"})
    assert (full.status_code, full.json()["code"]) == (409, "too_many_rule_sets")
    worn = doors.api("patch", "rule_set", made["id"], body={"values": {"close": 1}})
    assert (worn.status_code, worn.json()["code"]) == (409, "too_many_versions")


def test_the_same_call_twice_saves_one(doors: Doors, ana: User) -> None:
    header = with_key()
    first, again = (doors.api("post", "rule_sets", body={"name": "C1"}, **header) for _ in range(2))
    assert (first.status_code, first.json()) == (201, again.json())
    assert RuleSet.objects.filter(owner=ana).count() == 1


def test_a_list_has_the_houses_and_ones_own_and_costs_the_same(doors: Doors, ana: User) -> None:
    RuleSetVersionFactory.create()  # somebody else's
    doors.api("get", "me")  # a token's use is noted once a while
    counts = []
    for more in (1, 8):
        for number in range(more):
            rule_set_create(owner=ana, name=f"Club {more} {number}", rules=SEED_RULES)
        with CaptureQueriesContext(connection) as queries:
            conforms(doors.api("get", "rule_sets"))
        counts.append(len(queries))
    assert counts[0] == counts[1]
    listed = doors.api("get", "rule_sets").json()["results"]
    assert len(listed) == 10
    assert [one["is_house"] for one in listed] == [True] + [False] * 9
    assert all(one["is_mine"] for one in listed[1:])
    (only,) = conforms(Doors().api("get", "rule_sets"))["results"]
    assert only["is_house"]


def test_only_the_owner_changes_rules_at_either_door(ana: User) -> None:
    own = rule_set_create(owner=ana, name="Club", rules=SEED_RULES).rule_set
    for doors in (doors_of(UserFactory.create()), Doors(), suspended()):
        page = doors.browser.post(reverse("rule_set_edit", args=[own.public_id]), {"name": "X2"})
        assert page.status_code in {302, 404}  # sent to log in, or told that there is none
        for method, name, body in (
            ("patch", "rule_set", {"name": "Stolen"}),
            ("post", "rule_set_archive", None),
            ("post", "rule_set_restore", None),
        ):
            answer = doors.api(method, name, own.public_id, body=body)
            assert answer.status_code in {401, 404}
    house = house_rule_version().rule_set
    answer = doors_of(ana).api("patch", "rule_set", house.public_id, body={"name": "Mine"})
    assert answer.status_code == 404
    own.refresh_from_db()
    assert (own.name, own.archived) == ("Club", False)


def test_whoever_knows_rules_reads_them_at_both_doors(ana: User) -> None:
    own = rule_set_create(owner=ana, name="Club", rules=SEED_RULES).rule_set
    for doors in (doors_of(UserFactory.create()), Doors()):
        assert doors.page("rule_set", own.public_id).status_code == 200
        assert conforms(doors.api("get", "rule_set", own.public_id))["name"] == "Club"
        assert not doors.api("get", "rule_set", own.public_id).json()["is_mine"]
        assert "Club" not in doors.api("get", "rule_sets").content.decode()
    for number in (2, 2**31, 10**30):
        assert Doors().page("rule_set_version", own.public_id, number).status_code == 404
        assert Doors().api("get", "rule_set_version", own.public_id, number).status_code == 404
