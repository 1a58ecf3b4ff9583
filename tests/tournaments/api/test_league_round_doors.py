"""The same question at both doors: whoever may do something on a page may do it as a program, and
nobody else; and both do as the permissions table says."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from tests.tournaments.api.league_round_kit import ROLES, Door, Scene, draft_scene, scene_of
from tests.tournaments.leagues.kit import owner
from tests.tournaments.leagues.match_kit import enter, player
from tests.tournaments.leagues.playing import give_result, play_published
from tournaments.league_access import LeagueAction, league_access
from tournaments.models import Fixture, League, LeagueAdjustment, LeagueEvent
from tournaments.services.leagues.postponing import fixture_postpone

pytestmark = pytest.mark.django_db

JSON = "application/json"
REFUSALS = {401, 403, 404, 409}
Send = Callable[[Scene, Client], object]


@dataclass(frozen=True)
class Act:
    """Something that is done at both doors."""

    action: LeagueAction
    scene: Callable[..., Scene]
    page: Send
    api: Send
    of_match: bool = False
    by_official: bool = False
    """Not the action decides, but whether what somebody enters is final."""


def played_scene(**fields: Any) -> Scene:  # noqa: ANN401
    """The first round is played: the next can be drawn."""
    scene = scene_of(**fields)
    play_published(scene.league)
    return scene


def entered_scene(**fields: Any) -> Scene:  # noqa: ANN401
    """The first side has entered a result."""
    scene = scene_of(**fields)
    enter(scene.fixture, by=player(scene.fixture, 0))
    return scene


def postponed_scene(**fields: Any) -> Scene:  # noqa: ANN401
    scene = scene_of(**fields)
    fixture_postpone(
        fixture_id=scene.fixture.public_id, visitor=owner(scene.league), until=None, revision=0
    )
    return scene


def fined_scene(**fields: Any) -> Scene:  # noqa: ANN401
    scene = scene_of(**fields)
    LeagueAdjustment.objects.create(
        league=scene.league, entry=scene.fixture.first, points=-1, reason="Came late"
    )
    return scene


def on_page(name: str, *more: object, **data: object) -> Send:
    """A form, made from what is there now."""

    def run(scene: Scene, client: Client) -> object:
        revision = scene.match_revision if name.startswith("match_") else scene.revision
        where = [_now(scene, one) for one in more]
        sent = {"revision": revision} | {key: _now(scene, one) for key, one in data.items()}
        return client.post(scene.page(name, *where), sent)

    return run


def by_api(
    name: str, *more: object, method: str = "post", seen: str = "league", **data: object
) -> Send:
    """The same call."""

    def run(scene: Scene, client: Client) -> object:
        revisions = {"league": scene.revision, "match": scene.match_revision}
        sent = {key: _now(scene, one) for key, one in data.items()}
        if seen in revisions:
            sent["revision"] = revisions[seen]
        path = scene.api(name, *[_now(scene, one) for one in more])
        if method == "delete":
            return client.delete(f"{path}?revision={scene.revision}")
        return getattr(client, method)(path, sent, content_type=JSON)

    return run


def _now(scene: Scene, value: object) -> object:
    return value(scene) if callable(value) else value


def match_id(scene: Scene) -> str:
    return scene.fixture.public_id


def entry(scene: Scene) -> str:
    return str(scene.fixture.first_id)


def fine(scene: Scene) -> int:
    return LeagueAdjustment.objects.get(league=scene.league).pk


def tables(scene: Scene) -> dict[str, int]:
    """The draft's places with seats exchanged, as the page's form names them."""
    drawn = scene.league.rounds.get(number=2).fixtures.order_by("place")
    return {
        f"table-{place}-{side}": (one.second_id, one.first_id)[side]
        for place, one in enumerate(drawn)
        for side in (0, 1)
    }


def pairings(scene: Scene) -> list[dict[str, str]]:
    drawn = scene.league.rounds.get(number=2).fixtures.order_by("place")
    return [{"first": str(one.second_id), "second": str(one.first_id)} for one in drawn]


def edit_on_page(scene: Scene, client: Client) -> object:
    sent = {"revision": scene.revision, "save": "1", **tables(scene)}
    return client.post(scene.page("draw_edit", 2), sent)


_TOTAL: dict[str, Any] = {"way": "total", "points_first": 3010, "points_second": 2400}
_DRAW, _DECIDE, _ADJUST = LeagueAction.DRAW, LeagueAction.DECIDE, LeagueAction.ADJUST
_DAY, _MOMENT = "2026-11-20T19:00", "2026-11-20T19:00:00Z"

ACTS = {
    "draw": Act(_DRAW, played_scene, on_page("draw"), by_api("rounds", seen="")),
    "edit": Act(
        _DRAW, draft_scene, edit_on_page, by_api("round", 2, method="put", pairings=pairings)
    ),
    "publish": Act(
        _DRAW,
        draft_scene,
        on_page("draw_round", 2, what="publish"),
        by_api("round_publish", 2),
    ),
    "unpublish": Act(
        _DRAW,
        scene_of,
        on_page("draw_round", 1, what="unpublish"),
        by_api("round_unpublish", 1, seen=""),
    ),
    "discard": Act(
        _DRAW,
        draft_scene,
        on_page("draw_round", 2, what="discard"),
        by_api("round", 2, method="delete"),
    ),
    "date": Act(
        _DRAW,
        draft_scene,
        on_page("draw_round", 2, what="dates", starts_at=_DAY),
        by_api("round", 2, method="patch", starts_at=_MOMENT),
    ),
    "date all": Act(
        _DRAW,
        draft_scene,
        on_page("draw", what="dates", first=_DAY, every=7),
        by_api("rounds_dates", first=_MOMENT, every=7),
    ),
    "adjust": Act(
        _ADJUST,
        scene_of,
        on_page("adjustments", entry=entry, kind="penalty", points="1", reason="Late"),
        by_api("adjustments", seen="", entry=entry, points=-1, reason="Late"),
    ),
    "cancel an adjustment": Act(
        _ADJUST,
        fined_scene,
        on_page("adjustment_drop", fine),
        by_api("adjustment", fine, method="delete"),
    ),
    "enter": Act(
        LeagueAction.ENTER_RESULT,
        scene_of,
        on_page("match_enter", match_id, **_TOTAL),
        by_api("fixture_result", match_id, seen="match", **_TOTAL),
        of_match=True,
    ),
    "confirm": Act(
        LeagueAction.ANSWER_RESULT,
        entered_scene,
        on_page("match_answer", match_id, answer="confirm"),
        by_api("fixture_answer", match_id, seen="match", answer="confirm"),
        of_match=True,
    ),
    "object": Act(
        LeagueAction.ANSWER_RESULT,
        entered_scene,
        on_page("match_answer", match_id, answer="object", text="No."),
        by_api("fixture_answer", match_id, seen="match", answer="object", text="No."),
        of_match=True,
    ),
    "confirm as an official": Act(
        LeagueAction.ENTER_RESULT,
        entered_scene,
        on_page("match_answer", match_id, answer="official"),
        by_api("fixture_answer", match_id, seen="match", answer="official"),
        of_match=True,
        by_official=True,
    ),
    "decide": Act(
        _DECIDE,
        entered_scene,
        on_page("match_decide", match_id, way="keep", note="I was there.", save="1"),
        by_api("fixture_decide", match_id, seen="match", way="keep", note="I was there."),
        of_match=True,
    ),
    "say who did not come": Act(
        _DECIDE,
        scene_of,
        on_page("match_decide", match_id, way="absent", absent="both", note="Rain", save="1"),
        by_api("fixture_decide", match_id, seen="match", way="absent", absent="both", note="Rain"),
        of_match=True,
    ),
    "postpone": Act(
        _DECIDE,
        scene_of,
        on_page("match_move", match_id, move="postpone", until=_DAY),
        by_api("fixture_move", match_id, seen="match", move="postpone", until=_MOMENT),
        of_match=True,
    ),
    "resume": Act(
        _DECIDE,
        postponed_scene,
        on_page("match_move", match_id, move="resume"),
        by_api("fixture_move", match_id, seen="match", move="resume"),
        of_match=True,
    ),
    "call off": Act(
        _DECIDE,
        scene_of,
        on_page("match_move", match_id, move="call_off", note="Rain"),
        by_api("fixture_move", match_id, seen="match", move="call_off", note="Rain"),
        of_match=True,
    ),
    "open the sheet": Act(
        LeagueAction.ENTER_RESULT,
        scene_of,
        on_page("match_sheet", match_id),
        by_api("fixture_sheet", match_id, seen=""),
        of_match=True,
    ),
}


def table_says(act: Act, scene: Scene, door: Door) -> bool:
    """What `league_access` allows, asked directly."""
    fixture = Fixture.objects.get(pk=scene.fixture.pk) if act.of_match else None
    visitor = door.visitor
    if visitor.account is not None:
        visitor.account.refresh_from_db()
    access = league_access(league=scene.league, visitor=visitor, fixture=fixture)
    if act.by_official and not access.is_official:
        return False
    return access.may(LeagueAction.READ) and access.may(act.action)


def done(send: Send, scene: Scene, client: Client) -> tuple[bool, int]:
    """Whether the log says that something was done, and the status; undone afterwards."""
    cache.clear()
    known = LeagueEvent.objects.filter(league=scene.league).count()
    with transaction.atomic():
        answer = send(scene, client)
        is_done = LeagueEvent.objects.filter(league=scene.league).count() > known
        transaction.set_rollback(True)
    return is_done, answer.status_code  # type: ignore[attr-defined]


@pytest.mark.long
@pytest.mark.parametrize("name", ACTS)
def test_both_doors_do_as_the_table_says(name: str) -> None:
    """And whoever may only read, once the same league is public, does nothing at either."""
    act = ACTS[name]
    scene = act.scene(visibility="private")
    allowed = compared(act, scene, ROLES)
    assert {"owner", "helper"} <= allowed or act.action is LeagueAction.ANSWER_RESULT
    assert not allowed & {"stranger", "suspended", "nobody"}
    League.objects.filter(pk=scene.league.pk).update(visibility=League.Visibility.PUBLIC)
    scene.league.refresh_from_db()
    assert not compared(act, scene, ("other_player", "stranger", "nobody"))


def compared(act: Act, scene: Scene, roles: Collection[str]) -> set[str]:
    """Who may, by both doors and by the table."""
    allowed = set()
    for role in roles:
        door = scene.doors[role]
        expected = table_says(act, scene, door)
        on_page, page_status = done(act.page, scene, door.browser)
        by_api, api_status = done(act.api, scene, door.program)
        assert on_page is expected, (role, "page", page_status)
        assert by_api is expected, (role, "api", api_status)
        assert (api_status in REFUSALS) is not expected, (role, api_status)
        if expected:
            allowed.add(role)
    return allowed


@pytest.mark.parametrize("score_entry", ["players", "officials", "organizers"])
def test_both_doors_let_those_enter_scores_whom_the_league_lets(score_entry: str) -> None:
    act = ACTS["enter"]
    scene = scene_of(score_entry=score_entry)
    for role in ROLES:
        door = scene.doors[role]
        expected = table_says(act, scene, door)
        assert done(act.page, scene, door.browser)[0] is expected, role
        assert done(act.api, scene, door.program)[0] is expected, role


def both_read(scene: Scene, page: str, api: str, *more: object) -> dict[str, bool]:
    """Who may, by both doors alike."""
    found = {}
    for role in ROLES:
        door = scene.doors[role]
        on_page = door.browser.get(scene.page(page, *more)).status_code == 200
        answer = door.program.get(scene.api(api, *more))
        assert answer.status_code in {200, *REFUSALS}
        found[role] = answer.status_code == 200
        if role == "suspended":  # their token opens nothing, not even what is public
            assert answer.status_code == 401
        else:
            assert found[role] is on_page, (role, answer.status_code)
    return found


INSIDERS = {"owner", "helper", "scorer", "link", "match_player", "other_player"}
READ = {
    "standings": "league",
    "standings_csv": "standings_csv",
    "fixtures_csv": "fixtures_csv",
    "crosstable": "crosstable",
    "rounds": "matches",
    "fixtures": "matches",
}


@pytest.mark.long
@pytest.mark.parametrize("visibility", ["public", "link", "private"])
def test_whoever_reads_a_league_on_a_page_reads_it_as_a_program(visibility: str) -> None:
    scene = scene_of(format="round_robin", visibility=visibility)
    everybody = set(ROLES)
    for api, page in READ.items():
        found = both_read(scene, page, api)
        if visibility == "private":
            assert {role for role, may in found.items() if may} == INSIDERS
        else:
            assert {role for role, may in found.items() if may} == everybody - {"suspended"}


def test_whoever_reads_a_round_or_a_match_on_a_page_reads_it_as_a_program() -> None:
    scene = scene_of(visibility="private")
    for found in (
        both_read(scene, "round", "round", 1),
        both_read(scene, "match", "fixture", scene.fixture.public_id),
    ):
        assert {role for role, may in found.items() if may} == INSIDERS


def test_what_is_the_organizers_is_nobody_elses_at_either_door() -> None:
    scene = draft_scene()
    give_result(scene.fixture, 1, 2, state=Fixture.State.DISPUTED)
    fined = LeagueAdjustment.objects.create(
        league=scene.league, entry=scene.fixture.first, points=-1, reason="Came late"
    )
    for api, page, more in (
        ("today", "today", ()),
        ("adjustments", "adjustments", ()),
        ("round", "draw_round", (2,)),
    ):
        found = both_read(scene, page, api, *more)
        assert {role for role, may in found.items() if may} == {"owner", "helper"}, api
    for role in ROLES:
        status = scene.doors[role].program.get(scene.api("adjustment", fined.pk)).status_code
        assert (status == 200) is (role in {"owner", "helper"}), role


def test_a_bracket_is_read_at_both_doors() -> None:
    scene = scene_of(format="knockout", visibility="private")
    found = both_read(scene, "bracket", "bracket")
    assert {role for role, may in found.items() if may} == INSIDERS


def test_a_link_that_was_switched_off_opens_nothing_at_either_door() -> None:
    scene = scene_of(visibility="private")
    scene.league.links.update(revoked_at=scene.league.started_at)
    door = scene.doors["link"]
    assert door.browser.get(scene.page("league")).status_code == 410
    assert door.program.get(scene.api("standings")).status_code == 404
    assert not done(ACTS["enter"].page, scene, door.browser)[0]
    assert not done(ACTS["enter"].api, scene, door.program)[0]
