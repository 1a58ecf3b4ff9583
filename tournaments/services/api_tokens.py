"""Tokens with which programs act for an account: made, used, revoked."""

from collections.abc import Iterable
from datetime import timedelta
from functools import partial
from typing import Final

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.addresses import page_address
from tournaments.api_scopes import SCOPES
from tournaments.live.notify import live_notify
from tournaments.live.topics import account_topic
from tournaments.models import ApiToken, User
from tournaments.names import clean_display_name, validate_display_name
from tournaments.selectors.api_tokens import api_tokens_working
from tournaments.services.account_mail import account_mail_send
from tournaments.sheet_visitors import token_create, token_hash

PREFIX: Final = "durako_"
"""With which every token begins, so that a leaked one is recognised."""
TOKENS_MAX: Final = 50  # of one account, those that work
DAYS_OFFERED: Final = (7, 30, 90, 365)
_SHOWN: Final = len(PREFIX) + 4
_USE_NOTED_EVERY: Final = timedelta(minutes=1)
"""A program that asks a hundred times a minute does not write as often."""


@transaction.atomic
def api_token_create(
    *, account: User, name: str, scopes: Iterable[str], days: int
) -> tuple[ApiToken, str]:
    """A token, and its text, which nobody can read afterwards. Faults are named at the
    arguments."""
    # The account's row is locked, so that two requests at once cannot pass the limit together.
    locked = User.objects.select_for_update(no_key=True).get(pk=account.pk)
    if not locked.is_active:
        raise PermissionDenied(_("This account is suspended."))
    wanted = set(scopes)
    chosen = [scope for scope in SCOPES if scope in wanted]
    if not chosen or wanted - set(chosen):
        raise ValidationError({"scopes": _("Choose what the token may do.")})
    if days not in DAYS_OFFERED:
        raise ValidationError({"days": _("Choose how long the token works.")})
    if api_tokens_working(account=locked).count() >= TOKENS_MAX:
        raise ValidationError(
            _("You have %(max)d tokens, which is as many as you can have: revoke one first.")
            % {"max": TOKENS_MAX},
            code="too_many_tokens",
        )
    text = PREFIX + token_create()
    now = timezone.now()
    token = ApiToken.objects.create(
        account=locked,
        name=_checked(name),
        token_hash=token_hash(text),
        beginning=text[:_SHOWN],
        scopes=chosen,
        created_at=now,
        expires_at=now + timedelta(days=days),
    )
    transaction.on_commit(partial(_tell_made, locked, token))
    return token, text


def api_token_revoke(*, account: User, token_id: int) -> None:
    """It opens nothing from now on, also no stream that it has opened; twice is no fault."""
    ApiToken.objects.filter(account=account, pk=token_id, revoked_at=None).update(
        revoked_at=timezone.now()
    )
    live_notify(account_topic(account.pk))


def api_token_note_use(*, token: ApiToken) -> None:
    """Write down when it was last used, to the minute."""
    now = timezone.now()
    if token.last_used_at is None or now - token.last_used_at >= _USE_NOTED_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)


def _tell_made(account: User, token: ApiToken) -> None:
    account_mail_send(
        account=account,
        template="tournaments/email/token_made",
        token=token,
        address=page_address("api_tokens"),
    )


def _checked(name: str) -> str:
    cleaned = clean_display_name(name)
    try:
        validate_display_name(cleaned)
    except ValidationError as error:
        raise ValidationError({"name": error}) from error
    return cleaned
