"""Nothing on the wire depends on what its reader may not know, to the last byte."""

import random
from dataclasses import dataclass, field

import pytest

from arena.games.burako.actions import Consult
from arena.games.burako.game import Game as Hand
from arena.games.burako.ruleset import BurakoRules
from arena.games.durak.game import Game
from arena.protocol.v1.play_pb2 import Decision, GameOver
from arena.protocol.v1.spectate_pb2 import PublicDeal, PublicMove
from arena.wire.codec import Codec, codec_for
from arena.wire.told import Told
from tests.arena.games.burako.hidden import hidden_from
from tests.arena.games.burako.table import ALL_RULES, PAIRS, Player, keen_player, random_player
from tests.arena.games.durak.hidden import Watch, two_truths
from tests.arena.games.durak.strategies import profile_tables

LIMIT = 60


def told_anew(codec: Codec, game: Game | Hand, seat: int | None) -> bytes:
    """The position and everything that happened, as somebody would get it who has just come."""
    if seat is None:
        deal, change = PublicDeal(), PublicMove()
        codec.fill_deal(deal, game)
        codec.fill_change(change, game, Told())
        return deal.SerializeToString() + b"|" + change.SerializeToString()
    broken_off = GameOver()
    codec.fill_game_over(broken_off, game, seat, Told(), (0, 0))
    return broken_off.SerializeToString()


def asked(codec: Codec, game: Game | Hand, seat: int, told: Told) -> bytes:
    decision = Decision()
    codec.fill_decision(decision, game, seat, told, LIMIT, (0, 0))
    return decision.SerializeToString()


@dataclass
class WireWatch(Watch):
    """Keeps what went over the wire beside what the engine would show."""

    told: Told = field(default_factory=Told)
    decisions: list[bytes] = field(default_factory=list)
    """In the order they are asked, each with what is new."""
    at_rest: list[bytes] = field(default_factory=list)
    """While nobody is asked secretly; equal neighbours once."""

    def look(self, game: Game) -> None:
        super().look(game)
        codec = codec_for(game.rules)
        if self.seat is not None and game.seat == self.seat:
            self.decisions += (
                asked(codec, game, self.seat, self.told),
                asked(codec, game, self.seat, Told()),
            )
        if not self._is_waiting(game.view(self.seat)):
            shown = told_anew(codec, game, self.seat)
            if not self.at_rest or self.at_rest[-1] != shown:
                self.at_rest.append(shown)


@pytest.mark.parametrize(("profile", "players"), profile_tables())
def test_no_byte_depends_on_hidden_cards_of_durak(profile: str, players: int) -> None:
    rng = random.Random(f"wire {profile} {players}")
    told = 0
    for viewer in (*range(players), None):
        for _ in range(6):
            truths = two_truths(profile, players, viewer, rng, WireWatch)
            if truths is None:
                continue
            real, unreal = truths
            assert isinstance(real, WireWatch)
            assert isinstance(unreal, WireWatch)
            assert unreal.decisions == real.decisions
            assert unreal.at_rest == real.at_rest
            told += 1
            break
    assert told > players // 2


@pytest.mark.parametrize("player", [random_player, keen_player], ids=["random", "keen"])
@pytest.mark.parametrize("rules", ALL_RULES, ids=lambda r: f"{r.name}-{ALL_RULES.index(r)}")
def test_no_byte_depends_on_hidden_tiles_of_burako(rules: BurakoRules, player: Player) -> None:
    rng = random.Random(f"wire {rules.to_json()}")
    codec = codec_for(rules)
    game = rules.deal(seed=f"hidden {rules.name}")
    looked = 0
    while game.seat is not None:
        if rng.random() < 0.15:
            looked += 1
            for seat in (None, *range(rules.players)):
                twin = hidden_from(game, seat)
                assert told_anew(codec, twin, seat) == told_anew(codec, game, seat)
                if seat == game.seat:
                    assert asked(codec, twin, seat, Told()) == asked(codec, game, seat, Told())
        game.apply(player(game, rng))
    assert looked


def test_the_twins_of_the_test_above_do_differ_on_the_wire() -> None:
    game = PAIRS.deal(seed=4)
    assert game.seat is not None
    twin = hidden_from(game, (game.seat + 1) % 4)
    codec = codec_for(PAIRS)
    assert asked(codec, twin, game.seat, Told()) != asked(codec, game, game.seat, Told())


def test_a_consultation_says_nothing_of_its_plan_to_others() -> None:
    codec, found = codec_for(PAIRS), 0
    for seed in range(40):
        game, rng = PAIRS.deal(seed=seed), random.Random(seed)
        while game.seat is not None:
            if game.phase == "answer" and game.asker is not None:
                found += 1
                twin = game.copy()
                twin.log[-1] = (game.asker, Consult(()))
                for seat in {None, 0, 1, 2, 3} - {game.asker}:
                    assert told_anew(codec, twin, seat) == told_anew(codec, game, seat)
                assert asked(codec, twin, game.seat, Told()) == asked(
                    codec, game, game.seat, Told()
                )
            game.apply(keen_player(game, rng))
    assert found
