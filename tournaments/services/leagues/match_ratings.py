"""Matches of a league on the ladders of people: once each, while their result counts."""

from scoring.elo import PairScores
from scoring.ladder import Member
from tournaments.models import Fixture, FixtureResult, Player
from tournaments.results import RatedResult, league_source
from tournaments.selectors.league_ratings import league_ladder, league_rating_obstacle
from tournaments.selectors.league_sides import fixture_players
from tournaments.services.people import competitor_of_player
from tournaments.services.ratings import rating_result_record, rating_result_void

_NOT_PLAYED = (FixtureResult.Kind.FORFEIT, FixtureResult.Kind.WITHDRAWN, FixtureResult.Kind.BOTS)
_SHARES = {
    FixtureResult.Winner.FIRST: (1, 0),
    FixtureResult.Winner.NOBODY: (0, 0),
    FixtureResult.Winner.SECOND: (0, 1),
}


def fixture_players_hold(*, fixture: Fixture) -> None:
    """Everybody of a match whose league is rated, in one order, and before any ladder: whoever
    rates holds them before it, too."""
    if fixture.league.rated:
        sides = fixture_players(fixture=fixture)
        keys = [player.pk for side in sides for player in side]
        held = Player.objects.select_for_update(of=("self",), no_key=True).filter(pk__in=keys)
        list(held.order_by("pk"))


def fixture_result_rate(*, fixture: Fixture, result: FixtureResult) -> None:
    """Let a result that counts from now on count on its ladder, too, if it was really played and
    nothing stands in the way."""
    if result.kind in _NOT_PLAYED or league_rating_obstacle(fixture=fixture) is not None:
        return
    ladder = league_ladder(league=fixture.league)
    assert ladder is not None
    points = (result.points_first or 0, result.points_second or 0)
    rated = RatedResult(
        ladder_id=ladder.pk,
        source=league_source(fixture.public_id, result.number),
        sides=tuple(
            tuple(Member(competitor_of_player(player=player).pk) for player in side)
            for side in fixture_players(fixture=fixture)
        ),
        scores=PairScores.of_points(_SHARES[FixtureResult.Winner(result.winner)]),
        points=points,
        games=_games(result),
    )
    result.ladder_entry = rating_result_record(result=rated)
    result.save(update_fields=["ladder_entry"])


def fixture_result_unrate(*, result: FixtureResult) -> None:
    """A result that counts no longer counts on no ladder either."""
    if result.ladder_entry is not None:
        rating_result_void(source=result.ladder_entry.source)


def _games(result: FixtureResult) -> int:
    """Of Durak, or hands of a sheet; a quick total does not say how many it took."""
    games, hands = result.detail.get("games"), result.detail.get("hands")
    return len(games) if isinstance(games, list) else int(hands or 0)
