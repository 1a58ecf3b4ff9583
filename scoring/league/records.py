"""What a league is made of, as values, and what is drawn from them.

Competitors are named by the primary keys of their entries.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from scoring.messages import CompetitorId, Message
from scoring.standings import Forfeit, Played, PointsScheme, Status

EntryId = int


def entry_of(competitor: CompetitorId | None) -> EntryId:
    """A competitor of ours: entries are named by their keys."""
    if not isinstance(competitor, int):
        raise TypeError(f"no entry: {competitor!r}")
    return competitor


class Format(StrEnum):
    """How a league is played."""

    ROUND_ROBIN = "round_robin"
    DOUBLE_ROUND_ROBIN = "double_round_robin"
    SWISS = "swiss"
    KNOCKOUT = "knockout"
    GROUPS = "groups"


class Stage(StrEnum):
    """Which part of a league a round belongs to."""

    MAIN = "main"
    PLAY_OFFS = "play_offs"


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What was agreed before anything was played."""

    format: Format
    scheme: PointsScheme = field(default_factory=PointsScheme)
    tie_breaks: tuple[str, ...] = ()
    """Codes of ``standings.metrics``, asked in this order where points are level."""
    rounds: int = 0
    """Of a Swiss league; 0 if the organizer decides as it goes."""
    groups: int = 0
    qualifiers: int = 0
    """Who reach the play-offs, from each group."""
    third_place: bool = False

    @property
    def cycles(self) -> int:
        """How often everybody meets everybody, where the format says so."""
        return 2 if self.format is Format.DOUBLE_ROUND_ROBIN else 1

    @property
    def is_everybody_meets_everybody(self) -> bool:
        """In the main stage; in groups, everybody of the group."""
        return self.format in (Format.ROUND_ROBIN, Format.DOUBLE_ROUND_ROBIN, Format.GROUPS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """Someone entered.  The withdrawn keep what they played and are not drawn any more."""

    entry: EntryId
    seed: int
    status: Status = Status.ACTIVE
    group: int | None = None
    joined: int = 1
    """The first round for which they can be drawn."""
    rests: frozenset[int] = frozenset()
    """Rounds that they asked to sit out."""

    @property
    def is_active(self) -> bool:
        return self.status is Status.ACTIVE

    def plays(self, number: int) -> bool:
        """Whether they can be drawn for this round."""
        return self.is_active and self.joined <= number and number not in self.rests


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """Two who were drawn to meet, and the final result if there is one."""

    id: int
    round: int
    first: EntryId
    second: EntryId
    result: Played | Forfeit | None = None
    stage: Stage = Stage.MAIN
    is_off: bool = False
    """Called off: it is as if they had not been drawn."""
    is_postponed: bool = False
    """Still to be played, but nobody waits for it."""
    bracket_match: int | None = None
    downfloater: EntryId | None = None

    @property
    def both(self) -> frozenset[EntryId]:
        return frozenset((self.first, self.second))


@dataclass(frozen=True, slots=True, kw_only=True)
class Rest:
    """Someone without an opponent in a round: by the draw, or because they asked for it."""

    round: int
    entry: EntryId
    asked_for: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftPairing:
    """Two who should meet, the first sitting first, and why these two."""

    first: EntryId
    second: EntryId
    reasons: tuple[Message, ...] = ()
    downfloater: EntryId | None = None
    bracket_match: int | None = None

    @property
    def both(self) -> frozenset[EntryId]:
        return frozenset((self.first, self.second))


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftBye:
    """Someone who should have no opponent, and why them."""

    entry: EntryId
    asked_for: bool = False
    reasons: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftRound:
    """A round as it could be published."""

    number: int
    pairings: tuple[DraftPairing, ...]
    byes: tuple[DraftBye, ...] = ()
    stage: Stage = Stage.MAIN
    play_off_seeds: tuple[EntryId, ...] = ()
    """With the first round of a bracket: everybody in it, in order of their seeds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reached:
    """How far someone came in a bracket; ``rank`` is None while they are still in, and of those
    whose results were annulled."""

    entry: EntryId
    rank: int | None
    why: Message
