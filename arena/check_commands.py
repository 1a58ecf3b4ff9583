"""How an author sees a failure again on their own machine: commands of the kit."""

import shlex
from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _

from arena.games import profiles
from arena.kit_commands import HomeCommand, python_file
from arena.models import BotVersion
from arena.runner.orders import Step, StepKind
from arena.runner.validation.terms import OPPONENT, rules_for_trial

_DEALS: Final = 5
_PLAYERS_OF_THE_KIT: Final = 2
"""How many sit down at home unless something else is said and the rules allow it."""


def home_commands(version: BotVersion, failed: Step | None) -> Sequence[HomeCommand]:
    """What to type; a match only for what the kit can start by itself."""
    commands = []
    if failed is None or failed.kind is not StepKind.MATCH:
        commands.append(
            HomeCommand(
                f"durako check {shlex.quote(version.file_name)}",
                _("Reads the file as we do, and says what is wrong with it."),
            )
        )
    program = python_file(version)
    if program is None:
        return commands
    profile = failed.profile if failed is not None and failed.profile else version.profiles[0]
    play = f"durako play {program} --against {OPPONENT} {_rules_of_trial(profile)}"
    commands.append(
        HomeCommand(
            f"{play} --deals {_DEALS}", _("Plays such a match; says which decision broke it.")
        )
    )
    if failed is not None and failed.kind is StepKind.MATCH:
        commands.append(
            HomeCommand("durako watch last", _("Steps through that match, move by move."))
        )
    return commands


def _rules_of_trial(profile: str) -> str:
    """The rules with as many players as the checks seat: that of the profile's usual table."""
    asked = f"--rules {shlex.quote(profile)}"
    players = rules_for_trial(profile).players if profile in profiles() else _PLAYERS_OF_THE_KIT
    return asked if players == _PLAYERS_OF_THE_KIT else f"{asked} --players {players}"
