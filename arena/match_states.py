"""The life of a match: which state may follow which. The one place where that is written."""

from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _


class MatchState(models.TextChoices):
    """Where a match stands."""

    QUEUED = "queued", _("waits for its turn")
    SENT = "sent", _("sent to a worker")
    PLAYING = "playing", _("being played")
    SETTLED = "settled", _("played")
    VOID = "void", _("void")


NEXT: Final = {
    MatchState.QUEUED: frozenset({MatchState.SENT, MatchState.VOID}),
    # A result may arrive before any sign of life, and a worker may vanish before or after one.
    MatchState.SENT: frozenset(
        {MatchState.PLAYING, MatchState.SETTLED, MatchState.QUEUED, MatchState.VOID}
    ),
    MatchState.PLAYING: frozenset({MatchState.SETTLED, MatchState.QUEUED, MatchState.VOID}),
    # After the fact, by the staff: what followed from it is corrected, not forgotten.
    MatchState.SETTLED: frozenset({MatchState.VOID}),
    MatchState.VOID: frozenset(),
}
UNDER_WAY: Final = frozenset({MatchState.SENT, MatchState.PLAYING})
OVER: Final = frozenset({MatchState.SETTLED, MatchState.VOID})


class TransitionRefusedError(Exception):
    """A match cannot go from where it is to there: a mistake of ours."""


def check_transition(before: str, after: str) -> None:
    """Every change of state passes here."""
    if MatchState(after) not in NEXT[MatchState(before)]:
        raise TransitionRefusedError(f"A match that is {before} cannot become {after}.")
