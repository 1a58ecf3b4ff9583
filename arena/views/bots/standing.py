"""Where a bot stands on a ladder, as its page shows it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.http import HttpRequest

from arena.head_to_head import encounter_score
from arena.match_sides import match_sides
from arena.match_words import NOTHING, names_text, points_against, thought_text
from arena.models import Bot
from arena.profile_choices import profile_shown
from arena.selectors.bot_results import (
    RatedMatch,
    Timing,
    bot_ratings,
    bot_timings,
    ladders_for,
    opponents_of,
    rated_matches_latest,
)
from arena.selectors.matches import match_participants
from scoring.ladder import TERMS
from tournaments.encounter_scores import Score
from tournaments.models import Encounter, Ladder, Rating
from tournaments.selectors.ladders import RANKS_COUNTED, rating_rank
from tournaments.selectors.rating_history import VersionRecord, rating_history, version_records

OPPONENTS_ON_A_PAGE: Final = 10
OPPONENT_PAGES_MAX: Final = 500
RATED_MATCHES: Final = 8


@dataclass(frozen=True)
class OpponentRow:
    """Somebody whom the bot has met."""

    name: str
    public_id: str
    encounter: Encounter
    score: Score | None


@dataclass(frozen=True)
class RatedRow:
    """A match as one of its bots sees it."""

    public_id: str
    against: str
    is_duel: bool
    at: datetime
    outcome: str
    """won, level or lost; empty for what was declared void."""
    share: float
    expected: float
    points: str
    change: int


@dataclass(frozen=True)
class TimingRow:
    """How quickly a bot decides by one rule set."""

    rules: str
    timing: Timing
    mean_text: str
    longest_text: str


@dataclass(frozen=True)
class Newcomer:
    """A version that plays from now on, and what it takes over from another one."""

    version: int
    is_back: bool
    """Whether it has results on the ladder already: its author went back to it."""
    margin: int
    """The error bar that it begins with."""


def bot_standing(request: HttpRequest, bot: Bot) -> dict[str, object]:
    """Everything about the ladder that is asked for, or the one it has played most on; and a line
    about each other one."""
    ratings = bot_ratings(bot=bot)
    possible = ladders_for(bot=bot)
    ladder, rating = _asked(request.GET.get("ladder", ""), ratings, possible)
    context: dict[str, object] = {
        "ratings": ratings,
        "ladder": ladder,
        "rating": rating,
        "ladders_without": _without(ratings, possible),
        "timings": timing_rows(bot_timings(bot=bot)),
        "version_records": {},
    }
    if ladder is None or rating is None:
        return context
    records = version_records(ladder_id=ladder.pk, competitor_id=bot.competitor_id)
    page = _page_number(request.GET.get("opponents", ""))
    start = (page - 1) * OPPONENTS_ON_A_PAGE
    met = list(opponents_of(bot=bot, ladder=ladder)[start : start + OPPONENTS_ON_A_PAGE + 1])
    has_more = len(met) > OPPONENTS_ON_A_PAGE and page < OPPONENT_PAGES_MAX
    return context | {
        "rank": rating_rank(rating=rating),
        "ranks_counted": RANKS_COUNTED,
        "points_per_game": rating.points / rating.games if rating.games else None,
        "newcomer": _newcomer(bot, rating, records) if ladder in possible else None,
        "history": rating_history(ladder_id=ladder.pk, competitor_id=bot.competitor_id),
        "opponents": [opponent_row(row) for row in met[:OPPONENTS_ON_A_PAGE]],
        "opponents_page": page,
        "opponents_next": page + 1 if has_more else None,
        "opponents_before": page - 1 if page > 1 else None,
        "rated_matches": [
            rated_row(bot, found)
            for found in rated_matches_latest(bot=bot, ladder=ladder, count=RATED_MATCHES)
        ],
        "version_records": records,
    }


def opponent_row(encounter: Encounter) -> OpponentRow:
    """Select the opponent's bot with it."""
    bot: Bot = encounter.opponent.bot
    return OpponentRow(bot.public_name, bot.public_id, encounter, encounter_score(encounter))


def rated_row(bot: Bot, found: RatedMatch) -> RatedRow:
    """As `bot` sees it."""
    sides = match_sides(match_participants(match=found.match))
    own = next((side for side in sides if side.version.bot_id == bot.pk), None)
    others = [side for side in sides if side is not own]
    points = [side.points for side in ([] if own is None else [own, *others])]
    return RatedRow(
        public_id=found.match.public_id,
        against=names_text([side.name for side in others]),
        is_duel=len(sides) == 2,
        at=found.event.at,
        outcome=found.outcome,
        share=found.share,
        expected=found.event.expected or 0.0,
        points=points_against(*points),
        change=found.event.delta,
    )


def timing_rows(timings: Sequence[Timing]) -> list[TimingRow]:
    """With times in words."""
    return [
        TimingRow(
            rules=profile_shown(timing.profile).title,
            timing=timing,
            mean_text=thought_text(timing.think_ms / timing.decisions)
            if timing.decisions
            else NOTHING,
            longest_text=thought_text(timing.longest_ms) if timing.decisions else NOTHING,
        )
        for timing in timings
    ]


def _asked(
    slug: str, ratings: Sequence[Rating], possible: Sequence[Ladder]
) -> tuple[Ladder | None, Rating | None]:
    """What nobody knows is answered with what is there."""
    for rating in ratings:
        if rating.ladder.slug == slug:
            return rating.ladder, rating
    for ladder in possible:
        if ladder.slug == slug:
            return ladder, None
    if ratings:
        return ratings[0].ladder, ratings[0]
    return (possible[0] if possible else None), None


def _without(ratings: Sequence[Rating], possible: Sequence[Ladder]) -> list[Ladder]:
    """Where it can play and has no result yet."""
    rated = {rating.ladder_id for rating in ratings}
    return [ladder for ladder in possible if ladder.pk not in rated]


def _newcomer(bot: Bot, rating: Rating, records: Mapping[int, VersionRecord]) -> Newcomer | None:
    """On a ladder that the active version can play on."""
    active = bot.active_version
    if active is None or bot.is_retired or active.number == rating.version:
        return None
    widened = rating.standing.bar.widened(TERMS.version_error)
    return Newcomer(active.number, active.number in records, round(widened.margin(0.95)))


def _page_number(asked: str) -> int:
    is_number = asked.isascii() and asked.isdigit() and len(asked) < 10
    return min(OPPONENT_PAGES_MAX, max(1, int(asked))) if is_number else 1
