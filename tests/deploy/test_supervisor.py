"""Children that crash, and numbers in files that mean somebody else."""

import asyncio
import os
import sys
from pathlib import Path

import psutil
import pytest

from deploy.launcher import supervisor as supervisor_module
from deploy.launcher.postgres import EmbeddedPostgres, Passwords
from deploy.launcher.problems import Problem
from deploy.launcher.process import ProcessSpec
from deploy.launcher.supervisor import Supervisor
from tests.deploy.service import wait_for

CRASH = "print('the reason'); raise SystemExit(3)"


@pytest.fixture(autouse=True)
def _short_delays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor_module, "_FIRST_DELAY_SECONDS", 0.01)
    monkeypatch.setattr(supervisor_module, "_LONGEST_DELAY_SECONDS", 0.04)


async def _watch(folder: Path, spec: ProcessSpec, seconds: float) -> None:
    supervisor = Supervisor(folder)
    await supervisor.add(spec)
    await asyncio.sleep(seconds)
    await supervisor.stop()


def test_a_crash_is_told_with_its_last_lines_and_growing_delays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = ProcessSpec(name="worker", command=[sys.executable, "-c", CRASH])
    asyncio.run(_watch(tmp_path, spec, 1.5))
    said = capsys.readouterr().out
    assert "worker ended with exit code 3. It starts again in 0.01 s." in said
    assert "    the reason" in said
    assert said.index("in 0.01 s") < said.index("in 0.02 s") < said.index("in 0.04 s")
    assert "0.08" not in said
    assert "the reason" in (tmp_path / "worker.log").read_text()


def test_a_child_that_cannot_be_started_again_is_told_and_tried_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "program"
    program.write_text('#!/bin/sh\nrm -- "$0"\n')
    program.chmod(0o700)
    spec = ProcessSpec(name="worker", command=[str(program)])
    asyncio.run(_watch(tmp_path, spec, 1.0))
    assert capsys.readouterr().out.count("worker could not be started") > 1


def test_everything_a_child_started_ends_with_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pid_file = tmp_path / "pid"
    code = (
        "import subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        f"open({str(pid_file)!r}, 'w').write(str(child.pid))\n"
        "time.sleep(0.2)\n"
    )
    spec = ProcessSpec(name="worker", command=[sys.executable, "-c", code])
    asyncio.run(_watch(tmp_path, spec, 1.0))
    assert "worker ended with exit code 0" in capsys.readouterr().out
    pid = int(pid_file.read_text())

    def is_gone() -> bool:
        try:
            return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
        except psutil.NoSuchProcess:
            return True

    wait_for(is_gone, "the end of what the child started", seconds=20)


def _server(folder: Path) -> EmbeddedPostgres:
    return EmbeddedPostgres(folder, 1, Passwords("a", "b", "c"))


def test_a_number_that_is_somebody_elses_by_now_is_no_server_of_ours(tmp_path: Path) -> None:
    (tmp_path / "postmaster.pid").write_text(f"{os.getpid()}\n")
    asyncio.run(_server(tmp_path).wait_until_unused(wait_seconds=0))


def test_a_server_that_still_uses_the_folder_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "postmaster.pid").write_text(f"{os.getpid()}\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Problem, match=f"process {os.getpid()}.*kill -QUIT"):
        asyncio.run(_server(tmp_path).wait_until_unused(wait_seconds=0))


def test_children_leave_threads_for_other_work(tmp_path: Path) -> None:
    """However few the threads that asyncio has on a small machine."""

    async def start_many() -> str:
        supervisor = Supervisor(tmp_path)
        for number in range(40):
            command = ["sleep", "600"]
            await supervisor.add(ProcessSpec(name=f"child{number}", command=command))
        try:
            return await asyncio.wait_for(asyncio.to_thread(lambda: "answered"), timeout=60)
        finally:
            await supervisor.stop()

    assert asyncio.run(start_many()) == "answered"


@pytest.mark.parametrize("inherits", [True, False])
def test_a_child_inherits_the_environment_or_gets_its_own_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, inherits: bool
) -> None:
    monkeypatch.setenv("A_SECRET", "of the launcher's")
    spec = ProcessSpec(
        name="child", command=["/usr/bin/env"], environment={"GIVEN": "1"}, inherits=inherits
    )
    asyncio.run(_watch(tmp_path, spec, 1.0))
    said = (tmp_path / "child.log").read_text()
    assert "GIVEN=1" in said
    assert ("A_SECRET" in said) is inherits
