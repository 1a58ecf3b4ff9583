"""Opening score sheets, sharing them, and handing them over."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.live.notify import live_notify
from tournaments.live.topics import sheet_topic
from tournaments.models import (
    Player,
    RuleSetVersion,
    Sheet,
    SheetLink,
    SheetSeat,
    SheetSide,
    User,
)
from tournaments.names import DISPLAY_NAME_MAX_LENGTH, clean_display_name, validate_display_name
from tournaments.sealing import seal
from tournaments.selectors.rule_sets import house_rule_version, rule_version_in_force
from tournaments.selectors.sheets import sheets_to_judge
from tournaments.services.people import player_create, player_of_account
from tournaments.sheet_access import (
    Denial,
    SheetAccess,
    SheetDeniedError,
    Visitor,
    require_manage,
    require_read,
    sheet_access,
)
from tournaments.sheet_visitors import token_create, token_hash

SEATS = (2, 4)


@dataclass(frozen=True)
class SeatSpec:
    """Who sits down: oneself, a player on one's list, or a name.

    `remember` puts the name on the list as a player, who can claim the results later.
    """

    name: str = ""
    player_id: str = ""  # a player's public_id
    is_creator: bool = False
    remember: bool = False


def seat_by_name(*, typed: str, account: User | None, known: Mapping[str, str]) -> SeatSpec:
    """Who is meant by a name: oneself, whoever is known by it, or somebody new, who is remembered.
    Without an account it is only a name."""
    name = clean_display_name(typed)
    if account is None:
        return SeatSpec(name=typed)
    if name == account.public_name:
        return SeatSpec(is_creator=True)
    if name in known:
        return SeatSpec(player_id=known[name])
    return SeatSpec(name=typed, remember=True)


@transaction.atomic
def sheet_create(
    *,
    visitor: Visitor,
    seats: Sequence[SeatSpec],
    rule_version: RuleSetVersion | None = None,
    first_starter: int = 0,
    write_policy: str = Sheet.WritePolicy.LINK,
) -> Sheet:
    """A new match: seats clockwise, partners opposite. It comes with its link.

    Every fault is named at its field: `seats` for their number, `seat_0` and so on.
    """
    if visitor.account is None and not visitor.secret_hash:
        raise ValueError("whoever creates a sheet needs an account or a session's secret")
    _check_choices(seats, first_starter, write_policy)
    version = _rule_version(rule_version)
    people = _people(visitor, seats)
    created = _write(visitor, people, version, first_starter, write_policy)
    _link_create(created)
    return created


@transaction.atomic
def sheet_rematch(*, public_id: uuid.UUID, visitor: Visitor) -> Sheet:
    """The same people and rules again; the next seat starts. Whoever asks has created it."""
    if visitor.account is None and not visitor.secret_hash:
        raise ValueError("whoever creates a sheet needs an account or a session's secret")
    before, access = _locked(public_id=public_id, visitor=visitor)
    require_read(access)
    if not access.may_write:
        raise SheetDeniedError(Denial.MAY_NOT_WRITE)
    people: list[Player | str] = [seat.player or seat.name for seat in before.seats.all()]
    starter = (before.first_starter + 1) % before.seats_count
    again = _write(visitor, people, before.rule_version, starter, before.write_policy)
    _link_create(again)
    again.rematch_of = before
    again.save(update_fields=["rematch_of"])
    return again


@transaction.atomic
def sheet_open_for_league(*, players: Sequence[Player], rule_version: RuleSetVersion) -> Sheet:
    """The sheet of a league's match: nobody's but the league's, so it has no creator and no link of
    its own. Seats clockwise, partners opposite."""
    return _write(Visitor(), players, rule_version, 0, Sheet.WritePolicy.PLAYERS)


@transaction.atomic
def sheet_policy_set(*, public_id: uuid.UUID, visitor: Visitor, write_policy: str) -> Sheet:
    """Decide anew who may write."""
    sheet, access = _locked(public_id=public_id, visitor=visitor)
    require_manage(access)
    if write_policy not in Sheet.WritePolicy.values:
        raise ValidationError({"write_policy": _("Choose who may write.")})
    sheet.write_policy = write_policy
    sheet.save(update_fields=["write_policy"])
    live_notify(sheet_topic(sheet.public_id))
    return sheet


@transaction.atomic
def sheet_link_revoke(*, public_id: uuid.UUID, visitor: Visitor) -> None:
    """Switch every link of the sheet off, at once."""
    sheet, access = _locked(public_id=public_id, visitor=visitor)
    require_manage(access)
    _links_revoke(sheet)


@transaction.atomic
def sheet_link_rotate(*, public_id: uuid.UUID, visitor: Visitor) -> SheetLink:
    """A new link; whoever had the old one needs the new one."""
    sheet, access = _locked(public_id=public_id, visitor=visitor)
    require_manage(access)
    _links_revoke(sheet)
    return _link_create(sheet)


def sheets_adopt(*, account: User, visitor: Visitor) -> int:
    """Make the sheets of this session the account's own; returns how many."""
    if not visitor.secret_hash:
        return 0
    return Sheet.objects.filter(creator_secret_hash=visitor.secret_hash).update(
        creator=account, creator_secret_hash=""
    )


@transaction.atomic
def sheets_unused_prune(*, older_than: timedelta) -> int:
    """Forget sheets on which nothing was ever written; returns how many. Those of a league's match
    wait for it, however long that takes.

    One that somebody is writing on at this moment is locked, and passed over.
    """
    unused = Sheet.objects.filter(last_seq=0, created_at__lt=timezone.now() - older_than)
    unused = unused.filter(fixture=None)
    locked = [sheet.pk for sheet in unused.select_for_update(of=("self",), skip_locked=True)]
    _rows, by_model = Sheet.objects.filter(pk__in=locked).delete()
    return by_model.get(Sheet._meta.label, 0)


def sheet_lock(*, public_id: uuid.UUID) -> Sheet:
    """A sheet that nobody else changes until this transaction ends."""
    locked = sheets_to_judge().select_for_update(of=("self",)).filter(public_id=public_id).first()
    if locked is None:
        raise SheetDeniedError(Denial.NO_SHEET)
    return locked


def sheet_players_hold(*, sheet: Sheet) -> None:
    """All of the table, in one order: two matches that end at the same moment, each with the
    other's players on the other side, would else wait for each other for ever."""
    keys = [seat.player_id for seat in sheet.seats.all() if seat.player_id is not None]
    players = Player.objects.select_for_update(of=("self",), no_key=True).filter(pk__in=keys)
    list(players.order_by("pk"))


def _locked(*, public_id: uuid.UUID, visitor: Visitor) -> tuple[Sheet, SheetAccess]:
    sheet = sheet_lock(public_id=public_id)
    return sheet, sheet_access(sheet=sheet, visitor=visitor)


def _links_revoke(sheet: Sheet) -> None:
    sheet.links.filter(revoked_at=None).update(revoked_at=timezone.now())
    live_notify(sheet_topic(sheet.public_id))


def _link_create(sheet: Sheet) -> SheetLink:
    token = token_create()
    return SheetLink.objects.create(
        sheet=sheet, token_hash=token_hash(token), token_sealed=seal(token)
    )


def _check_choices(seats: Sequence[SeatSpec], first_starter: int, write_policy: str) -> None:
    errors: dict[str, str] = {}
    if len(seats) not in SEATS:
        errors["seats"] = _("Burako is played by two or by four.")
    elif not 0 <= first_starter < len(seats):
        errors["first_starter"] = _("Choose who starts.")
    if write_policy not in Sheet.WritePolicy.values:
        errors["write_policy"] = _("Choose who may write.")
    if errors:
        raise ValidationError(errors)


def _rule_version(chosen: RuleSetVersion | None) -> RuleSetVersion:
    """The house's rules, or a version in force. Whose they are does not matter: whoever knows the
    page of a club's rules may play them, and the form offers nobody what they do not know."""
    if chosen is None:
        return house_rule_version()
    version = rule_version_in_force(version=chosen)
    if version is None:
        raise ValidationError({"rule_version": _("Choose rules that are in force.")})
    return version


def _people(visitor: Visitor, seats: Sequence[SeatSpec]) -> list[Player | str]:
    people: list[Player | str] = []
    errors: dict[str, ValidationError | str] = {}
    for number, seat in enumerate(seats):
        field = f"seat_{number}"
        try:
            person = _person(visitor, seat)
        except ValidationError as error:
            errors[field] = error
            continue
        if _same(person, people):
            errors[field] = _("This name is taken by somebody else at the table: tell them apart.")
        people.append(person)
    if errors:
        raise ValidationError(errors)
    return people


def _same(person: Player | str, others: Sequence[Player | str]) -> bool:
    """Two people that nobody could tell apart on the sheet; who has an account chose the name."""
    if isinstance(person, Player) and (person.account_id is not None or person in others):
        return person in others
    return _label(person) in {_label(one) for one in others}


def _label(person: Player | str) -> str:
    return (person.public_name if isinstance(person, Player) else person).casefold()


def _person(visitor: Visitor, seat: SeatSpec) -> Player | str:
    account = visitor.account
    if account is not None and seat.is_creator:
        return player_of_account(account=account)
    if account is not None and seat.player_id:
        known = Player.objects.filter(Q(known_by=account) | Q(account=account)).distinct()
        player = known.filter(public_id=seat.player_id[:100]).first()
        if player is None:
            raise ValidationError(_("Choose somebody on your list, or type a name."))
        return player
    name = _name(seat.name)
    if account is not None and seat.remember:
        return player_create(name=name, actor=account)
    return name


def _name(raw: str) -> str:
    name = clean_display_name(raw)
    if not name:
        raise ValidationError(_("Say who sits here: a name is enough."))
    if len(name) > DISPLAY_NAME_MAX_LENGTH:
        raise ValidationError(
            _("Please use at most %(max)d characters.") % {"max": DISPLAY_NAME_MAX_LENGTH}
        )
    validate_display_name(raw)
    return name


def _write(
    visitor: Visitor,
    people: Sequence[Player | str],
    version: RuleSetVersion,
    first_starter: int,
    write_policy: str,
) -> Sheet:
    _players_hold([person for person in people if isinstance(person, Player)])
    sheet = Sheet.objects.create(
        creator=visitor.account,
        creator_secret_hash="" if visitor.account is not None else visitor.secret_hash,
        rule_version=version,
        seats_count=len(people),
        first_starter=first_starter,
        write_policy=write_policy,
    )
    SheetSide.objects.bulk_create(SheetSide(sheet=sheet, number=number) for number in (0, 1))
    SheetSeat.objects.bulk_create(
        SheetSeat(
            sheet=sheet,
            number=number,
            player=person if isinstance(person, Player) else None,
            name=person if isinstance(person, str) else "",
        )
        for number, person in enumerate(people)
    )
    return sheet


def _players_hold(players: Sequence[Player]) -> None:
    """Nobody may be claimed away between being chosen and being seated."""
    keys = {player.pk for player in players}
    held = Player.objects.select_for_update(of=("self",), no_key=True).filter(pk__in=keys)
    if len(held.order_by("pk")) != len(keys):
        raise ValidationError(
            _("One of these players has just been claimed: load the page again."),
            code="player_gone",
        )
