"""Why these two: the words for the pairs of one score group.

Each sentence is true by itself, and says what decided, not merely what was also the case:
``tests/scoring/pairing/truth.py`` checks every one against the field.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from scoring.pairing.common import Message, reason, seat_name
from scoring.pairing.swiss_field import Field


@dataclass(frozen=True, slots=True)
class GroupReasons:
    """What the pairs of one group are explained from.

    ``upper`` and ``lower`` are the planned halves, opponents by position.  ``floated`` are all
    who had to leave their own score group so far.
    """

    players: Field
    upper: Sequence[int]
    lower: Sequence[int]
    floated: Set[int]

    def of(self, pairs: Sequence[tuple[int, int]]) -> list[tuple[Message, ...]]:
        """The reasons of each pair, given in the order in which the pairs were made."""
        planned = dict(zip([*self.upper, *self.lower], [*self.lower, *self.upper], strict=True))
        partner: dict[int, int] = {}
        said: list[tuple[Message, ...]] = []
        for a, b in pairs:
            reasons = [self._score(min(a, b), max(a, b)), self._order(a, b, planned[a], partner)]
            if b in self.players.met[a]:
                who, other = self.players.who(a), self.players.who(b)
                reasons.append(reason("swiss.rematch", a=who, b=other))
            said.append(tuple(reasons))
            partner |= {a: b, b: a}
        return said

    def _score(self, high: int, low: int) -> Message:
        players = self.players
        score = players.score[high]
        if score == players.score[low]:
            a, b = players.who(high), players.who(low)
            return reason("swiss.same_score", a=a, b=b, score=score)
        # Two of one score who have not met both left only if others need them (fewest float).
        was_free = any(
            players.score[rank] == score and rank != high and rank not in players.met[high]
            for rank in self.floated
        )
        return reason(
            "swiss.float_for_others" if was_free else "swiss.float",
            high=players.who(high),
            low=players.who(low),
            high_score=score,
            low_score=players.score[low],
        )

    def _order(self, a: int, b: int, planned: int, partner: Mapping[int, int]) -> Message:
        who, other, due = (self.players.who(rank) for rank in (a, b, planned))
        if b == planned:
            return reason("swiss.as_planned", a=who, b=other)
        because = self._because(a, b, planned, partner)
        return reason("swiss.moved", a=who, b=other, planned=due, because=(because,))

    def _because(self, a: int, b: int, planned: int, partner: Mapping[int, int]) -> Message:
        """Why not the planned one; ``partner`` holds the pairs made before, which had priority."""
        players = self.players
        who, other, due = (players.who(rank) for rank in (a, b, planned))
        if planned in players.met[a] and b not in players.met[a]:
            return reason("swiss.because_met", a=who, planned=due)
        if planned in partner:
            taker = players.who(partner[planned])
            return reason("swiss.because_taken", planned=due, other=taker)
        if b in self.lower and b < planned:
            return reason("swiss.because_higher", b=other, planned=due)
        seat = players.seats[a].due
        if seat is not None and players.seats[planned].due is seat is not players.seats[b].due:
            return reason("swiss.because_seats", a=who, planned=due, seat=seat_name(seat))
        return reason("swiss.because_others")
