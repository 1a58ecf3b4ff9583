"""A round as it was drawn: who meets whom, and why these two, in words."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from scoring.messages import Message, message_from_json
from tournaments.kernel_texts import message_text
from tournaments.league_shown import Field, ShownEntry, ShownFixture, fixture_shown
from tournaments.models import League, LeagueEntry, LeagueRound


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
            ShownPairing(
                fixture_shown(league, one, people), sentences(reasons_kept(one.reasons), people)
            )
            for one in found.fixtures.all()
        ],
        [
            ShownBye(
                people[one.entry_id], one.asked_for, sentences(reasons_kept(one.reasons), people)
            )
            for one in found.byes.all()
        ],
    )


def sentences(said: Iterable[Message], people: Field) -> list[str]:
    """What the kernel says about a round, with names."""
    return [message_text(one, people.names) for one in said]


def reasons_kept(reasons: Iterable[object]) -> list[Message]:
    """Why two meet, or somebody has no opponent, as it was said when they were drawn."""
    return [message_from_json(kept) for kept in reasons if isinstance(kept, dict)]


def draft_require(found: LeagueRound) -> None:
    """Only what nobody sees yet is changed by hand."""
    if found.state != LeagueRound.State.DRAFT:
        raise ValidationError(
            _("This round is published. Take it back before you change it."), code="published"
        )


Places = tuple[int | None, int | None]
"""Two places at a table, and who sits there."""


class DraftPlaces:
    """Who can be put where in a draft by hand. Takes a round from `round_find`."""

    def __init__(self, found: LeagueRound, people: Field) -> None:
        self._found, self._people = found, people
        self._fixtures = list(found.fixtures.all())

    @property
    def pairings(self) -> list[tuple[int, int]]:
        """As they sit now."""
        return [(one.first_id, one.second_id) for one in self._fixtures]

    @cached_property
    def drawn(self) -> frozenset[int]:
        """Who has a place in it, be it without an opponent."""
        seated = {one for pair in self.pairings for one in pair}
        return frozenset(seated | {bye.entry_id for bye in self._found.byes.all()})

    @cached_property
    def names(self) -> dict[int, str]:
        """Everybody who can be drawn for this round; in a bracket only those who are drawn."""
        is_bracket = any(one.bracket_match is not None for one in self._fixtures)
        return {
            key: shown.name
            for key, shown in self._people.entries.items()
            if key in self.drawn
            or (
                not is_bracket
                and shown.entry.status == LeagueEntry.Status.ACTIVE
                and shown.entry.joined_round <= self._found.number
            )
        }

    def faults(self, pairs: Iterable[Places]) -> Iterator[tuple[int, int, str]]:
        """At which table and on which side something cannot be, and why: an opponent is missing, or
        somebody sits elsewhere already. Nothing else is forbidden."""
        seen: set[int] = set()
        for table, pair in enumerate(pairs):
            for side, one in enumerate(pair):
                if one is None:
                    if pair[1 - side] is not None:
                        yield table, side, _("Choose an opponent, or empty both places.")
                elif one in seen:
                    said = _("%(name)s sits elsewhere already.") % {"name": self.names[one]}
                    yield table, side, said
                else:
                    seen.add(one)

    def byes(self, pairings: Iterable[tuple[int, int]]) -> list[int]:
        """Who was drawn for this round and sits nowhere, if these meet."""
        seated = {one for pair in pairings for one in pair}
        return [one for one in self.names if one in self.drawn and one not in seated]
