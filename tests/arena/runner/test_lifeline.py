"""Children that end with their parent, however it ends."""

import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from arena.runner.lifeline import bound

SLEEPING = ("timeit", "--number=1", "import time; print('asleep', flush=True); time.sleep(120)")
PARENT = f"""
import subprocess
from arena.runner.lifeline import bound
child = subprocess.Popen(bound(*{SLEEPING!r}))
print(child.pid, flush=True)
child.wait()
"""


def test_a_module_runs_as_it_would_alone(tmp_path: Path) -> None:
    source = tmp_path / "source.py"
    source.write_text("1 + ")
    compiling = bound("compileall", "-q", str(source))
    assert subprocess.run(compiling, stdout=subprocess.DEVNULL, check=False).returncode == 1
    source.write_text("1 + 1")
    assert subprocess.run(compiling, check=False).returncode == 0
    assert list(tmp_path.glob("__pycache__/source.*.pyc"))


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody would tell it")
def test_it_ends_when_its_parent_is_killed() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout
        child = psutil.Process(int(parent.stdout.readline()))
        assert parent.stdout.readline() == "asleep\n"
        parent.kill()
    assert psutil.wait_procs([child], timeout=20)[1] == []
