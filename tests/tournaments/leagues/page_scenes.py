"""Leagues as their pages find them: rounds drawn by the kernel and written straight into the rows,
so that a page's test does not depend on every service on the way."""

from collections.abc import Callable

from django.utils import timezone

from scoring.league import DraftRound
from scoring.messages import message_to_json
from tests.tournaments.leagues.playing import give_result
from tournaments.models import Fixture, FixtureResult, League, LeagueBye, LeagueRound
from tournaments.selectors.leagues import league_book

Points = Callable[[int, int], tuple[int, int] | None]
"""What comes of the match at this place of this round; None if it is still to be played."""


def usual_points(number: int, place: int) -> tuple[int, int]:
    """Everybody wins now and then; now and then a match is level."""
    turn = (3 * number + 5 * place) % 7
    if turn == 3:
        return 2410, 2410
    return (3120 - 40 * place, 1890 + 35 * turn) if turn % 2 else (1705 + 60 * turn, 3050)


def decisive_points(number: int, place: int) -> tuple[int, int]:
    """For brackets, in which nothing ends level."""
    return (3120, 1890) if (number + place) % 3 else (2040, 3015)


def nothing_played(_number: int, _place: int) -> None:
    return None


def round_published(league: League, points: Points = usual_points) -> LeagueRound:
    """The next round, drawn, published and played as `points` says."""
    draft = league_book(league=league).next_rounds()[0]
    if draft.play_off_seeds:
        league.play_off_seeds = list(draft.play_off_seeds)
        league.save(update_fields=["play_off_seeds"])
    published = {"state": LeagueRound.State.PUBLISHED, "published_at": timezone.now()}
    made = LeagueRound.objects.create(
        league=league, number=draft.number, stage=draft.stage.value, **published
    )
    _fixtures(league, made, draft, points)
    for bye in draft.byes:
        LeagueBye.objects.create(round=made, entry_id=bye.entry, asked_for=bye.asked_for)
    League.objects.filter(pk=league.pk).update(revision=league.revision + 1)
    league.revision += 1
    return made


def _fixtures(league: League, made: LeagueRound, draft: DraftRound, points: Points) -> None:
    for place, pairing in enumerate(draft.pairings, 1):
        fixture = Fixture.objects.create(
            league=league,
            round=made,
            place=place,
            table=place if league.tables else 0,
            first_id=pairing.first,
            second_id=pairing.second,
            bracket_match=pairing.bracket_match,
            downfloater_id=pairing.downfloater,
            reasons=[message_to_json(reason) for reason in pairing.reasons],
        )
        told = points(draft.number, place)
        if told is not None:
            give_result(fixture, *told)


def absence_written(fixture: Fixture) -> FixtureResult:
    """The second side did not come."""
    return give_result(
        fixture,
        None,
        None,
        kind=FixtureResult.Kind.FORFEIT,
        winner=FixtureResult.Winner.FIRST,
        second_absent=True,
    )
