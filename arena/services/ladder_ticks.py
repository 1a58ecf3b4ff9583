"""The ladders' own matches: a small backlog, made anew whenever there is room in it."""

import logging
import random
from collections.abc import Sequence
from typing import Final

from django.core.exceptions import ValidationError
from django.db import connection, transaction

from arena.games.errors import RulesRefused
from arena.match_states import MatchState
from arena.models import ArenaState, BotVersion, Match
from arena.selectors.ladder_field import (
    LadderField,
    RateableBot,
    bots_rateable,
    ladder_field,
    ladders_by_turn,
)
from arena.selectors.match_queue import match_capacity
from arena.services.match_making import match_create
from scoring.matchmaking import tables_next
from tournaments.models import Ladder

WAITING_PER_SLOT: Final = 2
"""So many matches of the ladders may wait for each that can be played at once."""
REST_SECONDS: Final = 3600.0
"""About as often everybody plays on a ladder on which nobody is new."""
_LOCK: Final = 0x6C616464
logger = logging.getLogger(__name__)


@transaction.atomic
def ladders_tick(*, rng: random.Random | None = None) -> int:
    """Make as many matches as there is room for, the same number on each ladder as far as there are
    bots; returns how many. Two ticks at once make no more than one would. A paused arena makes
    none.

    They are nobody's and take the service's own share: they fill the time that nobody else wants,
    and go on, as one author's would, while everybody wants some. Where nobody is new, everybody
    plays about once an hour."""
    _lock()
    if ArenaState.objects.exclude(mode=ArenaState.Mode.RUNNING).exists():
        return 0
    waiting = Match.objects.filter(kind=Match.Kind.LADDER, state=MatchState.QUEUED).count()
    room = WAITING_PER_SLOT * match_capacity() - waiting
    ladders = ladders_by_turn() if room > 0 else []
    rng = rng or random.SystemRandom()
    bots = bots_rateable() if ladders else {}
    made = 0
    for place, ladder in enumerate(ladders):
        share = -(-(room - made) // (len(ladders) - place))  # what is left, divided evenly
        if share:
            made += _matches_make(ladder, bots.get(ladder.profile, ()), share, rng)
    return made


def _matches_make(
    ladder: Ladder, bots: Sequence[RateableBot], most: int, rng: random.Random
) -> int:
    try:
        field = ladder_field(ladder=ladder, bots=bots)
    except RulesRefused as refused:  # a release may drop rules; the other ladders go on
        logger.error("Nobody plays on the ladder %s: %s", ladder.slug, refused)
        return 0
    most = most if field.has_news else min(most, _tables_due(field))
    tables = tables_next(
        field.candidates, tables=most, sides=field.sides, rng=rng, lately=field.lately
    )
    keys = [field.versions[competitor] for table in tables for competitor in table]
    versions = BotVersion.objects.select_related("bot__owner").in_bulk(keys)
    return sum(
        _match_make(ladder, [versions[field.versions[competitor]] for competitor in table])
        for table in tables
    )


def _match_make(ladder: Ladder, versions: Sequence[BotVersion]) -> bool:
    try:
        with transaction.atomic():  # the other ladders' matches are made all the same
            match_create(
                kind=Match.Kind.LADDER,
                profile=ladder.profile,
                versions=versions,
                boards=ladder.boards,
                games_per_board=ladder.games_per_board,
                ladder=ladder,
            )
    except ValidationError as refused:  # more boards than such a match may have, say
        logger.error("A match of the ladder %s cannot be played: %s", ladder.slug, refused)
        return False
    return True


def _tables_due(field: LadderField) -> int:
    """Where all ratings are settled another result teaches little: machines may rest, and so may
    the disks that keep every replay."""
    rested = sum(min(1.0, one.waited / REST_SECONDS) for one in field.candidates)
    return int(rested / field.sides)


def _lock() -> None:
    """Nobody else does the same at this moment."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
