"""What is wrong with a round that someone edited by hand: shown, not forbidden."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from scoring.pairing.common import CompetitorId, Message, Seat, Who, reason, seat_name
from scoring.pairing.swiss_records import (
    Fixed,
    FixedBye,
    FixedPairing,
    Past,
    PastBye,
    PastMeeting,
    SwissEntrant,
)

MOST_SURPLUS = 2
"""FIDE C.04.1 (6): the seats of nobody differ by more than two."""


def round_conflicts(
    edited: Sequence[Fixed], entrants: Sequence[SwissEntrant], history: Iterable[Past] = ()
) -> tuple[Message, ...]:
    """Every conflict of a hand-made round, the gravest kind first; empty if there is none."""
    past = tuple(history)
    return (
        *_people(edited, entrants),
        *_rematches(edited, past),
        *_second_byes(edited, entrants, past),
        *_seats(edited, past),
    )


def _named(edited: Sequence[Fixed]) -> list[CompetitorId]:
    names: list[CompetitorId] = []
    for one in edited:
        both = (one.competitor,) if isinstance(one, FixedBye) else (one.first, one.second)
        names += dict.fromkeys(both)
    return names


def _people(edited: Sequence[Fixed], entrants: Sequence[SwissEntrant]) -> Iterator[Message]:
    plays = {entrant.competitor: entrant.plays for entrant in entrants}
    named = Counter(_named(edited))
    for one in edited:
        if isinstance(one, FixedPairing) and one.first == one.second:
            yield reason("conflict.self", who=Who(one.first))
    for competitor, times in named.items():
        if competitor not in plays:
            yield reason("conflict.unknown", who=Who(competitor))
        elif not plays[competitor]:
            yield reason("conflict.unavailable", who=Who(competitor))
        if times > 1:
            yield reason("conflict.twice", who=Who(competitor))
    for entrant in entrants:
        if entrant.plays and entrant.competitor not in named:
            yield reason("conflict.missing", who=Who(entrant.competitor))


def _rematches(edited: Sequence[Fixed], past: Sequence[Past]) -> Iterator[Message]:
    latest: dict[frozenset[CompetitorId], int] = {}
    for meeting in past:
        if isinstance(meeting, PastMeeting) and meeting.played:
            both = frozenset((meeting.first, meeting.second))
            latest[both] = max(meeting.round, latest.get(both, 0))
    for one in edited:
        if isinstance(one, FixedPairing):
            earlier = latest.get(frozenset((one.first, one.second)))
            if earlier is not None:
                yield reason("conflict.rematch", a=Who(one.first), b=Who(one.second), round=earlier)


def _second_byes(
    edited: Sequence[Fixed], entrants: Sequence[SwissEntrant], past: Sequence[Past]
) -> Iterator[Message]:
    byes = Counter(bye.competitor for bye in past if isinstance(bye, PastBye))
    fewest = min((byes[e.competitor] for e in entrants if e.plays), default=0)
    for one in edited:
        if isinstance(one, FixedBye) and byes[one.competitor] > fewest:
            yield reason("conflict.second_bye", who=Who(one.competitor))


def _seats(edited: Sequence[Fixed], past: Sequence[Past]) -> Iterator[Message]:
    sat: Counter[tuple[CompetitorId, Seat]] = Counter()
    for meeting in past:
        if isinstance(meeting, PastMeeting) and meeting.played:
            sat[meeting.first, Seat.FIRST] += 1
            sat[meeting.second, Seat.SECOND] += 1
    for one in edited:
        if isinstance(one, FixedPairing) and one.first != one.second:
            for competitor, seat in ((one.first, Seat.FIRST), (one.second, Seat.SECOND)):
                times = {each: sat[competitor, each] + (each is seat) for each in Seat}
                if times[seat] - times[seat.other] > MOST_SURPLUS:
                    yield reason(
                        "conflict.seat",
                        who=Who(competitor),
                        seat=seat_name(seat),
                        firsts=times[Seat.FIRST],
                        seconds=times[Seat.SECOND],
                    )
