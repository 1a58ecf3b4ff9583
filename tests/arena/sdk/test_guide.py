"""Every command of the authors' guide, typed in an empty folder in the order in which it stands."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from arena.archive import hosted, limits, read_submission
from arena.archive.limits import size_text
from arena.runner.sandbox.interface import Limits
from arena.runner.validation.terms import OPPONENT
from arena.runner.validation.trial import BURAKO_BOARDS, DURAK_BOARDS
from arena.sdk.cli.app import COMMANDS, ONLINE_COMMANDS, app
from arena.sdk.cli.exits import Exit
from arena.sdk.running import LOST, REFUSED
from arena.sdk.scaffold import first_bot
from arena.services.bots import BOTS_MAX, BYTES_MAX, VERSIONS_MAX
from arena.wire.verify import verify
from tests.arena.archive.bots import zipped
from tests.arena.sdk.serving import served

PROJECT = Path(__file__).resolve().parents[3]
GUIDE = (PROJECT / "arena" / "sdk" / "README.md").read_text(encoding="utf-8")
MAY_SAY_NO = ("durako compare",)
"""What may end with 1, because the question may stay open."""
SILENT = ("cp ", "python3 -m zipfile ")
"""What says nothing when all is well."""


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


@pytest.mark.long
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
        assert done.stdout.strip() or command.startswith(SILENT), command


@pytest.mark.long
def test_the_line_that_plays_at_a_server(tmp_path: Path) -> None:
    """It stands apart, as nobody can type it without an address and a token of their own."""
    (tmp_path / "mybot.py").write_text(first_bot())
    shown = re.search(r"```text\n(durako connect .*)\n```", GUIDE)
    assert shown is not None
    with served() as server:
        opened = server.open("durak/volga", boards=2)
        door = server.door(opened)
        command = shown.group(1).replace("127.0.0.1:8010", door["address"])
        done = run(command.replace("TOKEN", door["token"]), tmp_path)
        assert done.returncode == 0, done.stderr
        assert "Played to the end" in done.stdout
        assert len(verify(server.replay(opened)).boards) == 2
        # a seat's own door closes soon after the match, the shared one when the server ends
        command = shown.group(1).replace("127.0.0.1:8010", server.running.server.players_address)
        refused = run(command, tmp_path)
    assert refused.returncode == REFUSED
    assert refused.stderr.startswith("The server refused: ")
    gone = run(command, tmp_path)
    assert gone.returncode == LOST
    assert gone.stderr.startswith("No game server answers at ")


def test_the_guide_shows_the_bot_that_durako_new_writes() -> None:
    shown = re.search(r"```python\n(.*?)```", GUIDE, re.DOTALL)
    assert shown is not None
    assert first_bot().endswith(shown.group(1))


def test_the_manifest_of_the_guide_is_one_that_the_site_takes() -> None:
    shown = re.search(r"```toml\n(.*?)```", GUIDE, re.DOTALL)
    assert shown is not None
    data = zipped({"durako.toml": shown.group(1), "mybot.py": first_bot()})
    found = read_submission("mybot.zip", data, hosted=hosted())
    assert found.command == ("python", "mybot.py")
    assert found.profiles == ("durak/volga", "durak/duel24")
    assert found.packages == ("numpy",)


def test_the_guides_numbers_are_those_that_count() -> None:
    sandbox = Limits()
    for row in (
        f"| the file you send | {size_text(limits.PACKED_BYTES)} |",
        f"unpacked | {size_text(limits.UNPACKED_BYTES)} |",
        f"| files and folders of an archive | {limits.ENTRIES} |",
        f"| a path in it | {limits.NAME_BYTES} bytes, {limits.DEPTH} names |",
        f"| the Python file that is started | {size_text(limits.PYTHON_FILE_BYTES)} |",
        f"| `durako.toml` | {size_text(limits.MANIFEST_BYTES)} |",
        f"larger than {size_text(limits.RATIO_COUNTS_FROM)} | {limits.RATIO} times its packed size",
        f"| your bots | {BOTS_MAX}, each with {VERSIONS_MAX} versions |",
        f"| all files you have sent, equal ones counted once | {size_text(BYTES_MAX)} |",
        f"| memory | {size_text(sandbox.memory_bytes)},",
        f"| temporary files | {size_text(sandbox.temporary_bytes)} in `/tmp`",
        f"| threads | up to {sandbox.processes}; no further processes |",
        f"| open files | {sandbox.open_files} |",
        f"| output | the first {size_text(sandbox.output_bytes)} ",
        ", ".join(f"`{name}`" for name in hosted().packages),
        f"against `{OPPONENT}`",
    ):
        assert row in GUIDE
    assert (sandbox.cores, sandbox.may_fork) == (1.0, False)
    assert (DURAK_BOARDS, BURAKO_BOARDS) == (4, 2), "the guide says so in words"


def typed_on_line() -> list[str]:
    """The lines with a prompt that need a site; tests/arena/pipeline plays that evening."""
    blocks = re.findall(r"```text\n(\$ .*?)```", GUIDE, re.DOTALL)
    return [
        line.removeprefix("$ ")
        for block in blocks
        for line in block.splitlines()
        if line.startswith("$ ")
    ]


@pytest.mark.parametrize("line", typed_on_line())
def test_the_lines_that_need_a_site_can_be_typed_so(line: str, tmp_path: Path) -> None:
    """Whoever has not logged in is told so: everything else about the line was understood."""
    (tmp_path / "mybot.py").write_text(first_bot())
    (tmp_path / "people.csv").write_text("name\nCarla\n")
    words = shlex.split(line)
    assert words.pop(0) == "durako"
    environment = {
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
        "DURAKO_SITE": "",
        "DURAKO_TOKEN": "",
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        done = CliRunner(env=environment).invoke(app, words, input="", prog_name="durako")
    expected = 1 if words[0] == "login" else Exit.NOT_LOGGED_IN
    assert done.exit_code == expected, done.output


def test_the_chapter_on_line_names_every_command_of_it() -> None:
    typed = {shlex.split(line)[1] for line in typed_on_line()}
    assert set(ONLINE_COMMANDS) - typed == {"logout", "whoami"}, "these stand in its text"


@pytest.mark.parametrize("code", list(Exit))
def test_the_guide_explains_every_exit_code(code: Exit) -> None:
    assert f"\n| {code.value} | " in GUIDE


@pytest.mark.parametrize("command", sorted({*COMMANDS, *ONLINE_COMMANDS}))
def test_the_guide_names_every_command(command: str) -> None:
    assert f"durako {command}" in GUIDE
