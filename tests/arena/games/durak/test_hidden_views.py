"""A view never changes when what it may not know changes: every profile at every player count."""

import random

import pytest

from tests.arena.games.durak.hidden import two_truths
from tests.arena.games.durak.random_play import text
from tests.arena.games.durak.strategies import profile_tables


@pytest.mark.parametrize(("profile", "players"), profile_tables())
def test_a_view_never_changes_when_what_it_may_not_know_changes(profile: str, players: int) -> None:
    rng = random.Random(f"{profile} {players}")
    told = 0
    for viewer in (*range(players), None):
        for _ in range(6):
            truths = two_truths(profile, players, viewer, rng)
            if truths is None:
                continue
            told += 1
            real, unreal = truths
            assert unreal.answers == real.answers
            for key in unreal.waiting.keys() & real.waiting.keys():
                assert unreal.waiting[key] == real.waiting[key]
            assert text(unreal.answers[-1].to_json()) == text(real.answers[-1].to_json())
            break
    assert told > players // 2
