"""When rounds are played."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.league_access import LeagueAccess, LeagueAction, LeagueVisitor
from tournaments.league_acts import LeagueAct
from tournaments.models import LeagueRound
from tournaments.services.leagues.common import LeagueStaleError, league_note, league_open
from tournaments.services.leagues.freshness import plans_check_fresh

YEARS: Final = range(2000, 2200)
DAYS_MAX: Final = 365
"""Between two rounds, or to play one."""


@dataclass(frozen=True)
class RoundDates:
    """When a round begins, and by when it is to be played; None is no date."""

    starts_at: datetime | None
    deadline: datetime | None


@transaction.atomic
def round_dates_set(
    *,
    public_id: str,
    visitor: LeagueVisitor,
    number: int,
    starts_at: datetime | None,
    deadline: datetime | None,
    revision: int,
) -> LeagueRound:
    """When a round begins, and by when it is to be played; None takes a date away."""
    access = league_open(public_id=public_id, visitor=visitor, action=LeagueAction.DRAW)
    row = access.league.rounds.filter(number=number).first()
    if row is None:
        raise ValidationError(no_such_round(number), code="no_round")
    if (row.starts_at, row.deadline) == (starts_at, deadline):
        return row
    plans_check_fresh(league=access.league, revision=revision)
    _date(access, row, RoundDates(starts_at, deadline))
    return row


@transaction.atomic
def drafts_dates_set(
    *, public_id: str, visitor: LeagueVisitor, dates: Sequence[RoundDates], revision: int
) -> list[LeagueRound]:
    """Date all drafts, in their order: every one of them, or none. As many dates as there are
    drafts, or the page has shown others."""
    access = league_open(public_id=public_id, visitor=visitor, action=LeagueAction.DRAW)
    plans_check_fresh(league=access.league, revision=revision)
    drafts = access.league.rounds.filter(state=LeagueRound.State.DRAFT)
    rows = list(drafts.order_by("number"))
    if len(rows) != len(dates):
        raise LeagueStaleError
    for row, of_row in zip(rows, dates, strict=True):
        _date(access, row, of_row)
    return rows


def dates_in_turn(*, first: datetime, every: int, days: int | None, count: int) -> list[RoundDates]:
    """One date, and the others follow: a round every so many days, each so many days long."""
    moment_check(first=first)
    begins = [first + timedelta(days=place * every) for place in range(count)]
    return [RoundDates(one, None if days is None else one + timedelta(days=days)) for one in begins]


def moment_check(**moments: datetime | None) -> None:
    """Refuse what nobody means: a slip of the finger in the year."""
    errors = {
        name: ValidationError(too_far(), code="too_far")
        for name, moment in moments.items()
        if moment and moment.year not in YEARS
    }
    if errors:
        raise ValidationError(errors)


def too_far() -> str:
    """A sentence."""
    return _("This is too far away.")


def dates_check(starts_at: datetime | None, deadline: datetime | None) -> None:
    """Refuse what ends before it begins."""
    moment_check(starts_at=starts_at, deadline=deadline)
    if starts_at is not None and deadline is not None and deadline < starts_at:
        sentence = _("The round cannot be over before it begins.")
        raise ValidationError({"deadline": ValidationError(sentence, code="dates")})


def dates_brief(row: LeagueRound) -> dict[str, str | None]:
    """For the log."""
    return {
        "starts_at": row.starts_at.isoformat() if row.starts_at else None,
        "deadline": row.deadline.isoformat() if row.deadline else None,
    }


def no_such_round(number: int) -> str:
    """A sentence."""
    return _("There is no round %(number)d.") % {"number": number}


def _date(access: LeagueAccess, row: LeagueRound, dates: RoundDates) -> None:
    """Set them, if they are others; the log says for every round from what to what."""
    dates_check(dates.starts_at, dates.deadline)
    if (row.starts_at, row.deadline) == (dates.starts_at, dates.deadline):
        return
    before = dates_brief(row)
    row.starts_at, row.deadline = dates.starts_at, dates.deadline
    row.save(update_fields=["starts_at", "deadline"])
    league_note(
        access=access,
        action=LeagueAct.ROUND_DATED,
        round=row,
        before=before,
        after=dates_brief(row),
    )
