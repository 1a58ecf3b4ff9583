"""Matches of leagues for programs: results by total and game by game, answers, decisions with what
they change, other days, the sheet."""

from typing import Any

import pytest
from django.test import Client

from tests.api_client import client_with_token
from tests.factories import running_league
from tests.tournaments.api.league_round_kit import Scene, ask, scene_of, send
from tests.tournaments.leagues.match_kit import enter, now, player
from tests.tournaments.leagues.organizing import round_drawn
from tests.tournaments.leagues.playing import give_result
from tournaments.models import Fixture, LeagueEvent
from tournaments.selectors.league_sides import fixture_players

pytestmark = pytest.mark.django_db

TOTAL: dict[str, Any] = {"way": "total", "points_first": 3010, "points_second": 2400}


def at(scene: Scene, verb: str = "") -> str:
    name = f"fixture_{verb}" if verb else "fixture"
    return scene.api(name, scene.fixture.public_id)


def told(scene: Scene, role: str = "nobody") -> Any:  # noqa: ANN401 - JSON
    return ask(scene.doors[role].program, at(scene))


def sent(
    scene: Scene,
    role: str,
    verb: str,
    *,
    status: int = 200,
    revision: int | None = None,
    **data: object,
) -> Any:  # noqa: ANN401 - JSON
    """A call about the match as it is now."""
    seen = scene.match_revision if revision is None else revision
    client = scene.doors[role].program
    return send(client, at(scene, verb), {"revision": seen, **data}, status=status)


# --- reading ---------------------------------------------------------------------------------


def test_matches_are_listed_in_order_and_filtered() -> None:
    scene = scene_of(size=6)
    client = scene.doors["match_player"].program
    give_result(scene.fixture, 3010, 2400)
    found = ask(client, scene.api("fixtures"))["results"]
    assert [one["place"] for one in found] == [1, 2, 3]
    first = found[0]
    assert first["state"] == "confirmed"
    assert first["counts"] is True
    assert first["result"]["points_first"] == 3010
    assert first["second"]["is_mine"] is True
    assert found[1]["result"] is None, "unplayed is not 0 to 0"

    def ids(**query: str | int) -> list[str]:
        return [one["id"] for one in ask(client, scene.api("fixtures"), **query)["results"]]

    assert ids(state="planned") == [found[1]["id"], found[2]["id"]]
    assert ids(entry=first["first"]["entry"]) == [first["id"]]
    assert ids(mine="true") == [first["id"]]
    assert ids(round=2) == []
    assert ids(stage="play_offs") == []
    assert Client().get(scene.api("fixtures"), {"mine": "true"}).status_code == 401
    assert client.get(scene.api("fixtures"), {"state": "odd"}).status_code == 422


def test_pages_of_matches_hang_together() -> None:
    league = running_league(6, format="round_robin")
    round_drawn(league)
    for drawn in league.rounds.all():
        drawn.state = "published"
        drawn.save()
    scene = Scene(league, league.fixtures.all()[0], {})
    path, seen = f"{scene.api('fixtures')}?page_size=4", []
    while path:
        page = ask(Client(), path)
        seen += [(one["round"], one["place"]) for one in page["results"]]
        path = page["next"]
    assert seen == [(number, place) for number in range(1, 6) for place in range(1, 4)]


def test_a_match_tells_why_these_two_and_what_the_reader_may_do() -> None:
    scene = scene_of()
    found = told(scene)
    assert found["why"][0]["text"].endswith(".")
    assert found["may"] == []
    assert found["players_first"] == []
    assert told(scene, "match_player")["may"] == ["enter", "sheet"]
    assert told(scene, "link")["may"] == ["enter", "sheet"]
    assert told(scene, "other_player")["may"] == []
    organizes = told(scene, "owner")
    assert organizes["may"] == ["enter", "decide", "postpone", "call_off", "sheet"]
    people = fixture_players(fixture=now(scene.fixture))
    assert [one["id"] for one in organizes["players_first"]] == [people[0][0].public_id]


# --- entering and answering ------------------------------------------------------------------


def test_what_a_player_enters_waits_for_the_other_side() -> None:
    scene = scene_of()
    enter(scene.fixture, by=player(scene.fixture, 0))
    found = told(scene, "match_player")
    assert (found["state"], found["counts"], found["may"]) == (
        "entered",
        False,
        ["enter", "answer", "sheet"],
    )
    found = sent(scene, "match_player", "answer", answer="confirm")
    assert (found["state"], found["counts"]) == ("confirmed", True)
    assert found["results"][0]["words"][0]["side"] == "second"
    again = sent(scene, "match_player", "answer", answer="confirm", revision=0)
    assert again["revision"] == found["revision"], "saying it again changes nothing"


def test_the_same_result_from_the_other_side_confirms() -> None:
    scene = scene_of()
    enter(scene.fixture, by=player(scene.fixture, 0))
    same: dict[str, Any] = {"way": "total", "points_first": 3200, "points_second": 1800}
    assert sent(scene, "match_player", "result", **same)["state"] == "confirmed"
    assert sent(scene, "match_player", "result", **same)["results"][0]["number"] == 1


def test_somebody_with_a_link_and_no_token_enters_a_result_that_counts() -> None:
    scene = scene_of()
    found = sent(scene, "link", "result", **TOTAL)
    assert (found["state"], found["counts"]) == ("confirmed", True)
    assert found["results"][0]["role"] == "link_scorer"


def test_an_objection_needs_words() -> None:
    scene = scene_of()
    enter(scene.fixture, by=player(scene.fixture, 0))
    problem = sent(scene, "match_player", "answer", answer="object", status=422)
    assert [one["field"] for one in problem["errors"]] == ["text"]
    found = sent(scene, "match_player", "answer", answer="object", text="The other way round.")
    assert found["state"] == "disputed"
    assert found["results"][0]["words"][0]["text"] == "The other way round."


@pytest.mark.parametrize(
    ("data", "field", "code"),
    [
        ({"way": "total", "points_first": 3000}, "points_second", "required"),
        ({**TOTAL, "games": []}, "games", "not_here"),
        ({**TOTAL, "points_first": 100_001}, "points_first", "max_value"),
        ({**TOTAL, "points_first": 100, "points_second": 90}, "note", "target_missed"),
        ({**TOTAL, "way": "absent"}, "way", "invalid_choice"),
        ({**TOTAL, "point_first": 1}, "point_first", "unknown_field"),
    ],
)
def test_what_is_wrong_with_a_total_is_told_at_its_field(
    data: dict[str, Any], field: str, code: str
) -> None:
    scene = scene_of()
    problem = sent(scene, "owner", "result", status=422, **data)
    assert [(one["field"], one["code"]) for one in problem["errors"]] == [(field, code)]
    assert now(scene.fixture).result is None


def durak(**fields: Any) -> Scene:  # noqa: ANN401
    return scene_of(game="durak", match_length=3, **fields)


GAMES = [{"durak": "second"}, {"durak": "nobody"}, {"durak": "second", "epaulettes": 2}]


def test_durak_is_told_game_by_game() -> None:
    scene = durak()
    found = sent(scene, "owner", "result", way="games", games=GAMES)
    assert found["result"]["kind"] == "games"
    assert found["result"]["winner"] == "first"
    assert found["results"][0]["games"] == [
        {"durak": "second", "epaulettes": 0},
        {"durak": "nobody", "epaulettes": 0},
        {"durak": "second", "epaulettes": 2},
    ]


def test_of_a_pair_one_wears_the_epaulettes() -> None:
    scene = durak(competitors="pair")
    partner = told(scene, "owner")["players_second"][1]["id"]
    games = [*GAMES[:2], {"durak": "second", "epaulettes": 1, "wearer": partner}]
    problem = sent(scene, "owner", "result", way="games", status=422, games=GAMES)
    assert problem["errors"][0]["field"] == "games.2.wearer"
    assert sent(scene, "owner", "result", way="games", games=games)["counts"] is True


def test_a_game_that_cannot_be_is_named() -> None:
    scene = durak()
    games = [{"durak": "first"}, {"durak": "third"}, {"durak": "nobody", "epaulettes": 3}]
    problem = sent(scene, "owner", "result", way="games", games=games, status=422)
    assert {one["field"] for one in problem["errors"]} == {"games.1.durak", "games.2.epaulettes"}
    problem = sent(scene, "owner", "result", way="games", games=GAMES[:1], status=422)
    assert problem["errors"][0]["field"] == "note", "two games are missing"
    problem = sent(scene, "owner", "result", way="games", games=GAMES * 2, status=409)
    assert problem["code"] == "games_surplus"


def test_another_game_is_told_otherwise() -> None:
    assert sent(durak(), "owner", "result", status=409, **TOTAL)["code"] == "other_game"
    games: dict[str, Any] = {"way": "games", "games": GAMES}
    assert sent(scene_of(), "owner", "result", status=409, **games)["code"] == "other_game"


@pytest.mark.parametrize(
    ("role", "verb", "data"),
    [
        ("owner", "result", TOTAL),
        ("match_player", "answer", {"answer": "object", "text": "No."}),
        ("owner", "answer", {"answer": "official"}),
        ("owner", "decide", {**TOTAL, "note": "I was there."}),
        ("owner", "move", {"move": "call_off", "note": "Rain"}),
    ],
)
def test_what_was_made_from_an_older_revision_is_refused(
    role: str, verb: str, data: dict[str, Any]
) -> None:
    scene = scene_of()
    enter(scene.fixture, by=player(scene.fixture, 0))
    events = LeagueEvent.objects.count()
    problem = sent(scene, role, verb, status=409, revision=0, **data)
    assert problem["code"] == "stale"
    assert LeagueEvent.objects.count() == events


# --- deciding --------------------------------------------------------------------------------


def corrected() -> Scene:
    scene = scene_of()
    give_result(scene.fixture, 3000, 1000)
    give_result(scene.league.fixtures.get(place=2), 3000, 1001)
    return scene


def test_a_correction_says_who_moves_before_anything_is_saved() -> None:
    scene = corrected()
    events, seen = LeagueEvent.objects.count(), scene.match_revision
    wish = {**TOTAL, "points_first": 900, "points_second": 3100, "note": "The wrong way round"}
    preview = sent(scene, "owner", "decide", dry_run=True, **wish)
    assert preview["dry_run"] is True
    assert preview["consequences"]
    assert preview["fixture"]["result"]["points_first"] == 3000
    assert (LeagueEvent.objects.count(), scene.match_revision) == (events, seen)
    decided = sent(scene, "owner", "decide", **wish)
    assert decided["consequences"] == preview["consequences"]
    named = [
        value["entry"]
        for one in decided["consequences"]
        for value in one["values"]
        if value["entry"] is not None
    ]
    assert decided["fixture"]["first"]["entry"] in named
    assert decided["fixture"]["result"]["points_second"] == 3100
    assert decided["fixture"]["steps"][0]["action"] == "result_corrected"
    assert decided["fixture"]["steps"][0]["changes"] == [
        one["text"] for one in decided["consequences"]
    ]
    again = sent(scene, "owner", "decide", **wish)
    assert again["consequences"] == [], "it counts so already"


def test_an_organizer_says_who_did_not_come_or_keeps_what_is_disputed() -> None:
    scene = scene_of()
    problem = sent(scene, "owner", "decide", status=422, way="absent", note="Waited")
    assert problem["errors"][0]["field"] == "absent"
    problem = sent(scene, "owner", "decide", status=422, way="absent", absent="second")
    assert problem["errors"][0]["field"] == "note"
    found = sent(scene, "owner", "decide", way="absent", absent="second", note="Waited")
    assert found["fixture"]["result"]["second_absent"] is True
    scene = scene_of()
    problem = sent(scene, "owner", "decide", status=409, way="keep", note="It is right.")
    assert problem["code"] == "no_result"
    give_result(scene.fixture, 3010, 2400, state=Fixture.State.DISPUTED, side=0)
    found = sent(scene, "owner", "decide", way="keep", note="It is right.")
    assert found["fixture"]["counts"] is True


# --- other days, and the sheet ---------------------------------------------------------------


def test_a_match_is_postponed_played_after_all_and_called_off() -> None:
    scene = scene_of()
    day = "2026-11-27T19:00:00Z"
    found = sent(scene, "owner", "move", move="postpone", until=day)
    assert (found["state"], found["starts_at"]) == ("postponed", day)
    assert sent(scene, "owner", "move", move="resume")["state"] == "planned"
    problem = sent(scene, "owner", "move", move="call_off", status=422)
    assert problem["errors"][0]["field"] == "note"
    found = sent(scene, "owner", "move", move="call_off", note="Rain")
    assert (found["state"], found["steps"][0]["note"]) == ("cancelled", "Rain")
    problem = sent(
        scene, "owner", "move", move="postpone", until="9999-01-01T00:00:00Z", status=422
    )
    assert problem["errors"][0]["field"] == "until"


def test_the_sheet_is_opened_once_and_found_by_its_id() -> None:
    scene = scene_of()
    found = send(scene.doors["link"].program, at(scene, "sheet"))
    assert found["state"] == "playing"
    again = send(scene.doors["match_player"].program, at(scene, "sheet"))
    assert again["sheet"] == found["sheet"]
    assert again["sheet"] == str(now(scene.fixture).sheet.public_id)  # type: ignore[union-attr]
    assert told(scene)["sheet"] == found["sheet"], "whoever reads the league is told of it"


def test_durak_has_no_sheet() -> None:
    scene = durak()
    problem = send(scene.doors["owner"].program, at(scene, "sheet"), status=409)
    assert problem["code"] == "not_for_sheets"


def test_a_match_of_bots_is_not_entered_by_hand() -> None:
    league = running_league(2, game="durak", competitors="bot")
    round_drawn(league)
    fixture = league.fixtures.all()[0]
    scene = Scene(league, fixture, {})
    assert league.owner is not None
    client = client_with_token(league.owner)
    games = {"way": "games", "games": GAMES, "revision": fixture.revision}
    assert send(client, at(scene, "result"), games, status=409)["code"] == "bots_play"
    assert "enter" not in ask(client, at(scene))["may"]
