"""What a runner's worker is told by its environment, and nothing else of the server's."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Self

from arena.runner.runtime import Runtime, RuntimeMissingError
from arena.runner.sandbox.names import BWRAP, INSECURE, KNOWN


class ConfigurationError(Exception):
    """The worker cannot start like this; the text says what to change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunnerConfiguration:
    """Of one worker."""

    broker_url: str = field(repr=False)
    check_key: str
    """What orders are signed with must fit this."""
    archives: Path
    runtime: Path
    """The root of the newest hosted runtime when the worker started."""
    gameserver: Path
    work: Path
    """Each worker of this machine has a folder of its own name in it."""
    sandbox: str

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Self:
        """`ConfigurationError` names every variable that is missing or wrong."""
        missing = [name for name in _MEANINGS if not environment.get(name)]
        if missing:
            listed = "; ".join(f"{name}: {_MEANINGS[name]}" for name in missing)
            raise ConfigurationError(f"Set these variables for the runner's worker. {listed}.")
        sandbox = sandbox_asked_for(environment)
        try:
            runtime = Runtime.load(Path(environment["DURAKO_RUNTIME"]))
        except RuntimeMissingError as missing_runtime:
            raise ConfigurationError(str(missing_runtime)) from missing_runtime
        return cls(
            broker_url=environment["CELERY_BROKER_URL"],
            check_key=environment["TASK_CHECK_KEY"],
            archives=Path(environment["DURAKO_ARCHIVES"]),
            runtime=runtime.root,
            gameserver=Path(environment["DURAKO_GAMESERVER"]),
            work=Path(environment["DURAKO_RUNNER_VAR"]),
            sandbox=sandbox,
        )


def sandbox_asked_for(environment: Mapping[str, str]) -> str:
    """The name of the driver that is to run bots; `ConfigurationError` if it may not."""
    sandbox = environment.get("DURAKO_SANDBOX") or BWRAP
    if sandbox not in KNOWN:
        raise ConfigurationError(
            f"DURAKO_SANDBOX={sandbox} is no sandbox that there is. Leave DURAKO_SANDBOX out, "
            f"then it is {BWRAP}."
        )
    if sandbox == INSECURE and not _says_yes(environment.get("DEBUG", "")):
        raise ConfigurationError(
            "DURAKO_SANDBOX=insecure runs bots with all rights of this user. It is for your "
            "own bots on your own machine: set DEBUG=1 as well if that is what you want, "
            "otherwise leave DURAKO_SANDBOX out."
        )
    return sandbox


def _says_yes(text: str) -> bool:
    """As the site's settings read such a word (environ's `bool`), which the runner cannot ask."""
    word = text.lower().strip()
    try:
        return int(word) != 0
    except ValueError:
        return word in _YES


_YES: Final = frozenset({"true", "on", "ok", "y", "yes"})
_MEANINGS: Final = {
    "CELERY_BROKER_URL": "the queue's address",
    "TASK_CHECK_KEY": "the key that checks the server's orders",
    "DURAKO_ARCHIVES": "the folder of submitted bots",
    "DURAKO_RUNTIME": "the folder that the hosted runtime was built into",
    "DURAKO_GAMESERVER": "the folder with the game server's address.json and host-token",
    "DURAKO_RUNNER_VAR": "a folder where bots are unpacked",
}
