"""The page of a match: who may do what on it, and what it says when something is wrong."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import LeagueEntryFactory, PlayerFactory, UserFactory, running_league
from tests.tournaments.browsing import Page
from tests.tournaments.leagues.kit import owner
from tests.tournaments.leagues.organizing import browser_of, read, send
from tests.tournaments.leagues.page_scenes import nothing_played, round_published
from tests.tournaments.leagues.playing import give_result
from tournaments.models import Fixture, FixtureWord, League, LeagueEvent, LeagueLink, User
from tournaments.selectors.league_links import league_link_token
from tournaments.services.leagues.links import link_make, link_revoke

pytestmark = pytest.mark.django_db


def two_players(**fields: Any) -> tuple[Fixture, User, User]:  # noqa: ANN401
    """A match between two accounts."""
    league = running_league(0, **fields)
    people = [UserFactory.create(display_name=name) for name in ("Ana", "Bea")]
    for one in people:
        LeagueEntryFactory.create(league=league, players=[PlayerFactory.create(account=one)])
    fixture = round_published(league, nothing_played).fixtures.all()[0]
    first = fixture.first.competitor.player
    assert first is not None
    assert first.account is not None
    ana, bea = sorted(people, key=lambda one: one != first.account)
    return fixture, ana, bea


def page_of(browser: Client, fixture: Fixture) -> Page:
    return read(browser, "match", fixture.league, fixture.public_id)


def post(browser: Client, action: str, fixture: Fixture, **data: object) -> Page:
    values = {"revision": fixture.revision} | data
    return send(browser, f"match_{action}", fixture.league, fixture.public_id, **values)


def now(fixture: Fixture) -> Fixture:
    return Fixture.objects.select_related("result", "league", "round").get(pk=fixture.pk)


def total(first: int, second: int, **more: object) -> dict[str, object]:
    return {"way": "total", "points_first": first, "points_second": second, **more}


# --- entering, confirming, objecting -----------------------------------------------------------


def test_a_player_enters_and_the_other_side_confirms() -> None:
    fixture, ana, bea = two_players()
    page = post(browser_of(ana), "enter", fixture, **total(3010, 2400))
    assert "It counts when it is confirmed." in page.text
    fixture = now(fixture)
    assert fixture.state == Fixture.State.ENTERED
    assert "Is this right?" not in page_of(browser_of(ana), fixture).text
    assert "Is this right?" in page_of(browser_of(bea), fixture).text
    page = post(browser_of(bea), "answer", fixture, answer="confirm")
    assert "Confirmed: the result counts." in page.text
    assert now(fixture).state == Fixture.State.CONFIRMED


def test_an_objection_needs_words_and_waits_for_the_organizer() -> None:
    fixture, ana, bea = two_players()
    post(browser_of(ana), "enter", fixture, **total(3010, 2400))
    fixture = now(fixture)
    page = post(browser_of(bea), "answer", fixture, answer="object")
    assert page.status == 200
    assert "Say what is wrong with the result." in page.text
    assert now(fixture).state == Fixture.State.ENTERED
    post(browser_of(bea), "answer", fixture, answer="object", text="It was 2400 to 3010.")
    assert now(fixture).state == Fixture.State.DISPUTED
    word = FixtureWord.objects.get(result__fixture=fixture)
    assert (word.kind, word.text) == (FixtureWord.Kind.OBJECT, "It was 2400 to 3010.")
    assert "It was 2400 to 3010." in page_of(Client(), fixture).text


def test_an_organizer_decides_a_dispute_with_a_note() -> None:
    fixture, _ana, _bea = two_players()
    give_result(fixture, 3010, 2400, state=Fixture.State.DISPUTED, side=0)
    browser = browser_of(fixture.league.owner)
    fixture = now(fixture)
    page = post(browser, "decide", fixture, way="keep")
    assert "Say why: both sides will read it." in page.text
    page = post(browser, "decide", fixture, way="keep", note="Both sheets agree.")
    assert "Nothing is saved yet." in page.text
    assert now(fixture).state == Fixture.State.DISPUTED
    post(browser, "decide", fixture, way="keep", note="Both sheets agree.", save="1")
    assert now(fixture).state == Fixture.State.CONFIRMED
    assert "Both sheets agree." in page_of(Client(), fixture).text


def test_a_correction_says_who_moves_before_anything_is_saved() -> None:
    league = running_league(4)
    fixture = round_published(league, lambda _n, place: (3000, 1000 + place)).fixtures.all()[0]
    fixture = now(fixture)
    browser = browser_of(league.owner)
    events = LeagueEvent.objects.count()
    page = post(browser, "decide", fixture, **total(900, 3100, note="Written the wrong way round"))
    assert re.search(r"moves (up|down) from place \d to place \d", page.text)
    assert LeagueEvent.objects.count() == events
    assert now(fixture).revision == fixture.revision
    page = post(
        browser, "decide", fixture, **total(900, 3100, note="Written the wrong way round", save="1")
    )
    assert "Decided: this result counts." in page.text
    result = now(fixture).result
    assert result is not None
    assert (result.points_first, result.points_second, result.number) == (900, 3100, 2)
    told = page_of(Client(), fixture).text
    assert "What it changed" in told
    assert "Written the wrong way round" in told


def test_a_decision_without_a_result_before_says_who_moves_too() -> None:
    league = running_league(4)
    fixture = now(round_published(league, nothing_played).fixtures.all()[0])
    browser = browser_of(league.owner)
    absent = {"way": "absent", "absent": "second", "note": "Waited"}
    page = post(browser, "decide", fixture, **absent)
    assert "Nobody would move" not in page.text
    assert re.search(r"moves down from place \d to place \d", page.text)
    post(browser, "decide", fixture, **absent, save="1")
    assert LeagueEvent.objects.latest("pk").consequences
    page = post(browser, "decide", now(fixture), **absent)
    assert "Nobody would move" in page.text, "it counts so already"


def test_a_second_total_from_an_old_page_leads_to_the_match_as_it_stands() -> None:
    fixture, _ana, _bea = two_players()
    browser = browser_of(fixture.league.owner)
    post(browser, "enter", fixture, **total(3010, 2400))
    page = post(browser, "enter", fixture, **total(2990, 3000))
    assert page.status == 409
    assert "This match is decided." in page.text
    assert "See what it changes" in page.text
    result = now(fixture).result
    assert result is not None
    assert result.points_first == 3010


@pytest.mark.parametrize("action", ["enter", "answer", "decide", "move", "sheet"])
def test_the_address_of_a_form_leads_to_its_match(action: str) -> None:
    """The chooser of languages comes back there after a form with errors."""
    fixture, _ana, _bea = two_players()
    where = [fixture.league.public_id, fixture.public_id]
    answer = Client().get(reverse(f"leagues:match_{action}", args=where))
    assert answer.headers["Location"] == reverse("leagues:match", args=where)


def test_who_did_not_come_is_the_organizers_to_say() -> None:
    fixture, _ana, _bea = two_players()
    browser = browser_of(fixture.league.owner)
    post(browser, "decide", fixture, way="absent", absent="second", note="Waited", save="1")
    result = now(fixture).result
    assert result is not None
    assert (result.first_absent, result.second_absent) == (False, True)
    assert "did not come." in page_of(Client(), fixture).text


def test_a_stale_page_is_refused_with_what_is_there_now() -> None:
    """Nothing is overwritten, what was typed in stays, and the second try is made from now."""
    fixture, ana, _bea = two_players()
    browser = browser_of(fixture.league.owner)
    old = fixture.revision
    post(browser_of(ana), "enter", fixture, **total(3010, 2400))
    page = post(browser, "enter", fixture, revision=old, **total(2990, 3000))
    assert page.status == 409
    assert "nothing was saved" in page.text
    assert "3010" in page.text
    assert 'value="2990"' in page.text
    assert f'name="revision" value="{now(fixture).revision}"' in page.text
    kept = now(fixture).result
    assert kept is not None
    assert kept.points_first == 3010


# --- Durak game by game ------------------------------------------------------------------------


def durak_match() -> Fixture:
    return two_players(game="durak", match_length=3)[0]


def test_another_game_is_a_row_more_and_saves_nothing() -> None:
    fixture = durak_match()
    browser = browser_of(fixture.league.owner)
    assert page_of(browser, fixture).text.count('name="durak_2"') == 2  # to enter, and to decide
    page = post(browser, "enter", fixture, way="games", rows="3", durak_0="1", more="1")
    assert 'name="durak_3"' in page.text
    assert '<option value="1" selected>' in page.text
    page = post(browser, "enter", fixture, way="games", rows="4", more="1")
    assert 'name="durak_4"' in page.text
    assert now(fixture).result is None


def test_games_are_entered_one_by_one() -> None:
    fixture = durak_match()
    games = {"durak_0": "1", "durak_1": "draw", "durak_2": "1", "epaulettes_2": "2"}
    page = post(browser_of(fixture.league.owner), "enter", fixture, way="games", rows="3", **games)
    assert "The result is saved and counts." in page.text
    result = now(fixture).result
    assert result is not None
    assert result.winner == "first"
    assert "was the durak, with two epaulettes" in page.text


def test_what_cannot_have_happened_is_said_at_its_game() -> None:
    fixture = durak_match()
    games = {"durak_0": "", "durak_1": "draw", "epaulettes_1": "1", "durak_2": "0"}
    page = post(browser_of(fixture.league.owner), "enter", fixture, way="games", rows="3", **games)
    assert now(fixture).result is None
    row = page.text.index('id="games_durak_1"')
    assert page.text.index("errorlist", page.text.index('id="games_durak_0"')) < page.text.index(
        'id="games_durak_2"'
    ), row


# --- bad input ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "data"),
    [
        ("enter", {"revision": ""}),
        ("enter", {"revision": "x" * 50}),
        ("enter", {"way": "total", "points_first": "1e9", "points_second": "\x00"}),
        ("enter", {"way": "total", "points_first": "9" * 40, "points_second": "1"}),
        ("enter", {"way": "games", "rows": "99999999999999999999"}),
        ("enter", {"way": "games", "rows": "-1", "durak_0": "7"}),
        ("enter", {"way": "nonsense"}),
        ("answer", {"answer": "official"}),
        ("decide", {"way": "nonsense", "note": "n"}),
        ("decide", {"way": "keep", "note": "n", "save": "1"}),
        ("decide", {"way": "games", "note": "n"}),
        ("decide", {"way": "absent", "absent": "nobody", "note": "n"}),
        ("decide", {"way": "total", "note": "a" * 5000}),
        ("decide", {"way": "total", "note": "\x00", "points_first": "1", "points_second": "2"}),
        ("move", {"move": "postpone", "until": "never"}),
        ("move", {"move": "postpone", "until": "9999-99-99T99:99"}),
        ("move", {"move": "call_off", "note": ""}),
        ("move", {"move": "nonsense", "until": "x"}),
    ],
)
def test_odd_input_is_refused_politely(action: str, data: dict[str, str]) -> None:
    fixture, _ana, _bea = two_players()
    page = post(browser_of(fixture.league.owner), action, fixture, **data)
    assert page.status == 200
    assert now(fixture).state == Fixture.State.PLANNED


# --- others -------------------------------------------------------------------------------------


def test_strangers_and_other_players_read_and_no_more() -> None:
    fixture, _ana, _bea = two_players()
    carla = UserFactory.create()
    LeagueEntryFactory.create(league=fixture.league, players=[PlayerFactory.create(account=carla)])
    for browser in (Client(), browser_of(carla), browser_of(UserFactory.create())):
        page = page_of(browser, fixture)
        assert page.status == 200
        assert "<form" not in page.text.split("<main", 1)[1].split("</main>", 1)[0]
        assert post(browser, "enter", fixture, **total(3000, 0)).status == 403
        assert post(browser, "answer", fixture, answer="confirm").status == 403
        assert post(browser, "decide", fixture, **total(3000, 0, note="Ha")).status == 403
        assert post(browser, "move", fixture, move="resume").status == 403
        assert post(browser, "sheet", fixture).status == 403
    assert now(fixture).result is None


def test_players_do_not_enter_where_officials_do() -> None:
    fixture, ana, _bea = two_players(score_entry=League.ScoreEntry.OFFICIALS)
    assert "Enter the result" not in page_of(browser_of(ana), fixture).text
    assert post(browser_of(ana), "enter", fixture, **total(3000, 0)).status == 403


def test_a_match_is_postponed_and_played_after_all() -> None:
    fixture, _ana, _bea = two_players()
    browser = browser_of(fixture.league.owner)
    page = post(browser, "move", fixture, move="postpone", until="2026-12-24T18:00")
    assert "postponed" in page.text
    moved = now(fixture)
    assert moved.state == Fixture.State.POSTPONED
    assert moved.starts_at is not None
    assert moved.starts_at.isoformat() == "2026-12-24T18:00:00+00:00"
    post(browser, "move", moved, move="resume")
    assert now(fixture).state == Fixture.State.PLANNED


def test_the_sheet_is_opened_once_for_both() -> None:
    fixture, ana, bea = two_players()
    first = post(browser_of(ana), "sheet", fixture)
    second = post(browser_of(bea), "sheet", now(fixture))
    assert first.status == second.status == 200
    assert first.url == second.url
    assert first.url.startswith("/sheets/")


def test_the_page_of_a_rated_league_says_why_a_match_is_not_rated() -> None:
    fixture, _ana, _bea = two_players(rated=True)
    without = "Somebody at this table plays without an account."
    assert without not in page_of(Client(), fixture).text
    strangers = round_published(running_league(2, rated=True), nothing_played).fixtures.get()
    assert without in page_of(Client(), strangers).text
    unrated = round_published(running_league(2), nothing_played).fixtures.get()
    assert without not in page_of(Client(), unrated).text


def test_the_page_says_why_these_two() -> None:
    league = running_league(4, format="swiss")
    drawn = round_published(league, nothing_played)
    fixture = drawn.fixtures.all()[0]
    assert fixture.reasons
    assert "Why these two?" in page_of(Client(), fixture).text


# --- links -------------------------------------------------------------------------------------


def opened(league: League, **of: object) -> tuple[Client, LeagueLink, Page]:
    """A browser without an account that has opened a link."""
    link = link_make(public_id=league.public_id, visitor=owner(league), **of)  # type: ignore[arg-type]
    browser = Client()
    path = reverse("leagues:link", args=[league_link_token(link=link)])
    answer = browser.get(path)
    assert answer["Referrer-Policy"] == "no-referrer"
    return browser, link, Page(browser.get(path, follow=True))


def test_a_rounds_link_opens_its_matches_and_no_others() -> None:
    league = running_league(4, visibility=League.Visibility.PRIVATE)
    first = round_published(league, nothing_played).fixtures.all()[0]
    later = round_published(league, nothing_played).fixtures.all()[0]
    browser, link, page = opened(league, kind="round", round=1)
    assert page.url == reverse("leagues:round", args=[league.public_id, 1])
    assert "You may enter scores" in page.text
    page = post(browser, "enter", first, **total(3020, 1100))
    assert page.url == reverse("leagues:round", args=[league.public_id, 1])
    assert now(first).state == Fixture.State.CONFIRMED
    assert page_of(browser, later).status == 200, "read on every page alike"
    assert post(browser, "enter", later, **total(3020, 1100)).status == 403
    link_revoke(public_id=league.public_id, visitor=owner(league), link_id=link.pk)
    assert page_of(browser, first).status == 410


def test_a_matchs_link_opens_that_match() -> None:
    league = running_league(4)
    fixture, other = round_published(league, nothing_played).fixtures.all()[:2]
    browser, _link, page = opened(league, kind="fixture", fixture=fixture.public_id)
    assert page.url == reverse("leagues:match", args=[league.public_id, fixture.public_id])
    assert "Enter the result" in page.text
    assert post(browser, "enter", other, **total(3020, 1100)).status == 403


def test_asking_for_a_place_by_a_link() -> None:
    league = running_league(2, competitors="pair", visibility=League.Visibility.PRIVATE)
    browser, _link, page = opened(league, kind="join")
    assert page.url == reverse("leagues:join", args=[league.public_id])
    page = send(browser, "join", league, name="Rosa", partner="")
    assert "Write your partner&#x27;s name." in page.text
    page = send(browser, "join", league, name="Rosa", partner="Juan", note="Thursdays suit us.")
    assert "Thank you" in page.text
    asked = league.applications.get()
    assert (asked.name, asked.partner, asked.note) == ("Rosa", "Juan", "Thursdays suit us.")


@pytest.mark.parametrize("name", ["\x00", "", "a" * 5000, "\u202e"])
def test_odd_names_are_refused_politely(name: str) -> None:
    league = running_league(2)
    browser, _link, _page = opened(league, kind="join")
    assert send(browser, "join", league, name=name).status == 200
    assert not league.applications.exists()


def test_a_link_that_is_switched_off_or_guessed_opens_nothing() -> None:
    league = running_league(2)
    _browser, link, _page = opened(league, kind="join")
    link_revoke(public_id=league.public_id, visitor=owner(league), link_id=link.pk)
    path = reverse("leagues:link", args=[league_link_token(link=link)])
    assert Client().get(path).status_code == 410
    assert Client().get(reverse("leagues:link", args=["guessed"])).status_code == 404
    assert Client().get(reverse("leagues:link", args=["x" * 3000])).status_code == 404


@pytest.mark.parametrize("visibility", League.Visibility.values)
def test_a_link_that_is_switched_off_leads_to_what_may_be_read(visibility: str) -> None:
    league = running_league(2, visibility=visibility)
    fixture = round_published(league, nothing_played).fixtures.get()
    _browser, link, page = opened(league, kind="fixture", fixture=fixture.public_id)
    link_revoke(public_id=league.public_id, visitor=owner(league), link_id=link.pk)
    answer = Client().get(reverse("leagues:link", args=[league_link_token(link=link)]))
    is_readable = visibility != League.Visibility.PRIVATE
    assert (page.url in answer.content.decode()) is is_readable


def test_a_bots_match_is_decided_by_who_did_not_come_and_by_nothing_else() -> None:
    league = running_league(2, game="durak", competitors="bot", format="knockout")
    fixture = round_published(league, nothing_played).fixtures.get()
    browser = browser_of(league.owner)
    ways = page_of(browser, fixture).response.context["forms"].decide.fields["way"].choices  # type: ignore[attr-defined]
    assert [value for value, _label in ways] == ["absent"]
    post(browser, "decide", fixture, way="absent", absent="second", note="Broken.", save="1")
    decided = now(fixture)
    assert decided.state == Fixture.State.CONFIRMED
    assert decided.result is not None
    assert decided.result.winner == "first"


def test_a_total_below_nothing_can_be_typed_on_a_phone() -> None:
    """The digits of `inputmode` have no minus key on some phones."""
    fixture, _ana, _bea = two_players()
    page = page_of(browser_of(fixture.league.owner), fixture)
    field = re.search(r'<input[^>]*id="total_points_first"[^>]*>', page.text)
    assert field is not None
    assert 'min="-' in field.group()
    assert "inputmode" not in field.group()
