"""`durako doctor`: whether this machine can do what the other commands need."""

import os
import platform
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import TemporaryFile
from typing import Annotated, Final

import typer

from arena.games import profiles, replay, rules
from arena.sdk.cli.console import OUT, say, say_json
from arena.sdk.cli.exits import Exit

OLDEST_PYTHON: Final = (3, 11)
NEEDED: Final = ("grpcio", "protobuf", "rich", "typer")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    what: str
    good: bool
    detail: str
    """What was found, and if it is not good, what to do."""


def doctor(
    *,
    as_json: Annotated[bool, typer.Option("--json", help="For scripts.")] = False,
) -> None:
    """Look whether everything is there; exit code 1 if something is missing."""
    found = list(findings())
    if as_json:
        say_json([{"what": f.what, "good": f.good, "detail": f.detail} for f in found])
    else:
        for finding in found:
            mark = "ok" if finding.good else "NO"
            say(f"{mark:3} {finding.what}: {finding.detail}", style=None if finding.good else "red")
    if not all(finding.good for finding in found):
        raise typer.Exit(Exit.NO)


def findings() -> Iterator[Finding]:
    """Everything that matters, in the order in which to mend it."""
    yield _python()
    for package in NEEDED:
        yield _package(package)
    yield Finding("processor cores", good=True, detail=str(os.cpu_count() or 1))
    yield _tried("a game played and replayed", _play_a_game)
    yield _tried("a place for temporary files", _write_a_file)
    yield Finding(
        "terminal",
        good=True,
        detail=f"{OUT.width} columns, {'colours' if OUT.is_terminal else 'plain text'}",
    )
    yield from _site()


def _python() -> Finding:
    found = platform.python_version()
    if sys.version_info < OLDEST_PYTHON:
        return Finding("Python", good=False, detail=f"{found}; install 3.11 or later.")
    return Finding("Python", good=True, detail=f"{found} ({Path(sys.executable)})")


def _package(name: str) -> Finding:
    try:
        return Finding(name, good=True, detail=version(name))
    except PackageNotFoundError:
        return Finding(name, good=False, detail=f"is missing; run `python -m pip install {name}`.")


def _tried(what: str, attempt: Callable[[], str]) -> Finding:
    try:
        return Finding(what, good=True, detail=attempt())
    except (OSError, ValueError, AssertionError) as error:
        return Finding(what, good=False, detail=f"failed: {error}. Install the kit anew.")


def _site() -> Iterator[Finding]:
    """Only for those who have logged in: everything else works without."""
    from arena.sdk.online.client import Client
    from arena.sdk.online.credentials import credentials_read, login_now
    from arena.sdk.online.errors import NotLoggedInError, OnlineError
    from arena.sdk.online.patience import Patience

    try:
        if not credentials_read().current:
            return
        login = login_now()
        me = Client(login, patience=Patience(attempts=1)).get("me/")
    except NotLoggedInError as error:
        yield Finding("the site", good=False, detail=str(error))
    except OnlineError as error:
        yield Finding("the site", good=False, detail=f"{error} Everything at home works without.")
    else:
        yield Finding("the site", good=True, detail=f"{login.site.url}, as {me['name']}")


def _play_a_game() -> str:
    rule_set = rules("durak/volga")
    game = rule_set.deal(seed=1)
    while game.seat is not None:
        game.apply(game.default_action())
    again = replay(rule_set, 1, game.log_to_json())
    if again.outcome != game.outcome:
        raise ValueError("the replay came out differently")
    return f"{len(game.log)} actions, {len(profiles())} rule sets known"


def _write_a_file() -> str:
    with TemporaryFile() as file:
        file.write(b"durako")
    return "writable"
