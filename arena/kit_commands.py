"""How an author looks at a match on their own machine: commands of the kit."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final

from django.utils.translation import gettext as _

from arena.models import BotVersion, Match

REPLAY_ENDING: Final = ".durako"


@dataclass(frozen=True)
class HomeCommand:
    """One line for the terminal, and what it is good for."""

    line: str
    why: str


def replay_file_name(match: Match) -> str:
    """Under what name the replay is kept at home."""
    return f"durako-{match.public_id}{REPLAY_ENDING}"


def replay_commands(match: Match, version: BotVersion) -> Sequence[HomeCommand]:
    """What to do with the replay; none where there is none."""
    if not match.replay_digest:
        return []
    replay = shlex.quote(replay_file_name(match))
    commands = [
        HomeCommand(f"durako watch {replay}", _("Steps through the match, decision by decision."))
    ]
    program = python_file(version)
    if program is not None:
        commands.append(
            HomeCommand(
                f"durako debug {replay} {program} --decision N",
                _("Asks your bot one decision again: for N, put the number that “watch” shows."),
            )
        )
    return commands


def verify_command(match: Match) -> str:
    """Checks the replay of a match that is over against what was published; empty if there is
    none."""
    if not match.replay_digest:
        return ""
    replay = shlex.quote(replay_file_name(match))
    return f"durako verify {replay} --commitment {match.commitment} --seed {match.seed}"


def python_file(version: BotVersion) -> str | None:
    """The file that holds the bot, as its author has it; None unless Python starts it."""
    if version.file_name.lower().endswith(".py"):
        return shlex.quote(version.file_name)
    words = [str(word) for word in version.command]
    if len(words) >= 2 and words[0].startswith("python") and words[1].endswith(".py"):
        return shlex.quote(str(PurePosixPath(words[1])))
    return None
