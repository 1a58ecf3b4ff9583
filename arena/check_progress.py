"""How the check of a version stands, in words: its steps, and one sentence about all of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arena.check_commands import home_commands
from arena.check_queue import Queue, queue_of
from arena.kit_commands import HomeCommand
from arena.models import BotVersion, Validation
from arena.printed_text import as_text
from arena.profile_choices import profile_shown
from arena.runner.orders import ProgramUsage, Step, StepKind, StepState, exchange_parts
from arena.runner.sandbox.interface import MIB, ExitReason
from arena.selectors.bots import version_may_be_rated
from arena.selectors.playing import plays_now
from arena.selectors.validations import validation_latest
from arena.step_texts import answer_text, step_text

LOG_SHOWN_MAX: Final = 16_000


@dataclass(frozen=True)
class ShownStep:
    """A step as people read it: `icon` and `word` say the same."""

    kind: str
    profile: str
    """Of a match: its rules."""
    title: str
    icon: str
    word: str
    text: str
    asked: str
    answered: str
    progress: str
    seconds: float

    @property
    def is_failed(self) -> bool:
        return self.icon == StepState.FAILED.value


@dataclass(frozen=True)
class ShownUsage:
    """What the program took in one of its runs."""

    profile: str
    title: str
    cpu_seconds: float
    memory_mib: float
    wall_seconds: float
    ending: str


@dataclass(frozen=True)
class Progress:
    """The whole panel."""

    state: str
    """queued, running, valid, invalid or broken; "" if there is no check."""
    sentence: str
    steps: Sequence[ShownStep]
    failed: ShownStep | None
    usage: Sequence[ShownUsage]
    log: str
    log_is_cut: bool
    commands: Sequence[HomeCommand]
    has_runner: bool = True
    never_rated: bool = False
    """It is valid, but nothing kept it apart when it was checked."""
    waiting_before: int | None = None
    """How many are checked before it; None unless it waits."""

    @property
    def goes_on(self) -> bool:
        """Whether there is something to wait for."""
        return self.state in {"queued", "running"}

    @property
    def verdict(self) -> str | None:
        """What came of it; None while it goes on."""
        return None if self.goes_on else self.state or None


def progress_now(version: BotVersion) -> Progress:
    """How the latest check of a version stands."""
    validation = validation_latest(version=version)
    if validation is not None and validation.is_over:
        # Read after the verdict what was decided with it: nobody asks again when all is over.
        version.refresh_from_db(fields=["state"])
        version.bot.refresh_from_db(fields=["active_version"])
    return progress_of(
        version, validation, queue=queue_of(validation), is_active=plays_now(version)
    )


def progress_of(
    version: BotVersion, validation: Validation | None, *, queue: Queue, is_active: bool
) -> Progress:
    """The latest check of a version."""
    steps = _steps(version, validation)
    is_over = validation is not None and validation.is_over
    shown = [_shown_step(step, is_over=is_over) for step in steps]
    failed = next((step for step in steps if step.state is StepState.FAILED), None)
    state = _state(validation)
    log = "" if validation is None else validation.log
    return Progress(
        state=state,
        sentence=_sentence(version, state, steps, queue=queue, is_active=is_active),
        steps=shown,
        failed=next((step for step in shown if step.is_failed), None),
        usage=[] if validation is None else [_shown_usage(used) for used in validation.usage],
        log=as_text(log[-LOG_SHOWN_MAX:]),
        log_is_cut=len(log) > LOG_SHOWN_MAX,
        commands=home_commands(version, failed) if state == "invalid" else (),
        has_runner=queue.has_runner,
        never_rated=state == "valid" and not version_may_be_rated(version=version),
        waiting_before=queue.before if state == "queued" else None,
    )


def _state(validation: Validation | None) -> str:
    if validation is None:
        return ""
    if validation.is_over:
        return str(validation.verdict)
    return "queued" if validation.is_queued else "running"


def _steps(version: BotVersion, validation: Validation | None) -> list[Step]:
    """As they were reported; before that, as they will be."""
    if validation is not None and validation.steps:
        return [Step.from_json(step) for step in validation.steps]
    return [
        *(Step(kind=kind) for kind in (StepKind.UNPACK, StepKind.START, StepKind.HANDSHAKE)),
        *(Step(kind=StepKind.MATCH, profile=profile) for profile in version.profiles),
    ]


def _shown_step(step: Step, *, is_over: bool) -> ShownStep:
    words = {
        StepState.WAITING: _("not tried") if is_over else _("waits"),
        StepState.RUNNING: _("running"),
        StepState.PASSED: _("passed"),
        StepState.FAILED: _("failed"),
    }
    asked, answered = exchange_parts(as_text(step.exchange))
    return ShownStep(
        kind=step.kind.value,
        profile=step.profile,
        title=_step_title(step),
        icon=step.state.value,
        word=words[step.state],
        text=as_text(step_text(step)),
        asked=asked,
        answered=answer_text(answered),
        progress=_games(step),
        seconds=step.seconds,
    )


def _step_title(step: Step) -> str:
    if step.kind is StepKind.MATCH:
        return _("Short match: %(rules)s") % {"rules": profile_shown(step.profile).title}
    return {
        StepKind.UNPACK: _("Unpack the file"),
        StepKind.START: _("Start it in the sandbox"),
        StepKind.HANDSHAKE: _("Shake hands with the game server"),
    }[step.kind]


def _games(step: Step) -> str:
    """How far a running match is; the runner says it in numbers, "3/10"."""
    if step.state is not StepState.RUNNING:
        return ""
    played, _slash, all_of_them = step.progress.partition("/")
    if not (played.isdecimal() and all_of_them.isdecimal()):
        return as_text(step.progress)
    return _("%(played)s of %(all)s games") % {"played": played, "all": all_of_them}


def _sentence(
    version: BotVersion, state: str, steps: Sequence[Step], *, queue: Queue, is_active: bool
) -> str:
    if state == "queued":
        return _waiting(version, queue)
    if state == "running":
        return _running(version, steps)
    if state == "invalid":
        return _failed(version, steps)
    text = {
        "valid": _("Version %(number)d passed every check and plays now.")
        if is_active
        else _("Version %(number)d passed every check."),
        "broken": _(
            "Version %(number)d could not be checked. That is our fault: nothing is known about "
            "your bot."
        ),
    }.get(state, _("Version %(number)d has not been checked."))
    return text % {"number": version.number}


def _failed(version: BotVersion, steps: Sequence[Step]) -> str:
    failed = next((step for step in steps if step.state is StepState.FAILED), None)
    if failed is None:
        return _("Version %(number)d did not pass.") % {"number": version.number}
    return _("Version %(number)d did not pass “%(step)s”.") % {
        "number": version.number,
        "step": _step_title(failed),
    }


def _waiting(version: BotVersion, queue: Queue) -> str:
    number = {"number": version.number}
    if not queue.has_runner:
        return _(
            "No runner is at work now. Version %(number)d keeps its place, and is checked as soon "
            "as there is one."
        ) % number  # fmt: skip
    if queue.waits_for_own:
        return _("Version %(number)d waits until your other checks are done.") % number
    if queue.before:
        text = ngettext(
            "Version %(number)d waits for its turn: %(count)d before you.",
            "Version %(number)d waits for its turn: %(count)d before you.",
            queue.before,
        )
        return text % {**number, "count": queue.before}
    return _("Version %(number)d is the next to be checked.") % number


def _running(version: BotVersion, steps: Sequence[Step]) -> str:
    number = {"number": version.number}
    running = next((step for step in steps if step.state is StepState.RUNNING), None)
    if running is None:
        return _("Version %(number)d is being checked.") % number
    title = _step_title(running)
    if games := _games(running):
        return _("Version %(number)d is being checked: “%(step)s”, %(progress)s.") % {
            **number,
            "step": title,
            "progress": games,
        }
    return _("Version %(number)d is being checked: “%(step)s”.") % {**number, "step": title}


def _shown_usage(value: dict[str, Any]) -> ShownUsage:
    used = ProgramUsage(**value)
    return ShownUsage(
        profile=used.profile,
        title=profile_shown(used.profile).title,
        cpu_seconds=used.cpu_seconds,
        memory_mib=used.peak_memory_bytes / MIB,
        wall_seconds=used.wall_seconds,
        ending=_ending(used),
    )


def _ending(used: ProgramUsage) -> str:
    if used.exit_reason == ExitReason.EXITED.value:
        return _("ended by itself, exit code %(code)s") % {"code": used.exit_code}
    return {
        ExitReason.CRASHED.value: _("crashed"),
        ExitReason.KILLED.value: _("ended by us, after the match"),
        ExitReason.MEMORY.value: _("ended by us: too much memory"),
        ExitReason.CPU_TIME.value: _("ended by us: too much processor time"),
        ExitReason.WALL_TIME.value: _("ended by us: it ran too long"),
    }.get(used.exit_reason, used.exit_reason)
