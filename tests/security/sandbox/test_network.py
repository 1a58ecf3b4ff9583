"""Whom a bot can speak to: the game server at its seat, and nobody else."""

from typing import Any

import pytest

from tests.security.sandbox.conftest import Reports
from tests.security.sandbox.hostile.kit import DONE

NO_SUCH_FAMILY = "EAFNOSUPPORT"
UNIX_ALONE = [1]


@pytest.fixture
def asked(reports: Reports) -> dict[str, Any]:
    """Where the program that wants to speak to everybody got through."""
    return reports.of("network")


def test_tcp_loopback(asked: dict[str, Any]) -> None:
    assert set(asked["tcp_loopback"].values()) == {NO_SUCH_FAMILY}


def test_tcp_internet(asked: dict[str, Any]) -> None:
    assert set(asked["tcp_internet"].values()) == {NO_SUCH_FAMILY}
    assert set(asked["interfaces"]) <= {"lo"}, "and if it could, there would be no way"


def test_vsock(asked: dict[str, Any]) -> None:
    assert asked["vsock"] == NO_SUCH_FAMILY


def test_netlink_packet(asked: dict[str, Any]) -> None:
    assert set(asked["netlink_packet"].values()) == {NO_SUCH_FAMILY}


def test_only_unix_sockets(asked: dict[str, Any]) -> None:
    assert asked["families"]["socket"] == UNIX_ALONE
    assert asked["families"]["pair"] == UNIX_ALONE
    assert asked["families"]["high bits"] in ([], UNIX_ALONE)


def test_abstract_uds(asked: dict[str, Any]) -> None:
    """Sockets without a file belong to a network namespace, and that is the bot's own."""
    assert asked["abstract_uds"] == "ECONNREFUSED"


def test_signal_through_the_socket(asked: dict[str, Any]) -> None:
    """Who listens at the seat's socket is a process that the bot has no number for."""
    assert asked["through_the_socket"]["other side's process"] == "0"
    assert asked["through_the_socket"]["pidfd"] != DONE


def test_unix_sockets_in_either_profile(reports: Reports) -> None:
    found = reports.of("network", may_fork=True)
    assert found["families"]["socket"] == UNIX_ALONE
    assert found["abstract_uds"] == "ECONNREFUSED"
