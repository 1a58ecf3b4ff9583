"""From one state of a match to the next: the only place that changes it."""

from django.db import transaction
from django.utils import timezone

from arena.match_states import OVER, MatchState, check_transition
from arena.models import ArenaState, Match, MatchEvent
from arena.models.matches import REASON_MAX_LENGTH
from arena.stored_text import text_clean
from arena.topics import ab_test_topic, arena_topic, match_topic
from tournaments.live.notify import live_notify
from tournaments.models import User


def match_lock(*, match_id: int) -> Match:
    """A match that nobody else changes until this transaction ends."""
    return Match.objects.select_for_update(of=("self",)).get(pk=match_id)


def arena_state_lock() -> ArenaState:
    """The arena's one row, held until this transaction ends.

    So that nobody waits in a ring, whoever needs several matches, or accounts or bots beside a
    match, takes this row before all of them: who sends, settles or erases, and also who writes down
    an event in somebody's name, because a new row holds on to what it points to. A league is locked
    between this row and matches. Without this row only one match is locked, or an account and then
    its bot.
    """
    found = ArenaState.objects.select_for_update().filter(pk=1).first()
    if found is not None:
        return found
    ArenaState.objects.bulk_create([ArenaState(pk=1)], ignore_conflicts=True)
    return ArenaState.objects.select_for_update().get(pk=1)


@transaction.atomic
def match_step(
    *, match: Match, after: MatchState, reason: str = "", detail: str = "", by: User | None = None
) -> MatchEvent:
    """Move on, and note it; saves the match whole. The match must be locked. `reason` is for
    everybody (see `arena.match_reasons`), `detail` for the staff."""
    before = match.state
    check_transition(before, after)
    now = timezone.now()
    match.state = after
    if after in OVER:
        match.token_hash = ""
        match.ended_at = match.ended_at or now
    if after == MatchState.VOID:
        match.reason = text_clean(reason, REASON_MAX_LENGTH)
    match.save()
    return match_note(match=match, before=before, reason=reason, detail=detail, by=by)


def match_note(
    *, match: Match, before: str, reason: str = "", detail: str = "", by: User | None = None
) -> MatchEvent:
    """Write down where the match is now, and let the open pages look."""
    event = MatchEvent.objects.create(
        match=match,
        before=before,
        after=match.state,
        attempt=match.attempt,
        worker=match.worker,
        reason=text_clean(reason, REASON_MAX_LENGTH),
        detail=text_clean(detail, REASON_MAX_LENGTH),
        by=by,
    )
    match_tell(match=match)
    return event


def match_tell(*, match: Match) -> None:
    """Let the open pages that follow it look."""
    live_notify(match_topic(match.public_id))
    live_notify(arena_topic())
    if match.ab_test_id is not None:
        live_notify(ab_test_topic(match.ab_test_id))
