"""What every format of pairing shares: pairings that carry their reasons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from scoring.messages import CodedError, CompetitorId, Message, Parameter, Who, message

__all__ = [
    "TEMPLATES",
    "ByeAward",
    "CompetitorId",
    "Message",
    "Pairing",
    "PairingError",
    "Round",
    "Seat",
    "Who",
    "reason",
    "refuse_duplicates",
]


class PairingError(CodedError):
    """A round cannot be made from what was given."""


class Seat(StrEnum):
    """Who sits (deals, starts) first."""

    FIRST = "first"
    SECOND = "second"

    @property
    def other(self) -> Seat:
        return Seat.SECOND if self is Seat.FIRST else Seat.FIRST


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two who meet, at which table, who sits first, and why these two."""

    first: CompetitorId
    second: CompetitorId
    table: int
    reasons: tuple[Message, ...] = ()
    downfloater: CompetitorId | None = None
    """Who met someone of a lower score group; next time others are asked first."""

    @property
    def both(self) -> frozenset[CompetitorId]:
        return frozenset((self.first, self.second))


@dataclass(frozen=True, slots=True)
class ByeAward:
    """Someone who has no opponent this round, and why them."""

    competitor: CompetitorId
    reasons: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class Round:
    """One round, ready to be previewed."""

    number: int
    pairings: tuple[Pairing, ...]
    byes: tuple[ByeAward, ...] = ()


TEMPLATES: Mapping[str, str] = {
    "round_robin.berger": "Round {round} of the Berger table for {size}: numbers {a} and {b}.",
    "round_robin.return": (
        "Return match of round {round} of the Berger table for {size}: numbers {a} and {b}, "
        "seats exchanged."
    ),
    "round_robin.bye": "An odd number plays, so one rests each round; now it is {who}.",
    "swiss.manual": "{a} and {b} were paired by hand.",
    "swiss.same_score": "{a} and {b} both have {score}.",
    "swiss.float": (
        "{high} ({high_score}) meets {low} ({low_score}): nobody else on {high_score} "
        "was left to play."
    ),
    "swiss.as_planned": "In their score group {b} is the opponent planned for {a}.",
    "swiss.moved": "{a} was due to meet {planned} but meets {b}: {because}.",
    "swiss.because_met": "{a} and {planned} have met already",
    "swiss.because_seats": "{a} and {planned} are both due to sit {seat}",
    "swiss.because_others": "otherwise others could not be paired as well",
    "swiss.rematch": "{a} and {b} meet again: no round without a rematch is left.",
    "swiss.seat_due": "{first} sits first: {first} has sat first {a_times} times, {b} {b_times}.",
    "swiss.seat_alternates": "{first} sits first: {first} sat second last time.",
    "swiss.seat_yields": "Both were due to sit {seat}; {who} has the stronger claim to it.",
    "swiss.seat_by_number": "{first} sits first: seats were level, so the table's number decides.",
    "swiss.seat_by_hand": "{first} sits first because the organizer said so.",
    "swiss.bye": "{who} rests: an odd number plays, and of those with {byes} byes so far "
    "{who} has the lowest score ({score}).",
    "swiss.bye_passed_over": "{who} rests: those below in the standings were passed over, "
    "because they won without playing or because it would force a rematch.",
    "swiss.bye_by_hand": "{who} rests because the organizer said so.",
    "knockout.seeds": "Seeds {a} and {b} meet: the bracket keeps the best apart longest.",
    "knockout.advance": "Here {a} meets {b}.",
    "knockout.seed": "seed {seed}",
    "knockout.winner_of": "the winner of match {match}",
    "knockout.third_place": "The losers of the semi-finals play for third place.",
    "groups.cross": "Place {place} of group {group} takes seed {seed} of the play-offs.",
    "conflict.rematch": "{a} and {b} have met already (round {round}).",
    "conflict.twice": "{who} appears twice in this round.",
    "conflict.missing": "{who} has neither an opponent nor a bye.",
    "conflict.unavailable": "{who} does not play this round.",
    "conflict.unknown": "{who} is not entered.",
    "conflict.second_bye": "{who} has had a bye already, and others have not.",
    "conflict.self": "{who} cannot play against themselves.",
    "conflict.seat": "{who} would sit {seat} {times} times more often than the other seat.",
}
"""English wording of everything this package says; translators work from this table."""


def reason(code: str, /, **params: Parameter) -> Message:
    """A sentence of this package."""
    return message(TEMPLATES, code, **params)


def refuse_duplicates(competitors: Iterable[CompetitorId]) -> None:
    """Nobody may be entered twice."""
    seen: set[CompetitorId] = set()
    for competitor in competitors:
        if competitor in seen:
            raise PairingError("duplicate_competitor", f"{competitor!r} is entered twice")
        seen.add(competitor)
