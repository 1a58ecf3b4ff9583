"""The second factor: what staff need, what a session has shown, and how its secret is kept."""

import base64
import hashlib

from allauth.account.authentication import get_authentication_records
from allauth.account.internal.flows.login import record_authentication
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added
from allauth.mfa.utils import is_mfa_enabled
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils.encoding import force_bytes

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


def seal(text: str) -> str:
    """Encrypt a second factor's secret: a copy of the database alone must not open accounts."""
    return _box().encrypt(text.encode()).decode()


def unseal(sealed: str) -> str:
    """The counterpart of `seal`; knows the older keys in SECRET_KEY_FALLBACKS too."""
    return _box().decrypt(sealed.encode()).decode()


def _box() -> MultiFernet:
    return MultiFernet(
        [_fernet(key) for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)]
    )


def _fernet(secret_key: str | bytes) -> Fernet:
    digest = hashlib.blake2b(force_bytes(secret_key), digest_size=32, person=b"durako-2fa").digest()
    return Fernet(base64.urlsafe_b64encode(digest))
