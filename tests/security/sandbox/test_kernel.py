"""What a bot can ask of the kernel: to play, and nothing that opens a way out."""

from typing import Any

import pytest

from arena.runner.sandbox.interface import ExitReason, Limits
from tests.security.sandbox.conftest import Reports
from tests.security.sandbox.harness import WorkerProcess, report
from tests.security.sandbox.hostile.kit import DONE
from tests.security.sandbox.seats import SeatSocket

PROFILES = (False, True)
"""Whether it may fork."""
REFUSED = {"EPERM", "ENOSYS"}
SIGSYS = 31


@pytest.fixture(params=PROFILES, ids=["strict", "may fork"])
def asked(request: pytest.FixtureRequest, reports: Reports) -> dict[str, Any]:
    """What the program that asks the kernel for everything was answered, in either profile."""
    return reports.of("calls", may_fork=request.param)


@pytest.fixture
def strict(reports: Reports) -> dict[str, Any]:
    """The same in the profile that bots get unless somebody says otherwise."""
    return reports.of("calls", may_fork=False)


def all_refused(outcomes: dict[str, str], *other: str) -> None:
    """By the filter, or by a kernel that has no such thing."""
    assert {
        name: found for name, found in outcomes.items() if found not in REFUSED | {*other}
    } == {}


def test_mount(asked: dict[str, Any]) -> None:
    all_refused(asked["mount"])


def test_unshare_userns(asked: dict[str, Any]) -> None:
    all_refused(asked["unshare_userns"])


def test_clone3(asked: dict[str, Any]) -> None:
    """Its flags cannot be looked at, so it must seem not to exist; callers then use clone."""
    assert asked["clone3"] == "ENOSYS"


def test_ptrace(asked: dict[str, Any]) -> None:
    all_refused(asked["ptrace"])


def test_keyctl(asked: dict[str, Any]) -> None:
    all_refused(asked["keyctl"])


def test_io_uring(asked: dict[str, Any]) -> None:
    all_refused(asked["io_uring"])


def test_setuid0(asked: dict[str, Any]) -> None:
    all_refused(asked["setuid0"], "EINVAL")


def test_caps_zero_nnp_1_seccomp_2(asked: dict[str, Any]) -> None:
    no_rights(asked["caps_zero_nnp_1_seccomp_2"])
    assert 0 not in asked["caps_zero_nnp_1_seccomp_2"]["uid"]


def no_rights(standing: dict[str, Any]) -> None:
    """Nor a way to get any."""
    assert set(standing["capabilities"]) == {0}
    assert standing["bounding"] == standing["ambient"] == []
    assert standing["no_new_privileges"] == 1
    assert standing["seccomp"] == 2


def test_host_uid_not_root(worker: WorkerProcess, seat: SeatSocket) -> None:
    """As the kernel tells those outside; and whoever is root's guest is nobody else on the host."""
    bot = worker.start("bombs", "answer", seat=seat)
    peer = seat.visitor()
    assert peer.uid != 0
    assert peer.gid != 0
    with open(f"/proc/{peer.pid}/status", encoding="utf-8") as file:  # noqa: PTH123
        status = dict(line.split(":\t", 1) for line in file.read().splitlines())
    assert {int(uid) for uid in status["Uid"].split()} == {peer.uid}
    assert {int(gid) for gid in status["Gid"].split()} == {peer.gid}
    assert int(status["CapEff"], 16) == int(status["CapBnd"], 16) == 0
    if worker.user == "root":
        assert "0" not in status["Groups"].split()
    peer.connection.close()
    assert bot.wait().reason is ExitReason.EXITED


def test_two_bots_are_two_users(worker: WorkerProcess, home: Any, seat: SeatSocket) -> None:  # noqa: ANN401
    """Under root they do not even share a user; else they are kept apart by namespaces alone."""
    one, other = (worker.start("bombs", "answer", seat=seat) for _ in range(2))
    peers = [seat.visitor(), seat.visitor()]
    if worker.user == "root":
        assert peers[0].uid != peers[1].uid
    for peer in peers:
        peer.connection.close()
    assert {one.wait().reason, other.wait().reason} == {ExitReason.EXITED}


def test_fork_strict(strict: dict[str, Any]) -> None:
    all_refused({name: found for name, found in strict["fork_strict"].items() if name != "spawn"})
    assert strict["fork_strict"]["spawn"] != DONE
    assert strict["a_thread_starts"] == DONE, "bots need threads"


def test_raise_rlimit(asked: dict[str, Any]) -> None:
    found, allowed = asked["raise_rlimit"], Limits()
    hard = {name: limit["hard"] for name, limit in found.items()}
    assert hard["RLIMIT_MEMLOCK"] == hard["RLIMIT_MSGQUEUE"] == 0
    assert hard["RLIMIT_CORE"] <= 1, "no dump; 1 also where dumps are piped to a program"
    assert hard["RLIMIT_NICE"] == hard["RLIMIT_RTPRIO"] == 0
    assert hard["RLIMIT_NOFILE"] == allowed.open_files
    assert hard["RLIMIT_FSIZE"] == allowed.file_bytes
    assert hard["RLIMIT_AS"] == allowed.address_space_bytes
    assert hard["RLIMIT_NPROC"] <= allowed.processes + 1, "bwrap itself may count"
    assert hard["RLIMIT_CPU"] <= 1.25 * allowed.cpu_seconds, "the watcher is more exact"
    raised = {name: limit["raised"] for name, limit in found.items() if limit["raised"]}
    assert set(raised.values()) <= {"EPERM", "ValueError"}, raised


def test_scheduling(asked: dict[str, Any]) -> None:
    all_refused(asked["scheduling"])


def test_dmesg(asked: dict[str, Any]) -> None:
    assert asked["dmesg"] == "EPERM"


def test_tiocsti(asked: dict[str, Any]) -> None:
    """Typing into the terminal of whoever started the worker."""
    no_terminal = asked["terminal"].pop("controlling terminal", "ENXIO")
    assert no_terminal in ("ENXIO", "ENOENT")
    all_refused(asked["terminal"])


def test_mlock_bomb(asked: dict[str, Any]) -> None:
    all_refused(asked["mlock"], "ENOMEM")


def test_pdeathsig(asked: dict[str, Any]) -> None:
    """A bot cannot choose to outlive the worker."""
    all_refused(asked["outliving"])


def test_loosening_the_filter(asked: dict[str, Any]) -> None:
    all_refused(asked["loosening"], "EINVAL")


def test_sysv_ipc(asked: dict[str, Any]) -> None:
    all_refused(asked["sysv_ipc"])


def test_signals_by_files(asked: dict[str, Any]) -> None:
    """Two seats see the same files of the runtime: nothing that one does to them may show."""
    all_refused(asked["signals_by_files"])


def test_mknod(asked: dict[str, Any]) -> None:
    all_refused(asked["devices"])


def test_personality(asked: dict[str, Any]) -> None:
    assert asked["personality"] == "EPERM"


def test_corners_of_the_kernel(asked: dict[str, Any]) -> None:
    all_refused(asked["third_kind"])


def test_foreign_architecture(worker: WorkerProcess) -> None:
    """The calls of 32-bit programs would pass a filter that counts by the numbers of ours."""
    ended = worker.run("bombs", "other_tables_call")
    assert (ended.reason, ended.signal) == (ExitReason.CRASHED, SIGSYS), ended.output


def test_x32_numbers(worker: WorkerProcess) -> None:
    ended = worker.run("bombs", "other_numbers")
    assert (ended.reason, ended.signal) == (ExitReason.CRASHED, SIGSYS), ended.output


def test_exec_in_tmp(worker: WorkerProcess) -> None:
    """A program of its own making has no more rights, whatever its mode and its variables say."""
    found = report(worker.run("reborn", "tmp"))
    assert found["reborn"] == "tmp" or found["refused"] == "EACCES"
    if found["reborn"]:
        no_rights(found["standing"])
        all_refused(found["root"], "EINVAL")


def test_memfd_exec(worker: WorkerProcess) -> None:
    ended = worker.run("reborn", "memory", may_fork=True)
    if ended.code:
        assert b"memfd_create" in ended.output.stderr
        assert b"PermissionError" in ended.output.stderr
    else:
        no_rights(report(ended)["standing"])
