"""Two bots against each other on this machine: the progress, the score, the replay."""

import hashlib
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from arena.games.interface import Rules
from arena.sdk.bot import plays
from arena.sdk.cli.console import ERR, say
from arena.sdk.cli.exits import Exit, refuse
from arena.sdk.cli.replay_argument import ENDING, FOLDER
from arena.sdk.loading import BotSource
from arena.sdk.local import (
    BoardPlayed,
    LocalMatch,
    LocalPlayError,
    Score,
    complete_boards,
    decision_in_replay,
    lineup,
    replay_of,
)
from arena.sdk.trouble import Trouble
from arena.wire.match_spec import MatchSpec, TimeControl
from scoring.sequential import Interval

MOST_TROUBLES: Final = 5
"""Shown one by one; the others are counted."""
Stop = Callable[[Fraction], bool]
"""Told the share of every deal; whether that is enough."""


@dataclass(slots=True, kw_only=True)
class Contest:
    """What was ordered, and what has come of it."""

    rules: Rules[Any]
    bots: tuple[BotSource, BotSource]
    deals: int
    seed: int | None = None
    seconds: float = 1.0
    """What each decision adds to a bank of ten times as much."""
    workers: int | None = None
    games: int = 1
    spec: MatchSpec = field(init=False)
    score: Score = field(init=False)
    troubles: list[Trouble] = field(default_factory=list)
    played: dict[tuple[int, int], BoardPlayed] = field(default_factory=dict)
    duration: float = 0.0
    replay: Path | None = None
    """Where it was saved."""
    data: bytes = b""
    was_stopped: bool = False
    """Whether somebody pressed Ctrl-C."""

    def __post_init__(self) -> None:
        for source in self.bots:
            bot_class = source.load()
            if not plays(bot_class, self.rules.name):
                known = ", ".join(bot_class.profiles)
                refuse(f"{source.name} plays {known}, not {self.rules.name}.", Exit.BOT)
        sides = lineup(self.rules)
        names = [source.name for source in self.bots]
        if names[0] == names[1]:
            names = [f"{names[0]} (1)", f"{names[1]} (2)"]
        self.spec = MatchSpec(
            match_id=f"{names[0]} against {names[1]}",
            rules=self.rules,
            participants=tuple(names[side] for side in sides),
            boards=self.deals,
            games_per_board=self.games,
            seed=_seed(self.seed),
            time_control=TimeControl(
                bank=10 * self.seconds, increment=self.seconds, bank_limit=20 * self.seconds
            ),
        )
        self.score = Score(self.spec, [place for place, side in enumerate(sides) if side == 0])

    @property
    def rotations(self) -> int:
        """How often each deal is played."""
        return len(self.spec.rotations)

    @property
    def games_played(self) -> int:
        """On all boards that are over."""
        return sum(len(one.result.games) for one in self.played.values())

    def run(self, *, stop: Stop | None = None, output: Path | None = None) -> None:
        """Play until all deals are played, or `stop` has seen enough."""
        sides = lineup(self.rules)
        began = time.monotonic()
        opened_at_ms = int(time.time() * 1000)
        sources = [self.bots[side] for side in sides]
        with (
            _progress() as progress,
            LocalMatch(self.spec, sources, workers=self.workers, output=output) as match,
        ):
            task = progress.add_task("", total=self.deals * self.rotations, standing="")
            try:
                for event in match:
                    if isinstance(event, Trouble):
                        self._note(event, progress)
                        continue
                    share = self.score.add(event.result)
                    progress.update(task, advance=1, standing=short(self.score.standing().interval))
                    if share is not None and stop is not None and stop(share):
                        break
            except LocalPlayError as error:
                refuse(str(error), Exit.NO)
            except KeyboardInterrupt:
                self.was_stopped = True
                ERR.print("Stopped; this is what was played so far.", style="yellow")
            self.played = match.played
        self.duration = time.monotonic() - began
        if complete_boards(self.spec, self.played):
            self.data = replay_of(self.spec, self.played, opened_at_ms)

    def save(self, folder: Path = FOLDER) -> None:
        """Write the replay; its name tells who played and when."""
        if not self.data:
            return
        folder.mkdir(parents=True, exist_ok=True)
        stamp = time.strftime("%Y%m%d-%H%M%S")
        names = "-".join(_plain(source.name) for source in self.bots)
        path = folder / f"{stamp}-{names}{ENDING}"
        number = 1
        while path.exists():
            number += 1
            path = folder / f"{stamp}-{names}-{number}{ENDING}"
        path.write_bytes(self.data)
        self.replay = path

    def tell_troubles(self) -> None:
        """What went wrong in the bots, with the decision's number in the saved replay."""
        texts = {source.name: source.text for source in self.bots}
        for trouble in self.troubles[:MOST_TROUBLES]:
            number = decision_in_replay(self.data, trouble.place) if self.data else None
            if number is not None and self.replay is not None:
                say(f"  see: durako debug {self.replay} {texts[trouble.bot]} -d {number}")
        if len(self.troubles) > MOST_TROUBLES:
            say(f"{len(self.troubles)} troubles in all; the first {MOST_TROUBLES} were shown.")

    def _note(self, trouble: Trouble, progress: Progress) -> None:
        self.troubles.append(trouble)
        if len(self.troubles) <= MOST_TROUBLES:
            progress.console.print(str(trouble), style="yellow", markup=False)


def short(interval: Interval) -> str:
    """A share and how sure it is, such as "61.2 % ± 4.0"."""
    if interval.estimate is None:
        return ""
    width = 50 * (interval.high - interval.low)
    return f"{100 * interval.estimate:.1f} % ± {width:.1f}"


def elo(interval: Interval) -> str:
    """The Elo difference behind it, such as "+79 (+50 to +110)"."""
    ends = [
        "?" if value is None else f"{value:+.0f}"
        for value in (interval.elo, interval.elo_low, interval.elo_high)
    ]
    return f"{ends[0]} ({ends[1]} to {ends[2]})"


def _progress() -> Progress:
    return Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("boards  {task.fields[standing]}"),
        TimeRemainingColumn(),
        console=ERR,
        transient=True,
    )


def _seed(number: int | None) -> bytes:
    """32 bytes; the same for the same number."""
    if number is None:
        return secrets.token_bytes(32)
    return hashlib.sha256(b"durako-play|%d" % number).digest()


def _plain(name: str) -> str:
    return "".join(letter if letter.isalnum() or letter in "-_" else "_" for letter in name)
