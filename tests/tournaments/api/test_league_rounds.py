"""Rounds for programs: drawn, looked at, changed by hand, dated, published, taken back, and told to
nobody before that."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.api_client import client_with_token
from tests.api_document import conforms
from tests.factories import running_league
from tests.tournaments.api.league_round_kit import (
    ROLES,
    Scene,
    ask,
    draft_scene,
    scene_of,
    send,
)
from tests.tournaments.leagues.kit import owner
from tests.tournaments.leagues.organizing import round_drawn
from tests.tournaments.leagues.playing import play_published
from tournaments.league_seen import league_seen
from tournaments.models import League, LeagueEntry, LeagueEvent, LeagueRound
from tournaments.services.leagues.adjustments import adjustment_add

pytestmark = pytest.mark.django_db


def program(league: League) -> Client:
    """The owner's."""
    assert league.owner is not None
    return client_with_token(league.owner)


def at(league: League, name: str, *more: object) -> str:
    return reverse(f"api:league_{name}", args=[league.public_id, *more])


def revision(league: League) -> int:
    return League.objects.get(pk=league.pk).revision


def drafted() -> tuple[League, Client]:
    """The first round is a draft."""
    league = running_league(4, format="swiss", rounds_planned=3)
    round_drawn(league, publish=False)
    return league, program(league)


def pairs(told: dict[str, object]) -> list[tuple[str, str]]:
    found = told["pairings"]
    assert isinstance(found, list)
    both = [one["fixture"] for one in found]
    return [(one["first"]["entry"], one["second"]["entry"]) for one in both]


# --- drawing ---------------------------------------------------------------------------------


def test_a_round_is_drawn_as_a_draft_with_reasons() -> None:
    league = running_league(5, format="swiss", rounds_planned=3)
    client = program(league)
    answer = client.generic("POST", at(league, "rounds"))
    conforms(answer)
    assert answer.status_code == 201
    assert answer["Location"].endswith(at(league, "round", 1))
    drawn = answer.json()
    assert [(one["number"], one["state"], one["matches"]) for one in drawn["rounds"]] == [
        (1, "draft", 2)
    ]
    assert drawn["revision"] == revision(league)
    told = ask(client, at(league, "round", 1))
    assert told["revision"] == revision(league)
    assert len(told["pairings"]) == 2
    assert len(told["byes"]) == 1
    why = told["pairings"][0]["why"][0]
    named = {one["entry"] for one in why["values"] if one["entry"]}
    assert named <= {entry for pair in pairs(told) for entry in pair}
    assert all(one["text"] in why["text"] for one in why["values"] if one["number"] is not None)
    assert told["byes"][0]["why"][0]["code"]
    assert told["pairings"][0]["fixture"]["page"] == ""


def test_where_everybody_meets_everybody_all_rounds_are_drawn_at_once() -> None:
    league = running_league(4, format="round_robin")
    told = send(program(league), at(league, "rounds"), status=201)
    assert [one["number"] for one in told["rounds"]] == [1, 2, 3]


def test_while_there_is_a_draft_nothing_more_is_drawn() -> None:
    league, client = drafted()
    problem = send(client, at(league, "rounds"), status=409)
    assert problem["code"] == "draft"
    assert league.rounds.count() == 1


def test_a_round_that_is_not_over_holds_the_next_up() -> None:
    scene = scene_of()
    problem = send(scene.doors["owner"].program, scene.api("rounds"), status=409)
    assert problem["detail"].endswith(".")
    assert scene.league.rounds.count() == 1


def test_the_same_key_draws_once_and_answers_the_same() -> None:
    league = running_league(4, format="swiss", rounds_planned=3)
    client = program(league)
    first = send(client, at(league, "rounds"), status=201, key="draw-1")
    again = send(client, at(league, "rounds"), status=201, key="draw-1")
    assert again == first
    assert league.rounds.count() == 1
    assert LeagueEvent.objects.filter(league=league, action="rounds_drafted").count() == 1


# --- changing by hand ------------------------------------------------------------------------


def exchanged(told: dict[str, object]) -> list[dict[str, str]]:
    """The first two tables, with their second sides exchanged."""
    (a, b), (c, d) = pairs(told)[:2]
    return [{"first": a, "second": d}, {"first": c, "second": b}]


def test_a_draft_is_changed_by_hand() -> None:
    league, client = drafted()
    seen = ask(client, at(league, "round", 1))
    wish = exchanged(seen)
    told = send(
        client,
        at(league, "round", 1),
        {"pairings": wish, "revision": seen["revision"]},
        method="PUT",
    )
    assert pairs(told) == [(one["first"], one["second"]) for one in wish]
    assert [one["fixture"]["by_hand"] for one in told["pairings"]] == [True, True]
    assert told["pairings"][0]["why"][0]["code"] == "swiss.manual"
    assert told["revision"] == seen["revision"] + 1


def test_whoever_is_drawn_and_sits_nowhere_has_no_opponent() -> None:
    league, client = drafted()
    seen = ask(client, at(league, "round", 1))
    (a, b), (c, d) = pairs(seen)
    wish = {"pairings": [{"first": a, "second": b}], "revision": seen["revision"]}
    told = send(client, at(league, "round", 1), wish, method="PUT")
    assert {one["who"]["entry"] for one in told["byes"]} == {c, d}


def test_a_dry_run_says_what_is_odd_and_saves_nothing() -> None:
    league = running_league(4, format="swiss", rounds_planned=3)
    round_drawn(league)
    play_published(league)
    round_drawn(league, publish=False)
    client = program(league)
    seen = ask(client, at(league, "round", 2))
    again = ask(client, at(league, "round", 1))
    wish = [{"first": one, "second": other} for one, other in pairs(again)]
    sent = {"pairings": wish, "revision": seen["revision"], "dry_run": True}
    told = send(client, at(league, "round", 2), sent, method="PUT")
    assert told["conflicts"], "they have met already"
    assert told["conflicts"][0]["text"].endswith(".")
    assert pairs(told) == pairs(seen)
    assert revision(league) == seen["revision"]
    saved = send(client, at(league, "round", 2), {**sent, "dry_run": False}, method="PUT")
    assert saved["conflicts"] == told["conflicts"]


@pytest.mark.parametrize(
    ("pairings", "field"),
    [
        (lambda a, b, c: [{"first": a, "second": b}, {"first": c, "second": a}], "1.second"),
        (lambda a, b, c: [{"first": a, "second": a}], "0.second"),
        (lambda a, b, c: [{"first": a, "second": "999999999"}], "0.second"),
        (lambda a, b, c: [{"first": "x", "second": b}], "0.first"),
        (lambda a, b, c: [{"first": a}], "0.second"),
    ],
)
def test_the_impossible_is_refused_at_its_place(pairings, field: str) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001
    league, client = drafted()
    seen = ask(client, at(league, "round", 1))
    (a, b), (c, _d) = pairs(seen)
    sent = {"pairings": pairings(a, b, c), "revision": seen["revision"]}
    problem = send(client, at(league, "round", 1), sent, method="PUT", status=422)
    assert [one["field"] for one in problem["errors"]] == [f"pairings.{field}"]
    assert revision(league) == seen["revision"]


def test_whoever_has_left_or_comes_later_cannot_be_put_into_a_draft() -> None:
    league, client = drafted()
    seen = ask(client, at(league, "round", 1))
    late = LeagueEntry.objects.create(
        league=league,
        competitor=running_league(1).entries.get().competitor,
        seed=9,
        joined_round=2,
    )
    assert str(late.pk) not in {one["entry"] for one in seen["candidates"]}
    sent = {
        "pairings": [{"first": pairs(seen)[0][0], "second": str(late.pk)}],
        "revision": seen["revision"],
    }
    problem = send(client, at(league, "round", 1), sent, method="PUT", status=422)
    assert problem["errors"][0]["field"] == "pairings.0.second"


def test_what_is_published_is_not_changed_by_hand() -> None:
    scene = scene_of()
    client = scene.doors["owner"].program
    sent = {"pairings": [], "revision": scene.revision, "dry_run": True}
    problem = send(client, scene.api("round", 1), sent, method="PUT", status=409)
    assert problem["code"] == "published"


# --- dates, publishing, taking back ----------------------------------------------------------


def test_a_round_is_dated_and_what_is_not_sent_stays() -> None:
    league, client = drafted()
    path = at(league, "round", 1)
    begins, ends = "2026-11-20T19:00:00Z", "2026-11-27T19:00:00Z"
    sent = {"starts_at": begins, "revision": revision(league)}
    told = send(client, path, sent, method="PATCH")
    assert (told["starts_at"], told["deadline"]) == (begins, None)
    sent = {"deadline": ends, "revision": told["revision"]}
    told = send(client, path, sent, method="PATCH")
    assert (told["starts_at"], told["deadline"]) == (begins, ends)
    sent = {"starts_at": None, "revision": told["revision"]}
    assert send(client, path, sent, method="PATCH")["starts_at"] is None


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"starts_at": "2026-11-20T19:00:00Z", "deadline": "2026-11-19T19:00:00Z"}, "deadline"),
        ({"deadline": "9999-11-20T19:00:00Z"}, "deadline"),
        ({"starts_at": "0226-11-20T19:00:00Z"}, "starts_at"),
        ({"starts_at": "tomorrow"}, "starts_at"),
        ({"begins": "2026-11-20T19:00:00Z"}, "begins"),
    ],
)
def test_dates_that_nobody_means_are_refused_at_their_field(
    sent: dict[str, object], field: str
) -> None:
    league, client = drafted()
    whole = {**sent, "revision": revision(league)}
    for path, method in (
        (at(league, "round", 1), "PATCH"),
        (at(league, "round_publish", 1), "POST"),
    ):
        problem = send(client, path, whole, method=method, status=422)
        assert [one["field"] for one in problem["errors"]] == [field]
    assert league.rounds.get().state == LeagueRound.State.DRAFT


def test_all_drafts_are_dated_at_once() -> None:
    league = running_league(4, format="round_robin")
    round_drawn(league, publish=False)
    sent = {"first": "2026-11-20T19:00:00Z", "every": 7, "days": 6, "revision": revision(league)}
    told = send(program(league), at(league, "rounds_dates"), sent)
    assert [(one["starts_at"], one["deadline"]) for one in told["rounds"]] == [
        ("2026-11-20T19:00:00Z", "2026-11-26T19:00:00Z"),
        ("2026-11-27T19:00:00Z", "2026-12-03T19:00:00Z"),
        ("2026-12-04T19:00:00Z", "2026-12-10T19:00:00Z"),
    ]
    assert told["revision"] == revision(league)


def test_publishing_publishes_the_drafts_before_it_too() -> None:
    league = running_league(4, format="round_robin")
    round_drawn(league, publish=False)
    client = program(league)
    seen = ask(client, at(league, "round", 2))
    assert seen["drafts_before"] == 1
    sent = {"revision": seen["revision"], "deadline": "2026-11-27T19:00:00Z"}
    told = send(client, at(league, "round_publish", 2), sent)
    assert (told["state"], told["deadline"]) == ("published", "2026-11-27T19:00:00Z")
    states = [one["state"] for one in ask(client, at(league, "rounds"))["results"]]
    assert states == ["published", "published", "draft"]
    told = send(client, at(league, "round_unpublish", 1))
    assert told["state"] == "draft"
    states = [one["state"] for one in ask(client, at(league, "rounds"))["results"]]
    assert states == ["draft", "draft", "draft"]


def test_a_round_in_which_somebody_has_played_is_not_taken_back() -> None:
    scene = scene_of()
    play_published(scene.league)
    client = scene.doors["owner"].program
    problem = send(client, scene.api("round_unpublish", 1), status=409)
    assert problem["code"] == "begun"


def test_a_draft_is_thrown_away() -> None:
    league, client = drafted()
    path = f"{at(league, 'round', 1)}?revision={revision(league)}"
    send(client, path, method="DELETE", status=204)
    assert not league.rounds.exists()
    assert client.get(at(league, "round", 1)).status_code == 404


def test_what_was_seen_has_to_be_said() -> None:
    league, client = drafted()
    problem = send(client, at(league, "round", 1), method="DELETE", status=422)
    assert problem["errors"][0]["field"] == "revision"
    problem = send(client, at(league, "round_publish", 1), status=422)
    assert problem["errors"][0]["field"] == "revision"


@pytest.mark.parametrize("call", ["edit", "date", "date all", "publish", "discard"])
def test_plans_made_from_an_older_revision_are_refused(call: str) -> None:
    league, client = drafted()
    seen = ask(client, at(league, "round", 1))
    entry = league.entries.order_by("seed")[0]
    adjustment_add(
        public_id=league.public_id,
        visitor=owner(league),
        entry_id=entry.pk,
        points=league.points_win,
        reason="Meanwhile",
    )
    old = {"revision": seen["revision"]}
    day = {"starts_at": "2026-11-20T19:00:00Z", **old}
    calls = {
        "edit": ("round", "PUT", {"pairings": exchanged(seen), **old}),
        "date": ("round", "PATCH", day),
        "date all": ("rounds_dates", "POST", {"first": day["starts_at"], "every": 7, **old}),
        "publish": ("round_publish", "POST", old),
        "discard": ("round", "DELETE", {}),
    }
    name, method, sent = calls[call]
    path = at(league, name) if call == "date all" else at(league, name, 1)
    if call == "discard":
        path += f"?revision={seen['revision']}"
    problem = send(client, path, sent, method=method, status=409)
    assert problem["code"] == "stale"
    row = league.rounds.get()
    assert (row.state, row.starts_at) == (LeagueRound.State.DRAFT, None)


@pytest.mark.parametrize("method", ["GET", "PUT", "PATCH", "DELETE"])
def test_a_round_that_is_not_there_is_not_found(method: str) -> None:
    league, client = drafted()
    sent = {"pairings": [], "revision": 0} if method == "PUT" else {"revision": 0}
    path = at(league, "round", 99)
    if method == "DELETE":
        path += "?revision=0"
    send(client, path, {} if method in ("GET", "DELETE") else sent, method=method, status=404)


def test_unknown_parameters_are_refused() -> None:
    league, client = drafted()
    for name, more in (
        ("rounds", ()),
        ("round", (1,)),
        ("fixtures", ()),
        ("standings", ()),
        ("standings_csv", ()),
        ("fixtures_csv", ()),
        ("today", ()),
        ("adjustments", ()),
    ):
        assert client.get(at(league, name, *more), {"rond": "1"}).status_code == 422, name


# --- what nobody else is told ----------------------------------------------------------------

READERS = tuple(role for role in ROLES if role not in ("owner", "helper", "suspended"))


def told_everywhere(scene: Scene, client: Client) -> str:
    """Everything that programs are told about a league by its own calls."""
    found = []
    for name in ("rounds", "fixtures", "standings", "standings_csv", "fixtures_csv", "entries"):
        answer = client.get(scene.api(name), {"page_size": 100} if name == "fixtures" else {})
        assert answer.status_code == 200, name
        found.append(answer.content.decode())
    league = client.get(reverse("api:league", args=[scene.league.public_id]))
    assert league.status_code == 200
    return "\n".join([*found, league.content.decode()])


def test_pairings_of_a_draft_are_told_to_organizers_only() -> None:
    scene = draft_scene()
    draft = scene.league.rounds.get(number=2)
    ids = list(draft.fixtures.values_list("public_id", flat=True))
    assert len(ids) == 2
    for role in READERS:
        client = scene.doors[role].program
        assert client.get(scene.api("round", 2)).status_code == 404, role
        assert client.get(scene.api("fixtures"), {"round": 2}).json()["results"] == [], role
        said = told_everywhere(scene, client)
        assert not [one for one in ids if one in said], role
        assert '"number":2' not in said, role
        seen = league_seen(public_id=scene.league.public_id, visitor=scene.doors[role].visitor)
        assert seen is not None
        assert seen.data == {}, "whoever follows it is told that something is new, and not what"
        for one in ids:
            assert client.get(scene.api("fixture", one)).status_code == 404, role
            for verb in ("result", "answer", "sheet"):
                sent = {"revision": 0, "way": "total", "points_first": 1, "points_second": 2}
                answer = client.post(
                    scene.api(f"fixture_{verb}", one), sent, content_type="application/json"
                )
                assert answer.status_code == 404, (role, verb)
    for role in ("owner", "helper"):
        client = scene.doors[role].program
        told = ask(client, scene.api("round", 2))
        assert [one["fixture"]["id"] for one in told["pairings"]] == ids
        assert client.get(scene.api("fixture", ids[0])).status_code == 404, "not yet at an address"
        assert ids[0] not in told_everywhere(scene, client)


def test_a_draft_of_a_bracket_is_told_to_organizers_only() -> None:
    scene = scene_of(format="knockout")
    play_published(scene.league)
    League.objects.filter(pk=scene.league.pk).update(revision=scene.league.revision + 1)
    round_drawn(League.objects.get(pk=scene.league.pk), publish=False)
    final = scene.league.rounds.get(number=2).fixtures.get()
    for role in (*READERS, "owner"):
        said = scene.doors[role].program.get(scene.api("bracket")).content.decode()
        assert final.public_id not in said


def test_a_cross_table_does_not_tell_of_drafts() -> None:
    league = running_league(4, format="round_robin")
    round_drawn(league)
    cache.clear()
    drafts = league.fixtures.filter(round__state=LeagueRound.State.DRAFT)
    assert drafts.count() == 4
    said = Client().get(at(league, "crosstable")).content.decode()
    assert not [one for one in drafts.values_list("public_id", flat=True) if one in said]


def test_a_match_is_found_in_its_own_league_only() -> None:
    scene, other = scene_of(), scene_of()
    client = other.doors["owner"].program
    path = reverse("api:league_fixture", args=[other.league.public_id, scene.fixture.public_id])
    assert client.get(path).status_code == 404
    sent = {"way": "total", "points_first": 1, "points_second": 2, "note": "x", "revision": 0}
    path = reverse(
        "api:league_fixture_decide", args=[other.league.public_id, scene.fixture.public_id]
    )
    send(client, path, sent, status=404)


# --- costs -----------------------------------------------------------------------------------


def costs(league: League, name: str, *more: object, **query: int) -> int:
    cache.clear()
    client = program(league)
    client.get(at(league, "rounds"))  # notes the token's use
    cache.clear()
    with CaptureQueriesContext(connection) as counted:
        answer = client.get(at(league, name, *more), query)
    assert answer.status_code == 200, answer.content
    return len(counted)


def busy(size: int, how: str) -> League:
    """A round is played, the next drawn, and everybody fined."""
    league = running_league(size, format=how, rounds_planned=4, accounts=True)
    round_drawn(league)
    play_published(league)
    if how == "swiss":
        round_drawn(league, publish=False)
    for entry in league.entries.all():
        league.adjustments.create(entry=entry, points=1, reason="Welcome", by=league.owner)
    return league


def test_calls_cost_as_many_queries_however_many_play() -> None:
    small, large = busy(8, "swiss"), busy(64, "swiss")
    calls: dict[str, tuple[tuple[object, ...], dict[str, int]]] = {
        "rounds": ((), {}),
        "round": ((2,), {}),
        "fixtures": ((), {"page_size": 100}),
        "standings": ((), {}),
        "standings_csv": ((), {}),
        "fixtures_csv": ((), {}),
        "today": ((), {}),
        "adjustments": ((), {"page_size": 100}),
    }
    for name, (more, query) in calls.items():
        counted = [costs(one, name, *more, **query) for one in (small, large)]
        assert counted[0] == counted[1] <= 32, (name, counted)
    matches = [one.fixtures.order_by("pk")[0].public_id for one in (small, large)]
    both = zip((small, large), matches, strict=True)
    counted = [costs(league, "fixture", match) for league, match in both]
    assert counted[0] == counted[1] <= 32


@pytest.mark.parametrize(("how", "name"), [("round_robin", "crosstable"), ("knockout", "bracket")])
def test_tables_of_other_formats_cost_as_many_queries_however_many_play(
    how: str, name: str
) -> None:
    counted = [costs(busy(size, how), name) for size in (8, 64)]
    assert counted[0] == counted[1] <= 32
