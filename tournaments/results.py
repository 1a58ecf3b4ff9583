"""A match's result as it reaches the tournaments: plain values."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.elo import PairScores
from scoring.ladder import Member


@dataclass(frozen=True, slots=True, kw_only=True)
class SettledSide:
    """Who it was, and how much the whole deal set brought."""

    competitor_id: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedResult:
    """A result as a ladder takes it."""

    ladder_id: int
    source: str
    """Where it comes from: counted once."""
    sides: tuple[tuple[Member, ...], ...]
    scores: PairScores
    points: tuple[int, ...]
    """Of the sides, as they were played: they stand beside the scores."""
    games: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SettledResult:
    """A deal set that was played to its end."""

    match: str
    """Its name where it was played."""
    number: int
    """Its place in the order of settlement."""
    profile: str
    rated: bool
    sides: tuple[SettledSide, ...]
    rating: RatedResult | None = None
    """What it says to its ladder, if it is rated."""


def match_source(match: str) -> str:
    """How a ladder names a match of bots."""
    return f"match:{match}"


def sheet_source(sheet: str, confirmed_seq: int) -> str:
    """How a ladder names a match of people: confirmed anew, it is another result."""
    return f"sheet:{sheet}/{confirmed_seq}"


def league_source(fixture: str, number: int) -> str:
    """How a ladder names a match of a league: corrected, it is another result."""
    return f"league:{fixture}/{number}"


def outcomes(points: Sequence[int]) -> list[str]:
    """Of each side: won if somebody did worse and nobody better, lost the other way round, and
    level between. Values of `ResultEvent.Outcome`."""
    best, worst = max(points), min(points)
    if best == worst:
        return ["level"] * len(points)
    named = {best: "won", worst: "lost"}
    return [named.get(own, "level") for own in points]
