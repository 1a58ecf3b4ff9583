"""What the command prints: results to stdout, everything else to stderr."""

import json
from typing import Final

from rich.console import Console

OUT: Final = Console(highlight=False, soft_wrap=True)
"""Results; plain when it is not a terminal."""
ERR: Final = Console(stderr=True, highlight=False, soft_wrap=True)
"""Progress and complaints, so that results can be piped."""


def say(text: str = "", *, style: str | None = None) -> None:
    """One line of the result, shown as it is: names may hold brackets."""
    OUT.print(text, style=style, markup=False)


def complain(sentence: str) -> None:
    """Something is wrong; a sentence that says what to do."""
    ERR.print(sentence, style="bold red", markup=False)


def say_json(value: object) -> None:
    """One JSON value, for scripts."""
    OUT.print_json(json.dumps(value)) if OUT.is_terminal else OUT.print(
        json.dumps(value, indent=2), markup=False
    )
