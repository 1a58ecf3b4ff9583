"""Bytes on a socket, for connections that no gRPC client would make."""

import asyncio
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

PREFACE: Final = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
RST_STREAM: Final = 3
REFUSED_STREAM: Final = 7
"""The reason in an RST_STREAM: nothing was done, the stream was one too many."""
_HEADERS: Final = 1
_SETTINGS: Final = 4
_PING: Final = 6
_ACK: Final = 1
_END_HEADERS: Final = 4
_POST_OVER_HTTP: Final = b"\x83\x86"  # two entries of HPACK's own table


class Frame(NamedTuple):
    """What came."""

    kind: int
    stream: int
    payload: bytes


def frame(kind: int, payload: bytes = b"", *, stream: int = 0, flags: int = 0) -> bytes:
    """A frame; on stream 0 it concerns the connection."""
    return len(payload).to_bytes(3) + bytes([kind, flags]) + stream.to_bytes(4) + payload


def call(stream: int, path: str, entries: Iterable[tuple[str, str]]) -> bytes:
    """The beginning of a gRPC call, with these metadata."""
    headers = (
        (":path", path), (":authority", "test"), ("content-type", "application/grpc"),
        ("te", "trailers"), *entries,
    )  # fmt: skip
    payload = _POST_OVER_HTTP + b"".join(_literal(*entry) for entry in headers)
    return frame(_HEADERS, payload, stream=stream, flags=_END_HEADERS)


def _literal(name: str, value: str) -> bytes:
    """A header that is spelled out; shorter than 127 bytes, else HPACK writes lengths otherwise."""
    return b"\x00" + b"".join(bytes([len(text)]) + text.encode() for text in (name, value))


SETTINGS: Final = frame(_SETTINGS)
AGREED: Final = frame(_SETTINGS, flags=_ACK)
"""To the other side's settings."""
PING: Final = frame(_PING, b"12345678")


async def read_frame(reader: asyncio.StreamReader) -> Frame:
    """The next one."""
    head = await reader.readexactly(9)
    payload = await reader.readexactly(int.from_bytes(head[:3]))
    return Frame(head[3], int.from_bytes(head[5:]), payload)


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
