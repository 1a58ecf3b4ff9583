"""Who takes part, for programs: entering, lists, seeds, sitting out, leaving, coming back."""

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from arena.models import Bot
from tests.api_client import client_with_token
from tests.api_document import conforms
from tests.arena.league_kit import bot_of
from tests.arena.shown_matches import bot_playing
from tests.factories import LeagueFactory, UserFactory, running_league
from tests.tournaments.api.league_doors import call, code_of, faults_of, scene_made
from tests.tournaments.leagues.kit import entries_of, events
from tests.tournaments.leagues.organizing import named_league, round_drawn, started_league
from tournaments.models import League, LeagueEntry

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    cache.clear()


def program_of(league: League) -> Client:
    assert league.owner is not None
    return client_with_token(league.owner)


def at(league: League, entry: LeagueEntry | None = None) -> dict[str, object]:
    more = {} if entry is None else {"entry_id": entry.pk}
    return {"public_id": league.public_id, **more}


def ask(
    league: League,
    method: str,
    name: str,
    entry: LeagueEntry | None = None,
    /,
    **body: Any,  # noqa: ANN401
) -> Any:  # noqa: ANN401
    """Call as the owner."""
    return call(program_of(league), method, name, at(league, entry), body)


def test_everybody_reads_who_is_entered_and_organizers_more() -> None:
    scene = scene_made("playing")
    (mine,) = [
        one
        for one in conforms(
            call(scene.people["player"].program, "GET", "league_entries", scene.address)
        )["results"]
        if one["is_mine"]
    ]
    assert mine["names"] == ["Pablo"]
    for name in ("stranger", "nobody", "player", "scorer", "scorer's link"):
        told = conforms(call(scene.people[name].program, "GET", "league_entries", scene.address))
        assert len(told["results"]) == 5
        for one in told["results"]:
            private = (one["rests"], one["annulled"], one["steps"], one["hindrance"])
            assert private == (None, None, None, None), name
        address = {**scene.address, "entry_id": told["results"][0]["id"]}
        alone = conforms(call(scene.people[name].program, "GET", "league_entry", address))
        assert alone == told["results"][0]
    told = conforms(call(scene.people["owner"].program, "GET", "league_entries", scene.address))
    by_id = {one["id"]: one for one in told["results"]}
    assert by_id[str(scene.playing.pk)]["steps"] == ["rest", "withdraw", "disqualify"]
    assert by_id[str(scene.gone.pk)]["steps"] == ["return", "disqualify"]


def test_an_entry_of_another_league_is_not_found() -> None:
    league, other = named_league(2), named_league(2)
    (entry, _second) = entries_of(other)
    for method, name in (
        ("GET", "league_entry"),
        ("DELETE", "league_entry"),
        ("POST", "league_entry_withdraw"),
        ("POST", "league_entry_return"),
    ):
        assert ask(league, method, name, entry).status_code == 404, (method, name)
    assert ask(league, "PATCH", "league_entry", entry, rests=[1], revision=0).status_code == 404
    assert LeagueEntry.objects.filter(pk=entry.pk).exists()


def test_people_are_entered_by_name() -> None:
    league = named_league(2)
    answer = ask(league, "POST", "league_entries", name="Zoe")
    told = conforms(answer)
    assert (answer.status_code, told["name"], told["seed"]) == (201, "Zoe", 3)
    assert answer["Location"].endswith(
        reverse("api:league_entry", args=[league.public_id, told["id"]])
    )
    assert faults_of(ask(league, "POST", "league_entries", name="zoe")) == {"name": "invalid"}


def test_pairs_are_entered_by_two_names() -> None:
    league = named_league(1, competitors="pair")
    told = conforms(ask(league, "POST", "league_entries", name="Zoe", partner="Yara"))
    assert told["names"] == ["Zoe", "Yara"]
    assert faults_of(ask(league, "POST", "league_entries", name="Wim")) == {"partner": "required"}


def test_bots_are_entered_by_their_id_their_name_or_their_page() -> None:
    bots: list[Bot] = [
        bot_playing(UserFactory.create(), name).bot for name in ("Mustard", "Pepper", "Salt")
    ]
    league = LeagueFactory.create(game="durak", competitors="bot", profile="durak/volga")
    page = reverse("bots:bot", args=[bots[2].public_id])
    for bot, said in zip(bots, (bots[0].public_id, "Pepper", page), strict=True):
        told = conforms(ask(league, "POST", "league_entries", bot=said))
        assert (told["bot"], told["name"], told["page"]) == (
            bot.public_id,
            bot.name,
            reverse("bots:bot", args=[bot.public_id]),
        )
        alone = {"public_id": league.public_id, "entry_id": told["id"]}
        assert conforms(call(program_of(league), "GET", "league_entry", alone))["hindrance"] == ""
    for said in (bots[0].public_id, "Nobody"):
        assert faults_of(ask(league, "POST", "league_entries", bot=said)) == {"bot": "invalid"}
    assert faults_of(ask(league, "POST", "league_entries")) == {"bot": "required"}
    assert faults_of(ask(league, "POST", "league_entries", bot="Salt", name="Zoe")) == {
        "name": "unfit"
    }


def test_the_same_call_twice_enters_somebody_once() -> None:
    league = named_league(2)
    program = program_of(league)
    first, again = (
        call(program, "POST", "league_entries", at(league), {"name": "Zoe"}, Idempotency_Key="k")
        for _ in "12"
    )
    assert conforms(first) == conforms(again)
    assert (first.status_code, again.status_code, league.entries.count()) == (201, 201, 3)


def test_a_draft_has_to_be_thrown_away_first() -> None:
    league = started_league(4)
    round_drawn(league, publish=False)
    assert code_of(ask(league, "POST", "league_entries", name="Zoe")) == (409, "drafted")


# Lists


def test_a_list_is_looked_at_before_it_is_entered() -> None:
    league = named_league(2)  # Ana Fernández, Bea Ruiz
    text = "name;seed\nZoe;2\nBea Ruiz;\nBea Ruis;\nYara;1\nZoe;9\n;;\nWim;first\n"
    told = conforms(ask(league, "POST", "league_entries_import", text=text, dry_run=True))
    assert (told["dry_run"], told["entered"], told["too_long"]) == (True, 2, False)
    assert [(row["line"], row["verdict"], bool(row["problems"])) for row in told["rows"]] == [
        (2, "new", False),
        (3, "already", False),
        (4, "doubtful", True),
        (5, "new", False),
        (6, "already", False),
        (8, "wrong", True),
    ]
    assert league.entries.count() == 2
    done = conforms(ask(league, "POST", "league_entries_import", text=text))
    assert (done["dry_run"], done["entered"]) == (False, 2)
    assert done["rows"] == told["rows"]
    names = [one.competitor.public_name for one in entries_of(league)]
    assert names == ["Ana Fernández", "Bea Ruiz", "Yara", "Zoe"]
    again = conforms(ask(league, "POST", "league_entries_import", text=text))
    assert (again["entered"], league.entries.count()) == (0, 4)


def test_doubtful_rows_are_decided_by_their_line() -> None:
    league = named_league(2)
    asked: dict[str, Any] = {"text": "Bea Ruis\nAna Fernandes", "dry_run": True}
    said = conforms(
        ask(league, "POST", "league_entries_import", **asked, choices={"1": "as_written"})
    )
    assert [row["choice"] for row in said["rows"]] == ["as_written", "skip"]
    assert said["entered"] == 1
    for wrong in ({"first": "skip"}, {"1": "maybe"}, {"1234567": "skip"}):
        answer = ask(league, "POST", "league_entries_import", **asked, choices=wrong)
        assert next(iter(faults_of(answer))).startswith("choices")


def test_what_was_written_to_a_file_can_be_imported_elsewhere() -> None:
    league = named_league(3, competitors="pair")
    answer = call(Client(), "GET", "league_entries_csv", at(league))
    assert answer.status_code == 404  # it is being prepared
    answer = ask(league, "GET", "league_entries_csv")
    assert answer["Content-Type"].startswith("text/csv")
    other = LeagueFactory.create(competitors="pair", owner=league.owner)
    text = answer.content.decode()
    assert conforms(ask(other, "POST", "league_entries_import", text=text))["entered"] == 3


def test_files_are_limited_as_the_pages_are(settings: Settings) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "ladder_download": "1/1h/ip"}
    league = running_league(2)
    answers = [call(Client(), "GET", "league_entries_csv", at(league)) for _ in range(2)]
    assert [one.status_code for one in answers] == [200, 429]


# The order


def revision(league: League) -> int:
    league.refresh_from_db()
    return league.revision


def test_seeds_are_put_in_order() -> None:
    league = named_league(4)
    order = [str(one.pk) for one in reversed(entries_of(league))]
    told = conforms(
        ask(league, "PUT", "league_entries_seed", order=order, revision=revision(league))
    )
    assert told == {"revision": revision(league), "order": order}
    told = conforms(
        ask(league, "PUT", "league_entries_seed", how="rating", revision=revision(league))
    )
    assert told["order"] == order  # nobody has a rating
    told = conforms(
        ask(league, "PUT", "league_entries_seed", how="random", revision=revision(league))
    )
    assert sorted(told["order"]) == sorted(order)


def test_a_stale_or_incomplete_order_changes_nothing() -> None:
    league = named_league(3)
    order = [str(one.pk) for one in entries_of(league)]
    before = revision(league)
    conforms(ask(league, "POST", "league_entries", name="Zoe"))
    stale = ask(league, "PUT", "league_entries_seed", order=order, revision=before)
    conforms(stale)
    assert code_of(stale) == (409, "stale")
    short = ask(league, "PUT", "league_entries_seed", order=order, revision=revision(league))
    assert code_of(short) == (409, "stale")
    for wrong in ({"how": "random", "order": order}, {}, {"order": ["x"]}):
        answer = ask(league, "PUT", "league_entries_seed", revision=0, **wrong)
        assert next(iter(faults_of(answer))).startswith("order")


# Sitting out, leaving, coming back


def test_somebody_sits_out() -> None:
    league = started_league(4)
    entry = entries_of(league)[0]
    before = revision(league)
    told = conforms(ask(league, "PATCH", "league_entry", entry, rests=[3, 2], revision=before))
    assert told["rests"] == [2, 3]
    stale = ask(league, "PATCH", "league_entry", entry, rests=[1], revision=before)
    assert code_of(stale) == (409, "stale")
    round_drawn(league)
    drawn = ask(league, "PATCH", "league_entry", entry, rests=[1], revision=revision(league))
    assert faults_of(drawn) == {"rests": "invalid"}


def test_somebody_is_taken_off_the_list_only_before_it_begins() -> None:
    league = named_league(3)
    entry = entries_of(league)[0]
    answer = ask(league, "DELETE", "league_entry", entry)
    conforms(answer)
    assert (answer.status_code, league.entries.count()) == (204, 2)
    assert ask(league, "DELETE", "league_entry", entry).status_code == 404
    begun = started_league(3)
    answer = ask(begun, "DELETE", "league_entry", entries_of(begun)[0])
    conforms(answer)
    assert code_of(answer) == (409, "begun")


def test_somebody_leaves_and_comes_back() -> None:
    league = started_league(4)
    round_drawn(league)
    entry = entries_of(league)[0]
    told = conforms(ask(league, "POST", "league_entry_withdraw", entry, note="Ill"))
    assert told["status"] == "withdrawn"
    assert (events(league)[-1].after["remaining"], events(league)[-1].note) == ("forfeit", "Ill")
    assert conforms(ask(league, "POST", "league_entry_return", entry))["status"] == "active"
    assert faults_of(ask(league, "POST", "league_entry_disqualify", entry)) == {"note": "required"}
    told = conforms(ask(league, "POST", "league_entry_disqualify", entry, note="Rude", annul=True))
    assert (told["status"], told["annulled"]) == ("disqualified", True)


def test_before_it_begins_nobody_withdraws() -> None:
    league = named_league(2)
    answer = ask(league, "POST", "league_entry_withdraw", entries_of(league)[0])
    conforms(answer)
    assert code_of(answer) == (409, "not_begun")


def test_a_league_of_bots_tells_whose_they_are() -> None:
    league = running_league(2, game="durak", competitors="bot")
    bots = [bot_of(one) for one in entries_of(league)]
    told = conforms(call(Client(), "GET", "league_entries", at(league)))["results"]
    assert [one["bot"] for one in told] == [bot.public_id for bot in bots]
    assert bots[0].owner is not None
    mine = conforms(call(client_with_token(bots[0].owner), "GET", "league_entries", at(league)))
    assert [one["is_mine"] for one in mine["results"]] == [True, False]
