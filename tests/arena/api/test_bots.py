"""Bots through the programming interface: found, made, described, retired."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from arena.models import Bot, BotVersion
from arena.services.bots import BOTS_MAX, bot_create
from tests.api_client import client_with_token
from tests.api_document import conforms
from tests.arena.api.bot_calls import BOTS, RULES, a_file, at, faults, refusal, send_bot
from tests.arena.bot_kit import ToldCheck, bot_sent_in, program
from tests.arena.shown_matches import bench, bot_playing
from tests.factories import UserFactory
from tournaments.models import ApiCall, User
from tournaments.services.accounts import account_delete

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana_calls(ana: User) -> Client:
    return client_with_token(ana)


@pytest.fixture
def bea_calls(bea: User) -> Client:
    return client_with_token(bea)


def names(answer: Any) -> list[str]:  # noqa: ANN401 - Django's test response
    return [bot["name"] for bot in conforms(answer)["results"]]


# Finding


def test_a_bot_as_everybody_and_as_its_author_reads_it(
    ana_calls: Client, mustard: BotVersion
) -> None:
    version = mustard
    expected = {
        "id": version.bot.public_id,
        "name": "Mustard",
        "author": "Ana",
        "is_mine": False,
        "is_retired": False,
        "active_version": 1,
        "profiles": version.profiles,
        "can_play": True,
        "hindrance": "",
        "latest_version": 1,
        "latest_state": None,
        "page": f"/bots/{version.bot.public_id}/",
    }
    told = conforms(Client().get(at("bot", version.bot)))
    assert {name: told[name] for name in expected} == expected
    mine = conforms(ana_calls.get(at("bot", version.bot)))
    assert (mine["is_mine"], mine["latest_state"]) == (True, "valid")


def test_what_keeps_a_bot_from_playing_is_said(mustard: BotVersion) -> None:
    bench(mustard.bot)
    told = conforms(Client().get(at("bot", mustard.bot)))
    assert not told["can_play"]
    assert "benched" in told["hindrance"]


def test_bots_are_searched_and_filtered(mustard: BotVersion, pepper: BotVersion, bea: User) -> None:
    bot_playing(bea, "Truco", profiles=["burako/duel"])
    bot_sent_in(bea, "Not playing yet")
    assert names(Client().get(BOTS)) == ["Mustard", "Pepper", "Truco"]
    assert names(Client().get(f"{BOTS}?q=must")) == ["Mustard"]
    assert names(Client().get(f"{BOTS}?q=bea")) == ["Pepper", "Truco"]
    assert names(Client().get(f"{BOTS}?profile=burako/duel")) == ["Truco"]


def test_mine_lists_what_is_not_public_yet(
    ana_calls: Client, ana: User, mustard: BotVersion, pepper: BotVersion
) -> None:
    bot_sent_in(ana, "Young")
    Bot.objects.filter(pk=mustard.bot_id).update(retired_at=mustard.bot.created_at)
    assert names(ana_calls.get(f"{BOTS}?mine=true")) == ["Young", "Mustard"]
    assert names(ana_calls.get(f"{BOTS}?mine=true&q=young")) == ["Young"]
    assert names(ana_calls.get(f"{BOTS}?mine=true&profile=burako/duel")) == []
    assert names(ana_calls.get(f"{BOTS}?mine=false")) == ["Pepper"]
    assert refusal(Client().get(f"{BOTS}?mine=true"))[0] == 401


@pytest.mark.parametrize(
    ("query", "field"),
    [("rules=durak/volga", "rules"), ("profile=durak/no", "profile"), ("mine=perhaps", "mine"),
     (f"q={'a' * 101}", "q"), ("cursor=nonsense", "cursor"), ("page_size=0", "page_size")],
)  # fmt: skip
def test_nonsense_in_the_address_is_named(query: str, field: str) -> None:
    answer = Client().get(f"{BOTS}?{query}")
    assert (answer.status_code, list(faults(answer))) == (422, [field])


def test_the_list_comes_in_pages(mustard: BotVersion, pepper: BotVersion) -> None:
    first = conforms(Client().get(f"{BOTS}?page_size=1"))
    second = conforms(Client().get(first["next"]))
    assert [one["name"] for one in (*first["results"], *second["results"])] == ["Mustard", "Pepper"]
    assert second["next"] is None


def test_lists_take_as_many_queries_with_many_bots_as_with_few(
    ana: User, ana_calls: Client
) -> None:
    def queries(address: str) -> int:
        ana_calls.get(address)
        with CaptureQueriesContext(connection) as captured:
            assert ana_calls.get(address).status_code == 200
        return len(captured)

    addresses = [f"{BOTS}?page_size=100", f"{BOTS}?mine=true&page_size=100"]
    bot_playing(ana, "First")
    few = [queries(address) for address in addresses]
    for number in range(12):
        bot_playing(ana, f"Walnut {number}")
        bot_playing(UserFactory.create(), f"Almond {number}")
    assert [queries(address) for address in addresses] == few


# Sending one in


def test_a_new_bot_comes_with_its_first_version(ana_calls: Client, ana: User) -> None:
    answer = send_bot(ana_calls, description="Counts trumps.", note="The first", activate="false")
    told = conforms(answer)
    version = BotVersion.objects.get()
    assert answer.status_code == 201
    assert answer["Location"] == f"http://testserver{at('bot', version.bot)}"
    assert (version.bot.owner, version.note, version.profiles) == (ana, "The first", [RULES])
    assert (told["name"], told["description"], told["latest_version"], told["latest_state"]) == (
        "Mustard",
        "Counts trumps.",
        1,
        "checking",
    )
    assert not version.validations.get().activate_when_valid


def test_it_plays_by_itself_when_it_has_passed_unless_told_otherwise(ana_calls: Client) -> None:
    send_bot(ana_calls)
    ToldCheck(BotVersion.objects.get()).valid()
    assert Bot.objects.get().active_version is not None


@pytest.mark.parametrize(
    ("changes", "field", "code"),
    [
        ({"name": None}, "name", "required"),
        ({"name": "x"}, "name", "too_short"),
        ({"name": "a" * 41}, "name", "max_length"),
        ({"name": "Ana\u202etxt"}, "name", "invisible_characters"),
        ({"name": "a\x00b"}, "name", "null_characters_not_allowed"),
        ({"description": "x" * 2001}, "description", "max_length"),
        ({"description": "a\u202eb"}, "description", "invisible_characters"),
        ({"note": "x" * 501}, "note", "max_length"),
        ({"file": None}, "file", "required"),
        ({"file": "not a file"}, "file", "invalid"),
        ({"file": a_file(b"")}, "file", "empty"),
        ({"file": a_file(name="bot.exe")}, "file", "ending"),
        ({"file": a_file(name=f"{'a' * 250}.py")}, "file", "max_length"),
        ({"file": a_file(b"def choose(:")}, "file", None),
        ({"file": a_file(b"PK nonsense", "mustard.zip")}, "file", None),
        ({"profiles": None}, "profiles", "no_profile"),
        ({"profiles": ["durak/nonsense"]}, "profiles.0", "invalid_choice"),
        ({"activate": "perhaps"}, "activate", "invalid"),
        ({"colour": "red"}, "colour", "unknown_field"),
    ],
    ids=lambda value: str(value)[:40] if isinstance(value, dict) else "",
)
def test_what_is_wrong_is_said_at_its_field(
    ana_calls: Client, changes: dict[str, Any], field: str, code: str | None
) -> None:
    answer = send_bot(ana_calls, **changes)
    assert answer.status_code == 422
    conforms(answer)
    assert list(faults(answer)) == [field]
    assert code is None or faults(answer)[field] == code
    assert not Bot.objects.exists()


def test_a_name_is_taken_once(ana_calls: Client, bea_calls: Client) -> None:
    send_bot(bea_calls)
    answer = send_bot(ana_calls, name="MUSTARD", file=a_file(program("other")))
    assert (answer.status_code, faults(answer)) == (422, {"name": "taken"})


def test_as_many_bots_as_an_account_can_have(ana_calls: Client, ana: User) -> None:
    for number in range(BOTS_MAX):
        bot_create(owner=ana, name=f"Bot {number}")
    assert refusal(send_bot(ana_calls)) == (409, "too_many_bots")


def test_only_files_with_their_fields_are_taken(ana_calls: Client) -> None:
    answer = ana_calls.post(BOTS, {"name": "Mustard"}, content_type="application/json")
    assert answer.status_code == 415
    conforms(answer)


def test_the_same_key_twice_is_one_bot_and_the_same_answer(ana_calls: Client) -> None:
    first = send_bot(ana_calls, key="one")
    again = send_bot(ana_calls, key="one")
    assert (first.status_code, again.status_code) == (201, 201)
    assert again["Idempotency-Replayed"] == "true"
    assert (again.json(), again["Location"]) == (first.json(), first["Location"])
    assert Bot.objects.count() == BotVersion.objects.count() == ApiCall.objects.count() == 1


def test_another_bot_under_the_same_key_is_refused(ana_calls: Client) -> None:
    send_bot(ana_calls, key="one")
    other = send_bot(ana_calls, key="one", file=a_file(program("other")), name="Pepper")
    assert refusal(other) == (422, "idempotency_key_reused")
    assert Bot.objects.count() == 1


def test_what_was_refused_can_be_mended_with_the_same_key(ana_calls: Client) -> None:
    assert send_bot(ana_calls, key="one", profiles=None).status_code == 422
    assert send_bot(ana_calls, key="one").status_code == 201


# Afterwards


def test_words_are_changed_one_by_one(ana_calls: Client, mustard: BotVersion) -> None:
    address = at("bot", mustard.bot)
    ana_calls.patch(address, {"description": "Counts."}, content_type="application/json")
    told = conforms(ana_calls.patch(address, {"name": "Ketchup"}, content_type="application/json"))
    assert (told["name"], told["description"]) == ("Ketchup", "Counts.")
    refused = ana_calls.patch(address, {"name": "?!"}, content_type="application/json")
    assert faults(refused) == {"name": "no_letter_or_digit"}


def test_retiring_and_coming_back(ana_calls: Client, mustard: BotVersion) -> None:
    told = conforms(ana_calls.post(at("bot_retire", mustard.bot)))
    assert (told["is_retired"], told["can_play"]) == (True, False)
    assert "retired" in told["hindrance"]
    told = conforms(ana_calls.post(at("bot_return", mustard.bot)))
    assert (told["is_retired"], told["can_play"]) == (False, True)


def test_a_bot_whose_author_has_left_has_no_name(
    ana: User, mustard: BotVersion, played: object
) -> None:
    account_delete(account=ana)
    told = conforms(Client().get(at("bot", mustard.bot)))
    assert (told["author"], told["is_retired"]) == ("", True)
    assert "Mustard" not in told["name"]


@pytest.mark.parametrize("scopes", [["matches:write"], ["bots:read"]])
def test_a_token_that_is_not_made_for_it_is_refused(ana: User, scopes: list[str]) -> None:
    assert refusal(send_bot(client_with_token(ana, scopes))) == (403, "scope_missing")
    assert not Bot.objects.exists()


def test_what_is_not_there_is_not_found(ana_calls: Client) -> None:
    for path in ("nosuchbot", "nosuchbot/versions", "nosuchbot/versions/1", "nosuchbot/ratings"):
        answer = ana_calls.get(f"{BOTS}{path}/")
        assert refusal(answer) == (404, "not_found")
