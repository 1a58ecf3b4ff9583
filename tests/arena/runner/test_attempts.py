"""Notes of what is being played: they tell what a killed process cannot tell any more."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from arena.runner.attempts import attempt_noted, attempts_lost
from tests.deploy.service import wait_for

ORDER = {"match": "abc", "attempt": 2, "token": "secret", "boards": 5}
ATTEMPT = {"match": "abc", "attempt": 2, "token": "secret"}


def noted_by(folder: Path, pid: int, text: str = json.dumps(ATTEMPT)) -> Path:
    note = folder / f"playing-{pid}.json"
    note.write_text(text)
    return note


def test_who_plays_is_not_lost(tmp_path: Path) -> None:
    with attempt_noted(tmp_path, ORDER):
        assert list(attempts_lost(tmp_path)) == []
        (note,) = tmp_path.iterdir()
        assert json.loads(note.read_text()) == ATTEMPT, "what nobody needs is not kept"
        assert stat.S_IMODE(note.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_left_of_what_fails(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError), attempt_noted(tmp_path, ORDER):
        raise RuntimeError
    assert list(tmp_path.iterdir()) == []


def test_who_was_killed_is_told_once(tmp_path: Path) -> None:
    program = (
        "import pathlib, sys, time\n"
        "from arena.runner.attempts import attempt_noted\n"
        f"with attempt_noted(pathlib.Path(sys.argv[1]), {ORDER!r}):\n"
        "    print(flush=True)\n"
        "    time.sleep(600)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path)], stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        assert list(attempts_lost(tmp_path)) == []
        process.kill()
        # Nobody has asked for its end yet: it is listed among the processes, but plays no more.
        wait_for(lambda: _state(process.pid) == "Z", "it to end", seconds=60)
        assert list(attempts_lost(tmp_path)) == [ATTEMPT]
    assert list(attempts_lost(tmp_path)) == []


def test_what_could_not_be_told_is_found_again(tmp_path: Path) -> None:
    noted_by(tmp_path, _pid_of_nobody())
    assert next(attempts_lost(tmp_path)) == ATTEMPT
    assert list(attempts_lost(tmp_path)) == [ATTEMPT]
    assert list(attempts_lost(tmp_path)) == []


@pytest.mark.parametrize("text", ["", '{"match": "a', "[]", '{"match": "abc"}'])
def test_half_a_note_says_nothing(tmp_path: Path, text: str) -> None:
    noted_by(tmp_path, _pid_of_nobody(), text)
    assert list(attempts_lost(tmp_path)) == []
    assert list(tmp_path.iterdir()) == []


def test_other_files_are_none_of_its_business(tmp_path: Path) -> None:
    (tmp_path / "match-1").mkdir()
    alive = noted_by(tmp_path, os.getppid())
    assert list(attempts_lost(tmp_path)) == []
    assert alive.exists()


def _pid_of_nobody() -> int:
    return int(Path("/proc/sys/kernel/pid_max").read_text())


def _state(pid: int) -> str:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
