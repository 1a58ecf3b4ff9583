"""A view never changes when what it may not know changes: every profile at every player count."""

import random

import pytest

from tests.arena.games.durak.hidden import (
    Watch,
    dealt_anew,
    retell,
    seen_by,
    stacked_orders,
    starts_alike,
)
from tests.arena.games.durak.random_play import RandomPlayer, table, text
from tests.arena.games.durak.strategies import profile_tables


@pytest.mark.parametrize(("profile", "players"), profile_tables())
def test_a_view_never_changes_when_what_it_may_not_know_changes(profile: str, players: int) -> None:
    rng = random.Random(f"{profile} {players}")
    told = 0
    for viewer in (*range(players), None):
        for _ in range(6):
            if tell_two_truths(profile, players, viewer, rng):
                told += 1
                break
    assert told > players // 2


def tell_two_truths(profile: str, players: int, viewer: int | None, rng: random.Random) -> bool:
    """Play a while, deal the unseen cards anew, play the same: False if the deal itself told."""
    rule_set = table(profile, players)
    orders, dealer = stacked_orders(rule_set, rng), rng.randrange(players)
    game = rule_set.deal_stacked(orders, dealer)
    watch, seen = Watch(viewer), seen_by(game, viewer, orders)
    watch.look(game)
    player, length = RandomPlayer(rng), rng.randrange(2, 120)
    while game.seat is not None:
        redeals = game.redeals
        watch.apply(game, player.choose(game.legal()))
        if game.redeals > redeals:
            seen = set()
        seen |= seen_by(game, viewer, orders)
        at_rest = game.phase in ("open", "defend") or game.seat == viewer
        if len(game.log) >= length and at_rest:
            break
    deal, again = game.redeals, Watch(viewer)
    changed = dealt_anew(orders, deal, seen, rng)
    if not starts_alike(rule_set, orders[deal], changed[deal], dealer):
        return False
    other = rule_set.deal_stacked(changed, dealer)
    retell(other, again, watch.public)
    assert again.answers == watch.answers
    for key in again.waiting.keys() & watch.waiting.keys():
        assert again.waiting[key] == watch.waiting[key]
    assert text(again.answers[-1].to_json()) == text(watch.answers[-1].to_json())
    return True
