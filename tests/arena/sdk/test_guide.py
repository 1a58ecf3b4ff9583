"""Every command of the authors' guide, typed in an empty folder in the order in which it stands."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from arena.sdk.scaffold import first_bot

PROJECT = Path(__file__).resolve().parents[3]
GUIDE = (PROJECT / "arena" / "sdk" / "README.md").read_text(encoding="utf-8")
MAY_SAY_NO = ("durako compare",)
"""What may end with 1, because the question may stay open."""


def commands() -> list[str]:
    """The lines that begin with a prompt."""
    blocks = re.findall(r"```console\n(.*?)```", GUIDE, re.DOTALL)
    return [line.removeprefix("$ ") for block in blocks for line in block.splitlines()]


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """As it is typed; `durako` is this project's, installed or not."""
    words = shlex.split(command)
    if words[0] == "durako":
        words[:1] = [sys.executable, "-c", "from arena.sdk.cli import main; main()"]
    environment = {**os.environ, "PYTHONPATH": str(PROJECT), "COLUMNS": "100"}
    return subprocess.run(
        words, cwd=folder, env=environment, capture_output=True, text=True, check=False,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip


def test_a_new_authors_first_minutes_exactly_as_the_guide_says(tmp_path: Path) -> None:
    folder = tmp_path
    typed = commands()
    assert len(typed) >= 12
    for command in typed:
        if command.startswith("cd "):
            folder /= command.removeprefix("cd ")
            continue
        done = run(command, folder)
        fine = {0, 1} if command.startswith(MAY_SAY_NO) else {0}
        assert done.returncode in fine, f"{command}\n{done.stdout}{done.stderr}"
        assert "Traceback" not in done.stderr, command
        assert done.stdout.strip() or command.startswith("cp "), command


def test_the_guide_shows_the_bot_that_durako_new_writes() -> None:
    shown = re.search(r"```python\n(.*?)```", GUIDE, re.DOTALL)
    assert shown is not None
    assert first_bot().endswith(shown.group(1))


@pytest.mark.parametrize("command", ["play", "watch", "debug", "compare", "rules", "verify"])
def test_the_guide_names_every_command(command: str) -> None:
    assert f"durako {command}" in GUIDE
