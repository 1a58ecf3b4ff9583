"""What is made of what a probe saw; and the probes themselves, on this machine."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from arena.runner.sandbox import bwrap
from arena.runner.sandbox.bubblewrap import Bubblewrap
from arena.runner.sandbox.choose import PROBES, driver_named, driver_probed
from arena.runner.sandbox.insecure import InsecureDriver
from arena.runner.sandbox.interface import Capabilities, Finding, SandboxError
from arena.runner.sandbox.keeper import STAGE
from arena.runner.sandbox.probes import Look, judge
from arena.runner.sandbox.remedies import remedy
from tests.arena.runner.hosted_runtime import hosted_runtime

INSIDE: dict[str, Any] = {
    "user": 65534,
    "environment": ["HOME", "LANG", "PATH", "PWD"],
    "descriptors": [],
    "processes": ["1"],
    "root": ["bin", "bot", "dev", "proc", "tmp", "usr"],
    "could": ["write to /tmp"],
}
STATUS = {
    "Uid": "\t1001\t1001\t1001\t1001",
    **{f"Cap{name}": "\t0000000000000000" for name in ("Inh", "Prm", "Eff", "Bnd", "Amb")},
    "NoNewPrivs": "\t1",
    "Seccomp": "\t2",
}
ALLOWED = frozenset({"bin", "usr"})


def bad(inside: dict[str, Any] | None = None, status: dict[str, str] | None = None) -> list[str]:
    look = Look({**INSIDE, **(inside or {})}, {**STATUS, **(status or {})})
    found = list(judge(look, allowed=ALLOWED))
    assert all(each.fix for each in found if not each.good), "each failure says what to do"
    return [each.what for each in found if not each.good]


def test_as_promised() -> None:
    assert bad() == []


@pytest.mark.parametrize(
    ("inside", "status", "what"),
    [
        ({}, {"Uid": "\t0\t0\t0\t0"}, "user"),
        ({"user": 0}, {}, "user"),
        ({}, {"CapBnd": "\t000001ffffffffff"}, "privileges"),
        ({}, {"NoNewPrivs": "\t0"}, "privileges"),
        ({}, {"Seccomp": "\t0"}, "filter"),
        ({"could": ["write to /tmp", "open a vsock socket"]}, {}, "network"),
        ({"could": ["write to /tmp", "write to /bot"]}, {}, "files"),
        ({"could": ["write to /tmp", "start a process"]}, {}, "processes"),
        ({"could": ["write to /tmp", "make a user namespace"]}, {}, "namespaces"),
        ({"root": ["bin", "home"]}, {}, "root"),
        ({"environment": ["PATH", "SECRET_KEY"]}, {}, "inheritance"),
        ({"descriptors": [7]}, {}, "inheritance"),
        ({"processes": ["1", "2"]}, {}, "proc"),
        ({"could": []}, {}, "temporary files"),
    ],
)
def test_each_promise_can_be_broken(
    inside: dict[str, Any], status: dict[str, str], what: str
) -> None:
    assert bad(inside, status) == [what]


def test_without_proc_bots_still_play() -> None:
    (found,) = [
        each
        for each in judge(Look({**INSIDE, "processes": None}, STATUS), allowed=ALLOWED)
        if not each.good
    ]
    assert not found.needed


def test_this_machine_is_safe() -> None:
    """Programs of strangers can be run where these tests run."""
    capabilities = asyncio.run(driver_named("bwrap").probe(hosted_runtime().root))
    assert capabilities.refusal() == ""
    assert capabilities.is_safe


def test_a_bwrap_that_cannot_is_refused_with_a_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "bwrap"
    broken.write_text("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2; exit 1")
    broken.chmod(0o755)
    folders = ((tmp_path, "bwrap"),)
    monkeypatch.setattr(
        bwrap, "find_bwrap", lambda: Bubblewrap(broken, folders, f"{STAGE}/bwrap/bwrap")
    )
    tmp_path.chmod(0o755)
    capabilities = asyncio.run(driver_named("bwrap").probe(hosted_runtime().root))
    assert not capabilities.is_safe
    assert "No permissions to create new namespace" in capabilities.refusal()
    assert capabilities.findings[0].fix


def test_a_runtime_without_an_interpreter_is_refused(tmp_path: Path) -> None:
    runtime = tmp_path / "runtime"
    (runtime / "usr" / "bin").mkdir(parents=True)
    for folder in (runtime, *runtime.rglob("*")):
        folder.chmod(0o755)
    capabilities = asyncio.run(driver_named("bwrap").probe(runtime))
    assert not capabilities.is_safe
    assert "python3" in capabilities.refusal()


def test_what_isolates_nothing_is_never_safe(tmp_path: Path) -> None:
    capabilities = asyncio.run(driver_named("insecure").probe(tmp_path))
    assert not capabilities.is_safe
    assert "never count" in capabilities.refusal()


def test_an_unknown_driver() -> None:
    with pytest.raises(SandboxError, match="Choose one of: bwrap, insecure"):
        driver_named("gvisor")


@pytest.mark.parametrize(
    ("setting", "value", "words"),
    [
        (
            "kernel/apparmor_restrict_unprivileged_userns",
            "1\n",
            "sysctl kernel.apparmor_restrict_unprivileged_userns=0",
        ),
        ("kernel/unprivileged_userns_clone", "0\n", "sysctl kernel.unprivileged_userns_clone=1"),
        ("user/max_user_namespaces", "0\n", "sysctl user.max_user_namespaces"),
        ("user/max_user_namespaces", "100\n", "--security-opt"),
    ],
)
def test_the_remedy_is_the_one_that_helps(
    tmp_path: Path, setting: str, value: str, words: str
) -> None:
    file = tmp_path / "sys" / setting
    file.parent.mkdir(parents=True)
    file.write_text(value)
    assert words in remedy("bwrap: Creating new namespace failed", proc=tmp_path)


class ByChance(InsecureDriver):
    """Fails its first probes, and then does what it promises."""

    def __init__(self, failures: int, *, isolates: bool = True) -> None:
        super().__init__()
        self.failures = failures
        self.isolates = isolates
        self.probes = 0

    async def probe(self, runtime: Path) -> Capabilities:
        self.probes += 1
        found = Finding(what="user", good=self.probes > self.failures, detail="It is somebody.")
        return Capabilities(driver="chance", isolates=self.isolates, findings=(found,))


@pytest.mark.parametrize("failures", range(PROBES + 1))
def test_what_fails_by_chance_is_tried_again(failures: int, tmp_path: Path) -> None:
    driver = ByChance(failures)
    found = asyncio.run(driver_probed(driver, tmp_path))
    assert found.is_safe is (failures < PROBES)
    assert driver.probes == min(failures + 1, PROBES)


def test_what_isolates_nothing_is_tried_once(tmp_path: Path) -> None:
    driver = ByChance(1, isolates=False)
    assert asyncio.run(driver_probed(driver, tmp_path)).refusal()
    assert driver.probes == 1
