"""The page of one game: told from the replay, only when the match is over, never a 500."""

import pytest
from django.test import Client

from arena.models import BotVersion, Match
from tests.arena.bot_kit import text_of
from tests.arena.replayed_matches import match_replayed
from tests.arena.shown_matches import at

pytestmark = pytest.mark.django_db


def game_at(match: Match, board: int = 0, rotation: int = 0, game: int | str = 1) -> str:
    return f"{at('game', match, board, rotation)}?game={game}"


def game_page(match: Match, board: int = 0, rotation: int = 0, game: int = 1) -> str:
    answer = Client().get(game_at(match, board, rotation, game))
    assert answer.status_code == 200
    return text_of(answer)


def test_a_duel_is_told(mustard: BotVersion, pepper: BotVersion) -> None:
    match = match_replayed(mustard, pepper)
    page = game_page(match)
    for expected in ("Seat 0 Mustard", "Seat 1 Pepper", "Trump is", "Bout 1: ", " attacks "):
        assert expected in page, page
