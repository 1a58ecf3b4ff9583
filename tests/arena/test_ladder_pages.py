"""The list of ladders, and their leaderboards."""

from fractions import Fraction

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from arena.models import Bot
from scoring.ladder import TERMS
from tests.arena.bot_kit import text_of
from tests.arena.ladder_scene import LadderScene, bots_of, ladder_at, ladder_scene, seen_ago
from tests.arena.shown_matches import DUEL, bot_playing
from tests.factories import UserFactory
from tests.tournaments.ladder_kit import ladder_made, result_between
from tournaments.models import Ladder, Rating
from tournaments.services.ladders import house_ladders_open
from tournaments.services.ratings import rating_result_record

pytestmark = pytest.mark.django_db
PART = {"HX-Request": "true", "HX-Target": "board"}


@pytest.fixture
def scene() -> LadderScene:
    return ladder_scene(bots=6, rounds=4)


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
    page = text_of(client.get(ladder_at(ladder_made())))
    assert "Nobody is rated yet" in page
    assert "Write a bot" in page


def test_one_bot_alone(client: Client) -> None:
    ladder = ladder_made(DUEL, 2)
    (version,) = bots_of(1)
    Rating.objects.create(ladder=ladder, competitor_id=version.bot.competitor_id)
    Ladder.objects.update(ratings_count=1)
    page = text_of(client.get(ladder_at(ladder)))
    assert "1 bot" in page
    assert "1500? ± 686" in page


def test_a_row_tells_everything(client: Client, scene: LadderScene) -> None:
    rating = scene.rating(0)
    Rating.objects.filter(pk=rating.pk).update(
        value=1_712_400_000, variance=484, results=120, results_of_version=60, version=3,
        won=80, level=7, lost=33, games=2_400, points=-600,
    )  # fmt: skip
    page = text_of(client.get(ladder_at(scene.ladder)))
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
    page = text_of(client.get(ladder_at(scene.ladder)))
    assert "3 hours ago" in page
    assert page.count("just now") == 4


def test_filters_and_sorting_are_kept_by_links(client: Client, scene: LadderScene) -> None:
    page = client.get(ladder_at(scene.ladder, "q=mus&show=provisional&away=on")).content.decode()
    assert "?q=mus&amp;show=provisional&amp;sort=seen&amp;away=on" in page
    assert "ratings.csv?q=mus&amp;show=provisional&amp;away=on" in page
    assert 'name="sort"' not in page
    by_results = client.get(ladder_at(scene.ladder, "sort=results")).content.decode()
    assert '<input type="hidden" name="sort" value="results" form="board-form">' in by_results


def test_provisional_and_settled(client: Client, scene: LadderScene) -> None:
    Rating.objects.filter(pk=scene.rating(0).pk).update(
        results=TERMS.provisional_results, results_of_version=TERMS.provisional_results
    )
    settled = text_of(client.get(ladder_at(scene.ladder, "show=settled")))
    assert ("Mustard" in settled, "Carambola" in settled) == (True, False)
    provisional = text_of(client.get(ladder_at(scene.ladder, "show=provisional")))
    assert ("Mustard" in provisional, "Carambola" in provisional) == (False, True)


def test_who_has_stopped(client: Client, scene: LadderScene) -> None:
    Bot.objects.filter(name="Mustard").update(retired_at=timezone.now())
    assert "Mustard" not in text_of(client.get(ladder_at(scene.ladder)))
    everybody = text_of(client.get(ladder_at(scene.ladder, "away=on")))
    assert "retired" in everybody[everybody.index("Mustard") :]
    Bot.objects.update(retired_at=timezone.now())
    nobody = text_of(client.get(ladder_at(scene.ladder)))
    assert "Nobody plays here at present" in nobody


def test_ones_own_are_marked_and_can_be_asked_for(client: Client) -> None:
    ana = UserFactory.create(display_name="Ana")
    scene = ladder_scene(bots=4, rounds=2, owner=ana)
    assert "Only mine" not in text_of(client.get(ladder_at(scene.ladder)))
    client.force_login(ana)
    page = text_of(client.get(ladder_at(scene.ladder, "mine=on")))
    assert "1 bot" in page
    assert "yours" in page
    stranger = Client()
    assert "4 bots" in text_of(stranger.get(ladder_at(scene.ladder, "mine=on")))


def test_nobody_fits(client: Client, scene: LadderScene) -> None:
    page = text_of(client.get(ladder_at(scene.ladder, "q=nothing+like+that")))
    assert "Nobody fits" in page
    assert "Show everybody" in page


def test_pages(client: Client, scene: LadderScene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.views.ladders.board.ROWS_ON_A_PAGE", 2)
    seen = [
        name
        for number in (1, 2, 3)
        for name in ("Mustard", "Carambola", "Truco", "Wanda", "Pampa", "Volga Boatman")
        if name in text_of(client.get(ladder_at(scene.ladder, f"page={number}")))
    ]
    assert len(seen) == len(set(seen)) == 6
    assert client.get(ladder_at(scene.ladder, "page=5000")).context["page"].number == 3
    assert (
        "?sort=seen&amp;page=2" in client.get(ladder_at(scene.ladder, "sort=seen")).content.decode()
    )


def test_below_the_counted_places(
    client: Client, scene: LadderScene, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("arena.views.ladders.board", "tournaments.selectors.leaderboards"):
        monkeypatch.setattr(f"{module}.LISTED_MOST", 2)
    page = text_of(client.get(ladder_at(scene.ladder)))
    assert "of the first 2. Write a name to find others." in page
    ratings = Rating.objects.filter(ladder=scene.ladder).order_by("value")
    last = ratings[0].competitor.bot.name
    assert last not in page
    found = text_of(client.get(ladder_at(scene.ladder, f"q={last}")))
    assert last in found
    assert "2+" in found


def test_htmx_gets_the_table_alone(client: Client, scene: LadderScene) -> None:
    part = client.get(ladder_at(scene.ladder), headers=PART)
    assert part.content.decode().strip().startswith('<div id="board"')
    assert {"HX-Request", "HX-Target"} <= set(part["Vary"].split(", "))
    back = client.get(
        ladder_at(scene.ladder), headers={**PART, "HX-History-Restore-Request": "true"}
    )
    assert "<!doctype html>" in back.content.decode()


def test_the_page_asks_the_same_however_many_there_are(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    scene = ladder_scene(bots=2, rounds=1)
    with django_assert_num_queries(8):
        client.get(ladder_at(scene.ladder))
    more = [bot_playing(UserFactory.create(), f"More {number}", (DUEL,)) for number in range(6)]
    for number, (one, other) in enumerate(zip(more[::2], more[1::2], strict=True)):
        competitors = one.bot.competitor_id, other.bot.competitor_id
        result = result_between(scene.ladder, 100 + number, *competitors, Fraction(1, 2))
        rating_result_record(result=result)
    with django_assert_num_queries(8):
        assert "8 bots" in text_of(client.get(ladder_at(scene.ladder)))


def test_newcomers_are_named(client: Client, scene: LadderScene) -> None:
    for number in range(5):
        bot_playing(UserFactory.create(), f"New {number}", (DUEL,))
    page = text_of(client.get(ladder_at(scene.ladder)))
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
        assert client.get(ladder_at(scene.ladder, query, page)).status_code == 200


def test_a_search_that_is_far_too_long_finds_nobody(client: Client) -> None:
    scene = ladder_scene(bots=2, rounds=1)
    page = client.get(ladder_at(scene.ladder, "q=" + "a" * 10_000))
    assert "Nobody fits" in text_of(page)
    assert len(page.content) < 50_000
    assert (
        client.get(ladder_at(scene.ladder, "q=" + "a" * 101, "ratings.json")).json()["rows"] == []
    )


@pytest.mark.parametrize("page", ["", "about/", "ratings.csv", "ratings.json"])
def test_a_ladder_that_is_not_there(client: Client, page: str) -> None:
    assert client.get(f"/ladders/nothing-like-that/{page}").status_code == 404
