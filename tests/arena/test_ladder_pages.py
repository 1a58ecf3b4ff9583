"""The pages of ladders: lists, leaderboards, files, and what ladders are about."""

import csv
import io
import json
from fractions import Fraction

import pytest
from django.conf import settings as django_settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from arena.match_states import MatchState
from arena.models import Bot
from scoring.ladder import TERMS
from tests.arena.bot_kit import text_of
from tests.arena.ladder_scene import LadderScene, bots_of, ladder_scene, seen_ago
from tests.arena.shown_matches import DUEL, FOUR, bot_playing, match_played, match_step_to
from tests.factories import MatchFactory, PlayerFactory, UserFactory, competitor_of
from tests.tournaments.ladder_kit import ladder_made, result_between
from tournaments.models import Ladder, Player, Rating, User
from tournaments.results import match_source
from tournaments.services.ladders import house_ladders_open
from tournaments.services.ratings import rating_result_record, rating_result_void

pytestmark = pytest.mark.django_db
PART = {"HX-Request": "true", "HX-Target": "board"}


@pytest.fixture
def scene() -> LadderScene:
    return ladder_scene(bots=6, rounds=4)


def of(ladder: Ladder, query: str = "", page: str = "") -> str:
    return f"/ladders/{ladder.slug}/{page}?{query}"


# The list


def test_without_ladders_there_is_something_to_do(client: Client) -> None:
    page = text_of(client.get("/ladders/"))
    assert "No ladder yet" in page
    assert "Write a bot" in page


def test_ladders_by_who_plays_with_their_leaders(client: Client, scene: LadderScene) -> None:
    house_ladders_open()
    Ladder.objects.filter(slug="durak-volga-2").update(is_open=False)
    best = Rating.objects.filter(ladder=scene.ladder).order_by("-value").first()
    assert best is not None
    page = text_of(client.get("/ladders/"))
    assert page.index("Volga Durak, 4 players") < page.index("Closed")
    assert page.index("Closed") < page.index("Volga Durak, 2 players")
    assert page.index("Volga Durak, 2 players") < page.index("Burako in pairs (people)")
    assert best.competitor.bot.name in page
    assert "Nobody has been rated yet." in page


def test_the_list_asks_the_same_however_many_ladders_there_are(
    client: Client, scene: LadderScene, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(5):
        client.get("/ladders/")
    house_ladders_open()
    with django_assert_num_queries(5):
        client.get("/ladders/")


# A leaderboard


def test_an_empty_ladder_says_what_to_do(client: Client) -> None:
    page = text_of(client.get(of(ladder_made())))
    assert "Nobody is rated yet" in page
    assert "Write a bot" in page


def test_one_bot_alone(client: Client) -> None:
    ladder = ladder_made(DUEL, 2)
    (version,) = bots_of(1)
    Rating.objects.create(ladder=ladder, competitor_id=version.bot.competitor_id)
    Ladder.objects.update(ratings_count=1)
    page = text_of(client.get(of(ladder)))
    assert "1 bot" in page
    assert "1500? ± 686" in page


def test_a_row_tells_everything(client: Client, scene: LadderScene) -> None:
    rating = scene.rating(0)
    Rating.objects.filter(pk=rating.pk).update(
        value=1_712_400_000, variance=484, results=120, results_of_version=60, version=3,
        won=80, level=7, lost=33, games=2_400, points=-600,
    )  # fmt: skip
    page = text_of(client.get(of(scene.ladder)))
    row = page[page.index("Mustard") : page.index("Carambola")]
    for told in (
        "by Bea",
        "version 3",
        "1712 ± 43",
        "80 won, 7 level, 33 lost",
        "120",
        "2,400",
        "just now",
    ):
        assert told in row, told
    assert "\N{MINUS SIGN}0.25" in row
    assert "provisional" not in row


def test_when_somebody_was_last_seen(client: Client, scene: LadderScene) -> None:
    seen_ago(scene.rating(0), hours=3)
    seen_ago(scene.rating(1), days=40)
    page = text_of(client.get(of(scene.ladder)))
    assert "3 hours ago" in page
    assert page.count("just now") == 4


def test_filters_and_sorting_are_kept_by_links(client: Client, scene: LadderScene) -> None:
    page = client.get(of(scene.ladder, "q=mus&show=provisional&away=on")).content.decode()
    assert "?q=mus&amp;show=provisional&amp;sort=seen&amp;away=on" in page
    assert "ratings.csv?q=mus&amp;show=provisional&amp;away=on" in page
    assert 'name="sort"' not in page
    by_results = client.get(of(scene.ladder, "sort=results")).content.decode()
    assert '<input type="hidden" name="sort" value="results" form="board-form">' in by_results


def test_provisional_and_settled(client: Client, scene: LadderScene) -> None:
    Rating.objects.filter(pk=scene.rating(0).pk).update(
        results=TERMS.provisional_results, results_of_version=TERMS.provisional_results
    )
    settled = text_of(client.get(of(scene.ladder, "show=settled")))
    assert ("Mustard" in settled, "Carambola" in settled) == (True, False)
    provisional = text_of(client.get(of(scene.ladder, "show=provisional")))
    assert ("Mustard" in provisional, "Carambola" in provisional) == (False, True)


def test_who_has_stopped(client: Client, scene: LadderScene) -> None:
    Bot.objects.filter(name="Mustard").update(retired_at=timezone.now())
    assert "Mustard" not in text_of(client.get(of(scene.ladder)))
    everybody = text_of(client.get(of(scene.ladder, "away=on")))
    assert "retired" in everybody[everybody.index("Mustard") :]
    Bot.objects.update(retired_at=timezone.now())
    nobody = text_of(client.get(of(scene.ladder)))
    assert "Nobody plays here at present" in nobody


def test_ones_own_are_marked_and_can_be_asked_for(client: Client) -> None:
    ana = UserFactory.create(display_name="Ana")
    scene = ladder_scene(bots=4, rounds=2, owner=ana)
    assert "Only mine" not in text_of(client.get(of(scene.ladder)))
    client.force_login(ana)
    page = text_of(client.get(of(scene.ladder, "mine=on")))
    assert "1 bot" in page
    assert "yours" in page
    stranger = Client()
    assert "4 bots" in text_of(stranger.get(of(scene.ladder, "mine=on")))


def test_nobody_fits(client: Client, scene: LadderScene) -> None:
    page = text_of(client.get(of(scene.ladder, "q=nothing+like+that")))
    assert "Nobody fits" in page
    assert "Show everybody" in page


def test_pages(client: Client, scene: LadderScene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.views.ladders.board.ROWS_ON_A_PAGE", 2)
    seen = [
        name
        for number in (1, 2, 3)
        for name in ("Mustard", "Carambola", "Truco", "Wanda", "Pampa", "Volga Boatman")
        if name in text_of(client.get(of(scene.ladder, f"page={number}")))
    ]
    assert len(seen) == len(set(seen)) == 6
    assert client.get(of(scene.ladder, "page=5000")).context["page"].number == 3
    assert "?sort=seen&amp;page=2" in client.get(of(scene.ladder, "sort=seen")).content.decode()


def test_below_the_counted_places(
    client: Client, scene: LadderScene, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("arena.views.ladders.board", "tournaments.selectors.leaderboards"):
        monkeypatch.setattr(f"{module}.LISTED_MOST", 2)
    page = text_of(client.get(of(scene.ladder)))
    assert "of the first 2. Write a name to find others." in page
    ratings = Rating.objects.filter(ladder=scene.ladder).order_by("value")
    last = ratings[0].competitor.bot.name
    assert last not in page
    found = text_of(client.get(of(scene.ladder, f"q={last}")))
    assert last in found
    assert "2+" in found


def test_htmx_gets_the_table_alone(client: Client, scene: LadderScene) -> None:
    part = client.get(of(scene.ladder), headers=PART)
    assert part.content.decode().strip().startswith('<div id="board"')
    assert {"HX-Request", "HX-Target"} <= set(part["Vary"].split(", "))
    back = client.get(of(scene.ladder), headers={**PART, "HX-History-Restore-Request": "true"})
    assert "<!doctype html>" in back.content.decode()


def test_the_page_asks_the_same_however_many_there_are(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    scene = ladder_scene(bots=2, rounds=1)
    with django_assert_num_queries(8):
        client.get(of(scene.ladder))
    more = [bot_playing(UserFactory.create(), f"More {number}", (DUEL,)) for number in range(6)]
    for number, (one, other) in enumerate(zip(more[::2], more[1::2], strict=True)):
        competitors = one.bot.competitor_id, other.bot.competitor_id
        result = result_between(scene.ladder, 100 + number, *competitors, Fraction(1, 2))
        rating_result_record(result=result)
    with django_assert_num_queries(8):
        assert "8 bots" in text_of(client.get(of(scene.ladder)))


def test_newcomers_are_named(client: Client, scene: LadderScene) -> None:
    for number in range(5):
        bot_playing(UserFactory.create(), f"New {number}", (DUEL,))
    page = text_of(client.get(of(scene.ladder)))
    assert "Waiting for the first result: New 4, New 3, New 2 and 2 more." in page


NONSENSE = [
    "q=%00", "q=" + "a" * 10_000, "q=%25_%5C", "q=%F0%9F%83%8F", "q=%ff%fe", "q=+++", "q='%22%3B--",
    "show=x%00", "show=none", "sort=name", "sort=%00", "page=x", "page=-1", "page=0", "page=5000",
    "page=" + "9" * 4_000, "page=%00", "away=%00", "mine=on", "unknown=1",
]  # fmt: skip


@pytest.mark.parametrize("query", NONSENSE)
def test_nonsense_in_the_address_is_no_error(client: Client, query: str) -> None:
    scene = ladder_scene(bots=2, rounds=1)
    for page in ("", "ratings.csv", "ratings.json"):
        assert client.get(of(scene.ladder, query, page)).status_code == 200


def test_a_search_that_is_far_too_long_finds_nobody(client: Client) -> None:
    scene = ladder_scene(bots=2, rounds=1)
    page = client.get(of(scene.ladder, "q=" + "a" * 10_000))
    assert "Nobody fits" in text_of(page)
    assert len(page.content) < 50_000
    assert client.get(of(scene.ladder, "q=" + "a" * 101, "ratings.json")).json()["rows"] == []


@pytest.mark.parametrize("page", ["", "about/", "ratings.csv", "ratings.json"])
def test_a_ladder_that_is_not_there(client: Client, page: str) -> None:
    assert client.get(f"/ladders/nothing-like-that/{page}").status_code == 404


# People's ladders


@pytest.fixture
def peoples() -> Ladder:
    return Ladder.objects.create(
        slug="burako-duel-2-people", hosting=Ladder.Hosting.PEOPLE, profile="burako/duel", players=2
    )


def person(ladder: Ladder, name: str, *, opened: bool) -> User:
    account = UserFactory.create(display_name=name)
    player = PlayerFactory.create(account=account, history_public=opened)
    Rating.objects.create(ladder=ladder, competitor=competitor_of(player))
    Ladder.objects.filter(pk=ladder.pk).update(ratings_count=1)
    return account


def test_people_are_named_if_they_wish(client: Client, peoples: Ladder) -> None:
    person(peoples, "Rosa", opened=True)
    juan = person(peoples, "Juan", opened=False)
    for query in ("", "sort=seen", "q=Juan"):
        assert "Juan" not in text_of(client.get(of(peoples, query))).replace("q=Juan", "")
    page = text_of(client.get(of(peoples)))
    assert "Rosa" in page
    assert "a player" in page
    assert "2 players" in page
    assert "Points per hand" in page
    assert "Deal sets" not in page
    for file in ("ratings.csv", "ratings.json"):
        assert "Juan" not in client.get(of(peoples, page=file)).content.decode()
    client.force_login(juan)
    assert "Juan" in text_of(client.get(of(peoples, "mine=on")))


def test_who_is_not_named_is_told_so_and_how_to_change_it(client: Client, peoples: Ladder) -> None:
    rosa = person(peoples, "Rosa", opened=True)
    juan = person(peoples, "Juan", opened=False)
    unrated = PlayerFactory.create(account=UserFactory.create(), history_public=False).account
    said = "Others do not see your name here"
    for reader in (None, rosa, unrated):
        if reader is not None:
            client.force_login(reader)
        assert said not in text_of(client.get(of(peoples)))
    client.force_login(juan)
    answer = client.get(of(peoples))
    assert said in text_of(answer)
    own_page = reverse("player", args=[Player.objects.get(account=juan).public_id])
    assert f'<a href="{own_page}">Open my history to everybody</a>' in answer.content.decode()
    assert "Open my history to everybody" in text_of(client.get(own_page))


def test_burako_is_counted_in_hands_also_of_bots(client: Client) -> None:
    burako, durak = ladder_made("burako/duel"), ladder_made(DUEL)
    version = bots_of(1)[0]
    for ladder, counted in ((burako, "Hands Points per hand"), (durak, "Games Points per game")):
        Rating.objects.create(ladder=ladder, competitor_id=version.bot.competitor_id)
        Ladder.objects.filter(pk=ladder.pk).update(ratings_count=1)
        page = text_of(client.get(of(ladder, "away=on")))
        assert counted in page
        assert "won by those who took more than half against the others" in page


def test_the_minute_is_told_of_those_only_who_are_named(client: Client, peoples: Ladder) -> None:
    person(peoples, "Juan", opened=False)
    minute = Rating.objects.get().last_at.isoformat(timespec="minutes")[:16]
    files = ("ratings.csv", "ratings.json")
    hidden = [of(peoples), *(of(peoples, page=file) for file in files)]
    assert not [page for page in hidden if minute in client.get(page).content.decode()]
    Player.objects.update(history_public=True)
    assert all(minute in client.get(page).content.decode() for page in hidden)


def test_an_empty_ladder_of_people(client: Client, peoples: Ladder) -> None:
    assert "Open a score sheet" in text_of(client.get(of(peoples)))
    about = text_of(client.get(of(peoples, page="about/")))
    assert "Players are named only if they have opened their history" in about
    assert "both sides wish it" in about
    assert "In the arena" not in about
    assert "The clock" not in about


# Files


def test_the_rows_as_csv(client: Client, scene: LadderScene) -> None:
    Bot.objects.filter(name="Mustard").update(name="=1+1")
    answer = client.get(of(scene.ladder, page="ratings.csv"))
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert "attachment" in answer["Content-Disposition"]
    rows = list(csv.DictReader(io.StringIO(answer.content.decode())))
    assert [row["place"] for row in rows] == ["1", "2", "3", "4", "5", "6"]
    assert list(rows[0]) == [
        "place", "name", "author", "version", "rating", "error_95", "provisional", "deal_sets",
        "won", "level", "lost", "games", "points", "first_seen", "last_seen", "plays", "page",
    ]  # fmt: skip
    (odd,) = (row for row in rows if "1+1" in row["name"])
    assert odd["name"] == "'=1+1"  # and no spreadsheet calculates it


def test_the_rows_as_json(client: Client, scene: LadderScene) -> None:
    told = json.loads(client.get(of(scene.ladder, "q=carambola", "ratings.json")).content)
    assert (told["ladder"], told["rated"]) == (scene.ladder.slug, 6)
    (row,) = told["rows"]
    rating = scene.rating(1)
    assert row["name"] == "Carambola"
    assert row["rating"] == pytest.approx(rating.value / 1_000_000, abs=0.01)
    assert row["deal_sets"] == rating.results
    assert row["provisional"] is True


def test_files_are_not_asked_for_without_end(
    client: Client, scene: LadderScene, settings: Settings
) -> None:
    settings.RATE_LIMITS = {**django_settings.RATE_LIMITS, "ladder_download": "2/1h/ip"}
    files = ("ratings.csv", "ratings.json", "ratings.csv")
    statuses = [client.get(of(scene.ladder, page=file)).status_code for file in files]
    assert statuses == [200, 200, 429]


# About


def test_what_a_ladder_is_about(client: Client) -> None:
    page = text_of(client.get(of(ladder_made(FOUR, 4), page="about/")))
    assert (
        "4 bots sit at a table, never two of one author, except the house's own reference bots."
    ) in page
    assert "There are 4 of you at the table" in page
    assert f"Until {TERMS.provisional_results} results a rating is provisional" in page
    assert f"begins at {TERMS.newcomer_k}" in page
    assert "games in all80" in page.replace(" 80", "80")
    assert "No match has been settled here yet." in page


def test_about_pairs(client: Client) -> None:
    page = text_of(client.get(of(ladder_made("burako/pairs", 4), page="about/")))
    assert "each with two seats opposite each other" in page


def test_the_queue_and_the_latest_results(client: Client, scene: LadderScene) -> None:
    first, second = scene.versions[:2]
    played = match_played(first, second, ladder=scene.ladder, rated=True)
    usual = {"versions": [first, second], "ladder": scene.ladder, "rated": True}
    MatchFactory.create(**usual, state=MatchState.QUEUED)
    playing = MatchFactory.create(**usual, state=MatchState.PLAYING)
    answer = client.get(of(scene.ladder, page="about/"))
    page = answer.content.decode()
    assert page.index(playing.public_id) < page.index(played.public_id)
    assert answer.context["now"].waiting == 1


@pytest.mark.parametrize("count", [5, 6])
def test_more_than_are_shown_are_said_to_be_more(
    client: Client, scene: LadderScene, count: int
) -> None:
    usual = {"versions": scene.versions[:2], "ladder": scene.ladder, "rated": True}
    waiting = [MatchFactory.create(**usual) for _ in range(count)]
    for _ in range(count):
        MatchFactory.create(**usual, state=MatchState.PLAYING)
    answer = client.get(of(scene.ladder, page="about/"))
    assert [one.public_id for one in answer.context["queue"]] == [
        one.public_id for one in waiting[:5]
    ]
    page = answer.content.decode()
    assert [one.public_id in page for one in waiting] == [True] * 5 + [False] * (count - 5)
    assert f"<dt>being played</dt><dd>{'5+' if count > 5 else '5'}</dd>" in page
    assert f"<dt>waiting to be played</dt><dd>{count}</dd>" in page


def test_the_queue_is_counted_so_far(
    client: Client, scene: LadderScene, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("arena.selectors.ladder_now", "arena.views.ladders.about"):
        monkeypatch.setattr(f"{module}.WAITING_COUNTED", 2)
    usual = {"versions": scene.versions[:2], "ladder": scene.ladder, "rated": True}
    for shown in ("1", "2", "2+"):
        MatchFactory.create(**usual)
        page = client.get(of(scene.ladder, page="about/")).content.decode()
        assert f"<dt>waiting to be played</dt><dd>{shown}</dd>" in page


def test_only_what_counts_is_among_the_latest_results(client: Client, scene: LadderScene) -> None:
    usual = {"versions": scene.versions[:2], "ladder": scene.ladder}
    counts = MatchFactory.create(**usual, rated=True, state=MatchState.SETTLED)
    MatchFactory.create(**usual, rated=False, state=MatchState.SETTLED)  # without a sandbox
    voided = MatchFactory.create(**usual, rated=True, state=MatchState.SETTLED)
    match_step_to(voided, MatchState.VOID)
    assert voided.settled_number is not None
    answer = client.get(of(scene.ladder, page="about/"))
    assert [one.public_id for one in answer.context["latest"]] == [counts.public_id]


@pytest.mark.parametrize(
    "gone",
    [
        {"profile": "durak/forgotten"},
        {"profile": "burako/forgotten"},
        {"profile": "poker"},
        {"options": {"forgotten": 1}},
        {"profile": "burako/pairs", "players": 4, "options": {"forgotten": 1}},
        {"players": 60},
    ],
)
def test_rules_that_are_no_longer_played(
    client: Client, scene: LadderScene, gone: dict[str, object]
) -> None:
    Ladder.objects.filter(pk=scene.ladder.pk).update(**gone)
    for page in ("/ladders/", of(scene.ladder)):
        assert client.get(page).status_code == 200
    answer = client.get(of(scene.ladder, page="about/"))
    page = text_of(answer)
    assert "These rules are no longer played here." in page
    assert "A deal set" not in page
    assert "sit at a table" not in page
    assert "How the rating works" in page
    rules_page = answer.context["rules_page"]
    assert bool(rules_page) is ("options" in gone)
    if rules_page:
        assert client.get(rules_page).status_code == 200


def test_corrections_are_told(client: Client, scene: LadderScene) -> None:
    first, second = scene.versions[:2]
    match = match_played(first, second, ladder=scene.ladder, rated=True)
    competitors = first.bot.competitor_id, second.bot.competitor_id
    result = result_between(scene.ladder, 0, *competitors, Fraction(1))
    source = match_source(match.public_id)
    object.__setattr__(result, "source", source)
    rating_result_record(result=result)
    assert "Corrections" not in text_of(client.get(of(scene.ladder, page="about/")))
    rating_result_void(source=source)
    page = text_of(client.get(of(scene.ladder, page="about/")))
    told = page[page.index("Corrections") :]
    assert "Mustard and Carambola: declared void on" in " ".join(told.split())
    assert "2 ratings were corrected." in told


def test_a_closed_ladder_says_so(client: Client, scene: LadderScene) -> None:
    Ladder.objects.update(is_open=False)
    for page in ("", "about/"):
        assert "No new matches are made for it" in text_of(client.get(of(scene.ladder, page=page)))


@pytest.mark.parametrize("language", ["es", "de"])
def test_pages_in_other_languages(client: Client, scene: LadderScene, language: str) -> None:
    for page in ("/ladders/", of(scene.ladder), of(scene.ladder, page="about/")):
        answer = client.get(page, headers={"Accept-Language": language})
        assert f'<html lang="{language}"' in answer.content.decode()
