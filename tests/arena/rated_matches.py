"""Matches that count on a ladder, without anybody playing them: for tests of what shows them."""

from collections.abc import Callable, Sequence
from typing import Any

from arena.match_scores import deal_set_scores
from arena.match_states import MatchState
from arena.models import BotVersion, Match
from scoring.ladder import Member
from tests.factories import BotVersionFactory, MatchFactory
from tournaments.models import Ladder
from tournaments.results import RatedResult, match_source
from tournaments.services.ratings import rating_result_record, rating_result_void

Points = Callable[[int, int], Sequence[int]]
"""What each place made on a board in a rotation."""


def first_wins(board: int, rotation: int) -> Sequence[int]:
    """The first place makes two points of every board, the second one."""
    return [2, 1]


def match_rated(
    ladder: Ladder,
    versions: Sequence[BotVersion],
    points: Points = first_wins,
    boards: int = 2,
    **changes: Any,  # noqa: ANN401
) -> Match:
    """Settled, with its result on the ladder."""
    match: Match = MatchFactory.create(
        versions=versions,
        profile=ladder.profile,
        ladder=ladder,
        kind=Match.Kind.LADDER,
        rated=True,
        state=MatchState.SETTLED,
        boards=boards,
        **changes,
    )
    match.results = [_board(number, turn, points) for turn in range(match.rotations)
                     for number in range(boards)]  # fmt: skip
    match.games = len(match.results)
    match.save(update_fields=["results", "games"])
    seats = list(match.participants.select_related("version__bot"))
    for seat in seats:
        seat.points = sum(board["points"][seat.place] for board in match.results)
        seat.decisions, seat.think_ms, seat.longest_ms = 40, 480 + 1000 * seat.place, 37
        seat.save()
    speakers = {seat.side: seat for seat in reversed(seats)}
    sides = [speakers[number] for number in sorted(speakers)]
    rating_result_record(
        result=RatedResult(
            ladder_id=ladder.pk,
            source=match_source(match.public_id),
            sides=tuple(
                (Member(seat.version.bot.competitor_id, seat.version.number),) for seat in sides
            ),
            scores=deal_set_scores(match.results, [seat.place for seat in sides]),
            points=tuple(seat.points or 0 for seat in sides),
            games=match.games,
        )
    )
    return match


def _board(number: int, turn: int, points: Points) -> dict[str, Any]:
    made = list(points(number, turn))
    least = min(made)
    losers = [] if least == max(made) else [at for at, each in enumerate(made) if each == least]
    return {
        "rotation": turn,
        "board": number,
        "points": made,
        "losers": losers,
        "forfeit": None,
        "games": 1,
    }


def match_voided(match: Match) -> None:
    """As the staff do it."""
    rating_result_void(source=match_source(match.public_id))
    Match.objects.filter(pk=match.pk).update(state=MatchState.VOID, reason="A broken disk.")


def next_version(version: BotVersion) -> BotVersion:
    """Another one of the same bot, which plays from now on."""
    found = BotVersionFactory.create(bot=version.bot, profiles=version.profiles, active=True)
    found.bot.refresh_from_db()
    return found
