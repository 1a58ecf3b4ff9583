"""Those who ask for a place, who helps, links and the log, for programs."""

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from tests.api_client import client_with_token
from tests.api_document import conforms
from tests.arena.shown_matches import bot_playing
from tests.factories import LeagueFactory, UserFactory, running_league
from tests.tournaments.api.league_doors import Scene, call, code_of, faults_of, scene_made
from tests.tournaments.leagues.kit import events, owner
from tests.tournaments.leagues.organizing import named_league
from tournaments.models import ApiCall, League, LeagueApplication, LeagueLink, LeagueOfficial
from tournaments.selectors.league_links import league_link_token
from tournaments.services.leagues.links import link_make

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    cache.clear()


def ask(scene: Scene, method: str, name: str, /, **body: Any) -> Any:  # noqa: ANN401
    """Call as the owner."""
    return call(scene.people["owner"].program, method, name, scene.address, body)


def join_link(league: League) -> dict[str, str]:
    """The header of somebody who was given the link."""
    link = link_make(public_id=league.public_id, visitor=owner(league), kind="join")
    return {"Durako_Link": league_link_token(link=link)}


# Asking for a place


def test_somebody_without_an_account_asks_with_the_link_and_is_let_in() -> None:
    scene = scene_made("playing", "private")
    client = scene.people["applicant by link"].program
    answer = call(client, "POST", "league_applications", scene.address, {"name": "Xavier"})
    told = conforms(answer)
    assert (answer.status_code, told["name"], told["state"]) == (201, "Xavier", "waiting")
    again = call(client, "POST", "league_applications", scene.address, {"name": "xavier"})
    assert conforms(again)["id"] == told["id"]
    waiting = conforms(ask(scene, "GET", "league_applications"))["results"]
    assert [one["name"] for one in waiting] == ["Wanda", "Xavier"]
    address = {**scene.address, "application_id": told["id"]}
    program = scene.people["co-organizer"].program
    assert conforms(program.get(answer["Location"])) == told
    accepted = conforms(call(program, "POST", "league_application_accept", address))
    entry = {**scene.address, "entry_id": accepted["entry"]}
    assert accepted["state"] == "accepted"
    assert conforms(call(program, "GET", "league_entry", entry))["name"] == "Xavier"
    assert conforms(call(program, "POST", "league_application_accept", address)) == accepted
    late = call(program, "POST", "league_application_decline", address)
    conforms(late)
    assert code_of(late) == (409, "answered")


def test_the_whole_address_of_a_link_is_as_good_as_its_last_part() -> None:
    league = running_league(2, visibility="private")
    token = join_link(league)["Durako_Link"]
    address = f"https://durako.example{reverse('leagues:link', args=[token])}"
    for link in (token, address):
        answer = call(Client(), "GET", "league", {"public_id": league.public_id}, Durako_Link=link)
        assert answer.status_code == 200


def test_with_a_token_one_asks_for_oneself() -> None:
    league = running_league(2)
    account = UserFactory.create(display_name="Ximena")
    where = {"public_id": league.public_id}
    link = join_link(league)
    program = client_with_token(account)
    named = call(program, "POST", "league_applications", where, {"name": "Rosa"}, **link)
    assert faults_of(named) == {"name": "unfit"}
    told = conforms(call(program, "POST", "league_applications", where, **link))
    assert told["name"] == "Ximena"
    assert LeagueApplication.objects.get().account == account


def test_a_pair_names_the_partner_and_nobody_a_bot() -> None:
    league = running_league(2, competitors="pair")
    where, link = {"public_id": league.public_id}, join_link(league)
    said = {"name": "Xavier", "bot": "k3Jx0cPq2mZs81Ta"}
    assert faults_of(call(Client(), "POST", "league_applications", where, said, **link)) == {
        "bot": "unfit"
    }
    alone = call(Client(), "POST", "league_applications", where, {"name": "Xavier"}, **link)
    assert faults_of(alone) == {"partner": "invalid"}
    both = {"name": "Xavier", "partner": "Yara"}
    told = conforms(call(Client(), "POST", "league_applications", where, both, **link))
    assert (told["name"], told["partner"]) == ("Xavier", "Yara")


def test_an_author_sends_a_bot_of_their_own_only() -> None:
    author = UserFactory.create(display_name="Ada")
    mine = bot_playing(author, "Mustard").bot
    other = bot_playing(UserFactory.create(), "Pepper").bot
    league = LeagueFactory.create(game="durak", competitors="bot", profile="durak/volga")
    where, link = {"public_id": league.public_id}, join_link(league)
    program = client_with_token(author)
    for said in ({"bot": other.public_id}, {}):
        refused = call(program, "POST", "league_applications", where, said, **link)
        assert faults_of(refused) == {"bot": "invalid"}
    without = call(Client(), "POST", "league_applications", where, {"bot": mine.public_id}, **link)
    assert faults_of(without) == {"bot": "invalid"}
    told = conforms(
        call(program, "POST", "league_applications", where, {"bot": mine.public_id}, **link)
    )
    assert told["bot"] == {"id": mine.public_id, "name": "Mustard"}
    assert league.owner is not None
    listed = call(client_with_token(league.owner), "GET", "league_applications", where)
    assert conforms(listed)["results"] == [told]


def test_asking_is_limited_as_on_the_page(settings: Settings) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "league_apply": "60/1h/ip,2/1h/key"}
    scene = scene_made("begun")
    for client in (
        scene.people["applicant by link"].program,
        scene.people["scorer"].program,
    ):
        said = {} if client is scene.people["scorer"].program else {"name": "Xavier"}
        answers = [
            call(client, "POST", "league_applications", scene.address, said) for _ in range(3)
        ]
        assert [one.status_code for one in answers] == [201, 201, 429]


def test_a_key_takes_a_token_and_asks_once() -> None:
    scene = scene_made("begun")
    client = scene.people["applicant by link"].program
    without = call(
        client, "POST", "league_applications", scene.address, {"name": "X"}, Idempotency_Key="k"
    )
    assert without.status_code == 401
    scorer = scene.people["scorer"].program
    first, again = (
        call(scorer, "POST", "league_applications", scene.address, Idempotency_Key="k")
        for _ in "12"
    )
    assert conforms(first) == conforms(again)
    assert again["Idempotency-Replayed"] == "true"
    assert scene.league.applications.count() == 2


def test_applications_of_another_league_are_not_found() -> None:
    scene, other = scene_made("begun"), scene_made("begun")
    address = {**scene.address, "application_id": other.application.pk}
    for method, name in (
        ("GET", "league_application"),
        ("POST", "league_application_accept"),
        ("POST", "league_application_decline"),
    ):
        answer = call(scene.people["owner"].program, method, name, address)
        assert answer.status_code == 404, name
    other.application.refresh_from_db()
    assert other.application.state == "waiting"


def test_guessing_links_is_counted(settings: Settings) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "api_link_wrong": "2/15m/ip"}
    scene = scene_made("begun", "private")
    answers = [
        call(Client(), "GET", "league", scene.address, Durako_Link=f"guess-number-{number}")
        for number in range(3)
    ]
    assert [one.status_code for one in answers] == [404, 404, 429]


# Who helps


def test_the_owner_hands_out_offices_and_the_league_itself() -> None:
    scene = scene_made("begun")
    answer = ask(scene, "POST", "league_officials", email_or_name="Stefan", role="scorer")
    told = conforms(answer)
    assert (answer.status_code, told["name"], told["role"]) == (201, "Stefan", "scorer")
    owner_program = scene.people["owner"].program
    assert conforms(owner_program.get(answer["Location"])) == told
    listed = conforms(ask(scene, "GET", "league_officials"))["results"]
    assert {"Hector", "Selma", "Stefan"} < {one["name"] for one in listed}
    where = {**scene.address, "account_id": told["account"]}
    to_a_scorer = call(owner_program, "POST", "league_official_hand_over", where)
    assert faults_of(to_a_scorer) == {"account": "invalid"}
    gone = call(owner_program, "DELETE", "league_official", where)
    assert (gone.status_code, conforms(gone)) == (204, None)
    assert call(owner_program, "GET", "league_official", where).status_code == 404
    heir = {**scene.address, "account_id": scene.helper.pk}
    told = conforms(call(owner_program, "POST", "league_official_hand_over", heir))
    assert (told["organizer"], told["roles"]) == ("Hector", ["co_organizer", "visitor"])
    assert call(owner_program, "GET", "league_officials", scene.address).status_code == 403


def test_nobody_is_found_by_half_a_name() -> None:
    scene = scene_made("begun")
    answer = ask(scene, "POST", "league_officials", email_or_name="Stef")
    conforms(answer)
    assert faults_of(answer) == {"email_or_name": "invalid"}


def test_accounts_are_not_looked_up_without_end(settings: Settings) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "league_official": "1/1h/user"}
    scene = scene_made("begun")
    answers = [
        ask(scene, "POST", "league_officials", email_or_name="nobody@example.org") for _ in "12"
    ]
    assert [one.status_code for one in answers] == [422, 429]


def test_the_same_call_twice_gives_one_office() -> None:
    scene = scene_made("begun")
    before = len(events(scene.league))
    body = {"email_or_name": "Stefan", "role": "scorer"}
    program = scene.people["owner"].program
    first, again = (
        call(program, "POST", "league_officials", scene.address, body, Idempotency_Key="k")
        for _ in "12"
    )
    assert conforms(first) == conforms(again)
    assert len(events(scene.league)) == before + 1
    other = {**body, "role": "co_organizer"}
    reused = call(program, "POST", "league_officials", scene.address, other, Idempotency_Key="k")
    assert code_of(reused) == (422, "idempotency_key_reused")


# Links


def test_a_link_is_made_used_and_switched_off() -> None:
    scene = scene_made("playing", "private")
    answer = ask(scene, "POST", "league_links", kind="round", round=1)
    told = conforms(answer)
    assert (answer.status_code, told["kind"], told["round"], told["fixture"]) == (
        201,
        "round",
        1,
        None,
    )
    program = scene.people["owner"].program
    assert conforms(program.get(answer["Location"])) == told
    listed = conforms(ask(scene, "GET", "league_links"))["results"]
    assert [one["kind"] for one in listed] == ["join", "round"]
    assert listed[1] == told
    with_link = call(Client(), "GET", "league", scene.address, Durako_Link=told["address"])
    assert conforms(with_link)["roles"] == ["link_scorer", "visitor"]
    where = {**scene.address, "link_id": told["id"]}
    for _ in "12":
        assert call(program, "DELETE", "league_link", where).status_code == 204
    assert call(program, "GET", "league_link", where).status_code == 404
    off = call(Client(), "GET", "league", scene.address, Durako_Link=told["address"])
    assert code_of(off) == (404, "revoked")


@pytest.mark.parametrize(
    ("said", "faults"),
    [
        ({}, {"kind": "required"}),
        ({"kind": "round", "round": 9}, {"round": "invalid"}),
        ({"kind": "round"}, {"round": "invalid"}),
        ({"kind": "fixture", "fixture": "no-such-match"}, {"fixture": "invalid"}),
        ({"kind": "join", "round": 1}, {"round": "unfit"}),
    ],
)
def test_links_are_for_what_people_still_play(said: dict[str, Any], faults: dict[str, str]) -> None:
    answer = ask(scene_made("playing"), "POST", "league_links", **said)
    conforms(answer)
    assert faults_of(answer) == faults


def test_the_same_call_twice_makes_one_link_and_its_secret_is_not_kept_in_the_open() -> None:
    scene = scene_made("playing")
    before = LeagueLink.objects.count()
    program = scene.people["co-organizer"].program
    body = {"kind": "round", "round": 1}
    first, again = (
        call(program, "POST", "league_links", scene.address, body, Idempotency_Key="k")
        for _ in "12"
    )
    assert conforms(first) == conforms(again)
    assert again["Idempotency-Replayed"] == "true"
    assert LeagueLink.objects.count() == before + 1
    address = conforms(first)["address"]
    assert address
    assert address not in ApiCall.objects.get().body_sealed


def test_links_of_another_league_are_not_found() -> None:
    scene, other = scene_made("begun"), scene_made("begun")
    where = {**scene.address, "link_id": other.join_link.pk}
    for method in ("GET", "DELETE"):
        answer = call(scene.people["owner"].program, method, "league_link", where)
        assert answer.status_code == 404
    other.join_link.refresh_from_db()
    assert other.join_link.revoked_at is None


# The log


def test_the_log_says_who_did_what() -> None:
    scene = scene_made("playing")
    entry = {**scene.address, "entry_id": scene.playing.pk}
    program = scene.people["co-organizer"].program
    note = {"note": "Rude", "annul": True}
    call(program, "POST", "league_entry_disqualify", entry, note)
    told = conforms(ask(scene, "GET", "league_log"))["results"]
    latest = told[0]
    assert (latest["action"], latest["by"], latest["role"], latest["note"]) == (
        "entry_disqualified",
        "Hector",
        "co_organizer",
        "Rude",
    )
    assert latest["entry"] == str(scene.playing.pk)
    assert "was disqualified" in latest["text"]
    assert {"label": "Status", "before": "plays", "after": "disqualified"} in latest["changes"]
    assert [one["id"] for one in told] == [str(one.pk) for one in reversed(events(scene.league))]


def test_the_log_is_narrowed_down_and_read_page_by_page() -> None:
    scene = scene_made("playing")
    rounds = conforms(call(scene.people["owner"].program, "GET", "league_log", scene.address,
                           {"kind": "rounds"}))["results"]  # fmt: skip
    assert {one["action"] for one in rounds} == {"rounds_drafted", "round_published"}
    program = scene.people["owner"].program
    answer: Any = call(program, "GET", "league_log", scene.address, {"page_size": "2"})
    read = []
    while True:
        read += [one["id"] for one in conforms(answer)["results"]]
        if answer.json()["next"] is None:
            break
        answer = program.get(answer.json()["next"])
    assert read == [str(one.pk) for one in reversed(events(scene.league))]
    wrong = call(program, "GET", "league_log", scene.address, {"kind": "secrets"})
    assert faults_of(wrong) == {"kind": "invalid_choice"}


def test_nobody_but_organizers_reads_applications_links_officials_and_the_log() -> None:
    scene = scene_made("playing")
    LeagueOfficial.objects.filter(account=scene.scorer).update(role="scorer")
    secrets = {"Wanda", league_link_token(link=scene.join_link), "Selma"}
    for name, who in scene.people.items():
        if name in {"owner", "co-organizer"}:
            continue
        for route in ("league_applications", "league_links", "league_officials", "league_log"):
            answer = call(who.program, "GET", route, scene.address)
            assert answer.status_code in {401, 403}, (name, route)
            assert not any(secret in answer.content.decode() for secret in secrets)


def test_a_league_of_its_own_is_needed_for_everything() -> None:
    league = named_league(2)
    answer = call(
        client_with_token(UserFactory.create()),
        "POST",
        "league_entries",
        {"public_id": league.public_id},
        {"name": "Zoe"},
    )
    assert code_of(answer) == (404, "no_league")
