"""Those who ask for a place in a league, and what the organizers answer."""

from datetime import timedelta
from typing import Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.bot_directory import bot_directory
from tournaments.league_access import LeagueAccess, LeagueAction, LeagueVisitor
from tournaments.league_acts import LeagueAct
from tournaments.models import Competitor, League, LeagueApplication, LeagueEntry, Player, User
from tournaments.names import clean_display_name
from tournaments.selectors.league_rows import own_entries
from tournaments.services.leagues.common import league_note, league_open
from tournaments.services.leagues.competing import (
    Known,
    bot_check,
    entered_check,
    name_check,
    name_fault,
    name_key,
)
from tournaments.services.leagues.entries import entries_write, room_check
from tournaments.services.people import competitors_ensure, guests_create, player_of_account

WAITING_MAX: Final = 600
"""Of a league: more than can take part, and an end to what a stranger with the link can send."""
NOTE_MAX: Final = 200
State = LeagueApplication.State


def application_fields(*, league: League, account: User | None) -> tuple[str, ...]:
    """What somebody who asks for a place has to say: with an account their name is known, and of
    bots only one's own can be sent."""
    if league.is_of_bots:
        return ("bot",)
    name = () if account is not None else ("name",)
    return (*name, "partner") if league.competitors == Competitor.Kind.PAIR else name


@transaction.atomic
def application_send(
    *,
    public_id: str,
    visitor: LeagueVisitor,
    name: str = "",
    partner: str = "",
    bot: int | None = None,
    note: str = "",
) -> LeagueApplication:
    """Ask for a place. With an account one asks for oneself, under its name, or for one of one's
    own bots; without one a name will do. Asking twice is asking once."""
    access = league_open(public_id=public_id, visitor=visitor, action=LeagueAction.APPLY)
    league, account = access.league, access.account
    asked = LeagueApplication(league=league, account=account, note=" ".join(note.split()))
    if league.is_of_bots:
        asked.bot = _own_bot(league, account, bot)
        asked.name = account.public_name if account is not None else ""
    else:
        asked.name = account.public_name if account is not None else clean_display_name(name)
        if league.competitors == Competitor.Kind.PAIR:
            asked.partner = clean_display_name(partner)
        _check_names(league, asked)
    if len(asked.note) > NOTE_MAX or "\x00" in asked.note:
        sentence = _("Please use at most %(max)d characters.") % {"max": NOTE_MAX}
        raise ValidationError({"note": sentence})
    waiting = league.applications.filter(state=State.WAITING)
    before = next((one for one in waiting if _same(one, asked)), None)
    if before is not None:
        return before
    if len(waiting) >= WAITING_MAX:
        raise ValidationError(
            _("Too many wait for an answer already: ask the organizer."), code="full"
        )
    asked.save()
    league_note(access=access, action=LeagueAct.APPLIED, after={"application": asked.pk})
    return asked


@transaction.atomic
def application_accept(
    *, public_id: str, visitor: LeagueVisitor, application_id: int
) -> LeagueEntry:
    """Enter whoever asked. Accepted twice is accepted once."""
    access, asked = _open(public_id, visitor, application_id)
    if asked.state == State.ACCEPTED and asked.entry is not None:
        return asked.entry
    _require_waiting(asked)
    assert access.account is not None  # only accounts organize
    room_check(league=access.league, more=1)
    competitor = _competitor(asked, Known(access.league, access.account))
    (entry,) = entries_write(league=access.league, competitors=[competitor])
    _decide(access, asked, State.ACCEPTED, entry=entry)
    return entry


@transaction.atomic
def application_decline(
    *, public_id: str, visitor: LeagueVisitor, application_id: int, note: str = ""
) -> None:
    """Say no. Declined twice is declined once."""
    access, asked = _open(public_id, visitor, application_id)
    if asked.state == State.DECLINED:
        return
    _require_waiting(asked)
    _decide(access, asked, State.DECLINED, note=note)


def applications_prune(*, older_than: timedelta) -> int:
    """Forget those who were answered long ago, and those who wait for a league that is over: they
    are names of people who may not even know the site. Returns how many."""
    long_ago = timezone.now() - older_than
    over = Q(league__state__in=(League.State.FINISHED, League.State.CANCELLED))
    waits_in_vain = Q(state=State.WAITING, created_at__lt=long_ago) & over
    gone, _details = LeagueApplication.objects.filter(
        Q(decided_at__lt=long_ago) | waits_in_vain
    ).delete()
    return gone


def _open(
    public_id: str, visitor: LeagueVisitor, application_id: int
) -> tuple[LeagueAccess, LeagueApplication]:
    access = league_open(
        public_id=public_id,
        visitor=visitor,
        action=LeagueAction.MANAGE_ENTRIES,
        holding=lambda league: league.applications.filter(
            pk=application_id, account__isnull=False
        ).values_list("account_id", flat=True),
    )
    found = access.league.applications.select_related("account", "bot", "entry")
    asked = found.filter(pk=application_id).first()
    if asked is None:
        raise ValidationError(_("Nobody asks for this place any more."), code="gone")
    return access, asked


def _require_waiting(asked: LeagueApplication) -> None:
    if asked.state != State.WAITING:
        raise ValidationError(_("Somebody has answered this already."), code="answered")


def _decide(
    access: LeagueAccess,
    asked: LeagueApplication,
    state: str,
    *,
    entry: LeagueEntry | None = None,
    note: str = "",
) -> None:
    asked.state, asked.entry, asked.decided_at = state, entry, timezone.now()
    asked.save(update_fields=["state", "entry", "decided_at"])
    is_in = entry is not None
    league_note(
        access=access,
        action=LeagueAct.APPLICATION_ACCEPTED if is_in else LeagueAct.APPLICATION_DECLINED,
        entry=entry,
        before={"application": asked.pk, "state": State.WAITING},
        after={"application": asked.pk, "state": state},
        note=note,
    )


def _competitor(asked: LeagueApplication, known: Known) -> Competitor:
    if asked.bot is not None:
        bot_check(known=known, competitor=asked.bot)
        return asked.bot
    people = []
    if asked.account is not None:
        people.append(player_of_account(account=asked.account))
    names = [asked.partner] if asked.account is not None else [asked.name, asked.partner]
    people += [_person(known, name) for name in names if name]
    entered_check(known=known, people=people)
    (competitor,) = competitors_ensure(sides=[tuple(people)], actor=known.actor)
    return competitor


def _person(known: Known, name: str) -> Player:
    """By name, as if the organizer had typed it in; but never somebody with an account, who can
    ask for themselves: a stranger must not put them on a list."""
    guests = [player for player in known.named(name) if player.account_id is None]
    fault = name_fault(known=known, name=name) if guests else None
    if fault is not None:
        raise ValidationError({"name": fault})
    return guests[0] if guests else guests_create(names=[name], actor=known.actor)[0]


def _own_bot(league: League, account: User | None, bot: int | None) -> Competitor:
    """One of the account's own that can play by the league's rules."""
    directory = bot_directory()
    own = directory.competitors_of(account=account) if account is not None else ()
    if bot is None or bot not in own:
        raise ValidationError({"bot": _("Choose one of your bots.")})
    hindered = directory.hindrances(competitors=[bot], profile=league.profile)
    if bot in hindered:
        raise ValidationError({"bot": hindered[bot]})
    if league.entries.filter(competitor=bot).exists():
        raise ValidationError({"bot": _("This bot is entered already.")})
    return Competitor.objects.get(pk=bot)


def _check_names(league: League, asked: LeagueApplication) -> None:
    faults: dict[str, str] = {}
    fields = {"name": asked.name}
    if league.competitors == Competitor.Kind.PAIR:
        fields["partner"] = asked.partner
    if asked.account is not None:
        del fields["name"]  # the account has it
        if own_entries(league=league, account=asked.account):
            faults["name"] = _("You are entered already.")
    faults |= {field: fault for field, name in fields.items() if (fault := name_check(name))}
    if asked.partner and name_key(asked.partner) == name_key(asked.name):
        faults.setdefault("partner", _("A pair needs two different people."))
    if faults:
        raise ValidationError(faults)


def _same(one: LeagueApplication, other: LeagueApplication) -> bool:
    """Whether two ask for the same place: an account asks once, a bot's for each bot."""
    if other.bot is not None or one.bot_id is not None:
        return one.bot_id == other.bot_id
    if one.account_id is not None or other.account_id is not None:
        return one.account_id == other.account_id
    names = ({name_key(who.name), name_key(who.partner)} for who in (one, other))
    return next(names) == next(names)
