"""The progress of a match (RULES 2F): a function of its hands, so a correction is a recount."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from scoring.burako.codes import TEMPLATES, Code
from scoring.burako.rule_set import BurakoRuleSet
from scoring.burako.sheet import racks_per_side
from scoring.refusal import FieldError, RefusedError

Totals = tuple[int, int]


class MatchRefusedError(RefusedError):
    """The question does not fit the rule set of the match."""


class EndReason(StrEnum):
    """What ended a match."""

    TARGET = "target"
    HANDS = "hands"
    TIME = "time"


@dataclass(frozen=True, slots=True)
class MatchOutcome:
    """The end of a match; `winner` is the number of a side, None a draw."""

    reason: EndReason
    winner: int | None


@dataclass(frozen=True, slots=True)
class MatchProgress:
    """Where a match stands.

    A correction can end a match earlier than the hands already written down: those after the
    end are not counted, and `hands_after_end` says how many they are.
    """

    running: tuple[Totals, ...]  # after each counted hand
    outcome: MatchOutcome | None
    hands_after_end: int
    to_target: Totals | None  # what each side lacks to the target; None if there is none
    behind: Totals  # what each side lacks to draw level with the other
    hands_left: int | None  # None if hands are not limited
    next_starter: int | None  # a seat; None once the match is over

    @property
    def totals(self) -> Totals:
        """The score now."""
        return self.running[-1] if self.running else (0, 0)

    @property
    def is_over(self) -> bool:
        """Whether no further hand is played."""
        return self.outcome is not None


def match_progress(
    rules: BurakoRuleSet,
    hands: Sequence[Totals],
    *,
    seats: int,
    first_starter: int = 0,
    time_is_up: bool = False,
) -> MatchProgress:
    """Add up the hands until the match ends.

    `hands` are the points of both sides hand by hand (`HandScore.totals`).  There is no clock in
    here: the caller says when the time is up, and the hands given are those that count.
    """
    racks_per_side(seats)
    if not 0 <= first_starter < seats:
        raise ValueError(f"seat {first_starter} is not one of {seats} seats")
    if time_is_up and rules.time_limit_minutes is None:
        template = TEMPLATES[Code.TIME_NOT_LIMITED]
        raise MatchRefusedError([FieldError("time_is_up", Code.TIME_NOT_LIMITED, template)])
    totals: Totals = (0, 0)
    running: list[Totals] = []
    outcome: MatchOutcome | None = None
    for first, second in hands:
        totals = (totals[0] + first, totals[1] + second)
        running.append(totals)
        outcome = _outcome_after_hand(rules, totals, len(running))
        if outcome is not None:
            break
    if outcome is None and time_is_up:
        outcome = MatchOutcome(EndReason.TIME, _leader(totals))
    played = len(running)
    return MatchProgress(
        running=tuple(running),
        outcome=outcome,
        hands_after_end=len(hands) - played,
        to_target=_lacking(rules.target_points, totals),
        behind=(max(0, totals[1] - totals[0]), max(0, totals[0] - totals[1])),
        hands_left=None if rules.hand_limit is None else rules.hand_limit - played,
        # 2A.5: the next hand is started by the next seat clockwise
        next_starter=None if outcome else (first_starter + played) % seats,
    )


def _outcome_after_hand(rules: BurakoRuleSet, totals: Totals, played: int) -> MatchOutcome | None:
    """2F.25: the target decides unless both are level on or above it; then the last hand does."""
    target = rules.target_points
    leader = _leader(totals)
    if target is not None and leader is not None and totals[leader] >= target:
        return MatchOutcome(EndReason.TARGET, leader)
    if played == rules.hand_limit:
        return MatchOutcome(EndReason.HANDS, leader)
    return None


def _leader(totals: Totals) -> int | None:
    if totals[0] == totals[1]:
        return None
    return 0 if totals[0] > totals[1] else 1


def _lacking(target: int | None, totals: Totals) -> Totals | None:
    if target is None:
        return None
    return (max(0, target - totals[0]), max(0, target - totals[1]))
