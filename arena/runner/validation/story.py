"""The story of a validation: its steps so far, and the reports that tell them."""

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from arena.runner.orders import (
    ProgramUsage,
    Step,
    StepKind,
    StepState,
    ValidationOrder,
    ValidationReport,
    Verdict,
)
from arena.runner.sandbox.interface import Ended, Output
from arena.runner.sentences import SaidError, Sentence, in_words

UNPACK, START, HANDSHAKE, FIRST_MATCH = range(4)
"""The places of the steps; matches follow, one for each profile."""
WHOLE_SECONDS: Final = 400.0
"""Below Celery's limit for a task, so that the author hears of it from us."""
MATCH_SECONDS: Final = 90.0
SHORTEST_MATCH_SECONDS: Final = 5.0
REPORT_SECONDS: Final = 10.0
"""A sign of life at least so often: a validation that is silent for long is sent to another."""
PROGRESS_SECONDS: Final = 0.5
LONGEST_LOG: Final = 256 * 1024

Send = Callable[[ValidationReport], None]


class BotError(SaidError):
    """The bot's own fault, at the step that was running."""

    def __init__(self, *said: Sentence, exchange: str = "", printed_as: str = "") -> None:
        super().__init__(*said)
        self.exchange = exchange
        self.printed_as = printed_as
        """How the line begins with which the SDK says the same in Python's words."""


class Story:
    """The steps so far, and their reports."""

    def __init__(self, order: ValidationOrder, send: Send, *, sandbox: str) -> None:
        self._order = order
        self._sandbox = sandbox
        self._send = send
        self._number = 0
        self._sent_at = 0.0
        self._began = time.monotonic()
        self.begin_anew()

    def begin_anew(self) -> None:
        """Nothing has been done yet, or nothing that counts."""
        order = self._order
        self._log: list[str] = []
        self._usage: list[ProgramUsage] = []
        matches = [Step(kind=StepKind.MATCH, profile=profile) for profile in order.profiles]
        first = (StepKind.UNPACK, StepKind.START, StepKind.HANDSHAKE)
        self.steps = [*(Step(kind=kind) for kind in first), *matches]

    def match_seconds(self) -> float:
        """What the next match may take, so that those after it get as much."""
        waiting = sum(step.state is StepState.WAITING for step in self.steps[FIRST_MATCH:])
        left = WHOLE_SECONDS - (time.monotonic() - self._began)
        return max(SHORTEST_MATCH_SECONDS, min(MATCH_SECONDS, left / max(1, waiting)))

    def begin(self, place: int) -> None:
        """This step is being done."""
        self._began_step = time.monotonic()
        self._change(place, state=StepState.RUNNING)

    def passed(self, place: int, *said: Sentence) -> None:
        self._change(
            place,
            state=StepState.PASSED,
            text=in_words(said),
            said=said,
            progress="",
            seconds=self._taken(),
        )

    def failed(self, place: int, error: BotError) -> None:
        self._change(
            place,
            state=StepState.FAILED,
            text=str(error),
            said=error.said,
            exchange=error.exchange,
            progress="",
            seconds=self._taken(),
        )

    def progress(self, place: int, text: str) -> None:
        """How far a match is; not every time worth a message."""
        self.steps[place] = replace(self.steps[place], progress=text)
        if time.monotonic() - self._sent_at > PROGRESS_SECONDS:
            self.report()

    def ran(self, profile: str, ended: Ended) -> None:
        """One of the program's runs is over."""
        self._log.append(_printed(profile, ended.output))
        self._usage.append(
            ProgramUsage(
                profile=profile,
                cpu_seconds=round(ended.usage.cpu_seconds, 3),
                peak_memory_bytes=ended.usage.peak_memory_bytes,
                wall_seconds=round(ended.usage.wall_seconds, 3),
                exit_reason=ended.reason.value,
                exit_code=ended.code,
            )
        )

    async def keep_alive(self) -> None:
        """Report again and again, also where nothing happens."""
        while True:
            await asyncio.sleep(REPORT_SECONDS)
            self.report()

    def report(self, verdict: Verdict | None = None) -> None:
        self._number += 1
        self._sent_at = time.monotonic()
        self._send(
            ValidationReport(
                validation=self._order.validation,
                attempt=self._order.attempt,
                token=self._order.token,
                number=self._number,
                steps=tuple(self.steps),
                verdict=verdict,
                log=_joined(self._log) if verdict else "",
                usage=tuple(self._usage),
                sandbox=self._sandbox,
            )
        )

    def _change(self, place: int, **changes: object) -> None:
        self.steps[place] = replace(self.steps[place], **changes)  # type: ignore[arg-type]
        self.report()

    def _taken(self) -> float:
        return round(time.monotonic() - self._began_step, 2)


def _joined(logs: Sequence[str]) -> str:
    """Each run has its share, so that none keeps another's out, and of each the end is kept too:
    there it says why it ended."""
    share = LONGEST_LOG // max(1, len(logs))
    return "\n".join(
        log
        if len(log) <= share
        else f"{log[: share // 2]}\n-- something was left out here --\n{log[-share // 2 :]}"
        for log in logs
    )


def _printed(profile: str, output: Output) -> str:
    """What a program printed, as text."""
    parts = [f"== {profile} =="]
    for name, data in (("stdout", output.stdout), ("stderr", output.stderr)):
        if data:
            parts += [f"-- {name} --", data.decode(errors="replace").rstrip("\n")]
    if output.dropped_bytes:
        parts.append(f"-- {output.dropped_bytes:,} more bytes were not kept --")
    if len(parts) == 1:
        parts.append("(nothing was printed)")
    return "\n".join(parts)


def broken_off(steps: Sequence[Step], *said: Sentence) -> list[Step]:
    """What was being done, or was next, has come to no end, and that is our fault."""
    undone = [step for step in steps if step.state in {StepState.RUNNING, StepState.WAITING}]
    return [
        replace(step, state=StepState.WAITING, text=in_words(said), said=said, progress="")
        if undone and step is undone[0]
        else step
        for step in steps
    ]
