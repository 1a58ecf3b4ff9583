"""Versions of bots through the programming interface."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from arena.models import BotVersion
from tests.api_client import client_with_token
from tests.api_document import conforms
from tests.arena.api.bot_calls import RULES, a_file, at, faults, refusal, send_version
from tests.arena.bot_kit import (
    ANSWERED,
    ASKED,
    PROGRAM,
    ToldCheck,
    bot_sent_in,
    program,
    runner_arrives,
    text_of,
    version_sent_in,
)
from tournaments.models import User

pytestmark = pytest.mark.django_db

OWN = ("state", "file_name", "size", "sha256", "command", "packages", "note")


@pytest.fixture
def calls(ana: User) -> Client:
    return client_with_token(ana)


@pytest.fixture
def young(ana: User) -> BotVersion:
    """A bot whose first version waits for its checks."""
    return bot_sent_in(ana, "Young", profiles=[RULES])


def told(calls: Client, version: BotVersion) -> Any:  # noqa: ANN401 - JSON
    return conforms(calls.get(at("bot_version", version)))


# Another version


def test_another_version(calls: Client, young: BotVersion) -> None:
    answer = send_version(calls, young.bot, file=a_file(program("two")), note="Better.")
    said = conforms(answer)
    second = BotVersion.objects.get(number=2)
    assert answer.status_code == 201
    assert answer["Location"] == f"http://testserver{at('bot_version', second)}"
    assert (said["number"], said["note"], said["state"]) == (2, "Better.", "checking")
    assert (said["file_name"], said["sha256"]) == ("mustard.py", second.digest)
    assert said["check"]["text"].startswith("No runner is at work now. Version 2")
    assert second.validations.get().activate_when_valid


def test_a_file_that_is_here_already_is_refused_unless_it_is_meant(
    calls: Client, young: BotVersion
) -> None:
    answer = send_version(calls, young.bot)
    assert refusal(answer) == (409, "same_file")
    conforms(answer)
    assert "version 1" in answer.json()["detail"]
    assert faults(answer) == {"file": "same_file"}
    assert send_version(calls, young.bot, same_again="true").status_code == 201
    assert BotVersion.objects.count() == 2


def test_a_retired_bot_takes_no_versions(calls: Client, young: BotVersion) -> None:
    calls.post(at("bot_retire", young.bot))
    answer = send_version(calls, young.bot, file=a_file(program("two")))
    assert refusal(answer) == (409, "retired")


def test_the_same_key_twice_is_one_version(calls: Client, young: BotVersion) -> None:
    first = send_version(calls, young.bot, key="k", file=a_file(program("two")))
    again = send_version(calls, young.bot, key="k", file=a_file(program("two")))
    assert again.status_code == 201
    assert again["Idempotency-Replayed"] == "true"
    assert (again.json(), again["Location"]) == (first.json(), first["Location"])
    assert BotVersion.objects.count() == 2


# What everybody may know


def test_strangers_learn_public_facts_only(young: BotVersion, bea: User, ana: User) -> None:
    version_sent_in(ToldCheck(young).valid(), "two", note="A secret")
    for client in (Client(), client_with_token(bea)):
        row, _first = conforms(client.get(at("bot_versions", young.bot)))["results"]
        assert (row["number"], row["profiles"], row["is_active"]) == (2, [RULES], False)
        whole = told(client, young)
        assert (whole["number"], whole["is_active"], whole["check"]) == (1, True, None)
        assert {one[name] for one in (row, whole) for name in OWN} == {None}
    mine = conforms(client_with_token(ana).get(at("bot_versions", young.bot)))["results"][0]
    assert (mine["state"], mine["note"]) == ("checking", "A secret")


def test_versions_take_as_many_queries_with_many_as_with_one(
    calls: Client, young: BotVersion
) -> None:
    def queries() -> int:
        calls.get(at("bot_versions", young.bot))
        with CaptureQueriesContext(connection) as captured:
            assert calls.get(at("bot_versions", young.bot)).status_code == 200
        return len(captured)

    few = queries()
    for number in range(9):
        version_sent_in(young, str(number))
    assert queries() == few


# How the checks go, in the page's own words


def assert_as_on_the_page(ana: User, version: BotVersion, check: dict[str, Any]) -> None:
    browser = Client()
    browser.force_login(ana)
    page = text_of(browser.get(check["page"]))
    assert check["text"] in page
    for step in check["steps"]:
        assert step["name"] in page


def test_the_place_in_the_line(calls: Client, ana: User, bea: User) -> None:
    runner_arrives()
    bot_sent_in(bea, "Before")
    version = bot_sent_in(ana, "After")
    check = told(calls, version)["check"]
    assert (check["is_over"], check["verdict"], check["waiting_before"]) == (False, None, 1)
    assert check["text"] == "Version 1 waits for its turn: 1 before you."
    assert_as_on_the_page(ana, version, check)


def test_a_check_is_told_step_by_step(calls: Client, ana: User, young: BotVersion) -> None:
    ToldCheck(young).running(3, progress="3/10")
    check = told(calls, young)["check"]
    assert (check["is_over"], check["waiting_before"]) == (False, None)
    states = [(step["kind"], step["state"]) for step in check["steps"]]
    assert states == [
        ("unpack", "passed"),
        ("start", "passed"),
        ("handshake", "passed"),
        ("match", "running"),
    ]
    assert (check["steps"][3]["profile"], check["steps"][3]["progress"]) == (RULES, "3 of 10 games")
    assert_as_on_the_page(ana, young, check)


def test_a_failure_is_explained(calls: Client, ana: User, young: BotVersion) -> None:
    ToldCheck(young).invalid(3, "It played a card that it does not hold.", log="Traceback")
    said = told(calls, young)
    check = said["check"]
    assert (said["state"], check["is_over"], check["verdict"]) == ("invalid", True, "invalid")
    assert (check["steps"][3]["asked"], check["steps"][3]["answered"]) == (ASKED, ANSWERED)
    assert "does not hold" in check["steps"][3]["text"]
    assert check["usage"][0]["profile"] == RULES
    assert check["commands"][0]["line"].startswith("durako play")
    assert check["has_log"]
    assert_as_on_the_page(ana, young, check)


def test_what_passed_plays(calls: Client, ana: User, young: BotVersion) -> None:
    ToldCheck(young).valid()
    said = told(calls, young)
    assert (said["state"], said["is_active"], said["check"]["verdict"]) == ("valid", True, "valid")
    assert said["check"]["text"] == "Version 1 passed every check and plays now."
    assert_as_on_the_page(ana, young, said["check"])


def test_what_we_broke_can_be_checked_again(calls: Client, young: BotVersion) -> None:
    assert refusal(calls.post(at("bot_version_check", young))) == (409, "checked")
    ToldCheck(young).broken("The worker vanished.")
    said = told(calls, young)
    assert (said["state"], said["check"]["verdict"]) == ("unchecked", "broken")
    again = conforms(calls.post(at("bot_version_check", young)))
    assert (again["state"], again["check"]["is_over"]) == ("checking", False)


def test_rolling_back(calls: Client, young: BotVersion) -> None:
    ToldCheck(young).valid()
    second = ToldCheck(version_sent_in(young, "two")).valid()
    assert told(calls, second)["is_active"]
    assert conforms(calls.post(at("bot_version_activate", young)))["is_active"]
    assert not told(calls, second)["is_active"]


def test_what_did_not_pass_cannot_be_activated(calls: Client, young: BotVersion) -> None:
    assert refusal(calls.post(at("bot_version_activate", young))) == (409, "not_valid")


# What is taken home


def test_the_file_comes_back_as_it_was_sent(calls: Client, young: BotVersion) -> None:
    answer = calls.get(at("bot_version_file", young))
    conforms(answer)
    assert answer.content == PROGRAM
    assert "mustard.py" in answer["Content-Disposition"]
    assert answer["Cache-Control"] == "private, no-store"


def test_the_log_is_plain_text_once_there_is_one(calls: Client, young: BotVersion) -> None:
    assert refusal(calls.get(at("bot_version_log", young))) == (404, "not_found")
    ToldCheck(young).invalid(1, "It crashed.", log="Traceback\x1b[31m")
    answer = calls.get(at("bot_version_log", young))
    conforms(answer)
    assert answer.content.decode() == "Traceback\x1b[31m"


@pytest.mark.parametrize("number", [2, 2**31, 10**30])
@pytest.mark.parametrize("part", ["", "file/", "log/", "events/"])
def test_a_version_that_is_not_there_is_not_found(
    calls: Client, young: BotVersion, number: int, part: str
) -> None:
    answer = calls.get(f"{at('bot_versions', young.bot)}{number}/{part}")
    assert refusal(answer) == (404, "not_found")


def test_unknown_parameters_are_refused(calls: Client, young: BotVersion) -> None:
    for name in ("bot_version", "bot_version_file", "bot_version_log", "bot_version_events"):
        answer = calls.get(f"{at(name, young)}?colour=red")
        assert (answer.status_code, faults(answer)) == (422, {"colour": "unknown_field"})
