"""Who may do what on the score sheet of a league's match: what the league's permissions table says
about it, while the sheet decides the match."""

from dataclasses import dataclass
from typing import Final

from tournaments.league_access import LeagueAction, LeagueRole, LeagueVisitor, league_access
from tournaments.models import Fixture, FixtureResult

SIDES: Final = frozenset({0, 1})
_OPEN: Final = (Fixture.State.PLANNED, Fixture.State.PLAYING, Fixture.State.POSTPONED)


@dataclass(frozen=True)
class FixtureRights:
    """What a visitor may do on a match's sheet."""

    may_read: bool
    may_write: bool
    is_official: bool
    is_by_link: bool
    """An official only by a link."""
    is_player: bool
    sides: frozenset[int]
    """For which the visitor may speak."""
    link_was_revoked: bool


def sheet_decides(*, fixture: Fixture) -> bool:
    """Whether the match hangs on its sheet: it is open, or its result came from there. Once
    somebody has entered or decided otherwise, the sheet is only there to be read."""
    if fixture.state in _OPEN:
        return True
    result = fixture.result
    return (
        fixture.state in (Fixture.State.CONFIRMED, Fixture.State.ENTERED)
        and result is not None
        and result.kind == FixtureResult.Kind.SHEET
        and result.role == LeagueRole.SERVICE
    )


def fixture_rights(
    *, fixture: Fixture, visitor: LeagueVisitor, present: frozenset[int]
) -> FixtureRights:
    """Judge a visitor; `present` are the sides of which somebody can log in.

    Officials speak for both sides, as what they enter is final at once; but whoever plays the match
    speaks for the other side only if nobody there could, and then as an official.
    """
    access = league_access(league=fixture.league, visitor=visitor, fixture=fixture)
    is_open = (
        sheet_decides(fixture=fixture) and fixture.league.state == fixture.league.State.RUNNING
    )
    may_write = is_open and access.may(LeagueAction.WRITE_SHEET)
    sides = access.sides if is_open else frozenset()
    if may_write and access.is_official:
        sides = sides | (SIDES - present) if sides else SIDES
    return FixtureRights(
        may_read=access.may(LeagueAction.READ),
        may_write=may_write,
        is_official=access.is_official,
        is_by_link=access.role is LeagueRole.LINK_SCORER,
        is_player=bool(access.sides),
        sides=sides,
        link_was_revoked=access.link_was_revoked,
    )
