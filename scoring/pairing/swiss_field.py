"""The field of a Swiss round: entrants by rank, and everything history says about them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from fractions import Fraction

from scoring.pairing.common import (
    ByeAward,
    CompetitorId,
    Message,
    Pairing,
    PairingError,
    Seat,
    Who,
    reason,
    refuse_duplicates,
)
from scoring.pairing.matching import (
    cheapest_perfect_matching,
    quickly_matched,
    surely_matchable,
    total_cost,
)
from scoring.pairing.seats import SeatHistory, who_sits_first
from scoring.pairing.swiss_records import (
    Fixed,
    FixedBye,
    FixedPairing,
    Past,
    PastBye,
    SwissEntrant,
)


@dataclass(frozen=True, slots=True)
class Draft:
    """Two players by rank who will meet; seats and table are still to come."""

    a: int
    b: int
    reasons: tuple[Message, ...]
    first: int | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """All entrants in rank order, addressed by rank, with what history says about them."""

    ranked: tuple[SwissEntrant, ...]
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
            if a == b:
                raise PairingError("paired_with_self", f"{past.first!r} met themselves")
            if past.downfloater is not None and past.round == number - 1:
                floated.add(_rank(rank_of, past.downfloater))
            if past.forfeit_winner is not None:
                forfeit_wins[_rank(rank_of, past.forfeit_winner)] += 1
            if past.played:
                meetings[min(a, b), max(a, b)] += 1
                met[a].add(b)
                met[b].add(a)
                seats[a].append((past.round, Seat.FIRST))
                seats[b].append((past.round, Seat.SECOND))
        everyone = range(len(ranked))
        return cls(
            ranked,
            rank_of,
            meetings,
            tuple(frozenset(met[rank]) for rank in everyone),
            tuple(SeatHistory(tuple(seat for _, seat in sorted(seats[rank]))) for rank in everyone),
            byes,
            forfeit_wins,
            frozenset(floated),
            again=1 + len(ranked) * max(meetings.values(), default=0),
        )

    # --- what was asked for by hand ---

    def without_fixed(self, fixed: Sequence[Fixed]) -> set[int]:
        """Everyone who plays and is not spoken for."""
        free = {rank for rank, entrant in enumerate(self.ranked) if entrant.plays}
        for one in fixed:
            names = (one.competitor,) if isinstance(one, FixedBye) else (one.first, one.second)
            if len(set(names)) < len(names):
                raise PairingError("paired_with_self", f"{names[0]!r} cannot play themselves")
            for name in names:
                rank = _rank(self.rank_of, name)
                if not self.ranked[rank].plays:
                    raise PairingError("not_playing", f"{name!r} does not play this round")
                if rank not in free:
                    raise PairingError("fixed_twice", f"{name!r} is fixed twice")
                free.discard(rank)
        return free

    def manual_drafts(self, fixed: Sequence[Fixed]) -> list[Draft]:
        drafts = []
        for one in fixed:
            if isinstance(one, FixedPairing):
                a, b = self.rank_of[one.first], self.rank_of[one.second]
                why = reason("swiss.manual", a=Who(one.first), b=Who(one.second))
                drafts.append(Draft(a, b, (why,), first=a))
        return drafts

    # --- rematches ---

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

    # --- byes ---

    def choose_bye(self, free: set[int]) -> int:
        fewest = min(self.byes[rank] for rank in free)
        candidates = sorted(
            (rank for rank in free if self.byes[rank] == fewest),
            key=lambda rank: (self.forfeit_wins[rank], Fraction(self.ranked[rank].score), -rank),
        )
        best: tuple[int, int] | None = None
        for rank in candidates:
            needed = self.least_rematch_cost(free - {rank})
            if best is None or needed < best[0]:
                best = (needed, rank)
            if needed == 0:
                break
        if best is None:
            raise PairingError("nobody_to_pair", "nobody is left for the bye")
        return best[1]

    def bye_award(self, rester: int, others: set[int]) -> ByeAward:
        who = self.ranked[rester]
        below = [r for r in others if r > rester and self.byes[r] == self.byes[rester]]
        code = "swiss.bye_passed_over" if below else "swiss.bye"
        why = reason(
            code,
            who=Who(who.competitor),
            byes=self.byes[rester],
            score=Fraction(who.score),
        )
        return ByeAward(who.competitor, (why,))

    # --- seats ---

    def seated(self, draft: Draft, table: int) -> Pairing:
        high, low = min(draft.a, draft.b), max(draft.a, draft.b)
        a, b = self.ranked[high], self.ranked[low]
        if draft.first is None:
            first, why = who_sits_first(
                a.competitor,
                b.competitor,
                self.seats[high],
                self.seats[low],
                is_odd_table=table % 2 == 1,
            )
        else:
            first = self.ranked[draft.first].competitor
            why = reason("swiss.seat_by_hand", first=Who(first))
        second = b.competitor if first == a.competitor else a.competitor
        down = a.competitor if Fraction(a.score) > Fraction(b.score) else None
        return Pairing(first, second, table, (*draft.reasons, why), down)


def _rank(rank_of: Mapping[CompetitorId, int], competitor: CompetitorId) -> int:
    try:
        return rank_of[competitor]
    except KeyError:
        raise PairingError("unknown_competitor", f"{competitor!r} is not entered") from None
