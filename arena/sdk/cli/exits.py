"""What the command's exit codes mean; the guide lists them."""

from enum import IntEnum
from typing import NoReturn


class Exit(IntEnum):
    """0 is good, everything else says what kind of no it is."""

    FINE = 0
    NO = 1
    """What was asked is answered with no: a replay that is not sound, a machine that lacks
    something."""
    USAGE = 2
    """The command was called wrongly: an unknown name, a missing file, a file that exists."""
    BOT = 3
    """The bot broke: it cannot be loaded, raised, answered nonsense or took too long."""
    UNREACHABLE = 4
    """The site, or the game server, cannot be reached, or not any more."""
    BROKEN_OFF = 5
    """Through nobody's fault here: a match that is void, a check that could not be made."""
    REFUSED = 6
    """The site says no: it is not allowed, not possible as things stand, or what was sent has
    faults."""
    NOT_LOGGED_IN = 7
    """There is no token, or it does not work any more."""
    STOPPED = 130
    """Somebody pressed Ctrl-C."""


class Complaint(Exception):  # noqa: N818 - it is what the person reads
    """A sentence for the person at the terminal, and the exit code that goes with it."""

    def __init__(self, sentence: str, exit_code: Exit = Exit.USAGE) -> None:
        super().__init__(sentence)
        self.exit_code = exit_code


def refuse(sentence: str, exit_code: Exit = Exit.USAGE) -> NoReturn:
    """Stop here with a sentence."""
    raise Complaint(sentence, exit_code)
