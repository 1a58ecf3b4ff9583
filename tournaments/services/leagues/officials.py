"""Who helps the owner of a league, and who owns it."""

from typing import Final

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.league_access import LeagueAccess, LeagueAction, LeagueVisitor, service_access
from tournaments.league_acts import LeagueAct
from tournaments.models import League, LeagueOfficial, User
from tournaments.services.leagues.common import league_lock, league_note, league_open
from tournaments.services.leagues.settings import open_leagues_check

OFFICIALS_MAX: Final = 50
ADDRESS_MAX_LENGTH: Final = 254


@transaction.atomic
def official_add(
    *, public_id: str, visitor: LeagueVisitor, email_or_name: str, role: str
) -> LeagueOfficial:
    """Give an account an office, or another one than it has."""
    access = league_open(public_id=public_id, visitor=visitor, action=LeagueAction.MANAGE_OFFICIALS)
    league = access.league
    if role not in LeagueOfficial.Role.values:
        raise ValidationError({"role": _("Choose one of these.")})
    account = _account(email_or_name)
    if account.pk == league.owner_id:
        raise ValidationError({"email_or_name": _("The league is theirs: they may do everything.")})
    held = league.officials.filter(account=account).first()
    if held is None and league.officials.count() >= OFFICIALS_MAX:
        sentence = _("A league can have at most %(max)d helpers.") % {"max": OFFICIALS_MAX}
        raise ValidationError({"email_or_name": sentence})
    if held is not None and held.role == role:
        return held
    official, _created = LeagueOfficial.objects.update_or_create(
        league=league, account=account, defaults={"role": role}
    )
    league_note(
        access=access,
        action=LeagueAct.OFFICIAL_ADDED,
        before={"account": account.pk, "role": held.role if held is not None else None},
        after={"account": account.pk, "role": role},
    )
    return official


@transaction.atomic
def official_remove(*, public_id: str, visitor: LeagueVisitor, account_id: int) -> None:
    """Take an office away; to take one that nobody has changes nothing."""
    access = league_open(public_id=public_id, visitor=visitor, action=LeagueAction.MANAGE_OFFICIALS)
    held = access.league.officials.filter(account_id=account_id).first()
    if held is None:
        return
    held.delete()
    league_note(
        access=access,
        action=LeagueAct.OFFICIAL_REMOVED,
        before={"account": account_id, "role": held.role},
        after={"account": account_id, "role": None},
    )


@transaction.atomic
def league_owner_transfer(*, public_id: str, visitor: LeagueVisitor, account_id: int) -> League:
    """Give the league to one of its co-organizers, and stay as one. Only to somebody who organizes
    it already: nobody can be made to answer for a stranger's league."""
    access = league_open(
        public_id=public_id,
        visitor=visitor,
        action=LeagueAction.MANAGE_OFFICIALS,
        holding=lambda _league: (account_id,),
    )
    heir = access.league.officials.filter(
        account_id=account_id, role=LeagueOfficial.Role.CO_ORGANIZER, account__is_active=True
    ).first()
    if heir is None:
        raise ValidationError({"account": _("Make them a co-organizer first.")})
    before = access.league.owner
    _own(access, heir.account)
    if before is not None:
        LeagueOfficial.objects.create(
            league=access.league, account=before, role=LeagueOfficial.Role.CO_ORGANIZER
        )
    return access.league


@transaction.atomic
def league_owner_assign(*, public_id: str, actor: User, account: User, note: str) -> League:
    """Staff give a league to somebody whose owner is gone or suspended."""
    if not (actor.is_active and actor.is_staff):
        raise PermissionDenied
    league = league_lock(public_id=public_id)
    if league.owner is not None and league.owner.is_active:
        raise ValidationError(_("This league has an owner who can hand it over."), code="owned")
    if not account.is_active:
        raise ValidationError({"account": _("This account is suspended.")})
    access = LeagueAccess(league, service_access(league=league).roles, account=actor)
    _own(access, account, note=note)
    return league


def _own(access: LeagueAccess, account: User, *, note: str = "") -> None:
    league = access.league
    if league.state in (League.State.DRAFT, League.State.RUNNING):
        open_leagues_check(account=account)
    before, league.owner = league.owner_id, account
    league.save(update_fields=["owner"])
    league.officials.filter(account=account).delete()
    league_note(
        access=access,
        action=LeagueAct.OWNER_CHANGED,
        before={"owner": before},
        after={"owner": account.pk},
        note=note,
    )


def _account(email_or_name: str) -> User:
    """Whoever has this address, or this name if nobody else has it. Hidden names are not found."""
    text = " ".join(email_or_name.replace("\x00", "").split())
    active = User.objects.filter(is_active=True)
    found = list(
        active.filter(email=text.lower())
        if "@" in text
        else active.filter(display_name__iexact=text, name_hidden=False)[:2]
    )
    if not found:
        sentence = _("Nobody was found. Ask for the address or the exact name of the account.")
        raise ValidationError({"email_or_name": sentence})
    if len(found) > 1:
        sentence = _("Several accounts have this name: use the e-mail address.")
        raise ValidationError({"email_or_name": sentence})
    return found[0]
