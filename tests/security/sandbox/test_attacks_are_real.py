"""The same programs outside the sandbox: what is refused inside would have come through.

They run as an ordinary user, never as root, and only those that touch nothing.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arena.runner.sandbox.interface import ExitReason
from tests.security.sandbox.harness import SECRET, WorkerProcess, report, working
from tests.security.sandbox.hostile.kit import DONE
from tests.security.sandbox.seats import SeatSocket


@pytest.fixture(scope="module")
def unprotected(runtime: Path, home: Path, nothing_is_left: None) -> Iterator[WorkerProcess]:
    """A worker with the driver that isolates nothing."""
    with working("user", runtime, home, driver="insecure") as process:
        yield process


def run(worker: WorkerProcess, program: str, host: dict[str, Any], *more: str) -> dict[str, Any]:
    with SeatSocket(worker.sockets) as seat:
        hints = {**host, "own": str(seat.path)}
        bot = worker.start(program, *more, hints=hints, seat=seat, output_bytes=1 << 22)
        return report(bot.wait())


def test_files(unprotected: WorkerProcess, host: dict[str, Any]) -> None:
    found = run(unprotected, "files", host, "lightly")
    secret, *_ = host["homes"]
    assert found["read_host_home"][secret] == DONE
    assert found["read_other_archives"] == dict.fromkeys(host["archives"], DONE)
    assert DONE in found["sibling_socket"].values()
    assert found["sys"] == DONE
    assert len(found["processes"]["seen"]) > 2
    assert SECRET in str(found["processes"]["words"]), "the worker's own, by /proc"
    assert found["roots"]["/"] != ["bot"]


def test_network(unprotected: WorkerProcess, host: dict[str, Any]) -> None:
    found = run(unprotected, "network", host)
    assert found["tcp_loopback"]["IPv4"] == DONE
    assert found["abstract_uds"] == DONE
    assert found["netlink_packet"]["netlink"] == DONE
    assert DONE in found["sibling_socket"].values()
    assert len(found["families"]["socket"]) > 2
    assert found["through_the_socket"]["other side's process"] != "0"


@pytest.fixture(scope="module")
def calls(unprotected: WorkerProcess, host: dict[str, Any]) -> dict[str, Any]:
    """What one run of the longest program found."""
    return run(unprotected, "calls", host)


def test_calls(calls: dict[str, Any]) -> None:
    assert calls["fork_strict"] == dict.fromkeys(calls["fork_strict"], DONE)
    assert calls["clone3"] == DONE
    assert calls["unshare_userns"]["unshare user"] == DONE
    assert calls["ptrace"]["traceme"] == DONE
    assert calls["ptrace"]["read memory"] == DONE
    assert calls["keyctl"]["session keyring"] == DONE
    assert calls["outliving"] == dict.fromkeys(calls["outliving"], DONE), "high bits are not read"
    assert calls["sysv_ipc"] == dict.fromkeys(calls["sysv_ipc"], DONE)
    assert calls["personality"] == DONE
    assert calls["caps_zero_nnp_1_seccomp_2"]["seccomp"] == 0
    assert calls["terminal"]["standard input"] == "ENOTTY", "the kernel was asked, not a filter"


def test_locks(calls: dict[str, Any]) -> None:
    found = calls["signals_by_files"]
    for name in ("flock", "lock", "lock, high bits", "wait for a lock", "notify"):
        assert found[name] == DONE, found


def test_hidden_memory(unprotected: WorkerProcess) -> None:
    found = report(unprotected.run("bombs", "memory_hidden"))
    assert found["anonymous"] == found["a device"] == DONE


def test_foreign_architecture(unprotected: WorkerProcess) -> None:
    ended = unprotected.run("bombs", "other_tables_call")
    if ended.reason is ExitReason.EXITED:  # a kernel may come without it
        assert report(ended)["answered"] > 1
