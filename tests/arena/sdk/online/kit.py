"""The command in an empty folder, with a home of its own."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from arena.sdk.cli.app import app
from arena.sdk.online.credentials import SITE, TOKEN

Durako = Callable[..., Result]


def durako_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Durako:
    """Runs the command there; nothing of this machine's own logins is seen."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / ".config"))
    monkeypatch.setenv("COLUMNS", "120")
    for name in (SITE, TOKEN):
        monkeypatch.delenv(name, raising=False)
    runner = CliRunner()

    def run(*arguments: str, keys: str | None = None) -> Result:
        return runner.invoke(app, arguments, input=keys, prog_name="durako")

    return run


def told(result: Result) -> Any:
    """What `--json` printed, which must be all that is on stdout."""
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)
