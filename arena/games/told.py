"""A game retold for people who read it afterwards, with everything open.

A `Passage` is what belongs together: a bout of Durak, a turn of Burako.  Its sentences are
messages, so that a page can say them in another language; cards and tiles in them are written in
the notation of replays, one after the other with a space between.
"""

from dataclasses import dataclass

from scoring.messages import Message


@dataclass(frozen=True, slots=True)
class Line:
    """What somebody did, or what followed from it: then there is no notation."""

    sentence: Message
    notation: str = ""
    decisions: tuple[int, ...] = ()
    """Which of the game's decisions it tells, from 0."""


@dataclass(frozen=True, slots=True)
class Holding:
    """The cards or tiles of one seat, in the notation of replays."""

    seat: int
    pieces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Passage:
    """Some lines with a heading, and what was held before the first of them."""

    title: Message
    situation: tuple[Message, ...]
    held: tuple[Holding, ...]
    lines: tuple[Line, ...]
