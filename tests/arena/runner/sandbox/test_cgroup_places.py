"""Where control groups could be made, read from what kernels tell."""

from pathlib import Path

import pytest

from arena.runner.sandbox.cgroup_places import Place, places


class Machine:
    """What a process on some machine finds in /proc and below /sys/fs/cgroup."""

    def __init__(self, folder: Path) -> None:
        self._process = folder / "proc"
        self._process.mkdir()
        self.groups = folder / "cgroup with blanks"

    def tell(self, *, own: str, mounts: list[str]) -> None:
        (self._process / "cgroup").write_text(own)
        escaped = str(self.groups).replace(" ", r"\040")
        lines = [
            f"{30 + number} 23 0:{number} {mount}".replace("GROUPS", escaped)
            for number, mount in enumerate(mounts)
        ]
        (self._process / "mountinfo").write_text(
            "\n".join(["23 1 8:1 / / rw - ext4 /dev/a rw", *lines])
        )

    def group(self, name: str, *, controllers: str | None = None) -> Path:
        folder = self.groups / name
        folder.mkdir(parents=True, exist_ok=True)
        if controllers is not None:
            (folder / "cgroup.controllers").write_text(controllers)
        return folder

    def places(self) -> list[Place]:
        return list(places(self._process))


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_version_1(machine: Machine) -> None:
    machine.tell(
        own="4:memory:/a/b\n3:cpu,cpuacct:/\n2:pids:/\n1:name=systemd:/\n0::/\n",
        mounts=[
            "/ GROUPS/memory rw - cgroup cgroup rw,memory",
            "/ GROUPS/cpu rw - cgroup cgroup rw,cpu,cpuacct",
            "/ GROUPS/pids rw - cgroup cgroup rw,pids",
            "/ GROUPS/unified rw - cgroup2 cgroup2 rw",
        ],
    )
    machine.group("unified", controllers="")
    cpu, pids = machine.group("cpu"), machine.group("pids")
    memory = machine.group("memory/a/b")
    assert machine.places() == [
        Place(1, {"memory": memory, "pids": pids, "cpu": cpu, "cpuacct": cpu})
    ]


def test_version_1_in_a_container(machine: Machine) -> None:
    """It sees its own group as the topmost one."""
    machine.tell(
        own="4:memory:/docker/123/worker\n",
        mounts=["/docker/123 GROUPS/memory rw - cgroup cgroup rw,memory"],
    )
    memory = machine.group("memory/worker")
    assert machine.places() == [Place(1, {"memory": memory})]


def test_a_group_that_is_not_shown(machine: Machine) -> None:
    machine.tell(
        own="4:memory:/elsewhere\n",
        mounts=["/docker/123 GROUPS/memory rw - cgroup cgroup rw,memory"],
    )
    machine.group("memory")
    assert machine.places() == []


def test_version_2_below_our_own_then_beside_it(machine: Machine) -> None:
    machine.tell(own="0::/service/worker\n", mounts=["/ GROUPS rw - cgroup2 cgroup2 rw"])
    beside = machine.group("service", controllers="cpu memory pids\n")
    below = machine.group("service/worker", controllers="memory\n")
    assert machine.places() == [
        Place(2, {"memory": below}),
        Place(2, {"memory": beside, "pids": beside, "cpu": beside}),
    ]


def test_version_2_at_the_top(machine: Machine) -> None:
    machine.tell(own="0::/\n", mounts=["/ GROUPS rw - cgroup2 cgroup2 rw"])
    top = machine.group("", controllers="memory pids\n")
    assert machine.places() == [Place(2, {"memory": top, "pids": top})]


def test_without_the_memory_controller(machine: Machine) -> None:
    machine.tell(own="0::/\n", mounts=["/ GROUPS rw - cgroup2 cgroup2 rw"])
    machine.group("", controllers="cpu\n")
    assert machine.places() == []


def test_without_any(machine: Machine) -> None:
    machine.tell(own="0::/\n", mounts=[])
    assert machine.places() == []
