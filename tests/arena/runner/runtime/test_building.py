"""The hosted runtime is built whole or not at all, once, and without a network the second time."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from arena.runner.runtime import BuildError, Runtime, RuntimeMissingError, build
from tests.arena.runner.hosted_runtime import FOLDER
from tests.arena.runner.runtime.inside import run_inside
from tests.deploy.service import PROJECT_DIR

OFFLINE = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": ""}


@pytest.fixture
def target(runtime: Runtime, tmp_path: Path) -> Path:
    """A fresh place that has the wheels already."""
    shutil.copytree(FOLDER / "wheels", tmp_path / "runtime" / "wheels")
    return tmp_path / "runtime"


@pytest.fixture
def _offline(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in OFFLINE.items():
        monkeypatch.setenv(name, value)


def _builder(target: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "arena.runner.runtime", "build", "--to", str(target)],
        cwd=PROJECT_DIR,
        env={**os.environ, **OFFLINE},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def _change_a_library(runtime: Runtime) -> None:
    """As if the system had been upgraded since."""
    path = runtime.root.parent / "runtime.json"
    manifest = json.loads(path.read_text())
    library = next(name for name in manifest["copied"] if "/libc." in name)
    manifest["copied"][library][1] -= 1
    path.write_text(json.dumps(manifest))


@pytest.mark.long
@pytest.mark.usefixtures("_offline")
def test_two_builders_make_one_and_newer_ones_replace_it(target: Path) -> None:
    (target / "unfinished" / "root").mkdir(parents=True)  # somebody was killed here
    builders = [_builder(target), _builder(target)]
    said = sorted(builder.communicate(timeout=250)[0] for builder in builders)
    assert [builder.returncode for builder in builders] == [0, 0]
    assert ["Compiling" in text for text in said].count(True) == 1

    first = Runtime.load(target)
    assert run_inside(first, "python", "-c", "import arena.sdk").returncode == 0
    assert build(target) == first
    assert not (target / "unfinished").exists()

    shutil.copytree(first.root.parent, target / "0", symlinks=True)  # made before
    _change_a_library(first)
    second = build(target)
    assert Runtime.load(target) == second
    assert second.root != first.root
    assert first.root.exists(), "a worker that was started before still uses it"
    assert not (target / "0").exists()


@pytest.mark.usefixtures("_offline")
def test_without_a_network_it_says_what_to_do(runtime: Runtime, tmp_path: Path) -> None:
    with pytest.raises(BuildError, match=r"could not be fetched\. Check the network"):
        build(tmp_path / "runtime")
    with pytest.raises(RuntimeMissingError, match="There is no hosted runtime in"):
        Runtime.load(tmp_path / "runtime")
    builder = _builder(tmp_path / "runtime")
    said = builder.communicate(timeout=100)[0]
    assert builder.returncode == 1
    assert "could not be fetched" in said
    assert "Traceback" not in said


@pytest.mark.usefixtures("_offline")
def test_a_wheel_that_is_not_the_locked_one_is_refused(target: Path) -> None:
    wheel = next(target.glob("wheels/*/protobuf-*.whl"))
    wheel.write_bytes(wheel.read_bytes() + b"more")
    with pytest.raises(BuildError, match=r"could not be installed. Remove (.|\n)*pip said"):
        build(target)
    with pytest.raises(RuntimeMissingError):
        Runtime.load(target)


def test_a_place_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BuildError, match=r"cannot be written to .* Make room"):
        build(tmp_path / "file" / "runtime")


@pytest.mark.parametrize("text", ["", "null", "{}", '{"programs": [], "copied": 3}'])
def test_a_damaged_description_means_no_runtime(tmp_path: Path, text: str) -> None:
    (tmp_path / "current").mkdir()
    (tmp_path / "current" / "runtime.json").write_text(text)
    with pytest.raises(RuntimeMissingError, match=r"python -m arena\.runner\.runtime build --to"):
        Runtime.load(tmp_path)
