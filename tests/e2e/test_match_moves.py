"""Games told move by move, and the page of their match: on a phone and at a desk, by day and by
night, in three languages."""

from dataclasses import dataclass

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from arena.games import rules
from arena.match_scores import deal_set_scores
from arena.models import BotVersion, Match
from scoring.ladder import Member
from tests.arena.replayed_matches import match_replayed
from tests.arena.shown_matches import DUEL, FOUR, PAIRS, bot_playing
from tests.arena.wire.played import Trouble
from tests.e2e.browser import assert_accessible, assert_fits, assert_sound_everywhere
from tests.e2e.conftest import Visit
from tests.e2e.match_scene import LONG_NAME
from tests.factories import UserFactory
from tests.tournaments.ladder_kit import ladder_made
from tournaments.models import User
from tournaments.results import RatedResult, match_source
from tournaments.services.ratings import rating_result_record


@dataclass(frozen=True)
class Scene:
    """Matches with real replays."""

    duel: Match
    """With mistakes, and rated."""
    four: Match
    pairs: Match


@pytest.fixture
def scene(site: object, ana: User) -> Scene:
    bea = UserFactory.create(display_name="Bea")
    profiles = (DUEL, FOUR, PAIRS)
    bots = [
        bot_playing(owner, name, profiles)
        for owner, name in ((ana, "Mustard"), (bea, LONG_NAME), (ana, "Truco"), (bea, "Wanda"))
    ]
    duel = match_replayed(
        *bots[:2], profile=DUEL, boards=3, seed=6, trouble=Trouble(faults=0.02), requested_by=ana,
        kind=Match.Kind.LADDER, rated=True, ladder=ladder_made(DUEL),
    )  # fmt: skip
    counted(duel, bots[:2])
    short = rules(PAIRS, target_points=900).to_json()
    return Scene(
        duel=duel,
        four=match_replayed(*bots, profile=FOUR, boards=2, seed=2, requested_by=ana),
        pairs=match_replayed(*bots[:2], profile=PAIRS, boards=1, seed=4, rules=short),
    )


def counted(match: Match, versions: list[BotVersion]) -> None:
    """As settling lets it count."""
    assert match.ladder_id is not None
    rating_result_record(
        result=RatedResult(
            ladder_id=match.ladder_id,
            source=match_source(match.public_id),
            sides=tuple((Member(one.bot.competitor_id, one.number),) for one in versions),
            scores=deal_set_scores(match.results, [0, 1]),
            points=tuple(one.points or 0 for one in match.participants.all()),
            games=match.games,
        )
    )


def game_of(match: Match, board: int = 0, rotation: int = 0, game: int = 1) -> str:
    return f"{reverse('matches:game', args=[match.public_id, board, rotation])}?game={game}"


def paths(scene: Scene) -> list[str]:
    matches = (scene.duel, scene.four, scene.pairs)
    return [
        game_of(scene.duel, 1),
        game_of(scene.four),
        game_of(scene.pairs, game=2),
        *(reverse("matches:match", args=[match.public_id]) for match in matches),
    ]


@pytest.mark.long
def test_games_and_their_matches_are_for_everybody(visit: Visit, scene: Scene) -> None:
    page = visit(device="phone")
    for path in paths(scene):
        page.goto(path)
        assert page.locator("h1").count() == 1, path
        assert_sound_everywhere(page)
        page.set_viewport_size({"width": 320, "height": 640})
        for closed in page.locator("details:not([open]) > summary").all()[:3]:
            closed.click()
        assert_fits(page)


def test_a_game_is_told_in_every_language(visit: Visit, scene: Scene) -> None:
    for locale in ("en", "es", "de"):
        page = visit(game_of(scene.duel), locale=locale)
        expect(page.locator("html")).to_have_attribute("lang", locale)
        expect(page.locator(".told-lines li").first).to_contain_text("Mustard")
        expect(page.locator(".told-card").first).to_be_visible()
        assert_fits(page)
        assert_accessible(page)


def test_from_the_match_to_a_game_and_on(visit: Visit, scene: Scene) -> None:
    page = visit(reverse("matches:match", args=[scene.duel.public_id]), device="phone")
    page.locator(".boards a").first.click()
    expect(page.locator("h1")).to_have_text("Board 0, rotation 0")
    page.locator(".game-choice a", has_text="Rotation 1").click()
    expect(page.locator("h1")).to_have_text("Board 0, rotation 1")
    page.locator("a[rel=next]").click()
    expect(page.locator("h1")).to_have_text("Board 1, rotation 0")
    page.locator("a[rel=prev]").click()
    expect(page.locator("h1")).to_have_text("Board 0, rotation 1")


def test_hands_of_burako_are_pages_of_their_own(visit: Visit, scene: Scene) -> None:
    page = visit(game_of(scene.pairs), javascript=False)
    expect(page.locator("#seats-title")).to_contain_text("Hand 1")
    page.get_by_role("list", name="Hands of this board").get_by_role("link", name="2").click()
    expect(page.locator("#seats-title")).to_contain_text("Hand 2")
    expect(page.locator(".game-count tfoot")).to_have_count(2)
