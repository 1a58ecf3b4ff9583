"""What the operators' page says about the arena, in words."""

from dataclasses import dataclass

from django.contrib.humanize.templatetags.humanize import naturaltime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arena.models import ArenaState, Match, OperatorEvent, OperatorNotice
from arena.runner.queues import MATCHES
from arena.selectors.operations import MatchConcern, QueueNow
from arena.services.operator_mail import NoticeWords, notice_words

Mode = ArenaState.Mode
_TONES = {Mode.RUNNING: "good", Mode.PAUSED: "caution", Mode.DRAINING: "caution"}


@dataclass(frozen=True)
class ModeShown:
    """Whether the arena works, in a word, a sentence, and who said so."""

    mode: str
    word: str
    tone: str
    sentence: str
    event: OperatorEvent | None
    warning: str = ""
    is_drained: bool = False


@dataclass(frozen=True)
class ConcernShown:
    """A match that needs a look."""

    match: Match
    who: str
    why: str
    tone: str


@dataclass(frozen=True)
class NoticeShown:
    """What the operators were told."""

    words: NoticeWords
    is_mailed: bool


def mode_shown(
    mode: Mode, event: OperatorEvent | None, *, matches: QueueNow, checks: QueueNow, capacity: int
) -> ModeShown:
    is_drained = mode != Mode.RUNNING and matches.under_way == 0
    return ModeShown(
        mode=mode.value,
        word=str(mode.label),
        tone=_TONES[mode],
        sentence=_sentence(mode, matches, checks, is_drained=is_drained),
        event=event,
        warning=_warning(mode, matches, capacity),
        is_drained=is_drained,
    )


def queue_title(queue: QueueNow) -> str:
    return _("Matches") if queue.name == MATCHES else _("Checks of bots")


def match_who(match: Match) -> str:
    """Who plays, each side once."""
    sides = {one.side: one.version for one in match.participants.all()}
    versions = [sides[side] for side in sorted(sides)]
    return " : ".join(f"{one.bot.public_name} {one.number}" for one in versions)


def concern_shown(concern: MatchConcern) -> ConcernShown:
    match = concern.match
    why, tone = _why(match, is_silent=concern.is_silent)
    return ConcernShown(match=match, who=match_who(match), why=why, tone=tone)


def notice_shown(notice: OperatorNotice) -> NoticeShown:
    return NoticeShown(notice_words(notice=notice), notice.mailed_at is not None)


def _sentence(mode: Mode, matches: QueueNow, checks: QueueNow, *, is_drained: bool) -> str:
    if mode == Mode.RUNNING:
        return _("Matches are sent to the workers as they have room.")
    if is_drained and checks.under_way:
        more = ngettext(
            "No match is being played any more. %(count)d check of a bot is under way; if you stop "
            "its machine now, it is repeated elsewhere.",
            "No match is being played any more. %(count)d checks of bots are under way; if you "
            "stop their machines now, they are repeated elsewhere.",
            checks.under_way,
        )
        return more % {"count": checks.under_way}
    if is_drained:
        return _("Nothing is being played any more: machines can be stopped.")
    more = ngettext(
        "Nothing new is sent. %(count)d match is still under way.",
        "Nothing new is sent. %(count)d matches are still under way.",
        matches.under_way,
    )
    return more % {"count": matches.under_way}


def _warning(mode: Mode, matches: QueueNow, capacity: int) -> str:
    if mode != Mode.RUNNING or capacity > 0 or matches.waiting == 0:
        return ""
    more = ngettext(
        "%(count)d match waits, and no runner is ready to play. Start one with “make run”; if one "
        "is listed below, it says why it does not work.",
        "%(count)d matches wait, and no runner is ready to play. Start one with “make run”; if one "
        "is listed below, it says why it does not work.",
        matches.waiting,
    )
    return more % {"count": matches.waiting}


def _why(match: Match, *, is_silent: bool) -> tuple[str, str]:
    if match.is_over:
        return _("given up"), "bad"
    if is_silent and match.heard_at is not None:
        return _("last heard of %(time)s") % {"time": naturaltime(match.heard_at)}, "caution"
    if is_silent and match.sent_at is not None:
        return _("sent %(time)s, not begun") % {"time": naturaltime(match.sent_at)}, "caution"
    failed = ngettext("%(count)d attempt failed", "%(count)d attempts failed", match.failures)
    return failed % {"count": match.failures}, "caution"
