"""A round as it was drawn: who meets whom, and why these two, in words."""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.messages import Message, message_from_json
from tournaments.kernel_texts import message_text
from tournaments.league_shown import Field, ShownEntry, ShownFixture, fixture_shown
from tournaments.models import League, LeagueRound


@dataclass(frozen=True)
class ShownPairing:
    """Two who meet, and why."""

    match: ShownFixture
    why: list[str]


@dataclass(frozen=True)
class ShownBye:
    """Somebody without an opponent, and why."""

    who: ShownEntry
    asked_for: bool
    why: list[str]


@dataclass(frozen=True)
class ShownRound:
    """All of it."""

    pairings: list[ShownPairing]
    byes: list[ShownBye]


def round_shown(league: League, found: LeagueRound, people: Field) -> ShownRound:
    """A round from `round_find`, whose matches and byes are read already."""
    return ShownRound(
        [
            ShownPairing(fixture_shown(league, one, people), _why(one.reasons, people))
            for one in found.fixtures.all()
        ],
        [
            ShownBye(people[one.entry_id], one.asked_for, _why(one.reasons, people))
            for one in found.byes.all()
        ],
    )


def conflicts_shown(said: Iterable[Message], people: Field) -> list[str]:
    """What is odd about a draft."""
    return [message_text(one, people.names) for one in said]


def _why(reasons: Iterable[object], people: Field) -> list[str]:
    return [
        message_text(message_from_json(kept), people.names)
        for kept in reasons
        if isinstance(kept, dict)
    ]
