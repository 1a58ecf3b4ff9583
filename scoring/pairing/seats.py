"""Seat balance: who is due to sit first, and how strongly.

After FIDE C.04.1 (6-8) with "colour" read as "seat": whoever has sat first less often is due to,
and if level, the seats alternate.  The claim is absolute at a difference of two or after the
same seat twice running.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from scoring.pairing.common import CompetitorId, Message, Seat, Who, reason, seat_name


class Claim(IntEnum):
    """How strongly a seat is due."""

    NONE = 0
    ALTERNATION = 1
    BALANCE = 2
    ABSOLUTE = 3


@dataclass(frozen=True, slots=True)
class SeatHistory:
    """The seats someone had in games really played, oldest first."""

    seats: tuple[Seat, ...] = ()

    @property
    def firsts(self) -> int:
        return self.seats.count(Seat.FIRST)

    @property
    def seconds(self) -> int:
        return len(self.seats) - self.firsts

    @property
    def surplus(self) -> int:
        """How many times more often first than second."""
        return self.firsts - self.seconds

    @property
    def _sat_alike_twice(self) -> bool:
        return len(self.seats) > 1 and self.seats[-1] is self.seats[-2]

    @property
    def due(self) -> Seat | None:
        """The seat due next, if any: balance, unless level or a third time running threatens."""
        if abs(self.surplus) >= 2 or (self.surplus and not self._sat_alike_twice):
            return Seat.SECOND if self.surplus > 0 else Seat.FIRST
        return self.seats[-1].other if self.seats else None

    @property
    def claim(self) -> Claim:
        if abs(self.surplus) >= 2 or self._sat_alike_twice:
            return Claim.ABSOLUTE
        if self.surplus:
            return Claim.BALANCE
        return Claim.ALTERNATION if self.seats else Claim.NONE

    @property
    def strength(self) -> tuple[Claim, int]:
        """How the claims of two who are due the same seat compare: the kind, then the lack."""
        return self.claim, -self.surplus if self.due is Seat.FIRST else self.surplus


def who_sits_first(
    a: CompetitorId,
    b: CompetitorId,
    a_seats: SeatHistory,
    b_seats: SeatHistory,
    *,
    is_odd_table: bool,
) -> tuple[CompetitorId, Message]:
    """Seat two who meet, ``a`` being the higher ranked, and say why.

    Each gets what is due.  If both are due the same seat, the stronger claim is granted; then
    whoever lacks that seat more; then whoever sat differently most recently; then the higher
    ranked.  If nothing is due to either, the table's number decides.
    """
    if a_seats.due is None and b_seats.due is None:
        first = a if is_odd_table else b
        return first, reason("swiss.seat_by_number", first=Who(first))
    if a_seats.due is not None and a_seats.due is b_seats.due:
        return _contested(a, b, a_seats, b_seats, a_seats.due)
    if a_seats.due is Seat.FIRST or b_seats.due is Seat.SECOND:
        return a, _as_due(a, b, a_seats, b_seats)
    return b, _as_due(b, a, b_seats, a_seats)


def _contested(
    a: CompetitorId, b: CompetitorId, a_seats: SeatHistory, b_seats: SeatHistory, seat: Seat
) -> tuple[CompetitorId, Message]:
    code, is_granted_to_a = _verdict(a_seats, b_seats, seat)
    who, other = (a, b) if is_granted_to_a else (b, a)
    why = reason(code, who=Who(who), seat=seat_name(seat), other=seat_name(seat.other))
    return who if seat is Seat.FIRST else other, why


def _verdict(a_seats: SeatHistory, b_seats: SeatHistory, seat: Seat) -> tuple[str, bool]:
    """Whether the higher ranked gets the seat both are due, and the code that says why."""
    if a_seats.strength != b_seats.strength:
        return "swiss.seat_yields", a_seats.strength > b_seats.strength
    for mine, theirs in zip(reversed(a_seats.seats), reversed(b_seats.seats), strict=False):
        if mine is not theirs:
            return "swiss.seat_by_past", mine is not seat
    return "swiss.seat_by_rank", True


def _as_due(
    first: CompetitorId, second: CompetitorId, first_seats: SeatHistory, second_seats: SeatHistory
) -> Message:
    """Why one sits first when the claims do not collide: balance if it says so, else turns."""
    if first_seats.surplus < second_seats.surplus:
        return reason(
            "swiss.seat_due",
            first=Who(first),
            b=Who(second),
            a_firsts=first_seats.firsts,
            a_seconds=first_seats.seconds,
            b_firsts=second_seats.firsts,
            b_seconds=second_seats.seconds,
        )
    if first_seats.seats and first_seats.seats[-1] is Seat.SECOND:
        return reason("swiss.seat_alternates", first=Who(first))
    return reason("swiss.seat_other_alternates", first=Who(first), b=Who(second))
