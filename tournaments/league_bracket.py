"""A bracket as it stands, for both the pages and programs: its matches in the order in which their
winners meet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from django.utils.translation import gettext as _

from scoring.league import Reached
from scoring.pairing import Bracket, BracketMatch, MatchState
from scoring.pairing.knockout import Entrant, LoserOf, Slot, WinnerOf
from tournaments.league_shown import Field, ShownEntry, ShownFixture, fixtures_shown
from tournaments.models import Fixture, League, LeagueRound
from tournaments.selectors.league_rows import fixtures_published
from tournaments.selectors.leagues import league_book

_BRACKETS: Final = (League.Format.KNOCKOUT, League.Format.GROUPS)


@dataclass(frozen=True)
class BracketSide:
    """A line of a match: who plays, or who will."""

    who: ShownEntry | None
    text: str
    seed: int | None = None
    score: str = ""
    won: bool = False


@dataclass(frozen=True)
class BracketCell:
    """A match, or somebody who goes on without one."""

    number: int | None
    sides: Sequence[BracketSide]
    fixture: ShownFixture | None = None
    remark: str = ""

    @property
    def is_bye(self) -> bool:
        return self.number is None


@dataclass(frozen=True)
class BracketColumn:
    """A round."""

    number: int
    title: str
    cells: Sequence[BracketCell]


@dataclass
class _Drawing:
    """Puts the matches of a bracket where they stand: a round's in the order in which their winners
    meet."""

    bracket: Bracket
    states: Mapping[int, MatchState]
    fixtures: Mapping[int, ShownFixture]
    people: Field
    columns: dict[int, list[BracketCell]] = field(default_factory=dict)

    @cached_property
    def _seeds(self) -> dict[int, int]:
        slots = (slot for match in self.bracket.matches for slot in (match.a, match.b))
        return {int(one.competitor): one.seed for one in slots if isinstance(one, Entrant)}

    def draw(self) -> list[BracketColumn]:
        self._match(self.bracket.final)
        return [
            BracketColumn(number, _round_name(self.bracket.rounds - number), self.columns[number])
            for number in sorted(self.columns)
        ]

    def third_place(self) -> BracketCell | None:
        found = (one for one in self.bracket.matches if one.is_third_place)
        return next((self._cell(one) for one in found), None)

    def _match(self, match: BracketMatch) -> None:
        matches = {one.number: one for one in self.bracket.matches}
        for slot in (match.a, match.b):
            if isinstance(slot, WinnerOf):
                self._match(matches[slot.match])
            elif isinstance(slot, Entrant) and match.round > 1:
                bye = BracketCell(None, [self._waiting(slot)], remark=_("goes on without a match"))
                self.columns.setdefault(match.round - 1, []).append(bye)
        self.columns.setdefault(match.round, []).append(self._cell(match))

    def _cell(self, match: BracketMatch) -> BracketCell:
        state, fixture = self.states[match.number], self.fixtures.get(match.number)
        sides = [
            self._side(slot, who, fixture, state)
            for slot, who in ((match.a, state.a), (match.b, state.b))
        ]
        remark = "" if fixture is None else fixture.remark
        if state.is_walkover:
            remark = _("The other side is missing: no match.")
        return BracketCell(match.number, sides, fixture, remark)

    def _side(
        self,
        slot: Slot,
        competitor: int | str | None,
        fixture: ShownFixture | None,
        state: MatchState,
    ) -> BracketSide:
        if competitor is None:
            return self._waiting(slot)
        who = self.people[int(competitor)]
        score = ""
        if fixture is not None and fixture.scores is not None:
            score = fixture.scores[0 if fixture.fixture.first_id == who.entry.pk else 1]
        won = state.is_over and state.winner == competitor
        return BracketSide(who, who.name, self._seeds.get(who.entry.pk), score, won)

    def _waiting(self, slot: Slot) -> BracketSide:
        match slot:
            case Entrant(competitor, seed):
                who = self.people[int(competitor)]
                return BracketSide(who, who.name, seed)
            case WinnerOf(number):
                return BracketSide(None, _("Winner of match %(number)s") % {"number": number})
            case LoserOf(number):
                return BracketSide(None, _("Loser of match %(number)s") % {"number": number})


@dataclass(frozen=True)
class ShownBracket:
    """All of it; without columns as long as nobody knows who plays."""

    columns: Sequence[BracketColumn] = ()
    third: BracketCell | None = None
    reached: Sequence[Reached] = ()
    """Who came how far."""


def has_bracket(league: League) -> bool:
    """From the beginning, or after the groups."""
    return league.format in _BRACKETS


def bracket_shown(league: League, people: Field) -> ShownBracket:
    """The bracket as it stands in the published rounds."""
    book = league_book(league=league)
    plan = book.bracket()
    if plan is None:
        return ShownBracket()
    shown = fixtures_shown(league, _fixtures(league), people)
    drawing = _Drawing(
        bracket=plan,
        states={state.match.number: state for state in book.bracket_states()},
        fixtures={one.fixture.bracket_match: one for one in shown if one.fixture.bracket_match},
        people=people,
    )
    return ShownBracket(drawing.draw(), drawing.third_place(), book.final_ranking())


def _fixtures(league: League) -> list[Fixture]:
    found = fixtures_published(league=league).exclude(bracket_match=None)
    if league.format == League.Format.GROUPS:
        found = found.filter(round__stage=LeagueRound.Stage.PLAY_OFFS)
    return list(found)


def _round_name(to_come: int) -> str:
    names = {0: _("Final"), 1: _("Semi-finals"), 2: _("Quarter-finals")}
    if to_come in names:
        return names[to_come]
    return _("Round of %(count)s") % {"count": 2 ** (to_come + 1)}
