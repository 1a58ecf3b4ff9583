"""Seat balance: who is due to sit first, and how strongly.

After FIDE C.04.1 (6-8) with "colour" read as "seat": whoever has sat first less often is due to,
and if level, the seats alternate.  The claim is absolute at a difference of two or after the
same seat twice running.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from scoring.pairing.common import CompetitorId, Message, Seat, Who, reason


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
    def surplus(self) -> int:
        """How many times more often first than second."""
        return 2 * self.firsts - len(self.seats)

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


def who_sits_first(
    a: CompetitorId,
    b: CompetitorId,
    a_seats: SeatHistory,
    b_seats: SeatHistory,
    *,
    is_odd_table: bool,
) -> tuple[CompetitorId, Message]:
    """Seat two who meet, ``a`` being the higher ranked, and say why.

    The stronger claim is granted; then the larger surplus; then whoever sat differently
    most recently; at last the higher ranked gets what is due, or what the table's number says.
    """
    claims = (a_seats.due, b_seats.due)
    if claims == (None, None):
        first = a if is_odd_table else b
        return first, reason("swiss.seat_by_number", first=Who(first))
    if a_seats.due is None or b_seats.due is None or a_seats.due is not b_seats.due:
        wants_first = a_seats.due is Seat.FIRST or b_seats.due is Seat.SECOND
        return _seated(a, b, a_seats, b_seats, a_first=wants_first)
    granted_to_a = _a_prevails(a_seats, b_seats)
    seat = a_seats.due
    first = a if granted_to_a == (seat is Seat.FIRST) else b
    return first, reason("swiss.seat_yields", seat=seat.value, who=Who(a if granted_to_a else b))


def _a_prevails(a_seats: SeatHistory, b_seats: SeatHistory) -> bool:
    mine = (a_seats.claim, abs(a_seats.surplus))
    theirs = (b_seats.claim, abs(b_seats.surplus))
    if mine != theirs:
        return mine > theirs
    for my_seat, their_seat in zip(reversed(a_seats.seats), reversed(b_seats.seats), strict=False):
        if my_seat is not their_seat:
            return my_seat is not a_seats.due
    return True


def _seated(
    a: CompetitorId, b: CompetitorId, a_seats: SeatHistory, b_seats: SeatHistory, *, a_first: bool
) -> tuple[CompetitorId, Message]:
    first, second = (a, b) if a_first else (b, a)
    first_seats, second_seats = (a_seats, b_seats) if a_first else (b_seats, a_seats)
    if first_seats.surplus == second_seats.surplus and first_seats.seats:
        return first, reason("swiss.seat_alternates", first=Who(first))
    return first, reason(
        "swiss.seat_due",
        first=Who(first),
        b=Who(second),
        a_times=first_seats.firsts,
        b_times=second_seats.firsts,
    )
