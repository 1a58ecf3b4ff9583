"""What goes wrong in a bot, told to its author: which game, which decision, what and why."""

import sys
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from types import FrameType, TracebackType
from typing import Final, TextIO

HERE: Final = str(Path(__file__).resolve().parent)


class Cause(Enum):
    """What kind of trouble it is; the value is what people read in summaries."""

    RAISED = "raised an error"
    NONSENSE = "answered nonsense"
    ILLEGAL = "answered against the rules"
    TOO_SLOW = "took too long"
    PRINTED = "printed too much"
    MEMORY = "used too much memory"
    CRASHED = "its process ended"
    REFUSED = "was not understood by the server"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where in a match something happened; what is not known, or makes no sense there, is None."""

    rotation: int | None = None
    board: int | None = None
    game: int | None = None
    """Its number in the rotation; offline its number on the board."""
    seat: int | None = None
    decision: int | None = None
    """The seat's own decisions count from 1: over the wire in the rotation, offline in the game."""

    def __str__(self) -> str:
        named = [
            f"{name} {number}"
            for name, number in (
                ("game", self.game),
                ("decision", self.decision),
                ("board", self.board),
                ("rotation", self.rotation),
                ("seat", self.seat),
            )
            if number is not None
        ]
        return ", ".join(named).capitalize() or "Before the first game"


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """One thing that went wrong."""

    bot: str
    cause: Cause
    place: Place
    text: str
    """A sentence: what happened, and what to do where that is not plain."""
    detail: str = ""
    """Where in the author's code, line by line."""

    def __str__(self) -> str:
        sentence = f"{self.place}: {self.bot}: {self.text}"
        return f"{sentence}\n{self.detail}" if self.detail else sentence


Report = Callable[[Trouble], None]


class Printed:
    """A report that people read: the first ones whole, the others counted."""

    WHOLE: Final = 10

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stderr
        self.count: Counter[Cause] = Counter()

    def __call__(self, trouble: Trouble) -> None:
        """Show it, unless there were many."""
        self.count[trouble.cause] += 1
        number = self.count.total()
        if number <= self.WHOLE:
            self._write(str(trouble))
        if number == self.WHOLE:
            self._write("Further troubles are only counted.")

    def _write(self, text: str) -> None:
        self._stream.write(f"{text}\n")
        self._stream.flush()

    def summary(self) -> str:
        """All of them in one sentence; empty if there were none."""
        if not self.count:
            return ""
        counted = ", ".join(f"{cause.value}: {n}" for cause, n in self.count.most_common())
        return f"Troubles of the bot: {counted}."


def raised(error: BaseException) -> str:
    """A sentence about an error in a bot's code."""
    if isinstance(error, SystemExit):
        return "SystemExit: a bot must not end the program; let it return instead."
    if isinstance(error, MemoryError):
        return "MemoryError: there was no memory left within the limit; keep less in memory."
    said = str(traceback.TracebackException(type(error), error, None))  # its own may raise, too
    name = type(error).__name__
    return f"{name}: {said}" if said else f"{name} was raised."


def where(error: BaseException) -> str:
    """The way to an error through the author's code, without our own."""
    return "".join(
        traceback.format_exception(type(error), error, _outside(error.__traceback__))
    ).rstrip()


def _outside(chain: TracebackType | None) -> TracebackType | None:
    """From the first line on that is not the SDK's."""
    found = chain
    while found is not None and found.tb_frame.f_code.co_filename.startswith(HERE):
        if "bots" in Path(found.tb_frame.f_code.co_filename).parts:
            break  # a reference bot is somebody's code, too
        found = found.tb_next
    return found or chain


def standing_at(frame: FrameType | None) -> str:
    """Where a bot's code is at this moment, the way there left out as far as it is ours."""
    lines = traceback.extract_stack(frame)
    outside = [line for line in lines if not line.filename.startswith(HERE)]
    return "".join(traceback.format_list(outside[-5:] or lines[-5:])).rstrip()
