"""The next round of a Swiss league, and what is odd about one made by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from scoring.league.records import (
    DraftBye,
    DraftPairing,
    DraftRound,
    Entrant,
    Meeting,
    Rest,
    entry_of,
)
from scoring.league.words import say
from scoring.messages import CompetitorId, Who
from scoring.pairing import Fixed, Past, PastBye, PastMeeting, SwissEntrant, pair_swiss_round
from scoring.standings import Forfeit


def swiss_round(
    number: int,
    entrants: Sequence[Entrant],
    points: Mapping[CompetitorId, Fraction],
    history: Iterable[Past],
    fixed: Sequence[Fixed],
) -> DraftRound:
    """Draw a round; who asked to sit it out is listed with the byes."""
    field = swiss_entrants(number, entrants, points)
    made = pair_swiss_round(number, field, history, fixed)
    pairings = tuple(
        DraftPairing(
            first=entry_of(pairing.first),
            second=entry_of(pairing.second),
            reasons=pairing.reasons,
            downfloater=None if pairing.downfloater is None else entry_of(pairing.downfloater),
        )
        for pairing in made.pairings
    )
    byes = [DraftBye(entry=entry_of(bye.competitor), reasons=bye.reasons) for bye in made.byes]
    for entrant in entrants:
        if entrant.is_active and entrant.joined <= number and number in entrant.rests:
            why = say("league.rest_asked", who=Who(entrant.entry))
            byes.append(DraftBye(entry=entrant.entry, asked_for=True, reasons=(why,)))
    return DraftRound(number=number, pairings=pairings, byes=tuple(byes))


def swiss_entrants(
    number: int, entrants: Sequence[Entrant], points: Mapping[CompetitorId, Fraction]
) -> tuple[SwissEntrant, ...]:
    """The field of a round, for entrants in the order of their seeds (which may be shared)."""
    return tuple(
        SwissEntrant(
            entrant.entry, seed, points.get(entrant.entry, Fraction()), entrant.plays(number)
        )
        for seed, entrant in enumerate(entrants, start=1)
    )


def swiss_history(meetings: Iterable[Meeting], rests: Iterable[Rest]) -> tuple[Past, ...]:
    """What later rounds have to know; a match still to be played counts as played."""
    past: list[Past] = [past_meeting(meeting) for meeting in meetings if not meeting.is_off]
    past += [PastBye(rest.round, rest.entry) for rest in rests if not rest.asked_for]
    return tuple(past)


def past_meeting(meeting: Meeting) -> PastMeeting:
    """A meeting as the draw sees it: a forfeit is none, whoever wins it."""
    match meeting.result:
        case Forfeit(absent=absent):
            there = meeting.both - absent
            winner = next(iter(there)) if there else None
            return PastMeeting(
                meeting.round, meeting.first, meeting.second,
                played=False, forfeit_winner=winner, downfloater=meeting.downfloater,
            )  # fmt: skip
        case _:
            return PastMeeting(
                meeting.round, meeting.first, meeting.second, downfloater=meeting.downfloater
            )
