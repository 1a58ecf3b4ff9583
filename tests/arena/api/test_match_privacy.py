"""Nobody reads by a program what they may not read on a page, and everybody else the same."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from arena.match_states import MatchState
from arena.models import Match
from tests.api_client import client_with_token
from tests.api_document import conforms
from tests.arena.api.match_doors import LINKED, PAGES, SCENES, Look, Scene, looks_noted
from tests.arena.shown_matches import at, browser_of, match_step_to
from tests.factories import UserFactory, give_second_factor
from tournaments.league_access import LeagueVisitor
from tournaments.models import League, User
from tournaments.services.leagues.links import link_revoke
from tournaments.services.moderation import account_suspend

pytestmark = pytest.mark.django_db
CALLS = [name for name in PAGES if name != "api:match_log"]


@pytest.fixture(params=SCENES)
def scene(request: pytest.FixtureRequest) -> Scene:
    return SCENES[request.param]()


@pytest.mark.parametrize("name", CALLS)
def test_both_doors_let_the_same_people_in(scene: Scene, name: str) -> None:
    for who in scene.whoever:
        page = scene.browser(who).get(scene.page(name))
        answer = scene.program(who).get(scene.call(name))
        allowed = who in scene.readers
        assert (page.status_code == 200, answer.status_code == 200) == (allowed, allowed), who
        conforms(answer)
        if not allowed:
            assert answer.status_code in {401, 404}, who


def test_both_doors_give_logs_to_the_same_people(scene: Scene) -> None:
    for who in scene.whoever:
        page = scene.browser(who).get(scene.page("api:match_log"))
        answer = scene.program(who).get(scene.call("api:match_log"))
        assert (page.status_code == 200) == (answer.status_code == 200), who
        assert (answer.status_code == 200) == ("author" in who), who
        conforms(answer)


def test_a_token_of_staff_shows_no_second_factor(scene: Scene) -> None:
    staff = UserFactory.create(is_staff=True)
    give_second_factor(staff)
    program = client_with_token(staff)
    for name in PAGES:
        assert program.get(scene.call(name)).status_code == 404


def listed(client: Client, **asked: Any) -> list[str]:  # noqa: ANN401 - a query string
    answer = conforms(client.get(reverse("api:matches"), asked))
    return [one["id"] for one in answer["results"]]


def test_no_list_and_no_search_of_strangers_names_it(scene: Scene) -> None:
    bot = scene.match.participants.all()[0].version.bot.public_id
    stranger = client_with_token(UserFactory.create())
    for client in (Client(), stranger):
        assert listed(client) == []
        assert listed(client, bot=bot) == []
        assert listed(client, profile=scene.match.profile, state="settled") == []
    assert listed(stranger, mine="true") == []
    assert listed(stranger, mine="true", bot=bot) == []


def test_ones_own_list_is_that_of_the_page(scene: Scene) -> None:
    for who, account in scene.insiders.items():
        page = browser_of(account).get(reverse("matches:mine")).content.decode()
        found = listed(client_with_token(account), mine="true")
        assert (scene.match.public_id in page) == (scene.match.public_id in found), who


@pytest.mark.parametrize("visibility", League.Visibility)
def test_lists_show_matches_of_public_leagues_only(visibility: League.Visibility) -> None:
    scene = SCENES["private league"]()
    League.objects.update(visibility=visibility)
    is_public = visibility is League.Visibility.PUBLIC
    assert listed(Client()) == ([scene.match.public_id] if is_public else [])


def test_a_link_of_another_league_opens_nothing() -> None:
    scene, other = SCENES["private league"](), SCENES["private league"]()
    assert other.program(LINKED).get(scene.call("api:match")).status_code == 404
    assert scene.program(LINKED).get(scene.call("api:match")).status_code == 200


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[Look]:
    return looks_noted(monkeypatch, "arena.api.matches")


def test_a_stream_sees_nothing_more_when_the_account_is_suspended(looks: list[Look]) -> None:
    scene = SCENES["A/B test"]()
    author = scene.insiders["the author"]
    assert client_with_token(author).get(scene.call("api:match_events")).status_code == 200
    assert looks[0](author) is not None
    account_suspend(account=author, actor=UserFactory.create(is_staff=True), reason="A test.")
    assert looks[0](User.objects.get(pk=author.pk)) is None
    assert looks[0](None) is None


def test_a_stream_sees_nothing_more_when_its_link_is_switched_off(looks: list[Look]) -> None:
    scene = SCENES["private league"]()
    assert scene.link is not None
    assert scene.program(LINKED).get(scene.call("api:match_events")).status_code == 200
    assert looks[0](None) is not None
    owner = scene.link.league.owner
    link_revoke(
        public_id=scene.link.league.public_id,
        visitor=LeagueVisitor(owner),
        link_id=scene.link.pk,
    )
    assert looks[0](None) is None


def test_a_stream_tells_when_the_match_looks_different(looks: list[Look], played: Match) -> None:
    Client().get(reverse("api:match_events", args=[played.public_id]))
    before = looks[0](None)
    match_step_to(played, MatchState.VOID)
    after = looks[0](None)
    assert before is not None
    assert after is not None
    assert before.id != after.id


def test_logs_of_others_are_refused_at_both_doors_in_a_public_match(
    ana: User, bea: User, played: Match
) -> None:
    """Of the sides, the first is Ana's bot and the second Bea's."""
    for account, own, other in ((ana, 0, 1), (bea, 1, 0)):
        browser, program = browser_of(account), client_with_token(account)
        assert browser.get(at("log", played, own)).status_code == 200
        assert browser.get(at("log", played, other)).status_code == 403
        calls = [
            program.get(reverse("api:match_log", args=[played.public_id, side]))
            for side in (own, other, 2)
        ]
        assert [answer.status_code for answer in calls] == [200, 403, 404]
        assert f"place {own}".encode() in calls[0].content
        told = conforms(program.get(reverse("api:match", args=[played.public_id])))
        assert [side["has_log"] for side in told["sides"]] == [own == 0, own == 1]
    told = conforms(Client().get(reverse("api:match", args=[played.public_id])))
    assert not any(side["has_log"] for side in told["sides"])


def test_a_token_without_the_scope_reads_nothing(ana: User, played: Match) -> None:
    program = client_with_token(ana, ["bots:write"])
    answer = program.get(reverse("api:match_log", args=[played.public_id, 0]))
    assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing")
