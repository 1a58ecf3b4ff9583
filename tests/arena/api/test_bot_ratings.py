"""How well bots play, as programs read it: the same as on the pages, and what is not for everybody
for nobody."""

from collections.abc import Sequence
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from arena.models import BotVersion, Match
from tests.api_client import client_with_token
from tests.api_document import conforms
from tests.arena.api.bot_calls import at, faults, refusal
from tests.arena.rated_matches import match_rated, match_voided, next_version
from tests.arena.shown_matches import DUEL, FOUR, bot_playing, match_played
from tests.factories import AbTestFactory, UserFactory
from tests.tournaments.ladder_kit import ladder_made
from tournaments.models import Ladder, Rating, User
from tournaments.selectors.ladders import rating_rank

pytestmark = pytest.mark.django_db


@pytest.fixture
def ladder() -> Ladder:
    return ladder_made(DUEL)


def second_wins(board: int, rotation: int) -> Sequence[int]:
    return [0, 2]


def told(name: str, version: BotVersion, query: str = "") -> Any:  # noqa: ANN401 - JSON
    return conforms(Client().get(f"{at(name, version.bot)}{query}"))


def versus(one: BotVersion, other: BotVersion, query: str = "") -> Any:  # noqa: ANN401
    where = reverse("api:bot_versus", args=[one.bot.public_id, other.bot.public_id])
    return Client().get(f"{where}{query}")


def queries(address: str) -> int:
    Client().get(address)
    with CaptureQueriesContext(connection) as captured:
        assert Client().get(address).status_code == 200
    return len(captured)


# Ratings


def test_a_rating_for_every_ladder_with_a_result(
    ladder: Ladder, mustard: BotVersion, pepper: BotVersion
) -> None:
    other = ladder_made(FOUR)
    for _ in range(2):
        match_rated(ladder, [mustard, pepper])
    match_rated(other, [mustard, pepper], second_wins)
    first, second = told("bot_ratings", mustard)["results"]
    rating = Rating.objects.get(ladder=ladder, competitor=mustard.bot.competitor_id)
    assert (first["ladder"], second["ladder"]) == (ladder.slug, other.slug)
    assert (first["won"], first["lost"], first["deal_sets"]) == (2, 0, 2)
    assert first["rating"] == round(rating.value / 1_000_000, 2)
    assert [first["place"], second["place"]] == [1, 2]
    assert first["provisional"]


def test_places_are_counted_once_for_all_ladders(mustard: BotVersion, pepper: BotVersion) -> None:
    match_rated(ladder_made(DUEL), [mustard, pepper])
    few = queries(at("bot_ratings", mustard.bot))
    for players in (2, 3, 4):
        match_rated(ladder_made(FOUR, players), [mustard, pepper], second_wins)
    assert queries(at("bot_ratings", mustard.bot)) == few


def test_who_has_the_same_rating_has_the_same_place(
    ladder: Ladder, mustard: BotVersion, pepper: BotVersion
) -> None:
    match_rated(ladder, [mustard, pepper])
    Rating.objects.update(value=1_500_000_000)
    assert [rating_rank(rating=one) for one in Rating.objects.all()] == [1, 1]


def test_a_bot_without_results_has_no_ratings(mustard: BotVersion) -> None:
    assert told("bot_ratings", mustard)["results"] == []
    assert told("bot_history", mustard) == {"ladder": None, "points": [], "versions": []}
    assert told("bot_opponents", mustard)["results"] == []
    assert told("bot_timings", mustard)["results"] == []


# History, opponents, timings


def test_the_history_of_a_rating_with_its_versions(
    ladder: Ladder, mustard: BotVersion, pepper: BotVersion
) -> None:
    match_rated(ladder, [mustard, pepper])
    second = next_version(mustard)
    match_rated(ladder, [second, pepper], second_wins)
    history = told("bot_history", mustard)
    assert history["ladder"] == ladder.slug
    causes = [(one["cause"], one["version"]) for one in history["points"]]
    assert causes == [("result", 1), ("version", 2), ("result", 2)]
    assert history["points"][0]["change"] > 0 > history["points"][2]["change"]
    assert [(one["version"], one["results"]) for one in history["versions"]] == [(1, 1), (2, 1)]
    assert told("bot_history", mustard, f"?ladder={ladder.slug}") == history


def test_another_ladder_can_be_asked_for(
    ladder: Ladder, mustard: BotVersion, pepper: BotVersion
) -> None:
    other = ladder_made(FOUR)
    for _ in range(2):
        match_rated(ladder, [mustard, pepper])
    match_rated(other, [mustard, pepper], second_wins)
    assert told("bot_history", mustard, f"?ladder={other.slug}")["points"][0]["change"] < 0
    (met,) = told("bot_opponents", mustard, f"?ladder={other.slug}")["results"]
    assert (met["won"], met["lost"]) == (0, 1)


@pytest.mark.parametrize("name", ["bot_history", "bot_opponents"])
def test_an_unknown_ladder_is_named(name: str, mustard: BotVersion) -> None:
    answer = Client().get(f"{at(name, mustard.bot)}?ladder=nonsense")
    assert (answer.status_code, faults(answer)) == (422, {"ladder": "no_ladder"})


def test_opponents_come_in_pages_the_most_played_first(
    ladder: Ladder, mustard: BotVersion, pepper: BotVersion
) -> None:
    for _ in range(2):
        match_rated(ladder, [mustard, pepper])
    walnut = bot_playing(UserFactory.create(), "Walnut")
    match_rated(ladder, [mustard, walnut], second_wins)
    first = told("bot_opponents", mustard, "?page_size=1")
    second = conforms(Client().get(first["next"]))
    (most,), (least,) = first["results"], second["results"]
    assert (most["bot"], most["won"], most["share"]) == (pepper.bot.public_id, 2, 1.0)
    assert (least["name"], least["lost"], least["share_low"]) == ("Walnut", 1, 0.0)
    assert second["next"] is None


def test_opponents_take_as_many_queries_with_many_as_with_one(
    ladder: Ladder, mustard: BotVersion, pepper: BotVersion
) -> None:
    match_rated(ladder, [mustard, pepper])
    few = queries(at("bot_opponents", mustard.bot))
    for number in range(8):
        match_rated(ladder, [mustard, bot_playing(UserFactory.create(), f"Walnut {number}")])
    assert queries(at("bot_opponents", mustard.bot)) == few


def test_timing_is_told_by_rules(ladder: Ladder, mustard: BotVersion, pepper: BotVersion) -> None:
    match_rated(ladder, [mustard, pepper])
    (timing,) = told("bot_timings", mustard)["results"]
    assert timing == {
        "profile": DUEL,
        "matches": 1,
        "decisions": 40,
        "mean_ms": 12.0,
        "longest_ms": 37,
        "strikes": 0,
        "boards_forfeited": 0,
    }


# Head to head


def test_two_bots_head_to_head(ladder: Ladder, mustard: BotVersion, pepper: BotVersion) -> None:
    def points(board: int, rotation: int) -> Sequence[int]:
        return [[2, 0], [0, 2]][rotation] if board == 0 else [2, 0]

    match = match_rated(ladder, [mustard, pepper], points)
    both = conforms(versus(mustard, pepper))
    (score,) = both["scores"]
    assert (both["ladder"], score["ladder"], score["won"]) == (ladder.slug, ladder.slug, 1)
    assert 0.5 < score["expected"] < 1
    (meeting,) = both["meetings"]
    assert (meeting["match"], meeting["outcome"]) == (match.public_id, "won")
    assert meeting["change"] > 0
    cards = both["cards"]
    assert cards["hands"] == [[0], [1]]
    assert (cards["one_better"], cards["other_better"], cards["level"]) == (1, 0, 1)
    assert "Mustard made more on 1, Pepper on 0 and both as much on 1 of 2 boards." in cards["text"]
    assert cards["boards"][1]["cells"][0] == {
        "one": {"rotation": 0, "points": 2, "is_forfeit": False},
        "other": {"rotation": 1, "points": 0, "is_forfeit": False},
        "difference": 2,
    }
    reverse_ = conforms(versus(pepper, mustard))
    assert reverse_["meetings"][0]["outcome"] == "lost"
    assert reverse_["cards"]["difference"] == -cards["difference"]


def test_another_match_can_be_laid_out(
    ladder: Ladder, mustard: BotVersion, pepper: BotVersion
) -> None:
    first = match_rated(ladder, [mustard, pepper])
    match_rated(ladder, [mustard, pepper], second_wins)
    assert conforms(versus(mustard, pepper))["cards"]["one_better"] == 0
    asked = conforms(versus(mustard, pepper, f"?match={first.public_id}&ladder={ladder.slug}"))
    assert (asked["cards"]["match"], asked["cards"]["one_better"]) == (first.public_id, 2)


def test_a_void_match_counts_no_longer(
    ladder: Ladder, mustard: BotVersion, pepper: BotVersion
) -> None:
    match_voided(match_rated(ladder, [mustard, pepper]))
    void = match_rated(ladder, [mustard, pepper], second_wins)
    match_voided(void)
    both = conforms(versus(mustard, pepper))
    assert {one["outcome"] for one in both["meetings"]} <= {None}
    assert both["cards"] is None
    answer = versus(mustard, pepper, f"?match={void.public_id}")
    assert faults(answer) == {"match": "no_match"}


def test_matches_outside_the_ladders_are_named(mustard: BotVersion, pepper: BotVersion) -> None:
    match = match_played(mustard, pepper)
    both = conforms(versus(mustard, pepper))
    assert (both["ladder"], both["scores"], both["meetings"]) == (None, [], [])
    assert both["outside"] == [match.public_id]
    assert both["cards"]["match"] == match.public_id


def test_a_match_of_an_ab_test_is_laid_out_for_nobody(
    ana: User, mustard: BotVersion, pepper: BotVersion
) -> None:
    secret = match_played(mustard, pepper, kind=Match.Kind.AB_TEST, ab_test=AbTestFactory.create())
    both = conforms(versus(mustard, pepper))
    assert (both["outside"], both["cards"]) == ([], None)
    where = reverse("api:bot_versus", args=[mustard.bot.public_id, pepper.bot.public_id])
    for client in (Client(), client_with_token(ana)):
        answer = client.get(f"{where}?match={secret.public_id}")
        assert (answer.status_code, faults(answer)) == (422, {"match": "no_match"})


@pytest.mark.parametrize(
    ("query", "field"),
    [("match=nonsense", "match"), ("match=%00", "match"), ("ladder=nonsense", "ladder")],
)
def test_what_they_have_not_played_is_named(
    query: str, field: str, mustard: BotVersion, pepper: BotVersion
) -> None:
    answer = versus(mustard, pepper, f"?{query}")
    assert (answer.status_code, list(faults(answer))) == (422, [field])


def test_a_match_of_others_is_not_laid_out(
    ladder: Ladder, mustard: BotVersion, pepper: BotVersion
) -> None:
    foreign = match_rated(ladder, [bot_playing(UserFactory.create(), "Wanda"), pepper])
    answer = versus(mustard, pepper, f"?match={foreign.public_id}")
    assert faults(answer) == {"match": "no_match"}


def test_nobody_plays_against_themselves(mustard: BotVersion) -> None:
    assert refusal(versus(mustard, mustard)) == (404, "not_found")
