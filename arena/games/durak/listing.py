"""What the seat to act may do: the one home of legality.

The next question's answers are listed as soon as it is asked, because `apply` judges by the
list.  Most rule sets need only the plain lists; named sixes (O39), swaps (O30) and cheats
(O40) need the full ones.  Which are used is settled when the rule set is built.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from arena.games.durak.actions import CALL, DEMAND, NO_DEMAND, PASS, SWAP, TAKE, Action
from arena.games.durak.choices import joined
from arena.games.durak.plays import NO_CAP

if TYPE_CHECKING:
    from arena.games.durak.state import State

ONLY_TAKE: Final[tuple[Action, ...]] = (TAKE,)
CALL_ANSWERS: Final = (CALL, PASS)
SWAP_ANSWERS: Final = (SWAP, PASS)
REDEAL_ANSWERS: Final = (DEMAND, NO_DEMAND)

List = Callable[["State"], Sequence[Action]]


@dataclass(frozen=True, slots=True)
class Lists:
    """One way to list the answers to each question about cards."""

    openings: List
    throws: List
    defences: List


def room(game: "State") -> int:
    """How many attack cards may still be added (rule 11, O24)."""
    if game.phase == "after" and game.rules.uncapped_after_take:
        return NO_CAP
    return game.cap - len(game.attacks)


def _openings(game: "State") -> Sequence[Action]:
    return game.rules.openings.of(game.hands[game.main], game.cap)


def _throws(game: "State") -> Sequence[Action]:
    rules = game.rules
    left = game.cap - len(game.attacks)
    if rules.uncapped_after_take and game.phase == "after":
        left = NO_CAP
    return rules.throws[left][game.hands[game.round[game.at]] & game.match]


def list_beats_or_take(game: "State") -> tuple[Action, ...]:
    """The defender's answers where nothing is passed on."""
    hand, still_open = game.hands[game.defender], game.open
    if len(still_open) == 1:
        target = still_open[0]
        return game.rules.replies[target][hand & game.beaters[game.attacks[target]]]
    listed = ONLY_TAKE
    for target in still_open:
        listed += game.rules.beats[target][hand & game.beaters[game.attacks[target]]]
    return listed


def _defences(game: "State") -> Sequence[Action]:
    listed = list_beats_or_take(game)
    if game.defences or not game.hands[game.defender] & game.match:  # T1
        return listed
    transfers = game.rules.transfers
    assert transfers is not None
    passed_on = transfers.of(game)
    return joined(listed, passed_on) if passed_on else listed


def _full_openings(game: "State") -> Sequence[Action]:
    rules = game.rules
    listed = rules.openings.of(rules.pack.playable(game.hands[game.main]), game.cap)
    return with_swap(game, game.main, listed)


def _full_throws(game: "State") -> Sequence[Action]:
    rules = game.rules
    seat = game.round[game.at]
    faces = rules.pack.playable(game.hands[seat])
    if not rules.cheating or game.strict:
        faces &= game.match
    return with_swap(game, seat, rules.throws[room(game)][faces])


def _full_defences(game: "State") -> Sequence[Action]:
    rules = game.rules
    if game.must_take:  # CH3
        return ONLY_TAKE
    faces = rules.pack.playable(game.hands[game.defender])
    free = rules.cheating and not game.strict
    parts: list[Sequence[Action]] = [
        rules.beats[target][faces if free else faces & game.beaters[game.attacks[target]]]
        for target in game.open
    ]
    if rules.transfers is not None and not game.defences:  # T1
        parts.append(rules.transfers.of(game, any_rank=free))
    return with_swap(game, game.defender, joined(ONLY_TAKE, *parts))


def with_swap(game: "State", seat: int, listed: Sequence[Action]) -> Sequence[Action]:
    """SW1: a free action at every own decision but a redeal."""
    if game.rules.swaps and game.can_swap(seat):
        return joined((SWAP,), listed)
    return listed


PLAIN: Final = Lists(_openings, _throws, _defences)
FULL: Final = Lists(_full_openings, _full_throws, _full_defences)
