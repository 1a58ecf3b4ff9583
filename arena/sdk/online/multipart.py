"""A form with a file, as browsers send it (RFC 7578)."""

import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

PIECE: Final = 64 * 1024
Sent = Callable[[int, int], None]
"""Told how much is on its way, and how much it is in all."""


@dataclass(frozen=True, slots=True)
class Form:
    """Fields, and one file."""

    fields: Sequence[tuple[str, str]]
    file_name: str
    content: bytes

    def body(self, sent: Sent | None = None) -> "Body":
        """What is sent."""
        return Body(self, sent)


class Body:
    """The bytes piece by piece, from the beginning each time they are asked for."""

    def __init__(self, form: Form, sent: Sent | None) -> None:
        boundary = secrets.token_hex(16)
        self.content_type = f"multipart/form-data; boundary={boundary}"
        self._sent = sent
        parts = [
            _part(boundary, f'name="{_quoted(name)}"', value.encode())
            for name, value in form.fields
        ]
        header = f'name="file"; filename="{_quoted(form.file_name)}"'
        kind = "\r\nContent-Type: application/octet-stream"
        parts.append(_part(boundary, header + kind, form.content))
        self._bytes = b"".join([*parts, f"--{boundary}--\r\n".encode()])

    def __len__(self) -> int:
        return len(self._bytes)

    def __iter__(self) -> Iterator[bytes]:
        total = len(self._bytes)
        for start in range(0, total, PIECE):
            yield self._bytes[start : start + PIECE]
            if self._sent is not None:
                self._sent(min(start + PIECE, total), total)


def _part(boundary: str, header: str, value: bytes) -> bytes:
    begin = f"--{boundary}\r\nContent-Disposition: form-data; {header}\r\n\r\n"
    return begin.encode() + value + b"\r\n"


def _quoted(text: str) -> str:
    """As HTML's standard has it."""
    return text.replace("\r", "%0D").replace("\n", "%0A").replace('"', "%22")
