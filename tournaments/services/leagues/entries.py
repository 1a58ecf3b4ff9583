"""Who takes part: entered by the organizers, resting, taken off the list again.

Those who leave while the league is under way are in `leaving`, lists in `entry_import`, the order
in `seeding`.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F, Max
from django.utils.translation import gettext as _

from tournaments.league_access import LeagueAction, LeagueVisitor
from tournaments.league_acts import LeagueAct
from tournaments.models import Competitor, League, LeagueEntry, LeagueRound
from tournaments.services.leagues.common import league_note, league_open
from tournaments.services.leagues.competing import (
    Known,
    bot_check,
    bot_found,
    competitor_chosen,
    competitor_named,
)
from tournaments.services.leagues.freshness import plans_check_fresh
from tournaments.services.leagues.room import size_fault
from tournaments.services.people import competitor_forget

ROUNDS_MAX: Final = 1_000
_SEATS: Final = {Competitor.Kind.PERSON: 1, Competitor.Kind.PAIR: 2, Competitor.Kind.BOT: 1}


@transaction.atomic
def entry_add(
    *,
    public_id: str,
    visitor: LeagueVisitor,
    names: Sequence[str] = (),
    competitor_id: int | None = None,
) -> LeagueEntry:
    """Enter somebody: by name (a pair by two; a bot by its name or the address of its page), or a
    competitor that the organizer has chosen. Once the league is under way they play from the next
    round on."""
    access = league_open(public_id=public_id, visitor=visitor, action=LeagueAction.MANAGE_ENTRIES)
    league = access.league
    assert access.account is not None  # only accounts organize
    room_check(league=league, more=1)
    known = Known(league, access.account)
    if competitor_id is not None:
        competitor = competitor_chosen(known=known, competitor_id=competitor_id)
    elif len(names) != _SEATS[Competitor.Kind(league.competitors)]:
        raise ValidationError({"name": _("Say who it is: a name is enough.")})
    elif league.is_of_bots:
        competitor = bot_found(league=league, text=names[0])
        bot_check(known=known, competitor=competitor)
    else:
        competitor = competitor_named(known=known, names=names)
    (entry,) = entries_write(league=league, competitors=[competitor])
    league_note(access=access, action=LeagueAct.ENTRY_ADDED, entry=entry, after=entry_facts(entry))
    return entry


@transaction.atomic
def entry_remove(*, public_id: str, visitor: LeagueVisitor, entry_id: int) -> None:
    """Take somebody off the list before the league begins; whoever leaves later, withdraws."""
    access = league_open(public_id=public_id, visitor=visitor, action=LeagueAction.MANAGE_ENTRIES)
    league = access.league
    if league.state != League.State.DRAFT:
        raise ValidationError(_("The league has begun: let them withdraw."), code="begun")
    entry = league.entries.filter(pk=entry_id).first()
    if entry is None:  # somebody else was faster
        return
    facts = entry_facts(entry)
    league_note(access=access, action=LeagueAct.ENTRY_REMOVED, entry=entry, before=facts)
    entry.delete()
    competitor_forget(competitor=entry.competitor)
    league.entries.filter(seed__gt=facts["seed"]).update(seed=F("seed") - 1)


@transaction.atomic
def entry_rest_set(
    *,
    public_id: str,
    visitor: LeagueVisitor,
    entry_id: int,
    rounds: Iterable[int],
    revision: int,
) -> LeagueEntry:
    """Which rounds somebody sits out. Rounds that are drawn stay as they are drawn."""
    access = league_open(public_id=public_id, visitor=visitor, action=LeagueAction.MANAGE_ENTRIES)
    league = access.league
    entry = entry_get(league=league, entry_id=entry_id)
    before, after = sorted(entry.rests), sorted(set(rounds))
    if before == after:
        return entry
    plans_check_fresh(league=league, revision=revision)
    if any(number not in range(1, ROUNDS_MAX) for number in after):
        raise ValidationError({"rounds": _("Rounds are numbered from 1.")})
    drawn = set(league.rounds.values_list("number", flat=True))
    late = sorted((set(before) ^ set(after)) & drawn)
    if late:
        sentence = _("Round %(number)d is drawn already.") % {"number": late[0]}
        raise ValidationError({"rounds": sentence})
    entry.rests = after
    entry.save(update_fields=["rests"])
    league_note(
        access=access,
        action=LeagueAct.ENTRY_RESTS,
        entry=entry,
        before={"rests": before},
        after={"rests": after},
    )
    return entry


def entries_write(*, league: League, competitors: Sequence[Competitor]) -> list[LeagueEntry]:
    """Enter these behind the last; `room_check` first. Whoever calls this notes it in the log. Late
    entries get their group when the next round is drawn."""
    last = league.entries.aggregate(last=Max("seed"))["last"] or 0
    joined = _next_round(league)
    entries = [
        LeagueEntry(league=league, competitor=one, seed=seed, joined_round=joined)
        for seed, one in enumerate(competitors, start=last + 1)
    ]
    return LeagueEntry.objects.bulk_create(entries)


def room_check(*, league: League, more: int) -> None:
    """Whether so many can still be entered: there is an end to it, and a drawn bracket is full."""
    fault = size_fault(league=league, size=league.entries.count() + more)
    if fault is not None:
        raise ValidationError(fault, code="full")
    drafts_check(league=league)
    if league.fixtures.filter(bracket_match__isnull=False).exists():
        raise ValidationError(
            _("The bracket is drawn: nobody can be entered any more."), code="bracket"
        )


def drafts_check(*, league: League) -> None:
    """Drafts were drawn for those who were there: they would leave somebody out, or name somebody
    who is gone."""
    draft = league.rounds.filter(state=LeagueRound.State.DRAFT).order_by("number").first()
    if draft is not None:
        raise ValidationError(
            _("Round %(number)d is drafted for those on the list now: throw the draft away first.")
            % {"number": draft.number},
            code="drafted",
        )


def entry_get(*, league: League, entry_id: int) -> LeagueEntry:
    """An entry of this league, or a refusal."""
    entry = league.entries.filter(pk=entry_id).first()
    if entry is None:
        raise ValidationError(_("This entry is not on the list any more."), code="gone")
    return entry


def entry_facts(entry: LeagueEntry) -> dict[str, int]:
    """What the log keeps of an entry: no names, which people may change and take with them."""
    return {
        "competitor": entry.competitor_id,
        "seed": entry.seed,
        "joined_round": entry.joined_round,
    }


def _next_round(league: League) -> int:
    last = league.rounds.aggregate(last=Max("number"))["last"] or 0
    return int(last) + 1
