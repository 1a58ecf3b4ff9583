"""Where a league stands, for programs: tables with their reasons, cross-tables, brackets, files,
what needs the organizers; and penalties and bonuses."""

import csv
import io
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client, override_settings

from tests.factories import running_league
from tests.tournaments.api.league_round_kit import Scene, ask, scene_of, send
from tests.tournaments.leagues.organizing import browser_of, round_drawn
from tests.tournaments.leagues.page_scenes import decisive_points, round_published
from tests.tournaments.leagues.playing import give_result, play_published
from tournaments.models import Fixture, League, LeagueAdjustment
from tournaments.selectors.leagues import league_standings

pytestmark = pytest.mark.django_db


def played(**fields: Any) -> Scene:  # noqa: ANN401
    scene = scene_of(**fields)
    play_published(scene.league)
    League.objects.filter(pk=scene.league.pk).update(revision=scene.revision + 1)
    cache.clear()
    return scene


def test_standings_come_with_the_numbers_and_sentences_that_explain_them() -> None:
    scene = played(tie_breaks=["buchholz", "points_for"])
    told = ask(Client(), scene.api("standings"))
    rows = told["tables"][0]["rows"]
    league = League.objects.get(pk=scene.league.pk)
    worked_out = league_standings(league=league)[None].rows
    assert [one["who"]["entry"] for one in rows] == [str(one.competitor) for one in worked_out]
    assert [one["points"] for one in rows] == [1, 1, 0, 0]
    first, _second, last = rows[0], rows[1], rows[-1]
    assert first["why"]["text"].endswith(".")
    assert {one["entry"] for one in first["why"]["values"] if one["entry"]} == {
        rows[0]["who"]["entry"],
        rows[1]["who"]["entry"],
    }
    assert last["why"] is None
    assert first["trail"][0] == {"metric": "points", "name": "points", "value": 1.0}
    assert told["revision"] == league.revision
    page = browser_of(None).get(scene.page("league")).content.decode()
    assert told["text"] in page, "the sentence of the page"


def test_groups_have_a_table_each() -> None:
    league = running_league(8, format="groups", groups=2, qualifiers=2)
    round_published(league)
    cache.clear()
    told = ask(Client(), Scene(league, league.fixtures.all()[0], {}).api("standings"))
    assert [(one["group"], one["goes_on"], len(one["rows"])) for one in told["tables"]] == [
        (1, 2, 4),
        (2, 2, 4),
    ]


def test_a_cross_table_has_every_match_from_both_sides() -> None:
    scene = played(format="round_robin")
    told = ask(Client(), scene.api("crosstable"))
    rows = told["tables"][0]["rows"]
    seen = [(row["who"]["entry"], one) for row in rows for one in row["meetings"]]
    both = [one for _who, one in seen if one["fixture"] == scene.fixture.public_id]
    assert sorted(one["outcome"] for one in both) == ["lost", "won"]
    assert sorted(one["worth"] for one in both) == [0.0, 1.0]
    assert {one["opponent"] for one in both} == {
        str(scene.fixture.first_id),
        str(scene.fixture.second_id),
    }


def test_formats_without_a_table_or_a_bracket_have_none() -> None:
    swiss, knockout = scene_of(), scene_of(format="knockout")
    assert Client().get(swiss.api("crosstable")).status_code == 404
    assert Client().get(swiss.api("bracket")).status_code == 404
    assert Client().get(knockout.api("crosstable")).status_code == 404
    assert ask(Client(), knockout.api("standings"))["tables"] == []


def test_a_bracket_tells_who_meets_and_who_will() -> None:
    league = running_league(4, format="knockout")
    round_published(league, decisive_points)
    cache.clear()
    told = ask(Client(), Scene(league, league.fixtures.all()[0], {}).api("bracket"))
    semi, final = told["rounds"]
    assert (semi["title"], final["title"]) == ("Semi-finals", "Final")
    assert [one["fixture"] is not None for one in semi["matches"]] == [True, True]
    assert sum(side["won"] for one in semi["matches"] for side in one["sides"]) == 2
    assert final["matches"][0]["fixture"] is None, "it is not drawn"
    assert all(side["who"] for side in final["matches"][0]["sides"])


@pytest.mark.parametrize("name", ["standings_csv", "fixtures_csv"])
def test_files_are_those_of_the_pages(name: str) -> None:
    scene = played()
    answer = Client().get(scene.api(name))
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer.content == Client().get(scene.page(name)).content
    rows = list(csv.DictReader(io.StringIO(answer.content.decode())))
    assert len(rows) == {"standings_csv": 4, "fixtures_csv": 2}[name]


@override_settings(RATE_LIMITS={"ladder_download": "2/10m/ip"})
def test_files_are_limited_as_on_the_pages() -> None:
    cache.clear()
    scene = scene_of()
    assert Client().get(scene.page("standings_csv")).status_code == 200
    assert Client().get(scene.api("standings_csv")).status_code == 200
    assert Client().get(scene.api("fixtures_csv")).status_code == 429
    assert Client().get(scene.page("standings_csv")).status_code == 429


def test_today_tells_what_needs_the_organizers() -> None:
    scene = scene_of()
    give_result(scene.fixture, 3010, 2400, state=Fixture.State.DISPUTED)
    other = scene.league.fixtures.get(place=2)
    give_result(other, 3010, 2400, state=Fixture.State.ENTERED)
    told = ask(scene.doors["helper"].program, scene.api("today"))
    assert [(one["kind"], one["fixture"], one["round"]) for one in told["todo"]] == [
        ("dispute", scene.fixture.public_id, 1),
        ("to_confirm", other.public_id, 1),
    ]
    page = scene.doors["helper"].browser.get(scene.page("today")).content.decode()
    assert told["todo"][0]["detail"] in page


def test_today_tells_of_a_draft_and_of_what_can_be_drawn() -> None:
    scene = played()
    client = scene.doors["owner"].program
    assert [one["kind"] for one in ask(client, scene.api("today"))["todo"]] == ["can_be_drawn"]
    round_drawn(League.objects.get(pk=scene.league.pk), publish=False)
    told = ask(client, scene.api("today"))["todo"]
    assert [(one["kind"], one["round"]) for one in told] == [("draft", 2)]


# --- penalties and bonuses -------------------------------------------------------------------


def fine(scene: Scene, **more: object) -> dict[str, object]:
    return {"entry": str(scene.fixture.first_id), "points": -0.5, "reason": "Came late", **more}


def test_points_are_taken_and_the_penalty_is_cancelled() -> None:
    scene = played()
    client = scene.doors["owner"].program
    made = send(client, scene.api("adjustments"), fine(scene), status=201)
    assert (made["points"], made["reason"], made["cancelled_at"]) == (-0.5, "Came late", None)
    path = scene.api("adjustment", made["id"])
    assert ask(client, path) == made
    told = ask(Client(), scene.api("standings"))
    assert [(one["points"], one["reason"]) for one in told["adjustments"]] == [(-0.5, "Came late")]
    row = next(
        one
        for one in told["tables"][0]["rows"]
        if one["who"]["entry"] == str(scene.fixture.first_id)
    )
    assert row["adjusted"] == -0.5
    send(client, path, method="DELETE", status=204)
    send(client, path, method="DELETE", status=204)
    listed = ask(client, scene.api("adjustments"))["results"]
    assert [one["id"] for one in listed] == [made["id"]]
    assert listed[0]["cancelled_at"] is not None
    assert ask(Client(), scene.api("standings"))["adjustments"] == []


def test_the_same_key_makes_one_penalty_and_answers_the_same() -> None:
    scene = scene_of()
    client, path = scene.doors["owner"].program, scene.api("adjustments")
    first = send(client, path, fine(scene), status=201, key="late-1")
    assert send(client, path, fine(scene), status=201, key="late-1") == first
    assert LeagueAdjustment.objects.count() == 1
    problem = send(client, path, fine(scene, points=-1), status=422, key="late-1")
    assert problem["code"] == "idempotency_key_reused"


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"points": 0}, "points"),
        ({"points": 1001}, "points"),
        ({"points": 0.125}, "points"),
        ({"points": "NaN"}, "points"),
        ({"reason": " "}, "reason"),
        ({"entry": "999999999"}, "entry"),
        ({"entry": 5.5}, "entry"),
        ({"note": "x"}, "note"),
    ],
)
def test_what_is_wrong_with_a_penalty_is_told_at_its_field(
    more: dict[str, object], field: str
) -> None:
    scene = scene_of()
    client, path = scene.doors["owner"].program, scene.api("adjustments")
    problem = send(client, path, fine(scene, **more), status=422)
    assert [one["field"] for one in problem["errors"]] == [field]
    assert not LeagueAdjustment.objects.exists()


def test_nobody_is_given_points_in_a_knockout() -> None:
    scene = scene_of(format="knockout")
    client = scene.doors["owner"].program
    problem = send(client, scene.api("adjustments"), fine(scene), status=409)
    assert problem["code"] == "no_table"


def test_a_penalty_of_another_league_is_not_found() -> None:
    scene, other = scene_of(), scene_of()
    row = LeagueAdjustment.objects.create(
        league=other.league, entry=other.fixture.first, points=-1, reason="Came late"
    )
    client = scene.doors["owner"].program
    assert client.get(scene.api("adjustment", row.pk)).status_code == 404
    send(client, scene.api("adjustment", row.pk), method="DELETE", status=404)
    row.refresh_from_db()
    assert row.cancelled_at is None
