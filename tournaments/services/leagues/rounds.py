"""Rounds: drafted, thrown away, published, taken back. Their dates are in `round_dates`.

Published rounds come before drafts: publishing a round publishes the drafts before it as well,
taking one back takes back those after it, and so does throwing a draft away.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import NoReturn

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.league import LeagueBook
from scoring.messages import Message
from tournaments.kernel_texts import message_text
from tournaments.league_access import LeagueAction, LeagueVisitor
from tournaments.league_acts import LeagueAct
from tournaments.models import Fixture, FixtureResult, League, LeagueEntry, LeagueRound, Sheet
from tournaments.selectors.league_names import league_sentence_names
from tournaments.selectors.leagues import league_book
from tournaments.services.leagues.common import league_note, league_open
from tournaments.services.leagues.draft_rows import round_write
from tournaments.services.leagues.freshness import plans_check_fresh
from tournaments.services.leagues.room import ALL_MEET_MAX
from tournaments.services.leagues.round_dates import dates_brief, dates_check, no_such_round
from tournaments.services.leagues.round_edits import round_edit

__all__ = [
    "round_discard",
    "round_edit",
    "round_publish",
    "round_unpublish",
    "rounds_draft",
]

_DRAFT, _PUBLISHED = LeagueRound.State.DRAFT, LeagueRound.State.PUBLISHED


@transaction.atomic
def rounds_draft(*, public_id: str, visitor: LeagueVisitor) -> list[LeagueRound]:
    """Draw whatever can be drawn now. While there is a draft nothing is: whoever made or changed it
    may not have done so for nothing."""
    access = league_open(public_id=public_id, visitor=visitor, action=LeagueAction.DRAW)
    league = access.league
    draft = league.rounds.filter(state=_DRAFT).order_by("number").first()
    if draft is not None:
        raise ValidationError(
            _("There is a draft of round %(number)d: publish it, or throw it away first.")
            % {"number": draft.number},
            code="draft",
        )
    _late_entries_group(league)
    book = league_book(league=league, drafts=True)
    _check_ready(league, book)
    drafts = book.next_rounds()
    rows = [round_write(league=league, draft=draft) for draft in drafts]
    if drafts[0].play_off_seeds:
        league.play_off_seeds = list(drafts[0].play_off_seeds)
        league.save(update_fields=["play_off_seeds"])
    league_note(
        access=access,
        action=LeagueAct.ROUNDS_DRAFTED,
        round=rows[0],
        after={"rounds": len(rows), "matches": sum(len(draft.pairings) for draft in drafts)},
    )
    return rows


@transaction.atomic
def round_discard(*, public_id: str, visitor: LeagueVisitor, number: int, revision: int) -> None:
    """Throw the draft of this round away, and those of the rounds after it."""
    access = league_open(public_id=public_id, visitor=visitor, action=LeagueAction.DRAW)
    league = access.league
    plans_check_fresh(league=league, revision=revision)
    rows = _rounds_of_state(league, number, _DRAFT, Q(number__gte=number))
    gone = Fixture.objects.filter(round__in=rows)
    before = {"rounds": len(rows), "matches": gone.count()}
    LeagueRound.objects.filter(pk__in=[row.pk for row in rows]).delete()
    if not league.fixtures.filter(bracket_match__isnull=False).exists():
        league.play_off_seeds = []
        league.save(update_fields=["play_off_seeds"])
    league_note(access=access, action=LeagueAct.ROUND_DISCARDED, round=number, before=before)


@transaction.atomic
def round_publish(
    *,
    public_id: str,
    visitor: LeagueVisitor,
    number: int,
    starts_at: datetime | None = None,
    deadline: datetime | None = None,
    revision: int | None = None,
) -> list[LeagueRound]:
    """Show the draft of this round to everybody, and those before it. The dates, if any are given,
    are this round's. With `revision`, what is published is what was seen."""
    access = league_open(public_id=public_id, visitor=visitor, action=LeagueAction.DRAW)
    league = access.league
    if revision is not None:
        plans_check_fresh(league=league, revision=revision)
    rows = _rounds_of_state(league, number, _DRAFT, Q(number__lte=number))
    _check_bracket_stands(league, rows)
    now = timezone.now()
    for row in rows:
        row.state, row.published_at = _PUBLISHED, now
        if row.number == number and (starts_at or deadline):
            dates_check(starts_at, deadline)
            row.starts_at, row.deadline = starts_at, deadline
        row.save(update_fields=["state", "published_at", "starts_at", "deadline"])
    league_note(
        access=access,
        action=LeagueAct.ROUND_PUBLISHED,
        round=number,
        after={"rounds": len(rows), **dates_brief(rows[-1])},
    )
    return rows


@transaction.atomic
def round_unpublish(*, public_id: str, visitor: LeagueVisitor, number: int) -> list[LeagueRound]:
    """Make this round a draft again, and those after it: as long as nobody has played, or written
    a word. Sheets on which nothing stands are dropped; what was called off stays so."""
    access = league_open(public_id=public_id, visitor=visitor, action=LeagueAction.DRAW)
    league = access.league
    rows = _rounds_of_state(league, number, _PUBLISHED, Q(number__gte=number))
    fixtures = Fixture.objects.filter(round__in=rows)
    sheets = list(Sheet.objects.select_for_update(of=("self",)).filter(fixture__round__in=rows))
    is_begun = (
        FixtureResult.objects.filter(fixture__in=fixtures).exists()
        or any(sheet.last_seq for sheet in sheets)
        or fixtures.filter(state=Fixture.State.PLAYING, sheet=None).exists()
    )
    if is_begun:
        raise ValidationError(
            _("A match has been begun, so the round cannot be taken back any more."), code="begun"
        )
    begun = fixtures.filter(state__in=(Fixture.State.PLAYING, Fixture.State.POSTPONED))
    begun.update(
        state=Fixture.State.PLANNED, sheet=None, starts_at=None, revision=F("revision") + 1
    )
    Sheet.objects.filter(pk__in=[sheet.pk for sheet in sheets]).delete()
    for row in rows:
        row.state, row.published_at = _DRAFT, None
        row.save(update_fields=["state", "published_at"])
    league_note(
        access=access,
        action=LeagueAct.ROUND_UNPUBLISHED,
        round=number,
        after={"rounds": len(rows), "sheets": len(sheets)},
    )
    return rows


def _late_entries_group(league: League) -> None:
    """Whoever came after the groups were dealt joins the smallest one that has room."""
    if league.format != League.Format.GROUPS:
        return
    entries = list(league.entries.order_by("seed", "pk"))
    active, listed = (dict.fromkeys(range(league.groups), 0) for _count in range(2))
    for entry in entries:
        if entry.group is not None:
            active[entry.group] += entry.status == LeagueEntry.Status.ACTIVE
            listed[entry.group] += 1
    for entry in entries:
        if entry.group is None:
            roomy = [group for group in active if listed[group] < ALL_MEET_MAX]
            entry.group = min(roomy, key=lambda group: (active[group], group))
            active[entry.group] += 1
            listed[entry.group] += 1
            entry.save(update_fields=["group"])


def _check_ready(league: League, book: LeagueBook) -> None:
    why_not = book.not_ready()
    if why_not is not None:
        _refuse(league, why_not)


def _refuse(league: League, why: Message) -> NoReturn:
    raise ValidationError(message_text(why, league_sentence_names(league=league)), code=why.code)


def _check_bracket_stands(league: League, rows: Sequence[LeagueRound]) -> None:
    """A corrected result may have brought others into a match that is drafted already."""
    book = league_book(league=league, drafts=True)
    for row in rows:
        if (moved := book.bracket_moved(row.number)) is not None:
            _refuse(league, moved)


def _rounds_of_state(league: League, number: int, state: str, which: Q) -> list[LeagueRound]:
    """This round, which must be in this state, and the others like it, in order."""
    rows = list(league.rounds.filter(which, state=state).order_by("number"))
    if not any(row.number == number for row in rows):
        if not league.rounds.filter(number=number).exists():
            raise ValidationError(no_such_round(number), code="no_round")
        sentence = (
            _("Round %(number)d is published.")
            if state == _DRAFT
            else _("Round %(number)d is not published.")
        )
        raise ValidationError(sentence % {"number": number}, code="round_state")
    return rows
