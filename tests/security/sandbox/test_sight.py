"""What a bot can read and write: its own files, what the runtime gives, and its own /tmp."""

from pathlib import Path
from typing import Any

import pytest

from arena.runner.sandbox.interface import ExitReason
from tests.security.sandbox.conftest import Reports
from tests.security.sandbox.harness import SECRET, WorkerProcess
from tests.security.sandbox.hostile.kit import DONE
from tests.security.sandbox.seats import SeatSocket

ALLOWED_VARIABLES = {
    "PATH", "HOME", "LANG", "PYTHONDONTWRITEBYTECODE", "PYTHONNOUSERSITE", "PYTHONUNBUFFERED",
    "MALLOC_ARENA_MAX", "OMP_NUM_THREADS", "PYTHONPATH", "PWD", "LC_CTYPE",
}  # fmt: skip
"""PYTHONPATH is what these tests add, PWD is bwrap's, LC_CTYPE Python's own."""
HARMLESS_DEVICES = {"null", "zero", "full", "random", "urandom", "tty"}


@pytest.fixture
def seen(reports: Reports) -> dict[str, Any]:
    """What the program that looks everywhere has found."""
    return reports.of("files")


def nothing(outcomes: dict[str, str]) -> None:
    """No attack of these came through."""
    assert [name for name, outcome in outcomes.items() if outcome == DONE] == []


def test_read_etc_shadow(seen: dict[str, Any]) -> None:
    assert seen["read_etc_shadow"]["/etc/shadow"] == "ENOENT"
    nothing(seen["read_etc_shadow"])


def test_read_host_home(seen: dict[str, Any]) -> None:
    assert set(seen["read_host_home"].values()) == {"ENOENT"}


def test_read_other_archives(seen: dict[str, Any]) -> None:
    assert set(seen["read_other_archives"].values()) == {"ENOENT"}


def test_env_has_only_allowlist(seen: dict[str, Any]) -> None:
    assert set(seen["environment"]) <= ALLOWED_VARIABLES
    assert SECRET not in str(seen["environment"])


def test_pid1_environ_no_secret(seen: dict[str, Any]) -> None:
    words = seen["processes"]["words"]
    assert not seen["processes"]["seen"] or "1/environ" in words, "it could read its own"
    assert SECRET not in str(words)


def test_proc_shows_only_self(seen: dict[str, Any]) -> None:
    assert set(seen["processes"]["seen"]) <= {1, seen["processes"]["me"]}


def test_proc_1_root(seen: dict[str, Any]) -> None:
    own = seen["roots"]["/"]
    assert "bot" in own
    for listed in seen["roots"].values():
        assert listed in ([], own)


def test_mountinfo_leaks(seen: dict[str, Any], worker: WorkerProcess) -> None:
    """The kernel tells where the bound folders lie on the host; these, and nothing else of it."""
    shown = (worker.runtime, worker.bots_folder, worker.sockets)
    for line in seen["processes"]["words"].get("1/mountinfo", "").splitlines():
        source = line.split()[3]
        kind = line.partition(" - ")[2].split()[0]
        own = kind in ("tmpfs", "proc")
        device = source.rpartition("/")[2] in HARMLESS_DEVICES
        assert own or device or any(_below(source, path) for path in shown), line


def _below(source: str, path: Path) -> bool:
    """Whether it is there; what is told begins where the file system does."""
    return any(
        Path(source).is_relative_to(Path("/", *path.resolve().parts[cut:])) for cut in (1, 2, 3)
    )


def test_inherited_fds_only_012(seen: dict[str, Any]) -> None:
    assert seen["descriptors"] == {"0": "device", "1": "pipe", "2": "pipe"}


def test_write_bot_dir(seen: dict[str, Any]) -> None:
    assert not seen["create_in_bot_dir"]
    nothing(seen["write_bot_dir"])


def test_write_root(seen: dict[str, Any]) -> None:
    assert set(seen["write_root"]) <= {"/tmp", "/dev/shm"}
    nothing(seen["write_runtime"])


def test_unlink_socket(seen: dict[str, Any], worker: WorkerProcess, seat: SeatSocket) -> None:
    """Nor change it: the next one who is shown it can still connect."""
    nothing(seen["unlink_socket"])
    before = seat.path.stat()
    bot = worker.start("bombs", "answer", seat=seat)
    peer = seat.visitor()
    peer.connection.close()
    assert bot.wait().reason is ExitReason.EXITED
    assert (seat.path.stat().st_mode, seat.path.stat().st_ctime_ns) == (
        before.st_mode, before.st_ctime_ns
    )  # fmt: skip


def test_sibling_socket(seen: dict[str, Any], reports: Reports) -> None:
    assert seen["in /run"] == ["game.sock"]
    assert set(seen["sibling_socket"].values()) == {"ENOENT"}
    assert set(reports.of("network")["sibling_socket"].values()) == {"ENOENT"}
    assert reports.of("network")["own_socket"], "its own is there"


def test_devices(seen: dict[str, Any]) -> None:
    nothing(seen["read_devices"])
    assert {Path(path).name for path in seen["special_files"]["devices"]} <= HARMLESS_DEVICES


def test_no_program_with_others_rights(seen: dict[str, Any]) -> None:
    assert seen["special_files"]["privileged"] == []


def test_sys(seen: dict[str, Any]) -> None:
    assert seen["sys"] in ("ENOENT", "empty")


def test_core_pattern(seen: dict[str, Any]) -> None:
    """Nor any other setting of the kernel."""
    nothing(seen["write_kernel"])
    nothing(seen["map_users"])


def test_kernel_memory(seen: dict[str, Any]) -> None:
    nothing({path: found for path, found in seen["read_kernel"].items() if "/1/" not in path})


def test_lower_oom_score(seen: dict[str, Any]) -> None:
    """When memory is short, the worker is not the first to go."""
    assert seen["lower_oom_score"] != DONE
