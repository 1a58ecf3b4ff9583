"""Leagues for programs: finding, making and changing them, and who is told nothing."""

from itertools import product
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from tests.api_client import client_with_token
from tests.api_document import conforms
from tests.factories import LeagueFactory, RuleSetVersionFactory, UserFactory, running_league
from tests.tournaments.api.league_doors import call, code_of, faults_of, scene_made
from tests.tournaments.leagues.kit import events, official
from tests.tournaments.leagues.organizing import browser_of, named_league, started_league
from tournaments.api_scopes import SCOPES
from tournaments.models import Competitor, League, LeagueOfficial, User

pytestmark = pytest.mark.django_db

_NOT_COMPARED = {"id", "public_id", "owner_id", "created_at", "rule_version_id"}


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    cache.clear()


def program_of(league: League) -> Client:
    assert league.owner is not None
    return client_with_token(league.owner)


def address(league: League) -> dict[str, object]:
    return {"public_id": league.public_id}


def ids(answer: Any) -> set[str]:  # noqa: ANN401
    return {one["id"] for one in conforms(answer)["results"]}


def row_of(league: League) -> dict[str, Any]:
    """As the database has it."""
    return dict(League.objects.filter(pk=league.pk).values()[0])


# Making one


def made_on_the_pages(account: User, **what: str) -> dict[str, Any]:
    """A league of nothing but the answers that the four steps suggest."""
    browser = browser_of(account)
    url = reverse("leagues:new")
    for step in ("what", "how", "details"):
        form = browser.get(f"{url}?step={step}").context["form"]
        shown = {name: form[name].value() for name in form.fields}
        sent = {
            key: value.pk if hasattr(value, "pk") else value
            for key, value in shown.items()
            if value is not None and value is not False
        }
        browser.post(f"{url}?step={step}", sent | what)
    browser.post(f"{url}?step=check")
    return row_of(League.objects.filter(owner=account).latest("pk"))


@pytest.mark.parametrize(
    ("game", "kind", "how"),
    [*product(League.Game.values, Competitor.Kind.values, League.Format.values)],
)
def test_what_is_not_said_is_as_the_pages_suggest_it(game: str, kind: str, how: str) -> None:
    account = UserFactory.create()
    page = made_on_the_pages(account, name="Usual", game=game, competitors=kind, format=how)
    answer = call(
        client_with_token(account),
        "POST",
        "leagues",
        data={"name": "Usual", "game": game, "kind": kind, "format": how},
    )
    assert answer.status_code == 201, answer.content
    made = row_of(League.objects.get(public_id=answer.json()["id"]))  # type: ignore[attr-defined]
    for name in page.keys() - _NOT_COMPARED:
        assert made[name] == page[name], name
    assert made["rule_version_id"] == page["rule_version_id"]


def test_a_name_is_enough() -> None:
    account = UserFactory.create()
    answer = call(client_with_token(account), "POST", "leagues", data={"name": "Thursdays"})
    told = conforms(answer)
    assert (answer.status_code, told["state"], told["kind"]) == (201, "draft", "pair")
    assert (told["format"], told["is_mine"], told["roles"]) == (
        "round_robin",
        True,
        ["owner", "visitor"],
    )
    assert answer["Location"].endswith(reverse("api:league", args=[told["id"]]))
    assert conforms(client_with_token(account).get(answer["Location"])) == told


def test_everything_can_be_said() -> None:
    account = UserFactory.create()
    rules = RuleSetVersionFactory.create(rule_set__owner=account)
    said = {
        "name": "Groups",
        "description": "At eight.",
        "kind": "person",
        "format": "groups",
        "groups": 4,
        "qualifiers": 1,
        "third_place": True,
        "rule_set": rules.rule_set.public_id,
        "target_points": 1500,
        "hand_limit": 9,
        "tables": 3,
        "points_win": 3,
        "points_draw": 1,
        "points_loss": 0,
        "tie_breaks": ["wins"],
        "visibility": "private",
        "score_entry": "organizers",
    }
    told = conforms(call(client_with_token(account), "POST", "leagues", data=said))
    assert {name: told[name] for name in said if name != "rule_set"} == {
        name: value for name, value in said.items() if name != "rule_set"
    }
    assert (told["points_bye"], told["points_forfeit_win"], told["points_forfeit_loss"]) == (
        3,
        3,
        0,
    )
    league = League.objects.get(public_id=told["id"])
    assert league.rule_version is not None
    assert league.rule_version.rules.target_points == 1500


@pytest.mark.parametrize(
    ("said", "faults"),
    [
        ({}, {"name": "required"}),
        ({"name": "Sundays", "colour": "red"}, {"colour": "unknown_field"}),
        ({"name": "Sundays", "kind": "people"}, {"kind": "invalid_choice"}),
        ({"name": "Sundays", "groups": 3}, {"groups": "unfit"}),
        ({"name": "Sundays", "profile": "durak/duel24"}, {"profile": "unfit"}),
        ({"name": "Sundays", "kind": "bot", "tables": 3}, {"tables": "unfit"}),
        ({"name": "Sundays", "game": "durak", "hand_limit": 9}, {"hand_limit": "unfit"}),
        ({"name": "Sundays", "game": "durak", "profile": "durak/none"}, {"profile": "invalid"}),
        ({"name": "Sundays", "points_win": 0}, {"points_draw": "invalid", "points_win": "invalid"}),
        ({"name": "Sundays", "tie_breaks": ["luck"]}, {"tie_breaks.0": "invalid_choice"}),
        ({"name": "Sundays", "rule_set": "nobodys-rules"}, {"rule_set": "unknown"}),
        (
            {"name": "Sundays", "game": "durak", "durak_points": {"lost": 9}},
            {"durak_points.lost": "losing_pays"},
        ),
    ],
)
def test_faults_are_named_at_the_fields_that_were_sent(
    said: dict[str, Any], faults: dict[str, str]
) -> None:
    answer = call(client_with_token(UserFactory.create()), "POST", "leagues", data=said)
    conforms(answer)
    assert faults_of(answer) == faults
    assert not League.objects.exists()


def test_somebody_elses_rules_cannot_be_chosen() -> None:
    others = RuleSetVersionFactory.create().rule_set.public_id
    answer = call(
        client_with_token(UserFactory.create()),
        "POST",
        "leagues",
        data={"name": "Sundays", "rule_set": others},
    )
    assert faults_of(answer) == {"rule_set": "unknown"}


def test_the_pages_limit_holds(settings: Settings) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "league_create": "2/1h/user"}
    program = client_with_token(UserFactory.create())
    answers = [call(program, "POST", "leagues", data={"name": "Sundays"}) for _ in range(3)]
    assert [one.status_code for one in answers] == [201, 201, 429]
    conforms(answers[2])
    assert League.objects.count() == 2


def test_the_same_call_twice_makes_one_league() -> None:
    program = client_with_token(UserFactory.create())
    first, again = (
        call(program, "POST", "leagues", data={"name": "Sundays"}, Idempotency_Key="one")
        for _ in "12"
    )
    assert (first.status_code, again.status_code) == (201, 201)
    assert conforms(first) == conforms(again)
    assert again["Idempotency-Replayed"] == "true"
    assert first["Location"] == again["Location"]
    assert League.objects.count() == 1


# Finding


def test_lists_show_what_is_listed_and_ones_own() -> None:
    shown = running_league(2)
    hidden = [
        running_league(2, visibility="private"),
        running_league(2, visibility="link"),
        named_league(2),
    ]
    for client in (Client(), client_with_token(UserFactory.create())):
        assert ids(call(client, "GET", "leagues")) == {shown.public_id}
        for league in hidden:
            assert ids(call(client, "GET", "leagues", data={"q": league.name})) <= {shown.public_id}
            assert ids(call(client, "GET", "leagues", data={"state": league.state})) <= {
                shown.public_id
            }
    for league in hidden:
        assert ids(call(program_of(league), "GET", "leagues")) == {
            shown.public_id,
            league.public_id,
        }
        mine = call(program_of(league), "GET", "leagues", data={"mine": "true"})
        assert ids(mine) == {league.public_id}
        assert conforms(mine)["results"][0]["is_mine"] is True


def test_helpers_and_players_find_their_private_leagues() -> None:
    scene = scene_made("playing", "private")
    for name in ("owner", "co-organizer", "scorer", "player"):
        found = call(scene.people[name].program, "GET", "leagues", data={"mine": "true"})
        assert ids(found) == {scene.league.public_id}, name
    for name in ("stranger", "nobody", "applicant by link", "scorer's link"):
        assert ids(call(scene.people[name].program, "GET", "leagues")) == set(), name


def test_ones_own_are_asked_for_with_a_token() -> None:
    assert call(Client(), "GET", "leagues", data={"mine": "true"}).status_code == 401


def test_a_list_goes_on_on_the_next_page() -> None:
    made = {running_league(0).public_id for _ in range(5)}
    found: set[str] = set()
    answer: Any = call(Client(), "GET", "leagues", data={"page_size": "2"})
    while True:
        found |= ids(answer)
        if answer.json()["next"] is None:
            break
        answer = Client().get(answer.json()["next"])
    assert found == made


def test_what_is_searched_for_in_another_way_is_refused() -> None:
    assert faults_of(call(Client(), "GET", "leagues", data={"visibility": "private"})) == {
        "visibility": "unknown_field"
    }


# One league


def test_strangers_are_told_no_more_than_the_page_tells() -> None:
    scene = scene_made("playing")
    told = conforms(call(Client(), "GET", "league", scene.address))
    assert (told["tables"], told["is_mine"]) == (None, False)
    assert (told["roles"], told["may"]) == (["visitor"], ["read"])
    own = conforms(call(scene.people["owner"].program, "GET", "league", scene.address))
    assert own["tables"] == scene.league.tables
    assert "manage_entries" in own["may"]


@pytest.mark.parametrize(
    ("stage", "visibility"), [("playing", "private"), ("being prepared", "public")]
)
def test_strangers_are_not_told_that_a_league_exists(stage: str, visibility: str) -> None:
    scene = scene_made(stage, visibility)
    reads = ("league", "league_events", "league_entries", "league_entries_csv", "league_log",
             "league_applications", "league_officials", "league_links")  # fmt: skip
    for name in reads:
        answer = call(scene.people["stranger"].program, "GET", name, scene.address)
        assert answer.status_code == 404, name
        conforms(answer)
    entry = {**scene.address, "entry_id": scene.playing.pk}
    assert call(scene.people["stranger"].program, "GET", "league_entry", entry).status_code == 404
    for name in ("league_start", "league_finish", "league_reopen", "league_call_off"):
        answer = call(scene.people["stranger"].program, "POST", name, scene.address)
        assert code_of(answer) == (404, "no_league"), name
    unknown = call(
        scene.people["stranger"].program, "GET", "league", {"public_id": "no-such-league"}
    )
    known = call(scene.people["stranger"].program, "GET", "league", scene.address)
    assert unknown.content == known.content


def test_a_link_opens_a_private_league_until_it_is_switched_off() -> None:
    scene = scene_made("playing", "private")
    with_link = scene.people["applicant by link"].program
    assert conforms(call(with_link, "GET", "league", scene.address))["roles"] == [
        "applicant",
        "visitor",
    ]
    assert call(with_link, "GET", "league_log", scene.address).status_code == 401
    link = {**scene.address, "link_id": scene.join_link.pk}
    assert call(scene.people["owner"].program, "DELETE", "league_link", link).status_code == 204
    assert code_of(call(with_link, "GET", "league", scene.address)) == (404, "revoked")


def test_a_link_of_one_league_opens_no_other() -> None:
    scene, other = scene_made("playing", "private"), scene_made("playing", "private")
    for name in ("applicant by link", "scorer's link"):
        answer = call(scene.people[name].program, "GET", "league", other.address)
        assert code_of(answer) == (404, "no_league")


def test_a_token_without_the_scope_reads_nothing_and_one_that_reads_writes_nothing() -> None:
    league = named_league(2)
    assert league.owner is not None
    without = client_with_token(league.owner, [one for one in SCOPES if "leagues" not in one])
    assert code_of(call(without, "GET", "league", address(league))) == (403, "scope_missing")
    reads = client_with_token(league.owner, ["leagues:read"])
    assert call(reads, "GET", "league", address(league)).status_code == 200
    answer = call(reads, "POST", "league_start", address(league))
    assert code_of(answer) == (403, "scope_missing")


# Changing


def change(league: League, **said: Any) -> Any:  # noqa: ANN401
    league.refresh_from_db()
    body = {"revision": league.revision} | said
    return call(program_of(league), "PATCH", "league", address(league), body)


def test_only_what_is_sent_changes() -> None:
    league = named_league(4, format="swiss", tie_breaks=["buchholz"], tables=2)
    before = row_of(league)
    told = conforms(change(league, name="Other", points_win=3))
    assert (told["name"], told["points_win"], told["points_bye"]) == ("Other", 3.0, 1.0)
    after = row_of(league)
    changed = {name for name, value in after.items() if value != before[name]}
    assert changed == {"name", "points_win", "revision"}
    assert events(league)[-1].action == "changed"


def test_a_stale_change_overwrites_nothing() -> None:
    league = named_league(2)
    read = league.revision
    conforms(change(league, name="First"))
    answer = change(league, name="Second", revision=read)
    conforms(answer)
    assert code_of(answer) == (409, "stale")
    league.refresh_from_db()
    assert league.name == "First"


def test_a_change_names_the_revision_it_was_made_from() -> None:
    league = named_league(2)
    answer = call(program_of(league), "PATCH", "league", address(league), {"name": "Other"})
    assert faults_of(answer) == {"revision": "required"}


def test_what_cannot_change_any_more_is_refused_at_its_field() -> None:
    league = started_league(4)
    assert faults_of(change(league, format="knockout")) == {"format": "invalid"}
    assert faults_of(change(league, target_points=1000)) == {"rule_set": "invalid"}
    assert faults_of(change(league, game="durak")) == {"game": "unknown_field"}
    assert conforms(change(league, tables=7, rounds_planned=5))["rounds_planned"] == 5


def test_points_of_a_game_of_durak_change_one_by_one() -> None:
    league = LeagueFactory.create(game="durak", format="swiss")
    told = conforms(change(league, durak_points={"one_epaulette_costs": 1}))
    assert told["durak_points"] == {
        "survived": 2,
        "draw": 1,
        "lost": 0,
        "one_epaulette_costs": 1,
        "two_epaulettes_cost": 0,
    }


def test_a_co_organizer_keeps_the_rules_that_the_league_has() -> None:
    account = UserFactory.create()
    rules = RuleSetVersionFactory.create(rule_set__owner=account)
    league = LeagueFactory.create(owner=account, rule_version=rules, format="swiss")
    helper = official(league, LeagueOfficial.Role.CO_ORGANIZER).account
    assert helper is not None
    body = {"revision": league.revision, "rule_set": rules.rule_set.public_id, "tables": 4}
    answer = call(client_with_token(helper), "PATCH", "league", address(league), body)
    assert conforms(answer)["rule_set"]["id"] == rules.rule_set.public_id


# Beginning and ending


def test_a_league_begins_ends_and_goes_on() -> None:
    league = named_league(8, format="swiss")
    program = program_of(league)
    told = conforms(call(program, "POST", "league_start", address(league), {"note": "Now"}))
    assert (told["state"], told["rounds_planned"]) == ("running", 3)
    early = call(program, "POST", "league_finish", address(league))
    conforms(early)
    assert faults_of(early) == {"note": "invalid"}
    note = {"note": "Nobody came"}
    told = conforms(call(program, "POST", "league_finish", address(league), note))
    assert told["state"] == "finished"
    assert conforms(call(program, "POST", "league_reopen", address(league)))["state"] == "running"
    assert conforms(call(program, "POST", "league_call_off", address(league)))["state"] == (
        "cancelled"
    )
    answer = call(program, "POST", "league_start", address(league))
    conforms(answer)
    assert code_of(answer) == (409, "wrong_time")
    assert [one.action for one in events(league)] == [
        "started",
        "finished",
        "reopened",
        "called_off",
    ]
    assert events(league)[0].note == "Now"


def test_a_league_of_one_does_not_start() -> None:
    answer = call(
        program_of(named_league(1)), "POST", "league_start", address(League.objects.get())
    )
    assert code_of(answer) == (409, "too_few")
