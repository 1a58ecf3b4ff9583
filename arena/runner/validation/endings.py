"""Why a program ended before its game began, in words that its author can act on."""

import re
from typing import Final

from arena.archive import hosted
from arena.runner.sandbox.interface import Ended, Limits
from arena.runner.seats import ending_in_words

REFUSED: Final = 3
REFUSED_AT_THE_DOOR: Final = frozenset({REFUSED, 4})
"""Exit codes of the SDK's `run`: the server said no, or could not be reached."""
_LONGEST: Final = 500
_MISSING: Final = re.compile(r"^ModuleNotFoundError: No module named '([^']+)'", re.MULTILINE)
_REFUSED: Final = (
    "The game server refused it. If your bot does not play these rules, do not name them: untick "
    "them, or leave them out of durako.toml."
)
_ENDS_AT_ONCE: Final = (
    'A bot in Python ends with: if __name__ == "__main__": run(MyBot). Its log may tell more.'
)
_CONNECT: Final = (
    "It must connect to the address in DURAKO_ADDRESS and say hello there; the protocol is "
    "described in arena/protocol/README.md."
)


def early_end_in_words(ended: Ended, limits: Limits, command: tuple[str, ...]) -> str:
    """What happened, what it said last, and what to do."""
    printed = ended.output.stderr.decode(errors="replace")
    is_python = command[0] == "python"
    parts = []
    if is_python and ended.code == REFUSED:
        parts.append(_REFUSED)
    else:
        parts += ["The program ended before it said hello.", ending_in_words(ended, limits)]
    if is_python and (missing := _MISSING.search(printed)):
        packages = ", ".join(hosted().packages)
        parts.append(
            f"It imports {missing[1]}, which is not installed here. There is: {packages}. Pack "
            "anything else into your archive."
        )
    elif ended.code == 0:
        parts.append(_ENDS_AT_ONCE if is_python else _CONNECT)
    elif words := _last_line(printed):
        parts.append(f"The last line of its log: {words}")
    return " ".join(parts)


def _last_line(printed: str) -> str:
    lines = [line.strip() for line in printed.splitlines() if line.strip()]
    return lines[-1][:_LONGEST] if lines else ""
