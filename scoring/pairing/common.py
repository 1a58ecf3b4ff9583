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
    "seat_name",
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
    "seat.first": "first",
    "seat.second": "second",
    "round_robin.berger": (
        "Round %(round)s of the Berger table for %(size)s: numbers %(a)s and %(b)s."
    ),
    "round_robin.return": (
        "Return match of round %(round)s of the Berger table for %(size)s: numbers %(a)s and "
        "%(b)s, seats exchanged."
    ),
    "round_robin.bye": "An odd number plays, so one rests each round; now it is %(who)s.",
    "round_robin.remaining": "%(a)s and %(b)s have still to meet, and both are free in this round.",
    "round_robin.remaining_return": (
        "%(a)s and %(b)s have still to meet again, with seats exchanged, and both are free in this "
        "round."
    ),
    "swiss.manual": "%(a)s and %(b)s were paired by hand.",
    "swiss.same_score": "%(a)s and %(b)s both have %(score)s.",
    "swiss.float": (
        "%(high)s (%(high_score)s) meets %(low)s (%(low_score)s): nobody on %(high_score)s was "
        "left whom %(high)s has not met."
    ),
    "swiss.float_for_others": (
        "%(high)s (%(high_score)s) meets %(low)s (%(low_score)s), so that others meet old "
        "opponents as little as possible."
    ),
    "swiss.as_planned": "By the order of the group %(b)s is the opponent planned for %(a)s.",
    "swiss.moved": "%(a)s was due to meet %(planned)s but meets %(b)s: %(because)s.",
    "swiss.because_met": "%(a)s and %(planned)s have met already",
    "swiss.because_taken": "%(planned)s meets %(other)s",
    "swiss.because_higher": "%(b)s is ranked above %(planned)s and was still free",
    "swiss.because_seats": "%(a)s and %(planned)s are both due to sit %(seat)s",
    "swiss.because_others": "otherwise the group could not be paired as well",
    "swiss.rematch": (
        "%(a)s and %(b)s meet again: those left to pair cannot all have new opponents."
    ),
    "swiss.seat_due": (
        "%(first)s sits first: first and second seats so far are %(a_firsts)s-%(a_seconds)s for "
        "%(first)s, %(b_firsts)s-%(b_seconds)s for %(b)s."
    ),
    "swiss.seat_alternates": "%(first)s sits first: %(first)s sat second last time.",
    "swiss.seat_other_alternates": "%(first)s sits first: %(b)s sat first last time.",
    "swiss.seat_yields": ("Both were due to sit %(seat)s; %(who)s has the stronger claim to it."),
    "swiss.seat_by_past": (
        "Both were equally due to sit %(seat)s; where their seats last differed, %(who)s sat "
        "%(other)s."
    ),
    "swiss.seat_by_rank": (
        "Both were equally due to sit %(seat)s; %(who)s does, being ranked higher."
    ),
    "swiss.seat_by_number": (
        "%(first)s sits first: neither has sat yet, so the table's number decides."
    ),
    "swiss.seat_by_hand": "%(first)s sits first because the organizer said so.",
    "swiss.bye": (
        "%(who)s rests: an odd number was left to pair, and of those with the fewest byes "
        "(%(byes)s) %(who)s is ranked lowest."
    ),
    "swiss.bye_passed_over": (
        "%(who)s rests: an odd number was left to pair, and of those with the fewest byes "
        "(%(byes)s) the ones ranked below were passed over: %(because)s."
    ),
    "swiss.bye_because_forfeit": "%(who)s has won more often without playing",
    "swiss.bye_because_rematch": (
        "%(who)s is needed so that others meet old opponents as little as possible"
    ),
    "swiss.bye_by_hand": "%(who)s rests because the organizer said so.",
    "knockout.seeds": "Seeds %(a)s and %(b)s meet: the bracket keeps the best apart longest.",
    "knockout.advance": "Here %(a)s meets %(b)s.",
    "knockout.seed": "seed %(seed)s",
    "knockout.winner_of": "the winner of match %(match)s",
    "knockout.third_place": "The losers of the semi-finals play for third place.",
    "knockout.dropped": (
        "The result of match %(match)s falls away: %(a)s and %(b)s no longer meet there."
    ),
    "groups.cross": ("Place %(place)s of group %(group)s takes seed %(seed)s of the play-offs."),
    "conflict.rematch": "%(a)s and %(b)s have met already (round %(round)s).",
    "conflict.twice": "%(who)s appears more than once in this round.",
    "conflict.missing": "%(who)s has neither an opponent nor a bye.",
    "conflict.unavailable": "%(who)s does not play this round.",
    "conflict.unknown": "%(who)s is not entered.",
    "conflict.second_bye": "%(who)s has had more byes than others.",
    "conflict.self": "%(who)s cannot play against themselves.",
    "conflict.seat": (
        "%(who)s would sit %(seat)s too often: first and second seats would be "
        "%(firsts)s-%(seconds)s."
    ),
}
"""English wording of everything this package says; translators work from this table."""


def seat_name(seat: Seat) -> tuple[Message]:
    """A seat as a part of a sentence, so that it can be translated."""
    return (reason(f"seat.{seat.value}"),)


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
