"""A match is settled: once, in one transaction, with all that follows from it."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from django.db import connection
from django.utils import timezone

from arena.match_scores import deal_set_scores
from arena.match_states import MatchState
from arena.match_verdict import MatchVerdict
from arena.models import Bot, Match, MatchParticipant, MatchRun
from arena.runner.match_orders import ProgramRun
from arena.runner.sandbox.names import ISOLATING
from arena.services.ab_test_steps import ab_test_take
from arena.services.benching import bots_bench_failing
from arena.services.league_results import league_is_public, league_result_take
from arena.services.match_orders import matches_dispatch_soon
from arena.services.match_shares import share_correct
from arena.services.match_steps import arena_state_lock, match_step
from scoring.ladder import Member
from tournaments.results import RatedResult, SettledResult, SettledSide, match_source
from tournaments.services.results import result_settle

_SETTLED_FIELDS: Final = (
    "points", "boards_forfeited", "strikes", "decisions", "think_ms", "longest_ms",
)  # fmt: skip
_COUNT: Final = "UPDATE arena_arenastate SET settled = settled + 1 WHERE id = 1 RETURNING settled"


def match_settle(
    *,
    match: Match,
    participants: Sequence[MatchParticipant],
    verdict: MatchVerdict,
    runs: Sequence[ProgramRun],
) -> None:
    """Write down how it ended. The arena's row, its league if it has one, and the match must be
    locked, the match under way and with its replay; its participants, in the order of their places,
    may have been read before.
    """
    _participants_settle(participants, verdict)
    _runs_store(participants, runs)
    match.results = list(verdict.boards)
    match.games = verdict.games
    match.decisions = verdict.decisions
    match.boards_over = match.boards_in_all
    match.failures = 0
    match.reason = ""
    match.ended_at = timezone.now()
    match.rated = match.rated and match.sandbox in ISOLATING
    speakers = _speakers(participants)
    match.settled_number = _next_number()
    share_correct(match=match, runs=runs)
    match_step(match=match, after=MatchState.SETTLED)
    if match.ab_test_id is not None:  # evidence for its test, and for nothing else
        ab_test_take(match=match, participants=participants)
    elif league_is_public(match=match):
        _count(match, speakers)
    if match.fixture_id is not None:
        league_result_take(match=match, speakers=speakers)
    bots_bench_failing(match=match, participants=participants)
    matches_dispatch_soon()


def _count(match: Match, speakers: Sequence[MatchParticipant]) -> None:
    """Among everybody's results, and on its ladder if it is rated."""
    assert match.settled_number is not None
    result_settle(
        result=SettledResult(
            match=match.public_id,
            number=match.settled_number,
            profile=match.profile,
            rated=match.rated,
            sides=tuple(_side(speaker) for speaker in speakers),
            rating=_rating(match, speakers) if match.rated else None,
        )
    )


def _participants_settle(participants: Sequence[MatchParticipant], verdict: MatchVerdict) -> None:
    for row, place in zip(participants, verdict.places, strict=True):
        row.points = place.points
        row.boards_forfeited = place.boards_forfeited
        row.strikes = place.usage.strikes
        row.decisions = place.usage.decisions
        row.think_ms = place.usage.think_ms
        row.longest_ms = place.usage.longest_ms
        row.save(update_fields=_SETTLED_FIELDS)  # of two or four rows; all at once takes longer


def _runs_store(participants: Sequence[MatchParticipant], runs: Iterable[ProgramRun]) -> None:
    """Without what the bots of those printed who have left: nobody may read it any more."""
    bots = Bot.objects.filter(versions__in=[row.version_id for row in participants], owner=None)
    left = set(bots.values_list("pk", flat=True))
    owned = {row.place for row in participants if row.version.bot_id not in left}
    by_place = {row.place: row for row in participants}
    MatchRun.objects.bulk_create(
        MatchRun(
            participant=by_place[run.participant],
            rotation=run.rotation,
            seat=run.seat,
            cpu_seconds=run.cpu_seconds,
            peak_memory_bytes=run.peak_memory_bytes,
            wall_seconds=run.wall_seconds,
            exit_reason=run.exit_reason,
            exit_code=run.exit_code,
            stdout=run.stdout if run.participant in owned else "",
            stderr=run.stderr if run.participant in owned else "",
            dropped_bytes=run.dropped_bytes,
        )
        for run in runs
        if run.participant in by_place
    )


def _speakers(participants: Sequence[MatchParticipant]) -> list[MatchParticipant]:
    """Partners share what their side has: the first of them speaks for it."""
    ordered = sorted(participants, key=lambda row: (row.side, row.place))
    return [next(rows) for _number, rows in groupby(ordered, key=lambda row: row.side)]


def _side(speaker: MatchParticipant) -> SettledSide:
    assert speaker.points is not None
    return SettledSide(competitor_id=speaker.version.bot.competitor_id, points=speaker.points)


def _rating(match: Match, speakers: Sequence[MatchParticipant]) -> RatedResult:
    assert match.ladder_id is not None
    return RatedResult(
        ladder_id=match.ladder_id,
        source=match_source(match.public_id),
        sides=tuple(
            (Member(speaker.version.bot.competitor_id, speaker.version.number),)
            for speaker in speakers
        ),
        scores=deal_set_scores(match.results, [speaker.place for speaker in speakers]),
        points=tuple(speaker.points or 0 for speaker in speakers),
        games=match.games,
    )


def _next_number() -> int:
    """Without gaps: a settlement that fails gives its number back. Everybody who settles waits
    here for the one before, so it is one statement; it locks the arena's row."""
    with connection.cursor() as cursor:
        cursor.execute(_COUNT)
        found = cursor.fetchone()
        if found is None:  # nobody has needed the row yet
            arena_state_lock()
            cursor.execute(_COUNT)
            found = cursor.fetchone()
    return int(found[0])
