"""Two truths that one viewer cannot tell apart, each with what the seats answer in it.

A while is played; then the cards that the viewer has not seen change places among themselves, and
the same is played again: whatever everybody could see happens once more.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from arena.games.burako.game import Game as BurakoGame
from arena.games.burako.ruleset import BurakoRules
from arena.games.burako.tiles import FULL_PACK, ID, ids_of
from arena.games.durak.cards import ids
from arena.games.durak.ruleset import DurakRules
from tests.arena.games.durak.hidden import (
    SILENT,
    Watch,
    dealt_anew,
    stacked_orders,
    starts_alike,
)
from tests.arena.gameserver.conformance.facts import GameFacts, Knowledge

LISTED = 256
"""Answers are places in the list of legal actions, which is cut off here."""
WRONG = -1
"""A wrong answer: the server plays the default action, which was meant."""
LONGEST = 120


@dataclass
class Truth:
    """A way to deal, and what the seats answer one after the other."""

    deal: Callable[[], Any]
    answers: list[tuple[int, int]] = field(default_factory=list)
    """The seat asked, and the place of its answer in its list."""
    asked_last: int | None = None
    """Who is asked after the last answer."""

    def of(self, seat: int) -> list[int]:
        """The answers of one seat."""
        return [place for asked, place in self.answers if asked == seat]

    def decisions(self, seat: int) -> int:
        """How many decisions a seat is asked."""
        return len(self.of(seat)) + (self.asked_last == seat)


def two_truths(
    rules: DurakRules | BurakoRules, viewer: int | None, rng: random.Random
) -> tuple[Truth, Truth]:
    """Two truths of a game that this viewer (None: the public) cannot tell apart."""
    for _ in range(200):
        if isinstance(rules, BurakoRules):
            found = _burako(rules, viewer, rng)
        else:
            found = _durak(rules, viewer, rng)
        if found is not None and len(found[0].answers) > 3:
            return found
    raise AssertionError("Every deal told too much; take another seed.")


def _durak(rules: DurakRules, viewer: int | None, rng: random.Random) -> tuple[Truth, Truth] | None:
    orders, dealer = stacked_orders(rules, rng), rng.randrange(rules.players)
    one = Truth(lambda: rules.deal_stacked(orders, dealer))
    game = one.deal()
    knowledge, watch = Knowledge(game, GameFacts()), Watch(viewer)
    length = rng.randrange(4, LONGEST)
    while game.seat is not None:
        place = rng.randrange(min(len(game.legal()), LISTED))
        _answer(one, game, place, viewer, rng)
        watch.apply(game, game.legal()[place])
        knowledge.look()
        at_rest = game.phase in ("open", "defend") or game.seat == viewer
        if len(game.log) >= length and at_rest:
            break
    if game.seat is None:
        return None
    one.asked_last = game.seat
    deal = game.redeals
    seen = set(ids(knowledge.seen[-1 if viewer is None else viewer], rules.options.packs))
    changed = dealt_anew(orders, deal, seen, rng)
    if not starts_alike(rules, orders[deal], changed[deal], dealer):
        return None
    other = Truth(lambda: rules.deal_stacked(changed, dealer))
    again = other.deal()
    if not _retell(again, other, watch.public, _wrong_places(one, viewer), Watch(viewer)):
        return None
    return one, other


def _retell(
    game: Any,  # noqa: ANN401
    truth: Truth,
    public: Sequence[tuple[int, Any]],
    wrong: list[bool],
    watch: Watch,
) -> bool:
    """Answer so that everybody sees the same as before; False if a list is too short for it."""
    while game.seat is not None:
        told = len(watch.public)
        entry = public[told] if told < len(public) else None
        action = game.default_action()
        if game.phase in SILENT:
            if entry is not None and entry[0] == game.seat and entry[1] in game.legal():
                action = entry[1]
        elif entry is None:
            break
        else:
            action = entry[1]
        place = list(game.legal()).index(action)
        if place >= LISTED:
            return False
        mistaken = game.seat == watch.seat and wrong[len(truth.of(game.seat))]
        truth.answers.append((game.seat, WRONG if mistaken else place))
        watch.apply(game, action)
    truth.asked_last = game.seat
    return True


def _burako(
    rules: BurakoRules, viewer: int | None, rng: random.Random
) -> tuple[Truth, Truth] | None:
    order = rng.sample([ID[tile] for tile in FULL_PACK], len(FULL_PACK))
    starter = rng.randrange(rules.players)
    one = Truth(lambda: rules.deal_stacked(order, starter))
    game: BurakoGame = one.deal()
    knowledge = Knowledge(game, GameFacts())
    length = rng.randrange(4, LONGEST)
    while game.seat is not None and len(game.log) < length:
        place = rng.randrange(min(len(game.legal()), LISTED))
        _answer(one, game, place, viewer, rng)
        game.apply(game.legal()[place])
        knowledge.look()
    if game.seat is None:
        return None
    one.asked_last = game.seat
    seen = set(ids_of(knowledge.seen[-1 if viewer is None else viewer]))
    (changed,) = dealt_anew([order], 0, seen, rng)
    other = Truth(lambda: rules.deal_stacked(changed, starter))
    again: BurakoGame = other.deal()
    wrong = _wrong_places(one, viewer)
    for seat, action in game.log:
        assert again.seat == seat
        place = next(
            (n for n, legal in enumerate(again.legal()) if n >= LISTED or legal == action), LISTED
        )
        if place >= LISTED:
            return None
        mistaken = seat == viewer and wrong[len(other.of(seat))]
        other.answers.append((seat, WRONG if mistaken else place))
        again.apply(action)
    other.asked_last = again.seat
    return one, other


def _answer(
    truth: Truth,
    game: Any,  # noqa: ANN401
    place: int,
    viewer: int | None,
    rng: random.Random,
) -> None:
    """Note an answer; where the viewer would do the default he sometimes answers nonsense."""
    mistaken = (
        game.seat == viewer and game.legal()[place] == game.default_action() and rng.random() < 0.3
    )
    truth.answers.append((game.seat, WRONG if mistaken else place))


def _wrong_places(truth: Truth, viewer: int | None) -> list[bool]:
    """Which of the viewer's answers are wrong: the same ones in the other truth."""
    return [place == WRONG for place in truth.of(-1 if viewer is None else viewer)]
