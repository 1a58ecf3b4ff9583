"""What a bot has done, as its pages show it: always from the latest so many, by index, so that a
page takes the same time whatever a bot has played."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from django.db import connection
from django.db.models import F, QuerySet

from arena.match_states import MatchState
from arena.models import Bot, Match
from arena.selectors.matches import matches_shown
from tournaments.models import Encounter, Ladder, LadderEntry, Rating, RatingEvent
from tournaments.results import match_source

TIMED_MATCHES: Final = 50
MEETINGS_LOOKED_AT: Final = 2_000
"""Two who have met are looked for among so many of the latest results of one of them."""

_FOR_EVERYBODY: Final = """match.ab_test_id IS NULL AND (
        match.kind <> 'league' OR EXISTS (
            SELECT 1 FROM tournaments_fixture AS fixture
            JOIN tournaments_league AS league ON league.id = fixture.league_id
            WHERE fixture.id = match.fixture_id AND league.visibility = 'public'
        )
    )"""
"""As `arena.selectors.matches.matches_for_everybody` says."""
# The latest of each version first: a version has an index of its matches, a bot has none.
_LATEST: Final = f"""
SELECT latest.match_id FROM arena_botversion AS version, LATERAL (
    SELECT seat.match_id FROM arena_matchparticipant AS seat
    JOIN arena_match AS match ON match.id = seat.match_id
    WHERE seat.version_id = version.id AND {_FOR_EVERYBODY}
    ORDER BY seat.match_id DESC LIMIT %(count)s
) AS latest
WHERE version.bot_id = %(bot)s
GROUP BY latest.match_id ORDER BY latest.match_id DESC LIMIT %(count)s
"""  # noqa: S608 - of our own words only
_TIMING: Final = f"""
SELECT profile, count(DISTINCT match_id), sum(decisions), sum(think_ms), max(longest_ms),
    sum(strikes), sum(boards_forfeited)
FROM (
    SELECT latest.* FROM arena_botversion AS version, LATERAL (
        SELECT seat.*, match.profile FROM arena_matchparticipant AS seat
        JOIN arena_match AS match ON match.id = seat.match_id
        WHERE seat.version_id = version.id AND seat.points IS NOT NULL
            AND {_FOR_EVERYBODY}
        ORDER BY seat.match_id DESC LIMIT %(count)s
    ) AS latest
    WHERE version.bot_id = %(bot)s ORDER BY latest.match_id DESC LIMIT %(count)s
) AS seat
GROUP BY profile ORDER BY count(*) DESC, profile
"""  # noqa: S608 - of our own words only
_MEETINGS: Final = """
SELECT met.number FROM (
    SELECT number FROM tournaments_ratingevent
    WHERE competitor_id = %(one)s AND ladder_id = %(ladder)s AND cause = 'result'
    ORDER BY number DESC LIMIT %(looked_at)s
) AS met
WHERE EXISTS (
    SELECT 1 FROM tournaments_ratingevent AS theirs
    WHERE theirs.competitor_id = %(other)s AND theirs.ladder_id = %(ladder)s
        AND theirs.number = met.number AND theirs.cause = 'result'
)
ORDER BY met.number DESC LIMIT %(count)s
"""


@dataclass(frozen=True, slots=True)
class Timing:
    """How quickly a bot decides by one rule set, and how reliably, in its latest matches."""

    profile: str
    matches: int
    decisions: int
    think_ms: int
    longest_ms: int
    strikes: int
    boards_forfeited: int


@dataclass(frozen=True, slots=True)
class RatedMatch:
    """A match on a ladder, and what it did to somebody's rating there."""

    event: RatingEvent
    match: Match

    @property
    def counts(self) -> bool:
        """Whether nobody has declared it void since."""
        return self.match.state == MatchState.SETTLED

    @property
    def share(self) -> float:
        """What was taken of it."""
        return self.event.score or 0.0

    @property
    def outcome(self) -> str:
        """won, level or lost; empty for what was declared void."""
        if not self.counts:
            return ""
        return "won" if self.share > 0.5 else "lost" if self.share < 0.5 else "level"


def bot_ratings(*, bot: Bot) -> list[Rating]:
    """Where it stands on every ladder that it has a result on, the most played first."""
    rows = Rating.objects.filter(competitor_id=bot.competitor_id).select_related("ladder")
    return list(rows.order_by("-results", "ladder"))


def ladders_for(*, bot: Bot) -> list[Ladder]:
    """The open ladders that its active version can play on."""
    if bot.active_version is None:
        return []
    ladders = Ladder.objects.filter(
        hosting=Ladder.Hosting.BOTS, is_open=True, profile__in=bot.active_version.profiles
    )
    return list(ladders.order_by("profile", "players", "pk"))


def opponents_of(*, bot: Bot, ladder: Ladder) -> QuerySet[Encounter]:
    """Whom it has met there, most often first."""
    met = Encounter.objects.filter(competitor_id=bot.competitor_id, ladder=ladder)
    most = (F("won") + F("level") + F("lost")).desc()
    return met.order_by(most, "opponent").select_related("opponent__bot")


def encounters_between(*, one: Bot, other: Bot, ladders: Iterable[Ladder]) -> list[Encounter]:
    """What the first took from the second on these ladders, most played first."""
    met = Encounter.objects.filter(
        competitor_id=one.competitor_id,
        ladder__in=[ladder.pk for ladder in ladders],
        opponent_id=other.competitor_id,
    )
    found = met.select_related("ladder")
    return sorted(found, key=lambda row: (-row.results, row.ladder_id))


def bot_matches_latest(*, bot: Bot, count: int) -> list[Match]:
    """Of any kind and in any state, newest first."""
    with connection.cursor() as cursor:
        cursor.execute(_LATEST, {"bot": bot.pk, "count": count})
        keys = [key for (key,) in cursor.fetchall()]
    found = Match.objects.filter(pk__in=keys).order_by("-pk")
    return list(matches_shown(found))


def bot_timings(*, bot: Bot) -> list[Timing]:
    """By rule set, over the latest settled matches; partners count together."""
    with connection.cursor() as cursor:
        cursor.execute(_TIMING, {"bot": bot.pk, "count": TIMED_MATCHES})
        return [Timing(profile, *map(int, rest)) for profile, *rest in cursor.fetchall()]


def rated_matches_latest(*, bot: Bot, ladder: Ladder, count: int) -> list[RatedMatch]:
    """Its latest on this ladder, also those that were declared void since. Three queries."""
    events = RatingEvent.objects.filter(
        competitor_id=bot.competitor_id, ladder=ladder, cause=RatingEvent.Cause.RESULT
    )
    return _with_matches(list(events.order_by("-number")[:count]))


def meetings_latest(
    *, one: Bot, other: Bot, ladder: Ladder, fewer: Bot, count: int
) -> list[RatedMatch]:
    """Matches on this ladder that both played, as the first's rating saw them, newest first;
    `fewer`: which of both has fewer results there, among whose latest they are looked for."""
    asked = {
        "one": fewer.competitor_id,
        "other": (other if fewer.pk == one.pk else one).competitor_id,
        "ladder": ladder.pk,
        "looked_at": MEETINGS_LOOKED_AT,
        "count": count,
    }
    with connection.cursor() as cursor:
        cursor.execute(_MEETINGS, asked)
        numbers = [number for (number,) in cursor.fetchall()]
    events = RatingEvent.objects.filter(
        competitor_id=one.competitor_id,
        ladder=ladder,
        number__in=numbers,
        cause=RatingEvent.Cause.RESULT,
    )
    return _with_matches(list(events.order_by("-number")))


def _with_matches(events: Sequence[RatingEvent]) -> list[RatedMatch]:
    """All of one ladder; a result that came from no match is left out."""
    if not events:
        return []
    entries = LadderEntry.objects.filter(
        ladder_id=events[0].ladder_id, number__in=[event.number for event in events]
    )
    sources = dict(entries.values_list("number", "source"))
    prefix = match_source("")
    names = {source.removeprefix(prefix) for source in sources.values()}
    found = matches_shown(Match.objects.filter(public_id__in=names))
    matches = {match_source(match.public_id): match for match in found}
    return [
        RatedMatch(event, matches[sources[event.number]])
        for event in events
        if sources.get(event.number) in matches
    ]
