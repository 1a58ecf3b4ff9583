"""What staff do to other people's accounts and to names. Every step leaves a ModerationEvent."""

from functools import partial

from allauth.mfa.models import Authenticator
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.models import ModerationEvent, Player, RuleSet, User
from tournaments.names import clean_display_name
from tournaments.services.account_mail import account_mail_send
from tournaments.services.accounts import account_sessions_end

Action = ModerationEvent.Action


@transaction.atomic
def account_rename(
    *, account: User, actor: User, reason: str, display_name: str
) -> ModerationEvent:
    """Replace an offensive name."""
    account, actor = _lock(account=account, actor=actor)
    before = account.display_name
    account.display_name = clean_display_name(display_name)
    account.full_clean(exclude=["password"])
    account.save(update_fields=["display_name"])
    return moderation_record(
        account, actor, Action.RENAME, reason, before=before, after=account.display_name
    )


@transaction.atomic
def account_hide_name(*, account: User, actor: User, reason: str) -> ModerationEvent:
    """Show a number instead of the name, everywhere."""
    account, actor = _lock(account=account, actor=actor)
    _require(not account.name_hidden, _("This name is hidden already."))
    account.name_hidden = True
    account.save(update_fields=["name_hidden"])
    return moderation_record(account, actor, Action.HIDE_NAME, reason)


@transaction.atomic
def account_show_name(*, account: User, actor: User, reason: str) -> ModerationEvent:
    """Take the hiding back."""
    account, actor = _lock(account=account, actor=actor)
    _require(account.name_hidden, _("This name is not hidden."))
    account.name_hidden = False
    account.save(update_fields=["name_hidden"])
    return moderation_record(account, actor, Action.SHOW_NAME, reason)


@transaction.atomic
def account_suspend(*, account: User, actor: User, reason: str) -> ModerationEvent:
    """Log an account out everywhere and keep it out."""
    account, actor = _lock(account=account, actor=actor)
    _refuse_self(account, actor, _("You cannot suspend yourself."))
    _refuse_staff(account, actor)
    _require(account.is_active, _("This account is suspended already."))
    account.is_active = False
    account.save(update_fields=["is_active"])
    account_sessions_end(account_id=account.pk)
    return moderation_record(account, actor, Action.SUSPEND, reason)


@transaction.atomic
def account_reinstate(*, account: User, actor: User, reason: str) -> ModerationEvent:
    """Let a suspended account in again."""
    account, actor = _lock(account=account, actor=actor)
    _refuse_staff(account, actor)
    _require(not account.is_active, _("This account is not suspended."))
    account.is_active = True
    account.save(update_fields=["is_active"])
    return moderation_record(account, actor, Action.REINSTATE, reason)


@transaction.atomic
def account_staff_grant(*, account: User, actor: User, reason: str) -> ModerationEvent:
    """Make somebody staff; the second factor is asked of them at their first visit."""
    account, actor = _lock(account=account, actor=actor)
    _require_superuser(actor)
    _require(not account.is_staff, _("This account is staff already."))
    account.is_staff = True
    account.save(update_fields=["is_staff"])
    return moderation_record(account, actor, Action.STAFF_GRANT, reason)


@transaction.atomic
def account_staff_revoke(*, account: User, actor: User, reason: str) -> ModerationEvent:
    """End somebody's staff rights."""
    account, actor = _lock(account=account, actor=actor)
    _require_superuser(actor)
    _refuse_self(account, actor, _("You cannot end your own staff rights."))
    _require(account.is_staff, _("This account is not staff."))
    account.is_staff = account.is_superuser = False
    account.save(update_fields=["is_staff", "is_superuser"])
    return moderation_record(account, actor, Action.STAFF_REVOKE, reason)


@transaction.atomic
def account_factor_reset(*, account: User, actor: User, reason: str) -> ModerationEvent:
    """Let somebody in again who has lost the second factor and the recovery codes.

    How they proved who they are belongs into the reason. They are told by e-mail, and every
    session of theirs ends.
    """
    account, actor = _lock(account=account, actor=actor)
    _require_superuser(actor)
    _refuse_self(account, actor, _("You cannot remove your own second factor here."))
    removed, _details = Authenticator.objects.filter(user=account).delete()
    _require(removed > 0, _("This account has no second factor."))
    account_sessions_end(account_id=account.pk)
    transaction.on_commit(partial(_tell_factor_reset, account))
    return moderation_record(account, actor, Action.FACTOR_RESET, reason)


@transaction.atomic
def player_moderate_name(*, player: Player, actor: User, reason: str, name: str) -> ModerationEvent:
    """Replace an offensive name that somebody gave a guest."""
    actor = moderator_lock(actor)
    locked = Player.objects.select_for_update(of=("self",), no_key=True).get(pk=player.pk)
    _require(
        locked.account_id is None,
        _("This player has an account: moderate the account instead."),
    )
    before = _name_replace(locked, name)
    return moderation_record(
        locked.created_by, actor, Action.RENAME_PLAYER, reason, before=before, after=locked.name
    )


@transaction.atomic
def rule_set_moderate_name(
    *, rule_set: RuleSet, actor: User, reason: str, name: str
) -> ModerationEvent:
    """Replace an offensive name that a club gave its rules. Their values stay as they are."""
    actor = moderator_lock(actor)
    locked = RuleSet.objects.select_for_update(of=("self",), no_key=True).get(pk=rule_set.pk)
    _require(not locked.is_house, _("The house's own rules keep their name."))
    before = _name_replace(locked, name)
    return moderation_record(
        locked.owner, actor, Action.RENAME_RULE_SET, reason, before=before, after=locked.name
    )


def _name_replace(named: Player | RuleSet, name: str) -> str:
    """Returns the name that was there before."""
    before = named.name
    named.name = clean_display_name(name)
    named.full_clean()
    _require(bool(named.name), _("Please say the new name."))
    named.save(update_fields=["name"])
    return before


def _tell_factor_reset(account: User) -> None:
    account_mail_send(account=account, template="tournaments/email/factor_reset")


def _lock(*, account: User, actor: User) -> tuple[User, User]:
    """Both as they are now, locked in one order: of two members of staff who suspend each other at
    the same moment only the first may succeed."""
    rows = User.objects.select_for_update().filter(pk__in={account.pk, actor.pk}).order_by("pk")
    by_key = {row.pk: row for row in rows}
    current_actor = _require_staff(by_key.get(actor.pk))
    _require(account.pk in by_key, _("This account does not exist any more."))
    return by_key[account.pk], current_actor


def moderator_lock(actor: User) -> User:
    """Whoever acts, as they are now; other parts of the house moderate what is theirs with it."""
    return _require_staff(User.objects.select_for_update(no_key=True).filter(pk=actor.pk).first())


def _require_staff(actor: User | None) -> User:
    if actor is None or not (actor.is_active and actor.is_staff):
        raise PermissionDenied(_("Only staff may do this."))
    return actor


def _require(condition: bool, otherwise: str) -> None:  # noqa: FBT001 - reads like a sentence
    if not condition:
        raise ValidationError(otherwise)


def _require_superuser(actor: User) -> None:
    if not actor.is_superuser:
        raise PermissionDenied(_("Only superusers may do this."))


def _refuse_self(account: User, actor: User, sentence: str) -> None:
    if account.pk == actor.pk:
        raise PermissionDenied(sentence)


def _refuse_staff(account: User, actor: User) -> None:
    if account.is_staff and not actor.is_superuser:
        raise PermissionDenied(_("Only superusers may suspend or reinstate staff."))


def moderation_record(
    account: User | None,
    actor: User,
    action: Action,
    reason: str,
    *,
    before: str = "",
    after: str = "",
) -> ModerationEvent:
    """The trace that every step leaves."""
    event = ModerationEvent(
        account=account,
        actor=actor,
        action=action,
        reason=reason.strip(),
        before=before,
        after=after,
    )
    event.full_clean()
    event.save()
    return event
