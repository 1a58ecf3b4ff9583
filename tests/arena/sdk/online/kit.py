"""The command in an empty folder, with a home of its own."""

import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from typer.testing import CliRunner, Result

from arena.sdk.cli.app import app
from arena.sdk.online.credentials import SITE
from arena.sdk.online.site import SCOPES
from arena.sdk.tokens import TOKEN
from tests.api_client import token_for
from tournaments.models import User

Durako = Callable[..., Result]
PATIENCE_SECONDS = 60


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


def log_in(durako: Durako, site: str, account: User) -> None:
    """With a token that may do everything the command does."""
    done = durako("login", site, "--token-stdin", keys=f"{token_for(account, SCOPES)}\n")
    assert done.exit_code == 0, done.output


@contextmanager
def meanwhile(job: Callable[[], object]) -> Iterator[None]:
    """Do something beside the block; what goes wrong there fails the test."""

    def run() -> object:
        try:
            return job()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        done = pool.submit(run)
        yield
        done.result(timeout=PATIENCE_SECONDS)


def until(condition: Callable[[], object]) -> None:
    """Wait for something that another one does."""
    ends_at = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < ends_at, "it never came"
        time.sleep(0.02)
