"""The matches of bot leagues: played when they are due, once, whatever dies.

Whoever changes anything here holds the arena's row, then the league, then matches: as everywhere in
the arena, the one row first; and organizers, who hold their league, never wait for the arena.
"""

import logging
from collections import Counter
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet
from django.utils import timezone

from arena.match_reasons import LEAGUE_MOVED_ON, reason_in_words
from arena.match_states import OVER, MatchState
from arena.models import ArenaState, Bot, BotVersion, Match, MatchParticipant
from arena.selectors.match_queue import match_capacity
from arena.services.match_making import match_create
from arena.services.match_steps import arena_state_lock, match_step
from arena.two_sides import players_of_two_sides
from tournaments.bot_directory import bot_directory
from tournaments.league_acts import LeagueAct
from tournaments.models import Fixture, League, LeagueEntry
from tournaments.selectors.league_bots import fixture_due_since, fixtures_due
from tournaments.services.leagues.bot_results import fixture_bots_absent, fixture_bots_failed
from tournaments.services.leagues.bot_rounds import bot_leagues_advance
from tournaments.services.leagues.common import league_lock

WAITING_PER_SLOT: Final = 2
"""So many matches of one owner's leagues may wait for each that can be played at once."""
VOIDS_MAX: Final = 3
"""After so many void matches of one fixture somebody has to look: the organizer."""
PATIENCE: Final = timedelta(hours=24)
"""So long a match that is due waits for a bot that cannot play, unless its round says by when it is
to be played; then the bot has not come. A benched bot's author has had a mail and a day to send a
better version, and a league is not held up for ever by a bot that was retired."""
_ABSENT_AT_ONCE: Final = 200
logger = logging.getLogger(__name__)


def leagues_tick() -> int:
    """Withdraw what no league wants any more, let leagues go on whose round is over, and have what
    is due played; returns how many matches were made. Two ticks at once do what one would. A paused
    arena does nothing, and nobody's patience ends in it."""
    if ArenaState.objects.exclude(mode=ArenaState.Mode.RUNNING).exists():
        return 0
    _unwanted_withdraw()
    bot_leagues_advance()
    room = _Room()
    return sum(_league_play(league, room) for league in _leagues_due())


class _Room:
    """How many matches may be added to those that wait, for each owner of leagues."""

    def __init__(self) -> None:
        self._most = WAITING_PER_SLOT * max(1, match_capacity())
        waiting = Match.objects.filter(kind=Match.Kind.LEAGUE, state=MatchState.QUEUED)
        rows = waiting.order_by().values_list("requested_by").annotate(count=Count("pk"))
        self._waiting: Counter[int | None] = Counter(dict(rows))

    def left(self, owner: int | None) -> int:
        return max(0, self._most - self._waiting[owner])

    def take(self, owner: int | None) -> None:
        self._waiting[owner] += 1


def _to_play(fixtures: QuerySet[Fixture]) -> QuerySet[Fixture]:
    """Without those that are being played."""
    is_open = Match.objects.filter(fixture=OuterRef("pk")).exclude(state__in=OVER)
    return fixtures.filter(~Exists(is_open))


def _leagues_due() -> list[League]:
    """Those in which something is to be played; those with least under way first, so that an
    owner's large league does not hide a small one."""
    due = set(_to_play(fixtures_due()).order_by().values_list("league_id", flat=True))
    under_way = Count("fixtures__arena_matches", filter=~Q(fixtures__arena_matches__state__in=OVER))
    leagues = League.objects.filter(pk__in=due).annotate(under_way=under_way)
    return list(leagues.order_by("under_way", "pk"))


@transaction.atomic
def _league_play(league: League, room: _Room) -> int:
    """Make the matches of one league for which there is room; returns how many. Where there is none
    nobody is waited for: the arena has enough to do, and its row is not held for nothing."""
    if not room.left(league.owner_id):
        return 0
    arena_state_lock()
    locked = league_lock(public_id=league.public_id)
    _failed_give_up(locked)
    due = _to_play(fixtures_due().filter(league=locked)).order_by("round__number", "place")
    playing = LeagueEntry.Status.ACTIVE
    entered = locked.entries.filter(status=playing).values_list("competitor_id", flat=True)
    hindered = bot_directory().hindrances(competitors=entered, profile=locked.profile)
    is_hindered = Q(first__competitor__in=hindered) | Q(second__competitor__in=hindered)
    now = timezone.now()
    for fixture in due.filter(is_hindered)[:_ABSENT_AT_ONCE]:
        if _patience_ends(fixture) <= now:
            _forfeit(fixture, hindered)
    able = list(due.exclude(is_hindered)[: room.left(locked.owner_id)])
    versions = _versions(able)
    made = sum(_match_make(locked, fixture, versions) for fixture in able)
    for _ in range(made):
        room.take(locked.owner_id)
    return made


def _failed_give_up(league: League) -> None:
    """What was void again and again is not tried for ever: the organizer has to look. Whoever
    resumes it has it tried as often again."""
    failed = Q(arena_matches__state=MatchState.VOID) & ~Q(arena_matches__reason=LEAGUE_MOVED_ON)
    voids = Count("arena_matches", filter=failed)
    due = _to_play(fixtures_due().filter(league=league)).annotate(voids=voids)
    for fixture in due.filter(voids__gte=VOIDS_MAX):
        given_up = league.events.filter(fixture=fixture.public_id, action=LeagueAct.BOTS_FAILED)
        since = given_up.aggregate(last=Max("at"))["last"] or league.created_at
        tried = fixture.arena_matches.filter(state=MatchState.VOID, created_at__gt=since)
        reasons = [one.reason for one in tried.order_by("pk") if one.reason != LEAGUE_MOVED_ON]
        if len(reasons) >= VOIDS_MAX:
            fixture_bots_failed(fixture=fixture, note=reason_in_words(reasons[-1]))


def _patience_ends(fixture: Fixture) -> datetime:
    since = fixture_due_since(fixture)
    deadline = fixture.round.deadline
    return max(since, deadline) if deadline is not None else since + PATIENCE


def _forfeit(fixture: Fixture, hindered: Mapping[int, str]) -> None:
    sides = (fixture.first.competitor_id, fixture.second.competitor_id)
    fixture_bots_absent(
        fixture=fixture,
        first=sides[0] in hindered,
        second=sides[1] in hindered,
        note=" ".join(hindered[side] for side in sides if side in hindered),
    )


def _versions(fixtures: Collection[Fixture]) -> dict[int, BotVersion]:
    """Those that play now, by the competitors' keys."""
    competitors = {side.competitor_id for one in fixtures for side in (one.first, one.second)}
    bots = Bot.objects.filter(competitor__in=competitors).select_related("active_version__bot")
    return {bot.competitor_id: bot.active_version for bot in bots if bot.active_version is not None}


def _match_make(league: League, fixture: Fixture, versions: Mapping[int, BotVersion]) -> bool:
    try:
        with transaction.atomic():  # the league's other matches are made all the same
            match_create(
                kind=Match.Kind.LEAGUE,
                profile=league.profile,
                players=players_of_two_sides(league.profile),
                versions=[versions[side.competitor_id] for side in (fixture.first, fixture.second)],
                boards=league.match_length,
                fixture=fixture,
                requested_by=league.owner,
            )
    except ValidationError as refused:  # a release may drop rules
        logger.error("A match of the league %s cannot be played: %s", league.public_id, refused)
        return False
    return True


@transaction.atomic
def _unwanted_withdraw() -> None:
    """What waits for a league that was called off, or for a match that was decided, postponed,
    drawn anew or given to others, is not played. What is under way is played to its end: the league
    takes it only if it still wants it."""
    waiting = Match.objects.filter(kind=Match.Kind.LEAGUE, state=MatchState.QUEUED)
    others = MatchParticipant.objects.filter(match=OuterRef("pk")).exclude(
        Q(version__bot__competitor=OuterRef("fixture__first__competitor"))
        | Q(version__bot__competitor=OuterRef("fixture__second__competitor"))
    )
    is_wanted = Q(fixture__in=fixtures_due().order_by().values("pk")) & ~Q(Exists(others))
    unwanted = waiting.exclude(is_wanted)
    if not unwanted.exists():
        return
    arena_state_lock()
    keys = list(unwanted.values_list("pk", flat=True))
    for match in Match.objects.filter(pk__in=keys, state=MatchState.QUEUED).select_for_update():
        match_step(match=match, after=MatchState.VOID, reason=LEAGUE_MOVED_ON)
