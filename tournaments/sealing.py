"""Secrets that we have to read again, kept so that a copy of the database alone does not tell them:
those of second factors and of links, and answers that programs may be told once more."""

import base64
import hashlib
from typing import Final

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.utils.encoding import force_bytes

SECRETS: Final = b"durako-2fa"
ANSWERS: Final = b"durako-answers"
"""What a seal is for: nothing that was sealed for one thing opens as another."""


class SealBrokenError(Exception):
    """It was sealed with a key that we do not have any more, or for something else."""


def seal(text: str, *, purpose: bytes = SECRETS) -> str:
    """Encrypt a text."""
    return _box(purpose).encrypt(text.encode()).decode()


def unseal(sealed: str, *, purpose: bytes = SECRETS) -> str:
    """The counterpart of `seal`; knows the older keys in SECRET_KEY_FALLBACKS too."""
    try:
        return _box(purpose).decrypt(sealed.encode()).decode()
    except InvalidToken as error:
        raise SealBrokenError from error


def _box(purpose: bytes) -> MultiFernet:
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return MultiFernet([_fernet(key, purpose) for key in keys])


def _fernet(secret_key: str | bytes, purpose: bytes) -> Fernet:
    digest = hashlib.blake2b(force_bytes(secret_key), digest_size=32, person=purpose).digest()
    return Fernet(base64.urlsafe_b64encode(digest))
