"""Wants to speak to anybody but the game server."""

import ctypes
import os
import socket
from contextlib import suppress
from pathlib import Path

from tests.security.sandbox.hostile.kit import DONE, HIGH_BITS, Outcomes, hints, outcome, raw, tell

SOCKET, SOCKETPAIR = (41, 53) if os.uname().machine == "x86_64" else (198, 199)
AF_VSOCK, AF_ALG, AF_XDP = 40, 38, 44
FAMILIES = range(64)


def connected(family: int, kind: int, address: object) -> str:
    """Whether somebody answers there."""

    def attempt() -> None:
        with socket.socket(family, kind) as one:
            one.settimeout(5)
            one.connect(address)  # type: ignore[arg-type]

    return outcome(attempt)


def families(of: int, more: int = 0) -> list[int]:
    """The kinds of sockets that can be made, of any type."""
    made = set()
    pair = (ctypes.c_int * 2)()
    for family in FAMILIES:
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_SEQPACKET):
            with suppress(OSError):
                opened = raw(of, family | more, kind, 0, ctypes.byref(pair))
                made.add(family)
                for descriptor in pair if of == SOCKETPAIR else [opened]:
                    os.close(descriptor)
    return sorted(made)


def to_descriptors_of_the_host(path: str) -> Outcomes:
    """The seat's socket carries bytes; can it carry us somewhere?"""
    with socket.socket(socket.AF_UNIX) as seat:
        seat.connect(path)
        return {
            "other side's process": str(
                int.from_bytes(
                    seat.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)[:4], "little"
                )
            ),
            "pidfd": outcome(lambda: _pidfd(seat)),
        }


def _pidfd(seat: socket.socket) -> None:
    """SO_PEERPIDFD, with which the other side could be sent a signal."""
    opened = int.from_bytes(seat.getsockopt(socket.SOL_SOCKET, 77, 4), "little")
    raw(424, opened, 0, 0, 0)  # pidfd_send_signal, the signal that does nothing


def main() -> None:
    told = hints()
    port = told["port"]
    tell(
        {
            "tcp_loopback": {
                "IPv4": connected(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", port)),
                "IPv6": connected(socket.AF_INET6, socket.SOCK_STREAM, ("::1", port)),
                "UDP": connected(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", port)),
            },
            "tcp_internet": {
                "name server": connected(socket.AF_INET, socket.SOCK_DGRAM, ("192.0.2.1", 53)),
                "web": connected(socket.AF_INET, socket.SOCK_STREAM, ("192.0.2.1", 443)),
            },
            "vsock": connected(AF_VSOCK, socket.SOCK_STREAM, (2, 1)),
            "netlink_packet": {
                "netlink": outcome(lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)),
                "packet": outcome(lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW)),
                "crypto": outcome(lambda: socket.socket(AF_ALG, socket.SOCK_SEQPACKET)),
                "xdp": outcome(lambda: socket.socket(AF_XDP, socket.SOCK_RAW)),
                "IPv4, high bits": outcome(lambda: raw(SOCKET, socket.AF_INET | HIGH_BITS, 1, 0)),
            },
            "families": {"socket": families(SOCKET), "pair": families(SOCKETPAIR),
                         "high bits": families(SOCKET, HIGH_BITS)},
            "abstract_uds": connected(socket.AF_UNIX, socket.SOCK_STREAM, "\0" + told["abstract"]),
            "sibling_socket": {
                path: connected(socket.AF_UNIX, socket.SOCK_STREAM, path)
                for path in told["sockets"]
            },
            "own_socket": connected(socket.AF_UNIX, socket.SOCK_STREAM, told["own"]) == DONE,
            "through_the_socket": to_descriptors_of_the_host(told["own"]),
            "interfaces": _interfaces(),
        }
    )  # fmt: skip


def _interfaces() -> list[str]:
    try:
        lines = Path("/proc/net/dev").read_text(encoding="ascii").splitlines()[2:]
    except OSError:
        return []
    return [line.split(":")[0].strip() for line in lines]


if __name__ == "__main__":
    main()
