"""What the commands on line share: their options, tables, and what is said while one waits."""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Annotated, Final

import typer
from rich.cells import cell_len

from arena.sdk.cli.console import ERR, say
from arena.sdk.cli.exits import Complaint, Exit
from arena.sdk.online.client import Client
from arena.sdk.online.credentials import SITE, login_now

SiteOption = Annotated[
    str,
    typer.Option(
        "--site", envvar=SITE, metavar="ADDRESS", help="Which site, if not where you logged in."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="What the site says, for scripts.")]
Limit = Annotated[int, typer.Option("--limit", help="At most so many.", min=1, max=10_000)]
Follow = Annotated[bool, typer.Option("--follow", "-f", help="Stay until it is over.")]
USUAL_LIMIT: Final = 50
_KEPT: Final = frozenset("\n\t")


def client_at(site: str) -> Client:
    """The site that is meant, as whoever is logged in there."""
    return Client(login_now(site), tell=note)


def note(sentence: str) -> None:
    """Something beside the result."""
    ERR.print(sentence, style="dim", markup=False)


def say_table(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Columns as wide as they need to be: nothing is cut off, whatever reads it."""
    texts = [[_cell(value) for value in row] for row in rows]
    widths = [
        max(map(cell_len, (heading, *(row[place] for row in texts))))
        for place, heading in enumerate(headings)
    ]
    for number, row in enumerate([list(headings), *texts]):
        padded = [
            f"{text}{' ' * (width - cell_len(text))}"
            for text, width in zip(row, widths, strict=True)
        ]
        say("  ".join(padded).rstrip(), style="bold" if number == 0 else None)


def plain(text: str) -> str:
    """Without what would steer a terminal: others write names and logs."""
    return "".join(
        letter if letter in _KEPT or unicodedata.category(letter) not in {"Cc", "Cf"} else "\ufffd"
        for letter in text
    )


def moment(text: str | None) -> str:
    """A moment by the clock on this wall."""
    if not text:
        return ""
    return datetime.fromisoformat(text).astimezone().strftime("%Y-%m-%d %H:%M")


def duration(seconds: float) -> str:
    """About how long that is."""
    if seconds < 90:
        return f"{seconds:.0f} seconds"
    minutes = seconds / 60
    return f"{minutes:.0f} minutes" if minutes < 90 else f"{minutes / 60:.0f} hours"


@contextmanager
def stopping(how_to_go_on: str) -> Iterator[None]:
    """Ctrl-C ends the looking, not the thing; say how to look again."""
    try:
        yield
    except KeyboardInterrupt:
        raise Complaint(how_to_go_on, Exit.STOPPED) from None


def _cell(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return plain(str(value)).replace("\n", " ")
