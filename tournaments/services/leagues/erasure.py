"""What becomes of leagues when an account is erased.

A league goes to whoever has been its co-organizer longest. If there is none it stays as it is, to
be read, until somebody of the staff hands it on (`officials.league_owner_assign`). Results and the
log stay and forget who wrote them; what was only the account's own word, such as asking for a
place, goes.
"""

from django.db.models import Q, QuerySet

from tournaments.league_access import service_access
from tournaments.league_acts import LeagueAct
from tournaments.models import League, LeagueApplication, LeagueOfficial, Player, User
from tournaments.services.leagues.common import league_note
from tournaments.services.people import guests_hand_over


def leagues_of_account_hold(*, account: User) -> None:
    """Lock them before the account is: everybody else who changes a league locks it first, too."""
    list(_organized(account).select_for_update(of=("self",), no_key=True).order_by("pk"))


def leagues_of_account_erase(*, account: User) -> None:
    """Hand on what can be handed on, inside the transaction that erases the account."""
    for league in _organized(account).order_by("pk"):
        heir = _heir(league, account)
        if heir is not None:
            guests_hand_over(players=_guests(league, account), to=heir)
        if league.owner_id == account.pk:
            _pass_on(league, heir)
    mine = LeagueApplication.objects.filter(account=account)
    mine.filter(state=LeagueApplication.State.WAITING).delete()
    mine.update(name="", partner="", note="", account=None)


def _organized(account: User) -> QuerySet[League]:
    helped = account.league_offices.filter(role=LeagueOfficial.Role.CO_ORGANIZER)
    return League.objects.filter(Q(owner=account) | Q(pk__in=helped.values("league")))


def _heir(league: League, account: User) -> User | None:
    """Whoever answers for the league when the account is gone."""
    if league.owner is not None and league.owner_id != account.pk:
        return league.owner
    helpers = league.officials.filter(
        role=LeagueOfficial.Role.CO_ORGANIZER, account__is_active=True
    ).exclude(account=account)
    first = helpers.select_related("account").order_by("added_at", "pk").first()
    return None if first is None else first.account


def _guests(league: League, account: User) -> QuerySet[Player]:
    """Whom the account has entered there by name; they must not lose it in the middle of a league
    that goes on."""
    entered = Player.objects.filter(created_by=account, account=None)
    return entered.filter(
        Q(competitor__league_entries__league=league)
        | Q(pairs_as_first__competitor__league_entries__league=league)
        | Q(pairs_as_second__competitor__league_entries__league=league)
    ).distinct()


def _pass_on(league: League, heir: User | None) -> None:
    before, league.owner = league.owner_id, heir
    league.save(update_fields=["owner"])
    if heir is not None:
        league.officials.filter(account=heir).delete()
    league_note(
        access=service_access(league=league),
        action=LeagueAct.OWNER_CHANGED,
        before={"owner": before},
        after={"owner": heir.pk if heir is not None else None},
    )
