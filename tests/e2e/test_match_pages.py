"""The pages of matches: accessible by day and by night, on a phone and at a desk."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from arena.match_states import MatchState
from arena.models import Match
from tests.arena.shown_matches import FOUR, PAIRS, bot_playing
from tests.e2e.browser import assert_sound_everywhere
from tests.e2e.conftest import Visit
from tests.e2e.match_scene import MatchScene, match_scene
from tests.factories import MatchFactory
from tournaments.models import User


def of(match: Match) -> str:
    return reverse("matches:match", args=[match.public_id])


def authors_pages(scene: MatchScene) -> list[str]:
    """What Ana sees beside what everybody does."""
    challenge = reverse("bots:challenge", args=[scene.carambola.bot.public_id])
    return [
        reverse("matches:mine"),
        challenge,
        f"{challenge}?profile={FOUR}",
        reverse("bots:challenge", args=[scene.benched.bot.public_id]),
        reverse("bots:bot", args=[scene.benched.bot.public_id]),
        of(scene.queued),
        of(scene.played),
        of(scene.played_long),
    ]


def public_pages(scene: MatchScene) -> list[str]:
    """What everybody sees."""
    matches = (scene.queued, scene.again, scene.playing, scene.played, scene.of_four, scene.void)
    return [
        reverse("matches:list"),
        f"{reverse('matches:list')}?rules=burako/duel",
        reverse("bots:bot", args=[scene.carambola.bot.public_id]),
        *map(of, matches),
    ]


def look_at(page: Page, paths: list[str]) -> None:
    for path in paths:
        page.goto(path)
        assert page.locator("h1").count() == 1, path
        assert_sound_everywhere(page)


@pytest.mark.long
def test_an_authors_pages_and_everybodys(visit: Visit, ana: User) -> None:
    scene = match_scene(ana)
    look_at(visit(device="phone", account=ana), authors_pages(scene))
    look_at(visit(device="phone"), public_pages(scene))


def test_burako_points_are_all_in_sight_on_a_phone(visit: Visit, ana: User) -> None:
    """With four digits for each side of each rotation, boards stand below each other."""
    versions = [bot_playing(ana, name, [PAIRS]) for name in ("Mustard", "Carambola")]
    match = MatchFactory.create(
        versions=versions, profile=PAIRS, state=MatchState.SETTLED, boards=1,
        results=[
            {"rotation": rotation, "board": 0, "points": [-1265, 3580, -1265, 3580],
             "losers": [0, 2], "forfeit": None, "games": 4}
            for rotation in range(2)
        ],
    )  # fmt: skip
    page = visit(of(match), device="phone")
    hidden = page.locator("[aria-labelledby=boards-title]").evaluate(
        "wrap => wrap.scrollWidth - wrap.clientWidth"
    )
    assert hidden == 0
