"""Where somebody might have been asked silently, worked out again from what everybody sees."""

import random

import pytest

from arena.games import rules
from arena.games.durak.silence import asks_silently, passed_over
from arena.games.durak.view import SILENT_PHASES
from arena.games.silence import silent_questions
from tests.arena.games.durak.silent import might_be_asked

CHANGES: list[tuple[str, int, dict[str, object]]] = [
    ("durak/german-swap", 2, {}),
    ("durak/german-swap", 4, {}),
    ("durak/german", 3, {}),
    ("durak/concise", 3, {"trump_swap": True}),
]


@pytest.mark.parametrize(
    ("profile", "silent"),
    [
        ("durak/german", True), ("durak/german-swap", True), ("durak/concise", False),
        ("durak/volga", False), ("durak/duel24", False), ("burako/pairs", False),
    ],
)  # fmt: skip
def test_which_rules_have_silent_questions(profile: str, silent: bool) -> None:
    assert (silent_questions(rules(profile)) is not None) is silent


@pytest.mark.parametrize(("profile", "players", "changes"), CHANGES)
def test_asked_and_passed_over_together_are_what_everybody_expects(
    profile: str, players: int, changes: dict[str, object]
) -> None:
    """However the hidden cards lie: only who of these was really asked differs."""
    chosen = rules(profile, players, **changes)
    rng = random.Random(profile)
    assert asks_silently(chosen)
    asked_too = passed_too = 0
    for seed in range(120):
        game = chosen.deal(seed.to_bytes(32, "big"))
        place, expected, met = -1, might_be_asked(game, dealt=True), list[int]()
        while game.seat is not None:
            passed = list(passed_over(game, place))
            met += passed
            passed_too += len(passed)
            silent = game.phase in SILENT_PHASES
            asked_too += silent
            if silent:
                met.append(game.seat)
            else:
                assert met == expected, game.position()
            answer = game.default_action() if silent else rng.choice(game.legal())
            place = len(game.log)
            bout = game.phase not in SILENT_PHASES and answer.kind != "swap"
            game.apply(answer)
            if not silent:
                begun = bout and game.seat is not None and not game.attacks
                met, expected = [], might_be_asked(game, dealt=False) if begun else []
    assert asked_too
    assert passed_too


def test_a_swap_closes_its_window_and_a_demand_opens_the_next() -> None:
    chosen = rules("durak/german-swap", 3)
    swapped = demanded = 0
    for seed in range(400):
        game = chosen.deal(seed.to_bytes(32, "big"))
        place = -1
        while game.seat is not None and len(game.log) < 30:
            passed = passed_over(game, place)
            if place >= 0 and game.log[place][1].kind == "swap":
                swapped += 1
                assert not passed
            silent = game.phase in SILENT_PHASES
            answer = game.legal()[0 if not silent else -1]
            if silent:
                answer = next(a for a in game.legal() if a != game.default_action())
            place = len(game.log)
            before = game.redeals
            game.apply(answer)
            if game.redeals > before and game.phase == "open":
                demanded += 1
                assert len(passed_over(game, place)) >= chosen.players
    assert swapped
    assert demanded
