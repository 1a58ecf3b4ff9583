"""A guest becomes an account's player: everything that pointed to the guest points to it then.

What must move is read from the models themselves, so that a new table with a foreign key to a
player, a pair or a competitor is moved without anybody having to remember it. Only what a plain
"now point there" cannot do is written by hand:

* pairs, which must stay in order and may become equal to a pair that exists: `_pairs_move`;
* competitors, of which a player or a pair has one: `_competitor_move`. One that has been rated
  stays itself, because what reached a ladder is never changed;
* the lists of people to play with: `player_claim`.

A claim that would make one person two at the same table is refused, and so is one that would give
one person two ratings: `_OBJECTIONS`.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.db.models import Model, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import (
    Competitor,
    Encounter,
    League,
    Pair,
    Player,
    Rating,
    RatingEvent,
    SheetSeat,
    User,
)
from tournaments.references import references_to

# One claim at a time: two that share a pair would wait for each other for ever.
_CLAIM_LOCK = 0x636C61696D
# What is moved by hand, by model and the name of its foreign key.
BY_HAND: set[tuple[type[Model], str]] = {
    (Pair, "first"),
    (Pair, "second"),
    (Competitor, "player"),
    (Competitor, "pair"),
    (RatingEvent, "competitor"),
    (Rating, "competitor"),
    (Encounter, "competitor"),
    (Encounter, "opponent"),
}


def claims_lock() -> None:
    """Wait until no other claim is under way, then keep others waiting until this one is done.

    Taken before any row, so that whoever holds a row's lock never waits for this one.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_CLAIM_LOCK])


@transaction.atomic
def player_claim(*, player_id: int, account: User) -> Player:
    """Give a guest's results to an account; returns the account's player, which holds them."""
    claims_lock()
    # Nobody makes a player for this account meanwhile: it would be a second one.
    User.objects.select_for_update(no_key=True).get(pk=account.pk)
    rows = Player.objects.select_for_update(of=("self",)).order_by("pk")
    found = list(rows.filter(Q(pk=player_id) | Q(account=account)))
    guest = next((row for row in found if row.pk == player_id), None)
    own = next((row for row in found if row.account_id == account.pk), None)
    if guest is None or guest.account_id is not None:
        raise ValidationError(_("Somebody has claimed this player already."), code="claimed")
    if own is None:
        guest.account = account
        guest.name = ""
        guest.save(update_fields=["account", "name"])
        guest.known_by.remove(account)
        return guest
    for objection in _OBJECTIONS:
        if objection.applies(guest, own):
            raise ValidationError(str(objection.sentence), code=objection.code)
    _pairs_move(guest, own)
    _competitor_move(guest, own)
    _references_move(guest, own)
    own.known_by.add(*guest.known_by.exclude(pk=account.pk))
    guest.delete()
    return own


def _are_a_pair(guest: Player, own: Player) -> bool:
    return Pair.objects.filter(first__in=(guest, own), second__in=(guest, own)).exists()


def _share_a_sheet(guest: Player, own: Player) -> bool:
    sheets = SheetSeat.objects.filter(player=own).values("sheet")
    return SheetSeat.objects.filter(player=guest, sheet__in=sheets).exists()


def _share_a_league(guest: Player, own: Player) -> bool:
    """Each alone or with a partner: one person would be entered there twice."""
    return _leagues_of(guest).filter(pk__in=_leagues_of(own).values("pk")).exists()


def _leagues_of(player: Player) -> QuerySet[League]:
    alone = Q(entries__competitor__player=player)
    first = Q(entries__competitor__pair__first=player)
    return League.objects.filter(alone | first | Q(entries__competitor__pair__second=player))


def _are_both_rated(guest: Player, own: Player) -> bool:
    """A guest has been rated if it was an account's once, which is gone."""
    return all(_is_rated(Competitor.objects.filter(player=one).first()) for one in (guest, own))


def _is_rated(competitor: Competitor | None) -> bool:
    return competitor is not None and competitor.rating_events.exists()


@dataclass(frozen=True)
class _Objection:
    """Why a guest and an account's player cannot become one."""

    code: str
    applies: Callable[[Player, Player], bool]
    sentence: Promise


_SAME_TABLE = gettext_lazy(
    "You and this player have sat at the same table, so you cannot be one person. "
    "Ask whoever sent you the link to check whom they meant."
)
_OBJECTIONS = (
    _Objection("same_table", _are_a_pair, _SAME_TABLE),
    _Objection("same_table", _share_a_sheet, _SAME_TABLE),
    _Objection(
        "same_league",
        _share_a_league,
        gettext_lazy(
            "You and this player are entered in the same league, so you cannot be one person. "
            "If you are, ask its organizer to take one of the two entries off the list."
        ),
    ),
    _Objection(
        "both_rated",
        _are_both_rated,
        gettext_lazy(
            "You and this player have both been rated on a ladder, and two ratings cannot become "
            "one. This player's results stay where they are."
        ),
    ),
)


def _pairs_move(guest: Player, own: Player) -> None:
    pairs = Pair.objects.select_for_update(of=("self",)).order_by("pk")
    for pair in pairs.filter(Q(first=guest) | Q(second=guest)):
        partner_id = pair.second_id if pair.first_id == guest.pk else pair.first_id
        first_id, second_id = sorted((own.pk, partner_id))
        existing = Pair.objects.filter(first_id=first_id, second_id=second_id).first()
        if existing is None:
            pair.first_id, pair.second_id = first_id, second_id
            pair.save(update_fields=["first", "second"])
        else:
            _competitor_move(pair, existing)
            _references_move(pair, existing)
            pair.delete()


def _competitor_move(old: Player | Pair, new: Player | Pair) -> None:
    """One of two competitors stays: the new one's, unless only the old one's has been rated."""
    field = "player" if isinstance(old, Player) else "pair"
    locked = Competitor.objects.select_for_update(of=("self",)).order_by("pk")
    found = {
        getattr(one, f"{field}_id"): one for one in locked.filter(**{f"{field}__in": (old, new)})
    }
    moving, staying = found.get(old.pk), found.get(new.pk)
    if moving is None:
        return
    if staying is not None and not _is_rated(moving):
        _references_move(moving, staying)
        moving.delete()
        return
    if staying is not None:
        _references_move(staying, moving)
        staying.delete()
    setattr(moving, field, new)
    moving.save(update_fields=[field])


def _references_move(old: Model, new: Model) -> None:
    """Let every foreign key that points to the old row point to the new one."""
    for reference in references_to(type(old)):
        if (reference.model, reference.field) not in BY_HAND:
            reference.to(old).update(**{reference.field: new})
