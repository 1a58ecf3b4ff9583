"""Where isolation is not there, no stranger's program runs, and somebody is told why."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from arena.runner.configuration import ConfigurationError, RunnerConfiguration
from arena.runner.sandbox.interface import SandboxError
from arena.runner.signing import key_create, key_to_check
from tests.arena.runner import hosted_runtime
from tests.security.sandbox.conftest import USERS
from tests.security.sandbox.harness import PROJECT, WorkerProcess, as_ordinary_user, working
from tests.security.sandbox.seats import PATIENCE

HERE = "tests.security.sandbox"


def runner_environment(home: Path, signing_key: str) -> dict[str, str]:
    """What a real worker is told; its broker is one that nobody needs to run."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "LANG")}
    return {
        **kept,
        "CELERY_BROKER_URL": "memory://",
        "TASK_CHECK_KEY": key_to_check(signing_key),
        "SIGNING_KEY": signing_key,
        "DURAKO_ARCHIVES": str(home / "archives"),
        "DURAKO_RUNTIME": str(hosted_runtime.FOLDER),
        "DURAKO_GAMESERVER": str(home),
        "DURAKO_RUNNER_VAR": str(home / "work"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def python(*words: str, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words],
        cwd=PROJECT, env=environment, capture_output=True, text=True, check=False,
        timeout=PATIENCE,
    )  # fmt: skip


def test_probe_is_content(worker: WorkerProcess) -> None:
    """Here everything is there, or none of these tests would say anything."""
    found = worker.probe()
    assert found.is_safe, found.refusal()
    assert found.refusal() == ""


def test_probe_fails_match_refused(runtime: Path, home: Path, tmp_path: Path) -> None:
    """On a machine that allows no user namespaces, the real worker takes good orders, starts
    nothing, and reports why and what to do."""
    work = home / "temporary-refused"
    work.mkdir(mode=0o777)
    work.chmod(0o777)
    environment = runner_environment(home, key_create())
    environment |= {"DURAKO_RUNNER_VAR": str(work / "own"), "TMPDIR": str(work)}
    done = python(
        *as_ordinary_user(home, hosted_runtime.FOLDER),
        f"{HERE}.without_namespaces", f"{HERE}.ordered_worker",
        environment=environment,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    assert "sysctl" in told["refusal"]
    assert told["reports"][-1]["verdict"] == "broken"
    assert told["reports"][-1]["sandbox"] == "bwrap"
    assert told["refusal"] in str(told["reports"][-1]["steps"])
    assert not any(step["state"] == "passed" for step in told["reports"][-1]["steps"])
    (match,) = told["results"]
    assert match["broken"] == told["refusal"]
    assert match["sandbox"] == "bwrap"
    assert not match["runs"]
    assert told["refusal"] in done.stderr, "and whoever runs the worker reads it"
    assert list(work.rglob("*")) == [work / "own", work / "own" / "runner@here"]
    shutil.rmtree(work / "own")


@pytest.mark.parametrize("user", USERS)
def test_broken_runtime(user: str, home: Path, runtime: Path) -> None:
    """A runtime in which nothing can be started: a finding with a fix, and no bot runs."""
    empty = home / "temporary-runtime"
    empty.mkdir(exist_ok=True)
    with working(user, empty, home) as worker:
        found = worker.probe()
        assert not found.is_safe
        assert found.refusal()
        assert all(finding.fix for finding in found.findings if not finding.good)
        ended = None
        try:
            ended = worker.run("bombs", "answer")
        except SandboxError:
            return
        assert ended.code != 0


def test_insecure_flag_needs_debug(home: Path) -> None:
    """Asked for by name, and on a development server only."""
    environment = runner_environment(home, key_create()) | {"DURAKO_SANDBOX": "insecure"}
    starts = ("-c", "import arena.runner.worker")
    refused = python(*starts, environment=environment)
    assert refused.returncode == 1
    assert "DEBUG" in refused.stderr
    for off in ("", "0", "false"):
        with pytest.raises(ConfigurationError, match="DEBUG"):
            RunnerConfiguration.from_environment({**environment, "DEBUG": off})
    allowed = python(*starts, environment={**environment, "DEBUG": "1"})
    assert allowed.returncode == 0, allowed.stderr


def test_insecure_needs_loopback(home: Path) -> None:
    """Where other machines reach the web, the launcher starts nothing at all."""
    environment = {"PATH": os.environ["PATH"], "DURAKO_VAR": str(home / "temporary-var")}
    environment |= {"DURAKO_SANDBOX": "insecure", "DEBUG": "1"}
    refused = python("-m", "deploy.launcher", "--host", "0.0.0.0", environment=environment)
    assert refused.returncode == 1
    assert "Leave HOST out" in refused.stdout
    assert not (home / "temporary-var").exists()


def test_insecure_never_counts(home: Path, runtime: Path, tmp_path: Path) -> None:
    """It says so itself, and the real worker names it in every report; the server believes none of
    them, or never rates what they say: `tests.arena.test_never_rated`."""
    with working("user", runtime, home, driver="insecure") as worker:
        found = worker.probe()
    assert not found.is_safe
    assert "never count" in found.refusal()
    environment = runner_environment(home, key_create())
    environment |= {"DURAKO_SANDBOX": "insecure", "DEBUG": "1"}
    environment["DURAKO_RUNNER_VAR"] = str(tmp_path)
    done = python("-m", f"{HERE}.ordered_worker", environment=environment)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert {said["sandbox"] for said in told["reports"] + told["results"]} == {"insecure"}
    assert told["results"]
