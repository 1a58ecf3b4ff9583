"""Two games that differ only in what nobody may see are told in the very same words.

`tests.arena.games.durak.hidden` deals the unseen cards anew and plays the public log again; here
both games are told, and what is told is compared byte by byte.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from arena.games.burako.actions import Consult, Discard
from arena.games.burako.game import Game as BurakoGame
from arena.games.burako.profiles import PROFILES as BURAKO
from arena.games.burako.tiles import ID
from arena.games.durak.actions import Action
from arena.games.durak.game import Game
from arena.games.durak.ruleset import DurakRules
from arena.games.registry import rules
from arena.wire.codec import codec_for
from arena.wire.public import PublicGame
from tests.arena.games.burako.table import keen_player
from tests.arena.games.durak.hidden import (
    SILENT,
    Watch,
    dealt_anew,
    retell,
    seen_by,
    stacked_orders,
    starts_alike,
)
from tests.arena.games.durak.random_play import RandomPlayer, table
from tests.arena.games.durak.strategies import profile_tables


@dataclass
class Teller(Watch):
    """Watches like everybody, and keeps what the public story says."""

    told: list[bytes] = field(default_factory=list)
    story: PublicGame | None = None

    def begin(self, game: Game) -> None:
        self.story = PublicGame(codec_for(game.rules), game, 0, 0)
        self.told.append(self.story.dealt().SerializeToString())

    def apply(self, game: Game, action: Action) -> None:
        assert self.story is not None
        assert game.seat is not None
        before = len(game.log)
        declined = game.phase in SILENT and action == game.default_action()
        events = self.story.moved(game.seat, action)
        self.told += [event.SerializeToString(deterministic=True) for event in events]
        self.public += game.log[before + declined :]
        self.look(game)


@pytest.mark.parametrize(("profile", "players"), profile_tables())
def test_games_that_differ_in_hidden_cards_are_told_alike(profile: str, players: int) -> None:
    rng = random.Random(f"told {profile} {players}")
    rule_set = table(profile, players)
    assert any(tell_two_truths(rule_set, rng) for _ in range(12))


def tell_two_truths(rule_set: DurakRules, rng: random.Random) -> bool:
    """Play a while, deal the unseen cards anew, play the same: False if the deal itself told."""
    orders, dealer = stacked_orders(rule_set, rng), rng.randrange(rule_set.players)
    game = rule_set.deal_stacked(orders, dealer)
    watch, seen = Teller(None), seen_by(game, None, orders)
    watch.begin(game)
    watch.look(game)
    player, length = RandomPlayer(rng), rng.randrange(2, 120)
    while game.seat is not None:
        redeals = game.redeals
        watch.apply(game, player.choose(game.legal()))
        if game.redeals > redeals:
            seen = set()
        seen |= seen_by(game, None, orders)
        if len(game.log) >= length and game.phase in ("open", "defend"):
            break
    deal = game.redeals
    changed = dealt_anew(orders, deal, seen, rng)
    if not starts_alike(rule_set, orders[deal], changed[deal], dealer):
        return False
    other, again = rule_set.deal_stacked(changed, dealer), Teller(None)
    again.begin(other)
    retell(other, again, watch.public)
    assert again.told == watch.told
    return True


@pytest.mark.parametrize("profile", BURAKO)
def test_hands_that_differ_in_hidden_tiles_are_told_alike(profile: str) -> None:
    rule_set = rules(profile)
    rng = random.Random(f"told {profile}")
    consulted = 0
    for _ in range(40):
        order = rng.sample(ID, len(ID))
        game: BurakoGame = rule_set.deal_stacked(order)
        told, length = list[bytes](), rng.randrange(10, 400)
        story = PublicGame(codec_for(rule_set), game, 0, 0)
        told.append(story.dealt().SerializeToString())
        while game.seat is not None and len(game.log) < length:
            action = keen_player(game, rng)
            events = story.moved(game.seat, action)
            told += [event.SerializeToString(deterministic=True) for event in events]
            if isinstance(action, Consult):
                break
        if game.seat is None:
            continue  # then all racks are counted openly
        consulted += any(isinstance(action, Consult) for _, action in game.log)
        shown = set(tiles_named(game))
        hidden = [tile for tile in order if tile not in shown]
        others = iter(rng.sample(hidden, len(hidden)))
        twin = rule_set.deal_stacked([t if t in shown else next(others) for t in order])
        assert twin.reveal() != game.reveal()
        again = PublicGame(codec_for(rule_set), twin, 0, 0)
        retold = [again.dealt().SerializeToString()]
        for seat, action in game.log:
            events = again.moved(seat, action)
            retold += [event.SerializeToString(deterministic=True) for event in events]
        assert retold == told
    assert consulted or rule_set.players == 2


def tiles_named(game: BurakoGame) -> Iterator[str]:
    """All tiles that were laid or thrown, and those that a plan to close needs."""
    for _, action in game.log:
        for part in action.plan if isinstance(action, Consult) else (action,):
            mask = getattr(part, "mask", 0)
            yield from (ID[tile] for tile in range(len(ID)) if mask >> tile & 1)
            if isinstance(part, Discard):
                yield ID[part.tile]
