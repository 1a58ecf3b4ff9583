"""An independent, slow Swiss: look at every possible round and take the best.

Written from the list of priorities in ``scoring.pairing.swiss``, not from its code: every way to
pair the field is enumerated, each gets one long tuple of demerits, the smallest tuple wins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from scoring.pairing import Past, PastBye, PastMeeting, SwissEntrant

Demerits = tuple[int | Fraction, ...]
Pairs = list[tuple[int, int]]


def all_rounds(players: Sequence[int]) -> Iterator[tuple[Pairs, int | None]]:
    """Every set of pairs, with every possible bye if the number is odd."""
    if len(players) % 2:
        for rester in players:
            rest = [p for p in players if p != rester]
            yield from ((pairs, rester) for pairs, _ in all_rounds(rest))
    elif not players:
        yield [], None
    else:
        head, *tail = players
        for partner in tail:
            rest = [p for p in tail if p != partner]
            for pairs, _ in all_rounds(rest):
                yield [(head, partner), *pairs], None


def planned(floaters: list[int], residents: list[int]) -> tuple[list[int], list[int]]:
    """The two halves of a group, opponents by position."""
    if len(floaters) > len(residents):
        everyone = floaters + residents
        return everyone[: len(everyone) // 2], everyone[len(everyone) // 2 :]
    count = len(floaters)
    others = residents[count:]
    half = len(others) // 2
    return floaters + others[:half], residents[:count] + others[half:]


class Judge:
    """Demerits of a round, in the order of the published priorities."""

    def __init__(
        self, number: int, entrants: Sequence[SwissEntrant], history: Sequence[Past]
    ) -> None:
        playing = [entrant for entrant in entrants if entrant.plays]
        self.players = sorted(playing, key=lambda e: (-Fraction(e.score), e.seed))
        self.index = {e.competitor: i for i, e in enumerate(self.players)}
        self.score = [Fraction(e.score) for e in self.players]
        self.met: Counter[frozenset[int]] = Counter()
        self.byes: Counter[int] = Counter()
        self.forfeit_wins: Counter[int] = Counter()
        self.floated: set[int] = set()
        self.seats: list[str] = [""] * len(self.players)
        for past in sorted(history, key=lambda p: p.round):
            self._learn(past, number)

    def _learn(self, past: Past, number: int) -> None:
        if isinstance(past, PastBye):
            if past.competitor in self.index:
                self.byes[self.index[past.competitor]] += 1
            return
        assert isinstance(past, PastMeeting)
        if past.forfeit_winner in self.index:
            self.forfeit_wins[self.index[past.forfeit_winner]] += 1
        if past.downfloater in self.index and past.round == number - 1:
            self.floated.add(self.index[past.downfloater])
        if past.played:
            for who, letter in ((past.first, "F"), (past.second, "S")):
                if who in self.index:
                    self.seats[self.index[who]] += letter
            if past.first in self.index and past.second in self.index:
                self.met[frozenset((self.index[past.first], self.index[past.second]))] += 1

    def due(self, player: int) -> str:
        seats = self.seats[player]
        surplus = seats.count("F") - seats.count("S")
        twice = len(seats) > 1 and seats[-1] == seats[-2]
        if abs(surplus) > 1 or (surplus and not twice):
            return "S" if surplus > 0 else "F"
        return {"F": "S", "S": "F"}[seats[-1]] if seats else ""

    def absolute(self, player: int) -> bool:
        seats = self.seats[player]
        return abs(seats.count("F") - seats.count("S")) > 1 or seats[-2:] in ("FF", "SS")

    def demerits(self, pairs: Pairs, rester: int | None) -> Demerits:
        again = [self.met[frozenset(pair)] for pair in pairs if self.met[frozenset(pair)]]
        marks: list[int | Fraction] = []
        if rester is not None:
            marks.append(self.byes[rester])
        marks += [len(again), sum(again)]
        if rester is not None:
            marks += [self.forfeit_wins[rester], self.score[rester], -rester]
        partner = {p: q for a, b in pairs for p, q in ((a, b), (b, a))}
        groups: list[list[int | Fraction]] = []
        floaters: list[int] = []
        for level in sorted({self.score[p] for p in partner}, reverse=True):
            residents = [p for p in sorted(partner) if self.score[p] == level]
            groups.append(list(self._group(floaters, residents, partner)))
            bracket = {*floaters, *residents}
            floaters = sorted(p for p in bracket if partner[p] not in bracket)
        last: list[int | Fraction] = [0]
        for group, following in zip(groups, [*groups[1:], last], strict=False):
            marks += [group[0], following[0], *group[1:]]
        return tuple(marks)

    def _group(
        self, floaters: list[int], residents: list[int], partner: dict[int, int]
    ) -> Iterator[int]:
        bracket = {*floaters, *residents}
        down = {p for p in bracket if partner[p] not in bracket}
        yield len(down)
        to_stay = [
            *sorted(floaters, key=lambda p: (p not in self.floated, p)),
            *sorted(residents, key=lambda p: (p not in self.floated, p)),
        ]
        yield from (int(p in down) for p in to_stay)
        inside = [(p, partner[p]) for p in sorted(bracket - down) if p < partner[p]]
        clashes = [(p, q) for p, q in inside if self.due(p) and self.due(p) == self.due(q)]
        yield sum(self.absolute(p) and self.absolute(q) for p, q in clashes)
        yield len(clashes)
        yield from self._order(
            [p for p in floaters if p not in down], [p for p in residents if p not in down], partner
        )

    def _order(
        self, floaters: list[int], residents: list[int], partner: dict[int, int]
    ) -> Iterator[int]:
        upper, lower = planned(floaters, residents)
        wish = lower + upper[::-1]
        done: set[int] = set()
        for player in upper + lower:
            if player not in done:
                yield wish.index(partner[player])
                done |= {player, partner[player]}

    def best(self) -> tuple[set[frozenset[int | str]], int | str | None]:
        """The best round of all, by names."""
        pairs, rester = min(
            all_rounds(range(len(self.players))), key=lambda made: self.demerits(*made)
        )
        names = [entrant.competitor for entrant in self.players]
        return (
            {frozenset((names[a], names[b])) for a, b in pairs},
            None if rester is None else names[rester],
        )
