"""What is odd about a round made by hand, as far as the league's format decides it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from scoring.league.records import Entrant, EntryId, Format, Meeting, Rest, Terms
from scoring.league.swiss import past_meeting, swiss_history
from scoring.league.words import say
from scoring.messages import CompetitorId, Message, Who
from scoring.pairing import Fixed, FixedBye, FixedPairing, Past


def conflicts_history(
    terms: Terms, meetings: Sequence[Meeting], rests: Sequence[Rest]
) -> tuple[Past, ...]:
    """What other rounds forbid.  Where everybody meets everybody, only the last meeting that the
    format allows makes one more odd, later rounds count as well, and byes are nobody's fault."""
    if terms.format is Format.SWISS:
        return swiss_history(meetings, rests)
    times: Counter[frozenset[EntryId]] = Counter()
    enough = []
    for meeting in sorted(meetings, key=lambda meeting: meeting.round):
        times[meeting.both] += 1
        if times[meeting.both] >= terms.cycles:
            enough.append(past_meeting(meeting))
    return tuple(enough)


def without_absent(
    edited: Sequence[Fixed], entrants: Sequence[Entrant], number: int
) -> list[Fixed]:
    """Somebody who does not play this round may well be listed as resting."""
    absent = {entrant.entry for entrant in entrants if not entrant.plays(number)}
    return [one for one in edited if not (isinstance(one, FixedBye) and one.competitor in absent)]


def between_groups(edited: Sequence[Fixed], entrants: Sequence[Entrant]) -> Iterator[Message]:
    """Pairings of two who belong to different groups."""
    group: dict[CompetitorId, int | None] = {e.entry: e.group for e in entrants}
    for one in edited:
        if isinstance(one, FixedPairing) and group.get(one.first) != group.get(one.second):
            yield say("league.conflict_groups", a=Who(one.first), b=Who(one.second))
