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
from arena.games.durak.plays import NO_CAP, Beats, Throws
from arena.games.durak.transfer import Transfers

if TYPE_CHECKING:
    from arena.games.durak.ruleset import DurakRules
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


def throws_within_cap(throws: Throws) -> List:
    """A thrower's answers where the cap holds in every round (rules 10, 11)."""

    def listed(game: "State") -> Sequence[Action]:
        left = game.cap - len(game.attacks)
        return throws[left][game.hands[game.round[game.at]] & game.match]

    return listed


def throws_in_room(throws: Throws) -> List:
    """The same where the cap may be off after taking (O24)."""

    def listed(game: "State") -> Sequence[Action]:
        return throws[room(game)][game.hands[game.round[game.at]] & game.match]

    return listed


def defences(beats: Beats, transfers: Transfers | None) -> List:
    """The defender's answers: to take, to beat and, where it is played so, to pass on."""
    (low, from_low, _), (high, from_high, _) = beats.halves

    def listed(game: "State") -> Sequence[Action]:
        hand, attacks, still_open = game.hands[game.defender], game.attacks, game.open
        if len(still_open) == 1:
            target = still_open[0]
            cards = hand & game.beaters[attacks[target]]
            take_or_low, _, highs = beats[target]
            found = take_or_low[(cards & low) >> from_low] + highs[(cards & high) >> from_high]
        else:
            found = ONLY_TAKE
            for target in still_open:
                cards = hand & game.beaters[attacks[target]]
                if cards:
                    _, lows, highs = beats[target]
                    found += lows[(cards & low) >> from_low] + highs[(cards & high) >> from_high]
        if transfers is None or game.defences or not hand & game.match:  # T1
            return found
        passed_on = transfers.of(game)
        return found + passed_on if type(passed_on) is tuple else joined(found, passed_on)

    return listed


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
        rules.beats.of(target, faces if free else faces & game.beaters[game.attacks[target]])
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


def lists_for(rules: "DurakRules") -> Lists:
    """The lists of a rule set: the plain ones know by themselves where to look."""
    options = rules.options
    if options.weli != "off" or rules.swaps or rules.cheating:
        return Lists(_full_openings, _full_throws, _full_defences)
    return Lists(
        rules.openings.lister() if rules.openings.are_few else _full_openings,
        (throws_in_room if rules.uncapped_after_take else throws_within_cap)(rules.throws),
        defences(rules.beats, rules.transfers),
    )
