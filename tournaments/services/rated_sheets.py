"""Matches of people count on a ladder if both sides wish it: once, while they are confirmed.

A pair is a side of two members: each of them has a rating of their own, alone and with whomever.
"""

import uuid

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from scoring.elo import PairScores
from scoring.ladder import Member
from tournaments.live.notify import live_notify
from tournaments.live.topics import sheet_topic
from tournaments.models import Ladder, Sheet, SheetResult, SheetWish, User
from tournaments.results import RatedResult, sheet_source
from tournaments.selectors.rated_sheets import (
    sheet_ladder,
    sheet_obstacle,
    sheet_side_is_own,
)
from tournaments.services.people import competitor_of_player
from tournaments.services.ratings import rating_result_record, rating_result_void
from tournaments.services.sheets import sheet_lock, sheet_players_hold
from tournaments.sheet_access import (
    SIDES,
    Denial,
    SheetDeniedError,
    Visitor,
    require_read,
    sheet_access,
)


@transaction.atomic
def sheet_wish_give(*, public_id: uuid.UUID, visitor: Visitor, side: int) -> Sheet:
    """Let a side wish that its match is rated; if the other one does and the match is confirmed, it
    is, at once. Wishing again changes nothing."""
    sheet = _sheet_of_own_side(public_id, visitor, side)
    ladder = sheet_ladder(sheet=sheet)
    obstacle = sheet_obstacle(sheet=sheet, ladder=ladder)
    if obstacle is not None:
        raise ValidationError(obstacle.sentence, code=obstacle.value)
    SheetWish.objects.get_or_create(sheet=sheet, side=side, defaults={"by": visitor.account})
    sheet_result_rate(sheet=sheet)
    live_notify(sheet_topic(sheet.public_id))
    return sheet


@transaction.atomic
def sheet_wish_take_back(*, public_id: uuid.UUID, visitor: Visitor, side: int) -> Sheet:
    """Wish no longer, as long as the match is not rated. Either of two partners can."""
    sheet = _sheet_of_own_side(public_id, visitor, side)
    if _counting(sheet).exclude(ladder_entry=None).exists():
        raise ValidationError(
            _(
                "This match is rated already. "
                "If its result is wrong, reopen it: both sides have to agree to that."
            ),
            code="counts",
        )
    sheet.wishes.filter(side=side).delete()
    live_notify(sheet_topic(sheet.public_id))
    return sheet


def sheet_result_rate(*, sheet: Sheet) -> None:
    """Rate a confirmed match that both sides wish to be rated, unless it is; in the transaction
    that has locked the sheet."""
    result = _counting(sheet).filter(ladder_entry=None).first()
    if result is None or sheet.wishes.count() < len(SIDES):
        return
    ladder = sheet_ladder(sheet=sheet)
    if ladder is None or sheet_obstacle(sheet=sheet, ladder=ladder) is not None:
        return
    sheet_players_hold(sheet=sheet)
    result.ladder_entry = rating_result_record(result=_rated(sheet, result, ladder))
    result.save(update_fields=["ladder_entry"])


def sheet_result_unrate(*, sheet: Sheet, result: SheetResult) -> None:
    """A result that is void counts on no ladder either."""
    if result.ladder_entry_id is not None:
        rating_result_void(source=sheet_source(str(sheet.public_id), result.confirmed_seq))


def _sheet_of_own_side(public_id: uuid.UUID, visitor: Visitor, side: int) -> Sheet:
    """The sheet, locked, if the visitor sits on this side of it. The account comes first, as when
    it is erased: each would wait for the other otherwise."""
    if visitor.account is not None:
        User.objects.select_for_update(no_key=True).filter(pk=visitor.account.pk).first()
    sheet = sheet_lock(public_id=public_id)
    require_read(sheet_access(sheet=sheet, visitor=visitor))
    if not sheet_side_is_own(sheet=sheet, side=side, visitor=visitor):
        raise SheetDeniedError(Denial.NOT_YOUR_SIDE)
    return sheet


def _rated(sheet: Sheet, result: SheetResult, ladder: Ladder) -> RatedResult:
    """A match is one result, however long it was: won, lost or level."""
    sides = sorted(result.sides.all(), key=lambda side: side.number)
    return RatedResult(
        ladder_id=ladder.pk,
        source=sheet_source(str(sheet.public_id), result.confirmed_seq),
        sides=tuple(
            tuple(
                Member(competitor_of_player(player=seat.player).pk)
                for seat in sheet.seats.all()
                if seat.side == side.number and seat.player is not None
            )
            for side in sides
        ),
        scores=PairScores.of_points([int(side.won) for side in sides]),
        points=tuple(side.points for side in sides),
        games=result.hands_count,
    )


def _counting(sheet: Sheet) -> QuerySet[SheetResult]:
    return SheetResult.objects.filter(sheet=sheet, voided_at=None)
