"""What a ladder is about: its rules, its queue, its latest results and corrections."""

from fractions import Fraction

import pytest
from django.test import Client

from arena.match_states import MatchState
from scoring.ladder import TERMS
from tests.arena.bot_kit import text_of
from tests.arena.ladder_scene import LadderScene, ladder_at, ladder_scene
from tests.arena.shown_matches import FOUR, match_played, match_step_to
from tests.factories import MatchFactory
from tests.tournaments.ladder_kit import ladder_made, result_between
from tournaments.models import Ladder
from tournaments.results import match_source
from tournaments.services.ratings import rating_result_record, rating_result_void

pytestmark = pytest.mark.django_db


@pytest.fixture
def scene() -> LadderScene:
    return ladder_scene(bots=6, rounds=4)


def test_what_a_ladder_is_about(client: Client) -> None:
    page = text_of(client.get(ladder_at(ladder_made(FOUR, 4), page="about/")))
    assert (
        "4 bots sit at a table, never two of one author, except the house's own reference bots."
    ) in page
    assert "There are 4 of you at the table" in page
    assert f"Until {TERMS.provisional_results} results a rating is provisional" in page
    assert f"begins at {TERMS.newcomer_k}" in page
    assert "games in all80" in page.replace(" 80", "80")
    assert "No match has been settled here yet." in page


def test_about_pairs(client: Client) -> None:
    page = text_of(client.get(ladder_at(ladder_made("burako/pairs", 4), page="about/")))
    assert "each with two seats opposite each other" in page


def test_the_queue_and_the_latest_results(client: Client, scene: LadderScene) -> None:
    first, second = scene.versions[:2]
    played = match_played(first, second, ladder=scene.ladder, rated=True)
    usual = {"versions": [first, second], "ladder": scene.ladder, "rated": True}
    MatchFactory.create(**usual, state=MatchState.QUEUED)
    playing = MatchFactory.create(**usual, state=MatchState.PLAYING)
    answer = client.get(ladder_at(scene.ladder, page="about/"))
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
    answer = client.get(ladder_at(scene.ladder, page="about/"))
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
        page = client.get(ladder_at(scene.ladder, page="about/")).content.decode()
        assert f"<dt>waiting to be played</dt><dd>{shown}</dd>" in page


def test_only_what_counts_is_among_the_latest_results(client: Client, scene: LadderScene) -> None:
    usual = {"versions": scene.versions[:2], "ladder": scene.ladder}
    counts = MatchFactory.create(**usual, rated=True, state=MatchState.SETTLED)
    MatchFactory.create(**usual, rated=False, state=MatchState.SETTLED)  # without a sandbox
    voided = MatchFactory.create(**usual, rated=True, state=MatchState.SETTLED)
    match_step_to(voided, MatchState.VOID)
    assert voided.settled_number is not None
    answer = client.get(ladder_at(scene.ladder, page="about/"))
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
    for page in ("/ladders/", ladder_at(scene.ladder)):
        assert client.get(page).status_code == 200
    answer = client.get(ladder_at(scene.ladder, page="about/"))
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
    assert "Corrections" not in text_of(client.get(ladder_at(scene.ladder, page="about/")))
    rating_result_void(source=source)
    page = text_of(client.get(ladder_at(scene.ladder, page="about/")))
    told = page[page.index("Corrections") :]
    assert "Mustard and Carambola: declared void on" in " ".join(told.split())
    assert "2 ratings were corrected." in told


def test_a_closed_ladder_says_so(client: Client, scene: LadderScene) -> None:
    Ladder.objects.update(is_open=False)
    for page in ("", "about/"):
        assert "No new matches are made for it" in text_of(
            client.get(ladder_at(scene.ladder, page=page))
        )


@pytest.mark.parametrize("language", ["es", "de"])
def test_pages_in_other_languages(client: Client, scene: LadderScene, language: str) -> None:
    for page in ("/ladders/", ladder_at(scene.ladder), ladder_at(scene.ladder, page="about/")):
        answer = client.get(page, headers={"Accept-Language": language})
        assert f'<html lang="{language}"' in answer.content.decode()
