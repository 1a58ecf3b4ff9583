"""A/B tests by programs: begun, followed and stopped on the same terms as on the pages."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from arena.ab_terms import AHEAD, RUNNING_MAX
from arena.models import AbTest, BotVersion
from arena.services.ab_tests import ab_test_stop
from tests.api_client import client_with_token
from tests.api_document import conforms
from tests.arena.ab_kit import USUAL, begun, open_matches, take, two_versions
from tests.arena.api.match_doors import looks_noted
from tests.arena.shown_matches import DUEL, bot_playing, browser_of
from tests.factories import AbTestFactory, UserFactory
from tests.permissions.roles import Role, api_client_for, client_for
from tournaments.models import User

pytestmark = pytest.mark.django_db
TESTS = reverse("api:ab_tests")
TERMS = reverse("api:ab_terms")


@pytest.fixture
def program(ana: User) -> Client:
    return client_with_token(ana)


@pytest.fixture
def versions(ana: User) -> tuple[BotVersion, BotVersion]:
    return two_versions(ana)


@pytest.fixture
def body(versions: tuple[BotVersion, BotVersion]) -> dict[str, Any]:
    new, old = ({"bot": one.bot.public_id, "version": one.number} for one in versions)
    return {**USUAL, "new": new, "old": old}


def at(name: str, test: AbTest) -> str:
    return reverse(f"api:{name}", args=[test.public_id])


def ask(client: Client, body: dict[str, Any], key: str = "") -> Any:  # noqa: ANN401
    headers = {"Idempotency-Key": key} if key else {}
    return client.post(TESTS, body, content_type="application/json", headers=headers)


def test_a_test_is_begun_and_told(
    program: Client, body: dict[str, Any], versions: tuple[BotVersion, BotVersion]
) -> None:
    answer = ask(program, body)
    told = conforms(answer)
    test = AbTest.objects.get()
    assert answer.status_code == 201
    assert answer["Location"] == f"http://testserver/api/v1/ab-tests/{test.public_id}/"
    assert (test.new, test.old, test.matches.count()) == (*versions, AHEAD)
    assert {name: told[name] for name in USUAL} == USUAL
    assert (told["state"], told["sets"], told["elo_estimate"]) == ("running", 0, None)
    assert told["new"] == {
        "bot": versions[0].bot.public_id,
        "name": versions[0].bot.public_name,
        "version": versions[0].number,
    }


def test_what_is_left_out_is_as_usual(program: Client, body: dict[str, Any]) -> None:
    short = {name: body[name] for name in ("new", "old", "profile")}
    told = conforms(ask(program, short))
    chosen = conforms(program.get(TERMS))["chosen"]
    assert {name: told[name] for name in chosen} == chosen


def test_the_same_key_is_the_same_test(program: Client, body: dict[str, Any], ana: User) -> None:
    first = ask(program, body, "one")
    ab_test_stop(test=AbTest.objects.get(), by=ana)
    again = ask(program, body, "one")
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert AbTest.objects.count() == 1


@pytest.mark.parametrize(
    ("change", "field", "code"),
    [
        ({"new": {"bot": "nobody", "version": 1}}, "new", "unknown_version"),
        ({"new": {"version": 1}}, "new.bot", "required"),
        ({"old": {"bot": "nobody", "version": 0}}, "old.version", "min_value"),
        ({"profile": "durak/none"}, "profile", "profile"),
        ({"players": 3}, "players", "not_offered"),
        ({"boards": 7}, "boards", "not_offered"),
        ({"sets_most": 7}, "sets_most", "not_offered"),
        ({"elo": 7}, "elo", "invalid_choice"),
        ({"error_rate": 0.5}, "error_rate", "invalid_choice"),
        ({"question": "why"}, "question", "invalid_choice"),
    ],
)
def test_faults_are_named_at_what_was_sent(
    program: Client, body: dict[str, Any], change: dict[str, Any], field: str, code: str
) -> None:
    answer = ask(program, {**body, **change})
    assert answer.status_code == 422
    told = [(one["field"], one["code"]) for one in conforms(answer)["errors"]]
    assert told == [(field, code)]
    assert not AbTest.objects.exists()


def test_rules_that_there_are_not_are_refused_without_the_rest(
    program: Client, body: dict[str, Any]
) -> None:
    short = {"new": body["new"], "old": body["old"], "profile": "nothing"}
    assert conforms(ask(program, short))["errors"][0]["field"] == "profile"


def test_a_version_is_not_compared_with_itself(program: Client, body: dict[str, Any]) -> None:
    told = conforms(ask(program, {**body, "old": body["new"]}))
    assert [(one["field"], one["code"]) for one in told["errors"]] == [("old", "same")]


def test_nobody_tests_anothers_bot_at_either_door(bea: User, body: dict[str, Any]) -> None:
    answer = ask(client_with_token(bea), body)
    assert (answer.status_code, conforms(answer)["code"]) == (403, "not_allowed")
    keys = {name: f"{body[name]['bot']}/{body[name]['version']}" for name in ("new", "old")}
    two_versions(bea)
    browser_of(bea).post(reverse("ab:new"), {**USUAL, **keys})
    assert not AbTest.objects.filter(new__bot__public_id=body["new"]["bot"]).exists()


def test_both_doors_share_one_quota(program: Client, ana: User, body: dict[str, Any]) -> None:
    keys = {name: f"{body[name]['bot']}/{body[name]['version']}" for name in ("new", "old")}
    browser_of(ana).post(reverse("ab:new"), {**USUAL, **keys, "boards": 5})
    assert ask(program, body).status_code == 201
    assert AbTest.objects.count() == RUNNING_MAX
    refused = ask(program, {**body, "boards": 25})
    assert (refused.status_code, conforms(refused)["code"]) == (409, "quota")
    assert conforms(program.get(TERMS))["quota"]["refusal"] == refused.json()["detail"]


def test_the_evidence_is_told_step_by_step(
    program: Client, versions: tuple[BotVersion, BotVersion]
) -> None:
    test = begun(versions)
    first = open_matches(test)[0]
    assert take(first, [2, 1, 2, 1, 2, 1, 2, 0, 1, 1])
    told = conforms(program.get(at("ab_test", test)))
    assert told["sets"] == 1
    (step,) = told["steps"]
    assert (step["match"], step["is_counted"]) == (first.public_id, True)
    assert step["share"] == pytest.approx(0.65)
    assert step["llr"] == told["llr"]
    assert told["elo_low"] < told["elo_estimate"] < told["elo_high"]
    assert {one["state"] for one in told["matches"]} == {"queued"}
    assert conforms(program.get(reverse("api:match", args=[first.public_id])))["ab_test"] == (
        test.public_id
    )


def test_a_test_is_stopped_once(program: Client, versions: tuple[BotVersion, BotVersion]) -> None:
    test = begun(versions)
    told = conforms(program.post(at("ab_test_stop", test)))
    assert (told["state"], told["reason"]) == ("stopped", "by_author")
    again = program.post(at("ab_test_stop", test))
    assert (again.status_code, conforms(again)["code"]) == (409, "over")


WHOEVER = [role for role in Role if role is not Role.STAFF_2FA]


@pytest.mark.parametrize(
    ("call", "page"),
    [("ab_test", "ab:test"), ("ab_test_events", "ab:events")],
)
def test_both_doors_are_open_to_the_author_only(ana: User, call: str, page: str) -> None:
    test = AbTestFactory.create(owner=ana)
    address = reverse(page, args=[test.public_id])
    assert browser_of(ana).get(address).status_code == 200
    assert client_with_token(ana).get(at(call, test)).status_code == 200
    for role in WHOEVER:
        answer = api_client_for(role).get(at(call, test))
        assert client_for(role).get(address).status_code != 200, role
        assert answer.status_code in {401, 404}, role
        conforms(answer)
    assert api_client_for(Role.STAFF_2FA).get(at(call, test)).status_code == 404


def test_nobody_else_stops_it(ana: User, bea: User) -> None:
    test = AbTestFactory.create(owner=ana)
    assert client_with_token(bea).post(at("ab_test_stop", test)).status_code == 404
    assert browser_of(bea).post(reverse("ab:stop", args=[test.public_id])).status_code == 404
    test.refresh_from_db()
    assert test.is_running


def test_the_list_holds_ones_own_tests_only(program: Client, ana: User) -> None:
    own = AbTestFactory.create(owner=ana)
    AbTestFactory.create()
    assert [one["id"] for one in conforms(program.get(TESTS))["results"]] == [own.public_id]
    assert conforms(program.get(TESTS, {"state": "passed"}))["results"] == []


def test_a_stream_ends_with_the_right_to_it(
    program: Client, ana: User, bea: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = looks_noted(monkeypatch, "arena.api.ab_tests")
    test = AbTestFactory.create(owner=ana)
    assert program.get(at("ab_test_events", test)).status_code == 200
    before = looks[0](ana)
    AbTest.objects.update(steps_count=1)
    after = looks[0](ana)
    assert before is not None
    assert after is not None
    assert before.id != after.id
    assert looks[0](bea) is None
    assert looks[0](None) is None


def test_the_terms_say_what_can_be_compared(
    program: Client, ana: User, versions: tuple[BotVersion, BotVersion]
) -> None:
    new, old = versions
    other = bot_playing(ana, "Other", [DUEL])
    told = conforms(program.get(TERMS))
    assert (told["new"]["version"], told["old"]["version"]) == (new.number, old.number)
    assert {one["name"] for one in told["versions"]} == {new.bot.public_name, "Other"}
    assert (told["profile"], told["offered"]["boards"]) == (DUEL, [5, 10, 25, 50])
    assert told["cost"]["sets_soon"] <= told["cost"]["sets_longest"] <= 200
    asked = {
        "old": f"{other.bot.public_id}/{other.number}",
        "boards": "50",
        "elo": "100",
        "players": "9",
    }
    told = conforms(program.get(TERMS, asked))
    assert told["old"]["name"] == "Other"
    assert (told["chosen"]["boards"], told["chosen"]["elo"]) == (50, 100)
    assert told["chosen"]["players"] == 2, "nine are not offered"


def test_the_terms_without_two_versions_offer_nothing(program: Client) -> None:
    told = conforms(program.get(TERMS))
    assert (told["versions"], told["new"], told["offered"], told["cost"]) == ([], None, None, None)


def test_long_lists_ask_the_database_no_more_than_short_ones(program: Client, ana: User) -> None:
    def queries() -> int:
        program.get(TESTS)
        with CaptureQueriesContext(connection) as captured:
            assert program.get(TESTS, {"page_size": "100"}).status_code == 200
        return len(captured)

    AbTestFactory.create(owner=ana)
    with_few = queries()
    for _ in range(20):
        AbTestFactory.create(owner=ana)
    assert queries() == with_few


def test_the_terms_of_strangers_versions_are_not_told(program: Client) -> None:
    two_versions(UserFactory.create())
    assert conforms(program.get(TERMS))["versions"] == []
