"""The first step of every `make`: a bare Python, and sentences when something is in the way."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from deploy import bootstrap


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with one tiny lock, so that no package has to be downloaded."""
    lock = tmp_path / "requirements.txt"
    lock.write_text("# nothing to install\n")
    monkeypatch.setattr(bootstrap, "VENV_DIR", tmp_path / ".venv")
    monkeypatch.setattr(bootstrap, "VENV_PYTHON", tmp_path / ".venv" / "bin" / "python")
    monkeypatch.setattr(bootstrap, "LOCKS", dict.fromkeys(bootstrap.LOCKS, lock))
    return tmp_path


@pytest.mark.long
def test_it_installs_once_and_again_when_the_lock_changes(
    project: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    bootstrap.install("server")
    assert "Installing" in capfd.readouterr().out
    bootstrap.install("server")
    assert capfd.readouterr().out == ""
    (project / "requirements.txt").write_text("# still nothing\n")
    bootstrap.install("server")
    assert "Installing" in capfd.readouterr().out


@pytest.mark.long
def test_a_half_made_environment_is_made_anew(project: Path) -> None:
    (project / ".venv" / "bin").mkdir(parents=True)
    (project / ".venv" / "bin" / "python").symlink_to("/nowhere/python")
    (project / ".venv" / "installed").write_text(bootstrap._fingerprint("server"))
    bootstrap.install("server")
    done = subprocess.run([bootstrap.VENV_PYTHON, "-c", "import pip"], check=False)
    assert done.returncode == 0


@pytest.mark.long
def test_packages_that_cannot_be_had_are_a_sentence(project: Path) -> None:
    (project / "requirements.txt").write_text(
        "no-such-package-of-ours==1.0 --hash=sha256:" + "0" * 64 + "\n"
    )
    with pytest.raises(SystemExit, match="could not be installed"):
        bootstrap.install("server")
    assert not (project / ".venv" / "installed").exists()


def test_a_folder_that_cannot_be_written_is_a_sentence(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "file").touch()
    monkeypatch.setattr(bootstrap, "VENV_DIR", project / "file" / ".venv")
    monkeypatch.setattr(bootstrap, "VENV_PYTHON", project / "file" / ".venv" / "bin" / "python")
    with pytest.raises(SystemExit, match="cannot be created"):
        bootstrap.install("server")


def test_an_old_python_is_a_sentence() -> None:
    code = (
        "import runpy, sys; sys.version_info = (3, 10, 0); sys.argv = ['bootstrap', 'server'];"
        f"runpy.run_path({bootstrap.__file__!r}, run_name='__main__')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "Durako needs Python 3.11 or newer" in done.stderr


def test_without_any_browser_one_loud_line_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(bootstrap, "VENV_PYTHON", Path("/bin/false"))
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    bootstrap.browser()
    assert "THE BROWSER TESTS WILL BE SKIPPED" in capsys.readouterr().out
