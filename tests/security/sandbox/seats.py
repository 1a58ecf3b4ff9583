"""A seat's socket with the test behind it, and who comes to it."""

import secrets
import socket
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

PATIENCE: Final = 60.0
"""How long anything may take before a test gives up, on however busy a machine."""


@dataclass(frozen=True, slots=True)
class Peer:
    """Who connected to a seat's socket, as the kernel tells: the numbers are the host's."""

    connection: socket.socket
    pid: int
    uid: int
    gid: int

    def says(self) -> bytes:
        """The next bytes; empty at the end."""
        return self.connection.recv(1000)

    def tell(self, words: bytes) -> None:
        self.connection.sendall(words)


class SeatSocket:
    """A Unix socket as the game server makes one for a seat, with a test behind it."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / f"seat-{secrets.token_hex(4)}.sock"
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.settimeout(PATIENCE)
        self._listener.bind(str(self.path))
        self.path.chmod(0o666)
        self._listener.listen()
        self._peers: list[Peer] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for peer in self._peers:
            peer.connection.close()
        self._listener.close()
        self.path.unlink()

    def visitor(self) -> Peer:
        """Whoever connects next."""
        connection, _ = self._listener.accept()
        connection.settimeout(PATIENCE)
        words = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)
        peer = Peer(connection, *struct.unpack("3i", words))
        self._peers.append(peer)
        return peer
