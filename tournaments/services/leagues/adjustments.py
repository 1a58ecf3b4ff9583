"""Penalties and bonuses: apart from all results, listed, and cancelled rather than deleted."""

from decimal import Decimal
from typing import Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.league_access import (
    Denial,
    LeagueAccess,
    LeagueAction,
    LeagueDeniedError,
    LeagueVisitor,
)
from tournaments.league_acts import LeagueAct
from tournaments.league_results import note_clean
from tournaments.models import League, LeagueAdjustment
from tournaments.selectors.leagues import league_book
from tournaments.services.leagues.common import league_note, league_open
from tournaments.services.leagues.settlements import league_follow

POINTS_MOST: Final = Decimal(1000)
_STEP: Final = Decimal("0.01")


@transaction.atomic
def adjustment_add(
    *, public_id: str, visitor: LeagueVisitor, entry_id: int, points: Decimal, reason: str
) -> LeagueAdjustment:
    """Give an entry points, or take some away, with a reason that everybody reads. The same for the
    same reason is the one that is on the list already."""
    access = league_open(public_id=public_id, visitor=visitor, action=LeagueAction.ADJUST)
    entry = access.league.entries.filter(pk=entry_id).first()
    if entry is None:
        raise ValidationError({"entry": _("Choose somebody who is in the league.")})
    if access.league.format == League.Format.KNOCKOUT:
        raise ValidationError(
            _("A knockout has no table, so nobody can be given points in it."), code="no_table"
        )
    given = {
        "league": access.league,
        "entry": entry,
        "points": _points(points),
        "reason": note_clean(reason, needed=_("Say what it is for: everybody will read it.")),
    }
    earlier = LeagueAdjustment.objects.filter(**given, cancelled_at=None).first()
    if earlier is not None:
        return earlier
    before = league_book(league=access.league)
    adjustment = LeagueAdjustment.objects.create(**given, by=access.account)
    league_note(
        access=access,
        action=LeagueAct.ADJUSTED,
        entry=entry,
        after={"adjustment": adjustment.pk, "points": str(adjustment.points)},
        consequences=league_follow(league=access.league, before=before),
        note=adjustment.reason,
    )
    return adjustment


@transaction.atomic
def adjustment_cancel(
    *, public_id: str, visitor: LeagueVisitor, adjustment_id: int, note: str = ""
) -> LeagueAdjustment:
    """Let a penalty or a bonus count no longer; it stays on the list. Twice is once."""
    access = league_open(public_id=public_id, visitor=visitor, action=LeagueAction.ADJUST)
    adjustment = _adjustment(access, adjustment_id)
    if adjustment.cancelled_at is not None:
        return adjustment
    before = league_book(league=access.league)
    adjustment.cancelled_at = timezone.now()
    adjustment.cancelled_by = access.account
    adjustment.save(update_fields=["cancelled_at", "cancelled_by"])
    league_note(
        access=access,
        action=LeagueAct.ADJUSTMENT_CANCELLED,
        entry=adjustment.entry,
        before={"adjustment": adjustment.pk, "points": str(adjustment.points)},
        consequences=league_follow(league=access.league, before=before),
        note=note_clean(note),
    )
    return adjustment


def _adjustment(access: LeagueAccess, adjustment_id: int) -> LeagueAdjustment:
    found = LeagueAdjustment.objects.filter(league=access.league, pk=adjustment_id)
    adjustment = found.select_related("entry").first()
    if adjustment is None:
        raise LeagueDeniedError(Denial.NO_LEAGUE)
    return adjustment


def _points(points: Decimal) -> Decimal:
    if not points.is_finite() or not points or abs(points) > POINTS_MOST:
        sentence = _("Give up to %(most)s points, or take as many away, but not none.")
        raise ValidationError({"points": sentence % {"most": POINTS_MOST}})
    if points != points.quantize(_STEP):
        raise ValidationError({"points": _("Use at most two decimals.")})
    return points.quantize(_STEP)
