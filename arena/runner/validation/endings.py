"""Why a program ended before its game began, in words that its author can act on."""

import re
from typing import Final

from arena.archive import hosted
from arena.runner.sandbox.interface import Ended, Limits
from arena.runner.seats import ending_said
from arena.runner.sentences import Sentence, sentence

REFUSED: Final = 3
REFUSED_AT_THE_DOOR: Final = frozenset({REFUSED, 4})
"""Exit codes of the SDK's `run`: the server said no, or could not be reached."""
_LONGEST: Final = 500
_MISSING: Final = re.compile(r"^ModuleNotFoundError: No module named '([^']+)'", re.MULTILINE)


def early_end_said(ended: Ended, limits: Limits, command: tuple[str, ...]) -> tuple[Sentence, ...]:
    """What happened, what it said last, and what to do."""
    printed = ended.output.stderr.decode(errors="replace")
    is_python = command[0] == "python"
    said = []
    if is_python and ended.code == REFUSED:
        said.append(sentence("early_refused"))
    else:
        said += [sentence("early"), ending_said(ended, limits)]
    if is_python and (missing := _MISSING.search(printed)):
        packages = ", ".join(hosted().packages)
        said.append(sentence("early_not_installed", module=missing[1], packages=packages))
    elif ended.code == 0:
        said.append(sentence("early_python" if is_python else "early_other"))
    elif line := _last_line(printed):
        said.append(sentence("last_line", line=line))
    return tuple(said)


def _last_line(printed: str) -> str:
    lines = [line.strip() for line in printed.splitlines() if line.strip()]
    return lines[-1][:_LONGEST] if lines else ""
