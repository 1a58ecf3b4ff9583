"""What a Swiss round is made from: entrants, earlier rounds, and the organizer's own wishes."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from scoring.pairing.common import CompetitorId, PairingError, Round


@dataclass(frozen=True, slots=True)
class SwissEntrant:
    """Someone entered, with the score so far; late entries simply have no history.

    ``plays`` is False for the withdrawn and for those who asked to rest this round.
    """

    competitor: CompetitorId
    seed: int
    score: Fraction | int = 0
    plays: bool = True


@dataclass(frozen=True, slots=True)
class PastMeeting:
    """A pairing of an earlier round.

    An unplayed one (forfeit, double no-show, postponed and dropped) is no meeting and took no
    seat; ``forfeit_winner`` is whoever won it without playing.
    A postponed match still to be played counts as played.
    """

    round: int
    first: CompetitorId
    second: CompetitorId
    played: bool = True
    forfeit_winner: CompetitorId | None = None
    downfloater: CompetitorId | None = None

    def __post_init__(self) -> None:
        if self.first == self.second:
            raise PairingError("paired_with_self", f"{self.first!r} met themselves")
        if self.forfeit_winner is not None and self.played:
            raise PairingError("forfeit_but_played", "a match won by forfeit was not played")
        if self.forfeit_winner not in (None, self.first, self.second):
            raise PairingError("winner_not_in_match", f"{self.forfeit_winner!r} was not in it")
        if self.downfloater not in (None, self.first, self.second):
            raise PairingError("floater_not_in_match", f"{self.downfloater!r} was not in it")


@dataclass(frozen=True, slots=True)
class PastBye:
    """A bye of an earlier round that the pairing gave; asked-for rests are not listed."""

    round: int
    competitor: CompetitorId


Past = PastMeeting | PastBye


@dataclass(frozen=True, slots=True)
class FixedPairing:
    """Two whom the organizer wants to meet now, the first sitting first."""

    first: CompetitorId
    second: CompetitorId


@dataclass(frozen=True, slots=True)
class FixedBye:
    """Someone whom the organizer wants to rest with a bye now."""

    competitor: CompetitorId


Fixed = FixedPairing | FixedBye


def as_history(made: Round) -> tuple[Past, ...]:
    """A round as the next one's history, for rounds in which everything is played."""
    meetings = (
        PastMeeting(made.number, p.first, p.second, downfloater=p.downfloater)
        for p in made.pairings
    )
    return (*meetings, *(PastBye(made.number, bye.competitor) for bye in made.byes))
