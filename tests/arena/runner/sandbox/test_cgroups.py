"""Control groups: how both versions are spoken to, and real ones where this machine has them."""

import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from arena.runner.sandbox import cgroups
from arena.runner.sandbox.cgroup_places import Place
from arena.runner.sandbox.cgroups import (
    ControlGroup,
    ControlGroups,
    groups_sweep,
    process_namespace,
)
from arena.runner.sandbox.interface import MIB, Limits

LIMITS = Limits(memory_bytes=64 * MIB, processes=7, cores=0.5)
FILES = {
    1: {
        "memory.limit_in_bytes": "max",
        "memory.usage_in_bytes": "1000",
        "memory.max_usage_in_bytes": "2000",
        "memory.oom_control": "oom_kill_disable 0\nunder_oom 0\noom_kill 3\n",
        "pids.max": "max",
        "cpu.cfs_period_us": "100000",
        "cpu.cfs_quota_us": "-1",
        "cpuacct.usage": "1500000000",
        "cgroup.procs": "",
    },
    2: {
        "memory.max": "max",
        "memory.swap.max": "max",
        "memory.oom.group": "0",
        "memory.current": "1000",
        "memory.peak": "2000",
        "memory.events": "low 0\noom 1\noom_kill 0\n",
        "pids.max": "max",
        "cpu.max": "max 100000",
        "cpu.stat": "usage_usec 1500000\nuser_usec 1\n",
        "cgroup.procs": "",
    },
}


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder that fills the groups made in it with files, as the kernel does."""
    make = Path.mkdir

    def mkdir(self: Path) -> None:
        make(self)
        for name, content in FILES[int(self.parent.name)].items():
            (self / name).write_text(content)

    def rmdir(self: Path) -> None:
        self.rename(self.with_name("gone"))

    monkeypatch.setattr(Path, "mkdir", mkdir)
    monkeypatch.setattr(Path, "rmdir", rmdir)
    for version in FILES:
        make(tmp_path / str(version))
    return tmp_path


def group_of(folder: Path, version: int) -> ControlGroup:
    parent = folder / str(version)
    return ControlGroup(
        Place(version, dict.fromkeys(("memory", "pids", "cpu", "cpuacct"), parent)), LIMITS
    )


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        (
            1,
            {
                "memory.limit_in_bytes": str(64 * MIB),
                "pids.max": "7",
                "cpu.cfs_quota_us": "50000",
                "cgroup.procs": "4242",
            },
        ),
        (
            2,
            {
                "memory.max": str(64 * MIB),
                "memory.swap.max": "0",
                "memory.oom.group": "1",
                "pids.max": "7",
                "cpu.max": "50000 100000",
                "cgroup.procs": "4242",
            },
        ),
    ],
)
def test_what_the_kernel_is_told(written: Path, version: int, expected: dict[str, str]) -> None:
    group = group_of(written, version)
    group.add(4242)
    group.close()
    gone = written / str(version) / "gone"
    assert {name: (gone / name).read_text() for name in expected} == expected
    assert not (gone / "memory.memsw.limit_in_bytes").exists(), "nothing but what the kernel has"


@pytest.mark.parametrize(("version", "was_out_of_memory"), [(1, True), (2, False)])
def test_what_the_kernel_tells(written: Path, version: int, was_out_of_memory: bool) -> None:
    reading = group_of(written, version).read()
    assert reading.memory_bytes == 1000
    assert reading.peak_bytes == 2000
    assert reading.cpu_seconds == 1.5
    assert reading.was_out_of_memory is was_out_of_memory


def left_by_a_killed_process(parent: Path, namespace: int = 0) -> Path:
    gone = Path("/proc/sys/kernel/pid_max").read_text().strip()
    left = parent / f"durako-{gone}-0-{namespace or process_namespace()}"
    left.mkdir()
    (left / "cgroup.procs").write_text("0\n4242\n-1\n")
    return left


@pytest.fixture
def signalled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """Who was told what, where control groups are made in a folder like any other."""
    told: list[tuple[int, int]] = []
    monkeypatch.setattr(os, "kill", lambda *one: told.append(one))
    monkeypatch.setattr(Path, "rmdir", shutil.rmtree)
    monkeypatch.setattr(cgroups, "places", lambda: [Place(1, {"memory": tmp_path})])
    monkeypatch.setattr(cgroups, "_try", lambda _: None)
    return told


def test_what_a_killed_worker_left(tmp_path: Path, signalled: list[tuple[int, int]]) -> None:
    """All of it is ended; a 0 in the list is somebody of another process namespace, and to a signal
    it would mean ourselves."""
    left = left_by_a_killed_process(tmp_path)
    assert ControlGroups().place is not None
    assert signalled == [(4242, signal.SIGKILL)]
    assert not left.exists()


def test_what_a_killed_process_of_the_pool_left(
    tmp_path: Path, signalled: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is started in its stead clears up, before its first program."""
    groups = ControlGroups()
    assert groups.place is not None
    left = left_by_a_killed_process(tmp_path)
    groups.around(4711, LIMITS)
    assert left.exists(), "this process has looked already"
    monkeypatch.setattr(os, "getpid", lambda: 4712)
    groups.around(4711, LIMITS)
    assert signalled == [(4242, signal.SIGKILL)]
    assert not left.exists()


def test_what_was_left_goes_even_if_no_program_is_ever_started_again(
    tmp_path: Path, signalled: list[tuple[int, int]]
) -> None:
    """The worker looks at every beat: its pool may have nothing more to do."""
    left = left_by_a_killed_process(tmp_path)
    elsewhere = left_by_a_killed_process(tmp_path, namespace=1)
    groups_sweep()
    assert signalled == [(4242, signal.SIGKILL)]
    assert not left.exists()
    assert elsewhere.exists(), "whether that process lives cannot be seen from here"


def test_a_real_one_or_none() -> None:
    """On this machine, whatever it has."""
    groups = ControlGroups()
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE) as process:
        group = groups.around(process.pid, LIMITS)
        own = Path(f"/proc/{process.pid}/cgroup").read_text()
        assert (group is not None) == (groups.place is not None) == groups.finding().good
        assert (f"/durako-{os.getpid()}-" in own) == (group is not None)
    if group is not None:
        assert group.close().cpu_seconds > 0
        assert groups.place is not None
        for parent in groups.place.parents.values():
            assert list(parent.glob(f"durako-{os.getpid()}-*")) == []


def test_without_groups_each_program_gets_its_turn_of_the_cores() -> None:
    groups = ControlGroups()
    groups.place = None
    cpus = [groups.cpus(Limits(cores=1.0)) for _ in range(2 * len(os.sched_getaffinity(0)))]
    assert all(len(each) == 1 for each in cpus)
    assert {cpu for each in cpus for cpu in each} == os.sched_getaffinity(0)
    assert groups.around(os.getpid(), LIMITS) is None
    assert not groups.finding().needed
