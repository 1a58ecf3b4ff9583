"""Series of the engine and of the oracle side by side: who deals, who opens, which cards."""

import random
from dataclasses import replace
from typing import Any, cast

from arena.games.durak.game import Game
from arena.games.durak.ruleset import DurakRules
from tests.arena.games.durak.lockstep import Difference, Tally, play_side_by_side
from tests.arena.games.durak.oracle import Oracle
from tests.arena.games.durak.oracle.series import NextGame, next_game


def order_of(game: Game) -> list[str]:
    """An order of the pack that deals this position, which nobody has touched yet."""
    truth: dict[str, Any] = game.reveal()
    dealer, players = truth["dealer"], game.rules.players
    from_left = [(dealer + step) % players for step in range(1, players + 1)]
    # Rule 5: what everybody saw was the last card dealt.
    hands = [sorted(truth["hands"][s], key=lambda card: card in known(truth)) for s in from_left]
    secret = [truth["secret"][seat] for seat in from_left]
    dealt = [card for cards in (secret, hands) for row in zip(*cards, strict=True) for card in row]
    under = {"none": 0, "suit": 1 + game.rules.options.change_trump}[game.rules.options.trump_mode]
    talon = truth["talon"]
    if truth["face_up"] is None:  # out of play, in the dealer's hand, or no trump at all
        turned = [truth["trump_card"]] if truth["trump_card"] not in {None, *dealt} else []
        return [*dealt, *turned, *talon]
    return [*dealt, *talon[len(talon) - under :], *talon[: len(talon) - under]]


def known(truth: dict[str, Any]) -> set[str]:
    return {card for cards in truth["known"] for card in cards}


def play_series(rules: DurakRules, seed: str, games: int, tally: Tally) -> None:
    """Consecutive games (O10, O37): who deals, who opens, with which cards."""
    rng, series = random.Random(seed), rules.series(seed=seed)
    # The engine has redealt by itself already, and nobody demands a redeal here.
    options = replace(rules.options, redeal="off")
    expected: NextGame | None = None
    for number in range(games):
        game = series.next_game()
        label = f"{rules.name} for {rules.players}, game {number} of series {seed!r}"
        while game.phase == "redeal":
            game.apply({"a": "redeal", "demand": False})
        order = order_of(game)
        dealer = cast("int", game.reveal()["dealer"])
        if expected is None:
            oracle = Oracle(options, rules.players, [order], dealer)
        else:
            if dealer != expected.dealer or frozenset(order) != expected.pack:
                raise Difference(
                    f"{label}: dealer {dealer} and {len(order)} cards in the engine, "
                    f"{expected.dealer} and {len(expected.pack)} in the oracle"
                )
            oracle = Oracle(
                options,
                rules.players,
                [order],
                dealer,
                opener=expected.opener,
                first_rule=expected.rule,
            )
        oracle.log[:0] = [(seat, action.to_json()) for seat, action in game.log]
        if not play_side_by_side(game, oracle, rng, tally, label):
            return
        assert oracle.ending is not None
        expected = next_game(options, oracle.position, oracle.ending)
