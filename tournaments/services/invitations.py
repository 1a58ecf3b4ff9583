"""Invitations: a link with which somebody makes a guest's results their own."""

import hashlib
import secrets
from datetime import timedelta

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import Player, PlayerInvitation, Sheet, User
from tournaments.selectors.people import player_is_managed_by
from tournaments.services.claims import claims_lock, player_claim
from tournaments.services.people import player_of_account

TOKEN_BYTES = 32
VALID_FOR = timedelta(days=14)


def invitation_token_hash(token: str) -> str:
    """What is stored of a token. It is random enough that a plain hash gives nothing away."""
    return hashlib.sha256(token.encode()).hexdigest()


@transaction.atomic
def invitation_create(*, player: Player, actor: User) -> tuple[PlayerInvitation, str]:
    """A new link for a guest, and its token, which nobody can read afterwards. Older ones end."""
    locked = Player.objects.select_for_update(of=("self",), no_key=True).get(pk=player.pk)
    _require_manager(locked, actor)
    _open_invitations_end(locked)
    token = secrets.token_urlsafe(TOKEN_BYTES)
    invitation = PlayerInvitation.objects.create(
        player=locked,
        token_hash=invitation_token_hash(token),
        created_by=actor,
        expires_at=timezone.now() + VALID_FOR,
    )
    return invitation, token


@transaction.atomic
def invitation_revoke(*, player: Player, actor: User) -> None:
    """End every open link of a guest."""
    locked = Player.objects.select_for_update(of=("self",), no_key=True).get(pk=player.pk)
    _require_manager(locked, actor)
    _open_invitations_end(locked)


@transaction.atomic
def invitation_accept(*, token: str, account: User) -> Player:
    """Make the guest's results one's own, once. Returns the account's player."""
    claims_lock()
    invitation = _invitation_lock(token, account)
    if invitation is None:
        raise ValidationError(_("This link is not valid. Ask for a new one."), code="unknown")
    if invitation.used_at is not None:
        raise ValidationError(
            _("This link has been used already. Ask for a new one if it was not you."), code="used"
        )
    if invitation.revoked_at is not None:
        raise ValidationError(_("This link was withdrawn. Ask for a new one."), code="revoked")
    if invitation.expires_at <= timezone.now():
        raise ValidationError(_("This link is too old. Ask for a new one."), code="expired")
    invitation.used_at = timezone.now()
    invitation.save(update_fields=["used_at"])
    claimed = player_claim(player_id=invitation.player_id, account=account)
    if invitation.created_by_id != account.pk:  # who is invited can play with their host
        player_of_account(account=invitation.created_by).known_by.add(account)
    return claimed


def _invitation_lock(token: str, account: User) -> PlayerInvitation | None:
    """The invitation as it is now, with everything locked that a claim changes, in the order in
    which everybody locks: accounts (guest and host may be opening a sheet), sheets (somebody may be
    writing on one), players, invitations."""
    rows = PlayerInvitation.objects.filter(token_hash=invitation_token_hash(token))
    found = rows.first()
    if found is None:
        return None
    both = User.objects.filter(pk__in={account.pk, found.created_by_id}).order_by("pk")
    list(both.select_for_update(of=("self",), no_key=True))
    sheets = Sheet.objects.filter(seats__player=found.player_id).values("pk")
    list(Sheet.objects.select_for_update(of=("self",)).filter(pk__in=sheets).order_by("pk"))
    Player.objects.select_for_update(of=("self",)).filter(pk=found.player_id).first()
    return rows.select_for_update(of=("self",)).first()


def _require_manager(player: Player, actor: User) -> None:
    if not player_is_managed_by(player=player, account=actor):
        raise PermissionDenied(_("Only who added this player can invite somebody."))


def _open_invitations_end(player: Player) -> None:
    player.invitations.filter(used_at=None, revoked_at=None).update(revoked_at=timezone.now())
