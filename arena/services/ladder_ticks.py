"""The ladders' own matches: a small backlog, made anew whenever there is room in it."""

import random
from typing import Final

from django.db import connection, transaction

from arena.match_states import MatchState
from arena.models import ArenaState, Match
from arena.selectors.ladder_field import LadderField, ladder_field, ladders_by_turn
from arena.selectors.match_queue import match_capacity
from arena.services.match_making import match_create
from scoring.matchmaking import tables_next

WAITING_PER_SLOT: Final = 2
"""So many matches of the ladders may wait for each that can be played at once."""
_LOCK: Final = 0x6C616464


@transaction.atomic
def ladders_tick(*, rng: random.Random | None = None) -> int:
    """Make as many matches as there is room for, one for each ladder in turn; returns how many. Two
    ticks at once make no more than one would. A paused arena makes none."""
    _lock()
    if ArenaState.objects.exclude(mode=ArenaState.Mode.RUNNING).exists():
        return 0
    waiting = Match.objects.filter(kind=Match.Kind.LADDER, state=MatchState.QUEUED).count()
    room = WAITING_PER_SLOT * match_capacity() - waiting
    rng = rng or random.SystemRandom()
    ladders = list(ladders_by_turn()) if room > 0 else []
    made = 0
    for place, ladder in enumerate(ladders):
        share = -(-(room - made) // (len(ladders) - place))  # what is left, divided evenly
        made += _matches_make(ladder_field(ladder=ladder), share, rng)
    return made


def _matches_make(field: LadderField, tables: int, rng: random.Random) -> int:
    chosen = tables_next(field.candidates, tables=tables, sides=field.sides, rng=rng, met=field.met)
    for table in chosen:
        match_create(
            kind=Match.Kind.LADDER,
            profile=field.ladder.profile,
            versions=[field.versions[competitor] for competitor in table],
            boards=field.ladder.boards,
            games_per_board=field.ladder.games_per_board,
            ladder=field.ladder,
        )
    return len(chosen)


def _lock() -> None:
    """Nobody else does the same at this moment."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
