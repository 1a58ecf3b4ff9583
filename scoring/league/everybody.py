"""Everybody meets everybody: all that is left to be drawn, of a league or of each of its groups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from scoring.league.records import (
    DraftBye,
    DraftPairing,
    DraftRound,
    Entrant,
    EntryId,
    Meeting,
    entry_of,
)
from scoring.league.words import say
from scoring.messages import CompetitorId, Message, Who
from scoring.pairing import Round, remaining_rounds, round_robin
from scoring.pairing.common import reason

Pair = tuple[CompetitorId, CompetitorId]


class EverybodyMeets:
    """Those of one group (or of the whole league) and the meetings among them."""

    def __init__(
        self, entrants: Sequence[Entrant], meetings: Sequence[Meeting], cycles: int
    ) -> None:
        self._entrants = {entrant.entry: entrant for entrant in entrants}
        self._active = [entrant for entrant in entrants if entrant.is_active]
        self._meetings = [
            meeting
            for meeting in meetings
            if not meeting.is_off and meeting.both <= self._entrants.keys()
        ]
        self._cycles = cycles

    def left(self) -> Mapping[Pair, int]:
        """How often two who play have still to meet; nobody who has met often enough."""
        met = Counter(meeting.both for meeting in self._meetings)
        everybody = sorted(entrant.entry for entrant in self._active)
        return {
            (a, b): times
            for a, b in combinations(everybody, 2)
            if (times := self._cycles - met[frozenset((a, b))]) > 0
        }

    @property
    def rounds_planned(self) -> int:
        """For those who play, if everything went by the Berger table."""
        count = len(self._active)
        return 0 if count < 2 else (count - 1 + count % 2) * self._cycles

    def drafts(self, first_round: int) -> Iterator[DraftRound]:
        """The rounds still to come: the Berger table's while everything went by it."""
        yield from self._berger(first_round) or self._spread(first_round)

    def _berger(self, first_round: int) -> Sequence[DraftRound] | None:
        """What is left of the Berger table, if the rounds so far are its first ones."""
        if len(self._active) < 2 or any(
            entrant.joined > 1 or entrant.rests for entrant in self._active
        ):
            return None
        table = round_robin([entrant.entry for entrant in self._active], self._cycles)
        drawn: dict[int, set[frozenset[CompetitorId]]] = {}
        for meeting in self._meetings:
            drawn.setdefault(meeting.round, set()).add(frozenset(meeting.both))
        for planned in table[: first_round - 1]:
            if drawn.pop(planned.number, set()) != {pairing.both for pairing in planned.pairings}:
                return None
        if drawn:
            return None
        return [_from_table(planned) for planned in table[first_round - 1 :]]

    def _spread(self, first_round: int) -> Iterator[DraftRound]:
        seats = Counter[EntryId]()
        latest: dict[frozenset[EntryId], EntryId] = {}
        for meeting in sorted(self._meetings, key=lambda meeting: meeting.round):
            _sit(seats, latest, meeting.first, meeting.second)
        everybody = sorted(self._entrants.values(), key=lambda entrant: entrant.joined)
        orders = [[e.entry for e in everybody], [e.entry for e in self._active]]
        rounds = remaining_rounds(
            orders, self.left(), first_round=first_round, is_available=self._plays
        )
        for number, pairs in enumerate(rounds, start=first_round):
            pairings = []
            for pair in pairs:
                first, second, why = self._seated(seats, latest, pair, number)
                _sit(seats, latest, first, second)
                pairings.append(DraftPairing(first=first, second=second, reasons=(why,)))
            busy = {one for pair in pairs for one in pair}
            yield DraftRound(
                number=number, pairings=tuple(pairings), byes=tuple(self._idle(number, busy))
            )

    def _plays(self, entry: CompetitorId, number: int) -> bool:
        return self._entrants[entry_of(entry)].plays(number)

    def _seated(
        self,
        seats: Counter[EntryId],
        latest: Mapping[frozenset[EntryId], EntryId],
        pair: Pair,
        number: int,
    ) -> tuple[EntryId, EntryId, Message]:
        """Seats exchanged if they have met; else whoever has sat first less often does so now."""
        a, b = map(entry_of, pair)
        code = "round_robin.remaining"
        sat_first = latest.get(frozenset((a, b)))
        if sat_first is not None:
            code = "round_robin.remaining_return"
            is_turned = sat_first == a
        elif seats[a] != seats[b]:
            is_turned = seats[a] > seats[b]
        else:
            is_turned = number % 2 == 0
        first, second = (b, a) if is_turned else (a, b)
        return first, second, reason(code, a=Who(first), b=Who(second))

    def _idle(self, number: int, busy: set[CompetitorId]) -> Iterator[DraftBye]:
        for entrant in self._active:
            if entrant.entry not in busy and entrant.joined <= number:
                asked = number in entrant.rests
                code = "league.rest_asked" if asked else "league.rest"
                why = say(code, who=Who(entrant.entry))
                yield DraftBye(entry=entrant.entry, asked_for=asked, reasons=(why,))


def _sit(
    seats: Counter[EntryId],
    latest: dict[frozenset[EntryId], EntryId],
    first: EntryId,
    second: EntryId,
) -> None:
    seats[first] += 1
    seats[second] -= 1
    latest[frozenset((first, second))] = first


def _from_table(planned: Round) -> DraftRound:
    return DraftRound(
        number=planned.number,
        pairings=tuple(
            DraftPairing(first=entry_of(p.first), second=entry_of(p.second), reasons=p.reasons)
            for p in planned.pairings
        ),
        byes=tuple(DraftBye(entry=entry_of(b.competitor), reasons=b.reasons) for b in planned.byes),
    )


def together(groups: Sequence[Sequence[DraftRound]], first_round: int) -> tuple[DraftRound, ...]:
    """The rounds of all groups, those with the same number made one."""
    longest = max((len(rounds) for rounds in groups), default=0)
    return tuple(
        DraftRound(
            number=first_round + index,
            pairings=tuple(p for made in groups if index < len(made) for p in made[index].pairings),
            byes=tuple(b for made in groups if index < len(made) for b in made[index].byes),
        )
        for index in range(longest)
    )
