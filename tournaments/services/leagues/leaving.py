"""Those who leave a league under way, and those who come back."""

from enum import StrEnum

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments.league_access import LeagueAccess, LeagueAction, LeagueVisitor
from tournaments.league_acts import LeagueAct
from tournaments.league_results import Kind, Outcome, Winner
from tournaments.models import Fixture, League, LeagueEntry
from tournaments.selectors.league_sides import fixtures_with_people
from tournaments.selectors.leagues import league_book
from tournaments.services.leagues.common import league_note, league_open
from tournaments.services.leagues.entries import drafts_check, entry_get
from tournaments.services.leagues.result_rows import result_write
from tournaments.services.leagues.settlements import fixture_apply, league_follow

Status = LeagueEntry.Status
_UNPLAYED = (Fixture.State.PLANNED, Fixture.State.PLAYING, Fixture.State.POSTPONED)


class Remaining(StrEnum):
    """What becomes of the published matches that somebody who leaves has not played."""

    FORFEIT = "forfeit"
    """The opponents win them without playing."""
    CANCEL = "cancel"
    """They are not played, and count for nobody."""


@transaction.atomic
def entry_withdraw(
    *, public_id: str, visitor: LeagueVisitor, entry_id: int, remaining: str, note: str = ""
) -> LeagueEntry:
    """Somebody stops playing. What was played stands; they are not drawn any more."""
    access = _open(public_id, visitor)
    entry = entry_get(league=access.league, entry_id=entry_id)
    if entry.status != Status.ACTIVE:
        return entry
    if remaining not in set(Remaining):
        raise ValidationError({"remaining": _("Choose one of these.")})
    entry.status = Status.WITHDRAWN
    return _leave(access, entry, LeagueAct.ENTRY_WITHDRAWN, Remaining(remaining), note)


@transaction.atomic
def entry_disqualify(
    *, public_id: str, visitor: LeagueVisitor, entry_id: int, annul: bool, note: str
) -> LeagueEntry:
    """Somebody is sent away. If their results are annulled, all their matches count for nobody;
    otherwise what was played stands and the opponents win the rest without playing."""
    access = _open(public_id, visitor)
    entry = entry_get(league=access.league, entry_id=entry_id)
    if entry.status == Status.DISQUALIFIED and entry.annulled == annul:
        return entry
    if not note:
        raise ValidationError({"note": _("Say why, in a few words.")})
    remaining = Remaining.CANCEL if annul else Remaining.FORFEIT
    entry.status, entry.annulled = Status.DISQUALIFIED, annul
    return _leave(access, entry, LeagueAct.ENTRY_DISQUALIFIED, remaining, note)


@transaction.atomic
def entry_return(
    *, public_id: str, visitor: LeagueVisitor, entry_id: int, note: str = ""
) -> LeagueEntry:
    """Somebody who left plays again, from the next round that is drawn. Matches that were forfeited
    meanwhile stay so, unless an organizer corrects them one by one."""
    access = _open(public_id, visitor)
    entry = entry_get(league=access.league, entry_id=entry_id)
    if entry.status == Status.ACTIVE:
        return entry
    book, before = league_book(league=access.league), _standing(entry)
    entry.status, entry.annulled = Status.ACTIVE, False
    entry.save(update_fields=["status", "annulled"])
    league_note(
        access=access,
        action=LeagueAct.ENTRY_RETURNED,
        entry=entry,
        before=before,
        after=_standing(entry),
        consequences=league_follow(league=access.league, before=book),
        note=note,
    )
    return entry


def _open(public_id: str, visitor: LeagueVisitor) -> LeagueAccess:
    access = league_open(public_id=public_id, visitor=visitor, action=LeagueAction.MANAGE_ENTRIES)
    if access.league.state != League.State.RUNNING:
        sentence = _("The league has not begun: take them off the list instead.")
        raise ValidationError(sentence, code="not_begun")
    drafts_check(league=access.league)
    return access


def _leave(
    access: LeagueAccess, entry: LeagueEntry, act: LeagueAct, remaining: Remaining, note: str
) -> LeagueEntry:
    """Save what the entry has become, and decide its matches."""
    book = league_book(league=access.league)
    before = _standing(LeagueEntry.objects.get(pk=entry.pk))
    entry.save(update_fields=["status", "annulled"])
    ended = _end_matches(access, entry, remaining, note)
    league_note(
        access=access,
        action=act,
        entry=entry,
        before=before,
        after={**_standing(entry), "remaining": remaining, "matches": ended},
        consequences=league_follow(league=access.league, before=book),
        note=note,
    )
    return entry


def _standing(entry: LeagueEntry) -> dict[str, object]:
    return {"status": entry.status, "annulled": entry.annulled}


def _end_matches(
    access: LeagueAccess, entry: LeagueEntry, remaining: Remaining, note: str
) -> list[str]:
    """Decide what is left to play; what somebody has entered already was played, and stays."""
    fixtures = fixtures_with_people().filter(
        Q(first=entry) | Q(second=entry), league=access.league, state__in=_UNPLAYED
    )
    ended = []
    for fixture in fixtures.order_by("round__number", "place"):
        fixture.league = access.league
        if remaining is Remaining.CANCEL:
            fixture_apply(fixture=fixture, state=Fixture.State.CANCELLED, result=fixture.result)
        else:
            result = result_write(
                access=access, fixture=fixture, outcome=_forfeit(fixture), note=note
            )
            fixture_apply(fixture=fixture, state=Fixture.State.CONFIRMED, result=result)
        ended.append(fixture.public_id)
    return ended


def _forfeit(fixture: Fixture) -> Outcome:
    """Whoever is gone was not there; perhaps both are."""
    first, second = (one.status != Status.ACTIVE for one in (fixture.first, fixture.second))
    winner = Winner.SECOND if first else Winner.FIRST
    return Outcome(
        Kind.FORFEIT, Winner.NOBODY if first and second else winner, absent=(first, second)
    )
