"""The second factor: what staff need, and what a session has shown."""

from allauth.account.authentication import get_authentication_records
from allauth.account.internal.flows.login import record_authentication
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added
from allauth.mfa.utils import is_mfa_enabled
from django.contrib.auth.models import AnonymousUser
from django.dispatch import receiver
from django.http import HttpRequest

from tournaments.models import User


def second_factor_is_set_up(account: User | AnonymousUser) -> bool:
    """Whether this account has an authenticator app (recovery codes alone are no factor)."""
    return bool(is_mfa_enabled(account, [Authenticator.Type.TOTP]))


def second_factor_was_used(request: HttpRequest) -> bool:
    """Whether this very session has shown the second factor, at log-in or later."""
    records = get_authentication_records(request, request.user)
    return any(record["method"] == "mfa" for record in records)


@receiver(authenticator_added)
def second_factor_note_set_up(
    request: HttpRequest, user: User, authenticator: Authenticator, **_: object
) -> None:
    """Setting up the app takes a code from it: this session has shown the second factor."""
    if authenticator.type == Authenticator.Type.TOTP and request.user == user:
        record_authentication(
            request, user, method="mfa", type=Authenticator.Type.TOTP, reauthenticated=True
        )
