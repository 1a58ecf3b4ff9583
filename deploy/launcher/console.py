"""What `make run` says to the person in front of it."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.text import Text


class _Console(Console):
    """Goes on without a word when nobody listens any more: stopping must not fail because the
    terminal was closed."""

    def on_broken_pipe(self) -> None:
        self.quiet = True


_console = _Console(highlight=False, soft_wrap=True)


def _print(text: Text) -> None:
    try:
        _console.print(text)
    except OSError:
        _console.quiet = True


def say(text: str, *, style: str = "") -> None:
    """One line, as it stands."""
    _print(Text(text, style=style))


@contextmanager
def step(what: str) -> Iterator[None]:
    """Show that something is going on, and how long it took once it is done."""
    started = time.monotonic()
    if _console.is_terminal:
        with _console.status(f"{what} …"):
            yield
    else:
        say(f"· {what} …")
        yield
    say(f"✓ {what} ({time.monotonic() - started:.1f} s)", style="green")


def relay(name: str, line: str) -> None:
    """A line that a child process printed."""
    _print(Text.assemble((f"{name:>9} │ ", "dim"), line))


def warn(text: str) -> None:
    """Something that a person should look at, though the service goes on."""
    say(text, style="bold yellow")


def fail(text: str) -> None:
    """The last line before giving up."""
    say(text, style="bold red")
