"""What bots printed in a match: only for their authors and the staff."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.template.defaultfilters import filesizeformat
from django.utils.text import slugify
from django.utils.translation import gettext as _

from arena.match_access import sides_with_readable_logs
from arena.match_sides import Side, match_sides
from arena.models import Match, MatchParticipant, MatchRun
from arena.readers import Reader
from arena.selectors.matches import match_participants, match_runs


@dataclass(frozen=True)
class BotLog:
    """A file to keep."""

    name: str
    data: bytes


def bot_log(*, match: Match, side: int, reader: Reader) -> BotLog | None:
    """What one bot printed in a match that the reader may read; None if there is nothing. Whoever
    may not read it is refused."""
    participants = match_participants(match=match)
    asked = next((one for one in match_sides(participants) if one.number == side), None)
    if asked is None:
        return None
    if not sides_with_readable_logs([asked], reader=reader):
        raise PermissionDenied(_("Only the bot's author can see that."))
    text = log_text(asked, participants)
    if not text:
        return None
    bot_name = slugify(asked.name, allow_unicode=True) or asked.version.bot.public_id
    return BotLog(f"{bot_name}-{match.public_id}.log", text.encode(errors="replace"))


def log_text(side: Side, participants: Sequence[MatchParticipant]) -> str:
    """Everything its processes printed, one after the other."""
    parts = []
    for run in side_runs(side, participants):
        where = _("rotation %(rotation)s, seat %(seat)s") % {
            "rotation": run.rotation,
            "seat": run.seat,
        }
        parts.append(f"== {where} ==")
        parts += [
            f"-- {name} --\n{text}"
            for name, text in (("stdout", run.stdout), ("stderr", run.stderr))
            if text
        ]
        if not (run.stdout or run.stderr):
            parts.append(_("It printed nothing."))
        if run.dropped_bytes:
            size = filesizeformat(run.dropped_bytes)
            parts.append(_("It printed more: %(size)s were not kept.") % {"size": size})
    return "\n".join([*parts, ""]) if parts else ""


def side_runs(side: Side, participants: Sequence[MatchParticipant]) -> list[MatchRun]:
    """The processes of a side, rotation by rotation. Only for who may read its logs."""
    found = [
        run
        for participant in participants
        if participant.place in side.places
        for run in match_runs(participant=participant)
    ]
    return sorted(found, key=lambda run: (run.rotation, run.seat))
