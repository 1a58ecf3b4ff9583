"""Who may sit where: one token for each seat of each rotation, and a lock against guessing."""

import hashlib
import hmac
import os
import secrets
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.gameserver.table import Table

_KEY_BYTES: Final = 32


@dataclass(frozen=True, slots=True, eq=False)
class Ticket:
    """The way to one seat in one rotation.  Of its token only the SHA-256 is kept."""

    table: Table
    rotation: int
    seat: int
    address: str
    """Of the seat's own socket; empty where there is none."""
    digest: bytes

    @property
    def participant(self) -> int:
        """Who sits there."""
        return self.table.spec.rotations[self.rotation][self.seat]

    @property
    def is_dead(self) -> bool:
        """Whether its rotation is over."""
        open_now = self.table.rotation
        return self.table.over or (open_now is not None and open_now.number > self.rotation)


class TicketBook:
    """All tickets.  A token is derived from a key that only this process knows, so asking for the
    same table again gives the same tokens though none of them is kept."""

    def __init__(self) -> None:
        self._key = secrets.token_bytes(_KEY_BYTES)
        self._tickets: dict[bytes, Ticket] = {}

    def __len__(self) -> int:
        return len(self._tickets)

    def issue(self, table: Table, address: Callable[[int, int], str]) -> list[Ticket]:
        """Tickets for every seat of every rotation."""
        issued = [
            Ticket(
                table, rotation, seat, address(rotation, seat),
                token_digest(self.token(table, rotation, seat)),
            )
            for rotation in range(len(table.spec.rotations))
            for seat in range(table.spec.rules.players)
        ]  # fmt: skip
        self._tickets.update((ticket.digest, ticket) for ticket in issued)
        return issued

    def token(self, table: Table, rotation: int, seat: int) -> str:
        """256 bits that nobody can guess."""
        words = f"{table.name}/{rotation}/{seat}".encode()
        derived = hmac.digest(self._key, words, "sha256")
        return urlsafe_b64encode(derived).rstrip(b"=").decode()

    def find(self, token: str) -> Ticket | None:
        """The ticket of this token, dead or alive."""
        digest = token_digest(token)
        ticket = self._tickets.get(digest)
        if ticket is not None and hmac.compare_digest(ticket.digest, digest):
            return ticket
        return None

    def forget(self, tickets: list[Ticket]) -> None:
        """Of a table that is forgotten."""
        for ticket in tickets:
            self._tickets.pop(ticket.digest, None)


def token_digest(token: str) -> bytes:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).digest()


class Lockout:
    """After so many wrong tokens from one side, nothing from there is looked at for a while."""

    def __init__(
        self,
        *,
        tries: int = 5,
        seconds: float = 30.0,
        remembered: int = 1_000,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._tries = tries
        self._seconds = seconds
        self._remembered = remembered
        self._clock = clock
        self._wrong: dict[str, list[float]] = {}

    def is_locked(self, side: str) -> bool:
        """Whether the last wrong tokens of this side came too quickly one after the other."""
        return len(self._recent(side)) >= self._tries

    def note_wrong(self, side: str) -> None:
        """A wrong token came from there."""
        recent = [*self._recent(side), self._clock()][-self._tries :]
        self._wrong.pop(side, None)
        self._wrong[side] = recent  # the latest stand last
        while len(self._wrong) > self._remembered:
            del self._wrong[next(iter(self._wrong))]

    def _recent(self, side: str) -> list[float]:
        since = self._clock() - self._seconds
        return [moment for moment in self._wrong.get(side, ()) if moment > since]


def side_of(peer: str) -> str:
    """Where a call comes from, as `Lockout` counts: a TCP peer without its port."""
    return peer if peer.startswith("unix:") else peer.rpartition(":")[0]


def bearer_tokens(metadata: Iterable[tuple[str, str | bytes]]) -> list[str]:
    """The tokens in "authorization: Bearer …" entries."""
    kept = []
    for name, value in metadata:
        scheme, _, token = str(value).partition(" ")
        if name == "authorization" and scheme.lower() == "bearer":
            kept.append(token.strip())
    return kept


def same_token(one: str, other: str) -> bool:
    """Compared in constant time, however long they are."""
    return hmac.compare_digest(token_digest(one), token_digest(other))


def host_token(path: Path) -> str:
    """The host's token, from a file for its owner only; made if there is none."""
    if not path.exists():
        _write_private(path, secrets.token_urlsafe(_KEY_BYTES) + "\n")
    if path.stat().st_mode & 0o077:
        raise TokenFileError(f"{path} can be read by others; say `chmod 600 {path}`.")
    token = path.read_text().strip()
    if len(token) < _KEY_BYTES:
        raise TokenFileError(
            f"{path} holds no token of at least {_KEY_BYTES} characters. "
            "Remove the file, and a new one is made."
        )
    return token


def _write_private(path: Path, text: str) -> None:
    """Whole or not at all; if somebody else was quicker, theirs stays."""
    unfinished = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
        file.write(text)
    try:
        path.hardlink_to(unfinished)
    except FileExistsError:
        pass
    finally:
        unfinished.unlink()


class TokenFileError(Exception):
    """The host's token cannot be used; the text says what to do."""
