"""Bytes on a socket, for connections that no gRPC client would make."""

import asyncio
from pathlib import Path
from typing import Final

PREFACE: Final = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
_SETTINGS: Final = 4
_PING: Final = 6


def frame(kind: int, payload: bytes = b"") -> bytes:
    """A frame on stream 0, without flags."""
    return len(payload).to_bytes(3) + bytes([kind, 0]) + bytes(4) + payload


SETTINGS: Final = frame(_SETTINGS)
PING: Final = frame(_PING, b"12345678")


async def said_until_closed(path: Path, *sent: bytes, seconds: float = 60) -> bytes:
    """Connect, send, and read until the other side closes."""
    reader, writer = await asyncio.open_unix_connection(path)
    try:
        for data in sent:
            writer.write(data)
        async with asyncio.timeout(seconds):
            return await reader.read()
    finally:
        writer.close()
