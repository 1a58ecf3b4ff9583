"""The pages of ladders: lists, leaderboards, and what they are about."""

import pytest
from django.test import Client

from tests.arena.bot_kit import text_of
from tests.arena.ladder_scene import ladder_scene

pytestmark = pytest.mark.django_db


def test_pages_answer(client: Client) -> None:
    scene = ladder_scene(bots=4, rounds=3)
    for page in ("", f"{scene.ladder.slug}/", f"{scene.ladder.slug}/about/"):
        assert "Duel with 24 cards" in text_of(client.get(f"/ladders/{page}"))
