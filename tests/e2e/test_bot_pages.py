"""The pages of bots: accessible by day and by night, on a phone and at a desk."""

from django.urls import reverse
from playwright.sync_api import Page

from arena.models import BotVersion
from tests.e2e.bot_scene import BotScene, bot_scene
from tests.e2e.browser import assert_sound_everywhere
from tests.e2e.conftest import Visit
from tournaments.models import User


def of_version(version: BotVersion) -> str:
    return reverse("bots:version", args=[version.bot.public_id, version.number])


def authors_pages(scene: BotScene) -> list[str]:
    """What Ana sees."""
    bot = scene.playing.bot.public_id
    versions = (scene.playing, scene.failed, scene.running, scene.queued, scene.broken)
    return [
        reverse("bots:list"),
        reverse("bots:mine"),
        reverse("bots:new"),
        reverse("bots:bot", args=[bot]),
        reverse("bots:bot", args=[scene.broken.bot.public_id]),
        reverse("bots:edit", args=[bot]),
        reverse("bots:upload", args=[bot]),
        *map(of_version, (*versions, scene.not_active)),
    ]


def public_pages(scene: BotScene) -> list[str]:
    """What everybody sees."""
    return [
        reverse("bots:list"),
        f"{reverse('bots:list')}?q=nobody&rules=burako/duel",
        reverse("bots:bot", args=[scene.playing.bot.public_id]),
        of_version(scene.playing),
        of_version(scene.failed),
        reverse("authors"),
    ]


def look_at(page: Page, paths: list[str]) -> None:
    for path in paths:
        page.goto(path)
        assert page.locator("h1").count() == 1, path
        assert_sound_everywhere(page)


def test_an_authors_pages(visit: Visit, ana: User) -> None:
    look_at(visit(device="phone", account=ana), authors_pages(bot_scene(ana)))


def test_public_pages(visit: Visit, ana: User) -> None:
    look_at(visit(device="phone"), public_pages(bot_scene(ana)))


def test_empty_lists(visit: Visit, ana: User) -> None:
    look_at(visit(device="phone", account=ana), [reverse("bots:list"), reverse("bots:mine")])
