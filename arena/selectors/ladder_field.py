"""Who could play on a ladder now, in the matchmaking's values."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Exists, F, OuterRef, QuerySet, Subquery
from django.utils import timezone

from arena.games.registry import rules as rules_named
from arena.match_states import UNDER_WAY, MatchState
from arena.models import BotVersion, Match, MatchParticipant, Validation
from arena.runner.sandbox.names import ISOLATING
from arena.selectors.playing import bots_able
from scoring.elo import MICRO, ErrorBar
from scoring.ladder import START
from scoring.matchmaking import Candidate, Lately, Table
from tournaments.demo import HOUSE_ACCOUNT
from tournaments.models import Ladder, Rating
from tournaments.selectors.ladders import ladders_open

RECENT_MATCHES: Final = 500
"""So many of a ladder's last matches say who has met lately."""
_NEWCOMER: Final = (START, ErrorBar.NEWCOMER**2)


@dataclass(frozen=True, slots=True)
class LadderField:
    """A ladder, and who could play on it."""

    ladder: Ladder
    sides: int
    candidates: Sequence[Candidate]
    lately: Lately
    versions: Mapping[int, int]
    """The key of what would play, by competitor."""
    has_news: bool
    """Whether somebody is there whose rating may still be far off."""


def ladders_by_turn() -> QuerySet[Ladder]:
    """The bots' open ladders: the one that has waited longest for a match of its own first."""
    latest = Match.objects.filter(ladder=OuterRef("pk")).order_by("-pk").values("created_at")[:1]
    return (
        ladders_open(hosting=Ladder.Hosting.BOTS)
        .annotate(made=Subquery(latest))
        .order_by(F("made").asc(nulls_first=True), "pk")
    )


def ladder_field(*, ladder: Ladder) -> LadderField:
    """Every bot that may be rated by these rules and does not wait for a match on this ladder, or
    play one, already. There may be many of them, so nothing is read that is not needed."""
    rules = rules_named(ladder.profile, ladder.players, **ladder.options)
    recent = _matches_recent(ladder)
    made_for = {who: made_at for made_at, table in reversed(recent) for who in table}
    now = timezone.now()
    ratings = _ratings(ladder)
    candidates, versions, has_news = [], {}, False
    for version, number, submitted_at, bot, competitor, owner, email in _able(ladder):
        value, variance, last_at, settled = ratings.get(
            competitor, (*_NEWCOMER, submitted_at, None)
        )
        has_news |= settled != number
        since = max(last_at, made_for.get(competitor, last_at))
        versions[competitor] = version
        candidates.append(
            Candidate(
                competitor=competitor,
                rating=value / MICRO,
                error=variance**0.5,
                waited=max(0.0, (now - since).total_seconds()),
                # Who might let bots play into each other's hands. The house's reference bots are
                # programs that everybody can read: each is its own.
                author=-bot if email == HOUSE_ACCOUNT.email else owner,
            )
        )
    return LadderField(
        ladder=ladder,
        sides=len(set(rules.teams)),
        candidates=candidates,
        lately=Lately.of(table for _, table in recent),
        versions=versions,
        has_news=has_news,
    )


def _ratings(ladder: Ladder) -> dict[int, tuple[int, float, datetime, int | None]]:
    """By competitor; at the end the version whose rating is settled, if it is."""
    rows = Rating.objects.filter(ladder=ladder).values_list(
        "competitor_id", "value", "variance", "last_at", "version", "is_provisional"
    )
    return {
        who: (value, variance, last_at, None if is_provisional else version)
        for who, value, variance, last_at, version, is_provisional in rows.iterator()
    }


def _matches_recent(ladder: Ladder) -> list[tuple[datetime, Table]]:
    """When the last matches were made, whatever became of them, and for whom, in the order of their
    sides; the latest first."""
    latest = Match.objects.filter(ladder=ladder).order_by("-pk")[:RECENT_MATCHES]
    rows = MatchParticipant.objects.filter(match__in=latest.values("pk")).values_list(
        "match_id", "match__created_at", "version__bot__competitor_id"
    )
    tables: dict[int, tuple[datetime, dict[int, None]]] = {}
    for match, made_at, competitor in rows.order_by("-match_id", "place"):
        tables.setdefault(match, (made_at, {}))[1][competitor] = None  # partners are one side
    return [(made_at, tuple(table)) for made_at, table in tables.values()]


def _able(ladder: Ladder) -> Iterable[tuple[int, int, datetime, int, int, int, str]]:
    """The active versions that may be rated on this ladder and have nothing to do there."""
    checked = Validation.objects.filter(
        version=OuterRef("pk"), verdict=Validation.Verdict.VALID, sandbox__in=ISOLATING
    )
    not_over = [MatchState.QUEUED, *UNDER_WAY]
    busy = MatchParticipant.objects.filter(match__ladder=ladder, match__state__in=not_over)
    versions = BotVersion.objects.filter(
        Exists(checked),
        pk__in=bots_able().values("active_version"),
        profiles__contains=[ladder.profile],
    ).exclude(bot__in=busy.values("version__bot"))
    rows = versions.order_by("pk").values_list(
        "pk", "number", "submitted_at", "bot_id", "bot__competitor_id", "bot__owner_id",
        "bot__owner__email",
    )  # fmt: skip
    return rows.iterator()
