"""How a league begins and ends."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.pairing import snake_groups
from tournaments.league_access import LeagueAccess, LeagueAction, LeagueVisitor
from tournaments.league_acts import LeagueAct
from tournaments.league_spec import rounds_usual
from tournaments.models import Fixture, League, LeagueEntry, LeagueRound
from tournaments.selectors.leagues import league_book
from tournaments.services.leagues.common import league_note, league_open
from tournaments.services.leagues.room import size_fault

_DECIDED = (Fixture.State.CONFIRMED, Fixture.State.CANCELLED)


@transaction.atomic
def league_start(*, public_id: str, visitor: LeagueVisitor, note: str = "") -> League:
    """Begin: from now on rounds can be drawn. Groups are dealt by seed, and a Swiss league without
    a number of rounds gets the usual one."""
    access = league_open(public_id=public_id, visitor=visitor, action=LeagueAction.START)
    league = access.league
    entries = list(league.entries.order_by("seed", "pk"))
    _check_size(league, len(entries))
    after: dict[str, object] = {"entries": len(entries)}
    if league.format == League.Format.SWISS and not league.rounds_planned:
        league.rounds_planned = after["rounds_planned"] = rounds_usual(len(entries))
    if league.format == League.Format.GROUPS:
        _groups_deal(entries, league.groups)
    league.started_at = timezone.now()
    return _move(access, League.State.RUNNING, LeagueAct.STARTED, note, after)


@transaction.atomic
def league_finish(*, public_id: str, visitor: LeagueVisitor, note: str = "") -> League:
    """End it: the places are final. Whatever was published must have a result, or be called off;
    to end before everything planned was played takes a note."""
    access = league_open(public_id=public_id, visitor=visitor, action=LeagueAction.FINISH)
    league = access.league
    draft = league.rounds.filter(state=LeagueRound.State.DRAFT).order_by("number").first()
    if draft is not None:
        raise ValidationError(
            _("Publish round %(number)d first, or throw its draft away.")
            % {"number": draft.number},
            code="draft",
        )
    undecided = league.fixtures.exclude(state__in=_DECIDED).count()
    if undecided:
        sentence = ngettext(
            "%(count)d match has no final result yet: enter it, or say that it is not played.",
            "%(count)d matches have no final result yet: enter them, or say that they are not "
            "played.",
            undecided,
        )
        raise ValidationError(sentence % {"count": undecided}, code="undecided")
    if not note and not league_book(league=league).is_complete():
        sentence = _(
            "Not everything has been played that was planned: say why the league ends now."
        )
        raise ValidationError({"note": sentence}, code="early")
    league.finished_at = timezone.now()
    return _move(access, League.State.FINISHED, LeagueAct.FINISHED, note)


@transaction.atomic
def league_reopen(*, public_id: str, visitor: LeagueVisitor, note: str = "") -> League:
    """Go on: for a result that was wrong, or a round that somebody still wants to play."""
    access = league_open(public_id=public_id, visitor=visitor, action=LeagueAction.REOPEN)
    access.league.finished_at = None
    return _move(access, League.State.RUNNING, LeagueAct.REOPENED, note)


@transaction.atomic
def league_call_off(*, public_id: str, visitor: LeagueVisitor, note: str = "") -> League:
    """Give it up. What was played stays readable, and nothing more is."""
    access = league_open(public_id=public_id, visitor=visitor, action=LeagueAction.CALL_OFF)
    access.league.finished_at = timezone.now()
    return _move(access, League.State.CANCELLED, LeagueAct.CALLED_OFF, note)


def _move(
    access: LeagueAccess,
    state: League.State,
    act: LeagueAct,
    note: str,
    after: dict[str, object] | None = None,
) -> League:
    league = access.league
    before, league.state = league.state, state
    league.save(update_fields=["state", "started_at", "finished_at", "rounds_planned"])
    league_note(
        access=access,
        action=act,
        before={"state": before},
        after={"state": state, **(after or {})},
        note=note,
    )
    return league


def _check_size(league: League, size: int) -> None:
    if size < 2:
        raise ValidationError(_("Enter at least two first."), code="too_few")
    fault = size_fault(league=league, size=size)
    if fault is not None:
        raise ValidationError(fault, code="full")
    if league.format != League.Format.GROUPS:
        return
    needed = league.groups * max(2, league.qualifiers)
    if size < needed:
        raise ValidationError(
            _("%(groups)d groups of whom %(qualifiers)d go on need at least %(needed)d entries.")
            % {"groups": league.groups, "qualifiers": league.qualifiers, "needed": needed},
            code="too_few",
        )


def _groups_deal(entries: list[LeagueEntry], groups: int) -> None:
    dealt = snake_groups([entry.pk for entry in entries], groups)
    group_of = {pk: number for number, group in enumerate(dealt) for pk in group}
    for entry in entries:
        entry.group = group_of[entry.pk]
    LeagueEntry.objects.bulk_update(entries, ["group"])
