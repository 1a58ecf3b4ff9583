"""What everybody reads of a league: standings and why, matches, cross-tables, brackets, files."""

import csv
import io
import re

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import (
    LeagueEntryFactory,
    LeagueFactory,
    PlayerFactory,
    UserFactory,
    running_league,
)
from tests.tournaments.browsing import Page
from tests.tournaments.leagues.kit import decide
from tests.tournaments.leagues.match_kit import bracket
from tests.tournaments.leagues.organizing import browser_of, read
from tests.tournaments.leagues.page_scenes import (
    absence_written,
    decisive_points,
    nothing_played,
    round_published,
)
from tests.tournaments.leagues.playing import give_result, round_of
from tournaments.models import (
    Fixture,
    League,
    LeagueAdjustment,
    LeagueEntry,
    LeagueRound,
)

pytestmark = pytest.mark.django_db

MOST_QUERIES = 28  # the cache is in the database, too
PAGES = ("league", "about", "matches", "crosstable", "standings_csv", "fixtures_csv", "entries_csv")


def words(page: Page) -> str:
    """What is written on it, without the marks."""
    text = re.sub(r"<[^>]+>", " ", page.text.split("<main", 1)[-1])
    return " ".join(text.split())


def rows_of(page: Page) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(page.text)))


# --- the list ---------------------------------------------------------------------------------


def test_the_list_has_what_is_public_and_begun_and_nothing_else(client: Client) -> None:
    running_league(2, name="Open to all")
    running_league(2, name="By its address", visibility=League.Visibility.LINK)
    running_league(2, name="Among us", visibility=League.Visibility.PRIVATE)
    LeagueFactory.create(name="Not yet")
    text = Page(client.get(reverse("leagues:list"))).text
    assert "Open to all" in text
    for name in ("By its address", "Among us", "Not yet"):
        assert name not in text


def test_ones_own_leagues_come_first_and_once() -> None:
    ana = UserFactory.create()
    running_league(2, name="Somebody's")
    running_league(2, name="Mine and private", owner=ana, visibility=League.Visibility.PRIVATE)
    played = running_league(1, name="I play here")
    LeagueEntryFactory.create(league=played, players=[PlayerFactory.create(account=ana)])
    text = Page(browser_of(ana).get(reverse("leagues:list"))).text
    assert text.count("I play here") == text.count("Mine and private") == 1
    assert text.index("I play here") < text.index("Somebody&#x27;s")


def test_a_league_is_found_by_a_part_of_its_name(client: Client) -> None:
    running_league(2, name="Copa de invierno")
    running_league(2, name="Thursday league")
    text = Page(client.get(reverse("leagues:list"), {"q": "INVIER"})).text
    assert "Copa de invierno" in text
    assert "Thursday league" not in text
    nothing = client.get(reverse("leagues:list"), {"q": "no such", "show": "running"})
    assert "No league fits" in Page(nothing).text


@pytest.mark.parametrize(
    "query", [{"q": "\x00"}, {"show": "nonsense"}, {"page": "-7"}, {"page": "x"}, {"q": "a" * 5000}]
)
def test_odd_wishes_get_a_list(client: Client, query: dict[str, str]) -> None:
    assert client.get(reverse("leagues:list"), query).status_code == 200


def test_nobody_has_made_a_league_yet(client: Client) -> None:
    assert reverse("leagues:new") in Page(client.get(reverse("leagues:list"))).text


# --- who may read -----------------------------------------------------------------------------


def _addresses(league: League, fixture: Fixture) -> list[str]:
    own = [reverse(f"leagues:{name}", args=[league.public_id]) for name in PAGES]
    return [
        *own,
        reverse("leagues:round", args=[league.public_id, 1]),
        reverse("leagues:match", args=[league.public_id, fixture.public_id]),
    ]


def test_a_private_league_is_nowhere_for_strangers(client: Client) -> None:
    """By page, by round, by match, by file: as if there were none."""
    league = running_league(4, visibility=League.Visibility.PRIVATE, name="Among us")
    fixture = round_published(league).fixtures.all()[0]
    stranger = browser_of(UserFactory.create())
    for path in _addresses(league, fixture):
        for browser in (client, stranger):
            answer = browser.get(path)
            assert answer.status_code == 404, path
            assert "Among us" not in answer.content.decode()
        assert browser_of(league.owner).get(path).status_code == 200, path


def test_a_league_being_prepared_is_its_organizers(client: Client) -> None:
    league = LeagueFactory.create()
    assert read(client, "league", league).status == 404
    assert read(browser_of(league.owner), "league", league).status == 200


def test_players_read_the_private_league_they_play_in() -> None:
    league = running_league(3, visibility=League.Visibility.PRIVATE)
    ana = UserFactory.create()
    LeagueEntryFactory.create(league=league, players=[PlayerFactory.create(account=ana)])
    assert read(browser_of(ana), "league", league).status == 200


def test_drafts_of_rounds_are_on_no_public_page() -> None:
    """Not even for organizers, who have a page for them: neither as a round, nor as a match, nor in
    a file, nor as a bracket."""
    league = running_league(4, format="knockout")
    hidden = round_of(league, 1, state=LeagueRound.State.DRAFT, bracket=True)
    League.objects.filter(pk=league.pk).update(
        play_off_seeds=[entry.pk for entry in league.entries.order_by("seed")]
    )
    browser = browser_of(league.owner)
    assert "No bracket yet" in read(browser, "league", league).text
    assert "No round yet" in read(browser, "matches", league).text
    assert read(browser, "round", league, 1).status == 404
    assert read(browser, "match", league, hidden[0].public_id).status == 404
    assert rows_of(read(browser, "fixtures_csv", league)) == []


def test_a_match_is_found_only_in_its_own_league(client: Client) -> None:
    league, other = running_league(4), running_league(4)
    fixture = round_published(other).fixtures.all()[0]
    assert read(client, "match", league, fixture.public_id).status == 404


# --- standings ---------------------------------------------------------------------------------


def test_every_row_but_the_last_says_why_it_stands_above_the_next(client: Client) -> None:
    league = running_league(4)
    round_published(league, lambda _number, place: (3000, 1000) if place == 1 else (2000, 2000))
    page = read(client, "league", league)
    sentences = re.findall(r"stands above|share the place", page.text)
    assert len(sentences) == 3
    names = [row["name"] for row in rows_of(read(client, "standings_csv", league))]
    assert f"{names[0]} stands above {names[1]}: ahead on points (1 to 0.5)." in words(page)


def test_unplayed_is_not_nil_nil(client: Client) -> None:
    league = running_league(4)
    fixture = round_published(league, nothing_played).fixtures.all()[0]
    page = read(client, "match", league, fixture.public_id)
    assert "Not played yet." in page.text
    assert not re.search(r"\b0 : 0\b|>0<", page.text)
    told = rows_of(read(client, "fixtures_csv", league))
    assert {(row["winner"], row["points_first"], row["points_second"]) for row in told} == {
        ("", "", "")
    }
    played = {row["played"] for row in rows_of(read(client, "standings_csv", league))}
    assert played == {"0"}


def test_an_entered_result_does_not_count_yet(client: Client) -> None:
    league = running_league(2)
    fixture = round_published(league, nothing_played).fixtures.all()[0]
    give_result(fixture, 3000, 10, state=Fixture.State.ENTERED)
    assert {row["points"] for row in rows_of(read(client, "standings_csv", league))} == {"0.0"}
    assert "to be confirmed" in read(client, "matches", league).text
    assert rows_of(read(client, "fixtures_csv", league))[0]["points_first"] == ""


def test_penalties_are_listed_and_cancelled_ones_are_not(client: Client) -> None:
    league = running_league(2)
    entry = league.entries.all()[0]
    LeagueAdjustment.objects.create(league=league, entry=entry, points="-0.5", reason="Came late")
    LeagueAdjustment.objects.create(
        league=league,
        entry=entry,
        points="2",
        reason="By mistake",
        cancelled_at="2026-01-01T00:00Z",
    )
    text = read(client, "league", league).text
    assert "Came late" in text
    assert "\N{MINUS SIGN}0.5" in text
    assert "By mistake" not in text


def test_whoever_left_is_marked_on_every_page(client: Client) -> None:
    league = running_league(4)
    round_published(league)
    LeagueEntry.objects.filter(league=league, seed=1).update(status="withdrawn")
    LeagueEntry.objects.filter(league=league, seed=2).update(status="disqualified", annulled=True)
    for name in ("league", "matches", "crosstable", "about"):
        text = words(read(client, name, league))
        assert "withdrawn" in text, name
        assert "disqualified" in text, name
    assert "not placed" in read(client, "league", league).text


def test_groups_have_a_table_each(client: Client) -> None:
    league = running_league(8, format="groups")
    round_published(league)
    text = words(read(client, "league", league))
    assert "Group A" in text
    assert "Group B" in text
    assert "The best 2 go on to the play-offs." in text
    groups = [row["group"] for row in rows_of(read(client, "standings_csv", league))]
    assert groups == ["1"] * 4 + ["2"] * 4


def test_a_players_next_match_comes_first() -> None:
    league = running_league(3)
    ana = UserFactory.create()
    LeagueEntryFactory.create(league=league, players=[PlayerFactory.create(account=ana)])
    round_published(league, nothing_played)
    text = words(read(browser_of(ana), "league", league))
    assert text.index("Your next match") < text.index("Standings Place")
    assert "Your next match" not in read(browser_of(league.owner), "league", league).text


def test_a_large_round_is_shown_in_part_beside_the_standings(client: Client) -> None:
    league = running_league(60, format="swiss")
    round_published(league, nothing_played)
    page = read(client, "league", league)
    assert page.text.count('class="match-line') == 24
    assert "6 more matches" in page.text
    assert read(client, "round", league, 1).text.count('class="match-line') == 30


def test_organizers_are_led_to_their_pages(client: Client) -> None:
    league = running_league(2)
    today = reverse("leagues:today", args=[league.public_id])
    assert today in read(browser_of(league.owner), "league", league).text
    assert today not in read(client, "league", league).text


# --- matches, cross-tables, brackets -----------------------------------------------------------


def test_byes_and_absences_are_told(client: Client) -> None:
    league = running_league(5, format="swiss")
    drawn = round_published(league)
    absence_written(drawn.fixtures.all()[0])
    text = words(read(client, "round", league, 1))
    assert "did not come." in text
    assert "Without an opponent" in text


def test_the_cross_table_tells_each_match_from_both_sides(client: Client) -> None:
    league = running_league(2, format="double_round_robin")
    round_published(league, lambda _number, _place: (3000, 1200))
    text = words(read(client, "crosstable", league))
    assert "3000 : 1200" in text
    assert "1200 : 3000" in text


@pytest.mark.parametrize("how", ["swiss", "knockout"])
def test_there_is_no_cross_table_where_not_everybody_meets(client: Client, how: str) -> None:
    assert read(client, "crosstable", running_league(4, format=how)).status == 404


def test_a_bracket_names_who_is_not_known_yet(client: Client) -> None:
    league = running_league(5, format="knockout", third_place=True)
    round_published(league, nothing_played)
    text = words(read(client, "league", league))
    assert "Quarter-finals" in text
    assert "Winner of match 1" in text
    assert "goes on without a match" in text
    assert "Loser of match" in text


def test_a_bracket_shows_who_went_on(client: Client) -> None:
    league = running_league(4, format="knockout")
    round_published(league, decisive_points)
    round_published(league, decisive_points)
    text = words(read(client, "league", league))
    assert "Winner of match" not in text
    assert "won the final." in text


def test_play_offs_are_drawn_after_the_groups(client: Client) -> None:
    league = running_league(8, format="groups")
    assert "It appears when the groups are over" in read(client, "bracket", league).text
    for _ in range(3):
        round_published(league)
    round_published(league, nothing_played)
    assert "Semi-finals" in read(client, "bracket", league).text
    assert "play-offs" in words(read(client, "round", league, 4))


def test_formulas_in_names_are_not_calculated(client: Client) -> None:
    league = running_league(0)
    LeagueEntryFactory.create(league=league, players=[PlayerFactory.create(name="=1+1")])
    for name in ("standings_csv", "entries_csv"):
        assert rows_of(read(client, name, league))[0]["name"] == "'=1+1"


def test_the_about_page_says_how_it_is_decided(client: Client) -> None:
    league = running_league(2, format="swiss", tie_breaks=["buchholz", "wins"])
    text = words(read(client, "about", league))
    assert "A win counts 1, a draw 0.5, a loss 0." in text
    assert text.index("Buchholz") < text.index("Wins")
    assert "3 rounds." in text


# --- what it costs -----------------------------------------------------------------------------


def _queries(browser: Client, path: str) -> int:
    cache.clear()
    with CaptureQueriesContext(connection) as counted:
        assert browser.get(path).status_code == 200, path
    return len(counted)


@pytest.mark.parametrize(
    ("how", "names"),
    [
        ("round_robin", ("league", "matches", "crosstable", "about", *PAGES[4:])),
        ("swiss", ("league", "matches", "about", "standings_csv")),
        ("knockout", ("league", "matches", "about", "bracket")),
        ("groups", ("league", "matches", "crosstable", "bracket")),
    ],
)
def test_pages_cost_as_many_queries_however_many_play(
    client: Client, how: str, names: tuple[str, ...]
) -> None:
    small, large = (running_league(size, format=how) for size in (8, 64))
    for league in (small, large):
        round_published(league, decisive_points)
        round_published(league, nothing_played)
    for name in names:
        costs = [
            _queries(client, reverse(f"leagues:{name}", args=[league.public_id]))
            for league in (small, large)
        ]
        assert costs[0] == costs[1] <= MOST_QUERIES, name


def test_pages_of_bots_cost_as_many_queries_however_many_play(client: Client) -> None:
    costs = []
    for size in (3, 9):
        league = running_league(size, competitors="bot", game="durak", profile="durak/duel24")
        round_published(league, nothing_played)
        costs.append(_queries(client, reverse("leagues:league", args=[league.public_id])))
    assert costs[0] == costs[1] <= MOST_QUERIES


def test_a_match_costs_as_many_queries_however_many_play() -> None:
    costs = []
    for size in (8, 64):
        league = running_league(size)
        fixture = round_published(league).fixtures.all()[0]
        path = reverse("leagues:match", args=[league.public_id, fixture.public_id])
        costs.append(_queries(browser_of(league.owner), path))
    assert costs[0] == costs[1] <= MOST_QUERIES


def test_the_list_costs_as_many_queries_however_many_there_are() -> None:
    ana = UserFactory.create()
    costs = []
    for count in (2, 10):
        for _ in range(count):
            running_league(2, owner=ana)
            running_league(2)
        costs.append(_queries(browser_of(ana), reverse("leagues:list")))
    assert costs[0] == costs[1] <= MOST_QUERIES


def test_a_knockouts_places_are_in_its_file() -> None:
    league, fixtures = bracket(4)
    for fixture in fixtures:
        decide(fixture, (3000, 100))
    rows = rows_of(read(Client(), "standings_csv", league))
    assert sorted(row["place"] for row in rows) == ["", "", "3", "3"]
    assert {(row["group"], row["points"]) for row in rows} == {("", "")}
    assert "standings.csv" in read(Client(), "bracket", league).text


def test_a_postponed_match_does_not_hold_the_pages_at_its_round(client: Client) -> None:
    league = running_league(4, format="swiss", rounds_planned=3)
    postponed = round_published(league).fixtures.all()[0]
    Fixture.objects.filter(pk=postponed.pk).update(state=Fixture.State.POSTPONED, result=None)
    latest = round_published(league, nothing_played)
    page = read(client, "league", league)
    sentence = "Round 2 is being played: 2 matches are open. 1 match of round 1 is postponed."
    assert sentence in words(page)
    assert '<h2 id="now-title">Round 2</h2>' in page.text
    assert "Round 2" in read(client, "matches", league).text.split("<title>")[1].split("<")[0]
    for fixture in latest.fixtures.all():
        give_result(fixture, 3010, 2400)
    assert "Round 2 is over. The next one has not been drawn yet. 1 match of round 1" in words(
        read(client, "league", league)
    )


def test_rounds_that_are_drawn_at_once_are_shown_in_turn(client: Client) -> None:
    league = running_league(4)
    for _ in range(3):
        round_published(league, nothing_played)
    assert "Round 1 is being played" in words(read(client, "league", league))


@pytest.mark.parametrize(
    ("how", "rounds", "said"), [("knockout", 2, "won the final."), ("round_robin", 3, "is first.")]
)
def test_when_all_is_decided_the_page_says_who_won(how: str, rounds: int, said: str) -> None:
    league = running_league(4, format=how)
    browser = browser_of(league.owner)
    draw = f'href="{reverse("leagues:draw", args=[league.public_id])}"'
    for number in range(rounds):
        page = read(browser, "league", league)
        assert said not in page.text, number
        assert draw in page.text
        round_published(league, lambda _n, place: (3000 + place, 1000))
    page = read(browser, "league", league)
    assert said in words(page)
    assert "has not been drawn yet" not in page.text
    assert draw not in page.text
    League.objects.filter(pk=league.pk).update(state=League.State.FINISHED)
    page = read(Client(), "league", league)
    assert re.search(rf"The league is over\. \S.* {re.escape(said)}", words(page))
