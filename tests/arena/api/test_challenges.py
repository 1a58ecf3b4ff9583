"""Challenges by programs: on the same terms as on the page."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from arena.challenge_terms import OPEN_MAX
from arena.models import BotVersion, Match
from arena.services.challenges import challenge_withdraw
from tests.api_client import client_with_token
from tests.api_document import conforms
from tests.arena.shown_matches import DUEL, FOUR, bench, bot_playing, browser_of, match_played
from tests.factories import UserFactory
from tournaments.models import User
from tournaments.services.moderation import account_suspend

pytestmark = pytest.mark.django_db
CHALLENGES = reverse("api:challenges")
TERMS = reverse("api:challenge_terms")


@pytest.fixture
def program(ana: User) -> Client:
    return client_with_token(ana)


@pytest.fixture
def body(mustard: BotVersion, pepper: BotVersion) -> dict[str, Any]:
    return {
        "bot": mustard.bot.public_id,
        "opponents": [pepper.bot.public_id],
        "profile": DUEL,
        "boards": 5,
    }


def ask(client: Client, body: dict[str, Any], key: str = "") -> Any:  # noqa: ANN401
    headers = {"Idempotency-Key": key} if key else {}
    return client.post(CHALLENGES, body, content_type="application/json", headers=headers)


def test_a_challenge_waits_for_its_turn(
    program: Client, ana: User, body: dict[str, Any], mustard: BotVersion, pepper: BotVersion
) -> None:
    answer = ask(program, body)
    told = conforms(answer)
    match = Match.objects.get()
    assert (answer.status_code, told["id"], told["state"]) == (201, match.public_id, "queued")
    assert answer["Location"] == f"http://testserver/api/v1/matches/{match.public_id}/"
    assert [side["bot"] for side in told["sides"]] == [body["bot"], *body["opponents"]]
    assert told["queue"]["position"] == 1
    assert (match.requested_by, match.kind, match.boards) == (ana, "challenge", 5)
    assert [one["id"] for one in conforms(program.get(CHALLENGES))["results"]] == [told["id"]]


def test_the_same_key_is_the_same_challenge(program: Client, body: dict[str, Any]) -> None:
    first, again = (ask(program, body, "one") for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert again["Location"] == first["Location"]
    assert again["Idempotency-Replayed"] == "true"
    assert Match.objects.count() == 1
    assert ask(program, body, "two").status_code == 201
    assert Match.objects.count() == 2
    differs = ask(program, {**body, "boards": 10}, "one")
    assert (differs.status_code, differs.json()["code"]) == (422, "idempotency_key_reused")


@pytest.mark.parametrize(
    ("change", "field", "code"),
    [
        ({"bot": "no-such-bot"}, "bot", "unknown_bot"),
        ({"opponents": ["no-such-bot"]}, "opponents", "unknown_bot"),
        ({"opponents": []}, "opponents", "min_length"),
        ({"profile": "durak/none"}, "profile", "profile"),
        ({"profile": FOUR}, "opponents", "sides"),
        ({"boards": 7}, "boards", "boards"),
        ({"boards": 0}, "boards", "min_value"),
        ({"after": 3}, "after", "unknown_field"),
    ],
)
def test_faults_are_named_at_what_was_sent(
    program: Client, body: dict[str, Any], change: dict[str, Any], field: str, code: str
) -> None:
    answer = ask(program, {**body, **change})
    told = conforms(answer)
    assert answer.status_code == 422
    assert [(one["field"], one["code"]) for one in told["errors"]] == [(field, code)]
    assert not Match.objects.exists()


def test_a_bot_does_not_play_itself(program: Client, body: dict[str, Any]) -> None:
    told = conforms(ask(program, {**body, "opponents": [body["bot"]]}))
    assert [(one["field"], one["code"]) for one in told["errors"]] == [("opponents", "twice")]


def test_a_benched_opponent_cannot_be_challenged_at_either_door(
    program: Client, ana: User, body: dict[str, Any], pepper: BotVersion
) -> None:
    bench(pepper.bot)
    told = conforms(ask(program, body))
    assert [(one["field"], one["code"]) for one in told["errors"]] == [("opponents", "cannot_play")]
    page = reverse("bots:challenge", args=[pepper.bot.public_id])
    browser_of(ana).post(page, {"bot": body["bot"], "profile": DUEL, "boards": 5})
    assert not Match.objects.exists()
    terms = conforms(program.get(TERMS, {"opponent": pepper.bot.public_id}))
    assert not terms["opponent"]["can_play"]
    assert "benched" in terms["opponent"]["hindrance"]
    assert (terms["profiles"], terms["can_begin"]) == ([], False)


def test_nobody_sends_anothers_bot_at_either_door(
    bea: User, body: dict[str, Any], mustard: BotVersion
) -> None:
    own = bot_playing(bea, "Own")
    answer = ask(client_with_token(bea), {**body, "opponents": [own.bot.public_id]})
    assert (answer.status_code, conforms(answer)["code"]) == (403, "not_allowed")
    page = reverse("bots:challenge", args=[own.bot.public_id])
    browser_of(bea).post(page, {"bot": mustard.bot.public_id, "profile": DUEL, "boards": 5})
    assert not Match.objects.exists()


def test_a_suspended_account_challenges_at_neither_door(
    program: Client, ana: User, body: dict[str, Any], pepper: BotVersion
) -> None:
    browser = browser_of(ana)
    account_suspend(account=ana, actor=UserFactory.create(is_staff=True), reason="A test.")
    assert ask(program, body).status_code == 401
    page = reverse("bots:challenge", args=[pepper.bot.public_id])
    assert browser.post(page, {"bot": body["bot"], "profile": DUEL, "boards": 5}).status_code == 302
    assert not Match.objects.exists()


def test_both_doors_share_one_quota(
    program: Client, ana: User, body: dict[str, Any], pepper: BotVersion
) -> None:
    page = reverse("bots:challenge", args=[pepper.bot.public_id])
    browser_of(ana).post(page, {"bot": body["bot"], "profile": DUEL, "boards": 5})
    for _ in range(OPEN_MAX - 1):
        assert ask(program, body).status_code == 201
    refused = ask(program, body, "again")
    assert (refused.status_code, conforms(refused)["code"]) == (409, "quota")
    quota = conforms(program.get(TERMS, {"opponent": pepper.bot.public_id}))["quota"]
    assert (quota["open"], quota["left"]) == (OPEN_MAX, 0)
    assert quota["refusal"] == refused.json()["detail"]
    challenge_withdraw(match=Match.objects.all()[0], by=ana)
    assert ask(program, body, "again").status_code == 201, "a refusal is not kept"


def test_the_terms_say_what_can_be_chosen(
    program: Client, ana: User, mustard: BotVersion, pepper: BotVersion
) -> None:
    bench(bot_playing(ana, "Sick").bot)
    salt = bot_playing(UserFactory.create(), "Salt")
    bot_playing(UserFactory.create(), "Sugar")
    asked = {"opponent": pepper.bot.public_id}
    told = conforms(program.get(TERMS, asked))
    assert told["opponent"]["name"] == "Pepper"
    assert {one["name"]: one["can_play"] for one in told["bots"]} == {
        "Mustard": True,
        "Sick": False,
    }
    assert (told["bot"], told["profile"]) == (mustard.bot.public_id, DUEL)
    assert (told["others_needed"], told["others"], told["can_begin"]) == (0, [], True)
    duel = next(one for one in told["profiles"] if one["profile"] == DUEL)
    assert (duel["boards"], duel["boards_usual"]) == ([5, 10, 25, 50], 10)
    assert told["queue"]["waiting"] == 0
    four = conforms(program.get(TERMS, {**asked, "profile": FOUR}))
    assert four["profile"] == FOUR
    assert salt.bot.public_id in {one["bot"] for one in four["others"]}
    assert four["can_begin"] == (len(four["others"]) >= four["others_needed"])


def test_what_the_terms_offer_is_accepted(
    program: Client, mustard: BotVersion, pepper: BotVersion
) -> None:
    for number in range(6):
        bot_playing(UserFactory.create(), f"Guest {number}")
    asked = {"opponent": pepper.bot.public_id, "profile": FOUR}
    terms = conforms(program.get(TERMS, asked))
    others = [one["bot"] for one in terms["others"]][: terms["others_needed"]]
    profile = next(one for one in terms["profiles"] if one["profile"] == terms["profile"])
    body = {
        "bot": terms["bot"],
        "opponents": [terms["opponent"]["bot"], *others],
        "profile": terms["profile"],
        "boards": profile["boards_usual"],
    }
    assert ask(program, body).status_code == 201


def test_terms_for_nobody_are_refused(program: Client) -> None:
    answer = program.get(TERMS, {"opponent": "no-such-bot"})
    assert (answer.status_code, conforms(answer)["errors"][0]["field"]) == (422, "opponent")


def test_the_list_holds_ones_own_challenges_only(
    program: Client, ana: User, bea: User, mustard: BotVersion, pepper: BotVersion
) -> None:
    own = match_played(mustard, pepper, requested_by=ana)
    match_played(mustard, pepper, requested_by=bea)
    match_played(mustard, pepper, requested_by=ana, kind=Match.Kind.DEMO)
    assert [one["id"] for one in conforms(program.get(CHALLENGES))["results"]] == [own.public_id]
    assert conforms(program.get(CHALLENGES, {"state": "queued"}))["results"] == []
