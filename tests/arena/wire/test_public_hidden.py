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
from arena.games.registry import rules
from arena.wire.codec import codec_for
from arena.wire.public import PublicGame
from tests.arena.games.burako.table import keen_player
from tests.arena.games.durak.hidden import SILENT, Watch, two_truths
from tests.arena.games.durak.strategies import profile_tables


@dataclass
class Teller(Watch):
    """Watches like everybody, and keeps what the public story says."""

    told: list[bytes] = field(default_factory=list)
    story: PublicGame | None = None

    def look(self, game: Game) -> None:
        if self.story is None:
            self.story = PublicGame(codec_for(game.rules), game, 0, 0)
            self.told.append(self.story.dealt().SerializeToString())
        super().look(game)

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
    compared = 0
    for _ in range(12):
        if compared < 3 and (both := two_truths(profile, players, None, rng, Teller)):
            real, unreal = both
            assert isinstance(real, Teller)
            assert isinstance(unreal, Teller)
            assert real.told == unreal.told
            compared += 1
    assert compared


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
