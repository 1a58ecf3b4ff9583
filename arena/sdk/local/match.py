"""A deal set played on this machine, without a server: results come as boards end."""

import os
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Self

from arena.games.deal_set import board as dealt_board
from arena.sdk.loading import BotRefusedError, BotSource
from arena.sdk.local.state import Moment, State
from arena.sdk.local.values import (
    BoardPlayed,
    FromWorker,
    Job,
    JobEnded,
    JobFailed,
    JobRefused,
    JobStarted,
    Limits,
)
from arena.sdk.trouble import Cause, Place, Trouble
from arena.wire.match_spec import MatchSpec
from arena.wire.replay_writer import GameRecords
from arena.wire.results import BoardResult, Forfeit, ForfeitReason

LOOK: Final = 0.2
"""Seconds between two looks at those who think."""
JOBS_PER_WORKER: Final = 4
"""So that no core is idle for long at the end, and the first deals are complete early."""
FEWEST_BOARDS: Final = 5
"""To a job: loading a bot is not free."""
_START: Final = "import sys; sys.path[:] = {path!r}; from {module} import main; main({descriptor})"


class LocalPlayError(Exception):
    """Local play itself failed."""


class _Worker:
    """A process that plays one job after the other."""

    def __init__(self, state: Path) -> None:
        if not hasattr(os, "fork"):
            raise LocalPlayError(
                "Playing offline needs Linux or macOS; on Windows use the Linux subsystem (WSL)."
            )
        self.connection, theirs = Pipe()
        command = _START.format(
            path=sys.path, module="arena.sdk.local.worker", descriptor=theirs.fileno()
        )
        self._process = subprocess.Popen(
            [sys.executable, "-c", command],
            pass_fds=(theirs.fileno(),),
            stdin=subprocess.DEVNULL,
        )
        theirs.close()
        self.state_path = state
        self.state = State.create(state)
        self.job: Job | None = None
        self.left: deque[int] = deque()
        """Boards of the job that are not over."""
        self.playing = 0
        """The process that plays the job; 0 while there is none."""
        self.stopped: Moment | None = None
        """What it was stuck with when it was stopped."""
        self._looked_at: Moment | None = None

    def give(self, job: Job) -> None:
        """Play this next."""
        self.job = job
        self.left = deque(job.boards)
        self.stopped = None
        self.state.rests()
        self.connection.send(job)

    def stop_stuck(self, limit: float) -> None:
        """Stop the job if its bot is far beyond its time and did not hear of it."""
        moment = self.state.thinking()
        unchanged = moment is not None and moment == self._looked_at  # a second look, to be sure
        self._looked_at = moment
        if self.playing and moment and unchanged and moment.overdue > limit and not self.stopped:
            self.stopped = moment
            self._kill()

    def close(self) -> None:
        """End everything that this worker has started."""
        self._kill()
        self._process.kill()
        self._process.wait()
        self.connection.close()
        self.state.close()

    def _kill(self) -> None:
        if self.playing:
            with suppress(ProcessLookupError):  # it may just have ended by itself
                os.killpg(self.playing, signal.SIGKILL)


class LocalMatch:
    """Plays a match; use it in a `with` statement, and read what happens by iterating.

    Every seat of every rotation gets a fresh process (or shares one with the other seats, but not
    its modules), as when hosted.  Leaving the statement ends everything, finished or not.
    """

    def __init__(
        self,
        spec: MatchSpec,
        bots: Sequence[BotSource],
        *,
        workers: int | None = None,
        record: bool = True,
        limits: Limits = Limits(),  # noqa: B008 - a frozen value
        output: Path | None = None,
    ) -> None:
        """`bots`: one for each participant; `output`: a folder for what they print."""
        if len(bots) != len(spec.participants):
            raise ValueError(f"Name {len(spec.participants)} bots, one for each participant.")
        self.spec = spec
        self.played: dict[tuple[int, int], BoardPlayed] = {}
        """By rotation and board, what is over."""
        self.troubles: list[Trouble] = []
        self._bots = tuple(bots)
        self._record = record
        self._limits = limits
        self._output = output
        self._count = workers or os.cpu_count() or 1
        self._stack = ExitStack()
        self._workers: list[_Worker] = []
        self._jobs: deque[Job] = deque()

    def __enter__(self) -> Self:
        folder = Path(self._stack.enter_context(TemporaryDirectory(prefix="durako-play-")))
        if self._output is not None:
            self._output.mkdir(parents=True, exist_ok=True)
        self._jobs = deque(self._plan(folder))
        for number in range(min(self._count, len(self._jobs))):
            worker = _Worker(folder / f"worker-{number}.state")
            self._stack.callback(worker.close)
            self._workers.append(worker)
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def __iter__(self) -> Iterator[BoardPlayed | Trouble]:
        """What happens, until all boards are over in all rotations."""
        for worker in self._workers:
            self._next_job(worker)
        while busy := {worker.connection: worker for worker in self._workers if worker.job}:
            for ready in wait(list(busy), LOOK):
                assert isinstance(ready, Connection)
                for event in self._hear(busy[ready]):
                    if isinstance(event, BoardPlayed):
                        self.played[event.result.rotation, event.result.board] = event
                    else:
                        self.troubles.append(event)
                    yield event
            for worker in busy.values():
                worker.stop_stuck(self._limits.stuck)

    def _plan(self, folder: Path) -> Iterator[Job]:
        """The first boards in all rotations first, so that whole deals are there early."""
        spec = self.spec
        rotations = len(spec.rotations)
        wanted = -(-spec.boards * rotations // (self._count * JOBS_PER_WORKER))
        size = max(FEWEST_BOARDS, wanted)
        for start in range(0, spec.boards, size):
            for rotation in range(rotations):
                yield Job(
                    spec=spec,
                    bots=self._bots,
                    rotation=rotation,
                    boards=range(start, min(start + size, spec.boards)),
                    record=self._record,
                    limits=self._limits,
                    output=self._output,
                    state=folder,
                )

    def _next_job(self, worker: _Worker) -> None:
        worker.job = None
        if self._jobs:
            worker.give(replace(self._jobs.popleft(), state=worker.state_path))

    def _hear(self, worker: _Worker) -> Iterator[BoardPlayed | Trouble]:
        """What a worker has to say."""
        try:
            said: FromWorker = worker.connection.recv()
        except EOFError:
            raise LocalPlayError("A process that plays has ended unexpectedly.") from None
        match said:
            case BoardPlayed():
                worker.left.remove(said.result.board)
                yield said
            case Trouble():
                yield said
            case JobStarted():
                worker.playing = said.pid
            case JobRefused():
                raise BotRefusedError(said.text)
            case JobFailed():
                raise LocalPlayError(f"Playing failed by a mistake of ours:\n{said.text}")
            case JobEnded():
                worker.playing = 0
                if worker.left:
                    yield from self._broken_off(worker, said.status)
                self._next_job(worker)

    def _broken_off(self, worker: _Worker, status: int) -> Iterator[BoardPlayed | Trouble]:
        """The process ended in the middle: whoever was at work there forfeits what is left."""
        job = worker.job
        moment = worker.stopped or worker.state.thinking()
        if job is None or moment is None:
            raise LocalPlayError(f"A process that plays has ended outside of play ({status}).")
        participant = self.spec.rotations[job.rotation][moment.seat]
        yield Trouble(
            bot=self._bots[participant].name,
            cause=Cause.TOO_SLOW if worker.stopped else Cause.CRASHED,
            place=Place(
                rotation=moment.rotation,
                board=moment.board,
                game=moment.game,
                seat=moment.seat,
                decision=moment.decision or None,
            ),
            text=_how_it_ended(worker.stopped, status, self._limits)
            + f" Boards {worker.left[0]} to {worker.left[-1]} of this rotation are forfeited.",
        )
        for number in worker.left:
            yield self._forfeited(job, number, moment.seat)

    def _forfeited(self, job: Job, number: int, seat: int) -> BoardPlayed:
        """A board of which nothing is known but who broke it off."""
        spec = self.spec
        forfeit = Forfeit((seat,), ForfeitReason.DISCONNECTED)
        records = GameRecords(spec.rules)
        records.board_forfeited(number, forfeit)
        board = dealt_board(spec.rules, spec.seed, number, spec.games_per_board)
        nothing = (0,) * spec.rules.players
        return BoardPlayed(
            result=BoardResult(
                rotation=job.rotation,
                board=number,
                games=(),
                points=board.points(forfeit.seats),
                losers=board.losers(forfeit.seats),
                forfeit=forfeit,
            ),
            records=bytes(records.data),
            decisions=nothing,
            think=(0.0,) * spec.rules.players,
            longest=(0.0,) * spec.rules.players,
            strikes=nothing,
        )


def _how_it_ended(stopped: Moment | None, status: int, limits: Limits) -> str:
    if stopped is not None:
        busy_with = "choose()" if stopped.decision else "start() or over()"
        return (
            f"{busy_with} was still at work {limits.stuck:g} s after the {stopped.allowed:.2f} s "
            "it had, and could not be interrupted; its process was stopped."
        )
    if status < 0:
        return f"Its process was ended by {signal.Signals(-status).name}."
    return f"Its process ended by itself with exit code {status}."
