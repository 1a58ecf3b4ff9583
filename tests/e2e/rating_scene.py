"""Bots with a history on ladders, for the pages that tell it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from itertools import count
from unittest.mock import patch

from django.utils import timezone

from arena.models import BotVersion
from tests.arena.rated_matches import Points, match_rated, match_voided, next_version
from tests.arena.shown_matches import DUEL, FOUR, PAIRS, bot_playing, match_played
from tests.e2e.match_scene import LONG_NAME
from tests.factories import UserFactory
from tests.tournaments.ladder_kit import ladder_made
from tournaments.models import Ladder, LadderEntry, User


@dataclass(frozen=True)
class RatingScene:
    """Ana's Mustard has played a lot; each other name says what there is to see."""

    mustard: BotVersion
    carambola: BotVersion
    """With a long name; has met Mustard on three ladders."""
    newcomer: BotVersion
    """Has no result, but a ladder to play on."""
    unranked: BotVersion
    """Has met Mustard in a challenge that counts nowhere."""
    duel: Ladder
    four: Ladder
    pairs: Ladder


def rating_scene(ana: User) -> RatingScene:
    """Three ladders, three versions, a void match, and who has nothing yet."""
    bea = UserFactory.create(display_name="Bea")
    duel, four, pairs = ladder_made(DUEL), ladder_made(FOUR, players=4), ladder_made(PAIRS, 4)
    mustard = bot_playing(ana, "Mustard", [DUEL, FOUR, PAIRS])
    carambola = bot_playing(bea, LONG_NAME, [DUEL, FOUR, PAIRS])
    others = [bot_playing(bea, name) for name in ("Truco", "Wanda & <b>Vera</b>")]
    with _slowly(timedelta(hours=31), 20):
        mustard = _played((duel, four, pairs), mustard, carambola, others)
    unranked = bot_playing(bea, "Unranked")
    match_played(mustard, unranked, boards=3)
    mustard = next_version(mustard)
    return RatingScene(
        mustard=mustard,
        carambola=carambola,
        newcomer=bot_playing(bea, "Newcomer", [DUEL]),
        unranked=unranked,
        duel=duel,
        four=four,
        pairs=pairs,
    )


def _played(
    ladders: tuple[Ladder, Ladder, Ladder],
    mustard: BotVersion,
    carambola: BotVersion,
    others: Sequence[BotVersion],
) -> BotVersion:
    """Everything that counts; the version of Mustard that played last."""
    duel, four, pairs = ladders
    for number in range(14):
        match_rated(duel, [mustard, carambola], _turns(number), boards=4)
        if number == 4:
            mustard = next_version(mustard)
        if number == 9:
            match_voided(match_rated(duel, [carambola, mustard], _turns(1), boards=2))
    for other in others:
        match_rated(duel, [other, mustard], _turns(2), boards=3)
    match_rated(four, [mustard, carambola, *others], _table, boards=3)
    match_rated(pairs, [mustard, carambola], _sides, boards=2)
    return mustard


@contextmanager
def _slowly(step: timedelta, steps: int) -> Iterator[None]:
    """Entries of ladders are this far apart, and the last of them is of now: what is written down
    there cannot be changed any more."""
    times = count()
    begin = timezone.now() - step * steps
    field = LadderEntry._meta.get_field("at")
    with patch.object(field, "_get_default", lambda: begin + step * next(times)):
        yield


def _turns(number: int) -> Points:
    """Two players: who wins changes with the match, the board and the cards."""

    def points(board: int, rotation: int) -> Sequence[int]:
        if (board + number) % 4 == 0:
            return [1, 1]
        return [2, 0] if (rotation + board * number) % 3 else [0, 2]

    return points


def _table(board: int, rotation: int) -> Sequence[int]:
    return [(place + board + rotation) % 4 for place in range(4)]


def _sides(board: int, rotation: int) -> Sequence[int]:
    ours, theirs = 3120 - 500 * rotation, 1890 + 700 * board
    return [ours, theirs, ours, theirs]
