"""A worked bout for a page of rules: a part of a real game, step by step in words.

The bout is searched for in games dealt from seeds 0, 1, 2 and so on, until one shows what is
special about the rule set.  So it is the same everywhere, and it is right by construction.
"""

import random
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from arena.games.durak.explain_facts import Facts
from arena.games.durak.options import DurakOptions
from arena.games.durak.ruleset import DurakRules
from arena.games.durak.worked_features import Feature, feature_of
from arena.games.durak.worked_game import Bout, bouts
from arena.games.durak.worked_steps import Step, hand_shown, situation, steps
from arena.games.durak.worked_words import FEATURE_TEMPLATES
from scoring.messages import Message, message

EASY: Final = 6
"""A bout that is as easy to read as so many steps is taken at once; else the easiest found."""
GAMES: Final = 300
"""How many games are searched at most for a first bout ..."""
MORE_GAMES: Final = 10
"""... and how many more for an easier one."""
SMALL_HAND: Final = 7
"""Every card beyond so many in one hand makes a bout a step harder to read."""
UNUSUAL: Final = 3
"""So many steps a bout is set back for each player already out, and for an empty draw pile."""
REMEMBERED: Final = 512


@dataclass(frozen=True, slots=True)
class WorkedBout:
    """The position before the bout, all hands open, and its steps."""

    feature: str
    title: Message
    seed: int
    hands: tuple[tuple[str, ...], ...]
    situation: tuple[Message, ...]
    steps: tuple[Step, ...]


def worked_bout(rules: DurakRules) -> WorkedBout | None:
    """A bout that shows what is special; None if no game that was tried has one."""
    return find_worked_bout(rules.name, rules.options, rules.players)


@lru_cache(maxsize=REMEMBERED)
def find_worked_bout(name: str, options: DurakOptions, players: int) -> WorkedBout | None:
    """The search itself; only what it finds is remembered, not the engine it played with."""
    rules = DurakRules(name, options, players)
    feature = feature_of(Facts(options, players))
    best: tuple[int, int, Bout] | None = None
    last = GAMES
    for seed in range(GAMES):
        if seed > last or (best is not None and best[0] <= EASY):
            break
        for bout in bouts(rules.deal(seed), _choices(seed)):
            effort = _effort(bout)
            if feature.shown(bout) and (best is None or effort < best[0]):
                best = effort, seed, bout
                last = min(last, seed + MORE_GAMES)
    return None if best is None else _worked(feature, *best[1:])


def _choices(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311 - nobody gains by guessing an example


def _effort(bout: Bout) -> int:
    """How hard a bout is to read, and how far from an ordinary one with everybody in it."""
    start = bout.start
    told = sum(move.action.kind not in {"pass", "redeal"} for move in bout.moves)
    to_look_through = sum(max(0, hand.bit_count() - SMALL_HAND) for hand in start.hands)
    return told + to_look_through + UNUSUAL * (len(start.out) + (not start.talon))


def _worked(feature: Feature, seed: int, bout: Bout) -> WorkedBout:
    return WorkedBout(
        feature=feature.code,
        title=message(FEATURE_TEMPLATES, f"feature.{feature.code}"),
        seed=seed,
        hands=tuple(hand_shown(bout.start, hand) for hand in bout.start.hands),
        situation=tuple(situation(bout.start)),
        steps=tuple(steps(bout)),
    )
