"""The field of a Swiss round: entrants by rank, and everything history says about them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from fractions import Fraction

from scoring.pairing.common import CompetitorId, PairingError, Seat, Who, refuse_duplicates
from scoring.pairing.matching import (
    cheapest_perfect_matching,
    quickly_matched,
    surely_matchable,
    total_cost,
)
from scoring.pairing.seats import SeatHistory
from scoring.pairing.swiss_records import Past, PastBye, SwissEntrant


@dataclass(frozen=True, slots=True)
class Field:
    """All entrants in rank order, addressed by rank, with what history says about them."""

    ranked: tuple[SwissEntrant, ...]
    score: tuple[Fraction, ...]
    rank_of: Mapping[CompetitorId, int]
    meetings: Counter[tuple[int, int]]
    met: tuple[frozenset[int], ...]
    seats: tuple[SeatHistory, ...]
    byes: Counter[int]
    forfeit_wins: Counter[int]
    floated: frozenset[int]
    again: int = 1
    _known: dict[frozenset[int], int] = field(default_factory=dict)

    @classmethod
    def of(cls, number: int, entrants: Sequence[SwissEntrant], history: Iterable[Past]) -> Field:
        if number < 1:
            raise PairingError("round_out_of_range", f"rounds count from 1, not {number}")
        refuse_duplicates(entrant.competitor for entrant in entrants)
        if len({entrant.seed for entrant in entrants}) < len(entrants):
            raise PairingError("duplicate_seed", "every entrant needs a seed of their own")
        ranked = tuple(sorted(entrants, key=lambda e: (-Fraction(e.score), e.seed)))
        rank_of = {entrant.competitor: rank for rank, entrant in enumerate(ranked)}
        meetings: Counter[tuple[int, int]] = Counter()
        met: defaultdict[int, set[int]] = defaultdict(set)
        seats: defaultdict[int, list[tuple[int, Seat]]] = defaultdict(list)
        byes: Counter[int] = Counter()
        forfeit_wins: Counter[int] = Counter()
        floated: set[int] = set()
        for past in history:
            if past.round >= number:
                raise PairingError("history_not_past", f"round {past.round} is not before {number}")
            if isinstance(past, PastBye):
                byes[_rank(rank_of, past.competitor)] += 1
                continue
            a, b = _rank(rank_of, past.first), _rank(rank_of, past.second)
            if past.downfloater is not None and past.round == number - 1:
                floated.add(rank_of[past.downfloater])
            if past.forfeit_winner is not None:
                forfeit_wins[rank_of[past.forfeit_winner]] += 1
            if past.played:
                meetings[min(a, b), max(a, b)] += 1
                met[a].add(b)
                met[b].add(a)
                seats[a].append((past.round, Seat.FIRST))
                seats[b].append((past.round, Seat.SECOND))
        everyone = range(len(ranked))
        return cls(
            ranked,
            tuple(Fraction(entrant.score) for entrant in ranked),
            rank_of,
            meetings,
            tuple(frozenset(met[rank]) for rank in everyone),
            tuple(SeatHistory(tuple(seat for _, seat in sorted(seats[rank]))) for rank in everyone),
            byes,
            forfeit_wins,
            frozenset(floated),
            again=1 + len(ranked) * max(meetings.values(), default=0),
        )

    def rank(self, competitor: CompetitorId) -> int:
        """The rank of someone named by the caller, who may not be entered."""
        return _rank(self.rank_of, competitor)

    def who(self, rank: int) -> Who:
        """Someone as a part of a sentence."""
        return Who(self.ranked[rank].competitor)

    def rematch_cost(self, a: int, b: int) -> int:
        """Nothing for a first meeting; any rematch outweighs all counts of earlier ones."""
        times = self.meetings[min(a, b), max(a, b)]
        return self.again + times if times else 0

    def least_rematch_cost(self, players: Set[int]) -> int:
        """The rematches that even the best pairing of these players needs."""
        if surely_matchable(players, self.met):
            return 0
        key = frozenset(players)
        if key not in self._known:
            self._known[key] = 0 if quickly_matched(key, self.met) else self._exact_cost(key)
        return self._known[key]

    def _exact_cost(self, players: Set[int]) -> int:
        partner = cheapest_perfect_matching(sorted(players), self.rematch_cost)
        return total_cost(partner, self.rematch_cost)


def _rank(rank_of: Mapping[CompetitorId, int], competitor: CompetitorId) -> int:
    try:
        return rank_of[competitor]
    except KeyError:
        raise PairingError("unknown_competitor", f"{competitor!r} is not entered") from None
