"""Signed orders: the server holds the key that signs, a worker only the one that checks."""

import base64
import json
import time
from collections.abc import Mapping
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey


class OrderRefusedError(Exception):
    """Nobody who may order signed this, or its time is over."""


def key_create() -> str:
    """A new signing key, as text for the environment."""
    return _text(Ed25519PrivateKey.generate().private_bytes_raw())


def key_to_check(signing_key: str) -> str:
    """What a worker needs to check what this key signs."""
    return _text(_private(signing_key).public_key().public_bytes_raw())


def sign(task: str, order: Mapping[str, Any], signing_key: str) -> dict[str, str]:
    """An order for one task, in the form in which it travels."""
    body = json.dumps(order, separators=(",", ":"), sort_keys=True)
    return {"body": body, "signature": _text(_private(signing_key).sign(_signed(task, body)))}


def opened(task: str, envelope: Mapping[str, str], check_key: str) -> dict[str, Any]:
    """The order inside; `OrderRefusedError` if it was not signed for this task or is too old."""
    public = Ed25519PublicKey.from_public_bytes(base64.b64decode(check_key))
    try:
        body = envelope["body"]
        public.verify(base64.b64decode(envelope["signature"]), _signed(task, body))
        order = json.loads(body)
        expires_at = float(order["expires_at"])
    except (InvalidSignature, KeyError, TypeError, ValueError) as error:
        raise OrderRefusedError("This order was not signed by our server.") from error
    if not time.time() <= expires_at:
        raise OrderRefusedError("This order is too old; the server will send it again.")
    return dict(order)


def _signed(task: str, body: str) -> bytes:
    """The task's name is signed too: an order for one task is no order for another."""
    return f"{task}\n{body}".encode()


def _private(signing_key: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(base64.b64decode(signing_key))


def _text(key: bytes) -> str:
    return base64.b64encode(key).decode()
