"""Matches between the reference bots where there is no sandbox, so that there is something to see.

What was checked in a sandbox plays on the ladders from the first start on (`ladder_ticks`). Without
one nothing is ever rated, and an author who tries Durako on such a machine would see no match.
Only where the settings allow a demo; nobody's: they take the service's own share.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from itertools import combinations
from typing import Final, NamedTuple

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from arena.match_states import MatchState
from arena.models import BotVersion, Match, MatchParticipant
from arena.selectors.bots import versions_rateable
from arena.selectors.playing import bots_able
from arena.services.match_making import match_create, match_sides
from tournaments.demo import HOUSE_ACCOUNT

PROFILES: Final = (
    "durak/duel24", "burako/duel", "burako/pairs", "durak/volga", "durak/concise", "durak/german",
)  # fmt: skip
"""Those for two sides first: they can begin as soon as two bots have passed their checks."""
DURAK_BOARDS: Final = 10
BURAKO_BOARDS: Final = 3
"""Each a whole match to its target: as many decisions as a hundred games of Durak."""
WAITING_MAX: Final = 2
"""So many matches of the first round may wait at a time: visitors' own come soon."""
EVERY: Final = timedelta(minutes=3)
"""After the first round, one match as often, while nobody else's waits."""
MATCHES_MAX: Final = 300
_LOCK: Final = 0x64656D6F


class Fixture(NamedTuple):
    """Who plays whom at what."""

    profile: str
    bots: frozenset[int]


@transaction.atomic
def demo_matches_create() -> int:
    """A round robin of the reference bots, at once; then one match every few minutes, so that there
    is something fresh to see and the machine is not kept busy for nothing. Returns how many were
    made. Two at once make no more than one would."""
    if not settings.DEMO_ALLOWED:
        return 0
    _lock()
    made = Match.objects.filter(kind=Match.Kind.DEMO)
    room = MATCHES_MAX - made.count()
    waiting = Match.objects.filter(state=MatchState.QUEUED).count()
    if room <= 0 or waiting >= WAITING_MAX:
        return 0
    ready = _versions_ready()
    fixtures = fixtures_of(ready)
    played = _played()
    new = [fixture for fixture in fixtures if not played[fixture]]
    if new:
        chosen = new[: min(room, WAITING_MAX - waiting)]
    elif not fixtures or waiting or made.filter(created_at__gt=timezone.now() - EVERY).exists():
        return 0
    else:
        chosen = [min(fixtures, key=lambda fixture: played[fixture])]
    for fixture in chosen:
        match_create(
            kind=Match.Kind.DEMO,
            profile=fixture.profile,
            versions=[version for version in ready if version.bot_id in fixture.bots],
            boards=boards_of(fixture.profile),
        )
    return len(chosen)


def boards_of(profile: str) -> int:
    """Few enough that it is over in seconds."""
    return BURAKO_BOARDS if profile.startswith("burako/") else DURAK_BOARDS


def fixtures_of(versions: Sequence[BotVersion]) -> list[Fixture]:
    """Everybody against everybody; those who were sent in first begin."""
    found: list[tuple[int, Fixture]] = []
    for profile in PROFILES:
        sides = match_sides(profile=profile)
        able = [
            (place, version.bot_id)
            for place, version in enumerate(versions)
            if profile in version.profiles
        ]
        for chosen in combinations(able, sides):
            latest = max(place for place, _ in chosen)
            found.append((latest, Fixture(profile, frozenset(bot for _, bot in chosen))))
    return [fixture for _, fixture in sorted(found, key=lambda one: one[0])]


def _versions_ready() -> list[BotVersion]:
    """Of the bots of the house that may play, but not on ladders, in the order in which they were
    sent in."""
    bots = bots_able().filter(owner__email=HOUSE_ACCOUNT.email)
    bots = bots.exclude(active_version__in=versions_rateable())
    bots = bots.select_related("active_version").order_by("pk")
    return [bot.active_version for bot in bots if bot.active_version is not None]


def _played() -> Counter[Fixture]:
    """How often each fixture was made, whatever became of it."""
    rows = MatchParticipant.objects.filter(match__kind=Match.Kind.DEMO).values_list(
        "match_id", "match__profile", "version__bot_id"
    )
    bots: dict[tuple[int, str], set[int]] = {}
    for match, profile, bot in rows:
        bots.setdefault((match, profile), set()).add(bot)
    return Counter(Fixture(profile, frozenset(of)) for (_, profile), of in bots.items())


def _lock() -> None:
    """Nobody else does the same at this moment."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
