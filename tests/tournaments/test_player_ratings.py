"""Ratings on the pages of players and of two against each other: what they say, and to whom."""

import re
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import strip_tags

from tests.factories import confirmed_result
from tests.tournaments.rated_sheet_kit import (
    account_of,
    member,
    people_ladder,
    rated_match,
)
from tournaments.models import Pair, Player

pytestmark = pytest.mark.django_db


def browser_of(player: Player | None) -> Client:
    client = Client()
    if player is not None:
        client.force_login(account_of(player))
    return client


def page_of(reader: Player | None, route: str, *who: Player | Pair, query: str = "") -> str:
    path = reverse(route, args=[one.public_id for one in who])
    response = browser_of(reader).get(path + query)
    assert response.status_code == 200
    body = response.content.decode()
    return body[body.index("<main") :]


def words(html: str) -> str:
    text = unescape(strip_tags(html.replace("<", " <")))
    return re.sub(r"\s+", " ", text).replace(" .", ".")


def test_a_player_page_tells_rating_rank_history_and_opponents() -> None:
    people_ladder()
    ana, beto, carl = member("Ana", history_public=True), member("Beto"), member("Carl")
    rated_match(ana, beto)
    rated_match(ana, carl, winner=1)
    confirmed_result([ana], [beto])  # confirmed, and nobody wished it to be rated
    text = words(page_of(ana, "player", ana))
    assert re.search(r"Elo provisional 1\d\d\d ± \d+", text)
    assert "rank of 3 players 2" in text
    assert "On the ladder Burako for two (people)" in text
    assert re.search(r"After 2 results, the rating is 1\d\d\d ± \d+", text)
    assert re.search(r"Beto 1 · 0 · 0 100\.0\s% ± \d+ 3000 : \N{MINUS SIGN}1175", text)
    assert re.search(r"Carl 0 · 0 · 1 0\.0\s% ± \d+", text)
    assert len(re.findall(r"rated on Burako for two \(people\)", text)) == 2
    assert "Won, drawn, lost 2 · 0 · 1" in text


def test_strangers_read_ratings_without_the_names_of_private_opponents() -> None:
    people_ladder()
    ana = member("Ana", history_public=True)
    beto, carl = member("Beto Privado"), member("Carl", history_public=True)
    rated_match(ana, beto)
    rated_match(ana, carl)
    html = page_of(None, "player", ana)
    assert "Privado" not in html
    assert beto.public_id not in html
    assert "a private player 1 · 0 · 0" in words(html)
    assert reverse("players_versus", args=[ana.public_id, carl.public_id]) in html
    assert browser_of(None).get(reverse("player", args=[beto.public_id])).status_code == 404


@pytest.mark.parametrize("route", ["ladders:ladder", "ladders:csv", "ladders:json"])
def test_leaderboards_name_only_who_has_opened_the_own_history(route: str) -> None:
    ladder = people_ladder()
    beto = member("Beto Privado")
    rated_match(member("Ana Abierta", history_public=True), beto)
    path = reverse(route, args=[ladder.slug])
    for reader, sees in ((None, False), (member("Carl"), False), (beto, True)):
        told = browser_of(reader).get(path, {"q": "Privado"}).content.decode()
        listed = browser_of(reader).get(path).content.decode()
        assert "Abierta" in listed
        assert ("Privado" in listed) == sees
        assert beto.public_id in listed or not sees
        assert "Beto" not in told or sees


def test_who_was_never_rated_is_told_how_and_others_are_told_nothing() -> None:
    ana = member("Ana", history_public=True)
    assert "Not rated yet" in words(page_of(ana, "player", ana))
    assert "rated" not in words(page_of(None, "player", ana))


@pytest.mark.parametrize("slug", ["burako-pairs-4-people", "nothing", "x" * 10_000, "%00"])
def test_another_ladder_is_chosen_and_an_unknown_one_is_the_first(slug: str) -> None:
    people_ladder()
    people_ladder(4)
    ana, beto, carl, dora = (member(name) for name in ("Ana", "Beto", "Carl", "Dora"))
    rated_match(ana, beto)
    rated_match(ana, beto)
    rated_match(ana, beto, carl, dora)
    text = words(page_of(ana, "player", ana, query=f"?ladder={slug}"))
    chosen = "Burako in pairs" if slug.startswith("burako") else "Burako for two"
    assert f"On the ladder {chosen} (people)" in text
    assert ("Partners are rated each for themselves." in text) == slug.startswith("burako")


def test_two_players_read_their_score_and_their_matches_hand_by_hand() -> None:
    people_ladder()
    ana, beto = member("Ana"), member("Beto")
    for winner in (0, 0, 1):
        rated_match(ana, beto, winner=winner)
    text = words(page_of(ana, "players_versus", ana, beto))
    assert re.search(r"Burako for two \(people\) 66\.7\s% ± \d+ 2 · 0 · 1", text)
    assert "Hand by hand Hand Ana Beto Total 1 600 \N{MINUS SIGN}235 600" in text
    assert "5 600 \N{MINUS SIGN}235 3000 : \N{MINUS SIGN}1175" in text
    back = words(page_of(beto, "players_versus", beto, ana))
    assert re.search(r"Burako for two \(people\) 33\.3\s% ± \d+ 1 · 0 · 2", back)
    assert "1 \N{MINUS SIGN}235 600 \N{MINUS SIGN}235 : 600" in back


def test_two_pairs_read_their_score() -> None:
    people_ladder(4)
    ana, carl, bea, dora = (member(name) for name in ("Ana", "Carl", "Bea", "Dora"))
    rated_match(ana, carl, bea, dora)
    pairs = Pair.objects.get(first=ana), Pair.objects.get(first=carl)
    text = words(page_of(ana, "pairs_versus", *pairs))
    assert re.search(r"Burako in pairs \(people\) 100\.0\s% ± \d+ 1 · 0 · 0", text)
    assert "Pairs have no rating of their own" in text
    assert "rated on Burako in pairs (people) Hand by hand" in text


def test_without_rated_matches_head_to_head_is_what_it_was() -> None:
    ana, beto = member("Ana"), member("Beto")
    confirmed_result([ana], [beto])
    text = words(page_of(ana, "players_versus", ana, beto))
    assert "On the ladders" not in text
    assert "Hand by hand" not in text


def test_what_was_reopened_is_no_longer_among_the_rated() -> None:
    people_ladder()
    ana, beto = member("Ana"), member("Beto")
    one = rated_match(ana, beto)
    rated_match(ana, beto)
    one.reopen()
    text = words(page_of(ana, "player", ana))
    assert "corrected: an earlier result counts no longer" in text
    assert len(re.findall(r"rated on Burako", text)) == 1


@pytest.mark.parametrize("route", ["player", "players_versus"])
def test_a_page_takes_as_many_queries_for_many_matches_as_for_one(route: str) -> None:
    people_ladder()
    ana, beto = member("Ana"), member("Beto")
    who = [ana] if route == "player" else [ana, beto]
    client = browser_of(ana)
    path = reverse(route, args=[one.public_id for one in who])
    counts = []
    for _ in range(2):
        rated_match(ana, beto)
        rated_match(ana, beto, winner=1)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            client.get(path)
        counts.append(len(queries))
    assert counts[0] == counts[1]
