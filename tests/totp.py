"""An authenticator app of our own (RFC 6238), so that ours and allauth's check each other."""

import base64
import hashlib
import hmac
import struct
import time


def totp(secret: str) -> str:
    """The six digits that an app would show now."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    mac = hmac.new(key, struct.pack(">Q", int(time.time()) // 30), hashlib.sha1).digest()
    offset = mac[-1] & 0x0F
    (number,) = struct.unpack(">I", mac[offset : offset + 4])
    return f"{(number & 0x7FFFFFFF) % 1_000_000:06d}"
