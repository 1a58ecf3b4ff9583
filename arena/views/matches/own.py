"""What only a bot's author and the staff learn about a match: the bot's processes, what they
printed, why boards were given away, and how to look at it at home."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arena.kit_commands import HomeCommand, replay_commands
from arena.match_logs import side_runs
from arena.match_sides import Side
from arena.models import Match, MatchParticipant, MatchRun
from arena.printed_text import as_text
from arena.runner.sandbox.interface import MIB, ExitReason
from arena.services.match_outputs import OUTPUTS_KEPT, match_outputs_are_gone
from arena.views.matches.result import ForfeitNote

SHOWN_MAX: Final = 4_000
"""Characters of each output that the page shows; the whole is in the file."""


@dataclass(frozen=True)
class ShownOutput:
    """What a process printed, harmless."""

    title: str
    text: str
    is_cut: bool


@dataclass(frozen=True)
class ShownRun:
    """One process."""

    rotation: int
    seat: int
    cpu_seconds: float
    memory_mib: float
    wall_seconds: float
    ending: str
    outputs: Sequence[ShownOutput]
    dropped_bytes: int


@dataclass(frozen=True)
class OwnPart:
    """All of it, for one bot."""

    side: Side
    runs: Sequence[ShownRun]
    reasons: Sequence[str]
    commands: Sequence[HomeCommand]
    outputs_are_gone: bool
    outputs_kept_days: int = OUTPUTS_KEPT.days

    @property
    def has_log(self) -> bool:
        return any(run.outputs for run in self.runs)


def own_part(
    match: Match,
    side: Side,
    participants: Sequence[MatchParticipant],
    forfeits: Sequence[ForfeitNote],
) -> OwnPart:
    """What happened to one bot. Only for who may read its logs."""
    return OwnPart(
        side=side,
        runs=[_shown(run) for run in side_runs(side, participants)],
        reasons=_reasons(side, [note for note in forfeits if note.side == side]),
        commands=replay_commands(match, side.version),
        outputs_are_gone=match_outputs_are_gone(match=match),
    )


def _shown(run: MatchRun) -> ShownRun:
    outputs = ((_("Standard output"), run.stdout), (_("Standard error"), run.stderr))
    return ShownRun(
        rotation=run.rotation,
        seat=run.seat,
        cpu_seconds=run.cpu_seconds,
        memory_mib=run.peak_memory_bytes / MIB,
        wall_seconds=run.wall_seconds,
        ending=ending_text(run),
        outputs=[
            ShownOutput(title, as_text(text[-SHOWN_MAX:]), is_cut=len(text) > SHOWN_MAX)
            for title, text in outputs
            if text
        ],
        dropped_bytes=run.dropped_bytes,
    )


def ending_text(run: MatchRun) -> str:
    """How a process ended."""
    if run.exit_reason == ExitReason.EXITED.value:
        return _("ended by itself, exit code %(code)s") % {"code": run.exit_code}
    return {
        ExitReason.CRASHED.value: _("crashed"),
        ExitReason.KILLED.value: _("ended by us, after the rotation"),
        ExitReason.MEMORY.value: _("ended by us: too much memory"),
        ExitReason.CPU_TIME.value: _("ended by us: too much processor time"),
        ExitReason.WALL_TIME.value: _("ended by us: it ran too long"),
    }.get(run.exit_reason, run.exit_reason)


def _reasons(side: Side, forfeits: Sequence[ForfeitNote]) -> list[str]:
    """Why boards were lost by more than bad luck."""
    reasons = [note.text for note in forfeits]
    if side.strikes:
        text = ngettext(
            "It got %(count)d strike: an answer came too late, was against the rules or was no "
            "answer, and the table played for it.",
            "It got %(count)d strikes: answers came too late, were against the rules or were no "
            "answers, and the table played for it.",
            side.strikes,
        )
        reasons.append(text % {"count": side.strikes})
    return reasons
