"""Who could play on a ladder now, in the matchmaking's values."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from django.db.models import Exists, F, Max, OuterRef, QuerySet
from django.utils import timezone

from arena.games.registry import rules as rules_named
from arena.match_states import OVER
from arena.models import Bot, BotVersion, Match, MatchParticipant, Validation
from arena.runner.sandbox.names import ISOLATING
from arena.selectors.playing import bots_able
from scoring.elo import MICRO, ErrorBar
from scoring.ladder import START
from scoring.matchmaking import Candidate
from tournaments.demo import HOUSE_ACCOUNT
from tournaments.models import Ladder, Rating
from tournaments.selectors.ladders import ladders_open

RECENT_MATCHES: Final = 500
"""So many of a ladder's last matches say who has met lately."""


@dataclass(frozen=True, slots=True)
class LadderField:
    """A ladder, and who could play on it."""

    ladder: Ladder
    sides: int
    candidates: Sequence[Candidate]
    versions: Mapping[int, BotVersion]
    """What would play, by competitor."""
    met: Mapping[tuple[int, int], int]


def ladders_by_turn() -> QuerySet[Ladder]:
    """The bots' open ladders: the one that has waited longest for a match of its own first."""
    made = Max("matches__created_at")
    return (
        ladders_open(hosting=Ladder.Hosting.BOTS)
        .annotate(made=made)
        .order_by(F("made").asc(nulls_first=True), "pk")
    )


def ladder_field(*, ladder: Ladder) -> LadderField:
    """Every bot that may be rated by these rules and does not wait for a match on this ladder, or
    play one, already."""
    rules = rules_named(ladder.profile, ladder.players, **ladder.options)
    ratings = {
        competitor: (value, variance, last_at)
        for competitor, value, variance, last_at in Rating.objects.filter(ladder=ladder)
        .values_list("competitor_id", "value", "variance", "last_at")
        .iterator()
    }
    now = timezone.now()
    candidates, versions = [], {}
    for version in _versions_able(ladder):
        bot = version.bot
        known = ratings.get(bot.competitor_id, (START, ErrorBar.NEWCOMER**2, version.submitted_at))
        value, variance, since = known
        versions[bot.competitor_id] = version
        candidates.append(
            Candidate(
                competitor=bot.competitor_id,
                rating=value / MICRO,
                error=variance**0.5,
                waited=max(0.0, (now - since).total_seconds()),
                author=_author(bot),
            )
        )
    return LadderField(
        ladder=ladder,
        sides=len(set(rules.teams)),
        candidates=candidates,
        versions=versions,
        met=meetings_recent(ladder=ladder),
    )


def meetings_recent(*, ladder: Ladder) -> Counter[tuple[int, int]]:
    """How often two have met lately, by the smaller and the larger of their keys."""
    latest = Match.objects.filter(ladder=ladder).order_by("-pk")[:RECENT_MATCHES]
    rows = MatchParticipant.objects.filter(match__in=latest.values("pk")).values_list(
        "match_id", "version__bot__competitor_id"
    )
    tables: dict[int, set[int]] = {}
    for match, competitor in rows:
        tables.setdefault(match, set()).add(competitor)
    return Counter(pair for table in tables.values() for pair in combinations(sorted(table), 2))


def _versions_able(ladder: Ladder) -> QuerySet[BotVersion]:
    """The active versions that may be rated on this ladder and have nothing to do there."""
    checked = Validation.objects.filter(
        version=OuterRef("pk"), verdict=Validation.Verdict.VALID, sandbox__in=ISOLATING
    )
    busy = MatchParticipant.objects.filter(match__ladder=ladder).exclude(match__state__in=OVER)
    return (
        BotVersion.objects.filter(
            Exists(checked),
            pk__in=bots_able().values("active_version"),
            profiles__contains=[ladder.profile],
        )
        .exclude(bot__in=busy.values("version__bot"))
        .select_related("bot__owner")
        .order_by("pk")
    )


def _author(bot: Bot) -> int:
    """Who might let bots play into each other's hands. The house's reference bots are programs that
    everybody can read: each is its own."""
    owner = bot.owner
    return -bot.pk if owner is None or owner.email == HOUSE_ACCOUNT.email else owner.pk
