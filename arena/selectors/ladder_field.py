"""Who could play on a ladder now, in the matchmaking's values."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from django.db.models import Exists, OuterRef
from django.utils import timezone

from arena.games.registry import rules as rules_named
from arena.match_states import UNDER_WAY, MatchState
from arena.models import BotVersion, Match, MatchParticipant, Validation
from arena.runner.sandbox.names import ISOLATING
from arena.selectors.playing import bots_able
from scoring.elo import MICRO, ErrorBar
from scoring.ladder import START, TERMS
from scoring.matchmaking import Candidate, Lately, Table
from tournaments.demo import HOUSE_ACCOUNT
from tournaments.models import Ladder, Rating
from tournaments.selectors.ladders import ladders_open

RECENT_MATCHES: Final = 500
"""So many of a ladder's last matches say who has met lately; of all ladders', whose turn it is."""


class RateableBot(NamedTuple):
    """A bot that may be rated, with its active version."""

    version: int
    number: int
    """Of the version."""
    submitted_at: datetime
    competitor: int
    author: int
    """Who might let bots play into each other's hands."""


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


def ladders_by_turn() -> list[Ladder]:
    """The bots' open ladders: the one that has waited longest for a match of its own first. Of the
    last matches only some are looked at: those of one ladder after the other would be looked for
    in vain among all that were ever played, where there are none."""
    latest = Match.objects.filter(ladder__isnull=False).order_by("-pk")[:RECENT_MATCHES]
    ago: dict[int, int] = {}
    for place, ladder in enumerate(latest.values_list("ladder_id", flat=True)):
        ago.setdefault(ladder, place)
    ladders = ladders_open(hosting=Ladder.Hosting.BOTS)
    return sorted(ladders, key=lambda one: (-ago.get(one.pk, RECENT_MATCHES), one.pk))


def bots_rateable() -> Mapping[str, Sequence[RateableBot]]:
    """All that may be rated, by the rules that they play. There may be many, so they are read once
    for all ladders, and nothing is read that is not needed."""
    checked = Validation.objects.filter(
        version=OuterRef("pk"), verdict=Validation.Verdict.VALID, sandbox__in=ISOLATING
    )
    versions = BotVersion.objects.filter(
        Exists(checked), pk__in=bots_able().values("active_version")
    )
    rows = versions.order_by("pk").values_list(
        "pk", "number", "submitted_at", "bot_id", "bot__competitor_id", "bot__owner_id",
        "bot__owner__email", "profiles",
    )  # fmt: skip
    found: dict[str, list[RateableBot]] = {}
    for version, number, submitted_at, bot, competitor, owner, email, profiles in rows.iterator():
        author = author_at_tables(bot=bot, owner=owner, email=email)
        rateable = RateableBot(version, number, submitted_at, competitor, author)
        for profile in profiles:
            found.setdefault(profile, []).append(rateable)
    return found


def author_at_tables(*, bot: int, owner: int | None, email: str) -> int:
    """Whose a bot is where no two of one author may sit. The house's reference bots are programs
    that everybody can read: each is its own author; and so is each whose author has left."""
    return -bot if owner is None or email == HOUSE_ACCOUNT.email else owner


def ladder_field(*, ladder: Ladder, bots: Sequence[RateableBot]) -> LadderField:
    """Who of those that may be rated by the ladder's rules does not wait for a match on it, or play
    one, already."""
    rules = rules_named(ladder.profile, ladder.players, **ladder.options)
    sides = len(set(rules.teams))
    if len(bots) < sides:
        return LadderField(ladder, sides, (), Lately(), {}, has_news=False)
    recent = _matches_recent(ladder)
    made_for = {who: made_at for made_at, table in reversed(recent) for who in table}
    busy, ratings, now = _busy(ladder), _ratings(ladder), timezone.now()
    candidates, versions, has_news = [], {}, False
    for version, number, submitted_at, competitor, author in bots:
        if competitor in busy:
            continue
        known = ratings.get(competitor) or _Known(number, submitted_at)
        has_news |= known.is_provisional or known.version != number
        since = max(known.last_at, made_for.get(competitor, known.last_at))
        waited = max(0.0, (now - since).total_seconds())
        versions[competitor] = version
        rating, error = known.value / MICRO, known.error(number)
        candidates.append(Candidate(competitor, rating, error, waited, author))
    lately = Lately.of(table for _, table in recent)
    return LadderField(ladder, sides, candidates, lately, versions, has_news)


class _Known(NamedTuple):
    """What a ladder knows of somebody; by itself: nothing."""

    version: int
    last_at: datetime
    value: int = START
    variance: float = ErrorBar.NEWCOMER**2
    is_provisional: bool = True

    def error(self, number: int) -> float:
        """The standard error of this version, which may be newer than what has played."""
        added = 0.0 if number == self.version else TERMS.version_error
        return min(math.hypot(math.sqrt(self.variance), added), ErrorBar.NEWCOMER)


def _ratings(ladder: Ladder) -> dict[int, _Known]:
    """By competitor."""
    rows = Rating.objects.filter(ladder=ladder).values_list(
        "competitor_id", "version", "last_at", "value", "variance", "is_provisional"
    )
    return {who: _Known(*known) for who, *known in rows.iterator()}


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


def _busy(ladder: Ladder) -> set[int]:
    """Competitors that have something to do on a ladder."""
    matches = Match.objects.filter(ladder=ladder, state__in=[MatchState.QUEUED, *UNDER_WAY])
    return set(matches.values_list("participants__version__bot__competitor_id", flat=True))
